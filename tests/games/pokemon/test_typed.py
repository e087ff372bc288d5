"""Moves of the Pokémon TCG as they are written and typed."""

import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import RuleEngine, seeded
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.cards import ATTACKS, WORDS
from kibitz.games.pokemon.rules.steps import SPOT_WORDS
from tests.games.pokemon.table import Table

GAME = PokemonTcg()


def usual() -> Table:
    """Returns a match with something of everything."""
    return Table(
        "charmander [RR] 20",
        bench=["machop", "pikachu 10", "machop"],
        hand="fire, fighting, charmeleon, raichu, potion, super potion, bill, gust of wind, onix,"
        " computer search, professor oak, farfetchd",
        against="rattata",
        their_bench=["abra", "gastly"],
    )


def typed(table: Table, text: str) -> str:
    """Returns the notation of the move that a text is read as."""
    return str(table.game.parse(table.fight, text))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("attach fire > bench 2", "attach fire > bench 2"),
        ("ATTACH  fire>bench 2", "attach fire > bench 2"),
        ("attach fire bench 2", "attach fire > bench 2"),
        ("attach fire to bench 2", "attach fire > bench 2"),
        ("attach fire pikachu", "attach fire > bench 2"),
        ("attach fire active", "attach fire > active"),
        ("attach fire a", "attach fire > active"),
        ("attach fire 3", "attach fire > bench 3"),
        ("fire b1", "attach fire > bench 1"),
        ("attach fire machop 3", "attach fire > bench 3"),
        ("fig pika", "attach fighting > bench 2"),
        ("evolve charmeleon", "evolve charmeleon > active"),
        ("charmel", "evolve charmeleon > active"),
        ("evolve raichu pikachu", "evolve raichu > bench 2"),
        ("potion active", "play potion > active"),
        ("play potion on pikachu", "play potion > bench 2"),
        ("super", "play super potion > active"),
        ("Bill", "play bill"),
        ("bench Farfetch'd", "bench farfetchd"),
        ("oak", "play professor oak"),
        ("gust abra", "play gust of wind > foe bench 1"),
        ("gust of wind > foe 2", "play gust of wind > foe bench 2"),
        ("gust their gastly", "play gust of wind > foe bench 2"),
        ("retreat bench 1", "retreat > bench 1"),
        ("retreat 1", "retreat > bench 1"),
        ("retreat to pikachu", "retreat > bench 2"),
        ("scratch", "attack scratch"),
        ("attack ember", "attack ember"),
        ("use ember", "attack ember"),
        ("bench onix", "bench onix"),
        ("onix", "bench onix"),
        ("end", "end"),
        ("pass", "end"),
    ],
)
def test_move_is_read_as_a_player_types_it(text: str, move: str) -> None:
    assert typed(usual(), text) == move


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("attach fire machop", "attach fire > bench 1; attach fire > bench 3"),
        ("fire", "attach fire > active; attach fire > bench 1"),
        ("potion", "play potion > active; play potion > bench 2"),
        ("retreat", "retreat > bench 1; retreat > bench 2; retreat > bench 3"),
        ("fi bench 1", "attach fighting > bench 1; attach fire > bench 1"),
    ],
)
def test_ambiguous_text_is_refused_with_the_candidates(text: str, candidates: str) -> None:
    with pytest.raises(AmbiguousMoveError, match=candidates):
        typed(usual(), text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "attach fire > bench 7 7",
            "unexpected '7 7' after 'attach fire > bench': expected bench 1",
        ),
        (
            "potion snorlax",
            "unexpected 'snorlax' after 'potion': expected active .charmander., bench",
        ),
        ("potoin", "cannot read .*; did you mean 'potion'"),
        ("attack foo", "cannot read .*: expected attack scratch; attack ember"),
        ("", "no move was given"),
        ("x" * 300, "a move of 300 characters: expected 200 at most"),
    ],
)
def test_unreadable_text_says_what_would_do(text: str, message: str) -> None:
    with pytest.raises(InvalidMoveError, match=message):
        typed(usual(), text)


