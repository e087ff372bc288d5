"""Options as people write them: `worlds=8,deep=yes` becomes arguments of a constructor.

Games and agents take their options as ordinary arguments. The known options come from the
signature, so a misspelt one is refused with a suggestion. A compiled constructor shows its names
and defaults but no annotations, hence the order: declared type, annotation, default, best guess. An
option of a compiled factory whose default is None must be declared (`declare_types`).
"""

import importlib
import inspect
import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final, TypeVar

from kibitz.core.errors import KibitzError, UnknownOption, suggest
from kibitz.core.value import Json, brief

T = TypeVar("T")

TRUTHS: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
NOTHING: Final = "none"
EXPECTED: Final = {
    "bool": "yes or no",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
}


def read_options(
    text: str, subject: str, known: Mapping[str, bool] | None = None
) -> dict[str, str]:
    """Reads options written as `key=value,key=value`.

    Args:
        text: the options.
        subject: what error messages name.
        known: the options there are, with whether each is a text. A text may hold commas, such as
            `deck=strike, bash`; it goes on until another of these options begins.

    Raises:
        UnknownOption: if an option has another form, or is given twice.
    """
    found: dict[str, str] = {}
    key = ""
    for piece in text.split(",") if text.strip() else ():
        before = key
        key, mark, value = piece.partition("=")
        key = key.strip()
        if known is not None and known.get(before, False) and key not in known:
            found[before] += f",{piece}"
            key = before
            continue
        if not mark or not key:
            raise UnknownOption(f"{subject}: invalid option {piece.strip()!r}: expected key=value")
        if key in found:
            raise UnknownOption(f"{subject}: option {key!r} is given twice in {text!r}")
        found[key] = value.strip()
    return found


# Where some name is near, no more names than this are listed after it.
MOST_LISTED: Final = 20


def offer(word: str, known: Iterable[str]) -> str:
    """Writes what to use instead of `word`: near matches, then all known names if they are few."""
    names = list(known)
    near, listed = suggest(word, names), "known: " + ", ".join(names)
    if not names or near == listed or len(names) > MOST_LISTED:
        return near
    return f"{near} ({listed})"


# The options of classes and functions. A tournament makes its agents for every game, and reading
# the signature of a compiled constructor takes longer than a short game.
KNOWN: Final[dict[object, dict[str, inspect.Parameter] | None]] = {}


# The types of options that a compiled factory does not show.
DECLARED: Final[dict[object, dict[str, str]]] = {}


def declare_types(factory: Callable[..., object], **types: str) -> None:
    """Declares the types of options whose default is None, such as `ms="int | None"`.

    Call it once beside the factory, so that both builds refuse a wrong value in the same words.
    """
    DECLARED[factory] = types


class Later:
    """A factory that is imported when it is first needed.

    A game that names its agents this way can be listed without them: their modules are most of what
    a big game imports.

    Attributes:
        target: where the factory is, `module:name`.
        key: which factory it is, if the target is a dictionary of them.
    """

    def __init__(self, target: str, key: str = "") -> None:
        self.target: Final = target
        self.key: Final = key

    def find(self) -> Callable[..., Any]:  # Any: whatever the factory makes
        """Imports the factory."""
        module, _, name = self.target.partition(":")
        found: Any = getattr(importlib.import_module(module), name)
        factory: Callable[..., Any] = found[self.key] if self.key else found
        return factory

    def __call__(self, **options: object) -> Any:
        """Calls the factory."""
        return self.find()(**options)

    def __repr__(self) -> str:
        return f"Later({self.target!r}, {self.key!r})" if self.key else f"Later({self.target!r})"


def known_options(factory: Callable[..., object]) -> dict[str, inspect.Parameter] | None:
    """Returns the options a factory takes, by name; None if Python cannot tell."""
    if isinstance(factory, Later):
        factory = factory.find()
    # Everything else, such as a lambda in a method, may be made anew for every call.
    lasting = isinstance(factory, (type, FunctionType, BuiltinFunctionType))
    if not lasting or "<locals>" in factory.__qualname__:
        return read_signature(factory)
    if factory not in KNOWN:
        KNOWN[factory] = read_signature(factory)
    return KNOWN[factory]


def read_signature(factory: Callable[..., object]) -> dict[str, inspect.Parameter] | None:
    """Reads the options of a factory from its signature; None if Python cannot tell."""
    try:
        parameters = inspect.signature(factory).parameters
    except ValueError:
        return None  # a compiled lambda or nested function
    except TypeError:
        return None  # not a function at all; calling it will say so
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    declared: dict[str, str] = {}
    for base in reversed(factory.__mro__ if isinstance(factory, type) else (factory,)):
        declared |= DECLARED.get(base, {}) if isinstance(base, Hashable) else {}
    return {
        name: found.replace(annotation=declared.get(name, found.annotation))
        for name, found in parameters.items()
        if found.kind not in variadic
    }


def name_arguments(
    factory: Callable[..., object],
    args: Sequence[object],
    kwargs: Mapping[str, object],
    defaults: bool,
) -> dict[str, Json]:
    """Returns the arguments of a call by name, as JSON.

    Args:
        factory: what was called.
        args: the arguments without names.
        kwargs: the arguments with names.
        defaults: whether to add the defaults of those that were left out, as far as they are JSON.

    Raises:
        TypeError: if an argument has no name, or is not JSON.
    """
    known = known_options(factory) or {}
    given = {**dict(zip(known, args, strict=False)), **kwargs}
    if len(args) > len(known):
        raise TypeError(f"{args[len(known)]!r} has no name: expected arguments with names")
    found: dict[str, Json] = {}
    for name in [*known, *[name for name in given if name not in known]]:
        if name in given:
            found[name] = as_json(name, given[name])
        elif defaults:
            with suppress(TypeError):
                found[name] = as_json(name, known[name].default)
    return found


