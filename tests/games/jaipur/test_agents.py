"""The players of Jaipur: what is fair, what the greedy one counts, what the search is told."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import Advice, Observation, RuleEngine, seeded
from kibitz.core.agent import play_out
from kibitz.games.jaipur import Jaipur, JaipurState, Round
from kibitz.games.jaipur.agents.policy import Trader, in_rupees, lead_of
from kibitz.testing import check_agent
from tests.games.jaipur.table import view_for


@pytest.mark.parametrize(
    ("spec", "games", "plies"),
    [
        ("utility", 3, 80),
        ("utility:picker=weighted", 3, 80),
        ("utility:filter=no,keep_high_value=yes", 2, 80),
        ("greedy", 2, 80),
        ("ismcts:iterations=25", 1, 25),
        ("ismcts:iterations=10,rollouts=random", 1, 10),
        ("beam:worlds=2,nodes=60,playouts=1", 1, 10),
    ],
)
def test_players_keep_the_laws_of_agents(spec: str, games: int, plies: int) -> None:
    """Scenario 27 for every player: advice follows from the view, whatever is hidden."""
    game = Jaipur(rounds=1)
    looked = check_agent(lambda: make_agent(game, spec), game, games=games, max_plies=plies)
    assert looked > min(plies, 20) * games // 2


def reasons(view: JaipurState, move: str) -> dict[str, float]:
    """Returns what the greedy player says of a move; reasons of one name are added up."""
    game = Jaipur()
    seen = Observation(game, view, 0, game.legal(view), seeded(0))
    advice = make_agent(game, "greedy").advise(seen)
    option = next(each for each in advice.options if str(each.move) == move)
    found: dict[str, float] = {}
    for reason in option.reasons:
        found[reason.term] = found.get(reason.term, 0.0) + reason.amount
    return found


def test_greedy_values_a_sale_by_tokens_and_the_mean_bonus() -> None:
    view = view_for([0, 0, 0, 0, 0, 0, 5], [0, 0, 0, 4, 0, 0])
    assert reasons(view, "sell 4 cloth") == {"tokens": 13.0, "bonus": 5.0}
    assert reasons(view, "sell 2 cloth") == {"tokens": 8.0}
    late = view_for([0, 0, 0, 0, 0, 0, 5], [0, 0, 0, 4, 0, 0], sold=[0, 0, 0, 5, 0, 0])
    assert reasons(late, "sell 3 cloth") == {"tokens": 2.0, "bonus": 2.0}


def test_greedy_expects_no_bonus_from_an_empty_stack() -> None:
    view = view_for([0, 0, 0, 0, 0, 0, 5], [0, 0, 0, 3, 0, 0])
    view.merchants[1].bonuses = (-1,) * 7
    assert reasons(view, "sell 3 cloth") == {"tokens": 11.0}


def test_greedy_values_a_take_by_the_token_it_would_reach() -> None:
    view = view_for([1, 0, 0, 1, 0, 0, 3], [2, 0, 0, 0, 0, 0])
    assert reasons(view, "take diamond") == pytest.approx({"token": 0.6 * 5, "set": 1.6})
    assert reasons(view, "take cloth") == pytest.approx({"token": 0.6 * 5})
    assert reasons(view, "take camels") == pytest.approx({"camels": 3.6})


def test_greedy_values_an_exchange_by_both_sides() -> None:
    view = view_for([2, 0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 2], herd=1)
    found = reasons(view, "swap camel, leather > 2 diamond")
    wanted = {"token": 0.6 * 14, "set": 0.8, "given": -0.7 * 3, "camels": -0.6}
    assert found == pytest.approx(wanted)


def test_policy_weighs_moves_as_the_greedy_player_does() -> None:
    game, rng = Jaipur(rounds=1), seeded("values")
    agent, policy = make_agent(game, "greedy"), game.policy()
    looked = 0
    for seed in range(5):
        engine = RuleEngine(game, seed=seed)
        while engine.outcome is None:
            seen, state = engine.observe(), engine.state
            weights = policy.weigh(state, seen.moves)
            assert weights is not None
            weight_of = dict(zip(seen.moves, weights, strict=True))
            advice = agent.advise(seen)
            for option in advice.options:
                assert option.score == pytest.approx(weight_of[option.move])
            assert weight_of[advice.move] == pytest.approx(max(weights))
            looked += len(weights)
            engine.play(game.random_move(state, rng))
    assert looked > 1000


def test_policy_picks_legal_moves_only() -> None:
    game, rng = Jaipur(rounds=1), seeded("policy")
    policy = game.policy()
    for seed in range(40):
        state = game.setup(seeded(seed))
        while not state.over:
            move = policy.choose(state, rng)
            assert move in game.legal(state)
            game.play(state, move if rng.flip(0.7) else game.random_move(state, rng))


def test_policy_judges_at_the_end_of_a_round_and_nowhere_else() -> None:
    game, rng = Jaipur(), seeded("judge")
    policy = game.policy()
    state = game.setup(seeded(1))
    values: list[list[float]] = []
    while not state.over:
        play_out(game, state, rng, policy)
        judged = policy.judge(state)
        assert judged is not None
        assert judged[0] == -judged[1]
        values.append(judged)
        assert len(values) == len(state.rounds)
    assert values[-1][state.rounds[-1].winner] > 0.6


@pytest.mark.parametrize(
    ("rounds", "over", "value"),
    [
        # A single round, or the last of a match: won or lost, and three tenths for the margin.
        ([((70, 45), 0)], True, 0.7 + 0.3 * 25 / 30),
        ([((45, 70), 1)], True, -0.7 - 0.3 * 25 / 30),
        ([((50, 50), 1)], True, -0.7),
        ([((100, 20), 0)], True, 1.0),
        ([((50, 60), 1), ((61, 60), 0), ((60, 50), 0)], True, 0.7 + 0.3 * 10 / 30),
        # A seal ahead; whoever is behind starts. The round decides 0.505 of a match, each way.
        ([((60, 60), 0)], False, 0.7 * 0.505),
        ([((60, 70), 1)], False, 0.505 * (-0.7 - 0.3 * 10 / 30)),
        # One all; whoever lost the second round starts. It decided between this and the match.
        ([((60, 50), 0), ((60, 60), 1)], False, 0.7 * 0.1),
        ([((50, 60), 1), ((70, 60), 0)], False, -0.7 * 0.1 + 0.45 * 0.3 * 10 / 30),
        ([((60, 50), 0), ((60, 50), 0)], True, 0.7 + 0.45 * 0.3 * 10 / 30),
    ],
)
def test_policy_judges_by_seals_and_by_margin(
    rounds: list[tuple[tuple[int, int], int]], over: bool, value: float
) -> None:
    state = view_for([0, 0, 0, 0, 0, 0, 5], [0] * 6)
    state.plies, state.over = 0, over
    state.rounds = tuple(Round(scores, winner, "deck") for scores, winner in rounds)
    judged = Trader(1 if over and len(rounds) == 1 else 2).judge(state)
    assert judged is not None
    assert judged == pytest.approx([value, -value])


def test_policy_estimates_within_a_round_on_the_scale_of_its_verdicts() -> None:
    """A lead counts more the fewer cards are left; a level round counts what its seals do."""
    state = view_for([0, 0, 0, 0, 0, 0, 5], [0] * 6)
    state.plies, state.left = 10, 30
    seen: list[float] = []
    for rupees in (0, 10, 30, 200):
        state.merchants[0].rupees = rupees
        values = Trader(1).estimate(state)
        assert values is not None
        assert values[0] == -values[1]
        seen.append(values[0])
        standing = Jaipur(rounds=1).standing(state)
        assert abs(standing[0]) <= 1.0
        assert standing[0] == -standing[1]
    assert seen == sorted(seen)
    assert abs(seen[0]) < 0.2
    assert seen[-1] == pytest.approx(1.0, abs=0.001)
    state.merchants[0].rupees = 10
    state.left = 2
    late = Trader(1).estimate(state)
    assert late is not None
    assert late[0] > seen[1] + 0.2


@pytest.mark.parametrize(
    ("rounds", "low", "high"),
    [
        ([], -0.505, 0.505),
        ([((60, 50), 0)], 0.1, 1.0),
        ([((50, 60), 1)], -1.0, -0.1),
        ([((60, 50), 0), ((50, 60), 1)], -1.0, 1.0),
    ],
)
def test_a_round_counts_what_it_decides_of_the_match(
    rounds: list[tuple[tuple[int, int], int]], low: float, high: float
) -> None:
    game = Jaipur()
    state = view_for([0, 0, 0, 0, 0, 0, 5], [0] * 6)
    state.plies = 10
    state.rounds = tuple(Round(scores, winner, "deck") for scores, winner in rounds)
    found = []
    for leader in (1, 0):
        state.merchants[leader].rupees = 500
        state.merchants[1 - leader].rupees = 0
        found.append(game.standing(state)[0])
    assert found == pytest.approx([low, high])


def test_policy_counts_what_a_hand_can_be_sold_for() -> None:
    def lead(hand: list[int], herd: int = 0) -> float:
        state = view_for([0, 0, 0, 0, 0, 0, 5], hand, herd=herd)
        return lead_of(state) - lead_of(view_for([0, 0, 0, 0, 0, 0, 5], [0] * 6))

    # One diamond cannot be sold, two win 14; three cloth win 11 and about a bonus.
    assert lead([1, 0, 0, 0, 0, 0]) == pytest.approx(0.5 * 7)
    assert lead([2, 0, 0, 0, 0, 0]) == pytest.approx(0.9 * 14)
    assert lead([0, 0, 0, 1, 0, 0]) == pytest.approx(0.9 * 5)
    assert lead([0, 0, 0, 3, 0, 0]) == pytest.approx(0.9 * 11 + 2)


@pytest.mark.parametrize(
    ("market", "hand", "sold", "move"),
    [
        # Four cloth win 13 and a bonus of 5; without the bonus two diamonds win 14.
        ([0, 0, 0, 0, 0, 0, 5], [2, 0, 0, 4, 0, 0], [0] * 6, "sell 4 cloth"),
        ([0, 0, 0, 0, 0, 0, 5], [2, 0, 0, 3, 0, 0], [0, 0, 0, 3, 0, 0], "sell 2 diamond"),
        ([1, 0, 0, 0, 1, 0, 0], [0, 0, 1, 0, 5, 0], [0, 0, 0, 0, 2, 0], "sell 5 spice"),
        ([0, 0, 1, 0, 0, 1, 0], [0, 1, 3, 0, 0, 1], [0] * 6, "sell 3 silver"),
        ([0, 0, 0, 0, 0, 0, 5], [1, 1, 1, 0, 0, 0], [0] * 6, "take camels"),
    ],
)
def test_policy_picks_what_is_clearly_best(
    market: list[int], hand: list[int], sold: list[int], move: str
) -> None:
    state = view_for(market, hand, sold=sold)
    for seed in range(50):
        chosen = Trader(1).choose(state, seeded(seed))
        assert chosen is not None
        assert str(chosen) == move


def test_policy_counts_bonuses_and_the_copies_held() -> None:
    # Four leather win 3 rupees and about 5; a fifth one no token, but it makes a set of five.
    state = view_for([0, 1, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 4], sold=[0, 0, 0, 0, 0, 6])
    picked = {str(Trader(1).choose(state, seeded(seed))) for seed in range(100)}
    assert picked == {"sell 4 leather"}
    state.merchants[1].bonuses = (-2,) * 6  # that stack is empty: 3 against 3.2 and 3.6 for gold
    picked = {str(Trader(1).choose(state, seeded(seed))) for seed in range(100)}
    assert picked == {"sell 4 leather", "take leather", "take gold"}


@pytest.mark.parametrize(
    ("spec", "other"), [("ismcts:iterations=30", "random"), ("beam", "greedy")]
)
def test_search_beats_what_it_knows(spec: str, other: str) -> None:
    """A few rounds only: the arena measures by how much."""
    game = Jaipur(rounds=1)
    players = [make_agent(game, spec), make_agent(game, other)]
    won = 0
    for number in range(8):
        engine = RuleEngine(game, seed=f"search {number // 2}")
        while engine.outcome is None:
            seen = engine.observe()
            engine.play(players[(seen.seat + number) % 2].advise(seen).move)
        won += engine.outcome.winner == number % 2
    assert won >= 6


def test_greedy_gives_its_reasons_in_words_and_rupees() -> None:
    view = view_for([2, 0, 0, 0, 0, 0, 3], [0, 0, 0, 3, 0, 2], herd=1)
    game = Jaipur()
    seen = Observation(game, view, 0, game.legal(view), seeded(0))
    advice = make_agent(game, "greedy").advise(seen)
    assert advice.unit == "rupees"
    texts = {str(option.move): [r.text for r in option.reasons] for option in advice.options}
    assert texts["sell 3 cloth"] == [
        "selling 3 cloth brings 11 rupees",
        "a bonus of 2 rupees on average",
    ]
    assert texts["take camels"] == ["3 camels for your herd, 1.2 rupees each"]
    assert texts["swap camel, leather > 2 diamond"] == [
        "2 diamond may sell for 14 rupees later",
        "makes 2 diamond, nearer to a bonus",
        "1 leather given, to sell for 3 rupees",
        "1 camel given, 0.6 rupees each",
    ]


def test_any_advice_is_explained_in_rupees() -> None:
    view = view_for([2, 0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 2], herd=1)
    game = Jaipur()
    move = game.read_move("swap camel, leather > 2 diamond")
    good, bad = game.explain(view, Advice(move, 0.0, ()))
    assert good == (
        "For it: 2 diamond may sell for 14 rupees later (+8.4);"
        " makes 2 diamond, nearer to a bonus (+0.8)."
    )
    assert bad == (
        "Against it: 1 leather given, to sell for 3 rupees (-2.1);"
        " 1 camel given, 0.6 rupees each (-0.6)."
    )


@pytest.mark.parametrize(
    ("amount", "text"), [(1.0, "1 rupee"), (0.5, "0.5 rupees"), (2.0, "2 rupees")]
)
def test_one_rupee_is_one(amount: float, text: str) -> None:
    assert in_rupees(amount) == text
