"""The bare slice: the deal, the legal moves, what a player sees and cannot rule out."""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from benchmarks.slice.bare.moves import (
    ATTACHES,
    BENCHES,
    COUNT,
    END_TURN,
    EVOLVES,
    FETCHES,
    PAYS,
    PROMOTES,
    RETREATS,
    SETUPS,
    STRIKES,
    TRAINERS,
    UNAIMED,
    Attach,
    BareMove,
    Bench,
    EndTurn,
    Evolve,
    Fetch,
    Pay,
    Promote,
    Retreat,
    SetUp,
    Strike,
    Trainer,
)
from benchmarks.slice.bare.rules import add, can_move, can_retreat, kinds_in, part_at, settle
from benchmarks.slice.bare.state import (
    ASK_PAY,
    ASK_PROMOTE,
    ASK_SETUP,
    BEGIN,
    NOBODY,
    TRUTH,
    UNKNOWN,
    BareMatch,
    Side,
)
from benchmarks.slice.cards import (
    BASIC,
    BENCH_SIZE,
    BILL,
    CARDS,
    DECKS,
    ENERGY,
    EVOLUTION,
    GUST,
    HAND_SIZE,
    POTION,
    PRIZE_COUNT,
    SEARCH,
    TRAINER,
    can_pay,
    has_basic,
)
from kibitz.core import Game, Move, Reject, Rng
from kibitz.core.randomness import hidden_rng
from kibitz.core.reject import NOT_YOUR_TURN

# How often a world is drawn anew that the rules have shown to be impossible.
TRIES = 200


@mypyc_attr(allow_interpreted_subclasses=True)
class BareSlice(Game[BareMatch, BareMatch]):
    """Two decks of sixty, by hand."""

    id: ClassVar[str] = "slice_bare"
    title: ClassVar[str] = "Slice, bare (unofficial)"

    def kinds(self) -> list[type[Move[BareMatch]]]:
        main: list[type[Move[BareMatch]]] = [Bench, Attach, Evolve, Trainer, Retreat, Strike]
        return [*main, EndTurn, SetUp, Promote, Pay, Fetch]

    def setup(self, rng: Rng) -> BareMatch:
        first = rng.below(2)
        sides = [deal(DECKS[0], rng), deal(DECKS[1], rng)]
        asked = [(ASK_SETUP, 0), (ASK_SETUP, 1)]
        flow = (0, first, BEGIN)
        return BareMatch(
            rng, 0, False, "", NOBODY, TRUTH, *flow, False, False, [0, 0], asked, sides
        )

    def gate(self, state: BareMatch, seat: int, kind: type[Move[BareMatch]]) -> Reject | None:
        if state.seat != seat:
            return Reject(NOT_YOUR_TURN, f"it is the turn of seat {state.seat}")
        if issubclass(kind, BareMove) and kind.answers != state.question():
            return Reject("OTHER_QUESTION", "something else is asked now")
        return None

    def play(self, state: BareMatch, move: Move[BareMatch], seat: int | None = None) -> None:
        move.apply(state, state.seat if seat is None else seat)
        settle(state)

    def legal(self, state: BareMatch) -> list[Move[BareMatch]]:
        found: list[Move[BareMatch]] = []
        if state.over:
            return found
        if state.asked:
            add_answers(state, found)
        else:
            add_moves(state, found)
        return found

    def returns(self, state: BareMatch) -> list[float]:
        if state.winner == NOBODY:
            return [0.0, 0.0]
        return [1.0, -1.0] if state.winner == 0 else [-1.0, 1.0]

    def view(self, state: BareMatch, seat: int) -> BareMatch:
        """Returns what a seat sees; `deck` holds all that may be where cards are hidden."""
        sides: list[Side] = []
        for whose in (0, 1):
            side = state.sides[whose]
            hidden = [UNKNOWN] * len(side.prizes)
            if whose != seat:
                pool = sorted(side.deck + side.prizes + side.hand)
                sides.append(side.with_cards([UNKNOWN] * len(side.hand), pool, hidden))
            elif side.searched:
                sides.append(side.with_cards(side.hand[:], sorted(side.deck), sorted(side.prizes)))
            else:
                sides.append(side.with_cards(side.hand[:], sorted(side.deck + side.prizes), hidden))
        return state.with_sides(hidden_rng(), seat, sides)

    def sample(self, view: BareMatch, rng: Rng) -> BareMatch:
        sides: list[Side] = []
        for seat in (0, 1):
            sides.append(filled(view.sides[seat], (ASK_SETUP, seat) in view.asked, rng))
        return view.with_sides(rng.fork(), TRUTH, sides)


