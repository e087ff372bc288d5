"""Moves of Slay the Spire as they are written and typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import RuleEngine, seeded
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kibitz.games.spire import Spire
from kibitz.games.spire.gear import Label, metadata_of
from kibitz.games.spire.moves import CARD_FACES, POTION_WORDS, Play, UsePotion
from tests.games.spire.table import GAME, Table, dummy, real

LICE = (real("FuzzyLouseNormal", 12, "BITE", memory=5), real("FuzzyLouseNormal", 13, "GROW"))


def typed(table: Table, text: str) -> str:
    """Returns the notation of the move that a text is read as."""
    return str(GAME.parse(table.fight, text))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("bash > 2", "bash > 2"),
        ("bash 2", "bash > 2"),
        ("BASH   >2", "bash > 2"),
        ("bash>2", "bash > 2"),
        ("bash jaw worm", "bash > 1"),
        ("bash worm", "bash > 1"),
        ("bash on the guardian", "bash > 2"),
        ("bash guard", "bash > 2"),
        ("ba j", "bash > 1"),
        ("defend", "defend"),
        ("de", "defend"),
        ("fire potion > 2", "fire potion > 2"),
        ("fire potion at 1", "fire potion > 1"),
        ("fire worm", "fire potion > 1"),
        ("Fire 2", "fire potion > 2"),
        ("block potion", "block potion"),
        ("block", "block potion"),
        ("iron wave worm", "iron wave+ > 1"),
        ("ironwave 1", "iron wave+ > 1"),
        ("iron wave+ 1", "iron wave+ > 1"),
        ("end", "end"),
        ("e", "end"),
    ],
)
def test_move_is_read_as_a_player_types_it(text: str, move: str) -> None:
    table = Table(
        "bash, defend, iron wave+",
        real("JawWorm", 40, "CHOMP"),
        real("TheGuardian", 200, "CHARGE_UP"),
        potions=["Fire Potion", "Block Potion"],
    )
    assert typed(table, text) == move


def test_target_can_be_left_out_if_one_monster_lives() -> None:
    gone = dummy(1)
    gone.hp, gone.alive = 0, False
    assert typed(Table("strike", gone, real("JawWorm", 40, "CHOMP")), "strike") == "strike > 2"


def test_number_after_a_name_is_that_of_the_table_or_counts() -> None:
    table = Table("strike", *[monster.clone() for monster in LICE])
    assert typed(table, "strike louse 2") == "strike > 2"
    assert typed(table, "strike red louse 1") == "strike > 1"
    mixed = Table("strike", real("Cultist", 50, "INCANTATION"), *[each.clone() for each in LICE])
    assert typed(mixed, "strike louse 3") == "strike > 3"
    assert typed(mixed, "strike louse 1") == "strike > 2"
    with pytest.raises(AmbiguousMoveError, match="fits 2 moves: strike > 2; strike > 3"):
        typed(mixed, "strike louse 2")


def test_exact_name_comes_before_the_upgraded_card() -> None:
    both = Table("strike, strike+")
    assert typed(both, "strike") == "strike > 1"
    assert typed(both, "strike+") == "strike+ > 1"
    assert typed(Table("strike+"), "strike") == "strike+ > 1"


def test_no_card_and_potion_are_written_alike() -> None:
    assert not CARD_FACES.keys() & POTION_WORDS.keys()
    for word in CARD_FACES:
        assert GAME.read_move(word) == Play(word)
    for word in POTION_WORDS:
        assert GAME.read_move(word) == UsePotion(word)


def test_the_card_berserk_is_not_taken_for_a_potion() -> None:
    assert isinstance(GAME.read_move("berserk"), Play)
    table = Table("berserk+", dummy(), potions=["Berserk"])
    assert str(GAME.parse(table.fight, "berserk")) == "berserk+"
    assert str(GAME.parse(table.fight, "berserk potion")) == "berserk potion"
    with pytest.raises(AmbiguousMoveError, match="'bers' fits 2 moves: berserk\\+; berserk potion"):
        GAME.parse(table.fight, "bers")


def test_ambiguity_is_named_among_moves_that_are_not_legal_too() -> None:
    table = Table("fire breathing, strike", dummy(), dummy(), energy=0, potions=["fire potion"])
    table.fight.labels = (Label("Fire Potion", metadata_of("Fire Potion"), usable=False),)
    with pytest.raises(
        AmbiguousMoveError, match="'fire' fits 3 moves: fire breathing; fire potion"
    ):
        GAME.parse(table.fight, "fire")
    assert str(GAME.parse(table.fight, "stri")) == "strike > 1"  # the rules say what is wrong


def test_ambiguous_text_names_the_moves() -> None:
    table = Table("strike, shockwave", dummy(), dummy())
    with pytest.raises(AmbiguousMoveError, match="'strike' fits 2 moves: strike > 1; strike > 2"):
        typed(table, "strike")
    with pytest.raises(AmbiguousMoveError, match="'s' fits 3 moves"):
        typed(table, "s")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strke 1", "cannot read 'strke 1': unknown 'strke'; did you mean 'strike'?"),
        ("strike cultist", "unexpected 'cultist' after 'strike': expected 1 jaw worm"),
        ("", "no move was given"),
        ("   ", "no move was given"),
        ("x" * 300, "a move of 300 characters: expected 200 at most"),
    ],
)
def test_unreadable_move_is_explained(text: str, message: str) -> None:
    table = Table("strike", real("JawWorm", 40, "CHOMP"))
    with pytest.raises(InvalidMoveError) as refused:
        typed(table, text)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bash 1", "bash costs 2, and there is 1 energy"),
        ("bash worm", "bash costs 2, and there is 1 energy"),
        ("inflame", "inflame is not in the hand"),
        ("strike > 5", "there is no monster 5: expected 1 to 1"),
        ("fire potion > 1", "there is no fire potion in the belt"),
        ("wound", "wound cannot be played now"),
        ("done", "nothing is asked for"),
        ("choose strike", "nothing is asked for"),
    ],
)
def test_illegal_move_is_read_and_refused_by_the_rules(text: str, message: str) -> None:
    table = Table("strike, bash, wound", real("JawWorm", 40, "CHOMP"), energy=1)
    with pytest.raises(IllegalMoveError) as refused:
        RuleEngine(GAME, state=table.fight, seed=0).play(text)
    assert message in str(refused.value)


def test_choice_is_answered_with_or_without_the_word() -> None:
    table = Table("armaments, strike, bash, defend").play("armaments")
    assert typed(table, "choose strike") == "choose strike"
    assert typed(table, "strike") == "choose strike"
    assert typed(table, "choose ba") == "choose bash"
    with pytest.raises(InvalidMoveError, match="did you mean 'strike'"):
        typed(table, "choose strik!")


def test_changed_card_is_read_back() -> None:
    table = Table("bash {0}, bash {=1}, rampage {+5}", energy=3)
    for move in GAME.legal(table.fight):
        assert GAME.parse(table.fight, str(move)) == move
        assert GAME.read_move(str(move)) == move
        assert GAME.read_move(move.notation()) == move
    assert typed(table, "rampage {+5}") == "rampage {+5} > 1"


FIGHT = Spire(
    deck="strike, defend, bash+, armaments, 2 iron wave",
    potions="fire potion, weak potion",
    encounter="3 louse",
).setup(seeded(3))
MARKS = ["louse", "1", "2", "3", ">", "end", "choose", "{0}"]
WORDS = [*[*CARD_FACES][:60], *POTION_WORDS, *MARKS]


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)))
def test_any_text_is_a_move_or_an_explained_error(text: str) -> None:
    said = ""
    try:
        GAME.parse(FIGHT, text)
    except (InvalidMoveError, AmbiguousMoveError) as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 500
