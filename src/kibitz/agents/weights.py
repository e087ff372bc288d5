"""Weights: the numbers of an agent, each declared once, and all of them options.

The numbers are the fields of a dataclass. Each says its default, what it means, and, where it
matters, the range in which `kibitz tune` searches and where its value comes from:

    @dataclass
    class Weights:
        kill: float = weight(100.0, "each monster killed", Real(0.0, 200.0))
        strength: float = weight(8.0, "each Strength, for each turn to come", origin="a guess")
"""

import inspect
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Any, SupportsFloat, TypeVar

from kibitz.core.options import signature_of
from kibitz.core.ranges import Range

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

W = TypeVar("W", bound="DataclassInstance")


def weight(  # Any: a dataclass makes a field of the type that is annotated there
    default: SupportsFloat, meaning: str, tuned: Range | None = None, *, origin: str = ""
) -> Any:
    """Declares one weight of a dataclass.

    Args:
        default: its value; its type stays, also in a native build, where `float` would change it.
        meaning: what it counts, for `kibitz games GAME --weights AGENT`.
        tuned: the range in which it is tuned by default; None if it is tuned on request only.
        origin: where the value comes from, if the class does not say it for all of them.
    """
    about = {"meaning": meaning, "tuned": tuned, "origin": origin}
    return field(default=default, metadata=about)


def with_options(bounds: Mapping[str, object], weights: W) -> inspect.Signature:
    """Returns the signature of a factory that takes bounds and all weights as options."""
    defaults: dict[str, object] = {**bounds}
    for each in fields(weights):
        defaults[each.name] = getattr(weights, each.name)
    return signature_of(defaults)


def changed(weights: W, options: Mapping[str, object]) -> W:
    """Returns a copy of weights in which some differ."""
    found = replace(weights)
    for name, value in options.items():
        setattr(found, name, value)
    return found


def tuned_ranges(weights: W) -> dict[str, Range]:
    """Returns the ranges of the weights that are tuned by default."""
    found: dict[str, Range] = {}
    for each in fields(weights):
        tuned = each.metadata["tuned"]
        if tuned is not None:
            found[each.name] = tuned
    return found


def list_weights(
    weights: W, meanings: Mapping[str, str] | None = None
) -> dict[str, tuple[float, str]]:
    """Lists weights with what they mean."""
    found: dict[str, tuple[float, str]] = {}
    for each in fields(weights):
        meaning = each.metadata["meaning"] if meanings is None else meanings[each.name]
        found[each.name] = (float(getattr(weights, each.name)), meaning)
    return found
