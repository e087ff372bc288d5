"""The notation of targets: who picks, how many, whose, where, of which kind.

A specification knows no table. `kibitz.kit.targets` finds what fits it, and offers the names of
this module too.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from kibitz.core.errors import suggest
from kibitz.core.value import Value
from kibitz.kit.filters import CardFilter

# The targets of one slot, in the order of the table: ids of cards (`c7`) and players (`p0`).
Selection: TypeAlias = tuple[str, ...]
# A test of one target by state, seat, target and the answers to the earlier slots.
# Any: a game's own functions take the game's own state class.
TargetTest: TypeAlias = "Callable[[Any, int, str, tuple[Selection, ...]], bool]"

SELECTORS: Final = ("self", "chosen", "all", "each", "any", "random")
OWNERS: Final = ("you", "opponent", "any")
PLAYERS: Final = ("controller", "opponent", "each-player", "each-opponent", "chosen-player")
# Two words each, so that "same controller as #1" reads as the card does.
RELATION: Final = re.compile(
    r"(?:(same) (\w+) as|(other|lower|higher) (\w+) than|(other) than) #([1-9]\d*)"
)
PLAYER: Final = re.compile(r"p(0|[1-9]\d*)")


def player_target(seat: int) -> str:
    """Writes a player as a target: `p0` for seat 0; cards are `c1`, `c2`, so nothing clashes."""
    if seat < 0:
        raise ValueError(f"a player is a seat from 0 up, not {seat}")
    return f"p{seat}"


def seat_of(target: str) -> int | None:
    """Reads the seat of a player written as a target; None if the target is a card."""
    found = PLAYER.fullmatch(target)
    return None if found is None else int(found.group(1))


class Count(Value):
    """How many targets are picked, at least and at most; `most` None means no limit."""

    __match_args__ = ("least", "most")

    def __init__(self, least: int, most: int | None) -> None:
        """Takes the bounds; `exactly`, `up_to`, `at_least` and `between` read better.

        Raises:
            ValueError: if a bound is negative, or no number lies between them.
        """
        if least < 0 or (most is not None and most < least):
            raise ValueError(f"a count of targets cannot be from {least} to {most}")
        self.least: Final = least
        self.most: Final = most

    def allows(self, number: int) -> bool:
        """Tells whether so many targets may be picked."""
        return self.least <= number and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return "any number of" if self.least == 0 else f"at least {self.least}"
        if self.least == self.most:
            return f"{self.least}"
        return f"up to {self.most}" if self.least == 0 else f"{self.least} to {self.most}"


# Any number of them, none included.
ALL: Final = Count(0, None)


def exactly(number: int) -> Count:
    """Asks for so many targets; a plain number means the same."""
    return Count(number, number)


def up_to(number: int) -> Count:
    """Asks for so many targets or fewer, none included."""
    return Count(0, number)


def at_least(number: int) -> Count:
    """Asks for so many targets or more."""
    return Count(number, None)


def between(least: int, most: int) -> Count:
    """Asks for a number of targets between two bounds, both included."""
    return Count(least, most)


class Relation(Value):
    """What a target must have to do with the targets of an earlier slot.

    Written `same controller as #1`, `other type than #1`, `lower cost than #2`, `higher power than
    #1` or `other than #1`; the word is an aspect of the card or a property of its definition.
    """

    __match_args__ = ("text",)

    def __init__(self, text: str) -> None:
        """Reads a relation.

        Raises:
            ValueError: if it is not written like one of the above.
        """
        found = RELATION.fullmatch(text)
        if found is None:
            raise ValueError(
                f"a relation between targets is written like 'same controller as #1',"
                f" 'lower cost than #1' or 'other than #1', not {text!r}"
            )
        same, shared, kind, field, other, slot = found.groups()
        self.text: Final = text
        self.kind: Final[str] = same or kind or other or ""
        self.field: Final[str] = shared or field or ""
        self.slot: Final = int(slot or "1") - 1


class TargetHint(Value):
    """What a user interface needs to ask for targets.

    Attributes:
        selection: `single`, `multiple`, `automatic` (nobody is asked) or `none`.
        least: how many targets are picked at least.
        most: how many at most; None means no limit.
        prompt: the question in words.
        optional: whether picking nothing is allowed.
        zones: the zones to highlight; empty means all.
    """

    __match_args__ = ("selection", "least", "most", "prompt", "optional", "zones")

    def __init__(
        self,
        selection: str,
        least: int,
        most: int | None,
        prompt: str,
        optional: bool,
        zones: tuple[str, ...],
    ) -> None:
        """Takes all fields; `TargetSpec.hint` makes these."""
        self.selection: Final = selection
        self.least: Final = least
        self.most: Final = most
        self.prompt: Final = prompt
        self.optional: Final = optional
        self.zones: Final = zones


class TargetSpec(Value):
    """A description of targets.

    Attributes:
        selector: who picks. `chosen`: the player. `self`: the source itself. `all` and `each`:
            everything that fits. `any`: whichever come first in the order of the table. `random`:
            the dice, when the effect is carried out.
        count: how many are picked, for `chosen`, `any` and `random`.
        owner: whose cards: those that `you` or an `opponent` control, or `any`.
        zones: where the cards are; empty means in every zone.
        card_types: their types; empty means all.
        filter: what else must be true of them.
        exclude_self: whether the source is left out ("another").
        different: whether targets of earlier slots are left out. One slot never holds a target
            twice.
        players: which players are targets: `controller`, `opponent`, `each-player`,
            `each-opponent`, `chosen-player`; empty for none. With players, cards are targets
            only if `zones` says where.
        relations: what a target must have to do with earlier slots, see `Relation`; or functions
            of state, seat, target and earlier selections.
    """

    __match_args__ = (
        "selector",
        "count",
        "owner",
        "zones",
        "card_types",
        "filter",
        "exclude_self",
        "different",
        "players",
        "relations",
    )

    def __init__(
        self,
        selector: str = "chosen",
        count: int | Count = 1,
        owner: str = "any",
        zones: "str | Sequence[str]" = (),
        card_types: "str | Sequence[str]" = (),
        filter: CardFilter | None = None,
        exclude_self: bool = False,
        different: bool = False,
        players: str = "",
        relations: "Sequence[str | Relation | TargetTest]" = (),
    ) -> None:
        """Takes the description.

        Raises:
            ValueError: if a word is not known, a count impossible, or two parts contradict.
        """
        known("selector", selector, SELECTORS)
        known("owner", owner, OWNERS)
        if players:
            known("players", players, PLAYERS)
        self.selector: Final = selector
        self.count: Final = read_count(count)
        self.owner: Final = owner
        self.zones: Final = words("zones", zones)
        self.card_types: Final = words("card_types", card_types)
        self.filter: Final = read_filter(filter)
        self.exclude_self: Final = exclude_self
        self.different: Final = different
        self.players: Final = players
        self.relations: Final = tuple([read_relation(relation) for relation in relations])
        self.refuse_contradictions()

    def refuse_contradictions(self) -> None:
        """Refuses parts that cannot go together."""
        if self.selector == "self" and (self.players or self.zones or self.exclude_self):
            raise ValueError("the selector 'self' means the source: no players, no zones")
        if self.players.startswith("each-") and self.selector not in ("all", "each"):
            raise ValueError(
                f"players {self.players!r} goes with the selector 'all' or 'each',"
                f" not {self.selector!r}"
            )
        if self.players == "chosen-player" and self.selector in ("all", "each"):
            raise ValueError(
                f"players 'chosen-player' goes with the selector 'chosen', not {self.selector!r}"
            )

    @property
    def takes_cards(self) -> bool:
        """Whether cards can be targets, not only players."""
        return not self.players or bool(self.zones)

    @property
    def requires_player_choice(self) -> bool:
        """Whether a player must pick; everything else follows by itself."""
        return self.selector == "chosen"

    @property
    def is_optional(self) -> bool:
        """Whether the player may pick nothing."""
        return self.selector == "chosen" and self.count.least == 0

    @property
    def shape(self) -> str:
        """What a parameter holds: `one` target, `maybe` one (or None), or `many` in a tuple."""
        if self.selector == "self":
            return "one"
        if self.selector not in ("chosen", "any") or self.count.most not in (0, 1):
            return "many"
        if self.count.least == 1:
            return "one"
        return "maybe" if self.selector == "chosen" else "many"

    def hint(self) -> TargetHint:
        """Returns what a user interface needs to ask for these targets."""
        if self.count.most == 0:
            selection = "none"
        elif self.selector != "chosen":
            selection = "automatic"
        else:
            selection = "single" if self.count.most == 1 else "multiple"
        return TargetHint(
            selection,
            self.count.least,
            self.count.most,
            self.prompt(),
            self.is_optional,
            self.zones,
        )

    def prompt(self) -> str:
        """Says in words what is to be picked, such as "choose up to 2: creature in field"."""
        if self.selector == "self":
            return "this card"
        nouns = list(self.card_types or ("card",)) if self.takes_cards else []
        whose = {"you": " of yours", "opponent": " of an opponent", "any": ""}[self.owner]
        where = f" in {' or '.join(self.zones)}" if self.zones else ""
        cards = f"{' or '.join(nouns)}{whose}{where}" if nouns else ""
        players = [self.players.removeprefix("chosen-")] if self.players else []
        what = " or ".join([*([cards] if cards else []), *players])
        if self.selector in ("all", "each"):
            return f"{self.selector}: {what}"
        verb = "choose" if self.selector == "chosen" else "take"
        # One noun for any number: plurals are the game's own words.
        colon = "" if self.count.most == 1 else ":"
        return f"{verb} {self.count}{colon} {what}"


def known(field: str, given: str, allowed: tuple[str, ...]) -> None:
    """Refuses a word that is not one of the allowed ones."""
    if given not in allowed:
        raise ValueError(f"a target's {field} cannot be {given!r}; {suggest(given, allowed)}")


def words(field: str, given: "str | Sequence[str]") -> tuple[str, ...]:
    """Returns one name or several as a tuple; refuses what is no name."""
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        if not isinstance(name, str) or not name:
            raise ValueError(f"a target's {field} are names, not {name!r}")
    return names


def read_count(given: object) -> Count:
    """Reads how many targets are picked; a plain number means exactly so many."""
    if isinstance(given, Count):
        return given
    if isinstance(given, bool) or not isinstance(given, int):
        raise ValueError(f"a target's count is a number or up_to(...) and its like, not {given!r}")
    return exactly(given)


def read_filter(given: object) -> CardFilter | None:
    """Reads what else must be true of cards; None for nothing."""
    if given is None or isinstance(given, CardFilter):
        return given
    raise ValueError(f"a target's filter is a CardFilter, not {given!r}")


def read_relation(given: "str | Relation | TargetTest") -> "Relation | TargetTest":
    """Reads a relation that is written as text; refuses what is neither text nor function."""
    if isinstance(given, str):
        return Relation(given)
    if isinstance(given, Relation) or callable(given):
        return given
    raise ValueError(f"a relation between targets is a text or a function, not {given!r}")