def test_answers_need_no_first_word() -> None:
    table = usual().play("play computer search")
    assert typed(table, "raichu") == "choose raichu"
    assert typed(table, "choose rai") == "choose raichu"
    hit = Table("charmander [RR]", bench=["abra"], against="onix [FF]", their_bench=["gastly"])
    hit.play("retreat > bench 1")
    assert typed(hit, "end") == "end"


def test_promotion_is_named_by_place_or_pokemon() -> None:
    table = Table("raichu [LLL]", against="rattata 10", their_bench=["abra", "gastly"])
    table.play("attack agility", "prize")
    assert typed(table, "gastly") == "promote bench 2"
    assert typed(table, "bench 1") == "promote bench 1"
    assert typed(table, "2") == "promote bench 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attach water > active", "water is not in the hand; in it: fighting, fire"),
        ("evolve raichu > active", "raichu evolves from pikachu"),
        ("attack slash", "charmander has no attack slash; it has scratch, ember"),
        ("attach fire > bench 5", "you have no Pokémon at bench 5; you have active .charmander"),
    ],
)
def test_refusal_names_what_would_do(text: str, message: str) -> None:
    table = usual()
    engine = RuleEngine(table.game, state=table.fight)
    with pytest.raises(IllegalMoveError, match=message):
        engine.play(text)


def test_refusal_names_the_energy_that_is_missing() -> None:
    table = Table("charmander [R]", bench=["abra"], against="rattata")
    engine = RuleEngine(table.game, state=table.fight)
    with pytest.raises(IllegalMoveError, match="ember costs fire, colorless; charmander has fire"):
        engine.play("ember")
    bare = Table("onix", bench=["abra"])
    with pytest.raises(IllegalMoveError, match="retreating costs 3 Energy, and onix has 0"):
        RuleEngine(bare.game, state=bare.fight).play("retreat 1")


VOCABULARY = st.sampled_from(
    [
        *("attach", "evolve", "play", "power", "retreat", "attack", "choose", "promote", "bench"),
        *("active", "foe", ">", "on", "to", "1", "2", "9", "prize", "done", "end", "draw", "use"),
        *WORDS[1:],
        *[attack.word for attack in ATTACKS],
        *SPOT_WORDS.values(),
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(VOCABULARY, max_size=5).map(" ".join))


@given(text=TEXTS, plies=st.integers(0, 60), seed=st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused(text: str, plies: int, seed: int) -> None:
    s, rng = GAME.setup(seeded(f"typed/{seed}")), seeded(f"typed/{seed}/moves")
    while plies and not s.over:
        GAME.play(s, GAME.random_move(s, rng))
        plies -= 1
    before = s.key()
    try:
        move = GAME.parse(s, text)
    except (InvalidMoveError, AmbiguousMoveError):
        pass
    else:
        assert not move.invalid()
        assert str(GAME.parse(s, str(move))) == str(move)
    assert s.key() == before, "reading a text changes nothing"


@given(plies=st.integers(0, 200), seed=st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_every_legal_move_is_read_as_written(plies: int, seed: int) -> None:
    s, rng = GAME.setup(seeded(f"written/{seed}")), seeded(f"written/{seed}/moves")
    while plies and not s.over:
        GAME.play(s, GAME.random_move(s, rng))
        plies -= 1
    for move in GAME.legal(s):
        assert GAME.parse(s, str(move)) == move
        assert GAME.read_move(str(move)) == move


def test_moves_of_the_rules_page_are_moves() -> None:
    page = files("kibitz.games.pokemon").joinpath("data", "rules.md").read_text(encoding="utf-8")
    lines = page.splitlines()
    assert 40 <= len(lines) <= 76
    assert max(len(line) for line in lines) <= 78
    words = re.findall(r"`([^`]+)`", page)
    others = {"30x", "30+", "50-"}  # printed damage
    assert {*others, "concede"} <= set(words)
    for text in words:
        if text == "concede":
            assert typed(usual(), text) == "concede 0"
        elif text not in others:
            assert str(GAME.read_move(text)) == text
