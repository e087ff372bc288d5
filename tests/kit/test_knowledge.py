"""Who knows what: the law of twins over random steps, and small cases."""

import random
from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

import pytest

from kibitz import kit
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import Rng, seeded
from kibitz.kit.errors import LayoutError
from kibitz.kit.knowledge import veil
from kibitz.kit.state import TableState
from kibitz.testing import census

HAND: Final = 0
DECK: Final = 1
DISCARD: Final = 2
PRIZES: Final = 3
BID: Final = 4
BAG: Final = 5
RAT, CAT, DOG, OWL, FOX, BEE = range(1, 7)
DECKLIST: Final = (RAT, RAT, RAT, CAT, CAT, DOG, OWL, FOX, FOX, BEE)

CATALOGUE: Final[kit.Catalogue[kit.Card]] = kit.read_catalogue(
    [{"id": word} for word in ("rat", "cat", "dog", "owl", "fox", "bee")], kit.Card
)


class Empty(kit.Board):
    """A board without variables."""

    __match_args__ = ()


Table: TypeAlias = kit.TableState[kit.Unit, Empty]


def make_layout(
    seats: int = 2, ordered: bool = False, shared: bool = False, most: int = 0
) -> kit.Layout:
    """Declares a zone of every sort; with `shared` there is one deck, and one pool for all.

    With `most` it is a table of a layout for more players.
    """
    pool = "all" if shared else ""
    zones = (
        kit.Zone("hand", "owner", ordered, pool),
        kit.Zone("deck", "none", ordered=True, pool=pool, shared=shared),
        kit.Zone("discard", pool=pool),
        kit.Zone("prizes", "none", ordered=True, pool=pool),
        kit.Zone("bid", "owner", pool=pool),
        kit.Zone("bag", "none", pool=pool),
    )
    return kit.make_layout(CATALOGUE, zones, seats=(seats, most or seats)).for_seats(seats)


def deal(layout: kit.Layout, seed: object = 0) -> Table:
    """Deals three cards to each hand, two prizes and two cards in the bag."""
    state: Table = TableState(seeded(f"{seed}"), layout, Empty())
    for seat in range(layout.seats):
        state.add(DECKLIST, DECK, seat)
    for seat in range(layout.seats):
        state.shuffle(DECK, seat)
        for zone, count in ((HAND, 3), (PRIZES, 2), (BAG, 2)):
            state.draw(seat, DECK, zone, count)
    return state


def known(state: Table, seat: int) -> tuple[object, ...]:
    """Returns what a seat sees of the cards, and knows of what everybody knows."""
    view = veil(state, seat)
    return (view.cards, view.seen, view.content, view.pools)


# The law of twins.


