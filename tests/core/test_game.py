"""A game records the arguments of its constructor by itself, and can be made again from them."""

import ast
import inspect
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kibitz import games, kit
from kibitz.core import Game, RuleEngine, read_record, replay, write_record
from kibitz.core.errors import RecordError, UnknownOption
from kibitz.core.game import has_options
from tests.core.nim import Heap, Nim


class Seated(Nim):
    """Does nothing with its options but use them."""

    id: ClassVar[str] = "seated"

    def __init__(self, seats: int = 2, *, heap: int = 7, deep: bool = False) -> None:
        super().__init__(heap)
        self.seats = seats
        self.deep = deep


class Free(Nim):
    """Takes any options."""

    id: ClassVar[str] = "free"

    def __init__(self, stones: int, **more: object) -> None:
        super().__init__(stones)
        self.more = more


class Fixed(Nim):
    """Has no options, though the game that it inherits from has."""

    id: ClassVar[str] = "fixed"

    def __init__(self) -> None:
        super().__init__(stones=9)


class Inherited(Game[Heap, Heap]):
    """Has no constructor of its own."""

    id: ClassVar[str] = "inherited"


class InheritedTable(kit.CardGame[Any, Any]):  # Any: never played
    """Has no constructor of its own, either."""

    id: ClassVar[str] = "inherited-table"


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Nim(), {"stones": 7}),
        (Nim(9), {"stones": 9}),
        (Nim(stones=9), {"stones": 9}),
        (Seated(), {"seats": 2, "heap": 7, "deep": False}),
        (Seated(3, deep=True), {"seats": 3, "heap": 7, "deep": True}),
        (Free(4, pets=["cat"], at=(1, 2.5)), {"stones": 4, "pets": ["cat"], "at": [1, 2.5]}),
        (Fixed(), {}),
        (Inherited(), {}),
        (Inherited(3), {"seats": 3}),
        (InheritedTable(seats=4), {"seats": 4}),
        (games.load("jaipur"), {"rounds": 3}),
        (games.load("jaipur", rounds="1"), {"rounds": 1}),
        (games.load("leduc"), {}),
    ],
    ids=repr,
)
def test_options_are_the_arguments_of_the_constructor(
    game: Game[Any, Any], options: dict[str, object]
) -> None:
    assert game.options == options
    assert game.clone().options == options
    assert (type(game.clone()), game.clone().seats) == (type(game), game.seats)


@pytest.mark.parametrize("name", games.names())
def test_options_of_every_game_make_it_again_by_name(name: str) -> None:
    game = games.load(name)
    assert list(game.options) == list(games.option_names(type(game)))
    assert games.load_with(name, game.options).options == game.options
    assert repr(game).startswith(f"{type(game).__name__}(")


def test_options_cannot_be_changed_from_outside() -> None:
    pets = ["cat"]
    game = Free(4, pets=pets)
    game.options["stones"] = 9
    again = game.clone()
    pets.append("dog")
    assert game.options == {"stones": 4, "pets": ["cat", "dog"]}
    assert isinstance(again, Free)
    assert again.more == {"pets": ["cat"]}
    with pytest.raises(AttributeError):
        game.options = {}  # type: ignore[misc]  # that is the point


def test_options_that_no_record_can_hold_are_named() -> None:
    game = Free(4, pet=object())
    with pytest.raises(TypeError, match=r"Free cannot be made again: pet=<object .* is not JSON"):
        _ = game.options
    assert repr(game) == "Free(...)"
    engine = RuleEngine(game, seed=1)
    with pytest.raises(TypeError, match="Free cannot be made again"):
        write_record(engine)


def test_options_of_a_seat_are_played_and_replayed() -> None:
    engine = RuleEngine(Nim(stones=5), seed=1)
    text = write_record(engine).text()
    assert '"options": {"stones": 5}' in text
    assert replay(read_record(text), Nim(5)).state.stones == 5
    with pytest.raises(RecordError, match=r"options {'stones': 5}, not {'stones': 7}"):
        replay(read_record(text), Nim())


def test_options_that_an_old_record_left_out_are_the_defaults() -> None:
    text = write_record(RuleEngine(Nim(), seed=1)).text()
    old = text.replace('{"stones": 7}', "{}")
    assert replay(read_record(old), Nim()).state.stones == 7
    with pytest.raises(RecordError, match="options"):
        replay(read_record(old), Nim(8))


def test_seats_are_an_option_only_where_the_constructor_is_the_games_own() -> None:
    assert not has_options(Inherited)
    assert not has_options(InheritedTable)
    assert has_options(Nim)
    assert games.option_names(Inherited) == ()
    with pytest.raises(UnknownOption, match="takes no options"):
        games.construct("inherited", Inherited, {"seats": 3})
    assert tuple(inspect.signature(Nim).parameters) == ("stones",)


def test_compiled_code_makes_no_game_by_the_name_of_its_class() -> None:
    # mypyc 2.4 loses what the constructor raises if it knows which constructor it is.
    classes = {type(games.load(name)).__name__ for name in games.names()}
    source = Path(inspect.getfile(games)).parents[1]
    found = [
        f"{path.name}:{node.lineno}"
        for package in ("core", "kit", "agents", "games")
        for path in sorted((source / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in classes
    ]
    assert found == []
