"""The slice on the card kit with a `legal` of its own, from moves that are made once."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from benchmarks.slice.cards import (
    BASIC,
    BENCH_SIZE,
    BILL,
    CARDS,
    ENERGY,
    EVOLUTION,
    GUST,
    POTION,
    SEARCH,
    TRAINER,
    can_pay,
)
from benchmarks.slice.game import (
    ACTIVE,
    ATTACHED,
    BENCH,
    DECK,
    HAND,
    LAYOUT,
    Answer,
    Attach,
    Bench,
    EndTurn,
    Evolve,
    Fetch,
    Match,
    Pay,
    Pokemon,
    Promote,
    Retreat,
    SetUp,
    Slice,
    Strike,
    Trainer,
    can_retreat,
)
from kibitz.core import Move

COUNT: Final = len(CARDS)
PLACES: Final = BENCH_SIZE * LAYOUT.spots
BENCHES: Final = [Bench(card) for card in range(COUNT)]
ATTACHES: Final = [[Attach(card, to) for to in range(PLACES)] for card in range(COUNT)]
EVOLVES: Final = [[Evolve(card, on) for on in range(PLACES)] for card in range(COUNT)]
TRAINERS: Final = [[Trainer(card, at) for at in range(PLACES)] for card in range(COUNT)]
UNAIMED: Final = [Trainer(card, None) for card in range(COUNT)]
RETREATS: Final = [Retreat(to) for to in range(PLACES)]
STRIKES: Final = [Strike(0), Strike(1)]
END_TURN: Final = EndTurn()
SINGLE: Final[dict[str, list[Answer]]] = {
    asked.id: [Answer(asked.id, (pick,)) for pick in range(max(COUNT, PLACES))]
    for asked in (SetUp, Promote, Fetch)
}
PAYS: Final = [[Answer(Pay.id, (a, b)) for b in range(COUNT)] for a in range(COUNT)]


def add_answers(state: Match, found: list[Move[Match]]) -> None:
    """Adds the answers to what is asked."""
    asked = state.question()
    assert asked is not None
    if isinstance(asked, Pay):
        add_pays(state.cards[state.index(HAND, asked.seat)], found)
        return
    moves = SINGLE[asked.id]
    for pick in asked.options(state):
        found.append(moves[pick])


def add_pays(hand: list[int], found: list[Move[Match]]) -> None:
    """Adds each pair of cards of a sorted hand once."""
    count = len(hand)
    for first in range(count):
        if first and hand[first] == hand[first - 1]:
            continue
        moves = PAYS[hand[first]]
        last = 0
        for second in range(first + 1, count):
            if hand[second] != last:
                last = hand[second]
                found.append(moves[last])


def add_benches(kinds: list[int], found: list[Move[Match]]) -> None:
    """Adds the Basics that can come onto a bench with room."""
    for card in kinds:
        if BASIC[card]:
            found.append(BENCHES[card])


def add_attaches(kinds: list[int], places: list[int], found: list[Move[Match]]) -> None:
    """Adds every energy on every Pokémon."""
    for card in kinds:
        if ENERGY[card]:
            moves = ATTACHES[card]
            for place in places:
                found.append(moves[place])


def add_evolves(
    turn: int, kinds: list[int], line: list[Pokemon], places: list[int], found: list[Move[Match]]
) -> None:
    """Adds every evolution on those that it fits."""
    for card in kinds:
        if EVOLUTION[card]:
            before = CARDS[card].evolves
            for at in range(len(line)):
                if line[at].kind == before and line[at].since != turn:
                    found.append(EVOLVES[card][places[at]])


def add_trainers(
    state: Match, kinds: list[int], line: list[Pokemon], places: list[int], found: list[Move[Match]]
) -> None:
    """Adds the trainer cards with all that they can be aimed at."""
    seat = state.seat
    for card in kinds:
        if not TRAINER[card]:
            continue
        if card in (BILL, SEARCH):
            enough = card == BILL or state.count(HAND, seat) >= 3
            if enough and state.count(DECK, seat):
                found.append(UNAIMED[card])
        elif card == POTION:
            for at in range(len(line)):
                if line[at].damage:
                    found.append(TRAINERS[card][places[at]])
        else:
            whose = 1 - seat if card == GUST else seat
            place = LAYOUT.place(BENCH, whose, 0)
            for _ in range(len(state.row(BENCH, whose))):
                found.append(TRAINERS[card][place])
                place += LAYOUT.spots


def add_attacks(mine: Pokemon, found: list[Move[Match]]) -> None:
    """Adds the attacks that a Pokémon has the energy for."""
    if not mine.can_move():
        return
    attacks = CARDS[mine.kind].attacks
    for index in range(len(attacks)):
        if can_pay(mine.energy, attacks[index]):
            found.append(STRIKES[index])


def add_moves(state: Match, found: list[Move[Match]]) -> None:
    """Adds what the active seat may do."""
    seat = state.seat
    # Each kind of card in the hand once; all own Pokémon, the active first, and their places.
    kinds: list[int] = []
    last = 0
    for card in state.cards[state.index(HAND, seat)]:
        if card != last:
            kinds.append(card)
            last = card
    line = state.row(ACTIVE, seat) + state.row(BENCH, seat)
    size = len(line) - 1
    places = [LAYOUT.place(ACTIVE, seat, 0)]
    place = LAYOUT.place(BENCH, seat, 0)
    for _ in range(size):
        places.append(place)
        place += LAYOUT.spots
    if size < BENCH_SIZE:
        add_benches(kinds, found)
    if not state.marks & ATTACHED:
        add_attaches(kinds, places, found)
    if state.turn > 2:
        add_evolves(state.turn, kinds, line, places, found)
    add_trainers(state, kinds, line, places, found)
    if size and can_retreat(state, seat):
        for at in range(1, size + 1):
            found.append(RETREATS[places[at]])
    add_attacks(line[0], found)
    found.append(END_TURN)


@mypyc_attr(allow_interpreted_subclasses=True)
class HotSlice(Slice):
    """Two decks of sixty; the list of legal moves is written by hand."""

    id: ClassVar[str] = "slice_hot"
    title: ClassVar[str] = "Slice, hot (unofficial)"

    def legal(self, state: Match) -> list[Move[Match]]:
        found: list[Move[Match]] = []
        if state.over:
            return found
        if state.stack:
            add_answers(state, found)
        else:
            add_moves(state, found)
        return found