class Twins:
    """The true world, one that a viewer cannot rule out, and what both went through.

    Every step looks alike to the viewer in both worlds. What it is shown may differ; then it can
    tell the worlds apart, and a new twin takes the place of the old one.
    """

    def __init__(self, truth: Table, seed: str) -> None:
        self.rng: Final = random.Random(seed)
        self.layout: Final = truth.layout
        self.viewer: Final = self.rng.randrange(-1, truth.layout.seats)
        self.truth: Final = truth
        self.twin = self.sample()
        self.log: Final[list[str]] = []

    def sample(self) -> Table:
        """Returns a world that the viewer cannot rule out."""
        return kit.fill(veil(self.truth, self.viewer), seeded(f"{self.rng.random()}"))

    def step(self) -> None:
        """Does something at random in both worlds."""
        seat = self.rng.randrange(self.layout.seats)
        other = (seat + self.rng.randrange(1, self.layout.seats)) % self.layout.seats
        name = self.rng.choice(list(STEPS))
        self.log.append(f"{name} {seat} {other}")
        if not STEPS[name](self, seat, other) or self.rng.randrange(8) == 0:
            self.twin = self.sample()

    def sees(self, mask: int) -> bool:
        """Tells whether the viewer is among the seats of a mask; spectators see what all see."""
        if self.viewer == SPECTATOR:
            return mask == self.layout.everybody
        return (mask >> self.viewer) & 1 == 1

    def pick(self, p: int, mask: int) -> tuple[int, int] | None:
        """Picks in each world the index of a card of a pile, so that its leaving looks alike."""
        mine, other = self.truth.cards[p], self.twin.cards[p]
        if not mine:
            return None
        at = self.rng.randrange(len(mine))
        if self.layout.ordered[p]:
            return at, at  # everybody sees where it lay
        if not self.sees(mask):
            return mine.index(mine[at]), other.index(self.rng.choice(other))
        return (mine.index(mine[at]), other.index(mine[at])) if mine[at] in other else None

    # The parts of steps; each tells whether the viewer was shown the same in both worlds.

    def move(self, source: int, seat: int, target: int, whose: int, bottom: bool = False) -> bool:
        """Moves any card of a pile."""
        p, q = self.truth.index(source, seat), self.truth.index(target, whose)
        follow = self.layout.usual[p] | self.layout.usual[q]
        if self.layout.group[p] != self.layout.group[q]:
            if self.layout.seats > 2:
                return True  # a third seat would learn from the pools which card it was
            follow = self.layout.everybody
        picked = self.pick(p, follow)
        if picked is None:
            return True
        follow |= self.follow(p, picked[0])
        cards = [self.truth.cards[p][picked[0]], self.twin.cards[p][picked[1]]]
        self.truth.carry(p, picked[0], q, 0 if bottom else -1)
        self.twin.carry(p, picked[1], q, 0 if bottom else -1)
        return not self.sees(follow) or cards[0] == cards[1]

    def follow(self, p: int, at: int) -> int:
        """Returns the seats that know a card of a pile while it leaves."""
        masks = self.truth.seen[p]
        return masks[at] if masks and self.layout.ordered[p] else self.layout.usual[p]

    def draw(self, source: int, seat: int, target: int) -> bool:
        """Moves the top card of a pile."""
        p, q = self.truth.index(source, seat), self.truth.index(target, seat)
        follow = self.follow(p, -1) | self.layout.usual[q]
        tops = [state.cards[p][-1:] for state in (self.truth, self.twin)]
        self.truth.draw(seat, source, target)
        self.twin.draw(seat, source, target)
        return not self.sees(follow) or tops[0] == tops[1]

    def enter(self, source: int, seat: int, target: int, whose: int) -> bool:
        """Takes a card into play, where all see it, and from there into a pile."""
        p = self.truth.index(source, seat)
        picked = self.pick(p, self.layout.everybody)
        if picked is None:
            return True
        cards = [self.truth.cards[p][picked[0]], self.twin.cards[p][picked[1]]]
        places = [self.truth.cards[p].index(cards[0]), self.twin.cards[p].index(cards[1])]
        if self.layout.ordered[p] and places[0] != places[1]:
            return True  # cards are taken by kind, and everybody sees where they lay
        for state, card in ((self.truth, cards[0]), (self.twin, cards[1])):
            state.put(state.take(card, source, seat), target, whose)
        return cards[0] == cards[1]

    def show(self, zone: int, seat: int, mask: int, count: int = -1) -> bool:
        """Shows the top cards of a zone, or all, to the seats of a mask."""
        p = self.truth.index(zone, seat)
        shown = []
        for state in (self.truth, self.twin):
            state.show(zone, seat, mask, count)
            shown.append(veil(state, self.viewer).cards[p])
        return shown[0] == shown[1]

    def search(self, zone: int, seat: int, searcher: int) -> bool:
        """Lets a seat know what is in a zone."""
        for state in (self.truth, self.twin):
            state.search(zone, seat, 1 << searcher)
        mine, other = self.truth.pile(zone, seat), self.twin.pile(zone, seat)
        return searcher != self.viewer or sorted(mine) == sorted(other)

    def shuffle(self, zone: int, seat: int) -> bool:
        """Shuffles a zone; whoever sees it sees the new order."""
        self.truth.shuffle(zone, seat)
        self.twin.shuffle(zone, seat)
        return not self.sees(self.layout.usual[self.truth.index(zone, seat)])

    def bury(self, source: int, seat: int, target: int) -> bool:
        """Puts all cards of a pile under another one, in random order."""
        self.truth.bury(source, seat, target)
        self.twin.bury(source, seat, target)
        return True

    def swap(self, zone: int, seat: int, other: int, whose: int) -> bool:
        """Exchanges two piles, if both are ordered or neither is."""
        p, q = self.truth.index(zone, seat), self.truth.index(other, whose)
        both = self.layout.usual[p] | self.layout.usual[q] | 1 << self.layout.most
        hidden = self.layout.group[p] != self.layout.group[q] and both != self.layout.everybody
        if hidden or self.layout.ordered[p] != self.layout.ordered[q]:
            return True
        shown = []
        for state in (self.truth, self.twin):
            state.swap(zone, seat, other, whose)
            view = veil(state, self.viewer)
            shown.append((view.cards[p], view.cards[q]))
        return shown[0] == shown[1]


