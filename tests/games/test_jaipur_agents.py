"""The players of Jaipur: what is fair, what the greedy one counts, what the search is told."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import Observation, RuleEngine, no_dice, seeded
from kibitz.core.playout import play_out
from kibitz.games.jaipur import Exchange, Jaipur, JaipurState, Merchant, Round
from kibitz.games.jaipur.agents.policy import EXCHANGES, Trader
from kibitz.games.jaipur.agents.values import exchange_values
from kibitz.testing import check_agent


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


def table(
    market: list[int], hand: list[int], herd: int = 0, sold: list[int] | None = None
) -> JaipurState:
    """Makes a view in which seat 0 is to move and the other hand has three hidden cards."""
    return JaipurState(
        no_dice(),
        0,
        False,
        "",
        market,
        [
            Merchant(hand, sum(hand), herd, [0] * 6, 0, 0, ()),
            Merchant([0] * 6, 3, 0, [0] * 6, 0, 0, ()),
        ],
        (),
        20,
        (),
        [0] * 6 if sold is None else sold,
        0,
        10,
        (),
    )


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
    view = table([0, 0, 0, 0, 0, 0, 5], [0, 0, 0, 4, 0, 0])
    assert reasons(view, "sell 4 cloth") == {"tokens": 13.0, "bonus": 5.0}
    assert reasons(view, "sell 2 cloth") == {"tokens": 8.0}
    late = table([0, 0, 0, 0, 0, 0, 5], [0, 0, 0, 4, 0, 0], sold=[0, 0, 0, 5, 0, 0])
    assert reasons(late, "sell 3 cloth") == {"tokens": 2.0, "bonus": 2.0}


def test_greedy_expects_no_bonus_from_an_empty_stack() -> None:
    view = table([0, 0, 0, 0, 0, 0, 5], [0, 0, 0, 3, 0, 0])
    view.merchants[1].bonuses = (-1,) * 7
    assert reasons(view, "sell 3 cloth") == {"tokens": 11.0}


def test_greedy_values_a_take_by_the_token_it_would_reach() -> None:
    view = table([1, 0, 0, 1, 0, 0, 3], [2, 0, 0, 0, 0, 0])
    assert reasons(view, "take diamond") == pytest.approx({"token": 0.6 * 5, "set": 1.6})
    assert reasons(view, "take cloth") == pytest.approx({"token": 0.6 * 5})
    assert reasons(view, "take camels") == pytest.approx({"camels": 3.6})


def test_greedy_values_an_exchange_by_both_sides() -> None:
    view = table([2, 0, 0, 0, 0, 0, 3], [0, 0, 0, 0, 0, 2], herd=1)
    found = reasons(view, "swap camel, leather > 2 diamond")
    wanted = {"token": 0.6 * 14, "set": 0.8, "given": -0.7 * 3, "camels": -0.6}
    assert found == pytest.approx(wanted)


def test_values_of_exchanges_agree_with_the_reasons() -> None:
    game, rng = Jaipur(rounds=1), seeded("values")
    agent = make_agent(game, "greedy")
    looked = 0
    for seed in range(5):
        engine = RuleEngine(game, seed=seed)
        while engine.outcome is None:
            for option in agent.advise(engine.observe()).options:
                if isinstance(option.move, Exchange):
                    assert option.score == pytest.approx(value_of(engine.state, option.move))
                    looked += 1
            engine.play(game.random_move(engine.state, rng))
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


def test_policy_keeps_all_takes_and_sales_and_the_best_exchanges_in_order() -> None:
    game, rng = Jaipur(rounds=1), seeded("shortlist")
    policy = game.policy()
    cut = 0
    for seed in range(30):
        state = game.setup(seeded(seed))
        while not state.over:
            moves = game.legal(state)
            kept = policy.shortlist(state, moves)
            assert kept == [move for move in moves if move in kept]
            left = [move for move in moves if move not in kept]
            assert all(isinstance(move, Exchange) for move in left)
            if left:
                cut += 1
                worst = min(value_of(state, move) for move in kept if isinstance(move, Exchange))
                assert worst >= max(value_of(state, move) for move in left)
                assert len([move for move in kept if isinstance(move, Exchange)]) == EXCHANGES
            game.play(state, game.random_move(state, rng))
    assert cut > 100


def value_of(state: JaipurState, move: object) -> float:
    assert isinstance(move, Exchange)
    return exchange_values(state, [move])[0]


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
    winner = state.rounds[-1].winner
    assert values[-1][winner] > 0.5
    ahead = state.rounds[0].winner
    assert 0.2 < values[0][ahead] < 0.8  # a seal ahead, and a margin as the tie-break


def test_at_one_all_whoever_starts_the_last_round_is_a_little_ahead() -> None:
    policy = Trader(seals=2)
    state = table([0, 0, 0, 0, 0, 0, 5], [0] * 6)
    state.plies = 0
    state.rounds = (Round((60, 60), 0, "deck"), Round((60, 60), 1, "deck"))
    judged = policy.judge(state)
    assert judged is not None
    assert judged == pytest.approx([0.1, -0.1])


def test_search_beats_chance() -> None:
    """A few rounds only: the arena measures by how much."""
    game = Jaipur(rounds=1)
    players = [make_agent(game, "ismcts:iterations=30"), make_agent(game, "random")]
    won = 0
    for number in range(4):
        engine = RuleEngine(game, seed=f"search {number // 2}")
        while engine.outcome is None:
            seen = engine.observe()
            engine.play(players[(seen.seat + number) % 2].advise(seen).move)
        won += engine.outcome.winner == number % 2
    assert won == 4
