"""Whatever is typed or sent, a game answers with Kibitz's own errors, and nothing changes.

The inputs are random texts and documents, and real ones with random damage.
"""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import KibitzError, RuleEngine, read_record, replay, write_record
from kibitz.games import load, names
from kibitz.testing import play_random
from tests.games.damage import damaged, damaged_text, documents

GAMES = pytest.mark.parametrize("name", names())
EXAMPLES = settings(max_examples=60)


@cache
def played(name: str) -> RuleEngine[Any, Any]:  # Any: whatever game is registered
    """Plays the first moves of a match at random."""
    return play_random(load(name), seed=3, max_plies=6)


@GAMES
@EXAMPLES
@given(data=st.data())
def test_any_text_is_read_or_refused(name: str, data: st.DataObject) -> None:
    engine = played(name).fork()
    before = engine.state_hash
    moves = [str(move) for move in engine.legal_moves()]
    text = data.draw(st.text(max_size=30))
    if data.draw(st.booleans()) and moves:
        text = damaged_text(data.draw(st.sampled_from(moves)), data.draw)
    for seat in (None, 0, 1):
        try:
            move = engine.game.parse(engine.state, text, seat)
        except KibitzError:
            continue
        assert engine.game.read_move(str(move)) == move
    assert engine.state_hash == before
    try:
        engine.play(text)
    except KibitzError:
        assert engine.state_hash == before


@GAMES
@EXAMPLES
@given(data=st.data())
def test_any_document_is_a_move_or_refused(name: str, data: st.DataObject) -> None:
    engine = played(name).fork()
    before = engine.state_hash
    document = data.draw(documents)
    moves = [move.to_json() for move in engine.legal_moves()]
    if data.draw(st.booleans()) and moves:
        document = damaged(data.draw(st.sampled_from(moves)), data.draw)
    try:
        move = engine.game.move_from_json(document)
    except KibitzError:
        return
    engine.explain(move)
    engine.can_execute(move)
    assert engine.state_hash == before
    assert engine.game.move_from_json(json.loads(json.dumps(move.to_json()))) == move


@GAMES
@EXAMPLES
@given(data=st.data())
def test_any_document_is_a_position_or_refused(name: str, data: st.DataObject) -> None:
    engine = played(name)
    game = engine.game
    document = data.draw(documents)
    if data.draw(st.booleans()):
        seat = data.draw(st.integers(0, game.seats - 1))
        document = damaged(game.position(engine.view(seat)), data.draw)
    try:
        view = game.read_position(document)
    except KibitzError:
        return
    assert game.read_position(game.position(view)) == view


@GAMES
@EXAMPLES
@given(data=st.data())
def test_any_text_is_a_record_or_refused(name: str, data: st.DataObject) -> None:
    engine = played(name)
    lines = write_record(engine).lines()
    index = data.draw(st.integers(0, len(lines) - 1))
    if data.draw(st.booleans()):
        lines[index] = damaged_text(lines[index], data.draw)
    else:
        lines[index] = json.dumps(damaged(json.loads(lines[index]), data.draw))
    try:
        again = replay(read_record("\n".join(lines)), engine.game)
    except KibitzError:
        return
    assert again.state_hash == engine.state_hash
    assert [str(move) for _, move in again.history] == [str(move) for _, move in engine.history]