# What can happen, with the seat that acts and another one.
STEPS: Final[dict[str, Callable[[Twins, int, int], bool]]] = {
    "draw": lambda t, seat, other: t.draw(DECK, seat, HAND),
    "take a prize": lambda t, seat, other: t.draw(PRIZES, seat, HAND),
    "hide": lambda t, seat, other: t.move(HAND, seat, DECK, seat),
    "tuck": lambda t, seat, other: t.move(HAND, seat, DECK, seat, bottom=True),
    "play": lambda t, seat, other: t.move(HAND, seat, DISCARD, seat),
    "take back": lambda t, seat, other: t.move(DISCARD, seat, HAND, seat),
    "give": lambda t, seat, other: t.move(HAND, seat, HAND, other),
    "bid": lambda t, seat, other: t.move(HAND, seat, BID, seat),
    "unveil": lambda t, seat, other: t.move(BID, seat, DISCARD, seat),
    "bag": lambda t, seat, other: t.move(HAND, seat, BAG, seat),
    "take out of the bag": lambda t, seat, other: t.move(BAG, seat, HAND, seat),
    "empty the bag": lambda t, seat, other: t.move(BAG, seat, DISCARD, seat),
    "summon": lambda t, seat, other: t.enter(HAND, seat, DISCARD, seat),
    "reveal": lambda t, seat, other: t.enter(HAND, seat, HAND, seat),
    "bury": lambda t, seat, other: t.enter(DISCARD, seat, DECK, other),
    "look": lambda t, seat, other: t.show(DECK, seat, 1 << seat, 2),
    "peek": lambda t, seat, other: t.show(DECK, other, 1 << seat, 1),
    "look into the bag": lambda t, seat, other: t.show(BAG, seat, 1 << seat),
    "spy": lambda t, seat, other: t.show(HAND, other, 1 << seat),
    "show": lambda t, seat, other: t.show(HAND, seat, t.layout.everybody),
    "search": lambda t, seat, other: t.search(DECK, seat, seat),
    "search theirs": lambda t, seat, other: t.search(DECK, other, seat),
    "search prizes": lambda t, seat, other: t.search(PRIZES, seat, seat),
    "search the bag": lambda t, seat, other: t.search(BAG, other, seat),
    "fetch": lambda t, seat, other: t.move(DECK, seat, HAND, seat) & t.shuffle(DECK, seat),
    "shuffle": lambda t, seat, other: t.shuffle(DECK, seat),
    "shuffle the bag": lambda t, seat, other: t.shuffle(BAG, seat),
    "shuffle the hand": lambda t, seat, other: t.shuffle(HAND, seat),
    "bury the hand": lambda t, seat, other: t.bury(HAND, seat, DECK),
    "bury the bag": lambda t, seat, other: t.bury(BAG, seat, DECK),
    "swap hands": lambda t, seat, other: t.swap(HAND, seat, HAND, other),
    "swap decks": lambda t, seat, other: t.swap(DECK, seat, DECK, other),
    "swap prizes": lambda t, seat, other: t.swap(PRIZES, seat, PRIZES, other),
    "swap bags": lambda t, seat, other: t.swap(BAG, seat, BAG, other),
    "swap hand and bag": lambda t, seat, other: t.swap(HAND, seat, BAG, other),
    "swap hand and bid": lambda t, seat, other: t.swap(HAND, seat, BID, seat),
    "swap deck and prizes": lambda t, seat, other: t.swap(DECK, seat, PRIZES, other),
}


