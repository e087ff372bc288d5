"""The players made for Lorcana: what they rate, what they answer, and how they explain it."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import Advice, RuleEngine
from kibitz.core.agent import observation_of
from kibitz.core.randomness import seeded
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.agents.policy import TERMS, TUNED, Appraiser, printed_worth
from kibitz.games.lorcana.cards import CARDS
from kibitz.games.lorcana.moves import EndTurn
from kibitz.games.lorcana.state import LAYOUT, LorcanaState
from kibitz.testing import check_agent
from tests.games.lorcana.table import Table


def advise(table: Table, agent: str = "greedy") -> Advice[LorcanaState]:
    """Asks an agent about the decision of a table."""
    return make_agent(table.match.game, agent).advise(table.match.observe())


def best(table: Table) -> str:
    """Returns the move of the greedy player, with the names of the test."""
    return table.written(advise(table).move)


def terms(table: Table, move: str) -> dict[str, float]:
    """Returns the reasons of the greedy player for a move."""
    option = next(each for each in advise(table).options if table.written(each.move) == move)
    return {reason.term: reason.amount for reason in option.reasons}


def explained(table: Table, agent: str = "greedy") -> list[str]:
    """Returns what the game says about the advice of an agent."""
    match = table.match
    return match.game.explain(match.view(match.seat), advise(table, agent))


# Laws.


@pytest.mark.parametrize("decks", ["A / B", "B / C", "C / A"])
def test_greedy_keeps_the_laws_of_agents(decks: str) -> None:
    game = Lorcana(decks)
    assert check_agent(lambda: make_agent(game, "greedy"), game, games=2, answers=True) > 80


@pytest.mark.parametrize("agent", ["ismcts:iterations=20", "beam:nodes=30,worlds=2"])
def test_searches_keep_the_laws_of_agents(agent: str) -> None:
    game = Lorcana("C / A")
    assert check_agent(lambda: make_agent(game, agent), game, games=1, max_plies=40) == 40


def test_the_defaults_exist() -> None:
    game = Lorcana()
    for name in (game.opponent, game.adviser):
        make_agent(game, name)
    assert {*game.tunable()["greedy"]} <= {*game.agent_weights()["greedy"]}


def test_greedy_beats_random_play() -> None:
    """A few games only: the arena measures by how much."""
    game = Lorcana("B / C")
    players = [make_agent(game, "greedy"), make_agent(game, "random")]
    for number in range(6):
        match = RuleEngine(game, seed=number // 2, agent_seed=number // 2)
        while match.outcome is None:
            seen = match.observe()
            match.play(players[(seen.seat + number) % 2].advise(seen).move)
        assert match.outcome.winner == number % 2


def test_weights_are_options() -> None:
    table = Table("a L02", "x L08")
    assert best(table) == "quest a"
    assert isinstance(advise(table, "greedy:lore=0,threat=1").move, EndTurn)


def test_the_rating_leaves_the_table_as_it_is() -> None:
    table = Table("a L02:x, b L60, hand L05 L06, ink 3/3", "x L43, y L08")
    before = table.state.key()
    assert len(Appraiser(table.match.game, TUNED).terms(table.state, 0)) == len(TERMS)
    assert table.state.key() == before


def test_the_policy_weighs_moves_as_the_greedy_player_does() -> None:
    game = Lorcana("A / C")
    match = RuleEngine(game, seed=2)
    looked = 0
    while match.outcome is None and match.ply < 60:
        seen = match.observe()
        advice = make_agent(game, "greedy").advise(seen)
        world = game.sample(seen.view, seen.rng.child("world"))
        weights = game.policy().weigh(world, [option.move for option in advice.options])
        assert weights is not None
        for option, weight in zip(advice.options, weights, strict=True):
            # Only the greedy player leaves out what drawn cards can be used for.
            if not {"chance to play", "duty"} & {reason.term for reason in option.reasons}:
                assert option.score == pytest.approx(weight)
                looked += 1
        match.play(advice.move)
    assert looked > 100


def test_estimates_are_for_both_seats() -> None:
    game = Lorcana()
    ahead = Table("a L09, b L05, lore 15", "x L02, lore 3").state
    for values in (game.standing(ahead), game.policy().estimate(ahead) or []):
        assert values[0] == pytest.approx(-values[1])
        assert 0.8 < values[0] < 1.0


# What things are worth.


def test_worth_counts_what_is_printed() -> None:
    worths = {card.id: printed_worth(card, TUNED) for card in CARDS[1:]}
    # 1 + 0.6 strength + 0.5 willpower + 1.2 lore, then abilities and keywords.
    assert worths["L02"] == pytest.approx(1.0 + 1.2 + 1.0 + 1.2)
    assert worths["L06"] == pytest.approx(1.0 + 1.2 + 1.5 + 1.2 + 0.3)
    assert worths["L10"] == pytest.approx(1.0 + 1.8 + 2.5 + 3.6 + 0.7)
    assert worths["L52"] == pytest.approx(1.0 + 0.6 + 1.5 + 2.4 + 0.9 + 0.6)
    assert worths["L59"] == pytest.approx(1.0 + 0.9)
    assert worths["L60"] == pytest.approx(1.5 + 4.0)
    assert worths["L49"] == pytest.approx(2.4 + 1.0)


def test_a_quest_counts_lore_and_what_it_risks() -> None:
    safe = terms(Table("a L02", "x L31"), "quest a")
    assert safe == pytest.approx({"lore": 3.0, "chance to quest": -0.8, "effort": -0.05})
    risky = terms(Table("a L02", "x L08"), "quest a")
    # The Horse takes 2 damage and banishes what is worth 4.4.
    assert risky["threat"] == pytest.approx(-0.45 * (4.4 - 0.3 * 2))


@pytest.mark.parametrize(
    ("mine", "theirs", "threatened"),
    [
        ("a L24:x", "x L25", False),  # Evasive
        ("a L24:x", "x L42", True),  # Alert
        ("a L02:x, b L08:x", "x L25", False),  # a Bodyguard is in front
        ("a L02:x, b L08", "x L25", True),  # a ready Bodyguard is not
        ("a L52:x", "x L25", False),  # Resist
        ("a L05:x", "x L18", True),  # Challenger
        ("a L05:x", "x L13", False),
        ("a L02", "x L25", False),  # only exerted ones can be challenged
    ],
)
def test_threats_follow_the_rules_of_challenges(mine: str, theirs: str, threatened: bool) -> None:
    table = Table(mine, theirs)
    amount = Appraiser(table.match.game, TUNED).terms(table.state, 0)[TERMS.index("threat")]
    assert (amount < 0.0) == threatened


def test_who_cannot_challenge_is_no_threat() -> None:
    table = Table("a L05:x, t L58", "x L36")
    assert terms(table, "use t")["threat"] > 0.0


def test_it_inks_before_it_plays_what_it_could_not_pay_for() -> None:
    table = Table("hand L05 L02 L19 L20, ink 2/2")
    assert best(table).startswith("ink")
    table.match.play(advise(table).move)
    assert best(table) == "play L05"


def test_it_ends_the_turn_if_nothing_is_worth_it() -> None:
    assert best(Table("t L12, a L05:x", "x L31", inked=True)) == "end_turn"


def test_a_reckless_character_makes_the_best_challenge() -> None:
    table = Table("a L33, t L12", "x L31:x, y L19:x")
    assert "end_turn" not in [table.written(each) for each in table.match.legal_moves()]
    assert best(table) == "challenge a x"
    assert terms(Table("a L33, t L12", "y L19:x"), "use t")["duty"] < 0.0


# Questions.


def test_a_card_counts_after_the_best_answers() -> None:
    table = Table("hand L40, ink 5/5, a L09", "x L02, y L19", inked=True)
    assert terms(table, "play L40")["foe's board"] == pytest.approx(
        printed_worth(CARDS[LAYOUT.read_card("L19")], TUNED)
    )
    table.match.play("play L40")
    assert best(table) == "answer target y"
    # Its own character would be the only one.
    assert best(Table("hand L40, ink 5/5, a L16:x", inked=True)) == "end_turn"


def test_the_other_seat_answers_for_itself() -> None:
    # Cruella sends the best character back if she is banished.
    table = Table("a L05, b L09", "x L22:x")
    assert terms(table, "challenge a x")["board"] < -printed_worth(CARDS[9], TUNED) + 0.01


def test_altering_puts_back_what_is_expensive() -> None:
    table = Table("hand L01 L02 L09 L10 L19 L03 L05", "hand L31", set_up=True)
    assert best(table) == "answer alter L09 L10 L19"
    # Two cards for the inkwell stay, whatever they cost.
    table = Table("hand L08 L09 L10 L17 L17 L19 L19", "hand L31", set_up=True)
    assert best(table) == "answer alter L08 L19 L19"
    assert best(Table("hand L01 L02 L03 L04 L05 L06 L07", set_up=True)) == "answer alter"


@pytest.mark.parametrize(
    ("hand", "ink", "thrown"),
    [("L04 L09 L10", "2/2", "L10"), ("L04 L09 L10", "6/6", "L04"), ("L02 L09", "9/9", "L02")],
)
def test_discards_go_by_cost_and_then_by_worth(hand: str, ink: str, thrown: str) -> None:
    table = Table(f"hand {hand}, ink {ink}, a L05", "x L23:x").play("challenge a x")
    assert best(table) == f"answer discard {thrown}"


def test_it_removes_as_much_damage_as_it_can() -> None:
    table = Table("hand L11, ink 4/4, a L08:d4, b L05").play("play L11")
    assert table.asks.startswith("p0 amount")
    assert best(table) == "answer amount 3"


def test_orders_are_the_first_that_is_offered() -> None:
    table = Table("a L10, hand L14, ink 2/2, discard L05").play("play L14")
    assert table.asks.startswith("p0 order")
    assert advise(table).move == table.match.legal_moves()[0]
    table = Table("hand L06, ink 3/3, deck L11 L01 L20 L02 L03").play("play L06")
    assert best(table) in ("answer take L11", "answer take L20")
    table.match.play(advise(table).move)
    assert advise(table).move == table.match.legal_moves()[0]
    assert [reason.term for reason in advise(table).options[0].reasons] == ["bottom"]


# Words.


@pytest.mark.parametrize(
    ("mine", "theirs", "text"),
    [
        ("a L09", "", "Quest with Moana: 3 lore, and nothing of theirs can challenge it."),
        (
            "a L09",
            "x L25",
            "Quest with Moana: 3 lore, and nothing of theirs can banish it in one challenge.",
        ),
        (
            "a L05",
            "x L08",
            "Quest with Mickey Mouse: 2 lore, but Maximus could banish it next turn.",
        ),
        ("a L09, lore 17", "x L08", "Quest with Moana: 3 lore, which wins the game."),
        (
            "a L37",
            "x L21:x",
            "Challenge Aladdin with Maui: banishes it and survives with 2 damage.",
        ),
        ("a L33", "x L08:x,d1", "Challenge Maximus with Gaston: both are banished."),
        (
            "a L33",
            "x L08:x",
            "Challenge Maximus with Gaston: Maximus is left with 4 of 5 damage, and Gaston is",
        ),
        ("hand L05, ink 3/3", "", "Play Mickey Mouse - True Friend: 3 strength, 3 willpower"),
        ("hand L20, a L37", "", "Sing Friends on the Other Side with Maui: it costs no ink"),
        ("hand L10, ink 4/4, a L02:x", "", "Shift Stitch - Rock Star onto Stitch: 3 strength"),
        ("t L12", "", "End the turn."),
    ],
)
def test_advice_says_what_comes_of_a_move(mine: str, theirs: str, text: str) -> None:
    assert explained(Table(mine, theirs, inked=True))[0].startswith(text)


def test_advice_names_the_terms_that_change_most() -> None:
    assert explained(Table("a L05", "x L08"))[1] == (
        "You gain lore (+6), they can banish more of yours next turn (-2.61),"
        " fewer characters can still quest (-1.6)."
    )
    assert explained(Table("hand L05, ink 2/2"))[0] == (
        "Ink Mickey Mouse - True Friend: you have 3 ink then."
    )


def test_two_cards_with_one_name_are_told_apart() -> None:
    table = Table("a L05, b L25:x", inked=True)
    assert explained(table)[0].startswith("Quest with Mickey Mouse - True Friend: 2 lore")


def test_plans_are_told_as_long_as_places_stay() -> None:
    table = Table("a L09, b L07", "x L31", inked=True)
    texts = explained(table, "ismcts:iterations=200")
    assert texts[-1].startswith("Planned after that: quest with ")


def test_every_decision_of_a_game_can_be_explained() -> None:
    game = Lorcana("B / C")
    for agent in ("greedy", "ismcts:iterations=10", "beam:nodes=10,worlds=1"):
        match = RuleEngine(game, seed=5)
        player = make_agent(game, agent)
        while match.outcome is None and match.ply < 80:
            seen = match.observe()
            advice = player.advise(seen)
            assert all(text.endswith(".") for text in game.explain(seen.view, advice))
            match.play(advice.move)


def test_advice_about_a_position_is_that_about_the_match() -> None:
    table = Table("a L09, hand L05 L06, ink 3/3", "x L08, hand L31")
    game = table.match.game
    view = game.read_position(game.position(table.match.view(0)))
    seen = observation_of(game, view, 0, seeded(1))
    assert make_agent(game, "greedy").advise(seen).move == advise(table).move
