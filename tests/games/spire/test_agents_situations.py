"""What the planners do where a monster has a timer, another form, or a limit past this turn."""

import pytest

from kibitz.agents import make_agent
from kibitz.core import seeded
from kibitz.core.agent import Observation
from kibitz.games.spire.agents.danger import DESCRIBED
from kibitz.games.spire.agents.plan import TurnPlan, damage_share
from kibitz.games.spire.agents.policy import TUNED_RATING, Instinct, announced, compared, rate
from kibitz.games.spire.agents.policy import incoming as incoming_damage
from kibitz.games.spire.monsters import BOSS, ELITE
from kibitz.games.spire.moves import END
from kibitz.games.spire.state import Monster
from tests.games.spire.table import GAME, Table, dummy, real

DECK = "3 strike, 4 defend, bash, shrug it off, uppercut, carnage, inflame, shockwave"


def line(table: Table, spec: str, act: int) -> list[str]:
    """Returns the moves that a player plans."""
    table.fight.act = act
    view, moves = GAME.view(table.fight, 0), GAME.legal(table.fight)
    found = make_agent(GAME, spec).advise(Observation(GAME, view, 0, moves, seeded("situation")))
    return [str(move) for move in (found.move, *found.plan)]


def both(table: Table, act: int) -> list[list[str]]:
    """Returns the plans of both planners, each sorted."""
    return [sorted(line(table, spec, act)) for spec in ("planner", "expert")]


# Act 1.


def lagavulin() -> Monster:
    return real("Lagavulin", 110, "SLEEP", memory=1, block=8, Metallicize=8)


def test_expert_lets_lagavulin_sleep_with_nothing_to_set_up() -> None:
    hand, draw = "2 strike, 3 defend", "3 strike, 3 defend, bash, inflame, demon form"
    assert line(Table(hand, lagavulin(), room=ELITE, draw=draw), "expert", 1) == ["end"]


def test_expert_sets_up_while_lagavulin_sleeps() -> None:
    hand, draw = "inflame, 2 strike, 2 defend", "3 strike, 3 defend, bash, inflame, demon form"
    table = Table(hand, lagavulin(), room=ELITE, draw=draw)
    moves = line(table, "expert", 1)
    assert "inflame" in moves
    table.play(*moves, "end")
    assert table.lost() == 0, "its 8 block takes the hits, so it sleeps on"


def test_guardian_is_shifted_before_its_bash_of_32() -> None:
    guardian = real("TheGuardian", 200, "FIERCE_BASH", max_hp=240, memory=30, Mode_Shift=6)
    table = Table("2 strike, 3 defend", guardian, room=BOSS, hp=60, draw="5 strike, 4 defend, bash")
    for moves in both(table, 1):
        assert "strike > 1" in moves


def test_slime_boss_just_above_half_is_hit_far_below_it() -> None:
    boss = real("SlimeBoss", 76, "GOOP_SPRAY", max_hp=140, Split=1)
    hand = "strike, bash, carnage, 2 defend"
    table = Table(hand, boss, room=BOSS, energy=4, draw="4 strike, 4 defend, bash")
    for moves in both(table, 1):
        assert moves == ["bash > 1", "carnage > 1"], "two slimes of 38 HP, not of 70"


# Act 2.


def test_expert_prepares_before_the_champ_is_below_half() -> None:
    champ = real("Champ", 215, "GLOAT", max_hp=420)
    hand = "inflame, strike, strike, shrug it off, defend"
    assert line(Table(hand, champ, room=BOSS, draw=DECK), "expert", 2)[0] == "inflame"


def test_gremlin_leader_is_hit_and_not_its_minions_where_that_wins() -> None:
    warrior = real("GremlinWarrior", 20, "SCRATCH", Minion=1, Angry=1)
    leader = real("GremlinLeader", 26, "STAB", max_hp=140)
    table = Table("carnage, 2 strike, 2 defend", warrior, leader, room=ELITE, draw=DECK)
    for moves in both(table, 2):
        assert moves == ["carnage > 2", "strike > 2"]


def test_orb_that_holds_a_card_is_killed() -> None:
    orb = real("BronzeOrb", 10, "BEAM", max_hp=52, Minion=1, count=1)
    boss = real("BronzeAutomaton", 300, "BOOST", Artifact=3)
    table = Table("2 strike, 3 defend", orb, boss, room=BOSS, draw=DECK)
    for moves in both(table, 2):
        assert moves == ["defend", "strike > 1", "strike > 1"]


def test_collectors_torch_head_with_few_hp_is_killed() -> None:
    heads = [real("TorchHead", hp, "TACKLE", max_hp=40, Minion=1) for hp in (12, 40)]
    boss = real("TheCollector", 250, "FIREBALL", max_hp=282, count=2)
    table = Table("2 strike, bash, 2 defend", *heads, boss, room=BOSS, draw=DECK)
    for moves in both(table, 2):
        assert moves == ["defend", "strike > 1", "strike > 1"]


