"""The players of Slay the Spire with the Silent: poison, discards, Shivs and powers."""

from collections.abc import Mapping, Sequence

import pytest

from kibitz.agents import make_agent
from kibitz.core import Observation, seeded
from kibitz.core.agent import Advice
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.danger import (
    DESCRIBED,
    TUNED,
    close_to_lethal,
    danger,
    potion_uses,
    threat,
)
from kibitz.games.spire.agents.plan import TurnPlan, has_drawn, longest_line, quick_score, signature
from kibitz.games.spire.agents.planner import OptimizedAgent, PlanFollower, SimpleAgent
from kibitz.games.spire.agents.policy import (
    TERMS,
    TUNED_RATING,
    Instinct,
    all_fall,
    announced,
    choice_worth,
    dies_of_poison,
    incoming,
    poison_loss,
    rate,
    standing,
)
from kibitz.games.spire.monsters import ELITE, NORMAL
from kibitz.games.spire.moves import list_moves, read_card
from kibitz.games.spire.position.loadout import DECKS, SILENT
from kibitz.games.spire.powers import RETAIN_CARDS
from kibitz.games.spire.state import Fight, Monster
from kibitz.testing import check_agent
from tests.games.spire.table import GAME, Table, dummy, real

AGENTS = ("planner:worlds=2", "expert:worlds=2,follow=2", "greedy")


def silent(
    hand: str,
    *monsters: Monster,
    energy: int = 3,
    draw: str = "",
    discard: str = "",
    hp: int = 70,
    block: int = 0,
    powers: Mapping[str, int] | None = None,
    potions: Sequence[str] = (),
    room: int = NORMAL,
) -> Table:
    """Sets up a fight of the Silent."""
    return Table(
        hand,
        *monsters,
        draw=draw,
        discard=discard,
        hp=hp,
        max_hp=70,
        block=block,
        energy=energy,
        powers=powers,
        potions=potions,
        room=room,
        character=SILENT,
    )


def see(table: Table) -> Observation[Fight, Fight]:
    s = table.fight
    return Observation(GAME, GAME.view(s, 0), 0, GAME.legal(s), seeded("silent"))


def advice(table: Table, spec: str = "planner:worlds=2") -> Advice[Fight]:
    return make_agent(GAME, spec).advise(see(table))


def advised(table: Table, spec: str = "planner:worlds=2") -> str:
    return str(advice(table, spec).move)


def line(table: Table, spec: str = "planner:worlds=2") -> list[str]:
    found = advice(table, spec)
    return [str(move) for move in (found.move, *found.plan)]


def after(table: Table, *moves: str) -> dict[str, float]:
    """Returns the reasons for a line, if the turn is ended after it."""
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play(*moves)
    return {reason.term: reason.amount for reason in plan.evaluate(GAME, table.fight, 0)}


# Poison.


@pytest.mark.parametrize(
    ("hp", "poison", "turns", "lost"),
    [(40, 5, 8, 15), (40, 5, 2, 9), (12, 5, 8, 12), (40, 0, 8, 0), (5, 5, 1, 5)],
)
def test_poison_takes_one_less_every_turn(hp: int, poison: int, turns: int, lost: int) -> None:
    assert poison_loss(dummy(hp, Poison=poison), turns) == lost


@pytest.mark.parametrize(("hp", "poison"), [(5, 5), (6, 5), (3, 7)])
def test_who_dies_of_poison_is_as_simulated(hp: int, poison: int) -> None:
    table = silent("", dummy(hp, block=9, attack=7, Poison=poison))
    assert dies_of_poison(table.monster()) == (hp <= poison)
    assert incoming(table.fight) == (0 if hp <= poison else 7)
    table.play("end")
    assert table.fight.over == (hp <= poison)


def test_a_monster_that_poison_kills_does_not_attack_or_threaten() -> None:
    dying, other = dummy(4, attack=20, Poison=4), dummy(30, attack=6)
    table = silent("", dying, other)
    assert (announced(table.fight, dying), incoming(table.fight)) == (0, 6)
    assert threat(table.fight, dying) == 0 < threat(table.fight, other)
    assert danger(table.fight) < danger(silent("", dummy(5, attack=20, Poison=4), other).fight)


