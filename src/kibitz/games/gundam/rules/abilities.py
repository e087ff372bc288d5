"""Abilities: what sets them off, what they are about, and how they are resolved (R-46 to R-50).

An ability that is resolved is a value on the stack. It carries out its operations one by one, each
with the function of its name. A question that one of them asks goes on when it is answered.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.games.gundam import cards
from kibitz.games.gundam.cards import Ability, Filter, Operation
from kibitz.games.gundam.rules.in_play import all_fulfilled, ap, fulfilled, hp_left, linked, number
from kibitz.games.gundam.state import UNITS, CardInPlay, GundamState, Table, units

# The step of a triggered ability that waits: whether it was used this turn comes first.
WAITING: Final = -1


class Resolution(kit.Effect[CardInPlay, Table]):
    """An ability, or what a Command does, from one of its operations on.

    Attributes:
        seat: whose it is.
        card: the card that it is printed on.
        serial: the Unit or Base with it; 0 for a Command, a Burst and what has left play.
        ability: the index of the ability on the card, or the number of a keyword.
        step: the operation that comes next; `WAITING` for a trigger.
        chosen: the serial numbers of the Units that were chosen.
        count: the number of a keyword.
    """

    id: ClassVar[str] = "resolution"
    words: ClassVar[Mapping[str, str]] = {
        "card": "card",
        **dict.fromkeys(("ability", "step", "chosen", "count"), "number"),
    }
    __match_args__ = ("seat", "card", "serial", "ability", "step", "chosen", "count")

    def __init__(
        self,
        seat: int,
        card: int,
        serial: int,
        ability: int,
        step: int = 0,
        chosen: tuple[int, ...] = (),
        count: int = 0,
    ) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.serial: Final = serial
        self.ability: Final = ability
        self.step: Final = step
        self.chosen: Final = chosen
        self.count: Final = count

    def resolve(self, state: GundamState) -> None:
        if self.step != WAITING:
            go_on(state, self)
            return
        part = state.part(self.serial)
        if part is not None and self.printed().once:
            mark = used_mark(part, self.card, self.ability)
            if part.used & mark:
                return
            part.used |= mark
        go_on(state, self.at_step(0, ()))

    def printed(self) -> Ability:
        """Returns the ability as it is printed on the card."""
        return cards.ability_of(self.card, self.ability)

    def operation(self) -> Operation:
        """Returns the operation that comes next."""
        return self.printed().do[self.step]

    def amount(self) -> int:
        """Returns the number of the operation that comes next."""
        n = self.operation().n
        return self.count if n == cards.COUNT else n

    def at_step(self, step: int, chosen: tuple[int, ...]) -> "Resolution":
        """Returns the same ability at another operation."""
        return Resolution(self.seat, self.card, self.serial, self.ability, step, chosen, self.count)

    def next(self) -> "Resolution":
        """Returns the same ability at its next operation."""
        return self.at_step(self.step + 1, self.chosen)


OPERATION_RULES: Final[kit.Operations[CardInPlay, Table, Resolution]] = kit.Operations(
    cards.OPERATIONS
)


def go_on(state: GundamState, run: Resolution) -> None:
    """Carries out the operations of an ability that are left, up to the next question."""
    count = len(run.printed().do)
    while run.step < count:
        if applies(state, run):
            rule = OPERATION_RULES.rules[run.operation().number]
            assert rule is not None, run.operation().word
            if not rule(state, run):
                return
        run = run.next()


def applies(state: GundamState, run: Resolution) -> bool:
    """Tells whether the condition of the operation that comes next holds, if it has one."""
    condition = run.operation().condition
    if condition < 0:
        return True
    if condition == cards.IF_MY_TURN:
        return state.active == run.seat
    part = state.part(run.serial)
    return part is not None and fulfilled(state, condition, part, run.seat)


# What an operation is about.


def candidates(state: GundamState, run: Resolution) -> list[int]:
    """Lists the places of the Units that can be chosen."""
    operation = run.operation()
    seat = 1 - run.seat if operation.who == cards.ENEMY else run.seat
    found: list[int] = []
    for index, part in enumerate(units(state, seat)):
        if operation.who == cards.OTHER and part.serial == run.serial:
            continue
        if operation.filter is None or fits(state, operation.filter, part, seat):
            found.append(state.place(UNITS, seat, index))
    return found


def fits(state: GundamState, wanted: Filter, part: CardInPlay, seat: int) -> bool:
    """Tells whether a seat's Unit is one of those that can be chosen (R-39)."""
    if cards.LEVEL[part.kind] > wanted.level_max or (wanted.rested and not part.rested):
        return False
    if hp_left(state, part, seat) > wanted.hp_max or ap(state, part, seat) > wanted.ap_max:
        return False
    return wanted.keyword < 0 or number(state, part, seat, wanted.keyword) > 0


