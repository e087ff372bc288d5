"""The utility player: every test vector of its description, its examples, its options."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import Advice, Observation, RuleEngine, seeded
from kibitz.core.errors import UnknownOption
from kibitz.games.jaipur import Exchange, Jaipur, JaipurState
from tests.games.jaipur.table import view_for

# Market (camels last), hand, herd, goods in the other hand, the four scores in eightieths (take,
# sell, camels, exchange) and the move picked.
VECTORS = [
    ("0 0 0 1 1 0 3", "0 0 0 1 1 2", 1, 3, "32 32 8 0", "take cloth"),
    ("0 1 0 1 1 0 2", "0 1 0 2 0 0", 0, 1, "48 32 1 0", "take gold"),
    ("0 0 1 0 0 1 3", "1 1 0 0 0 0", 8, 1, "24 0 16 0", "take silver"),
    ("0 0 1 0 0 1 3", "0 1 1 1 0 0", 2, 6, "48 16 21 0", "take silver"),
    ("1 0 0 0 0 1 3", "1 0 0 3 0 0", 0, 3, "48 48 8 0", "take diamond"),
    ("1 0 0 0 1 0 3", "0 1 0 2 0 1", 1, 6, "24 32 14 0", "sell 2 cloth"),
    ("0 0 0 1 0 1 3", "2 2 0 0 0 0", 0, 3, "16 48 8 0", "sell 2 diamond"),
    ("0 1 0 0 2 0 2", "0 0 3 0 0 1", 5, 7, "24 72 6 48", "sell 3 silver"),
    ("0 2 0 0 1 0 2", "0 0 1 6 0 0", 2, 5, "0 80 0 0", "sell 6 cloth"),
    ("1 1 0 0 0 0 3", "0 0 0 0 0 2", 4, 4, "24 32 22 32", "sell 2 leather"),
    ("0 0 0 0 0 0 5", "1 1 0 2 1 2", 0, 7, "0 32 15 0", "sell 2 cloth"),
    ("0 0 0 0 0 0 5", "1 1 0 1 0 0", 0, 4, "0 16 49 0", "take camels"),
    ("0 0 0 0 0 0 5", "0 0 0 0 0 2", 0, 4, "0 32 54 0", "take camels"),
    ("0 0 0 1 0 1 3", "1 0 0 0 0 0", 4, 7, "16 0 31 0", "take camels"),
    ("0 0 0 1 1 0 3", "1 1 1 0 0 0", 2, 5, "16 0 19 0", "take camels"),
    ("0 2 0 0 0 1 2", "1 0 0 2 0 3", 1, 2, "64 48 0 80", (-1, 1, 0, 0, 0, 1)),
    ("0 0 1 0 2 2 0", "0 0 0 2 0 1", 3, 7, "32 32 0 64", (0, 0, 0, 0, 1, 2)),
    ("2 0 0 2 1 0 0", "0 0 0 0 0 0", 4, 5, "24 0 0 48", (2, 0, 0, 2, 0, 0)),
    ("1 0 1 0 0 3 0", "0 0 0 0 0 0", 9, 1, "24 0 0 64", (1, 0, 1, 0, 0, 3)),
    ("0 0 1 1 1 0 2", "0 0 0 0 3 0", 6, 4, "64 48 7 80", (0, 0, 1, 0, 1, 0)),
    ("0 2 0 1 0 0 2", "1 0 1 0 1 0", 7, 4, "24 16 7 48", (0, 2, 0, 0, 0, 0)),
]
# The worked examples: the same, with what the text says of them.
EXAMPLES = [
    ("0 1 0 2 1 0 1", "1 0 0 2 0 1", 2, 5, "48 32 0 80", (0, 1, 0, 2, 0, -1)),
    ("1 0 0 1 1 1 1", "0 0 0 2 0 3", 5, 6, "64 48 0 80", (0, 0, 0, 1, 0, 1)),
    ("0 0 1 0 1 1 2", "0 2 1 0 0 0", 0, 5, "48 48 9 0", "take silver"),
    ("0 2 0 0 1 1 1", "1 0 1 0 2 3", 4, 5, "0 48 0 80", (-1, 0, -1, 0, 1, 1)),
]


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def seen_by_first(
    market: str, hand: str, herd: int, other: int
) -> Observation[JaipurState, JaipurState]:
    """Makes the observation of seat 0; nothing is known of the other hand but its size."""
    view = view_for(numbers(market), numbers(hand), herd, other=other)
    game = Jaipur()
    return Observation(game, view, 0, game.legal(view), seeded(0))


def advise(
    seen: Observation[JaipurState, JaipurState], spec: str = "utility"
) -> Advice[JaipurState]:
    return make_agent(Jaipur(), spec).advise(seen)


def scores_of(advice: Advice[JaipurState]) -> list[int]:
    scores = advice.trace["scores"]
    assert isinstance(scores, dict)
    assert [*scores] == ["take", "sell", "camels", "exchange"]
    return [score for score in scores.values() if isinstance(score, int)]


@pytest.mark.parametrize(
    ("market", "hand", "herd", "other", "scores", "picked"), [*VECTORS, *EXAMPLES]
)
def test_every_vector_gives_its_scores_and_its_move(
    market: str, hand: str, herd: int, other: int, scores: str, picked: str | tuple[int, ...]
) -> None:
    """Scenarios 29 and 32."""
    seen = seen_by_first(market, hand, herd, other)
    advice = advise(seen)
    assert scores_of(advice) == numbers(scores)
    if isinstance(picked, str):
        assert str(advice.move) == picked
    else:
        assert advice.move == Exchange(picked)
    assert advice.move in seen.moves
    for option in advice.options:
        assert sum(reason.amount for reason in option.reasons) == option.score


def test_given_four_cloth_and_three_diamonds_then_frequency_alone_picks_the_sale() -> None:
    """Scenario 30."""
    advice = advise(seen_by_first("1 0 0 1 0 0 3", "3 0 0 4 0 0", 0, 5))
    assert scores_of(advice)[1] == 64
    assert str(advice.move) == "sell 4 cloth"


@pytest.mark.parametrize(
    ("camels", "own", "other", "score"),
    [
        (5, 0, 7, 64),
        (5, 7, 7, 15),
        (4, 3, 4, 31),
        (3, 2, 5, 24),
        (3, 5, 5, 3),
        (2, 0, 5, 18),
        (1, 4, 6, 0),
    ],
)
def test_camel_formula_is_exact(camels: int, own: int, other: int, score: int) -> None:
    """Scenario 31 and the table of 3.5; 64 of 80 is 0.8 and 15 of 80 is 0.1875."""
    rest = 5 - camels
    seen = seen_by_first(f"0 0 0 0 0 {rest} {camels}", f"0 0 0 0 {own} 0", 0, other)
    assert scores_of(advise(seen))[2] == score


def test_camel_formula_is_zero_in_99_of_320_cases() -> None:
    zero = 0
    for camels in range(1, 6):
        for own in range(8):
            for other in range(8):
                seen = seen_by_first(
                    f"0 0 0 0 0 {5 - camels} {camels}", f"0 0 0 0 {own} 0", 0, other
                )
                zero += scores_of(advise(seen))[2] == 0
    assert zero == 99


def test_without_camels_in_the_market_the_formula_is_not_applied() -> None:
    assert scores_of(advise(seen_by_first("0 0 0 0 0 5 0", "0 0 0 0 0 0", 0, 7)))[2] == 0


def test_selling_four_diamonds_is_cards_and_high_value_less_the_limit() -> None:
    advice = advise(seen_by_first("0 0 0 0 0 0 5", "4 0 0 0 0 0", 0, 0))
    sale = advice.options[0]
    assert str(sale.move) == "sell 4 diamond"
    assert [(reason.term, reason.amount) for reason in sale.reasons] == [
        ("cards", 64),
        ("high value", 32),
        ("limit", -16),
    ]


def test_weighted_picker_never_plays_a_zero_and_follows_the_scores() -> None:
    """Scenario 33 through the player; the picker itself is tested with the frame."""
    market, hand, herd, other = EXAMPLES[2][:4]
    counts = {"take silver": 0, "sell 2 gold": 0, "take camels": 0}
    for seed in range(2000):
        seen = seen_by_first(market, hand, herd, other)
        drawn = Observation(seen.game, seen.view, 0, seen.moves, seeded(seed))
        counts[str(advise(drawn, "utility:picker=weighted").move)] += 1
    assert abs(counts["take silver"] / 2000 - 48 / 105) < 0.04
    assert abs(counts["sell 2 gold"] / 2000 - 48 / 105) < 0.04
    assert abs(counts["take camels"] / 2000 - 9 / 105) < 0.03


LOOP = ("0 1 0 0 1 0 3", "0 0 1 1 0 0", 0, 2)


def loop_state(game: Jaipur) -> JaipurState:
    """The position in which two unfiltered players swap for ever."""
    state = game.setup(seeded("loop"))
    state.market = numbers(LOOP[0])
    for merchant, hand in zip(state.merchants, (LOOP[1], "1 0 0 0 0 1"), strict=True):
        merchant.hand = numbers(hand)
        merchant.size, merchant.herd = 2, 0
    return state


def test_given_the_loop_position_then_the_default_takes_gold() -> None:
    """Scenario 34, first half."""
    assert str(advise(seen_by_first(*LOOP)).move) == "take gold"
    unfiltered = advise(seen_by_first(*LOOP), "utility:filter=no")
    assert scores_of(unfiltered) == [24, 16, 18, 32]
    assert unfiltered.move == Exchange((0, 1, -1, -1, 1, 0))


def test_given_the_loop_position_when_two_play_unfiltered_then_the_round_is_capped() -> None:
    """Scenario 34, second half."""
    game = Jaipur(rounds=1)
    agent = make_agent(game, "utility:filter=no")
    engine = RuleEngine(game, seed=0, state=loop_state(game))
    while engine.outcome is None:
        engine.play(agent.advise(engine.observe()).move)
    assert engine.ply == 400
    assert engine.outcome.reason == "cap"
    assert engine.state.rounds[-1].end == "cap"


@pytest.mark.parametrize(
    ("market", "hand", "herd", "score", "counts"),
    [
        # Reading 6: of two goods as frequent, the dearer is taken, and its copies come together.
        ("2 2 0 0 0 0 1", "0 0 0 0 0 0", 2, 48, (2, 0, 0, 0, 0, 0)),
        # Reading 7: the cheapest single goods are given.
        ("1 1 0 0 0 0 3", "0 0 1 0 1 1", 0, 32, (1, 1, 0, 0, -1, -1)),
        # Reading 12: three leather would be a set of three, though only two can be taken.
        ("0 0 0 0 0 3 2", "0 0 0 0 0 0", 2, 64, (0, 0, 0, 0, 0, 2)),
    ],
)
def test_an_exchange_is_put_together_and_scored_as_read(
    market: str, hand: str, herd: int, score: int, counts: tuple[int, ...]
) -> None:
    advice = advise(seen_by_first(market, hand, herd, 0))
    assert (advice.move, scores_of(advice)[3]) == (Exchange(counts), score)


def test_options_change_what_is_considered() -> None:
    example = EXAMPLES[3][:4]
    never = advise(seen_by_first(*example), "utility:exchange=no")
    assert never.trace["scores"] == {"take": 0, "sell": 48, "camels": 0}
    kept = advise(seen_by_first(*example), "utility:keep_high_value=yes")
    assert scores_of(kept)[3] == 0  # diamond and silver were all it could give
    # Silver is the cheapest that may not be given; spice and leather may.
    singles = ("1 2 0 0 0 0 2", "0 0 1 0 1 1", 0, 4)
    assert advise(seen_by_first(*singles)).move == Exchange((1, 2, -1, 0, -1, -1))
    kept = advise(seen_by_first(*singles), "utility:keep_high_value=yes")
    assert kept.move == Exchange((0, 2, 0, 0, -1, -1))
    edge = advise(seen_by_first(*EXAMPLES[1][:4]), "utility:take_edge=24")
    assert scores_of(edge)[0] == 80
    assert edge.options[0].reasons[-1].term == "limit"
    # With an edge both sets reach the limit, and the dearer good comes first.
    tied = ("1 0 0 1 0 0 3", "2 0 0 4 0 0", 0, 0)
    assert str(advise(seen_by_first(*tied)).options[0].move) == "take cloth"
    edged = advise(seen_by_first(*tied), "utility:take_edge=8")
    assert str(edged.options[0].move) == "take diamond"


@pytest.mark.parametrize(
    "spec", ["utility:picker=best", "utility:take_edge=-1", "utility:filtr=no"]
)
def test_wrong_options_are_refused(spec: str) -> None:
    with pytest.raises(UnknownOption, match=r"picker|take_edge|filter"):
        make_agent(Jaipur(), spec)


@pytest.mark.slow
def test_given_a_thousand_rounds_against_chance_then_it_wins_nearly_all() -> None:
    """Scenario 35; every move is checked by the engine."""
    game = Jaipur(rounds=1)
    utility, chance = make_agent(game, "utility"), make_agent(game, "random")
    won = 0
    for number in range(1000):
        engine = RuleEngine(game, seed=f"against chance {number // 2}")
        seat = number % 2
        while engine.outcome is None:
            seen = engine.observe()
            agent = utility if seen.seat == seat else chance
            move = agent.advise(seen).move
            assert move in seen.moves
            engine.play(move)
        won += engine.outcome.winner == seat
    assert won >= 980


def test_every_legal_move_is_scored_by_the_same_rules_if_somebody_asks() -> None:
    plain = seen_by_first("0 1 0 2 1 0 1", "1 0 0 2 0 1", 2, 5)
    seen = Observation(plain.game, plain.view, 0, plain.moves, plain.rng, wanted=tuple(plain.moves))
    before, advice = advise(plain), advise(seen)
    assert advice.move == before.move
    scores = {str(option.move): option.score for option in advice.options}
    assert len(scores) == len(plain.moves)
    for option in before.options:
        assert scores[str(option.move)] == option.score
    assert scores["take cloth"] == 3 * 16
    assert scores["take gold"] == 16 + 8
    assert scores["sell 2 cloth"] == 2 * 16
    assert scores["sell 1 leather"] == 16
    assert scores["swap 2 camels > gold, spice"] == 16 + 16
    assert scores["swap 2 camels > 2 cloth"] == 4 * 16 + 16
