"""The planner and the simple player of Slay the Spire."""

import time

import pytest

from kibitz.agents import make_agent
from kibitz.agents.beam import Line
from kibitz.core import seeded
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.errors import UnknownOption
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.games.spire import Spire
from kibitz.games.spire.agents.danger import DESCRIBED, TUNED, Weights, after
from kibitz.games.spire.agents.plan import Outlook, TurnPlan, play_on
from kibitz.games.spire.agents.planner import (
    PLANNER,
    OptimizedAgent,
    PlanFollower,
    SimpleAgent,
    potion_verdict,
)
from kibitz.games.spire.monsters import BOSS, ELITE, NORMAL
from kibitz.games.spire.moves import END, UsePotion
from kibitz.games.spire.state import Fight
from tests.games.spire.table import GAME, Table, dummy, real


def see(
    table: Table, deadline: float | None = None, wanted: tuple[Move[Fight], ...] = ()
) -> Observation[Fight, Fight]:
    s = table.fight
    view, moves = GAME.view(s, 0), GAME.legal(s)
    return Observation(GAME, view, 0, moves, seeded("planner"), deadline, wanted)


def advice(table: Table) -> Advice[Fight]:
    return OptimizedAgent(worlds=2).advise(see(table))


def line(table: Table) -> list[str]:
    found = advice(table)
    return [str(move) for move in (found.move, *found.plan)]


def candidates(table: Table, depth: int) -> list[str]:
    plan = TurnPlan(GAME.view(table.fight, 0))
    return [str(move) for move in plan.candidates(GAME, table.fight, 0, depth)]


def values(table: Table) -> dict[str, float]:
    plan = TurnPlan(GAME.view(table.fight, 0))
    end = table.fight
    return {reason.term: reason.amount for reason in plan.evaluate(GAME, end, 0)}


# R1: potions come first, and only one.


def elite(held: tuple[str, ...] = ("block potion",)) -> Table:
    pair = [dummy(60, attack=13), dummy(60, attack=12)]
    return Table("2 strike, defend", *pair, hp=32, potions=held, room=ELITE)


def test_scenario_35_one_potion_at_depth_0_and_none_later() -> None:
    table = elite(("block potion", "fire potion", "energy potion"))
    found = [name for name in candidates(table, 0) if "potion" in name]
    assert len(found) == 1
    assert not [name for name in candidates(table, 1) if "potion" in name]
    assert not [name for name in candidates(table, 2) if "potion" in name]
    plan = TurnPlan(GAME.view(elite().fight, 0))
    moves = plan.candidates(GAME, elite().fight, 0, 0)
    scores = dict(zip(map(str, moves), plan.quick(GAME, elite().fight, moves, 0), strict=True))
    assert scores["block potion"] == 35


def test_the_potion_is_never_cut() -> None:
    hand = "strike {0}, anger, flash of steel, strike, bash, headbutt, clothesline, heavy blade"
    table = Table(hand, dummy(90), dummy(90), potions=["fire potion"], energy=9)
    names = candidates(table, 0)
    assert "fire potion > 1" in names
    assert len([name for name in names if name != "end"]) == 12


@pytest.mark.parametrize(("depth", "plays"), [(0, 12), (1, 10), (2, 7), (3, 5), (4, 4), (5, 4)])
def test_r12_fewer_plays_are_tried_later_in_a_line(depth: int, plays: int) -> None:
    hand = "strike, anger, flash of steel, bash, headbutt, clothesline, cleave, heavy blade"
    table = Table(f"{hand}, iron wave, uppercut", dummy(90), dummy(80), energy=9)
    found = [name for name in candidates(table, depth) if name != "end"]
    assert len(found) == len(set(found)) == plays
    best = {name.split(" > ")[0] for name in found[:4]}
    assert {"anger", "heavy blade"} <= best, "32 and 38 points, the best quick scores"


def test_no_potion_in_the_list_after_one_was_used() -> None:
    table = elite(("block potion", "fire potion")).play("block potion")
    assert not [name for name in candidates(table, 0) if "potion" in name]