def test_poison_that_splits_a_slime_stops_its_attack() -> None:
    slime = real("AcidSlime_L", 36, "TACKLE", max_hp=65, Split=1, Poison=4)
    assert announced(silent("", slime).fight, slime) == 0
    slime.powers[4] = 3
    assert announced(silent("", slime).fight, slime) > 0


def test_poison_that_closes_the_guardian_stops_its_attack() -> None:
    guardian = real("TheGuardian", 200, "FIERCE_BASH", Mode_Shift=6, Poison=6)
    assert incoming(silent("", guardian).fight) == 0
    guardian.powers[4] = 5
    assert incoming(silent("", guardian).fight) > 0


def test_an_exploding_corpse_stops_the_attacks_of_those_it_kills() -> None:
    bomb = dummy(3, max_hp=30, attack=9, Poison=3, CorpseExplosionPower=1)
    table = silent("", bomb, dummy(30, block=20, attack=8), dummy(31, attack=7))
    assert incoming(table.fight) == 7
    table.play("end")
    assert [each.alive for each in table.fight.monsters] == [False, False, True]


@pytest.mark.parametrize("spec", AGENTS)
def test_a_monster_that_poison_will_kill_is_not_hit(spec: str) -> None:
    table = silent("2 strike", dummy(5, attack=12, Poison=6), dummy(40, attack=4), energy=1)
    assert advised(table, spec) == "strike > 2"


@pytest.mark.parametrize("spec", AGENTS)
def test_an_attack_that_poison_stops_is_not_blocked(spec: str) -> None:
    pair = [dummy(5, attack=12, Poison=6), dummy(40)]
    assert advised(silent("strike, defend", *pair, energy=1), spec) == "strike > 2"


def test_lethal_by_poison_ends_the_turn() -> None:
    table = silent("strike, defend", dummy(5, attack=30, Poison=5), hp=10)
    found = advice(table)
    assert all_fall(table.fight)
    assert str(found.move) == "end"
    assert "win" in {reason.term for reason in found.options[0].reasons}


@pytest.mark.parametrize("spec", AGENTS)
def test_poison_that_wins_before_the_attack_saves_the_life(spec: str) -> None:
    table = silent("deadly poison+, strike, defend", dummy(9, attack=30, Poison=2), hp=10, energy=1)
    assert advised(table, spec) == "deadly poison+ > 1"


@pytest.mark.parametrize("spec", AGENTS)
def test_poison_is_worth_more_than_a_strike_in_a_long_fight(spec: str) -> None:
    assert (
        advised(silent("deadly poison, strike", dummy(90), energy=1), spec) == "deadly poison > 1"
    )


def test_poison_comes_before_catalyst_and_catalyst_goes_to_the_poison() -> None:
    alone = silent("catalyst+, deadly poison", dummy(200), energy=2)
    assert line(alone)[:2] == ["deadly poison > 1", "catalyst+ > 1"]
    table = silent("catalyst", dummy(90, attack=15), dummy(90, Poison=9), dummy(6, Poison=20))
    assert advised(table) == advised(table, "expert:worlds=2,follow=2") == "catalyst > 2"


def test_reasons_count_what_poison_is_going_to_take() -> None:
    found = after(silent("poisoned stab", dummy(200)), "poisoned stab")
    assert found["damage"] == 6 * DESCRIBED.damage
    assert found["poison"] == (3 + 2 + 1) * DESCRIBED.poison
    # Hitting who dies anyway gains nothing: what it takes now, poison does not take later.
    dying = after(silent("strike", dummy(6, Poison=3), dummy(90)), "strike > 1")
    assert dying["damage"] + dying["poison"] == 0


def test_a_corpse_explosion_counts_the_others() -> None:
    several = after(
        silent("corpse explosion", dummy(20), dummy(90), dummy(9)), "corpse explosion > 1"
    )
    assert several["explosion"] == (20 + 9) * DESCRIBED.corpse_explosion
    assert "explosion" not in after(silent("corpse explosion", dummy(20)), "corpse explosion > 1")


