import pytest

from kibitz.agents import Changes, GreedyAgent, Outlook, Scorer, make_agent, name_changes
from kibitz.core import Move, Observation, Reason, RuleEngine
from kibitz.games import load
from tests.agents.pile import Pile, PileState, Take, seen_at


class Thrift(Scorer[PileState, PileState]):
    """Likes to take little, and even numbers a bit."""

    def reasons(
        self, seen: Observation[PileState, PileState], move: Move[PileState]
    ) -> list[Reason]:
        assert isinstance(move, Take)
        return [
            Reason("thrift", -float(move.count), "keep the pile high"),
            Reason("even", 1.0 if move.count == 2 else 0.0, "two is a pair"),
        ]


class Lazy(Scorer[PileState, PileState]):
    """Has no opinion."""

    def reasons(
        self, seen: Observation[PileState, PileState], move: Move[PileState]
    ) -> list[Reason]:
        return []


def looking(worlds: int, horizon: int = 0) -> GreedyAgent[PileState, PileState]:
    return GreedyAgent(Outlook(worlds, horizon))


def test_greedy_agent_ranks_by_the_sum_of_the_reasons() -> None:
    advice = GreedyAgent(Thrift()).advise(seen_at(10))
    assert [str(option.move) for option in advice.options] == ["take 1", "take 2", "take 3"]
    assert [option.score for option in advice.options] == [-1.0, -1.0, -3.0]
    assert advice.options[1].reasons == (
        Reason("thrift", -2.0, "keep the pile high"),
        Reason("even", 1.0, "two is a pair"),
    )
    assert advice.move == Take(1)
    assert advice.value == -1.0


def test_greedy_agent_breaks_ties_by_listing_order() -> None:
    advice = GreedyAgent(Lazy()).advise(seen_at(10))
    assert [option.move for option in advice.options] == [Take(1), Take(2), Take(3)]
    assert [option.score for option in advice.options] == [0, 0, 0]


def test_greedy_agent_past_its_deadline_answers_with_what_it_has() -> None:
    engine = RuleEngine(Pile(), seed=1)
    advice = GreedyAgent(Thrift()).advise(engine.observe(deadline=0.0))
    assert [option.move for option in advice.options] == [Take(1)]
    assert advice.trace == {"scored": 1, "unscored": 2}


def test_scorer_without_reasons_says_what_is_missing() -> None:
    scorer: Scorer[PileState, PileState] = Scorer()
    with pytest.raises(TypeError, match=r"Scorer does not define reasons\(\)"):
        scorer.reasons(seen_at(10), Take(1))


def test_outlook_sees_the_move_that_wins_at_once() -> None:
    advice = looking(worlds=4).advise(seen_at(2))
    assert advice.move == Take(2)
    best, other = advice.options
    assert [reason.term for reason in best.reasons] == ["end"]
    assert best.reasons[0].text == "the move ends the game in 4 of 4 possible deals"
    assert best.score >= 1.0
    assert [reason.term for reason in other.reasons] == ["gain"]
    assert other.score == 0.0


def test_outlook_with_a_horizon_sees_what_follows() -> None:
    options = looking(worlds=64, horizon=50).advise(seen_at(5)).options
    # The player who meets four stones loses against perfect play, and mostly at random, too.
    assert options[0].move == Take(1)
    assert [reason.term for reason in options[0].reasons] == ["gain", "later"]
    assert options[0].score == pytest.approx(sum(r.amount for r in options[0].reasons))


def test_outlook_tries_all_moves_in_the_same_worlds() -> None:
    seen = seen_at(10)
    before = seen.rng.key()
    scorer: Outlook[PileState, PileState] = Outlook(worlds=8, horizon=5)
    first = scorer.reasons(seen, Take(1))
    assert scorer.reasons(seen, Take(2))
    assert scorer.reasons(seen, Take(1)) == first
    assert seen.rng.key() == before


def test_outlook_averages_over_hidden_cards_and_does_not_see_the_true_one() -> None:
    # Two matches that differ only in the other seat's charm look the same to seat 0.
    scores = set()
    for charm in (0, 1, 2):
        state = RuleEngine(Pile(1), seed=1).state.clone()
        state.charms[1] = charm
        engine = RuleEngine(Pile(1), seed=1, state=state)
        advice = looking(worlds=32).advise(engine.observe())
        scores.add(advice.value)
    assert len(scores) == 1
    assert 1.0 < scores.pop() < 3.0


@pytest.mark.parametrize(
    ("worlds", "horizon", "words"),
    [
        (0, 0, "^invalid worlds=0: expected 1 or more$"),
        (1, -1, "^invalid horizon=-1: expected 0 or more$"),
    ],
)
def test_outlook_refuses_an_invalid_budget(worlds: int, horizon: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Outlook(worlds, horizon)


@pytest.mark.parametrize("name", ["dronewars", "duel", "pokemon", "spire"])
def test_greedy_players_that_rate_the_table_give_their_reasons_in_words(name: str) -> None:
    game = load(name)
    engine, texts = RuleEngine(game, seed=7), set[str]()
    for _ in range(12):
        advice = make_agent(game, "greedy").advise(engine.observe())
        for option in advice.options:
            texts.update(reason.text for reason in option.reasons)
        engine.play(advice.move)
    assert "" not in texts
    assert not [text for text in texts if text.startswith("changes ") or "+" in text]


def test_a_change_is_named_by_its_direction_and_left_out_if_there_is_none() -> None:
    words = [("you gain life", "you lose life"), ("more cards", "fewer cards"), ("a", "b")]
    assert name_changes(("life", "cards", "rest"), words, (2.0, -0.8, 0.0)) == [
        Reason("life", 2.0, "you gain life"),
        Reason("cards", -0.8, "fewer cards"),
    ]


# A rating by the game.


def rate(state: PileState, seat: int) -> list[float]:
    return [float(-state.stones), float(state.seat == seat)]


TERMS = {
    "pile": ("the pile shrinks", "the pile grows"),
    "turn": ("you are next", "the other player is next"),
}


def test_changes_name_the_terms_of_a_rating_that_a_move_changes() -> None:
    scorer: Changes[PileState, PileState] = Changes(rate, TERMS, worlds=2, unit="stones")
    advice = GreedyAgent(scorer).advise(seen_at(10))
    assert (str(advice.move), advice.unit) == ("take 3", "stones")
    assert advice.options[0].reasons == (
        Reason("pile", 3.0, "the pile shrinks"),
        Reason("turn", -1.0, "the other player is next"),
    )


def test_moves_that_only_end_the_turn_count_nothing() -> None:
    scorer: Changes[PileState, PileState] = Changes(rate, TERMS, waits=["take"])
    advice = GreedyAgent(scorer).advise(seen_at(10))
    assert {option.score for option in advice.options} == {0.0}
    assert advice.options[0].reasons == (Reason("wait", 0.0, "ends the turn"),)


def test_changes_need_a_world() -> None:
    with pytest.raises(ValueError, match="worlds=0: expected 1 or more"):
        Changes(rate, TERMS, worlds=0)