# Exploding and fading.


def test_explosion_is_damage_to_come() -> None:
    """The move has no damage of its own; Explosive does, and it is shown."""
    exploder = real("Exploder", 30, "EXPLODE", Explosive=1)
    assert announced(Table("", exploder).fight, exploder) == 30
    earlier = real("Exploder", 30, "SLAM", Explosive=2)
    assert announced(Table("", earlier).fight, earlier) == 9
    weak = Table("", real("Exploder", 30, "EXPLODE", Explosive=1, Weak=1, Strength=2))
    before = weak.fight.hp
    assert before - weak.play("end").fight.hp == incoming_damage(Table("", exploder).fight)


@pytest.mark.parametrize(
    ("hp", "plan"), [(30, ["defend"] * 3), (12, ["defend", *["strike > 1"] * 2])]
)
def test_exploder_about_to_explode_is_killed_or_blocked(hp: int, plan: list[str]) -> None:
    exploder = real("Exploder", hp, "EXPLODE", max_hp=30, Explosive=1)
    other = real("Repulsor", 32, "REPULSE")
    hand = "strike, 4 defend" if hp == 30 else "2 strike, 3 defend"
    for moves in both(Table(hand, exploder, other, hp=50, draw=DECK), 3):
        assert moves == plan


def test_transient_is_hit_and_blocked_until_it_fades() -> None:
    """Hits take from its attack through Shifting: 70 - 12 - 5 leaves 7 of 60 HP."""
    transient = real("Transient", 960, "ATTACK", max_hp=999, memory=70, Fading=1, Shifting=1)
    table = Table("2 strike, 3 defend", transient, hp=60, draw=DECK)
    for moves in both(table, 3):
        assert moves == ["defend", "strike > 1", "strike > 1"]
    assert table.play("strike", "strike", "defend", "end").fight.hp == 7


# Monsters that come back.


def awakened(hp: int, move: str = "SLASH", phase: int = 1) -> Monster:
    first = int(phase == 1)
    return real(
        "AwakenedOne", hp, move, max_hp=300, Regenerate=10, Unawakened=first, Curiosity=first
    )


def test_damage_to_the_first_form_is_no_more_than_half_of_the_work() -> None:
    shares = [
        damage_share(Table("", awakened(300)).fight),
        damage_share(Table("", awakened(6)).fight),
        damage_share(Table("strike", awakened(6)).play("strike").fight),
        damage_share(Table("", awakened(300, "DARK_ECHO", 2)).fight),
        damage_share(Table("", awakened(150, "DARK_ECHO", 2)).fight),
    ]
    assert shares == pytest.approx([0.0, 0.49, 0.5, 0.5, 0.75])


def test_a_darkling_that_comes_back_has_lost_half_of_its_hp() -> None:
    table = Table("strike", *darklings(6, 50)).play("strike > 1")
    assert table.monster(1).half_dead
    assert damage_share(table.fight) == pytest.approx(25 / 100)


def test_the_first_form_is_ended_where_it_would_hit_for_24() -> None:
    """A defeat in the second form was rated worse than one in the first, so `expert` waited."""
    boss = awakened(6, "SOUL_STRIKE")
    table = Table("strike, shrug it off, 3 defend", boss, room=BOSS, hp=25, draw=DECK)
    for moves in both(table, 3):
        assert "strike > 1" in moves


def darklings(*hp: int, move: str = "NIP") -> list[Monster]:
    found = [real("Darkling", each, move, max_hp=50, memory=8, Life_Link=1) for each in hp]
    for place, each in enumerate(found):
        each.count = place % 2
    return found


def test_darklings_are_killed_together() -> None:
    cleave = Table("cleave, strike, 3 defend", *darklings(8, 8, 8), draw=DECK)
    strikes = Table("3 strike, 2 defend", *darklings(6, 6, 6), draw=DECK)
    for spec in ("planner", "expert"):
        assert line(cleave, spec, 3) == ["cleave"]
        assert sorted(line(strikes, spec, 3)) == ["strike > 1", "strike > 2", "strike > 3"]


# Act 3.


def test_dagger_about_to_explode_for_25_is_killed() -> None:
    daggers = [
        real("Dagger", 10, "EXPLODE", max_hp=20, Minion=1),
        real("Dagger", 20, "STAB", Minion=1),
    ]
    boss = real("Reptomancer", 180, "SNAKE_STRIKE")
    table = Table("2 strike, 3 defend", *daggers, boss, room=ELITE, draw=DECK)
    for moves in both(table, 3):
        assert moves == ["defend", "strike > 1", "strike > 1"]


