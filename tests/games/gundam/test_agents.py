"""The players made for Gundam: what they rate, what they answer, and how they explain it."""

import re

import pytest

from kibitz.agents import make_agent
from kibitz.core import Advice, RuleEngine
from kibitz.core.agent import observation_of
from kibitz.core.randomness import seeded
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.agents.policy import TERMS, TUNED, Appraiser, printed_worth
from kibitz.games.gundam.cards import CARDS, CATALOGUE
from kibitz.games.gundam.moves import Attack, Block, EndMain
from kibitz.games.gundam.state import GundamState
from kibitz.testing import check_agent
from tests.games.gundam.table import USUAL_SHIELDS, Match, asked, hit, play, table

BRACKETS = re.compile(r'[\["\]]')
NO_BASE = ("EXB", "")
NO_SHIELDS = (USUAL_SHIELDS, "")


def advise(match: Match, agent: str = "greedy") -> Advice[GundamState]:
    """Asks an agent about the decision of a match."""
    return make_agent(match.game, agent).advise(match.observe())


def short(move: object) -> str:
    """Writes a move in the short notation."""
    text = str(move).replace(".units.", ".").replace(".bases.1", ".base")
    return BRACKETS.sub("", text).rstrip()


def best(match: Match) -> str:
    """Returns the move of the greedy player."""
    return short(advise(match).move)


def terms(match: Match, move: str) -> dict[str, float]:
    """Returns the reasons of the greedy player for a move."""
    option = next(each for each in advise(match).options if short(each.move) == move)
    return {reason.term: reason.amount for reason in option.reasons}


def explained(match: Match, agent: str = "greedy") -> list[str]:
    """Returns what the game says about the advice of an agent."""
    return match.game.explain(match.view(match.seat), advise(match, agent))


# Laws.


@pytest.mark.parametrize("decks", ["A / B", "C / D", "D / A"])
def test_greedy_keeps_the_laws_of_agents(decks: str) -> None:
    game = Gundam(decks)
    assert check_agent(lambda: make_agent(game, "greedy"), game, games=2, answers=True) > 80


@pytest.mark.parametrize("agent", ["ismcts:iterations=20", "beam:nodes=30,worlds=2"])
def test_searches_keep_the_laws_of_agents(agent: str) -> None:
    game = Gundam("C / D")
    assert check_agent(lambda: make_agent(game, agent), game, games=1, max_plies=40) == 40


def test_the_defaults_exist() -> None:
    game = Gundam()
    for name in (game.opponent, game.adviser):
        make_agent(game, name)
    assert {*game.tunable()["greedy"]} <= {*game.agent_weights()["greedy"]}


