"""Targets: what an effect or an attack may be aimed at, in one notation.

From a `TargetSpec` come the legal targets, every legal selection, and the refusal of a wrong one;
all three ask the same `obstacle`. Several slots are resolved left to right, and a later slot may
refer to the answers of earlier ones. A selection lists its targets in the order of the table, cards
before players, so that one choice is written in one way only.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from kibitz.core.domains import Chosen, Domain
from kibitz.core.move import Reject, slot_of
from kibitz.core.producers import Producer, check_counts, subsets, take
from kibitz.core.randomness import Rng
from kibitz.core.state import State
from kibitz.kit.aiming import OBSTACLES, Aim
from kibitz.kit.cards import CardId
from kibitz.kit.errors import DUPLICATE_TARGETS, INVALID_TARGET, WRONG_TARGET_COUNT
from kibitz.kit.filters import CardFilter
from kibitz.kit.instances import Card
from kibitz.kit.state import TableState
from kibitz.kit.target_spec import (
    ALL,
    Count,
    Relation,
    Selection,
    TargetHint,
    TargetSpec,
    at_least,
    between,
    exactly,
    player_target,
    seat_of,
    up_to,
)
from kibitz.kit.zones import SHARED

__all__ = [
    "ALL",
    "Count",
    "Relation",
    "Selection",
    "TargetHint",
    "TargetSpec",
    "at_least",
    "between",
    "cards_in",
    "check_slots",
    "check_targets",
    "enumerate_targets",
    "exactly",
    "legal_targets",
    "player_target",
    "resolve_targets",
    "seat_of",
    "target_slots",
    "targets",
    "up_to",
]

# Any: a game's own functions take the game's own state class.
CardTest: TypeAlias = "CardFilter | Callable[[Any, int, Card], bool]"

WHOSE: Final = ("me", "opponent", "any", "shared")


def legal_targets(
    spec: TargetSpec,
    state: TableState[Any],
    seat: int,
    *,
    source: str | None = None,
    chosen: Sequence[Selection] = (),
) -> list[str]:
    """Lists what a specification can be aimed at, in the order of the table.

    Args:
        spec: what is looked for.
        state: where.
        seat: who aims; `you` in the specification.
        source: the card that aims, if one does.
        chosen: the answers to earlier slots.
    """
    return Aim(spec, state, seat, source, tuple(chosen)).legal()


def enumerate_targets(
    spec: TargetSpec,
    state: TableState[Any],
    seat: int,
    *,
    source: str | None = None,
    chosen: Sequence[Selection] = (),
    limit: int | None = None,
) -> "Producer[tuple[str, ...]]":
    """Lists every legal selection lazily: by increasing size, then in index order.

    Where nobody chooses there is one selection: the source, everything that fits, or the first that
    fit. For `random` it is empty, since the dice pick when the effect is carried out. Where too
    few targets exist there is none. The arguments are those of `legal_targets`; `limit`
    cuts the list, which the enumeration's report then says.
    """
    return selections(spec, legal_targets(spec, state, seat, source=source, chosen=chosen), limit)


def selections(
    spec: TargetSpec, legal: list[str], limit: int | None = None
) -> "Producer[tuple[str, ...]]":
    """Lists the selections that a specification allows out of legal targets."""
    least, most = size_bounds(spec, len(legal))
    if most < least:
        return subsets((), 1, 1, limit)
    if spec.selector == "random":
        return subsets((), 0, 0, limit)
    pool = legal[:most] if spec.selector == "any" else legal
    return subsets(pool, least, most, limit)


def size_bounds(spec: TargetSpec, available: int) -> tuple[int, int]:
    """Returns how many of the available targets are taken, at least and at most.

    The second is smaller than the first where there are too few.
    """
    if spec.selector in ("all", "each"):
        return (available, available)
    if spec.selector == "self":
        return (1, available)
    most = available if spec.count.most is None else min(spec.count.most, available)
    if spec.selector == "chosen" or most < spec.count.least:
        return (spec.count.least, most)
    return (most, most)


def resolve_targets(
    spec: TargetSpec,
    state: TableState[Any],
    seat: int,
    rng: Rng,
    *,
    source: str | None = None,
    chosen: Sequence[Selection] = (),
) -> Selection:
    """Picks the targets that no player chooses, while an effect is carried out.

    As many as there are are taken, where a count asks for more. The dice are moved for `random`
    only. The other arguments are those of `legal_targets`.

    Raises:
        ValueError: if a player must choose: ask for a decision with `legal_targets` as options.
    """
    if spec.requires_player_choice:
        raise ValueError(f"a player has to {spec.prompt()}; the rules cannot")
    legal = legal_targets(spec, state, seat, source=source, chosen=chosen)
    if spec.selector not in ("any", "random"):
        return tuple(legal)
    number = len(legal) if spec.count.most is None else min(spec.count.most, len(legal))
    if spec.selector == "any":
        return tuple(legal[:number])
    places = list(range(len(legal)))
    rng.shuffle(places)
    return tuple([legal[place] for place in sorted(places[:number])])


def check_targets(
    spec: TargetSpec,
    selection: object,
    state: TableState[Any],
    seat: int,
    *,
    source: str | None = None,
    chosen: Sequence[Selection] = (),
) -> Iterator[Reject]:
    """Yields everything that is wrong with a selection: its size, repetitions, then each target.

    A selection is what a target parameter holds: a target, a tuple of them, or None. The other
    arguments are those of `legal_targets`. Exactly what `enumerate_targets` lists is accepted.
    """
    aim = Aim(spec, state, seat, source, tuple(chosen))
    picked = slot_of(selection)
    # Listing everything is needed only where the answer depends on more than the target itself.
    legal = aim.legal() if spec.selector != "chosen" or len(picked) > 1 else []
    yield from check_size(spec, len(picked), len(legal))
    fine = True
    for place, target in enumerate(picked):
        if target in picked[:place]:
            fine = False
            yield Reject(DUPLICATE_TARGETS, f"{target} is chosen twice", target=target)
            continue
        obstacle = aim.obstacle(target)
        if obstacle:
            fine = False
            reason = f"{target} cannot be chosen: {OBSTACLES[obstacle]}"
            yield Reject(INVALID_TARGET, reason, target=target, obstacle=obstacle)
    if fine and legal:
        yield from check_order(spec, picked, legal)


def check_size(spec: TargetSpec, got: int, available: int) -> Iterator[Reject]:
    """Refuses too many or too few targets."""
    if spec.selector == "chosen":
        if not spec.count.allows(got):
            reason = f"wrong number of targets: expected {spec.count}, got {got}"
            yield Reject(WRONG_TARGET_COUNT, reason, expected=str(spec.count), got=got)
        return
    least, most = size_bounds(spec, available)
    if most < least:
        reason = f"too few targets: {spec.prompt()}, but there are {available}"
        yield Reject(WRONG_TARGET_COUNT, reason, expected=str(least), got=available)
        return
    wanted = 0 if spec.selector == "random" else most
    if got != wanted:
        reason = f"wrong number of targets: expected {wanted}, got {got}"
        yield Reject(WRONG_TARGET_COUNT, reason, expected=str(wanted), got=got)


def check_order(spec: TargetSpec, picked: Selection, legal: list[str]) -> Iterator[Reject]:
    """Refuses legal targets in another order than the table's, or others than the first ones."""
    if spec.selector == "any" and picked != tuple(legal[: len(picked)]):
        listed = legal[: len(picked)]
    else:
        listed = [target for target in legal if target in picked]
    if tuple(listed) != picked:
        order = ",".join(listed)
        reason = f"targets are named in the order of the table: [{order}]"
        yield Reject(INVALID_TARGET, reason, expected=tuple(listed), got=picked)