# R9: the evaluation.


def test_r9_the_monsters_turn_is_simulated() -> None:
    table = Table("", dummy(attack=20), block=12)
    assert values(table)["next loss"] == -8 * 8
    assert "death" not in values(table)


def test_r9_death_is_a_reason_and_low_hp_another() -> None:
    assert values(Table("", dummy(attack=20), hp=20))["death"] == -1_000_000
    low = values(Table("", dummy(attack=20), hp=39))
    assert low["low HP"] == -50
    assert "low HP" not in values(Table("", dummy(attack=20), hp=40))


def test_a_fairy_counts_as_all_hp_lost() -> None:
    table = Table("", dummy(attack=30), hp=20, potions=["fairy in a bottle"])
    assert values(table)["next loss"] == -8 * 20


def test_a_monster_that_dies_in_its_own_turn_wins_the_fight() -> None:
    thorns = values(Table("", dummy(3, attack=5), powers={"Thorns": 3}))
    assert thorns["win"] == 1000 + 10 * 75
    assert "win" not in values(Table("", dummy(4, attack=5), powers={"Thorns": 3}))


def test_a_pending_choice_counts_the_announced_damage() -> None:
    table = Table("headbutt", dummy(90, attack=7), discard="strike, bash")
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play("headbutt")
    asked = {each.term: each.amount for each in plan.evaluate(GAME, table.fight, 0)}
    assert asked["next loss"] == -8 * 7
    assert not plan.rests(GAME, table.fight, 0)
    assert len(plan.candidates(GAME, table.fight, 0, 1)) == 2


def test_kills_damage_energy_and_block_that_meets_an_attack_count() -> None:
    table = Table("2 strike, defend", dummy(6), dummy(50, attack=3))
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play("strike > 1", "strike > 2", "defend")
    found = {each.term: each.amount for each in plan.evaluate(GAME, table.fight, 0)}
    assert found == {"kills": 100, "damage": 2 * 12, "block": 1.5 * 3, "energy": 3 * 3}


def test_healing_counts_after_the_cap() -> None:
    table = Table("", dummy(), hp=75, potions=["blood potion"])
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play("blood potion")
    found = {each.term: each.amount for each in plan.evaluate(GAME, table.fight, 0)}
    assert found["healed"] == 8 * 5


def test_a_card_limit_holds_in_lines_and_for_the_simple_player() -> None:
    table = Table("4 strike, normality", dummy(90), energy=9).play("strike", "strike")
    assert "strike > 1" in candidates(table, 0)
    table.play("strike")
    assert candidates(table, 0) == ["end"]
    held = Table("4 strike, normality", dummy(90), potions=["fire potion"], energy=9)
    held.play("strike", "strike", "strike")
    assert str(SimpleAgent().advise(see(held)).move) == "end"


# Plans.


def test_scenario_40_a_lethal_line_kills_without_potion_and_defend() -> None:
    table = Table(
        "defend, strike, strike, defend",
        dummy(12, attack=18),
        hp=25,
        potions=["fire potion", "block potion"],
        room=ELITE,
    )
    assert line(table) == ["strike > 1", "strike > 1"]


def test_scenario_41_the_potion_that_saves_the_life_is_used() -> None:
    hand = "2 strike, defend"
    with_potion = Table(hand, dummy(90, attack=18), hp=10, potions=["block potion"], energy=3)
    moves = line(with_potion)
    assert moves[0] == "block potion"
    assert "defend" in moves
    with_potion.play(*moves, "end")
    assert with_potion.fight.hp == 9
    without = advice(Table(hand, dummy(90, attack=18), hp=10))
    assert without.value < -900_000


