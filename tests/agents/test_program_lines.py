"""The protocol of bots: what a question says, and how strictly an answer is read."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import games
from kibitz.agents.program_lines import (
    Introduction,
    as_line,
    read_advice,
    read_introduction,
    write_hello,
    write_match,
    write_question,
)
from kibitz.agents.program_process import ProgramFailed
from kibitz.core import Observation, RuleEngine
from kibitz.core.value import Json
from tests.core.nim import Nim


def observe(game: str = "leduc", seed: int = 1, **options: object) -> Observation[Any, Any]:
    return RuleEngine(games.load(game, **options), seed=seed).observe()


# What a bot is told.


def test_hello_and_match_say_what_they_are_about() -> None:
    assert write_hello() == {"kind": "hello", "protocol": 1}
    game = games.load("jaipur", rounds=1)
    assert write_match(game, {"depth": "3"}) == {
        "kind": "match",
        "game": "jaipur",
        "rules": game.version,
        "options": dict(game.options),
        "seats": 2,
        "settings": {"depth": "3"},
    }


def test_question_holds_what_the_seat_sees() -> None:
    seen = observe()
    wanted = Observation(seen.game, seen.view, 0, seen.moves, seen.rng, None, (seen.moves[1],))
    question = write_question(wanted, 2.5)
    assert [*question] == [
        *("kind", "seat", "time", "seed", "moves", "wanted", "position", "drawing", "scene")
    ]
    assert question["kind"] == "advise"
    assert (question["seat"], question["time"], question["wanted"]) == (0, 2500, ["raise"])
    assert question["moves"] == [
        {"text": "call", "move": {"move": "call"}},
        {"text": "raise", "move": {"move": "raise"}},
    ]
    assert question["position"] == seen.game.position(seen.view)
    assert question["drawing"] == seen.game.render(seen.view)
    assert question["scene"] == seen.game.scene(seen.view).to_json()


def test_game_without_positions_has_none_in_its_questions() -> None:
    question = write_question(RuleEngine(Nim(), seed=1).observe(), 1.0)
    assert question["position"] is None
    assert question["drawing"]


@pytest.mark.parametrize("game", games.names())
def test_questions_of_every_game_are_one_line(game: str) -> None:
    line = as_line(write_question(observe(game), 1.0))
    assert line.count(b"\n") == 1
    assert json.loads(line)["moves"]


def test_seed_repeats_with_the_match_and_with_nothing_else() -> None:
    seeds = [write_question(observe(seed=seed), 1.0)["seed"] for seed in (1, 1, 2)]
    assert seeds[0] == seeds[1] != seeds[2]
    seen = observe()
    before = seen.rng.key()
    assert write_question(seen, 1.0)["seed"] == seeds[0]
    assert seen.rng.key() == before


# What it answers.


def test_introduction_is_read() -> None:
    line = b'{"protocol": 1, "name": "ace", "version": "1.2", "games": ["leduc"]}'
    assert read_introduction(line) == Introduction("ace", "1.2", ("leduc",))
    assert read_introduction(line).package == "bot ace 1.2"
    assert read_introduction(b'{"protocol":1,"name":"a","version":"0"}').games is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "its answer is an empty line: expected a JSON object"),
        (b"hello", "its answer 'hello' is not JSON: Expecting value at line 1, column 1"),
        (b"[1]", "its answer '[1]' is not a JSON object"),
        (b"\xff", "its answer is not UTF-8 (byte 1): b'\\xff'"),
        (b'{"error": "no licence"}', "gives up: no licence"),
        (b'{"error": 5}', "wrong answer: error: expected a text, got 5"),
        (
            b"{}",
            (
                "wrong answer to hello: field 'protocol' is missing; field 'name' is missing;"
                " field 'version' is missing"
            ),
        ),
        (
            b'{"protocol": 2, "name": "a b", "version": ""}',
            (
                "wrong answer to hello: protocol: expected 1, got 2;"
                ' name: expected a text without spaces, got "a b";'
                ' version: expected a text without spaces, got ""'
            ),
        ),
        (
            b'{"protocol": 1, "name": "ace", "version": 3, "gmes": []}',
            (
                "wrong answer to hello: unknown field 'gmes'; did you mean 'games' or 'name'?;"
                " version: expected a text, got 3"
            ),
        ),
        (
            b'{"protocol": 1, "name": "ace", "version": "1", "games": "leduc"}',
            'wrong answer to hello: games: expected a list, got "leduc"',
        ),
    ],
)
def test_wrong_introductions_are_refused(line: bytes, message: str) -> None:
    with pytest.raises(ProgramFailed) as caught:
        read_introduction(line)
    assert str(caught.value) == message


@pytest.mark.parametrize("move", ["raise", {"move": "raise"}])
def test_a_move_alone_is_advice(move: Json) -> None:
    advice = read_advice(as_line({"move": move}), observe())
    assert (str(advice.move), advice.value, advice.unit) == ("raise", 0.0, "")
    assert [(str(each.move), each.score, each.reasons) for each in advice.options] == [
        ("raise", 0.0, ())
    ]


def test_options_are_ranked_and_carry_their_reasons() -> None:
    reasons: list[Json] = [
        {"term": "card", "amount": 2, "text": "a \x1b[1mking"},
        {"term": "x", "amount": -1},
    ]
    options: list[Json] = [
        {"move": "call", "score": 0.5},
        {"move": "raise", "score": 1, "reasons": reasons},
    ]
    advice = read_advice(as_line({"options": options, "unit": "chips"}), observe())
    assert (str(advice.move), advice.value, advice.unit) == ("raise", 1.0, "chips")
    assert [str(each.move) for each in advice.options] == ["raise", "call"]
    shown = [(each.term, each.amount, each.text) for each in advice.options[0].reasons]
    assert shown == [("card", 2.0, "a \\x1b[1mking"), ("x", -1.0, "")]
    chosen = read_advice(as_line({"options": options, "move": "call"}), observe())
    assert (str(chosen.move), chosen.value) == ("call", 0.5)
    assert str(chosen.options[0].move) == "raise"


LEGAL = "expected a legal move (call, raise)"
OPTION = '{"options": [{"move": "call", "score": 1, "reasons": %s}]}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", "wrong answer: field 'move' is missing"),
        ('{"move": "fold"}', f'wrong answer: move: {LEGAL}, got "fold"'),
        ('{"move": {"move": "fold"}}', f'wrong answer: move: {LEGAL}, got {{"move": "fold"}}'),
        ('{"move": 1}', f"wrong answer: move: {LEGAL}, got 1"),
        ('{"mve": "call"}', "unknown field 'mve'; did you mean 'move'?"),
        ('{"options": []}', "options: expected at least one option, got []"),
        ('{"options": {}}', "options: expected a list, got {}"),
        ('{"options": [5]}', "options[0]: expected an object, got 5"),
        ('{"options": [{"move": "call"}]}', "options[0]: field 'score' is missing"),
        (
            '{"options": [{"move": "call", "score": 1}, {"move": "call", "score": 2}]}',
            "options: a move is listed twice",
        ),
        (
            '{"options": [{"move": "call", "score": 1}], "move": "raise"}',
            "move: raise is not among the options",
        ),
        (
            '{"options": [{"move": "call", "score": NaN}]}',
            "options[0].score: expected a finite number, got NaN",
        ),
        (
            '{"options": [{"move": "call", "score": 1e999}]}',
            "options[0].score: expected a finite number, got Infinity",
        ),
        (
            '{"options": [{"move": "call", "score": 1' + "0" * 400 + "}]}",
            "options[0].score: expected a finite number, got 1000",
        ),
        (
            '{"options": [{"move": "call", "score": true}]}',
            "options[0].score: expected a finite number, got true",
        ),
        (OPTION % "[5]", "options[0].reasons[0]: expected an object, got 5"),
        (
            OPTION % '[{"term": "a", "amount": "b", "txt": ""}]',
            "unknown field 'txt'; did you mean 'text'?",
        ),
        (
            OPTION % f'[{{"term": "{"a" * 41}", "amount": 1}}]',
            "reasons[0].term: expected at most 40 characters",
        ),
        (
            OPTION % ("[" + ",".join(['{"term": "a", "amount": 1}'] * 101) + "]"),
            "options[0]: expected at most 100 reasons, got 101",
        ),
        ('{"move": "call", "unit": 5}', "unit: expected a text, got 5"),
        ('{"error": "lost my way\\n"}', "gives up: lost my way\\n"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"move": ' + "[" * 500 + "]" * 500 + "}", LEGAL),
    ],
)
def test_wrong_answers_are_refused(line: str, message: str) -> None:
    with pytest.raises(ProgramFailed) as caught:
        read_advice(line.encode(), observe())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_message_lists_a_few_of_many_moves() -> None:
    seen = observe("jaipur", seed=3)
    with pytest.raises(ProgramFailed) as caught:
        read_advice(b'{"move": "fly"}', seen)
    listed = ", ".join(map(str, seen.moves[:10]))
    more = len(seen.moves) - 10
    expected = f'expected a legal move ({listed} and {more} more), got "fly"'
    assert str(caught.value) == f"wrong answer: move: {expected}"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["call", "raise", "fold"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["move", "options", "unit", "score", "reasons", "term", "amount", "text", "error"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=24,
)


@given(st.binary(max_size=60) | JSON.map(lambda found: json.dumps(found).encode()))
def test_any_answer_is_advice_or_refused(line: bytes) -> None:
    seen = observe()
    with suppress(ProgramFailed):
        advice = read_advice(line, seen)
        assert advice.move in seen.moves
        assert json.dumps(advice.to_json(), allow_nan=False)
    with suppress(ProgramFailed):
        assert read_introduction(line).package.startswith("bot ")