def check_twins(twins: Twins, steps: int) -> None:
    """Goes some steps in both worlds and checks every law of views after each."""
    cards = census(twins.truth)
    for _ in range(steps):
        twins.step()
        seen = known(twins.truth, twins.viewer)
        assert known(twins.twin, twins.viewer) == seen, twins.log
        assert known(twins.sample(), twins.viewer) == seen, twins.log
        assert known(twins.twin, SPECTATOR) == known(twins.truth, SPECTATOR), twins.log
        assert census(twins.truth) == census(twins.twin) == cards, twins.log


@pytest.mark.parametrize("shared", [False, True], ids=["own decks", "shared deck"])
@pytest.mark.parametrize("ordered", [False, True], ids=["unordered hand", "ordered hand"])
@pytest.mark.parametrize("seats", [2, 3])
def test_worlds_that_look_alike_stay_alike(seats: int, ordered: bool, shared: bool) -> None:
    # Eight sorts of tables, each with 50 matches of 50 steps: 20,000 steps.
    for match in range(50):
        seed = f"{seats}/{ordered}/{shared}/{match}"
        check_twins(Twins(deal(make_layout(seats, ordered, shared), seed), seed), 50)


def test_worlds_stay_alike_at_a_table_with_free_seats() -> None:
    for match in range(50):
        layout = make_layout(2 + match % 2, shared=match % 3 > 0, most=5)
        check_twins(Twins(deal(layout, match), f"{match}"), 50)


class Telling(kit.TableState[kit.Unit, Empty]):
    """Blurs a pile only if the card that left it unseen was known."""

    def with_cards(
        self, rng: Rng, viewer: int, cards: list[list[int]], seen: list[tuple[int, ...]]
    ) -> "Telling":
        return telling(super().with_cards(rng, viewer, cards, seen))

    def carry(self, p: int, at: int, q: int, to: int = -1) -> None:
        before = self.seen[p]
        known = before[at] if before else self.layout.usual[p]
        super().carry(p, at, q, to)
        if before and known == self.layout.usual[p] and p != q:
            self.mark(p, [mask for place, mask in enumerate(before) if place != at])


def telling(state: Table) -> Telling:
    """Makes a state of the class above."""
    return Telling(*[getattr(state, name) for name in state.__match_args__])


def test_a_state_that_tells_by_what_it_forgets_is_caught() -> None:
    def play() -> None:
        for match in range(20):
            check_twins(Twins(telling(deal(make_layout(), match)), f"{match}"), 50)

    with pytest.raises(AssertionError):
        play()


# Small cases.


def table(layout: kit.Layout | None = None, **piles: str) -> Table:
    """Returns a state with some piles: `table(hand0="rat cat", deck1="dog owl")`, the top last."""
    layout = make_layout() if layout is None else layout
    state: Table = TableState(seeded(0), layout, Empty())
    zones = [zone.id for zone in layout.zones]
    for name, words in piles.items():
        cards = [layout.read_card(word) for word in words.split()]
        state.add(cards, zones.index(name[:-1]), int(name[-1]))
    return state


def seen_by(state: Table, seat: int, zone: int, owner: int) -> str:
    """Writes what a seat sees of a pile, unknown cards as `?`."""
    pile = veil(state, seat).pile(zone, owner)
    return " ".join([state.layout.card_word(card) for card in pile])


