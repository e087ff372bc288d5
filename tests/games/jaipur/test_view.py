"""What each seat of Jaipur knows, and the worlds that fit it: scenarios 27 and 28."""

from collections import Counter
from collections.abc import Mapping
from math import sqrt

import pytest

from kibitz.agents import agent_names, make_agent
from kibitz.core import SPECTATOR, hidden_rng, seeded
from kibitz.games.jaipur import Jaipur, JaipurState
from kibitz.games.jaipur.cards import BONUSES, CARDS, GOODS, KINDS
from kibitz.testing import play_random
from kibitz.testing.agent_laws import substance
from tests.games.jaipur.table import CAMEL, Table, cards, cards_of, table, written

AGENTS = [name for name in agent_names(Jaipur()) if name not in ("human", "ismcts")]


def midgame(theirs: str, deck: str, bonuses: tuple[int, int]) -> Table:
    """A table with all 55 cards, at which seat 0 knows one of four cards of the other hand."""
    return table(
        "gold, silver, cloth, 2 camels",
        "2 leather, cloth",
        2,
        theirs=f"spice, {theirs}",
        their_herd=1,
        known=("", "spice"),
        sold="4 diamond, 3 gold, 3 cloth, 5 spice, 5 leather",
        deck=deck,
        bonuses=((3, 3), bonuses),
        seed=5,
    )


def two_worlds() -> list[Table]:
    """Two tables that differ only in what seat 0 cannot see."""
    goods = "4 silver, 3 cloth, 2 spice, 2 leather"
    others = "2 diamond, 2 gold, 2 silver, 3 cloth, 2 spice, 3 leather"
    return [
        midgame("diamond, gold, leather", f"diamond, gold, {goods}, 6 camels, silver", (1, 5)),
        midgame("3 silver", f"3 camels, {others}, 3 camels", (2, 6)),
    ]


def test_27_given_other_unseen_cards_then_the_mover_observes_the_same() -> None:
    one, other = [world.engine.observe() for world in two_worlds()]
    assert one.view == other.view
    assert repr(one.view) == repr(other.view)
    assert (one.moves, one.rng) == (other.moves, other.rng)
    views = [world.engine.view(1) for world in two_worlds()]
    assert views[0] != views[1]


@pytest.mark.parametrize("agent", [*AGENTS, "ismcts:iterations=30"])
def test_27_given_other_unseen_cards_then_every_agent_says_the_same(agent: str) -> None:
    advice = [
        make_agent(world.engine.game, agent).advise(world.engine.observe())
        for world in two_worlds()
    ]
    assert substance(advice[0]) == substance(advice[1])


def test_28_given_a_good_seen_taken_when_two_are_sold_then_one_unknown_card_is_gone() -> None:
    start = table(
        "gold, silver, cloth, 2 camels", "leather", theirs="cloth, 2 spice", deck="20 leather"
    )
    assert start.seen(1) == ("", 3)
    taken = start.play("sell 1 leather", "take cloth")
    assert taken.seen(1) == ("cloth", 3)
    sold = taken.play("take camels", "sell 2 cloth")
    assert sold.seen(1) == ("", 2)


def test_28_given_an_exchange_then_what_was_taken_is_known_and_what_was_given_is_not() -> None:
    start = table(
        "2 gold, silver, cloth, camel",
        "leather, spice",
        theirs="2 cloth, 2 leather",
        their_herd=1,
        known=("", "leather"),
    )
    swapped = start.play("take cloth", "swap camel, 2 leather > 2 gold, silver")
    # One leather was known; the other came out of the unknown part.
    assert swapped.seen(1) == ("2 gold, silver", 2)
    assert swapped.seen(0) == ("cloth", 2)
    assert swapped.hand(1) == "2 gold, silver, 2 cloth"


# Views.


def test_view_shows_a_seat_its_own_side_and_of_the_other_what_is_public() -> None:
    world = two_worlds()[0]
    view = world.engine.view(0)
    mine, theirs = view.merchants
    assert mine == world.merchant(0)
    assert (written(theirs.hand), theirs.size, theirs.hidden(), theirs.herd) == ("spice", 4, 3, 1)
    # A token of the first class, and one of the second.
    assert theirs.bonuses == (-1, -2)
    assert (view.deck, view.stacks, view.left, view.rng) == ((), (), 20, hidden_rng())
    assert [view.bonuses_left(kind) for kind in range(3)] == [4, 5, 5]
    assert view.market == world.state.market


def test_view_of_a_spectator_shows_neither_hand_nor_any_bonus() -> None:
    world = table(
        "gold, silver, cloth, 2 camels",
        "2 leather, cloth",
        theirs="spice",
        known=("cloth", ""),
        bonuses=((2, 9), (6,)),
    )
    first, second = world.engine.view(SPECTATOR).merchants
    assert (written(first.hand), first.hidden(), first.bonuses) == ("cloth", 2, (-1, -3))
    assert (written(second.hand), second.hidden(), second.bonuses) == ("", 1, (-2,))


def test_given_the_end_of_the_match_then_bonus_tokens_are_turned_up_and_hands_are_not() -> None:
    before = table(
        "gold, 2 cloth, 2 camels", "leather", theirs="2 silver", bonuses=((1,), (9,)), deck=0,
        best_of=1,
    )  # fmt: skip
    view = before.play("take gold").engine.view(0)
    assert view.merchants[1].bonuses == (9,)
    assert (written(view.merchants[1].hand), view.merchants[1].hidden()) == ("", 2)