# Several slots.


def target_slots(
    specs: Sequence[TargetSpec],
    state: TableState[Any],
    seat: int,
    *,
    source: str | None = None,
    limit: int | None = None,
) -> "Producer[tuple[Selection, ...]]":
    """Lists every legal answer to several slots lazily, the last slot changing fastest.

    A slot is resolved with the answers to the ones before it. A declared move uses one parameter
    for each slot instead: `targets(spec, after=...)`.
    """
    slots = TargetSlots(list(specs), state, seat, source)
    found = Producer(lambda: slots.fill(()))
    return found if limit is None else take(found, limit)


class TargetSlots:
    """All answers to several slots; see `target_slots`."""

    def __init__(
        self, specs: list[TargetSpec], state: TableState[Any], seat: int, source: str | None
    ) -> None:
        """Takes the slots in the order of choosing."""
        self.specs: Final = specs
        self.state: Final = state
        self.seat: Final = seat
        self.source: Final = source

    def fill(self, chosen: tuple[Selection, ...]) -> Iterator[tuple[Selection, ...]]:
        """Yields every completion of the answers so far."""
        if len(chosen) == len(self.specs):
            yield chosen
            return
        spec = self.specs[len(chosen)]
        found = enumerate_targets(spec, self.state, self.seat, source=self.source, chosen=chosen)
        for selection in found:
            yield from self.fill((*chosen, selection))


