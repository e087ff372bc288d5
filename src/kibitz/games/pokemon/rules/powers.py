"""Pokémon Powers that players use, one small function a name (R-34).

Damage Swap, Rain Dance and Energy Trans can be used any number of times in a turn. Only moving
damage or Energy to and fro has a limit, see `may_idle`.

Strikes Back works by itself; it is in `kibitz.games.pokemon.rules.attacks`.
"""

from typing import ClassVar, Final

from kibitz.games.pokemon.cards.catalogue import (
    ACTIONS,
    COLORLESS,
    GRASS_ENERGY,
    NEEDS,
    WATER_ENERGY,
    as_energy,
)
from kibitz.games.pokemon.rules.energy import attach_energy
from kibitz.games.pokemon.rules.in_play import discard_pokemon, leave, may_idle
from kibitz.games.pokemon.rules.knockouts import Verdict, award
from kibitz.games.pokemon.rules.steps import (
    A_SPOT,
    AN_ELEMENT,
    Ask,
    Run,
    Target,
    add_needs,
    add_steps,
    add_traits,
    ask,
    run_steps,
)
from kibitz.games.pokemon.rules.trainers import NO_ATTACK
from kibitz.games.pokemon.state import DISCARD, HAND, Fight, Pokemon, at_spot, pile, pokemon_of

COUNTER: Final = 10
# What Powers need that could be used for ever.
IDLE: Final = NEEDS.index("idle moves")


def use_power(s: Fight, seat: int, action: int, spot: int) -> None:
    """Uses a Power."""
    s.board.idle = s.board.idle + 1 if IDLE in ACTIONS[action].needs else 0
    run_steps(s, seat, ACTIONS[action].steps, spot, NO_ATTACK)


class OtherPokemon(Ask):
    """A question for one of the player's Pokémon other than the one at a spot."""

    __match_args__ = ("seat", "spot")

    def __init__(self, seat: int, spot: int) -> None:
        super().__init__(seat)
        self.spot: Final = spot

    def asks(self) -> int:
        """Asks for a Pokémon."""
        return A_SPOT

    def options(self, state: Fight) -> list[int]:
        """Returns the others, the Active first."""
        count = len(pokemon_of(state, self.seat))
        return [spot for spot in range(count) if spot != self.spot]


# Damage Swap.


def can_bear(pokemon: Pokemon) -> bool:
    """Tells whether one more damage counter does not knock a Pokémon out."""
    return pokemon.left() > COUNTER


def has_movable_damage(target: Target) -> bool:
    """Tells whether damage of a Pokémon can go to another one."""
    if target.pokemon.damage == 0:
        return False
    own = pokemon_of(target.state, target.seat)
    return any(can_bear(other) and other is not target.pokemon for other in own)


def move_damage(s: Fight, run: Run) -> None:
    """Lets the player move a damage counter from the target."""
    ask(s, SwapDamage(run.seat, run.target))


class SwapDamage(OtherPokemon):
    """Which Pokémon takes the damage?"""

    id: ClassVar[str] = "swap_damage"

    def options(self, state: Fight) -> list[int]:
        """Returns the others that it does not knock out."""
        own = pokemon_of(state, self.seat)
        return [spot for spot in super().options(state) if can_bear(own[spot])]

    def pick(self, s: Fight, option: int) -> None:
        """Moves the damage."""
        at_spot(s, self.seat, self.spot).damage -= COUNTER
        at_spot(s, self.seat, option).damage += COUNTER


# Rain Dance.


def has_water(s: Fight, seat: int) -> bool:
    """Tells whether there is a basic Water Energy in the hand."""
    return WATER_ENERGY in pile(s, HAND, seat)


def rain_dance(s: Fight, run: Run) -> None:
    """Attaches a Water Energy from the hand, besides the one of the turn."""
    attach_energy(at_spot(s, run.seat, run.target), s.take(WATER_ENERGY, HAND, run.seat))


# Energy Burn.


def is_not_burning(target: Target) -> bool:
    """Tells whether the Energy of a Pokémon is not Fire already; a second time changes nothing."""
    return target.pokemon.burn_turn != target.state.turn


def energy_burn(s: Fight, run: Run) -> None:
    """Makes all Energy of the target Fire until the end of the turn."""
    at_spot(s, run.seat, run.target).burn_turn = s.turn


# Energy Trans.


def has_grass(target: Target) -> bool:
    """Tells whether a basic Grass Energy is attached to a Pokémon."""
    return GRASS_ENERGY in target.pokemon.energy


def move_energy(s: Fight, run: Run) -> None:
    """Lets the player move a Grass Energy from the target."""
    ask(s, MoveEnergy(run.seat, run.target))


class MoveEnergy(OtherPokemon):
    """Which Pokémon gets the Energy?"""

    id: ClassVar[str] = "move_energy"

    def pick(self, s: Fight, option: int) -> None:
        """Moves it."""
        at_spot(s, self.seat, self.spot).energy.remove(GRASS_ENERGY)
        attach_energy(at_spot(s, self.seat, option), GRASS_ENERGY)


# Buzzap.


def buzzap(s: Fight, run: Run) -> None:
    """Lets the player turn the target into Energy for another Pokémon."""
    ask(s, BuzzapFor(run.seat, run.target))


class BuzzapFor(OtherPokemon):
    """Which Pokémon gets Electrode as Energy?"""

    id: ClassVar[str] = "buzzap_for"

    def pick(self, s: Fight, option: int) -> None:
        """Asks for the type."""
        ask(s, BuzzapElement(self.seat, self.spot, option))


class BuzzapElement(Ask):
    """Which type of Energy does Electrode provide?"""

    id: ClassVar[str] = "buzzap_element"
    __match_args__ = ("seat", "spot", "to")

    def __init__(self, seat: int, spot: int, to: int) -> None:
        """Takes who chooses, where Electrode is, and the spot of the Pokémon that gets it."""
        super().__init__(seat)
        self.spot: Final = spot
        self.to: Final = to

    def asks(self) -> int:
        """Asks for a type."""
        return AN_ELEMENT

    def options(self, state: Fight) -> list[int]:
        """Returns all types but Colorless."""
        return list(range(COLORLESS))

    def pick(self, s: Fight, option: int) -> None:
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


def discard_doll(s: Fight, run: Run) -> None:
    """Discards a Clefairy Doll in play; that is no knock out."""
    discard_pokemon(s, run.seat, leave(s, run.seat, run.target))
    if run.target == 0:
        s.stack.append(Verdict())


add_needs({"water in hand": has_water, "idle moves": may_idle})
add_traits(
    {
        "movable damage": has_movable_damage,
        "not burning": is_not_burning,
        "grass energy": has_grass,
    }
)
add_steps(
    {
        "move_damage": move_damage,
        "rain_dance": rain_dance,
        "energy_burn": energy_burn,
        "move_energy": move_energy,
        "buzzap": buzzap,
        "discard_doll": discard_doll,
    }
)
