from collections.abc import Callable
from enum import Enum

import pytest

from kibitz.core.errors import IllegalMoveError, UnknownOption
from kibitz.core.options import (
    Later,
    convert,
    declare_types,
    known_options,
    make_with,
    offer,
    read_options,
)


class Picker(Enum):
    BEST = "best"


class Setup:
    """A constructor with options of every kind."""

    def __init__(
        self,
        worlds: int = 8,
        deep: bool = False,
        rate: float = 0.5,
        name: str = "plain",
        seed: int | None = None,
        picker: Picker = Picker.BEST,
    ) -> None:
        if worlds < 0:
            raise ValueError("worlds is 0 or more")
        self.given = (worlds, deep, rate, name, seed, picker)


def plain(worlds=8, rate=0.5, deep=False, name="x", other=None):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201 - a signature without annotations, as compiled ones are
    return (worlds, rate, deep, name, other)


def test_read_options_keeps_order_and_trims_spaces() -> None:
    assert read_options(" a = 1,b=x=y , c=", "it") == {"a": "1", "b": "x=y", "c": ""}
    assert read_options("  ", "it") == {}


def test_read_options_keeps_the_commas_of_a_text() -> None:
    known = {"deck": True, "hp": False, "relics": True}
    text = "deck=5 strike, bash,hp=3,relics=a=1, b=2"
    assert read_options(text, "it", known) == {
        "deck": "5 strike, bash",
        "hp": "3",
        "relics": "a=1, b=2",
    }
    with pytest.raises(UnknownOption, match="invalid option 'bash': expected key=value"):
        read_options("hp=3,bash", "it", known)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a", "it: invalid option 'a': expected key=value"),
        ("=1", "it: invalid option '=1': expected key=value"),
        ("a=1,,b=2", "it: invalid option '': expected key=value"),
        ("a=1,a=2", "it: option 'a' is given twice in 'a=1,a=2'"),
    ],
)
def test_read_options_refuses_what_is_not_key_and_value(text: str, message: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        read_options(text, "it")
    assert str(caught.value) == message


def test_make_with_converts_texts_by_annotation() -> None:
    options = {"worlds": "3", "deep": "yes", "rate": "2", "name": "7", "seed": "none"}
    made = make_with("setup", Setup, options)
    assert made.given == (3, True, 2.0, "7", None, Picker.BEST)
    assert make_with("setup", Setup, {"seed": "4", "deep": "OFF"}).given[4] == 4


def test_make_with_converts_texts_by_default_where_there_are_no_annotations() -> None:
    options = {"worlds": "3", "rate": "2", "deep": "on", "name": "7", "other": "1.5"}
    assert make_with("plain", plain, options) == (3, 2.0, True, "7", 1.5)


def test_make_with_passes_what_is_not_text_as_it_is() -> None:
    assert make_with("setup", Setup, {"worlds": 2, "picker": Picker.BEST}).given[0] == 2


def test_make_with_guesses_where_the_signature_is_hidden() -> None:
    class Closed:
        __signature__ = "none"

        def __call__(self, worlds: object = 0) -> object:
            return worlds

    closed: Callable[..., object] = Closed()
    assert known_options(closed) is None
    assert make_with("closed", closed, {"worlds": "3"}) == 3
    assert make_with("closed", closed, {"worlds": "none"}) is None
    assert make_with("closed", closed, {"worlds": "true"}) is True
    assert make_with("closed", closed, {"worlds": "wide"}) == "wide"
    with pytest.raises(UnknownOption, match="closed: invalid option wolds=3"):
        make_with("closed", closed, {"wolds": "3"})


def test_known_options_leaves_out_catch_alls() -> None:
    def open_ended(a: int = 1, *rest: int, **more: int) -> None: ...

    assert list(known_options(open_ended) or ()) == ["a"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"wrlds": "1"}, "setup has no option 'wrlds'; did you mean 'worlds'? (known: worlds, "),
        ({"worlds": "1.5"}, "setup: invalid option worlds=1.5: expected a whole number"),
        ({"deep": "maybe"}, "setup: invalid option deep=maybe: expected yes or no"),
        ({"rate": "nan"}, "setup: invalid option rate=nan: expected a number"),
        ({"seed": "x"}, "setup: invalid option seed=x: expected a whole number or none"),
        ({"worlds": "-1"}, "setup: invalid option worlds=-1: worlds is 0 or more"),
        (
            {"worlds": "-1", "deep": "yes"},
            "setup: invalid options worlds=-1, deep=True: worlds is 0 or more",
        ),
    ],
)
def test_make_with_says_what_is_wrong_with_an_option(options: dict[str, str], words: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        make_with("setup", Setup, options)
    assert words in str(caught.value)


def test_make_with_asks_for_an_option_without_a_default() -> None:
    def needy(size: int) -> int:
        return size

    with pytest.raises(UnknownOption, match=r"needy needs the option 'size': size=\.\.\."):
        make_with("needy", needy, {})


def test_make_with_names_the_option_of_a_factory_that_takes_none() -> None:
    with pytest.raises(UnknownOption) as caught:
        make_with("human", object, {"seed": "1"})
    assert str(caught.value) == "human takes no options, but seed=1 was given"


def test_make_with_does_not_blame_options_where_none_were_given() -> None:
    def broken() -> None:
        raise ValueError("an error of its own")

    with pytest.raises(ValueError, match=r"^an error of its own$") as caught:
        make_with("broken", broken, {})
    assert not isinstance(caught.value, UnknownOption)


def test_make_with_lets_errors_of_the_library_through() -> None:
    def refusing() -> None:
        raise IllegalMoveError("no")

    with pytest.raises(IllegalMoveError):
        make_with("refusing", refusing, {})


def test_convert_falls_back_to_a_guess() -> None:
    assert convert("12", None, "x") == 12
    assert convert("1e3", None, "x") == 1000.0


def test_offer_names_near_matches_and_all() -> None:
    assert offer("grn", ["green", "blue"]) == "did you mean 'green'? (known: green, blue)"
    assert offer("zzz", ["green"]) == "known: green"
    assert offer("zzz", []) == "there are none"


def test_declared_type_counts_where_a_compiled_constructor_shows_none() -> None:
    class Bare:
        def __init__(self, ms: object = None, seed: object = None) -> None:
            self.given = (ms, seed)

    class Heir(Bare):
        pass

    assert make_with("bare", Bare, {"ms": "soon"}).given == ("soon", None)
    declare_types(Bare, ms="int | None", seed="int | str | None")
    assert make_with("bare", Bare, {"ms": "20", "seed": "x"}).given == (20, "x")
    for kind in (Bare, Heir):
        with pytest.raises(UnknownOption, match="ms=soon: expected a whole number or none"):
            make_with("bare", kind, {"ms": "soon"})


MAKERS = {"big": Picker}


def test_later_is_imported_when_it_is_used() -> None:
    later = Later("tests.core.nowhere:make")
    with pytest.raises(ModuleNotFoundError):
        known_options(later)
    assert repr(later) == "Later('tests.core.nowhere:make')"


def test_later_has_the_options_of_its_factory() -> None:
    here = Later("kibitz.agents.random:RandomAgent")
    assert list(known_options(here) or ()) == ["seed"]
    assert make_with("random", here, {"seed": "3"}) is not None
    with pytest.raises(UnknownOption, match="sed"):
        make_with("random", here, {"sed": "3"})


def test_later_can_name_one_of_several() -> None:
    one = Later(f"{__name__}:MAKERS", "big")
    assert one.find() is Picker
    assert repr(one).endswith(":MAKERS', 'big')")