def test_scenario_42_fire_is_kept_in_an_easy_fight_and_used_in_an_elite_one() -> None:
    hand = "2 strike, 2 defend, bash"
    easy = advice(Table(hand, dummy(40, attack=4), potions=["fire potion"]))
    assert not isinstance(easy.move, UsePotion)
    kept = "kept: this fight does not call for it (5 points, it needs 15)"
    assert easy.trace["potions"] == {"fire potion": kept}
    hard = Table(hand, dummy(20, attack=18), potions=["fire potion"], room=ELITE)
    found = advice(hard)
    assert str(found.move) == "fire potion > 1"
    notes = found.trace["potions"]
    assert isinstance(notes, dict)
    assert str(notes["fire potion"]).startswith("used: it gains ")


def test_scenario_43_a_strength_potion_comes_first() -> None:
    table = Table("3 strike", dummy(200, attack=30), potions=["strength potion"], room=BOSS)
    assert line(table) == ["strength potion", "strike > 1", "strike > 1", "strike > 1"]


def test_r11_scenario_44_two_orders_are_one_entry_of_the_table() -> None:
    plan = TurnPlan(GAME.view(Table("strike, iron wave").fight, 0))
    first = Table("strike, iron wave").play("strike", "iron wave").fight
    other = Table("strike, iron wave").play("iron wave", "strike").fight
    assert plan.key(first) == plan.key(other)
    other.monsters[0].hp -= 1
    assert plan.key(first) != plan.key(other)
    found = advice(Table("strike, iron wave, defend", dummy(90, attack=6)))
    merged = found.trace["merged"]
    assert isinstance(merged, int)
    assert merged > 0


def test_r10_scenario_46_a_plan_goes_on_as_long_as_all_is_as_predicted() -> None:
    table = Table("bash, strike", dummy(90))
    player = PlanFollower(OptimizedAgent(worlds=2))
    first = player.advise(see(table))
    assert [str(first.move), *map(str, first.plan)] == ["bash > 1", "strike > 1"]
    table.play("bash > 1")
    second = player.advise(see(table))
    assert (str(second.move), second.trace, player.searches) == (
        "strike > 1",
        {"continued": True},
        1,
    )


def test_a_plan_goes_on_where_somebody_asks_about_another_move() -> None:
    table = Table("bash, strike, defend", dummy(90))
    player = PlanFollower(OptimizedAgent(worlds=2))
    first = player.advise(see(table))
    GAME.play(table.fight, first.move)
    found = player.advise(see(table, wanted=(END,)))
    assert (found.move, found.plan) == (first.plan[0], first.plan[1:])
    assert found.options[0].move == found.move
    ended = next(option for option in found.options if option.move == END)
    assert ended.score < found.value == found.options[0].score
    assert ended.reasons
    assert (found.trace["continued"], player.searches) == (True, 2)


class Turncoat(OptimizedAgent):
    """Would rather end the turn once somebody asks."""

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        if not seen.wanted:
            return super().advise(seen)
        scores = {move: 9.0 if move == END else 2.0 for move in seen.wanted}
        ranked = sorted(seen.wanted, key=lambda move: -scores[move])
        options = [Option(each, scores[each], (Reason("x", scores[each]),)) for each in ranked]
        return Advice(END, 9.0, tuple(options))


def test_asking_does_not_change_a_plan_that_a_new_search_would_not_make() -> None:
    table = Table("bash, strike", dummy(90))
    player = PlanFollower(Turncoat(worlds=2))
    first = player.advise(see(table))
    GAME.play(table.fight, first.move)
    found = player.advise(see(table, wanted=(END,)))
    assert [option.move for option in found.options] == [first.plan[0], END]
    assert found.move == first.plan[0]
    assert found.options[0].reasons[1:] == (
        Reason("as planned", 7.0, "the fight is as the plan predicted"),
    )


@pytest.mark.parametrize(
    "changed", ["a card", "energy", "the turn", "a monster's HP", "its block", "its move"]
)
def test_r10_scenario_46_anything_unexpected_asks_for_a_new_plan(changed: str) -> None:
    table = Table("bash, strike", dummy(90))
    player = PlanFollower(OptimizedAgent(worlds=2))
    player.advise(see(table))
    s = table.play("bash > 1").fight
    monster = s.monsters[0]
    s.hand += table.fight.hand if changed == "a card" else []
    s.energy += changed == "energy"
    s.turn += changed == "the turn"
    monster.hp -= changed == "a monster's HP"
    monster.block += changed == "its block"
    monster.move += changed == "its move"
    again = player.advise(see(table))
    assert "continued" not in again.trace
    assert player.searches == 2


