"""Weights as options: an agent whose numbers are a dataclass lets users set each of them."""

import inspect
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

W = TypeVar("W", bound="DataclassInstance")


def with_options(bounds: Mapping[str, object], weights: W) -> inspect.Signature:
    """Returns the signature of a factory that takes bounds and all weights as options."""
    defaults: dict[str, object] = {**bounds}
    for field in fields(weights):
        defaults[field.name] = getattr(weights, field.name)
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Signature(
        [
            inspect.Parameter(name, kind, default=value, annotation=type(value))
            for name, value in defaults.items()
        ]
    )


def changed(weights: W, options: Mapping[str, object]) -> W:
    """Returns a copy of weights in which some differ."""
    found = replace(weights)
    for name, value in options.items():
        setattr(found, name, value)
    return found


def list_weights(weights: W, meanings: Mapping[str, str]) -> dict[str, tuple[float, str]]:
    """Lists weights with what they mean."""
    return {
        field.name: (float(getattr(weights, field.name)), meanings[field.name])
        for field in fields(weights)
    }