def test_a_card_taken_back_from_the_discard_pile_stays_known() -> None:
    state = table(hand0="cat dog", discard0="rat")
    state.move(RAT, DISCARD, 0, HAND)
    assert seen_by(state, 1, HAND, 0) == "? ? rat"
    assert seen_by(state, SPECTATOR, HAND, 0) == "? ? rat"


def test_the_cards_that_somebody_looked_at_are_known_when_they_are_drawn() -> None:
    state = table(deck0="bee rat cat dog owl")
    state.show(DECK, 0, 1 << 1, 3)
    assert seen_by(state, 1, DECK, 0) == "? ? cat dog owl"
    state.draw(0, DECK, HAND, 4)
    assert seen_by(state, 1, HAND, 0) == "? cat dog owl"
    assert seen_by(state, SPECTATOR, HAND, 0) == "? ? ? ?"


def test_who_has_searched_the_deck_knows_the_prizes_too() -> None:
    state = table(hand0="bee", deck0="rat cat dog", prizes0="owl owl")
    assert sorted(veil(state, 0).pools[0]) == [RAT, CAT, DOG, OWL, OWL]
    state.search(DECK, 0, 1 << 0)
    view = veil(state, 0)
    assert view.pools[0] == [OWL, OWL]
    assert seen_by(state, 0, DECK, 0) == "? ? ?"
    for number in range(20):
        world = kit.fill(view, seeded(number))
        assert world.pile(PRIZES, 0) == (OWL, OWL)
        assert sorted(world.pile(DECK, 0)) == [RAT, CAT, DOG]


def test_a_hidden_return_blurs_the_whole_hand() -> None:
    state = table(hand0="rat cat dog", deck0="owl")
    state.show(HAND, 0, 1 << 1)
    state.move(CAT, HAND, 0, DECK)
    assert seen_by(state, 1, HAND, 0) == "? ?"
    assert seen_by(state, 1, DECK, 0) == "? ?"
    assert seen_by(state, 0, DECK, 0) == "? cat"


def test_a_card_played_openly_leaves_the_rest_of_a_known_hand_known() -> None:
    state = table(hand0="rat cat dog")
    state.show(HAND, 0, 1 << 1)
    state.move(CAT, HAND, 0, DISCARD)
    assert seen_by(state, 1, HAND, 0) == "rat dog"


def test_of_equal_cards_one_less_is_known_when_one_leaves() -> None:
    state = table(hand0="rat", discard0="rat rat")
    state.move(RAT, DISCARD, 0, HAND)
    state.move(RAT, DISCARD, 0, HAND)
    assert seen_by(state, 1, HAND, 0) == "? rat rat"
    state.move(RAT, HAND, 0, DISCARD)
    assert seen_by(state, 1, HAND, 0) == "? rat"


def test_what_others_know_of_a_hidden_hand_gives_nothing_away() -> None:
    # Seat 1 knows a rat in the hand of seat 0, seat 2 knows another card. To seat 1 it must look
    # the same whether that one is a rat or a cat.
    views = []
    for other in ("rat", "cat"):
        state = table(make_layout(3), deck0=f"{other} rat")
        state.show(DECK, 0, 1 << 1, 1)
        state.draw(0, DECK, HAND)
        state.show(DECK, 0, 1 << 2, 1)
        state.draw(0, DECK, HAND)
        before = veil(state, 1).seen
        state.move(RAT, HAND, 0, DISCARD)
        views.append((before, veil(state, 1).seen, seen_by(state, 1, HAND, 0)))
    assert views[0] == views[1]


def test_shuffling_ends_what_is_known_of_single_cards() -> None:
    state = table(deck0="rat cat dog")
    state.show(DECK, 0, 1 << 1, 2)
    state.shuffle(DECK, 0)
    assert seen_by(state, 1, DECK, 0) == "? ? ?"
    assert state.content[state.index(DECK, 0)] == 0


def test_shuffling_leaves_the_content_known_to_who_knew_every_card() -> None:
    state = table(hand0="owl", deck0="rat cat dog")
    state.show(DECK, 0, 1 << 1)
    state.shuffle(DECK, 0)
    assert state.content[state.index(DECK, 0)] == 1 << 1
    assert seen_by(state, 1, HAND, 0) == "?"
    assert veil(state, 1).pools[0] == [OWL]
    state.move(OWL, HAND, 0, DECK)
    assert state.content[state.index(DECK, 0)] == 0


