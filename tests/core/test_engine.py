"""The engine: pipeline, refusals, undo, forks, events. Enumeration has its scenarios elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import ClassVar, Final

import pytest

from kibitz.core import (
    SPECTATOR,
    AmbiguousMoveError,
    EnumeratedMove,
    EnumerationLimit,
    Event,
    GameDefinitionError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Reject,
    Rng,
    RuleEngine,
    RuleError,
    UnknownMove,
    UnknownPlayer,
    group_by_category,
    reject,
    replay,
    seeded,
    write_record,
)
from kibitz.core.value import Value
from kibitz.games.duel import Duel
from kibitz.games.leduc import Leduc
from tests.core.nim import Heap, Nim, Take


class Misdeal(Take):
    """Breaks in the middle of its effect."""

    id: ClassVar[str] = "misdeal"

    def apply(self, state: Heap, seat: int) -> None:
        state.stones = 99
        state.rng.word()
        raise RuntimeError("the table fell over")


class Nudge(Take):
    """Changes the state in its check."""

    id: ClassVar[str] = "nudge"

    def check(self, state: Heap, seat: int) -> Iterator[Reject]:
        state.stones += 1
        return iter(())


class Foreign(Take):
    """Belongs to no game here."""

    id: ClassVar[str] = "foreign"


class Broken(Nim):
    """Nim with moves that go wrong."""

    id: ClassVar[str] = "broken"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Take, Misdeal, Nudge]


def nim(checked: bool = True) -> RuleEngine[Heap, Heap]:
    return RuleEngine(Nim(), seed=1, checked=checked)


def test_execute_carries_out_a_legal_move() -> None:
    engine = nim()
    result = engine.execute(Take(2))
    assert result.success
    assert result.error is None
    assert (engine.state.stones, engine.seat, engine.ply, engine.version) == (5, 1, 1, 1)
    assert engine.history == [(0, Take(2))]
    assert "success" in repr(result)


def test_execute_takes_an_entry_with_its_player() -> None:
    engine = nim()
    entry = engine.enumerate_moves(1)[0]
    result = engine.execute(entry)
    assert result.error is not None
    assert result.error.error_code == reject.NOT_YOUR_TURN
    assert "NOT_YOUR_TURN" in repr(result)


def test_unknown_move_is_refused_before_the_end_of_the_game_is_looked_at() -> None:
    engine = RuleEngine(Nim(1), seed=1)
    engine.play(Take(1))
    unknown = engine.execute(Foreign(1))
    assert unknown.error is not None
    assert unknown.error.error_code == reject.MOVE_NOT_FOUND
    known = engine.execute(Take(9))
    assert known.error is not None
    assert known.error.error_code == reject.GAME_ENDED


def test_move_with_wrong_parameters_is_refused() -> None:
    result = nim().execute(Take("two"))  # type: ignore[arg-type]  # the slip under test
    assert result.error is not None
    assert result.error.error_code == reject.INVALID_PARAMS


@pytest.mark.expects_errors
def test_effect_that_raises_leaves_the_match_as_it_was() -> None:
    engine = RuleEngine(Broken(), seed=1)
    before = engine.state_hash
    result = engine.execute(Misdeal(1))
    assert result.error is not None
    assert result.error.error_code == reject.EXECUTION_ERROR
    assert result.error.context == {"error": "the table fell over", "type": "RuntimeError"}
    assert (engine.state_hash, engine.ply, engine.version) == (before, 0, 0)


def test_check_that_changes_the_state_is_caught_in_checked_mode() -> None:
    engine = RuleEngine(Broken(), seed=1, checked=True)
    before = engine.state_hash
    refused = engine.execute(Nudge(1)).error
    assert refused is not None
    assert refused.error_code == reject.CONDITION_ERROR
    assert refused.reason == "the check of nudge failed: the check of nudge changed the state"
    assert engine.state_hash == before
    entry = engine.enumerate_moves(0, move_ids=["nudge"])[0]
    assert entry.validation_error is not None
    assert entry.validation_error.context["type"] == "ReadOnlyViolation"
    assert engine.state_hash == before


def test_unchecked_mode_keeps_the_match_out_of_reach_of_checks() -> None:
    engine = RuleEngine(Broken(), seed=1)
    before = engine.state_hash
    engine.enumerate_moves(0)
    engine.can_execute(Nudge(1))
    engine.explain(Nudge(1))
    assert engine.state_hash == before


def test_a_reader_of_the_state_cannot_break_the_match() -> None:
    engine = nim()
    before, stones = engine.state_hash, engine.state.stones
    engine.state.stones = 3
    engine.states()[0].stones = 3
    engine.view(0).stones = 3
    assert (engine.state_hash, engine.state.stones) == (before, stones)


def test_what_agents_draw_follows_from_the_seed_the_seat_and_the_ply() -> None:
    one, again = RuleEngine(Nim(), seed=1), RuleEngine(Nim(), seed="1")
    before = one.observe(0).rng
    assert before == again.observe(0).rng == one.fork().observe(0).rng
    assert before != one.observe(1).rng
    assert before != RuleEngine(Nim(), seed=2).observe(0).rng
    one.play(Take(1))
    assert one.observe(0).rng != before


def test_what_agents_draw_can_follow_from_a_seed_of_its_own() -> None:
    one = RuleEngine(Nim(), seed=1, agent_seed="other")
    same = RuleEngine(Nim(), seed=2, agent_seed="other")
    assert one.observe(0).rng == same.observe(0).rng == one.fork().observe(0).rng
    assert one.observe(0).rng != RuleEngine(Nim(), seed=1).observe(0).rng
    assert (one.seed, one.agent_seed) == (1, "other")
    assert RuleEngine(Nim(), seed=1).agent_seed == 1


def test_a_match_without_a_seed_gets_one_that_nobody_can_try_out() -> None:
    seeds = {RuleEngine(Nim()).seed for _ in range(100)}
    assert len(seeds) == 100
    assert all(isinstance(seed, str) and len(seed) == 14 for seed in seeds)
    engine = RuleEngine(Nim())
    again = RuleEngine(Nim(), seed=engine.seed)
    assert engine.state_hash == again.state_hash
    assert engine.observe(0).rng == again.observe(0).rng


def test_explain_gives_every_reason() -> None:
    engine = nim()
    assert [reason.error_code for reason in engine.explain(Take(9))] == ["OUT_OF_RANGE", "TOO_MANY"]
    assert engine.explain(Take(1)) == []
    assert [reason.error_code for reason in engine.explain(Take(9), 1)] == [
        reject.NOT_YOUR_TURN,
        "OUT_OF_RANGE",
        "TOO_MANY",
    ]
    assert engine.ply == 0


def test_explain_survives_a_check_that_raises_behind_the_first_reason() -> None:
    class Touchy(Take):
        id: ClassVar[str] = "touchy"

        def check(self, state: Heap, seat: int) -> Iterator[Reject]:
            yield Reject("FIRST", "first")
            raise RuntimeError("second")

    class Game(Nim):
        id: ClassVar[str] = "touchy"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Touchy]

    assert [r.error_code for r in RuleEngine(Game(), seed=1).explain(Touchy(1))] == ["FIRST"]


def test_undo_and_redo_restore_every_state() -> None:
    engine = nim()
    hashes = [engine.state_hash]
    for count in (1, 2, 3):
        engine.play(Take(count))
        hashes.append(engine.state_hash)
    for expected in reversed(hashes[:-1]):
        assert engine.undo()
        assert engine.state_hash == expected
    assert not engine.undo()
    assert engine.ply == 0
    for expected in hashes[1:]:
        assert engine.redo()
        assert engine.state_hash == expected
    assert not engine.redo()
    engine.undo()
    engine.play(Take(1))
    assert not engine.redo()


class Flip(Take):
    """Flips a coin that nobody looks at."""

    id: ClassVar[str] = "flip"

    def apply(self, state: Heap, seat: int) -> None:
        state.rng.word()
        super().apply(state, seat)


class Stutter(Take):
    """Fails in worlds that are only sampled."""

    id: ClassVar[str] = "stutter"

    def apply(self, state: Heap, seat: int) -> None:
        if state.rng.counter != seeded(1).counter:
            raise RuntimeError("not here")
        super().apply(state, seat)


class Odd(Nim):
    """Nim with moves that draw or fail, and stones of hidden weight."""

    id: ClassVar[str] = "odd"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [Take, Flip, Stutter]


def test_player_facing_undo_takes_back_what_revealed_nothing() -> None:
    engine = nim()
    assert not engine.revealed()
    assert not engine.undo(player_facing=True)
    for count in (1, 2, 3):
        engine.play(Take(count))
        assert not engine.revealed()
    for left in (2, 1, 0):
        assert engine.undo(player_facing=True)
        assert engine.ply == left


def test_player_facing_undo_stops_at_a_move_that_drew_chance() -> None:
    engine = RuleEngine(Odd(), seed=1)
    engine.play(Take(1))
    engine.play(Flip(1))
    assert engine.revealed()
    assert not engine.undo(player_facing=True)
    assert engine.undo()
    assert engine.undo(player_facing=True)


@pytest.mark.expects_errors
def test_player_facing_undo_stops_where_the_rules_fail_in_sampled_worlds() -> None:
    engine = RuleEngine(Odd(), seed=1)
    engine.play(Stutter(1))
    assert engine.revealed()
    assert not engine.undo(player_facing=True)


def test_asking_what_was_revealed_changes_nothing() -> None:
    engine = RuleEngine(Leduc(), seed=4)
    for move in ("raise", "raise", "call"):
        engine.play(move)
        before = (engine.state_hash, engine.version, engine.ply)
        assert engine.revealed() == engine.revealed() == (move == "call")
        assert (engine.state_hash, engine.version, engine.ply) == before


def test_rules_of_a_game_without_a_page_are_its_moves() -> None:
    assert Nim().rules_text() == (
        "## Moves\n\nNim has no page of rules. Its moves are:\n\n"
        "- `take`: Take stones from the heap.\n"
    )


def test_rules_of_a_variant_are_those_of_its_game() -> None:
    class Variant(Duel):
        id: ClassVar[str] = "variant"

    assert Variant().rules_text() == Duel().rules_text()
    assert "Two duellists" in Variant().rules_text()


def test_fork_goes_its_own_way() -> None:
    engine = nim()
    engine.play(Take(1))
    twin = engine.fork()
    twin.play(Take(1))
    assert (engine.state.stones, twin.state.stones) == (6, 5)
    assert twin.history == [(0, Take(1)), (1, Take(1))]
    assert twin.undo()
    assert twin.state_hash == engine.state_hash


def test_play_reads_notation_and_raises_with_reasons() -> None:
    engine = nim()
    engine.play("take 1")
    engine.play("  TAKE   2 ")
    with pytest.raises(IllegalMoveError, match=r"illegal move 'take 5' at nim ply 2: take one to"):
        engine.play("take 5")
    with pytest.raises(AmbiguousMoveError, match="'take' fits 3 moves: take 1; take 2; take 3"):
        engine.play("take")
    with pytest.raises(InvalidMoveError, match="no move was given"):
        engine.play("  ")
    with pytest.raises(InvalidMoveError, match="unknown 'tkae'; did you mean 'take'"):
        engine.play("tkae 1")
    with pytest.raises(InvalidMoveError, match="expected count, got 2 values"):
        engine.play("take 1 2")
    with pytest.raises(InvalidMoveError, match="count: expected int, got 'x'"):
        engine.play("take x")
    assert engine.ply == 2
    with pytest.raises(IllegalMoveError, match="turn of seat 0"):
        engine.play("take 1", 1)
    with pytest.raises(IllegalMoveError, match="turn of seat 0"):
        engine.play(engine.enumerate_moves(1)[0])


def test_parse_finds_an_illegal_candidate_by_its_notation() -> None:
    engine = RuleEngine(Nim(2), seed=1)
    assert engine.game.parse(engine.state, "Take 3") == Take(3)
    assert engine.game.parse(engine.state, "take 3", 1) == Take(3)


@pytest.mark.parametrize("player", [2, -1, None, "0"])
def test_unknown_player_is_refused(player: int) -> None:
    with pytest.raises(UnknownPlayer, match="seats 0 to 1"):
        nim().enumerate_moves(player)


def test_unknown_kind_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownMove, match="did you mean 'take'"):
        nim().next_choices("tak")
    with pytest.raises(UnknownMove, match="did you mean 'take'"):
        nim().game.move("tak")


def test_count_any_and_random_agree_with_the_list() -> None:
    engine = RuleEngine(Nim(2), seed=1)
    valid = engine.enumerate_moves(0, valid_only=True)
    assert engine.count_moves(0) == len(valid) == 2
    assert engine.any_move(0) == valid[0]
    assert engine.any_move(1) is None
    assert engine.random_move(1, seeded(1)) is None
    rng = seeded(2)
    picks = [engine.random_move(0, rng) for _ in range(400)]
    assert 150 < picks.count(valid[0]) < 250

    def only_two(entry: EnumeratedMove[Heap]) -> float:
        return float(entry.move == Take(2))

    assert all(engine.random_move(0, rng, only_two) == valid[1] for _ in range(20))


def test_get_valid_moves_still_works_and_warns() -> None:
    with pytest.warns(DeprecationWarning, match="use enumerate_moves"):
        assert nim().get_valid_moves() == ["take"]
    with pytest.warns(DeprecationWarning, match="get_valid_moves"):
        assert nim().get_valid_moves(1) == []


def test_events_are_told_and_listeners_may_fail(caplog: pytest.LogCaptureFixture) -> None:
    engine = nim()
    heard: list[Event] = []

    def fail(event: Event) -> None:
        raise RuntimeError("deaf")

    engine.subscribe(fail)
    engine.subscribe(heard.append)
    with caplog.at_level(logging.WARNING, "kibitz"):
        engine.execute(Take(1))
        engine.execute(Take(9))
    assert [event.name for event in heard] == ["move_executed", "move_refused"]
    assert heard[1].facts["error_code"] == "OUT_OF_RANGE"
    assert "move_refused" in repr(heard[1])
    assert "a listener failed" in caplog.text


def test_observation_has_no_way_back() -> None:
    engine = nim()
    seen = engine.observe()
    assert seen.moves == engine.legal_moves()
    assert engine.observe(1).moves == []
    assert seen.view.rng.key() == (0, 0, 0, 0)
    assert seen.sample() != seen.sample()
    assert not seen.expired()
    assert engine.observe(0, deadline=0.0).expired()
    assert engine.observe().rng == engine.observe().rng
    assert engine.observe(0).rng != engine.observe(1).rng


def test_engine_checks_what_it_is_given() -> None:
    with pytest.raises(ValueError, match="expected 2, one for each seat of nim"):
        RuleEngine(Nim(), names=["ann"])
    assert RuleEngine(Nim()).seed != RuleEngine(Nim()).seed
    assert RuleEngine(Nim(), names=["ann", "bob"]).names == ["ann", "bob"]


class Dark(Move[Heap]):
    """Has parameters, and nothing that proposes them."""

    id: ClassVar[str] = "dark"
    __match_args__ = ("stones",)

    def __init__(self, stones: int) -> None:
        self.stones: Final = stones

    def apply(self, state: Heap, seat: int) -> None:
        state.stones = self.stones


def test_entry_without_a_move_says_so() -> None:
    class Game(Nim):
        id: ClassVar[str] = "dark"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Dark, Take]

    engine = RuleEngine(Game(), seed=1)
    entry = engine.enumerate_moves(0)[0]
    assert entry.params is None
    with pytest.raises(ValueError, match="holds no move"):
        entry.move  # noqa: B018 - reading it is the test
    assert engine.execute(Dark(3)).success
    assert engine.game.legal(engine.state) == [Take(1), Take(2), Take(3)]


def test_group_by_category_keeps_order() -> None:
    engine = nim()
    entries = engine.enumerate_moves(0)
    assert group_by_category(entries) == {"": entries}


class Wordless(Move[Heap]):
    """A move with everything wrong."""

    __match_args__ = ("a",)
    source: ClassVar[str] = "b"
    domains: ClassVar[dict[str, object]] = {"x": 1}  # type: ignore[assignment]  # the slip under test

    def __init__(self, b: int) -> None:
        self.b = b


def test_declaration_errors_are_all_listed_at_once() -> None:
    class Game(Nim):
        id: ClassVar[str] = ""

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Wordless, Take, Take]

        def problems(self) -> list[str]:
            return ["one of its own"]

    with pytest.raises(GameDefinitionError) as error:
        RuleEngine(Game())
    assert error.value.problems == [
        "a game needs an id",
        "one of its own",
        "Wordless: a kind of move needs an id",
        "Wordless: apply() is missing",
        "Wordless: the constructor takes ('b',), but __match_args__ says ('a',)",
        "Wordless: domains are given for ('x',), the parameters are ('a',)",
        "Wordless: source or slot 'b' is not a parameter",
        "two kinds of moves have the id 'take'",
    ]


def test_game_without_moves_and_ids_of_two_words_are_refused() -> None:
    class Two(Take):
        id: ClassVar[str] = "two words"

    class Empty(Nim):
        def kinds(self) -> list[type[Move[Heap]]]:
            return []

    class Spaced(Nim):
        def kinds(self) -> list[type[Move[Heap]]]:
            return [Two]

    with pytest.raises(GameDefinitionError, match="at least one kind"):
        RuleEngine(Empty())
    with pytest.raises(GameDefinitionError, match="'two words' is not one word"):
        RuleEngine(Spaced())


def test_values_are_not_moves() -> None:
    assert isinstance(Take(1), Value)
    assert "Take(count=1)" in repr(Take(1))


def test_fork_can_be_recorded() -> None:
    engine = nim()
    engine.play(Take(1))
    twin = engine.fork()
    twin.play(Take(2))
    assert replay(write_record(twin), Nim()).state_hash == twin.state_hash


def test_clone_of_another_class_is_named() -> None:
    class Bigger(Heap):
        pass

    class Game(Nim):
        id: ClassVar[str] = "bigger"

        def setup(self, rng: Rng) -> Heap:
            return Bigger(rng, 0, False, "", 3)

    with pytest.raises(RuleError, match=r"Bigger.clone\(\) made a Heap"):
        RuleEngine(Game(), seed=1).enumerate_moves(0)


def test_bad_arguments_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match=r"invalid seed 1.5: expected a whole number or a text"):
        RuleEngine(Nim(), seed=1.5)  # type: ignore[arg-type]  # the slip under test
    with pytest.raises(ValueError, match="invalid limit 0: expected a whole number from 1 up"):
        RuleEngine(Nim(), limit=0)
    with pytest.raises(UnknownPlayer, match="seats 0 to 1, not 5"):
        nim().view(5)
    assert nim().view(SPECTATOR).stones == 7
    with pytest.raises(TypeError, match="expected a move or an entry, got 'take 1'"):
        nim().execute("take 1")  # type: ignore[arg-type]  # the slip under test


class Endless(Take):
    """Proposes the same move for ever."""

    id: ClassVar[str] = "endless"

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        while True:
            yield cls(1)


def test_a_producer_that_never_ends_is_stopped_whatever_it_yields() -> None:
    class Game(Nim):
        id: ClassVar[str] = "endless"

        def kinds(self) -> list[type[Move[Heap]]]:
            return [Endless]

    engine = RuleEngine(Game(), seed=1, limit=50)
    for player in (0, 1):
        with pytest.raises(EnumerationLimit, match=r"more than 50 candidates .* endless"):
            engine.enumerate_moves(player)


# What agents get.


class ReadyTake(Take):
    """Takes one or two stones, with moves that are made once."""

    ready: ClassVar[list[ReadyTake]] = []

    @classmethod
    def enumerate(cls, state: Heap, seat: int) -> Iterator[Take]:
        return iter(cls.ready)


ONE, TWO = ReadyTake(1), ReadyTake(2)
ReadyTake.ready += [ONE, TWO]


class Ready(Nim):
    """Lists the same two objects again and again."""

    id: ClassVar[str] = "ready"

    def kinds(self) -> list[type[Move[Heap]]]:
        return [ReadyTake]


def test_an_observation_holds_copies_of_the_moves() -> None:
    engine = RuleEngine(Ready(), seed=1)
    seen = engine.observe(wanted=[ONE])
    assert seen.moves == [ONE, TWO]
    assert seen.wanted == (ONE,)
    for move in (*seen.moves, *seen.wanted):
        assert move is not ONE
        assert move is not TWO
        move.id = "mine"  # type: ignore[misc]  # that is the point
        move.count = 9  # type: ignore[attr-defined]  # that is the point
    assert [str(move) for move in engine.legal_moves()] == ["take 1", "take 2"]
    seen.moves.clear()
    assert len(engine.observe().moves) == 2


def test_a_referee_plays_the_own_object_of_a_move_that_was_observed() -> None:
    engine = RuleEngine(Ready(), seed=1)
    assert engine.own_move(ONE) is None
    (one, _) = engine.observe().moves
    assert engine.own_move(one) is ONE
    assert engine.own_move(ReadyTake(3)) is None
    one.count = 3  # type: ignore[attr-defined]  # that is the point
    assert engine.own_move(one) is None
    engine.play(ONE)
    assert engine.own_move(ONE) is None


def test_an_observation_can_have_a_game_of_its_own() -> None:
    engine = RuleEngine(Nim(9), seed=1)
    game = engine.game.clone()
    assert engine.observe(game=game).game is game
    assert engine.observe().game is engine.game
    assert game.options == {"stones": 9}