def test_r10_scenario_46_a_plan_ends_where_a_card_is_drawn() -> None:
    table = Table("pommel strike, strike", dummy(90), draw="5 defend")
    player = PlanFollower(OptimizedAgent(worlds=2, weights=TUNED))
    seen_cards = 0
    while table.fight.turn == 1:
        advised = player.advise(see(table))
        if table.fight.cards_drawn > seen_cards:
            seen_cards = table.fight.cards_drawn
            assert "continued" not in advised.trace
        GAME.play(table.fight, advised.move)
    assert seen_cards == 1
    assert player.searches >= 2


def test_scenario_47_a_legal_move_when_there_is_no_time() -> None:
    hand = "5 strike, bash, anger, iron wave, clothesline, twin strike"
    table = Table(hand, *[dummy(30, attack=5) for _ in range(4)])
    found = OptimizedAgent().advise(see(table, time.monotonic() - 1.0))
    assert found.move in GAME.legal(table.fight)
    assert found.trace["stopped"] == "clock"


def test_r5_out_of_time_a_potion_is_used_where_it_is_called_for() -> None:
    table = Table("2 strike", dummy(90), potions=["fire potion"], room=ELITE)
    late = OptimizedAgent().advise(see(table, time.monotonic() - 1.0))
    assert str(late.move) == "fire potion > 1"
    easy = Table("2 strike", dummy(90), potions=["fire potion"])
    late = OptimizedAgent().advise(see(easy, time.monotonic() - 1.0))
    assert not isinstance(late.move, UsePotion)