def test_shuffling_an_unordered_zone_changes_nothing() -> None:
    state = table(hand0="rat cat dog")
    state.show(HAND, 0, 1 << 1)
    before = state.key()
    state.shuffle(HAND, 0)
    assert state.key() == before


def test_cards_buried_in_random_order_are_known_to_nobody() -> None:
    orders = set()
    for seed in range(20):
        state = table(hand0="rat cat dog", deck0="owl owl")
        state.rng = seeded(seed)
        state.show(DECK, 0, 1 << 0)
        state.bury(HAND, 0, DECK)
        assert seen_by(state, 0, DECK, 0) == "? ? ? owl owl"
        assert seen_by(state, 1, DECK, 0) == "? ? ? ? ?"
        assert state.pile(HAND, 0) == ()
        orders.add(state.pile(DECK, 0))
    assert len(orders) == 6


def test_hidden_cards_are_not_buried_in_another_pool() -> None:
    zones = (kit.Zone("hand", "owner", pool="a"), kit.Zone("deck", "none", True, pool="b"))
    state: Table = TableState(seeded(1), kit.make_layout(CATALOGUE, zones), Empty())
    state.add([OWL], HAND, 0)
    with pytest.raises(LayoutError, match=r"a hidden card goes from p0\.hand to p0\.deck"):
        state.bury(HAND, 0, DECK)
    assert state.pile(HAND, 0) == (OWL,)


def test_what_every_seat_has_learned_by_itself_is_not_public() -> None:
    state = table(deck0="rat cat")
    state.show(DECK, 0, 1 << 0, 1)
    state.show(DECK, 0, 1 << 1, 1)
    assert [seen_by(state, seat, DECK, 0) for seat in (0, 1)] == ["? cat", "? cat"]
    assert seen_by(state, SPECTATOR, DECK, 0) == "? ?"
    state.show(DECK, 0, state.layout.everybody, 1)
    assert seen_by(state, SPECTATOR, DECK, 0) == "? cat"


# Piles that are exchanged.


def test_players_who_exchange_hands_know_both_of_them() -> None:
    state = table(hand0="rat cat", hand1="dog")
    state.swap(HAND, 0, HAND, 1)
    assert (state.pile(HAND, 0), state.pile(HAND, 1)) == ((DOG,), (RAT, CAT))
    for seat in (0, 1):
        assert seen_by(state, seat, HAND, 0) == "dog"
        assert seen_by(state, seat, HAND, 1) == "rat cat"


def test_who_knew_a_card_still_knows_it_after_an_exchange_and_others_learn_nothing() -> None:
    state = table(make_layout(4, shared=True), deck0="cat", hand0="rat rat", hand1="dog owl")
    state.show(DECK, 0, 1 << 2, 1)
    state.draw(0, DECK, HAND)
    assert seen_by(state, 2, HAND, 0) == "? ? cat"
    state.swap(HAND, 0, HAND, 1)
    assert seen_by(state, 2, HAND, 1) == "? ? cat"
    assert seen_by(state, 0, HAND, 1) == seen_by(state, 1, HAND, 1) == "rat rat cat"
    assert seen_by(state, 3, HAND, 1) == seen_by(state, SPECTATOR, HAND, 1) == "? ? ?"
    assert seen_by(state, 2, HAND, 0) == seen_by(state, 3, HAND, 0) == "? ?"
    state.swap(HAND, 1, HAND, 3)
    assert seen_by(state, 2, HAND, 3) == "? ? cat"
    assert seen_by(state, 0, HAND, 3) == "rat rat cat"
    assert seen_by(state, SPECTATOR, HAND, 3) == "? ? ?"