def test_given_a_new_round_then_nothing_is_known_of_the_new_hands() -> None:
    before = table("gold, 2 cloth, 2 camels", deck=0, known=("", "spice"), theirs="spice")
    after = before.play("take gold")
    assert len(after.rounds) == 1
    for seat in (0, 1):
        assert after.seen(seat) == ("", after.merchant(seat).size)
        assert after.merchant(seat).bonuses == ()


# Worlds.


@pytest.mark.parametrize("seed", range(3))
def test_27_sampled_worlds_never_contradict_what_a_seat_knows(seed: int) -> None:
    game, rng = Jaipur(), seeded(seed)
    for state in play_random(game, seed).states()[::3]:
        for seat in (0, 1, SPECTATOR):
            view = game.view(state, seat)
            world = game.sample(view, rng)
            assert game.view(world, seat) == view
            assert cards_of(world) == dict(zip(KINDS, CARDS, strict=True))
            assert all(merchant.hidden() == 0 for merchant in world.merchants)
            assert len(world.deck) == world.left == state.left
            assert_tokens(world)


def assert_tokens(world: JaipurState) -> None:
    """Asserts that every bonus token lies in one place, and that won ones keep their class."""
    for kind, values in enumerate(BONUSES):
        won = [bonus for merchant in world.merchants for bonus in merchant.bonuses]
        mine = [bonus for bonus in won if bonus in values]
        assert sorted([*mine, *world.stacks[kind]]) == sorted(values)
        assert len(world.stacks[kind]) == world.bonuses_left(kind)


WORLDS = 4_000
# What seat 0 does not see in the middle of a game, counted by hand.
UNSEEN = {"diamond": 2, "gold": 2, "silver": 5, "cloth": 3, "spice": 2, "leather": 3, "camel": 6}


@pytest.fixture(scope="module")
def worlds() -> list[JaipurState]:
    match, rng = two_worlds()[0].engine, seeded("worlds")
    view = match.view(0)
    return [match.game.sample(view, rng) for _ in range(WORLDS)]


def assert_shares(found: Counter[str], wanted: Mapping[str, float], draws: int) -> None:
    """Asserts that things come as often as they should, by four and a half standard errors."""
    assert set(found) == {name for name, share in wanted.items() if share > 0}
    for name, share in wanted.items():
        error = sqrt(share * (1 - share) / draws)
        assert abs(found[name] / draws - share) <= 4.5 * error, f"{name}: {found} of {draws}"


def test_unseen_cards_are_all_cards_but_those_a_seat_sees() -> None:
    for match in two_worlds():
        assert cards_of(match.state) == dict(zip(KINDS, CARDS, strict=True))
        hidden = [*match.merchant(1).hand, 0]
        hidden[GOODS.index("spice")] -= 1
        counted = [match.state.deck.count(kind) + hidden[kind] for kind in range(CAMEL + 1)]
        assert dict(zip(KINDS, counted, strict=True)) == UNSEEN


def test_hidden_slots_hold_every_unseen_good_equally_often_and_no_camel(
    worlds: list[JaipurState],
) -> None:
    goods = {name: count for name, count in UNSEEN.items() if name != "camel"}
    known = cards("spice")
    found: Counter[str] = Counter()
    for world in worlds:
        hand = world.merchants[1].hand
        assert sum(hand) == world.merchants[1].size == 4
        for good in range(CAMEL):
            assert 0 <= hand[good] - known[good] <= goods[GOODS[good]]
            found[GOODS[good]] += hand[good] - known[good]
    total = sum(goods.values())
    # Three cards of one hand hang together a little, which only makes the shares steadier.
    assert_shares(found, {name: count / total for name, count in goods.items()}, 3 * WORLDS)


@pytest.mark.parametrize("place", [0, 7, 19])
def test_every_place_of_the_deck_holds_every_unseen_card_equally_often(
    worlds: list[JaipurState], place: int
) -> None:
    found = Counter(KINDS[world.deck[place]] for world in worlds)
    goods = sum(UNSEEN.values()) - UNSEEN["camel"]
    # All six camels are among the 20 cards of the deck; 14 of the 17 goods are the others.
    wanted = {name: 14 / 20 * count / goods for name, count in UNSEEN.items()}
    wanted["camel"] = 6 / 20
    assert_shares(found, wanted, WORLDS)


def test_own_bonus_values_never_come_again_and_the_others_vary(worlds: list[JaipurState]) -> None:
    low: Counter[str] = Counter()
    middle: Counter[str] = Counter()
    for world in worlds:
        assert world.merchants[0].bonuses == (3, 3)
        first, second = world.merchants[1].bonuses
        assert 3 not in (first, *world.stacks[0])
        low[str(first)] += 1
        middle[str(second)] += 1
        assert_tokens(world)
    assert_shares(low, {"1": 2 / 5, "2": 3 / 5}, WORLDS)
    assert_shares(middle, {"4": 1 / 3, "5": 1 / 3, "6": 1 / 3}, WORLDS)


def test_the_next_bonus_of_each_class_varies_as_it_should(worlds: list[JaipurState]) -> None:
    for kind, wanted in (
        (0, {"1": 2 / 5, "2": 3 / 5}),
        (1, {"4": 1 / 3, "5": 1 / 3, "6": 1 / 3}),
        (2, {"8": 2 / 5, "9": 1 / 5, "10": 2 / 5}),
    ):
        found = Counter(str(world.stacks[kind][-1]) for world in worlds)
        assert_shares(found, wanted, WORLDS)


def test_given_all_cards_seen_then_every_world_is_the_true_hand() -> None:
    match = table("gold, 2 cloth, 2 camels", theirs="2 silver", known=("", "2 silver"), deck=20)
    rng = seeded(1)
    view = match.engine.view(0)
    for _ in range(20):
        assert written(match.engine.game.sample(view, rng).merchants[1].hand) == "2 silver"
