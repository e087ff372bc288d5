"""Pokémon Powers that players use, one small function a name (R-34).

Damage Swap, Rain Dance and Energy Trans can be used any number of times in a turn. Only moving
damage or Energy back and forth has a limit, see `may_idle`.

Strikes Back works by itself; it is in `kibitz.games.pokemon.rules.attacks`.
"""

from typing import ClassVar, Final

from kibitz.games.pokemon.cards import (
    ACTIONS,
    COLORLESS,
    GRASS_ENERGY,
    NEEDS,
    WATER_ENERGY,
    as_energy,
)
from kibitz.games.pokemon.rules import steps
from kibitz.games.pokemon.rules.in_play import attach_energy, discard_pokemon, leave, may_idle
from kibitz.games.pokemon.rules.trainers import NO_ATTACK
from kibitz.games.pokemon.rules.turn import Verdict, award
from kibitz.games.pokemon.state import (
    DISCARD,
    HAND,
    Pokemon,
    PokemonState,
    at_spot,
    pile,
    pokemon_of,
)

COUNTER: Final = 10
# What Powers need that could be used for ever.
IDLE: Final = NEEDS.index("idle moves")


def use_power(s: PokemonState, seat: int, action: int, spot: int) -> None:
    """Uses a Power."""
    s.board.idle = s.board.idle + 1 if IDLE in ACTIONS[action].needs else 0
    steps.run_steps(s, seat, ACTIONS[action].steps, spot, NO_ATTACK)


class OtherPokemon(steps.SpotAsk):
    """A question for one of the player's Pokémon other than the one at a spot."""

    def asks(self) -> int:
        return steps.A_SPOT

    def options(self, state: PokemonState) -> list[int]:
        count = len(pokemon_of(state, self.seat))
        return [spot for spot in range(count) if spot != self.spot]


# Damage Swap.


def can_bear(pokemon: Pokemon) -> bool:
    """Tells whether one more damage counter does not knock a Pokémon out."""
    return pokemon.left() > COUNTER


def has_movable_damage(target: steps.Target) -> bool:
    """Tells whether damage of a Pokémon can go to another one."""
    if target.pokemon.damage == 0:
        return False
    own = pokemon_of(target.state, target.seat)
    return any(can_bear(other) and other is not target.pokemon for other in own)


def move_damage(s: PokemonState, run: steps.Run) -> None:
    """Lets the player move a damage counter from the target."""
    steps.ask(s, SwapDamage(run.seat, run.target))


class SwapDamage(OtherPokemon):
    """Which Pokémon takes the damage?"""

    id: ClassVar[str] = "swap_damage"

    def options(self, state: PokemonState) -> list[int]:
        own = pokemon_of(state, self.seat)
        return [spot for spot in super().options(state) if can_bear(own[spot])]

    def pick(self, s: PokemonState, option: int) -> None:
        at_spot(s, self.seat, self.spot).damage -= COUNTER
        at_spot(s, self.seat, option).damage += COUNTER


# Rain Dance.


def has_water(s: PokemonState, seat: int) -> bool:
    """Tells whether there is a basic Water Energy in the hand."""
    return WATER_ENERGY in pile(s, HAND, seat)


def rain_dance(s: PokemonState, run: steps.Run) -> None:
    """Attaches a Water Energy from the hand, besides the one of the turn."""
    attach_energy(at_spot(s, run.seat, run.target), s.take(WATER_ENERGY, HAND, run.seat))


# Energy Burn.


def is_not_burning(target: steps.Target) -> bool:
    """Tells whether the Energy of a Pokémon is not Fire already; a second time changes nothing."""
    return target.pokemon.burn_turn != target.state.turn


def energy_burn(s: PokemonState, run: steps.Run) -> None:
    """Makes all Energy of the target Fire until the end of the turn."""
    at_spot(s, run.seat, run.target).burn_turn = s.turn


# Energy Trans.


def has_grass(target: steps.Target) -> bool:
    """Tells whether a basic Grass Energy is attached to a Pokémon."""
    return GRASS_ENERGY in target.pokemon.energy


def move_energy(s: PokemonState, run: steps.Run) -> None:
    """Lets the player move a Grass Energy from the target."""
    steps.ask(s, MoveEnergy(run.seat, run.target))


class MoveEnergy(OtherPokemon):
    """Which Pokémon gets the Energy?"""

    id: ClassVar[str] = "move_energy"

    def pick(self, s: PokemonState, option: int) -> None:
        at_spot(s, self.seat, self.spot).energy.remove(GRASS_ENERGY)
        attach_energy(at_spot(s, self.seat, option), GRASS_ENERGY)


# Buzzap.


def buzzap(s: PokemonState, run: steps.Run) -> None:
    """Lets the player turn the target into Energy for another Pokémon."""
    steps.ask(s, BuzzapFor(run.seat, run.target))


class BuzzapFor(OtherPokemon):
    """Which Pokémon gets Electrode as Energy?"""

    id: ClassVar[str] = "buzzap_for"

    def pick(self, s: PokemonState, option: int) -> None:
        steps.ask(s, BuzzapElement(self.seat, self.spot, option))


class BuzzapElement(steps.Ask):
    """Which type of Energy does Electrode provide?"""

    id: ClassVar[str] = "buzzap_element"
    __match_args__ = ("seat", "spot", "to")

    def __init__(self, seat: int, spot: int, to: int) -> None:
        """Asks `seat`; Electrode stands at `spot`, and the Pokémon that gets it at `to`."""
        super().__init__(seat)
        self.spot: Final = spot
        self.to: Final = to

    def asks(self) -> int:
        return steps.AN_ELEMENT

    def options(self, state: PokemonState) -> list[int]:
        return list(range(COLORLESS))

    def pick(self, s: PokemonState, option: int) -> None:
        """Knocks Electrode out and attaches it."""
        target = at_spot(s, self.seat, self.to)
        electrode = leave(s, self.seat, self.spot)
        cards = electrode.cards()
        cards.remove(electrode.kind)
        for card in cards:
            s.put(card, DISCARD, self.seat)
        attach_energy(target, as_energy(electrode.kind, option))
        award(s, [self.seat, 1 - self.seat])  # one for the other player


# Clefairy Doll.


def discard_doll(s: PokemonState, run: steps.Run) -> None:
    """Discards a Clefairy Doll in play; this does not count as a knock out."""
    discard_pokemon(s, run.seat, leave(s, run.seat, run.target))
    if run.target == 0:
        s.stack.append(Verdict())


steps.add_needs({"water in hand": has_water, "idle moves": may_idle})
steps.add_traits(
    {
        "movable damage": has_movable_damage,
        "not burning": is_not_burning,
        "grass energy": has_grass,
    }
)
steps.add_steps(move_damage, rain_dance, energy_burn, move_energy, buzzap, discard_doll)