def test_who_gets_a_hand_cannot_tell_which_of_its_cards_others_know() -> None:
    # Seat 2 has seen one card of the hand. Seat 1 does not know which one, also after it got it.
    views = []
    for top in ("rat cat", "cat rat"):
        state = table(make_layout(3, shared=True), deck0=top, hand1="dog")
        state.show(DECK, 0, 1 << 2, 1)
        state.draw(0, DECK, HAND, 2)
        state.swap(HAND, 0, HAND, 1)
        views.append(known(state, 1))
    assert views[0] == views[1]


def test_what_is_known_quietly_is_told_by_showing_it() -> None:
    state = table(make_layout(3, shared=True), deck0="rat", hand1="dog rat")
    state.show(DECK, 0, 1 << 2, 1)
    state.draw(0, DECK, HAND)
    state.swap(HAND, 0, HAND, 1)
    before = veil(state, 1).seen[state.index(HAND, 1)]
    state.show(HAND, 1, 1 << 2)
    assert (before, veil(state, 1).seen[state.index(HAND, 1)]) == ((0b0011,), (0b0111,))
    # A card that is known quietly, and another one like it that is known as usual.
    state.add([RAT], DECK)
    state.show(DECK, 0, 1 << 2, 1)
    state.swap(HAND, 0, HAND, 1)
    state.draw(0, DECK, HAND)
    assert state.pile(HAND, 0) == (RAT, RAT)
    assert seen_by(state, 2, HAND, 0) == "rat rat"
    state.move(RAT, HAND, 0, DISCARD)
    assert seen_by(state, 2, HAND, 0) == "rat"


def test_ordered_piles_are_exchanged_with_their_order_and_content() -> None:
    state = table(make_layout(2, shared=False), deck0="rat cat", prizes0="dog owl")
    state.show(DECK, 0, 1 << 1, 1)
    state.search(PRIZES, 0, 1 << 0)
    state.swap(DECK, 0, PRIZES, 0)
    assert (state.pile(DECK, 0), state.pile(PRIZES, 0)) == ((DOG, OWL), (RAT, CAT))
    assert seen_by(state, 1, PRIZES, 0) == "? cat"
    assert [state.content[state.index(zone, 0)] for zone in (DECK, PRIZES)] == [1, 0]


def test_pile_exchanged_with_itself_stays_as_it_is() -> None:
    state = table(hand0="rat cat")
    before = state.key()
    state.swap(HAND, 0, HAND, 0)
    assert state.key() == before


def test_ordered_pile_is_not_exchanged_with_an_unordered_one() -> None:
    state = table(hand0="rat cat", deck0="dog")
    before = state.key()
    text = "p0.hand and p0.deck cannot be swapped: only one of them is ordered"
    with pytest.raises(LayoutError, match=text):
        state.swap(HAND, 0, DECK, 0)
    assert state.key() == before


def test_hidden_piles_of_two_pools_are_not_exchanged() -> None:
    state = table(bag0="rat", bag1="dog")
    before = state.key()
    text = "a hidden card goes from p0.bag to p1.bag: give both zones one pool"
    with pytest.raises(LayoutError, match=text):
        state.swap(BAG, 0, BAG, 1)
    assert state.key() == before


# Piles and their masks.


def test_pile_cannot_be_changed_past_the_masks() -> None:
    state = table(hand0="rat cat")
    state.show(HAND, 0, 1 << 1)
    with pytest.raises(AttributeError, match="'tuple' object has no attribute 'remove'"):
        getattr(state.pile(HAND, 0), "remove")(RAT)  # noqa: B009 - no type checker lets it pass


@pytest.mark.parametrize(
    "use",
    [
        lambda state: state.move(RAT, HAND, 0, DISCARD),
        lambda state: state.move(DOG, DISCARD, 0, HAND),
        lambda state: state.show(HAND, 0, 1 << 1),
        lambda state: state.swap(HAND, 0, BID, 0),
        lambda state: veil(state, 0),
        lambda state: veil(state, 1),
    ],
)
def test_masks_that_do_not_fit_are_named_where_they_are_used(
    use: Callable[[Table], object],
) -> None:
    state = table(hand0="rat cat", discard0="dog")
    state.show(HAND, 0, 1 << 1)
    state.cards[state.index(HAND, 0)].remove(CAT)
    text = "p0.hand has masks for 2 cards, but holds 1: change piles only with the methods"
    with pytest.raises(LayoutError, match=text):
        use(state)