def check_slots(
    specs: Sequence[TargetSpec],
    answers: Sequence[Selection],
    state: TableState[Any],
    seat: int,
    *,
    source: str | None = None,
) -> Iterator[Reject]:
    """Yields everything that is wrong with the answers to several slots."""
    if len(answers) != len(specs):
        reason = f"expected {len(specs)} slots of targets, got {len(answers)}"
        yield Reject(WRONG_TARGET_COUNT, reason, expected=str(len(specs)), got=len(answers))
        return
    for slot, spec in enumerate(specs):
        yield from check_targets(
            spec, answers[slot], state, seat, source=source, chosen=answers[:slot]
        )


# Domains of declared moves.


def cards_in(
    zone: str, *, whose: str = "me", seat: int | None = None, where: "CardTest | None" = None
) -> Domain:
    """Declares a parameter that is a card in a zone.

    Args:
        zone: the zone; one that all share has no sides, so `whose` does not matter there.
        whose: `me` (the mover's own), `opponent` (all others', by seat), `any` or `shared`.
        seat: a fixed seat instead.
        where: which cards: a filter, or a function of state, seat and card.

    Raises:
        ValueError: if `whose` is none of these.
    """
    if whose not in WHOSE:
        raise ValueError(f"cards_in: whose is one of {', '.join(WHOSE)}, not {whose!r}")
    return CardsIn(zone, whose, seat, where)