def as_json(name: str, value: object) -> Json:
    """Returns an independent copy of an argument as JSON; a tuple becomes a list.

    Raises:
        TypeError: if it is not JSON.
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [as_json(name, item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: as_json(name, item) for key, item in value.items()}
    raise TypeError(f"{name}={brief(value)} is not JSON: expected numbers, texts, lists or objects")


def signature_of(defaults: Mapping[str, object]) -> inspect.Signature:
    """Returns the signature of a factory whose options are not written out, by their defaults.

    An option whose default is None is a limit, which is a whole number.
    """
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Signature(
        [
            inspect.Parameter(
                name, kind, default=value, annotation=int | None if value is None else type(value)
            )
            for name, value in defaults.items()
        ]
    )


def make_with(subject: str, factory: Callable[..., T], options: Mapping[str, object]) -> T:
    """Calls a factory with options by name; texts are converted to the types it takes.

    Raises:
        UnknownOption: if an option is not known, or its value is refused.
    """
    known = known_options(factory)
    values: dict[str, object] = {}
    for name, value in options.items():
        if known is not None and name not in known:
            raise UnknownOption(unknown_option(subject, name, value, known))
        parameter = None if known is None else known[name]
        if isinstance(value, str):
            values[name] = convert(value, parameter, f"{subject}: invalid option {name}={value}")
        else:
            check_type(value, parameter, f"{subject}: invalid option {name}={brief(value)}")
            values[name] = value
    for name, parameter in (known or {}).items():
        if parameter.default is inspect.Parameter.empty and name not in values:
            raise UnknownOption(f"{subject} needs the option {name!r}: {name}=...")
    try:
        return factory(**values)
    except KibitzError:
        raise
    except (TypeError, ValueError) as error:
        if not values:  # no option can be to blame
            raise
        if str(error).startswith(("invalid ", "unknown ")):  # it names the option already
            raise UnknownOption(f"{subject}: {error}").caused_by(error) from error
        shown = ", ".join(f"{name}={value!r}" for name, value in values.items())
        what = "invalid option" if len(values) == 1 else "invalid options"
        refused = UnknownOption(f"{subject}: {what} {shown}: {error}")
        raise refused.caused_by(error) from error


def unknown_option(subject: str, name: str, value: object, known: Iterable[str]) -> str:
    """Writes the message for an option that a game or agent does not have."""
    names = list(known)
    if not names:
        return f"{subject} takes no options, but {name}={value} was given"
    return f"{subject} has no option {name!r}; {offer(name, names)}"


def convert(text: str, parameter: inspect.Parameter | None, refusal: str) -> object:
    """Converts a text to the type of a parameter.

    Raises:
        UnknownOption: if the text does not read as that type; the message starts with `refusal`.
    """
    wanted = wanted_types(parameter)
    if text.lower() == NOTHING and ("None" in wanted or not wanted):
        return None
    for name in wanted:
        if name == "str":
            return text
        value = read_as(text, name)
        if value is not None:
            return value
    expected = [EXPECTED[name] for name in wanted if name in EXPECTED]
    if expected:
        if "None" in wanted:
            expected.append(NOTHING)
        raise UnknownOption(f"{refusal}: expected {' or '.join(expected)}")
    return guess(text)


def check_type(value: object, parameter: inspect.Parameter | None, refusal: str) -> None:
    """Refuses a value of another type than a parameter takes; True is not a number.

    Raises:
        UnknownOption: if it does; the message starts with `refusal`.
    """
    wanted = wanted_types(parameter)
    known = {"bool": (bool,), "int": (int,), "float": (int, float), "str": (str,)}
    for name in wanted:
        number = name in ("int", "float")
        if isinstance(value, known.get(name, ())) and not (number and isinstance(value, bool)):
            return
    if value is None and (parameter is None or parameter.default is None or "None" in wanted):
        return
    expected = [EXPECTED[name] for name in wanted if name in EXPECTED]
    if expected:
        raise UnknownOption(f"{refusal}: expected {' or '.join(expected)}")


def check_flags(**flags: object) -> None:
    """Refuses options of a constructor that are neither True nor False, as compiled code does.

    Raises:
        TypeError: names the option and what is expected.
    """
    for name, given in flags.items():
        if not isinstance(given, bool):
            raise TypeError(f"invalid {name}={brief(given)}: expected True or False")


def wanted_types(parameter: inspect.Parameter | None) -> list[str]:
    """Returns the names of the plain types a parameter takes, in order; none if unknown."""
    if parameter is None:
        return []
    written: object = parameter.annotation
    if written is not inspect.Parameter.empty:
        text = written.__name__ if isinstance(written, type) else str(written)
        parts = [part.strip() for part in text.split("|")]
        if all(part in ("bool", "int", "float", "str", "None") for part in parts):
            return parts
    default: object = parameter.default
    for kind in (bool, int, float, str):
        if type(default) is kind:
            return [kind.__name__]
    return []


def read_as(text: str, name: str) -> bool | int | float | None:
    """Reads a text as a truth value or a number; None if it is neither."""
    if name == "bool":
        return TRUTHS.get(text.lower())
    try:
        if name == "int":
            return int(text)
        if name == "float" and math.isfinite(float(text)):
            return float(text)
    except ValueError:
        pass
    return None


def guess(text: str) -> object:
    """Reads a text as what it looks like: a number, a truth value, nothing, or itself."""
    for name in ("int", "float", "bool"):
        value = read_as(text, name)
        if value is not None:
            return value
    return text