def test_new_cards_are_known_to_those_who_see_the_zone() -> None:
    state = table(hand0="cat")
    state.show(HAND, 0, 1 << 1)
    state.search(HAND, 0, 1 << 1)
    state.add([DOG, RAT], HAND, 0)
    assert state.pile(HAND, 0) == (RAT, CAT, DOG)
    assert seen_by(state, 1, HAND, 0) == "? ? cat"
    assert state.content[state.index(HAND, 0)] == 0
    state.add([CAT, RAT], DECK, 0)
    state.add((OWL,), DECK, 0)
    assert state.pile(DECK, 0) == (CAT, RAT, OWL)


# Pools.


def test_a_shared_deck_and_all_hands_hide_each_others_cards() -> None:
    state = table(
        make_layout(3, shared=True), deck0="rat cat", hand0="dog", hand1="owl", hand2="fox"
    )
    view = veil(state, 2)
    assert view.pools[0] == [RAT, CAT, DOG, OWL]
    hands = [kit.fill(view, seeded(number)).pile(HAND, 0)[0] for number in range(60)]
    assert sorted(set(hands)) == [RAT, CAT, DOG, OWL]


def test_a_hidden_card_does_not_go_from_one_pool_to_another() -> None:
    state = table(make_layout(3), hand0="rat")
    text = "a hidden card goes from p0.hand to p1.hand: give both zones one pool"
    with pytest.raises(LayoutError, match=text):
        state.move(RAT, HAND, 0, HAND, 1)


def test_watchers_see_a_card_that_all_seats_know_go_to_another_pool() -> None:
    state = table(hand0="rat", hand1="cat")
    state.move(RAT, HAND, 0, HAND, 1)
    assert seen_by(state, SPECTATOR, HAND, 1) == "? rat"


# What a game knows besides.


class Menagerie(kit.CardGame[kit.Unit, Empty]):
    """Two hands and two decks."""

    id: ClassVar[str] = "menagerie"

    def layout(self) -> kit.Layout:
        return make_layout()

    def board(self) -> Empty:
        return Empty()


class Catty(Menagerie):
    """By the rules a hand of two cards has a cat."""

    def possible(self, world: Table) -> bool:
        return all(CAT in world.pile(HAND, seat) for seat in range(2))


class Unlisted(Menagerie):
    """Nobody knows the other deck; five foxes and five bees are expected in it."""

    def pool(self, view: Table, seat: int) -> list[int] | None:
        return [BEE] * 5 + [FOX] * 5


def test_worlds_that_the_rules_exclude_are_not_sampled() -> None:
    state = table(hand0="cat rat", hand1="cat rat", deck1="rat rat dog dog owl owl")
    view = Catty().view(state, 0)
    worlds = [Catty().sample(view, seeded(number)) for number in range(100)]
    assert all(CAT in world.pile(HAND, 1) for world in worlds)
    assert len({tuple(world.pile(HAND, 1)) for world in worlds}) == 3
    others = [Menagerie().sample(view, seeded(number)) for number in range(100)]
    assert not all(CAT in world.pile(HAND, 1) for world in others)


def test_a_hidden_decklist_is_sampled_from_what_is_expected() -> None:
    state = table(hand0="rat", deck0="cat", hand1="dog dog", deck1="owl owl")
    view = Unlisted().view(state, 0)
    assert view.pools[:2] == [[CAT], [FOX] * 5 + [BEE] * 5]
    for number in range(20):
        world = Unlisted().sample(view, seeded(number))
        assert world.pile(DECK, 0) == (CAT,)
        assert {*world.pile(HAND, 1), *world.pile(DECK, 1)} <= {FOX, BEE}
        assert Unlisted().view(world, 0) == view