def targets(state: GundamState, run: Resolution) -> list[CardInPlay]:
    """Lists the Units or Bases that an operation is about, as far as they are still in play."""
    to = run.operation().to
    if to not in (cards.CHOSEN, cards.SELF):
        return [part for part in units(state, run.seat) if linked(part)]
    found: list[CardInPlay] = []
    for serial in run.chosen if to == cards.CHOSEN else (run.serial,):
        part = state.part(serial)
        if part is not None:
            found.append(part)
    return found


def has_target(state: GundamState, run: Resolution) -> bool:
    """Tells whether an ability finds a target, if it begins with choosing one (R-22, R-44)."""
    word = run.operation().word
    if word == "do_command":
        return has_target(state, command_of(run.seat, run.card))
    return word != "choose" or len(candidates(state, run)) > 0


def command_of(seat: int, card: int) -> Resolution:
    """Returns what a Command does."""
    return Resolution(seat, card, 0, cards.COMMAND_EFFECT[card])


AbilityQuestion: TypeAlias = kit.AbilityQuestion[CardInPlay, Table, Resolution]


class ChooseTarget(AbilityQuestion):
    """Which Unit do you choose?"""

    id: ClassVar[str] = "target"
    kind: ClassVar[str] = "place"

    def options(self, state: GundamState) -> list[int]:
        return candidates(state, self.run)

    def bounds(self, count: int) -> tuple[int, int]:
        operation = self.run.operation()
        return (min(operation.least, count), min(operation.most, count))

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        chosen = tuple([state.at(place).serial for place in picks])
        go_on(state, self.run.at_step(self.run.step + 1, chosen))


# Triggers.


def triggered_by(
    state: GundamState, on: int, seat: int, part: CardInPlay
) -> list[kit.Effect[CardInPlay, Table]]:
    """Lists the abilities of a seat's card in play, and of its Pilot, that something sets off."""
    found: list[kit.Effect[CardInPlay, Table]] = []
    for card in (part.kind, part.pilot):
        for at in cards.OF_KIND[on][card]:
            ability = cards.CARDS[card].abilities[at]
            if ability.pilot is not None and not ability.pilot.fits(part.pilot):
                continue
            if ability.once and part.used & used_mark(part, card, at):
                continue
            if all_fulfilled(state, ability.conditions, part, seat):
                # What is destroyed has left play when its ability is resolved.
                serial = 0 if on == cards.DESTROYED else part.serial
                found.append(Resolution(seat, card, serial, at, WAITING))
    return found


def set_off(state: GundamState, on: int, seat: int, part: CardInPlay) -> None:
    """Lets the abilities of a seat's card in play wait that something sets off (R-47)."""
    state.events.extend(triggered_by(state, on, seat, part))


def used_mark(part: CardInPlay, card: int, ability: int) -> int:
    """Returns the bit for an ability of a card in play, or of its Pilot (R-54)."""
    if ability < 0:
        return 0
    return 1 << (ability if card == part.kind else ability + cards.MOST_ABILITIES)