def test_potions_know_that_poison_is_close_to_lethal() -> None:
    table = silent("strike", dummy(30, Poison=4), potions=["fire potion"], energy=1)
    assert close_to_lethal(table.fight, potion_uses(table.fight))
    table = silent("strike", dummy(31, Poison=4), potions=["fire potion"], energy=1)
    assert not close_to_lethal(table.fight, potion_uses(table.fight))


def test_no_potion_where_poison_wins() -> None:
    table = silent("", dummy(5, attack=40, Poison=5), hp=10, potions=["fire potion"], room=ELITE)
    assert str(OptimizedAgent(worlds=2).advise(see(table)).move) == "end"


def test_standing_and_rating_know_poison() -> None:
    plain, poisoned = silent("", dummy(60)).fight, silent("", dummy(60, Poison=9)).fight
    assert standing(poisoned) > standing(plain)
    terms = dict(zip(TERMS, rate(poisoned), strict=True))
    assert terms["poison"] == pytest.approx(
        TUNED_RATING.poison * poison_loss(poisoned.monsters[0], 6)
    )


def test_signatures_show_poison_so_that_a_bounce_elsewhere_asks_for_a_new_plan() -> None:
    table = silent("bouncing flask, strike", dummy(40), dummy(40))
    assert "poison" not in signature(table.fight)
    follower = PlanFollower(OptimizedAgent(worlds=2))
    table.play("bouncing flask")
    follower.moves, follower.predicted = list_moves(table.fight)[:1], [signature(table.fight)]
    assert follower.expects(table.fight)
    table.fight.monsters[0].powers[4] += 1
    assert not follower.expects(table.fight)


# Discards.


@pytest.mark.parametrize("spec", [*AGENTS, "simple", "beam:worlds=2,nodes=60"])
@pytest.mark.parametrize("worst", ["reflex", "tactician+", "wound", "injury"])
def test_what_clogs_the_hand_is_discarded(spec: str, worst: str) -> None:
    table = silent(f"survivor, strike, {worst}, defend", dummy(90, attack=9), draw="3 strike")
    assert advised(table.play("survivor"), spec) == f"choose {worst}"


@pytest.mark.parametrize("spec", AGENTS)
def test_a_card_that_cannot_be_paid_for_is_discarded(spec: str) -> None:
    table = silent("survivor, strike, predator", dummy(90), energy=2)
    assert advised(table.play("survivor"), spec) == "choose predator"


def test_a_dazed_leaves_by_itself() -> None:
    table = silent("survivor, dazed, wound", dummy(90)).play("survivor")
    worth = {str(move): choice_worth(table.fight, move) for move in list_moves(table.fight)}
    assert worth["choose wound"] > worth["choose dazed"]


def test_discards_are_planned_with_the_cards_that_are_played_after_them() -> None:
    table = silent("survivor, strike, defend, neutralize", dummy(3, attack=20), dummy(90), energy=1)
    table.play("survivor")
    assert longest_line(table.fight) == 3
    assert advised(table) != "choose neutralize"
    assert line(table)[1:] == ["neutralize > 1"]


def test_discards_that_make_a_card_cheaper_are_planned() -> None:
    table = silent("prepared+, eviscerate, 2 wound, tactician", dummy(21, attack=30), hp=20)
    table.fight.energy = 1
    assert line(table.play("prepared+"))[-1] == "eviscerate > 1"


def test_tools_of_the_trade_count_no_cards_as_undrawn() -> None:
    table = silent("", dummy(90), draw="9 strike, reflex", powers={"Tools Of The Trade": 1})
    table.play("end")
    assert table.fight.choice
    before = table.fight.clone()
    found = advice(table)
    assert str(found.move) == "choose reflex"
    drawn = {reason.term: reason.amount for reason in found.options[0].reasons}["drawn"]
    assert drawn == 2 * DESCRIBED.drawn
    assert found.trace["replan_after"] == 1
    table.play("choose reflex")
    assert has_drawn(before, table.fight)