def test_giant_heads_countdown_is_a_race() -> None:
    head = real("GiantHead", 480, "GLARE", max_hp=500, count=1, Slow=1)
    table = Table("inflame, uppercut, strike, 2 defend", head, room=ELITE, draw=DECK)
    for moves in both(table, 3):
        assert moves == ["inflame", "uppercut > 1"]


def test_writhing_mass_is_hit_until_it_changes_its_blow_of_32() -> None:
    mass = real("WrithingMass", 120, "BIG_HIT", max_hp=160, Compulsive=1, Malleable=3)
    table = Table("twin strike, strike, 3 defend", mass, hp=50, draw=DECK)
    for moves in both(table, 3):
        assert "twin strike > 1" in moves


# Time Warp.


def eater(cards: int, move: str = "REVERBERATE") -> Monster:
    """Makes a Time Eater that has counted some cards; its power holds one more."""
    return real("TimeEater", 300, move, max_hp=456, Time_Warp=cards + 1)


def test_a_card_that_ends_the_turn_is_compared_with_ending_it() -> None:
    table = Table("2 strike", eater(11), draw="9 defend")
    before = table.fight.clone()
    ended = before.clone()
    END.apply(ended, 0)
    table.play("strike")
    assert compared(before, table.fight).hp == ended.hp < before.hp
    assert compared(before, before) is before


def test_a_card_that_ends_the_turn_and_kills_is_compared_with_ending_it() -> None:
    table = Table("strike", eater(11), hp=5, draw="9 defend")
    before = table.fight.clone()
    assert compared(before, table.play("strike").fight).hp <= 0


@pytest.mark.parametrize("move", ["REVERBERATE", "RIPPLE", "HEAD_SLAM"])
def test_no_player_passes_for_ever_with_11_cards_played(move: str) -> None:
    """If the 12th card is never played, the first card of every later turn would be the 12th."""
    table = Table("carnage", eater(11, move), draw="9 defend")
    assert line(table, "greedy", 3) == ["carnage > 1"]
    policy, legal = Instinct(GAME), GAME.legal(table.fight)
    worths = dict(zip(map(str, legal), policy.weigh(table.fight, legal), strict=True))
    assert worths["carnage > 1"] > worths["end"] == 0


def test_each_card_brings_time_warp_closer() -> None:
    played = Table("strike", eater(3)).play("strike").fight
    assert rate(Table("", eater(3)).fight)[-1] == pytest.approx(-TUNED_RATING.time_warp * 3 / 12)
    assert rate(played)[-1] == pytest.approx(-TUNED_RATING.time_warp * 4 / 12)


def test_search_sees_what_the_12th_card_has_done() -> None:
    table = Table("strike", eater(11), draw="9 defend")
    plan = TurnPlan(GAME.view(table.fight, 0))
    after = table.fight.clone()
    END.apply(after, 0)
    waited = {reason.term: reason.amount for reason in plan.evaluate(GAME, after, 0)}
    table.play("strike")
    struck = {reason.term: reason.amount for reason in plan.evaluate(GAME, table.fight, 0)}
    assert struck["damage"] == 6 * DESCRIBED.damage
    assert "damage" not in waited
    # 2 Strength more for all monsters at once: 3 hits of 7 become 3 of 9.
    assert (waited["next loss"], struck["next loss"]) == (
        -21 * DESCRIBED.next_loss,
        -27 * DESCRIBED.next_loss,
    )


def test_the_12th_card_of_expert_is_the_strongest() -> None:
    table = Table("strike, carnage, shrug it off, 2 defend", eater(11), room=BOSS, draw=DECK)
    assert line(table, "expert", 3) == ["carnage > 1"]


# Act 4.


def heart(move: str, left: int) -> Monster:
    """Makes a Corrupt Heart that can lose some more HP in this turn; its power holds one more."""
    return real(
        "CorruptHeart", 600, move, max_hp=750, memory=300, BeatOfDeath=1, Invincible=left + 1
    )


def test_no_card_hits_the_heart_once_its_cap_is_reached() -> None:
    table = Table("2 strike, 3 defend", heart("ECHO", 0), room=BOSS, draw=DECK)
    for moves in both(table, 4):
        assert moves == ["defend"] * 3


def test_beat_of_death_keeps_cards_in_hand_that_do_too_little() -> None:
    """Each card costs an HP, so Flex without an attack is not played."""
    table = Table("flex, 2 defend", heart("ECHO", 0), room=BOSS, draw=DECK)
    for moves in both(table, 4):
        assert moves == ["defend", "defend"]


def test_a_dummy_without_timers_is_rated_as_before() -> None:
    """None of the terms for timers counts elsewhere."""
    fight = Table("strike", dummy(40, attack=8)).fight
    assert rate(fight)[-1] == 0.0
    assert announced(fight, fight.monsters[0]) == 8