def deal(cards: list[int], rng: Rng) -> Side:
    """Deals a hand with a Basic: any other hand is shuffled back and dealt again."""
    hand: list[int] = []
    deck: list[int] = []
    while not has_basic(hand):
        deck = cards[:]
        rng.shuffle(deck)
        hand = []
        for _ in range(HAND_SIZE):
            add(hand, deck.pop())
    prizes = [deck.pop() for _ in range(PRIZE_COUNT)]
    return Side(hand, deck, prizes, [], None, [], False)


def filled(side: Side, asked: bool, rng: Rng) -> Side:
    """Fills in the hidden cards of a side, which may be asked for its first Pokémon."""
    held, set_aside = len(side.hand), len(side.prizes)
    hand, deck, prizes = side.hand[:], side.deck[:], side.prizes[:]
    rng.shuffle(deck)
    if prizes and prizes[0] != UNKNOWN:
        rng.shuffle(prizes)
    else:
        prizes = deck[:set_aside]
        del deck[:set_aside]
    if hand and hand[0] == UNKNOWN:
        hand = deck[:held]
        del deck[:held]
        for _ in range(TRIES):
            # A hand that is asked for its first Pokémon has one: others were exchanged.
            if not asked or has_basic(hand):
                break
            deck.extend(hand)
            rng.shuffle(deck)
            hand = deck[:held]
            del deck[:held]
        hand.sort()
    return side.with_cards(hand, deck, prizes)


# Legal moves.


def add_answers(state: BareMatch, found: list[Move[BareMatch]]) -> None:
    """Adds the answers to what is asked."""
    asked, seat = state.asked[0]
    side = state.sides[seat]
    if asked == ASK_SETUP:
        for card in kinds_in(side.hand):
            if BASIC[card]:
                found.append(SETUPS[card])
    elif asked == ASK_PROMOTE:
        for place in range(1, len(side.bench) + 1):
            found.append(PROMOTES[place])
    elif asked == ASK_PAY:
        add_pays(side.hand, found)
    else:
        there = [False] * COUNT
        for card in side.deck:
            there[card] = True
        for card in range(COUNT):
            if there[card]:
                found.append(FETCHES[card])


def add_pays(hand: list[int], found: list[Move[BareMatch]]) -> None:
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


def add_moves(state: BareMatch, found: list[Move[BareMatch]]) -> None:
    """Adds what the active seat may do."""
    seat = state.seat
    side = state.sides[seat]
    size = len(side.bench)
    kinds = kinds_in(side.hand)
    if size < BENCH_SIZE:
        for card in kinds:
            if BASIC[card]:
                found.append(BENCHES[card])
    if not state.attached:
        add_attaches(size, kinds, found)
    if state.turn > 2:
        add_evolves(state, side, kinds, found)
    add_trainers(side, len(state.sides[1 - seat].bench), kinds, found)
    if size and can_retreat(state, seat):
        for place in range(1, size + 1):
            found.append(RETREATS[place])
    add_attacks(side, found)
    found.append(END_TURN)


def add_attaches(size: int, kinds: list[int], found: list[Move[BareMatch]]) -> None:
    """Adds every energy on every Pokémon."""
    for card in kinds:
        if ENERGY[card]:
            for place in range(size + 1):
                found.append(ATTACHES[card][place])


def add_attacks(side: Side, found: list[Move[BareMatch]]) -> None:
    """Adds the attacks that the active Pokémon has the energy for."""
    mine = side.active
    if mine is None or not can_move(mine):
        return
    attacks = CARDS[mine.kind].attacks
    for index in range(len(attacks)):
        if can_pay(mine.energy, attacks[index]):
            found.append(STRIKES[index])


def add_evolves(
    state: BareMatch, side: Side, kinds: list[int], found: list[Move[BareMatch]]
) -> None:
    """Adds every evolution on those that it fits."""
    for card in kinds:
        if EVOLUTION[card]:
            before = CARDS[card].evolves
            for place in range(len(side.bench) + 1):
                part = part_at(side, place)
                if part is not None and part.kind == before and part.since != state.turn:
                    found.append(EVOLVES[card][place])


def add_trainers(side: Side, foes: int, kinds: list[int], found: list[Move[BareMatch]]) -> None:
    """Adds the trainer cards with all that they can be aimed at."""
    for card in kinds:
        if not TRAINER[card]:
            continue
        moves = TRAINERS[card]
        if card in (BILL, SEARCH):
            if side.deck and (card == BILL or len(side.hand) >= 3):
                found.append(UNAIMED[card])
        elif card == POTION:
            for place in range(len(side.bench) + 1):
                part = part_at(side, place)
                if part is not None and part.damage:
                    found.append(moves[place])
        else:
            for place in range(1, (foes if card == GUST else len(side.bench)) + 1):
                found.append(moves[place])