class Ticking:
    """A clock that goes on by a millisecond whenever it is read, so that tests repeat."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reads = 0
        monkeypatch.setattr(time, "monotonic", self.read)

    def read(self) -> float:
        self.reads += 1
        return self.reads / 1000.0


def crowded(room: int = NORMAL) -> Table:
    """A hand of ten cards against five monsters, and a fight that takes long."""
    hand = "5 strike, bash, anger, iron wave, pommel strike, twin strike"
    five = [dummy(300, attack=1) for _ in range(5)]
    return Table(hand, *five, draw="9 strike", energy=4, potions=["fire potion"], room=room)


@pytest.mark.parametrize("room", [NORMAL, ELITE])
@pytest.mark.parametrize("ms", [10, 80, 400])
def test_a_soft_stop_holds_while_fights_are_played_on(
    ms: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = see(crowded(room))
    clock = Ticking(monkeypatch)
    found = OptimizedAgent(ms=ms, weights=TUNED).advise(seen)
    assert clock.reads <= max(ms, 20), "the clock is read for every move that is simulated"
    assert found.move in seen.moves
    if ms < 400:
        assert "played on" not in found.trace, "no world was played on to its end after all lines"
    notes = found.trace["potions"]
    assert isinstance(notes, dict)
    assert str(notes["fire potion"]).startswith(("used", "kept"))


def test_a_soft_stop_holds_for_moves_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = see(crowded())
    clock = Ticking(monkeypatch)
    found = OptimizedAgent(ms=800, weights=TUNED).advise(see(crowded(), wanted=(*plain.moves,)))
    assert clock.reads <= 800
    assert {option.move for option in found.options} == set(plain.moves)
    assert found.move == found.options[0].move


def test_half_of_the_time_is_kept_for_fights_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = "5 strike, bash, anger, iron wave, pommel strike, twin strike"
    seen = see(Table(hand, dummy(70, attack=9), dummy(30, attack=5), energy=4, draw="9 strike"))
    Ticking(monkeypatch)
    found = OptimizedAgent(ms=800, weights=TUNED).advise(seen)
    assert found.trace["stopped"] == "clock"
    outlook = found.trace["played on"]
    assert isinstance(outlook, dict)
    assert isinstance(outlook["fights"], int)
    assert outlook["fights"] >= len(found.options)


def test_a_world_without_time_for_all_lines_counts_for_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table("2 strike, defend", dummy(20, attack=5), draw="5 strike", potions=["fire potion"])
    seen = see(table)
    lines = [Line(move, (), []) for move in seen.moves if not isinstance(move, UsePotion)]
    potion = Line(UsePotion("fire potion", 0), (), [])
    for ms in range(1, 60, 7):
        with monkeypatch.context() as patched:
            Ticking(patched)
            outlook = Outlook(seen, lines, 1000.0, ms / 1000.0, potion)
            outlook.run(2)
        counts = [len(results) for results in outlook.results]
        assert len(outlook.kept_beside) == max(counts)
        assert len(set(counts)) == 1 or min(counts) >= 2, "lines drop out after whole rounds only"


def test_a_fight_is_not_played_on_after_its_deadline() -> None:
    fight = Table("strike", dummy(60), draw="5 strike").fight
    assert play_on(fight.clone(), deadline=time.monotonic() + 60.0) is not None
    assert play_on(fight.clone(), deadline=time.monotonic() - 1.0) is None


def test_scenario_48_a_draw_is_a_point_to_plan_again() -> None:
    table = Table("pommel strike, strike", dummy(90), draw="5 bash")
    found = advice(table)
    moves = [str(found.move), *map(str, found.plan)]
    assert "bash > 1" not in moves
    assert found.trace["replan_after"] == moves.index("pommel strike > 1") + 1 == len(moves)
    assert advice(Table("strike, defend", dummy(90))).trace["replan_after"] is None


def test_cards_that_a_line_draws_are_not_planned_with() -> None:
    table = Table("pommel strike, strike", dummy(90), draw="5 strike")
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play("strike", "pommel strike")
    assert table.hand() == ["strike"]
    assert plan.candidates(GAME, table.fight, 0, 2) == []


@pytest.mark.parametrize(
    ("hp", "blocks"),
    [
        (60, False),  # 2 Strength more, in four more attacks: worse than the 5 damage prevented
        (29, True),  # only one more attack to come
    ],
)
def test_scenario_49_block_must_be_worth_the_strength_that_it_feeds(hp: int, blocks: bool) -> None:
    nob = real("GremlinNob", hp, "RUSH", Anger=2)
    assert ("defend" in line(Table("defend", nob, energy=1, room=ELITE))) is blocks


# R5: fallback.


class Breaking(TurnPlan):
    """Fails after some evaluations, in the middle of a search."""

    left = 0

    def evaluate(
        self,
        game: Game[Fight, Fight],
        state: Fight,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        if self.left == 0:
            raise RuntimeError("no plan")
        self.left -= 1
        return super().evaluate(game, state, seat, gain, deadline)


class Failing(OptimizedAgent):
    """Plans with a planner that fails after some evaluations."""

    after = 0

    def planner(self, view: Fight) -> TurnPlan:
        found = Breaking(view)
        found.left = self.after
        return found


def test_scenario_39_a_failing_planner_uses_a_potion_above_danger_0_6() -> None:
    three = [dummy(attack=4), dummy(attack=6), dummy(attack=6)]
    table = Table("strike", *three, hp=60, potions=["fire potion"])
    found = Failing().advise(see(table))
    assert not isinstance(found.move, UsePotion)
    assert found.trace["failed"] == "RuntimeError: no plan"
    three[0].damage = 5
    assert isinstance(Failing().advise(see(table)).move, UsePotion)


def test_r5_a_search_that_breaks_off_goes_on_with_the_best_card_found_so_far() -> None:
    table = Table("strike, bash, heavy blade", dummy(90))
    agent = Failing(worlds=1)
    assert str(agent.advise(see(table)).move) == "heavy blade > 1"  # by its quick score
    agent.after = 2
    found = agent.advise(see(table))
    assert found.trace["failed"] == "RuntimeError: no plan"
    tried = [str(option.move) for option in found.options]
    assert tried == sorted(tried, key=lambda name: ["heavy blade > 1", "bash > 1"].index(name))
    assert found.options[0].reasons[0].term == "damage"


def test_r5_the_simple_player_uses_one_potion_a_turn_in_an_elite_fight() -> None:
    table = Table("strike, defend", dummy(90), potions=["fire potion", "fire potion"], room=ELITE)
    agent = SimpleAgent()
    played = []
    for _ in range(4):
        move = agent.advise(see(table)).move
        played.append(str(move))
        GAME.play(table.fight, move)
    assert played == ["fire potion > 1", "strike > 1", "end", "fire potion > 1"]


def test_the_simple_player_blocks_what_is_coming() -> None:
    found = SimpleAgent().advise(see(Table("defend", dummy(attack=6))))
    assert str(found.move) == "defend"


# The decision about the potion.


def worth(score: float, death: bool = False) -> Line[Fight]:
    reasons = [Reason("all", score)]
    if death:
        reasons.append(Reason("death", -DESCRIBED.death))
    return Line(END, (), reasons)


@pytest.mark.parametrize(
    ("room", "net", "gain", "used"),
    [
        (0, 20.0, 40.0, False),
        (ELITE, 20.0, 40.0, True),
        (BOSS, 20.0, 40.0, True),
        (BOSS, 14.0, 40.0, False),
        (BOSS, 15.0, 10.0, False),
        (BOSS, 15.0, 10.1, True),
    ],
)
def test_a_potion_needs_a_clear_gain(room: int, net: float, gain: float, used: bool) -> None:
    s = Table("", dummy(attack=4), hp=72, room=room).fight
    verdict = potion_verdict(s, net, worth(100.0), worth(100.0 + gain))
    assert (verdict.amount > 0) is used
    assert verdict.term == ("used" if used else "kept")


@pytest.mark.parametrize("weights", [DESCRIBED, TUNED])
def test_options_are_ranked_whether_the_potion_is_used_or_kept(weights: Weights) -> None:
    for room in (0, ELITE, BOSS):
        table = Table("strike, defend", dummy(60, attack=9), potions=["fire potion"], room=room)
        found = OptimizedAgent(worlds=2, weights=weights).advise(see(table))
        scores = [option.score for option in found.options]
        assert scores == sorted(scores, reverse=True)
        for option in found.options:
            assert option.score == pytest.approx(sum(each.amount for each in option.reasons))


def test_a_potion_that_prevents_death_is_always_used_and_never_in_vain() -> None:
    s = Table("", dummy(attack=4)).fight
    dead = worth(0.0, death=True)
    assert potion_verdict(s, 0.0, dead, worth(-500.0)).text == "used: without it you die"
    vain = potion_verdict(s, 60.0, dead, worth(900.0, death=True))
    assert (vain.term, vain.text) == ("kept", "kept: you die even with it")


def test_advice_says_of_each_potion_why_it_stays_in_the_belt() -> None:
    held = ["fire potion", "energy potion", "fairy in a bottle"]
    found = advice(Table("strike, defend", dummy(40, attack=4), potions=held))
    assert found.trace["potions"] == {
        "fire potion": "kept: this fight does not call for it (5 points, it needs 15)",
        "energy potion": "kept: another potion fits better now",
        "fairy in a bottle": "kept: it works by itself when you would die",
    }
    second = Table("strike", dummy(40), potions=["block potion", "fire potion"])
    found = advice(second.play("block potion"))
    assert found.trace["potions"] == {"fire potion": "kept: one potion a turn is enough"}


# R3: the state after a potion.


def test_r3_potions_change_the_simulated_state_only() -> None:
    table = Table("strike", dummy(45), block=8, potions=["fire potion", "block potion"])
    before = table.fight.key()
    hit = after(table.fight, UsePotion("fire potion", 0))
    assert (hit.monsters[0].hp, hit.potions_used) == (25, 1)
    assert after(table.fight, UsePotion("block potion")).block == 20
    assert table.fight.key() == before


def test_r3_strength_lasts_for_the_cards_after_it() -> None:
    table = Table("strike", dummy(45), powers={"Strength": 3}, potions=["strength potion"])
    table.play("strength potion", "strike")
    assert (table.power("Strength"), table.lost()) == (5, 11)


# R14: what the turn has counted.


def test_r14_the_state_counts_what_a_turn_does() -> None:
    table = Table("pommel strike, twin strike, seeing red, defend {0}", dummy(90), draw="2 strike")
    s = table.play("pommel strike", "twin strike", "seeing red", "defend {0}").fight
    counted = (s.attacks_played, s.skills_played, s.damage_instances, s.cards_drawn)
    assert counted == (2, 2, 3, 1)
    assert (s.cards_exhausted, s.energy_gained, s.energy_saved) == (1, 2, 1)
    table.play("end")
    assert (s.damage_instances, s.cards_drawn, s.cards_exhausted) == (0, 0, 0)
    assert (s.energy_gained, s.energy_saved, s.attacks_played) == (0, 0, 0)


def test_r14_cards_drawn_after_a_shuffle_count() -> None:
    table = Table("battle trance", dummy(90), draw="strike", discard="3 defend")
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play("battle trance")
    found = {each.term: each.amount for each in plan.evaluate(GAME, table.fight, 0)}
    assert found["drawn"] == 3 * 3


def test_r14_counts_are_weighed() -> None:
    powers = {"Feel No Pain": 3, "Dark Embrace": 1}
    table = Table("seeing red, defend {0}", dummy(90), powers=powers, draw="5 strike")
    plan = TurnPlan(GAME.view(table.fight, 0))
    table.play("seeing red", "defend {0}")
    found = {each.term: each.amount for each in plan.evaluate(GAME, table.fight, 0)}
    assert found["exhausted"] == 3 + 2
    assert found["drawn"] == 3  # by Dark Embrace
    assert found["energy gained"] == 4 * 2
    assert found["energy saved"] == 4
    assert found["energy"] == 3  # Seeing Red


# R15: the size of the search.


@pytest.mark.parametrize(("act", "width"), [(1, 15), (2, 18), (3, 25), (4, 25)])
def test_r15_the_beam_is_wider_in_later_acts(act: int, width: int) -> None:
    table = Table("strike", dummy(90))
    table.fight.act = act
    agent = OptimizedAgent()
    view = GAME.view(table.fight, 0)
    assert agent.search(see(table), agent.planner(view)).agent.width == width


@pytest.mark.parametrize(("act", "low"), [(1, 20), (2, 25), (3, 30), (4, 30)])
def test_r9_more_hp_are_few_in_later_acts(act: int, low: int) -> None:
    for hp, cost in ((low, 0.0), (low - 1, -50.0)):
        table = Table("", dummy(attack=20), hp=20 + hp)
        table.fight.act = act
        assert values(table).get("low HP", 0.0) == cost


# Fights played on.


def test_fights_played_on_decide_between_the_best_lines() -> None:
    nob = real("GremlinNob", 80, "RUSH", Anger=2)
    table = Table("2 strike, 2 defend, bash", nob, draw="3 strike, 2 defend", room=ELITE)
    found = OptimizedAgent(worlds=2, weights=TUNED).advise(see(table))
    outlook = found.trace["played on"]
    assert isinstance(outlook, dict)
    fights = outlook["fights"]
    assert isinstance(fights, int)
    assert fights >= len(found.options) * TUNED.follow
    for option in found.options:
        assert option.reasons[-1].term == "played on"
        assert option.score == pytest.approx(sum(each.amount for each in option.reasons))
    assert str(found.move) == "bash > 1"


def verdict(table: Table, potion: str) -> str:
    found = OptimizedAgent(worlds=2, weights=TUNED).advise(see(table))
    notes = found.trace["potions"]
    assert isinstance(notes, dict)
    assert isinstance(found.move, UsePotion) is str(notes[potion]).startswith("used")
    return str(notes[potion])


def test_fights_played_on_tell_what_a_potion_saves() -> None:
    boss = [dummy(120, attack=14)]
    table = Table("3 strike", *boss, hp=50, potions=["fire potion"], draw="5 strike", room=BOSS)
    assert verdict(table, "fire potion") == (
        "used: all fights played on are lost, but the monsters lose more HP with it, which counts"
        " as 6.7 HP saved, and it must save more than 4 HP"
    )
    weak = Table("3 strike", dummy(12), potions=["fire potion"], draw="5 strike", room=ELITE)
    kept = "kept: fights played on keep 80 HP with it and 80 HP without"
    assert verdict(weak, "fire potion") == f"{kept}, and it must save more than 9.6 HP"


def test_fights_played_on_never_keep_a_potion_that_saves_the_life() -> None:
    table = Table("strike", dummy(60, attack=18), hp=10, potions=["block potion"], draw="4 strike")
    assert verdict(table, "block potion") == "used: without it you die"


def test_a_fight_played_on_is_worth_what_it_keeps() -> None:
    won = Table("strike", dummy(6), hp=40).fight
    assert play_on(won.clone()) == 0.5
    lost = Table("strike", dummy(100, attack=90), hp=1).fight
    assert play_on(lost.clone()) == pytest.approx(-1 + 0.5 * 0.06)
    assert won.hp == 40


# Options.


def test_bounds_out_of_range_are_refused_when_the_agent_is_made() -> None:
    with pytest.raises(ValueError, match="worlds=0"):
        PLANNER(worlds=0)


@pytest.mark.parametrize(
    "spec", ["planner:follow=-1", "expert:follow_lines=0", "planner:targets=0", "planner:ms=-1"]
)
def test_weights_that_no_plan_can_do_with_are_refused(spec: str) -> None:
    option = spec.partition(":")[2]
    with pytest.raises(UnknownOption, match=f"invalid {option}: expected"):
        make_agent(GAME, spec)


@pytest.mark.parametrize("amount", ["0", "-3"])
def test_turns_to_come_need_some_damage_a_turn(amount: str) -> None:
    with pytest.raises(UnknownOption, match=r"invalid damage_a_turn=.*: expected more than 0"):
        make_agent(GAME, f"planner:damage_a_turn={amount}")


def test_weights_are_options_of_the_agent() -> None:
    table = Table("strike, defend", dummy(60, attack=5), energy=1)
    assert str(PLANNER().advise(see(table)).move) == "defend"
    assert str(PLANNER(next_loss=1.0, block=0.0).advise(see(table)).move) == "strike > 1"


# Hidden cards.


def test_advice_does_not_depend_on_the_order_of_the_draw_pile() -> None:
    monster = real("JawWorm", 40, "CHOMP")
    hand = "pommel strike, strike, shrug it off, defend"
    first = Table(hand, monster.clone(), draw="bash, strike, defend, wound, anger, inflame")
    other = Table(hand, monster.clone(), draw="inflame, anger, wound, defend, strike, bash")
    for agent in (OptimizedAgent(worlds=3), SimpleAgent()):
        found, again = agent.advise(see(first)), agent.advise(see(other))
        assert found.options == again.options
        assert (found.move, found.plan, found.trace) == (again.move, again.plan, again.trace)


# Whole fights.


@pytest.mark.parametrize("agent", [OptimizedAgent(1, 200), SimpleAgent()])
@pytest.mark.parametrize("encounter", ["jaw worm", "3 sentries", "slime boss"])
def test_whole_fights_are_played(agent: OptimizedAgent | SimpleAgent, encounter: str) -> None:
    potions = "fire potion, gambler's brew, liquid memories"
    relics = "velvet choker, runic dome, nilry's codex, gambling chip"
    game = Spire(encounter=encounter, deck="exhaust", relics=relics, potions=potions)
    s = game.setup(seeded("fight"))
    while not s.over:
        seen = Observation(game, game.view(s, 0), 0, game.legal(s), seeded("agent"))
        found = agent.advise(seen)
        assert "failed" not in found.trace
        game.play(s, found.move)
    assert s.reason in ("won", "lost")