def test_a_discard_that_draws_after_a_shuffle_is_a_point_to_plan_again() -> None:
    table = silent("", dummy(90), draw="5 strike, reflex", powers={"Tools Of The Trade": 1})
    table.fight.discard = [read_card("defend")] * 4
    table.play("end")
    before = table.fight.clone()
    table.play("choose reflex")
    assert has_drawn(before, table.fight)


# Retained cards, Setup, Nightmare.


@pytest.mark.parametrize("spec", [*AGENTS, "simple"])
def test_the_best_card_is_retained_and_a_wound_is_not(spec: str) -> None:
    table = silent("wound, strike, die die die", dummy(90), energy=0, draw="5 defend")
    table.fight.powers[RETAIN_CARDS] = 1
    assert advised(table.play("end"), spec) == "choose die die die"
    clogged = silent("wound, slimed", dummy(90), energy=0, draw="5 defend")
    clogged.fight.powers[RETAIN_CARDS] = 1
    assert advised(clogged.play("end"), spec) == "done"


@pytest.mark.parametrize("spec", [*AGENTS, "simple"])
def test_setup_takes_a_dear_card_and_no_curse(spec: str) -> None:
    table = silent("setup, eviscerate, injury, strike", dummy(90), energy=2, draw="6 defend")
    assert advised(table.play("setup"), spec) == "choose eviscerate"


@pytest.mark.parametrize("spec", [*AGENTS, "simple"])
def test_nightmare_copies_a_strong_card(spec: str) -> None:
    table = silent("nightmare, blade dance+, wound, defend", dummy(90), draw="6 defend")
    assert advised(table.play("nightmare"), spec) == "choose blade dance+"


def test_reasons_name_what_waits_for_the_next_turn() -> None:
    w = DESCRIBED
    assert after(silent("outmaneuver", dummy(90)), "outmaneuver")["next energy"] == 2 * w.energized
    assert after(silent("predator", dummy(90)), "predator")["next cards"] == 2 * w.next_draw
    rolled = after(silent("dodge and roll", dummy(90)), "dodge and roll")
    assert rolled["next block"] == 4 * w.next_block
    blurred = after(silent("blur", dummy(90, attack=2)), "blur")
    assert blurred["next block"] == 3 * w.next_block
    killer = after(silent("phantasmal killer", dummy(90)), "phantasmal killer")
    assert killer["double damage"] == w.phantasmal
    setup = after(silent("setup, eviscerate, wound", dummy(90)), "setup", "choose eviscerate")
    assert setup["set up"] > 0
    night = after(silent("nightmare, slice, wound", dummy(90)), "nightmare", "choose slice")
    assert night["copies"] > 0


def test_wraith_form_counts_its_turns_and_its_price() -> None:
    found = after(silent("wraith form", dummy(90, attack=30), energy=3), "wraith form")
    assert found["intangible"] == DESCRIBED.intangible
    assert found["powers"] == -5 * DESCRIBED.wraith_form
    assert found["next loss"] == -DESCRIBED.next_loss


# Powers and Shivs.


@pytest.mark.parametrize("spec", AGENTS)
@pytest.mark.parametrize(
    "power",
    ["after image", "noxious fumes", "infinite blades", "footwork", "accuracy", "caltrops",
     "tools of the trade"],
)  # fmt: skip
def test_powers_are_played_early_against_a_boss(spec: str, power: str) -> None:
    table = silent(
        f"{power}, strike", dummy(200, attack=3), energy=1, draw="4 blade dance, 4 strike"
    )
    assert advised(table, spec) == power


def test_after_image_comes_before_the_cards_that_it_blocks_for() -> None:
    table = silent("after image, 4 shiv", dummy(90, attack=9), energy=1)
    assert line(table) == ["after image", "shiv > 1", "shiv > 1", "shiv > 1", "shiv > 1"]


def test_accuracy_comes_before_shivs() -> None:
    table = silent("accuracy, 3 shiv", dummy(200), energy=1)
    assert line(table)[0] == "accuracy"


