"""A fight of Slay the Spire as a scene."""

from kibitz.core import Bar, Counter, Figure, Reject, touch
from kibitz.testing.scene_laws import table_problems
from tests.games.spire.table import GAME, Table, real


def test_monsters_show_their_intent_and_cards_what_they_do_now() -> None:
    table = Table(
        "bash+, 2 strike, wound",
        real("JawWorm", 22, "THRASH", max_hp=44, block=1, strength=3),
        real("Cultist", 48, "INCANTATION"),
        draw="strike, defend, strike",
        block=5,
        powers={"Strength": 2, "Vulnerable": 1},
        potions=["Fire Potion", "Block Potion"],
        turn=3,
    )
    view = GAME.view(table.fight, 0)
    scene = GAME.scene(view)
    assert scene.status == "Fight, turn 3: 15 damage announced, 10 after block"
    areas = {area.id: area for area in scene.areas}
    worm, cultist = areas["monsters"].pieces
    assert (worm.name, worm.group, worm.symbol) == ("Jaw Worm", "monster:0", "beast")
    assert worm.figures == (Figure("attack", 15), Figure("block", ""))
    assert worm.bars == (Bar("health", 22, 44, 1),)
    assert cultist.figures == (Figure("buff", ""),)
    bash, strike, _, wound = areas["hand"].pieces
    assert (bash.name, bash.group, bash.figures) == ("Bash+", "hand:bash+", (Figure("cost", "2"),))
    assert strike.detail.startswith("8 damage")
    assert (wound.tone, wound.figures) == ("grey", ())
    assert [(piece.name, piece.count) for piece in areas["draw"].pieces] == [
        ("Strike", 2),
        ("Defend", 1),
    ]
    assert (len(areas["potions"].pieces), areas["potions"].size) == (2, 3)
    (you,) = scene.sides
    assert you.counters == (Counter("energy", 3, "energy"),)
    assert [(badge.text, badge.tone) for badge in you.badges[:2]] == [
        ("Strength 2", "teal"),
        ("Vulnerable 1", "red"),
    ]
    moves = {str(move): GAME.touches(view, move) for move in GAME.legal(table.fight)}
    assert moves["strike > 2"] == touch("Play", "hand:strike", "monster:1")
    assert moves["fire potion > 1"] == touch("Use", "potion:fire potion", "monster:0")
    assert moves["end"] == touch("End turn")
    assert table_problems(GAME, view, GAME.legal(table.fight)) == []


def test_a_pending_choice_is_the_least_helpful_reason() -> None:
    codes = ("CHOICE_PENDING", "NOT_OFFERED", "NOT_ENOUGH_ENERGY")
    assert [GAME.refusal_priority(Reject(code, "no")) for code in codes] == [0, 1, 2]