@pytest.mark.parametrize("decks", ["A / B", "C / D"])
def test_greedy_beats_random_play(decks: str) -> None:
    """A few games only: the arena measures by how much."""
    game = Gundam(decks)
    players = [make_agent(game, "greedy"), make_agent(game, "random")]
    for number in range(6):
        match = RuleEngine(game, seed=number // 2, agent_seed=number // 2)
        while match.outcome is None:
            seen = match.observe()
            match.play(players[(seen.seat + number) % 2].advise(seen).move)
        assert match.outcome.winner == number % 2


def test_weights_are_options() -> None:
    match = table(("G05", "G48r"))
    assert best(match) == "attack p0.1 p1"
    assert short(advise(match, "greedy:base_hp=0,attack=0").move) == "end_main"


def test_the_rating_leaves_the_table_as_it_is() -> None:
    match = table(("G05r G01+G10 G18", "G48r G08"), hands=("G23 G29 G10", "G05"))
    before = match.state.key()
    appraiser = Appraiser(match.game, TUNED)
    for seat in (0, 1):
        assert len(appraiser.terms(match.state, seat)) == len(TERMS)
    assert match.state.key() == before


@pytest.mark.parametrize("decks", ["A / B", "C / D"])
def test_the_policy_weighs_moves_as_the_greedy_player_does(decks: str) -> None:
    game = Gundam(decks)
    match = RuleEngine(game, seed=2)
    looked = 0
    while match.outcome is None and match.ply < 120:
        seen = match.observe()
        advice = make_agent(game, "greedy").advise(seen)
        world = game.sample(seen.view, seen.rng.child("world"))
        weights = game.policy().weigh(world, [option.move for option in advice.options])
        assert weights is not None
        for option, weight in zip(advice.options, weights, strict=True):
            # Only the greedy player leaves out what drawn cards can be used for.
            drawn = "cards" in {reason.term for reason in option.reasons}
            if isinstance(option.move, (Attack, Block, EndMain)) and not drawn:
                assert option.score == pytest.approx(weight)
                looked += 1
        match.play(advice.move)
    assert looked > 50


def test_estimates_are_for_both_seats() -> None:
    game = Gundam()
    ahead = table(("G01+G10 G05", "G23"), shields=(USUAL_SHIELDS, "G23")).state
    for values in (game.standing(ahead), game.policy().estimate(ahead) or []):
        assert values[0] == pytest.approx(-values[1])
        assert 0.5 < values[0] < 1.0


def test_estimates_count_a_battle_as_over() -> None:
    policy = Gundam().policy()
    match = table(("G05", ""), bases=NO_BASE, shields=(USUAL_SHIELDS, "G23 G23"))
    values = []
    for move in ("attack p0.1 p1", "pass_block", "pass_action", "pass_action"):
        play(match, move)
        values.append(policy.estimate(match.state))
    assert values[0] == values[1] == values[2] == values[3]


# The eight scenarios that a sound player must decide so.


def test_ai_1_it_makes_the_winning_attack() -> None:
    units = ("G23 G05", "G08r G05r G20r")
    assert best(table(units, bases=NO_BASE, shields=NO_SHIELDS)).endswith(" p1")


@pytest.mark.parametrize("blocker", ["G08", "G09", "G33+G36", "G35(4)"])
def test_ai_2_it_blocks_what_would_win(blocker: str) -> None:
    match = table(("G48", f"G05 {blocker}"), bases=NO_BASE, shields=NO_SHIELDS)
    assert best(play(match, "attack p0.1 p1")) == "block p1.2"


@pytest.mark.parametrize("base", ["G15", "G16", "G31", "G32", "G38"])
def test_ai_3_it_deploys_any_base_by_burst_when_it_has_none(base: str) -> None:
    match = table(("G05", "G05"), bases=NO_BASE, shields=(USUAL_SHIELDS, f"{base} G23 G23"))
    hit(match)
    assert asked(match) == ("burst", 1)
    assert best(match) == "answer burst yes"


def test_ai_4_it_destroys_an_attacker_of_its_last_shield() -> None:
    match = table(
        ("G05", ""),
        bases=NO_BASE,
        shields=(USUAL_SHIELDS, "G23"),
        hands=("", "G29"),
        ready=(10, 2),
    )
    play(match, "attack p0.1 p1", "pass_block")
    assert best(match) == "play_command G29"
    assert best(play(match, "play_command G29")) == "answer target p0.1"


def test_ai_5_it_pairs_a_pilot_with_the_unit_that_it_links() -> None:
    assert best(table(("G05 G01n", ""), hands=("G10", ""))) == "pair_pilot G10 p0.2"


def test_ai_6_it_does_not_throw_a_unit_away() -> None:
    match = table(("G05", "G48r"))
    assert best(match) != "attack p0.1 p1.1"
    assert terms(match, "attack p0.1 p1.1")["board"] == pytest.approx(-28.0)


def test_ai_7_it_attacks_rather_than_end_the_main_phase() -> None:
    assert best(table(("G03", "G20r"))) in ("attack p0.1 p1", "attack p0.1 p1.1")


@pytest.mark.parametrize("card", ["G03", "G05", "G07", "G19", "G21", "G23"])
@pytest.mark.parametrize("own", ["", "G05r", "G05r G05r G05r G05r G05r"])
def test_ai_8_it_deploys_vanilla_units_while_there_is_room(card: str, own: str) -> None:
    for foe in ("", "G48 G35 G48 G48"):
        assert best(table((own, foe), hands=(card, ""))) == f"deploy_unit {card}"


# What things are worth.


def worth(unit: str, pilot: str = "") -> float:
    """Returns what a Unit is worth, by the words of its cards."""
    under = CARDS[CATALOGUE.number(pilot)] if pilot else CARDS[0]
    return printed_worth(CARDS[CATALOGUE.number(unit)], under, TUNED)


def test_worth_counts_what_is_printed() -> None:
    # 8 for each AP and 6 for each HP, then keywords, abilities and the Pilot.
    assert worth("G05") == pytest.approx(16 + 12)
    assert worth("G08") == pytest.approx(8 + 6 + 10)
    assert worth("G20") == pytest.approx(16 + 6 + 3)
    assert worth("G24") == pytest.approx(8 + 12 + 3)
    assert worth("G05", "G10") == pytest.approx(28 + 16 + 6 + 10)
    assert worth("G07", "G11") == pytest.approx(24 + 24 + 8 + 12 + 10 + 8 + 3)
    # The Pilot gives more to the Unit that it links.
    assert worth("G43", "G44") == worth("G05", "G44") + TUNED.link + 8 + 6


def test_an_attack_counts_what_it_destroys_and_what_it_risks() -> None:
    safe = terms(table(("G03", "G20r")), "attack p0.1 p1")
    amounts = {"foe's shields": 16.0, "chance to attack": -12.8, "effort": -0.05}
    assert safe == pytest.approx(amounts)
    # Close to the end a rested Blocker is missed.
    risky = terms(table(("G33", "G05"), bases=("", "EXB"), shields=("", "")), "attack p0.1 p1")
    assert risky["foe's attacks"] == pytest.approx(-0.5 * 120)


def test_an_attack_counts_after_the_best_block() -> None:
    open_way = terms(table(("G05", "G08r")), "attack p0.1 p1")
    blocked = terms(table(("G05", "G33")), "attack p0.1 p1")
    assert open_way["foe's shields"] == pytest.approx(16.0)
    assert "foe's shields" not in blocked
    assert blocked["board"] == pytest.approx(-28.0)


def test_shields_that_nobody_has_seen_do_not_burst() -> None:
    match = table(("G17", "G05"), bases=NO_BASE, shields=(USUAL_SHIELDS, "G29 G29 G29"))
    assert "board" not in terms(match, "attack p0.1 p1")
    # But 2 damage of its own destroys the GM.
    assert terms(match, "attack p0.1 p1")["foe's board"] == pytest.approx(28.0)


@pytest.mark.parametrize(
    ("mine", "base", "shields", "prospects"),
    [
        ("", "", "", 120 + 120),  # two attacks that win
        ("G08", "", "", 120),  # one is blocked
        ("G08r", "", "G23", 40 + 120),
        ("", "", "G23 G23 G23", 40 + 40),
        ("", "EXB", "G23", 16 + 24 + 40),
        ("", "G16", "", 24 + 16 + 16),
        ("G05r", "", "G23", 40 + 120),
    ],
)
def test_prospects_count_the_attacks_to_come(
    mine: str, base: str, shields: str, prospects: float
) -> None:
    match = table((mine, "G19r G05"), bases=(base, "EXB"), shields=(shields, USUAL_SHIELDS))
    amount = Appraiser(match.game, TUNED).terms(match.state, 0)[TERMS.index("foe's attacks")]
    assert amount == pytest.approx(-0.5 * prospects)


def test_ending_the_main_phase_costs_what_could_still_be_done() -> None:
    match = table(("G05", ""), hands=("G23", ""))
    lost = {"chance to attack": -0.8 * 16, "chance to play": -0.9 * 5}
    assert terms(match, "end_main") == pytest.approx(lost)


def test_it_buys_the_most_with_its_resources() -> None:
    match = table(hands=("G01 G05 G09", ""), ready=(3, 10), rested=(2, 0))
    assert best(match) == "deploy_unit G09"
    assert best(play(match, "deploy_unit G09")) == "deploy_unit G05"


# Blocks, action steps, abilities.


def test_it_does_not_block_with_what_is_worth_more() -> None:
    match = play(table(("G05", "G08"), bases=("EXB", "G15")), "attack p0.1 p1")
    assert best(match) == "pass_block"


def test_it_blocks_where_it_wins_a_unit() -> None:
    match = play(table(("G05", "G35")), "attack p0.1 p1")
    assert best(match) == "block p1.1"


def test_it_keeps_commands_that_change_too_little() -> None:
    match = table(("G23", ""), hands=("", "G29"))
    play(match, "attack p0.1 p1", "pass_block")
    assert best(match) == "play_command G29"
    match = table(("G48", ""), hands=("", "G29"))
    play(match, "attack p0.1 p1", "pass_block")
    assert best(match) == "pass_action"


def test_it_saves_its_last_shield_with_what_takes_ap() -> None:
    match = table(("G05", ""), bases=NO_BASE, shields=(USUAL_SHIELDS, "G23"), hands=("", "G14"))
    play(match, "attack p0.1 p1", "pass_block")
    assert best(match) == "play_command G14"


def test_the_attacker_wins_a_battle_with_a_command() -> None:
    match = table(("G23", "G48r(1)"), hands=("G28", ""))
    play(match, "attack p0.1 p1.1", "pass_block", "pass_action")
    assert best(match) == "play_command G28"


def test_support_helps_a_unit_that_can_still_attack() -> None:
    match = table(("G20n G05", ""), bases=("EXB", "G15"))
    assert best(match) == "activate p0.1 support"
    assert best(play(match, "activate p0.1 support", "answer target [p0.2]")) == "attack p0.2 p1"
    assert best(table(("G20n G05r", ""))) == "end_main"


# Questions.


def test_it_begins_and_keeps_a_hand_with_low_units() -> None:
    match = RuleEngine(Gundam(), seed=4)
    assert asked(match)[0] == "first"
    assert best(match) == f"answer first p{match.seat}"
    kept: set[bool] = set()
    for seed in range(20):
        match = RuleEngine(Gundam("B / A", first="0"), seed=seed)
        low = [CARDS[card] for card in match.state.pile(0, 0)]
        enough = len([card for card in low if card.kind == 0 and card.level <= 3]) >= 2
        assert best(match) == f"answer mulligan {'keep' if enough else 'redraw'}"
        kept.add(enough)
    assert kept == {True, False}


def test_it_makes_room_with_the_weakest_unit() -> None:
    match = table(("G05 G05 G23 G07 G48 G01", ""), hands=("G35", ""))
    play(match, "deploy_unit G35")
    assert best(match) == "answer room p0.3"


def test_it_discards_the_least() -> None:
    match = play(table(("", ""), hands=("G34 G35 G23 G10", "")), "deploy_unit G34")
    assert asked(match) == ("discard", 0)
    assert best(match) == "answer discard G23"


def test_it_takes_and_deploys_the_most() -> None:
    match = table(("G48", "G22r"), decks=("G03", "G23 G17 G24 G05"))
    hit(match, target="p1.1")
    assert asked(match) == ("take", 1)
    assert best(match) == "answer take G17"
    match = play(table(("G17n", ""), hands=("G26 G23 G25 G21", "")), "pair_pilot G26 p0.1")
    assert best(match) == "answer deploy G25"


def test_it_does_not_take_its_last_card() -> None:
    match = table(("G48", "G22r"), decks=("G03 G05", "G24"))
    hit(match, target="p1.1")
    assert asked(match) == ("take", 1)
    assert best(match) == "answer take"


def test_it_draws_before_the_rest_happens() -> None:
    match = play(table(("G02", "G07"), hands=("G10", "")), "pair_pilot G10 p0.1")
    assert asked(match) == ("order", 0)
    first = advise(match).options[0]
    assert "order" in [reason.term for reason in first.reasons]


# Words.


@pytest.mark.parametrize(
    ("units", "hand", "text"),
    [
        (("G05", ""), "", "Attack the player with GM: 2 damage, and EX Base has 1 HP left."),
        (("G19", ""), "", "Attack the player with Geara Zulu: destroys EX Base, with 3 Shields"),
        (
            ("G48", "G08"),
            "",
            "Attack the player with Kshatriya: destroys EX Base, with 3 Shields left, but Demi",
        ),
        (
            ("G09", "G48r(1)"),
            "",
            "Attack Kshatriya with Zowort: both are destroyed.",
        ),
        (("", ""), "G03", "Deploy Guncannon: 2 AP and 4 HP for 2 Resources."),
        (
            ("G01n", ""),
            "G10",
            "Pair Amuro Ray with Gundam: 6 AP and 5 HP, a Link Unit that may attack at once.",
        ),
        (("G05r", ""), "", "End the main phase."),
        (("", "G20"), "G29", "Play Close Combat: for 2 Resources."),
        (("G20n G05", ""), "", "Use support of Gaza D (Sleeves)."),
    ],
)
def test_advice_says_what_comes_of_a_move(units: tuple[str, str], hand: str, text: str) -> None:
    assert explained(table(units, hands=(hand, "")))[0].startswith(text)


def test_advice_in_the_other_players_turn() -> None:
    match = play(table(("G05", "G35")), "attack p0.1 p1")
    assert explained(match)[0] == (
        "Block with Freedom Gundam: GM is destroyed, and Freedom Gundam has 3 HP left."
    )
    match = play(table(("G05", "G08")), "attack p0.1 p1")
    assert explained(match)[0] == "Do not block: 2 damage, and EX Base has 1 HP left."
    play(match, "pass_block")
    assert explained(match)[0] == "Pass."


def test_advice_names_the_terms_that_change_most() -> None:
    assert explained(table(("G05", "G48r")))[1] == (
        "Their Base and Shields get weaker (+16), your attacks can win less (-12.8)."
    )


def test_two_cards_with_one_name_are_told_apart() -> None:
    match = table(("G05r G05", ""))
    assert explained(match)[0].startswith("Attack the player with GM (2): 2 damage")


def test_plans_are_told_as_long_as_places_stay() -> None:
    match = table(("G05r", ""), hands=("G03 G07 G05", ""))
    texts = explained(match, "ismcts:iterations=200")
    assert texts[-1].startswith("Planned after that: deploy ")


@pytest.mark.parametrize("agent", ["greedy", "ismcts:iterations=10", "beam:nodes=10,worlds=1"])
def test_every_decision_of_a_game_can_be_explained(agent: str) -> None:
    game = Gundam("C / D")
    match = RuleEngine(game, seed=5)
    player = make_agent(game, agent)
    while match.outcome is None and match.ply < 120:
        seen = match.observe()
        advice = player.advise(seen)
        assert all(text.endswith(".") for text in game.explain(seen.view, advice))
        match.play(advice.move)


def test_advice_about_a_position_is_that_about_the_match() -> None:
    match = table(("G05 G01", "G08"), hands=("G03 G10", "G29"))
    game = match.game
    view = game.read_position(game.position(match.view(0)))
    seen = observation_of(game, view, 0, seeded(1))
    assert make_agent(game, "greedy").advise(seen).move == advise(match).move
