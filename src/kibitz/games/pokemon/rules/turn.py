"""The course of a match: turns, retreating, and what happens between turns (1.2, 1.4, 1.7)."""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon.cards.catalogue import (
    DEFENDER,
    HP,
    IS_DOLL,
    PLUS_POWER,
    RETREAT,
    energy_units,
)
from kibitz.games.pokemon.rules.energy import discard_energy, retreat_ways
from kibitz.games.pokemon.rules.in_play import (
    clear_handicaps,
    clear_shield,
    may_idle,
    switch_active,
)
from kibitz.games.pokemon.rules.knockouts import finish, knock_outs
from kibitz.games.pokemon.rules.steps import Ask, ask, next_of
from kibitz.games.pokemon.state import (
    ASLEEP,
    BENCH,
    BY_DECK,
    CONFUSED,
    DECK,
    DISCARD,
    DRAW,
    HAND,
    HEALTHY,
    MAIN,
    PARALYZED,
    Field,
    Fight,
    Pokemon,
    active,
    bench,
    flip,
    pile,
)


def settle(s: Fight) -> None:
    """Goes on with what waits on the stack until somebody must decide."""
    while s.stack and not s.over:
        top = s.stack[-1]
        if isinstance(top, Ask):
            s.seat = top.seat
            return
        s.stack.pop()
        top.resolve(s)
    s.seat = s.active


def draw_card(s: Fight, seat: int) -> None:
    """Draws the card of the turn; with an empty deck the player loses (R-6)."""
    if not pile(s, DECK, seat):
        finish(s, 1 - seat, BY_DECK)
        return
    s.draw(seat, DECK, HAND, 1)
    s.phase = MAIN


# Retreating.


def retreat_problem(s: Fight, seat: int) -> str:
    """Says why the Active Pokémon cannot retreat; nothing if it can (R-15, R-16)."""
    pokemon = active(s, seat)
    limit = s.board.rules.retreats_per_turn
    if not bench(s, seat):
        return "there is no Pokémon on the Bench"
    if IS_DOLL[pokemon.kind]:
        return "it cannot retreat"
    if pokemon.condition == ASLEEP or pokemon.condition == PARALYZED:
        return "it is asleep" if pokemon.condition == ASLEEP else "it is paralyzed"
    if pokemon.stuck_turn == s.turn:
        return "it has tried to retreat this turn"
    if limit and s.board.retreats >= limit:
        return f"no more than {limit} retreats are allowed in a turn"
    if RETREAT[pokemon.kind] == 0 and not may_idle(s, seat):
        return "you have only moved to and fro: do something else first"
    return ""


def can_pay_retreat(pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon has the Energy for its retreat cost."""
    cost = RETREAT[pokemon.kind]
    for energy in pokemon.energy:
        if cost <= 0:
            break
        cost -= energy_units(energy)
    return cost <= 0


def retreat(s: Fight, seat: int, index: int) -> None:
    """Pays for a retreat to a place on the Bench; asks with what where there is a choice."""
    s.board.retreats += 1
    s.board.idle = s.board.idle + 1 if RETREAT[active(s, seat).kind] == 0 else 0
    s.stack.append(Retreating(seat, index))
    pay_retreat(s, seat, ())


def pay_retreat(s: Fight, seat: int, held: tuple[int, ...]) -> None:
    """Discards the Energy for a retreat, or asks for the next card."""
    pokemon = active(s, seat)
    cost = RETREAT[pokemon.kind]
    if cost == 0:
        return
    ways = [way for way in retreat_ways(pokemon.energy, cost) if way[: len(held)] == held]
    asks = s.board.rules.asks_always and len(ways[0]) > len(held)
    if len(ways) > 1 or asks:
        ask(s, PayRetreat(seat, held))
        return
    for energy in ways[0]:
        discard_energy(s, seat, pokemon, energy)


class PayRetreat(Ask):
    """Which Energy do you discard to retreat?"""

    id: ClassVar[str] = "pay_retreat"
    __match_args__ = ("seat", "held")

    def __init__(self, seat: int, held: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.held: Final = held

    def options(self, state: Fight) -> list[int]:
        """Returns the Energy that can come next."""
        pokemon = active(state, self.seat)
        return next_of(retreat_ways(pokemon.energy, RETREAT[pokemon.kind]), self.held)

    def pick(self, s: Fight, option: int) -> None:
        """Asks for the next one, or discards all of them."""
        pay_retreat(s, self.seat, (*self.held, option))


class Retreating(kit.Effect[Pokemon, Field]):
    """Retreats after the cost was paid."""

    id: ClassVar[str] = "retreating"
    __match_args__ = ("seat", "index")

    def __init__(self, seat: int, index: int) -> None:
        self.seat: Final = seat
        self.index: Final = index

    def resolve(self, state: Fight) -> None:
        """Flips for confusion, then switches."""
        pokemon = active(state, self.seat)
        blocks = state.board.rules.confusion_blocks_retreat
        if pokemon.condition == CONFUSED and blocks and not flip(state):
            pokemon.stuck_turn = state.turn
        else:
            switch_active(state, self.seat, self.index)


# Between turns.


def end_turn(s: Fight) -> None:
    """Ends the turn of the active seat."""
    seat = s.active
    own, other = active(s, seat), active(s, 1 - seat)
    suffer(s, own)
    if own.condition == PARALYZED and own.paralyzed < s.turn:
        own.condition = HEALTHY
        own.paralyzed = 0
    discard_trainers(s, seat, PLUS_POWER)
    suffer(s, other)
    discard_trainers(s, 1 - seat, DEFENDER)
    expire(s, own)
    expire(s, other)
    if own.poison or other.poison:
        s.stack.append(NextTurn())
        knock_outs(s)
    else:
        next_turn(s)


def suffer(s: Fight, pokemon: Pokemon) -> None:
    """Lets poison hurt a Pokémon and a sleeping one wake up on heads."""
    pokemon.damage += pokemon.poison
    if pokemon.condition == ASLEEP and pokemon.damage < HP[pokemon.kind] and flip(s):
        pokemon.condition = HEALTHY


def discard_trainers(s: Fight, seat: int, card: int) -> None:
    """Discards the PlusPowers or the Defenders of a seat."""
    for row in (s.rows[seat * 2], s.rows[seat * 2 + BENCH]):
        for pokemon in row:
            if not pokemon.trainers:
                continue
            while card in pokemon.trainers:
                pokemon.trainers.remove(card)
                s.put(card, DISCARD, seat)


def expire(s: Fight, pokemon: Pokemon) -> None:
    """Ends what was done to or for a Pokémon in the turn before."""
    if pokemon.shield_turn < s.turn and pokemon.bond_turn < s.turn:
        clear_shield(pokemon)
    if pokemon.blind_turn < s.turn and pokemon.disabled_turn < s.turn:
        clear_handicaps(pokemon)


class NextTurn(kit.Effect[Pokemon, Field]):
    """Begins the turn of the other seat."""

    id: ClassVar[str] = "next_turn"

    def resolve(self, state: Fight) -> None:
        """Begins it."""
        next_turn(state)


def next_turn(s: Fight) -> None:
    """Begins the turn of the other seat."""
    s.turn += 1
    s.active = 1 - s.active
    s.marks = 0
    s.phase = DRAW
    s.board.trainers = 0
    s.board.retreats = 0
    s.board.idle = 0
