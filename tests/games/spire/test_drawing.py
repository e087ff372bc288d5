"""How a fight is drawn, and moves in words."""

import pytest

from kibitz.core import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.monsters import ENCOUNTERS
from tests.games.spire.table import GAME, Table, dummy, real


def drawn(table: Table) -> str:
    return GAME.render(GAME.view(table.fight, 0))


def described(table: Table, text: str) -> str:
    return GAME.describe(GAME.view(table.fight, 0), GAME.parse(table.fight, text))


def test_fight_is_drawn_as_a_player_expects_it() -> None:
    table = Table(
        "bash+, 2 strike, whirlwind, wound",
        real("JawWorm", 22, "THRASH", max_hp=44, block=1, strength=3),
        real("Cultist", 48, "INCANTATION"),
        draw="strike, defend, strike",
        discard="defend",
        exhaust="inflame",
        hp=61,
        block=5,
        powers={"Strength": 2, "Vulnerable": 1, "Barricade": 1},
        relics={"Burning Blood": -1, "Pen Nib": 9, "Lizard Tail": -2},
        potions=["Fire Potion", "Block Potion"],
        turn=3,
    )
    assert drawn(table).splitlines() == [
        "Fight, turn 3",
        "",
        "1  Jaw Worm   22/44  [##########..........]  attacks for 15 and blocks, 1 block, Strength 3",  # noqa: E501
        "2  Cultist    48/48  [####################]  buffs itself",
        "",
        "you        61/80  [################....]  3 energy, 5 block",
        "powers    Strength 2, Vulnerable 1, Barricade",
        "relics    Burning Blood, Pen Nib 9, Lizard Tail (used up)",
        "potions   Fire Potion >, Block Potion, -",
        "",
        "hand      [2] Bash+ >, 2 x [1] Strike >, [X] Whirlwind, [-] Wound",
        "draw 3    2 Strike, Defend",
        "discard 1 Defend",
        "exhaust 1 Inflame",
    ]


@pytest.mark.parametrize(
    ("monster", "text"),
    [
        (dummy(attack=9, weakened=1), "attacks for 6"),
        (dummy(attack=5, hits=2), "attacks for 5 x 2"),
        (dummy(), "shows no intent"),
        (real("JawWorm", 40, "BELLOW"), "blocks and buffs itself"),
        (real("SlaverRed", 40, "ENTANGLE"), "debuffs you strongly"),
        (real("AcidSlime_M", 30, "SPIT"), "attacks for 7 and debuffs you"),
        (real("Lagavulin", 100, "SLEEP"), "sleeps"),
        (real("Lagavulin", 100, "STUNNED"), "is stunned"),
        (real("Looter", 40, "ESCAPE"), "escapes"),
        (real("FuzzyLouseNormal", 12, "BITE", memory=6), "attacks for 6"),
    ],
)
def test_intent_is_shown_with_numbers(monster: object, text: str) -> None:
    line = drawn(Table("strike", monster)).splitlines()[2]  # type: ignore[arg-type]  # a Monster
    assert line.split("]  ")[1].split(", ")[0] == text


def test_vulnerable_player_sees_the_higher_damage() -> None:
    assert "attacks for 16" in drawn(
        Table("", real("JawWorm", 40, "CHOMP"), powers={"Vulnerable": 1})
    )


def test_dead_and_escaped_monsters_keep_their_line() -> None:
    table = Table("", dummy(5), dummy(7), dummy())
    table.monster(1).hp, table.monster(1).alive, table.monster(2).alive = 0, False, False
    lines = drawn(table).splitlines()
    assert lines[2].endswith("dead")
    assert lines[3].endswith("gone")


@pytest.mark.parametrize(
    ("hand", "move", "text"),
    [
        ("strike", "strike", "strike > 1 (Jaw Worm, 12 damage)"),
        ("bash", "bash", "bash > 1 (Jaw Worm, 15 damage, Vulnerable 2)"),
        ("twin strike", "twin strike", "twin strike > 1 (Jaw Worm, 10 x 2 damage)"),
        ("whirlwind", "whirlwind", "whirlwind (10 x 3 damage to all)"),
        ("defend", "defend", "defend (5 block)"),
        ("offering", "offering", "offering (lose 6 HP, 2 energy, draw 3, exhausts)"),
        ("strike", "fire potion", "fire potion > 1 (Jaw Worm, 20 damage)"),
        ("strike", "end", "end (11 damage announced, 7 after block)"),
    ],
)
def test_move_is_described_with_the_numbers_of_the_moment(hand: str, move: str, text: str) -> None:
    table = Table(
        hand,
        real("JawWorm", 40, "CHOMP", vulnerable=1),
        powers={"Strength": 2},
        block=4,
        potions=["Fire Potion"],
    )
    assert described(table, move) == text


def test_choice_is_shown_and_described() -> None:
    table = Table("armaments, strike, bash, defend+").play("armaments")
    assert drawn(table).splitlines()[-1] == "Choose a card to upgrade"
    assert described(table, "bash") == "choose bash to upgrade"
    table = Table("discovery", seed=1).play("discovery")
    assert drawn(table).splitlines()[-1].startswith("Choose a card to take into the hand: ")


def test_end_of_the_fight_is_shown() -> None:
    table = Table("strike", dummy(3), hp=50, relics=["Burning Blood"]).play("strike")
    assert drawn(table).splitlines()[0] == "The fight is won, turn 1"
    assert "56/80" in drawn(table)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_every_line_fits_100_columns(encounter: str) -> None:
    game = Spire(encounter=encounter, deck="exhaust", ascension=20, relics="vajra, anchor, akabeko")
    rng = seeded(encounter)
    state = game.setup(seeded(1))
    while not state.over:
        view = game.view(state, 0)
        for line in game.render(view).splitlines():
            assert len(line) < 100
            assert line == line.rstrip()
        for move in game.legal(state):
            assert len(game.describe(view, move)) < 100
        game.play(state, game.random_move(state, rng))
