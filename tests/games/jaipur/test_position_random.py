"""Any document is a position of Jaipur that can be played on, or it is refused."""

import copy
import json

from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import SPECTATOR, PositionError, Rng, seeded
from kibitz.games.jaipur import Jaipur
from kibitz.games.jaipur.cards import CAMEL, CARDS, GOODS, KINDS, TOKENS
from kibitz.games.jaipur.position import NEEDED, OPTIONAL
from tests.games.jaipur.positions import GAME, SINGLE, random_views

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["gold", "camel", "3", "5+", "tokens", "", "hidden"])
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*GOODS, "camel", "hand", "scores", "x"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
FIELD_NAMES = [*NEEDED, *OPTIONAL, "x"]
TRUE_POSITIONS = [
    game.position(view)
    for game in (GAME, SINGLE)
    for seed in (5, 6)
    for view in random_views(game, seed, 9)
]


def places(value: object) -> list[tuple[dict[str, object] | list[object], str | int]]:
    """Lists the places in a document: what holds each, and under which name or number."""
    found: list[tuple[dict[str, object] | list[object], str | int]] = []
    if isinstance(value, dict):
        found += [(value, name) for name in value]
        found += [place for item in value.values() for place in places(item)]
    if isinstance(value, list):
        found += [(value, index) for index in range(len(value))]
        found += [place for item in value for place in places(item)]
    return found


def check_accepted(game: Jaipur, document: object) -> None:
    """Reads a document; if it is taken for a position, it must be one in every respect."""
    try:
        view = game.read_position(document)
    except PositionError:
        return
    assert game.read_position(json.loads(json.dumps(game.position(view)))) == view
    rng = seeded(1)
    world = game.sample(view, rng)
    shown = [seat for seat in (0, 1, SPECTATOR) if game.view(world, seat) == view]
    assert shown
    assert game.render(view)
    for _ in range(30):
        if world.over:
            assert game.outcome(world) is not None
            return
        move = rng.pick(game.legal(world))
        assert game.describe(game.view(world, 0), move)
        game.play(world, move)
        assert min(world.market) >= 0
        assert all(min(merchant.hand) >= 0 and merchant.size <= 7 for merchant in world.merchants)


@given(st.dictionaries(st.sampled_from(FIELD_NAMES), JUNK, max_size=9) | JUNK)
def test_any_document_is_a_position_or_refused(document: object) -> None:
    check_accepted(GAME, document)


@given(data=st.data())
def test_a_true_position_with_slips_is_a_position_or_refused(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(TRUE_POSITIONS)))
    for _ in range(data.draw(st.integers(1, 3), label="slips")):
        holder, key = data.draw(st.sampled_from(places(document)), label="place")
        if isinstance(holder, list):
            assert isinstance(key, int)
            holder[key] = data.draw(JUNK)
        elif data.draw(st.booleans(), label="drop"):
            assert isinstance(key, str)
            del holder[key]
        else:
            assert isinstance(key, str)
            old = holder[key]
            near = st.just(old + data.draw(st.integers(-2, 2))) if isinstance(old, int) else JUNK
            holder[key] = data.draw(near | JUNK)
    check_accepted(data.draw(st.sampled_from([GAME, SINGLE])), document)


def dealt_anyhow(rng: Rng) -> dict[str, object]:
    """Deals all cards and hands out tokens by chance alone: a table that no play need lead to."""
    cards = [kind for kind, count in enumerate(CARDS) for _ in range(count)]
    rng.shuffle(cards)
    market = [cards.pop() for _ in range(5)]
    # Ten cards or more are out of the deck and the market, as they are after the deal.
    hands = [draw_goods(cards, 3 + rng.below(5)) for _ in range(2)]
    herds = [2 + rng.below(2) for _ in range(2)]
    sold = [0] * CAMEL
    for card in draw_goods(cards, 3 + rng.below(20)):
        sold[card] += 1
    # Two of a good or more, and no stack is empty but that of leather.
    sold = [0 if n < 2 else min(n, len(TOKENS[good]) - (good < 5)) for good, n in enumerate(sold)]
    won: list[list[int]] = [[], []]
    for good, count in enumerate(sold):
        for value in TOKENS[good][:count]:
            won[rng.below(2)].append(value)
    seen = [card for card in hands[1] if rng.below(2)]
    merchants: list[dict[str, object]] = [
        {"herd": herds[seat], "rupees": sum(won[seat]), "tokens": len(won[seat])} for seat in (0, 1)
    ]
    merchants[0]["hand"] = by_kind(hands[0])
    merchants[0]["seen"] = by_kind(hands[0][: rng.below(8)])
    merchants[1]["hidden"] = len(hands[1]) - len(seen)
    merchants[1]["hand"] = by_kind(seen)
    return {
        "to_move": rng.below(2),
        "market": by_kind(market),
        "merchants": merchants,
        "sold": {name: sold[good] for good, name in enumerate(GOODS)},
    }


def draw_goods(cards: list[int], count: int) -> list[int]:
    """Draws goods and leaves the camels."""
    drawn = [card for card in cards if card != CAMEL][:count]
    for card in drawn:
        cards.remove(card)
    return drawn


def by_kind(cards: list[int]) -> dict[str, int]:
    """Counts cards by name."""
    return {name: cards.count(kind) for kind, name in enumerate(KINDS) if kind in cards}


@given(st.integers(0, 10**6))
def test_any_table_that_adds_up_is_a_position(seed: int) -> None:
    document = dealt_anyhow(seeded(seed))
    view = GAME.read_position(document)
    assert 0 <= view.left <= 40
    check_accepted(GAME, document)