class CardsIn(Domain):
    """The cards in a zone, in their order; see `cards_in`."""

    kind = "card"

    def __init__(self, zone: str, whose: str, seat: int | None, where: "CardTest | None") -> None:
        """Takes the zone, whose part of it, and which cards."""
        self.zone: Final = zone
        self.whose: Final = whose
        self.seat: Final = seat
        self.where: Final = where

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the ids of the cards that fit."""
        assert isinstance(state, TableState), "cards_in is for states with a table"
        found: list[CardId] = []
        for side in self.sides(state, seat):
            for card_id in state.table.cards(self.zone, side):
                if self.fits(state, seat, state.table.card(card_id)):
                    found.append(card_id)
        return found

    def sides(self, state: TableState[Any], seat: int) -> list[int]:
        """Returns whose parts of the zone are meant."""
        zone = state.table.zones.get(self.zone)
        if self.whose == "shared" or (zone is not None and not zone.per_player):
            return [SHARED]
        if self.seat is not None:
            return [self.seat]
        if self.whose == "me":
            return [seat]
        seats = range(state.table.seats)
        return [side for side in seats if side != seat or self.whose == "any"]

    def fits(self, state: TableState[Any], seat: int, card: Card) -> bool:
        """Tells whether a card is one of those asked for."""
        if self.where is None:
            return True
        if isinstance(self.where, CardFilter):
            return self.where.matches(card, state.table)
        return self.where(state, seat, card)


def targets(
    spec: TargetSpec,
    *,
    source: str = "",
    after: Sequence[str] = (),
    limit: int | None = None,
) -> Domain:
    """Declares a parameter that holds the targets of one slot.

    Where exactly one target is taken the value is that target, a text. Where at most one may be
    chosen it is the target or None, which is listed first; so a slot without targets, `up_to(0)`,
    holds None. Everywhere else it is a tuple, empty for no targets. A table is asked for "0 to 2
    of 3", never for a combination.

    Args:
        spec: what can be chosen.
        source: the earlier parameter that names the card that aims.
        after: the earlier parameters that are the slots before this one, for `different` and
            relations.
        limit: how many values are listed; what is cut is reported.

    Raises:
        ValueError: if the limit is negative.
    """
    check_counts("targets", limit)
    return Targets(spec, source, tuple(after), limit)


class Targets(Domain):
    """The targets of one slot; see `targets`."""

    kind = "target"

    def __init__(
        self, spec: TargetSpec, source: str, after: tuple[str, ...], limit: int | None
    ) -> None:
        """Takes the specification and the names of the parameters that it is read by."""
        self.spec: Final = spec
        self.source: Final = source
        self.after: Final = after
        self.limit: Final = limit

    def legal(self, state: State, seat: int, chosen: Chosen) -> list[str]:
        """Lists the single targets after the earlier choices."""
        assert isinstance(state, TableState), "targets is for states with a table"
        source: object = chosen[self.source] if self.source else None
        return legal_targets(
            self.spec,
            state,
            seat,
            source=None if source is None else str(source),
            chosen=[slot_of(chosen[name]) for name in self.after],
        )

    def options(self, state: State, seat: int, chosen: Chosen) -> Iterable[object]:
        """Returns the single targets; None first where one target is optional."""
        legal = self.legal(state, seat, chosen)
        if self.spec.selector == "random":
            return []
        if self.spec.selector == "any":
            return legal[: size_bounds(self.spec, len(legal))[1]]
        if self.spec.shape != "maybe":
            return legal
        return [None] if self.spec.count.most == 0 else [None, *legal]

    def bounds(self, state: State, seat: int, chosen: Chosen) -> tuple[int, int]:
        """Returns how many of the single targets make a value."""
        if self.spec.shape != "many":
            return (1, 1)
        least, most = size_bounds(self.spec, len(self.legal(state, seat, chosen)))
        # Nobody picks what the dice will; but too few for the dice are too few here.
        return (0, 0) if self.spec.selector == "random" and least <= most else (least, most)

    def many(self, state: State, seat: int, chosen: Chosen) -> bool:
        """Tells whether a value is a tuple of targets."""
        return self.spec.shape == "many"

    def refusals(
        self, value: object, field: str, state: State, seat: int, chosen: Chosen
    ) -> Iterator[Reject]:
        """Refuses what `check_targets` refuses, and values of another shape."""
        assert isinstance(state, TableState), "targets is for states with a table"
        if isinstance(value, tuple) != (self.spec.shape == "many"):
            wanted = "a tuple of targets" if self.spec.shape == "many" else "a single target"
            yield Reject(INVALID_TARGET, f"{field}: expected {wanted}, got {value!r}")
            return
        source: object = chosen[self.source] if self.source else None
        yield from check_targets(
            self.spec,
            value,
            state,
            seat,
            source=None if source is None else str(source),
            chosen=[slot_of(chosen[name]) for name in self.after],
        )

    def values(self, state: State, seat: int, chosen: Chosen) -> Iterator[object]:
        """Yields the complete values, by size."""
        found = selections(self.spec, self.legal(state, seat, chosen), self.limit)
        if self.spec.shape == "many":
            return iter(found)
        return iter([selection[0] if selection else None for selection in found])