@pytest.mark.parametrize("spec", AGENTS)
def test_shivs_are_worth_making(spec: str) -> None:
    assert advised(silent("blade dance, strike", dummy(90), energy=1), spec) == "blade dance"


def test_shivs_come_on_top_of_the_length_of_a_line() -> None:
    table = silent("blade dance+, strike, strike, defend", dummy(90), energy=3)
    assert line(table).count("shiv > 1") == 4


def test_burst_comes_before_the_skill_that_it_repeats() -> None:
    table = silent("burst, deadly poison+, wound", dummy(200), energy=2)
    assert line(table) == ["burst", "deadly poison+ > 1"]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("deadly poison", 20.0),
        ("blade dance", 24.0),
        ("bouncing flask", 36.0),
        ("neutralize", 36.0),
    ],
)
def test_quick_scores_of_the_silent(card: str, expected: float) -> None:
    s = silent(card, dummy()).fight
    assert quick_score(s, read_card(card)) == expected


def test_a_finisher_scores_the_attacks_before_it() -> None:
    table = silent("finisher, 2 shiv", dummy(90), energy=1)
    assert quick_score(table.fight, read_card("finisher")) == DESCRIBED.quick_attack
    table.play("shiv", "shiv")
    assert quick_score(table.fight, read_card("finisher")) == DESCRIBED.quick_attack + 2 * 12


# Playouts.


def test_instinct_answers_what_the_silent_is_asked() -> None:
    table = silent("survivor, strike, wound", dummy(40)).play("survivor")
    policy = Instinct(GAME)
    assert str(policy.choose(table.fight, seeded(0))) == "choose wound"
    legal = GAME.legal(table.fight)
    weights = policy.weigh(table.fight, legal)
    assert str(legal[weights.index(max(weights))]) == "choose wound"


# Laws.


@pytest.mark.parametrize(
    ("spec", "deck"),
    [
        ("greedy:worlds=2", "shivs"),
        ("planner:worlds=1", "poison"),
        ("expert:worlds=1,follow=1", "discard"),
        ("simple", "mid act"),
        ("beam:worlds=2,nodes=60", "poison"),
        ("ismcts:iterations=10", "discard"),
    ],
)
def test_agents_keep_the_laws_with_the_silent(spec: str, deck: str) -> None:
    game = Spire(encounter="gremlin gang", character=SILENT, deck=deck, potions="cunning potion")
    assert check_agent(lambda: make_agent(game, spec), game, games=1, max_plies=6) > 0


@pytest.mark.parametrize(
    "agent", [OptimizedAgent(3), OptimizedAgent(2, weights=TUNED), SimpleAgent()]
)
def test_advice_does_not_depend_on_the_order_of_the_draw_pile(
    agent: OptimizedAgent | SimpleAgent,
) -> None:
    hand = "acrobatics, survivor, blade dance, deadly poison, prepared"
    pile = ["bouncing flask", "strike", "reflex", "tactician", "defend", "shiv", "predator"]
    first = silent(hand, real("JawWorm", 40, "CHOMP"), draw=", ".join(pile))
    other = silent(hand, real("JawWorm", 40, "CHOMP"), draw=", ".join(reversed(pile)))
    found, again = agent.advise(see(first)), agent.advise(see(other))
    assert found.options == again.options
    assert (found.move, found.plan, found.trace) == (again.move, again.plan, again.trace)


@pytest.mark.parametrize("agent", [OptimizedAgent(1, 60), SimpleAgent()])
@pytest.mark.parametrize("deck", ["poison", "shivs", "discard"])
def test_whole_fights_of_the_silent_are_played(
    agent: OptimizedAgent | SimpleAgent, deck: str
) -> None:
    more = ", well-laid plans, setup, nightmare, wraith form, burst"
    game = Spire(encounter="jaw worm", character=SILENT, deck=DECKS[SILENT][deck] + more)
    s = game.setup(seeded("fight"))
    while not s.over:
        seen = Observation(game, game.view(s, 0), 0, game.legal(s), seeded("agent"))
        found = agent.advise(seen)
        assert "failed" not in found.trace
        game.play(s, found.move)
    assert s.reason in ("won", "lost")
