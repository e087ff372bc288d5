"""Abilities: what sets them off, what they are about, and how they are resolved (R-35 to R-45).

An ability that is resolved is a value on the stack. It carries out its operations one by one, each
with the function of its name. A question that one of them asks goes on when it is answered.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.games.lorcana import cards
from kibitz.games.lorcana.cards import Operation, Target, ability_of
from kibitz.games.lorcana.rules.in_play import fits, fulfilled, keyword
from kibitz.games.lorcana.state import (
    CHARACTERS,
    ITEMS,
    LOCATIONS,
    CardInPlay,
    LorcanaState,
    Table,
)

# The step of an ability that waits in the bag: its condition and `may` come first.
WAITING: Final = -1


class Resolution(kit.Effect[CardInPlay, Table]):
    """An ability, or what an action does, from one of its operations on.

    Attributes:
        seat: whose it is.
        card: the card that it is printed on.
        serial: that card in play; 0 for an action.
        ability: the index of the ability on the card, or the number of a keyword.
        step: the operation that comes next; `WAITING` in the bag.
        subject: the card in play that the event was about; 0 for none.
        same: the cards in play that the last operation was about.
        count: the damage that was removed; for Support, its strength when it was set off.
    """

    id: ClassVar[str] = "resolution"
    words: ClassVar[Mapping[str, str]] = {
        "card": "card",
        **dict.fromkeys(("ability", "step", "subject", "same", "count"), "number"),
    }
    __match_args__ = ("seat", "card", "serial", "ability", "step", "subject", "same", "count")

    def __init__(
        self,
        seat: int,
        card: int,
        serial: int,
        ability: int,
        step: int = 0,
        subject: int = 0,
        same: tuple[int, ...] = (),
        count: int = 0,
    ) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.serial: Final = serial
        self.ability: Final = ability
        self.step: Final = step
        self.subject: Final = subject
        self.same: Final = same
        self.count: Final = count

    def resolve(self, state: LorcanaState) -> None:
        if self.step != WAITING:
            go_on(state, self)
            return
        ability = ability_of(self.card, self.ability)
        condition = ability.condition
        if condition is not None and not fulfilled(state, condition, self.serial, self.seat):
            return
        run = self.at_step(0, (), self.count)
        if not ability.may or is_choice(ability.do[0]):
            go_on(state, run)
        elif could_happen(state, run):
            state.then(May(self.seat, run))

    def operation(self) -> Operation:
        """Returns the operation that comes next."""
        return ability_of(self.card, self.ability).do[self.step]

    def declinable(self) -> bool:
        """Tells whether its owner may decline to choose for the operation that comes next."""
        return self.step == 0 and ability_of(self.card, self.ability).may

    def at_step(self, step: int, same: tuple[int, ...], count: int) -> "Resolution":
        """Returns the same ability at another operation."""
        return Resolution(
            self.seat, self.card, self.serial, self.ability, step, self.subject, same, count
        )

    def aimed(self, same: tuple[int, ...]) -> "Resolution":
        """Returns the same ability, with the cards in play that its operation is about."""
        return self.at_step(self.step, same, self.count)

    def next(self) -> "Resolution":
        """Returns the same ability at its next operation."""
        return self.at_step(self.step + 1, self.same, self.count)


OperationRule: TypeAlias = Callable[[LorcanaState, Resolution], bool]
OPERATION_RULES: Final[kit.Operations[CardInPlay, Table, Resolution]] = kit.Operations(
    cards.OPERATIONS
)
# What must be there so that an operation can do anything; asked before `may`.
NEEDS: Final[list[OperationRule | None]] = [None] * len(cards.OPERATIONS)
# Operations without a target that ask for a choice which can be declined.
CHOICES: Final[list[bool]] = [word == "shuffle_from_discard" for word in cards.OPERATIONS]


def add_needs(needs: Mapping[str, OperationRule]) -> None:
    """Adds functions that tell whether an operation could do anything, by its word."""
    for word, need in needs.items():
        NEEDS[cards.OPERATIONS.index(word)] = need


def go_on(state: LorcanaState, run: Resolution) -> None:
    """Carries out the operations of an ability that are left, up to the next question."""
    do = ability_of(run.card, run.ability).do
    while run.step < len(do):
        target = do[run.step].target
        if target is not None and target.pick == cards.CHOOSE:
            places = candidates(state, run, target)
            if not places:
                run = run.aimed(()).next()
                continue
            if len(places) > 1 or run.declinable():
                state.then(ChooseTarget(run.seat, run))
                return
            run = run.aimed((choose(state, run, places[0]),))
        elif target is not None:
            run = run.aimed(taken(state, run, target))
        if not carry_out(state, run):
            return
        run = run.next()


def carry_out(state: LorcanaState, run: Resolution) -> bool:
    """Carries out one operation; tells whether the ability goes on at once."""
    rule = OPERATION_RULES.rules[run.operation().number]
    assert rule is not None, run.operation().word
    return rule(state, run)


# What an ability is about.


def candidates(state: LorcanaState, run: Resolution, target: Target) -> list[int]:
    """Lists the places of the cards in play that can be chosen (R-36, K-13)."""
    found: list[int] = []
    for seat in (run.seat, 1 - run.seat):
        for row in (CHARACTERS, ITEMS, LOCATIONS):
            for index, part in enumerate(state.rows[seat * 3 + row]):
                if not fits(target, run.serial, run.seat, part, seat):
                    continue
                if seat == run.seat or not keyword(state, part, seat, cards.WARD):
                    found.append(state.place(row, seat, index))
    return found


def taken(state: LorcanaState, run: Resolution, target: Target) -> tuple[int, ...]:
    """Returns the serial numbers of the cards in play that are taken without a choice."""
    if target.pick == cards.SAME:
        return run.same
    if target.pick != cards.EACH:
        return (run.serial if target.pick == cards.SELF else run.subject,)
    return tuple(
        [
            part.serial
            for seat in (run.seat, 1 - run.seat)
            for row in (CHARACTERS, ITEMS, LOCATIONS)
            for part in state.rows[seat * 3 + row]
            if fits(target, run.serial, run.seat, part, seat)
        ]
    )


def choose(state: LorcanaState, run: Resolution, place: int) -> int:
    """Chooses a card in play, which may vanish for it (K-12); returns its serial number."""
    part, owner = state.at(place), state.owner(place)
    if (
        cards.KIND[run.card] == cards.ACTION
        and owner != run.seat
        and keyword(state, part, owner, cards.VANISH)
    ):
        wait(state, owner, part.kind, part.serial, cards.VANISHES)
    return part.serial


def is_choice(operation: Operation) -> bool:
    """Tells whether an operation asks for a choice, so that declining is one of the answers."""
    target = operation.target
    return CHOICES[operation.number] or (target is not None and target.pick == cards.CHOOSE)


def could_happen(state: LorcanaState, run: Resolution) -> bool:
    """Tells whether the operation that comes next can do anything, as far as all know (D-3)."""
    operation = run.operation()
    target, need = operation.target, NEEDS[operation.number]
    if target is not None:
        run = run.aimed(taken(state, run, target))
        if not [serial for serial in run.same if state.part(serial) is not None]:
            return False
    return need is None or need(state, run)


# The bag.


def wait(
    state: LorcanaState,
    seat: int,
    card: int,
    serial: int,
    ability: int,
    subject: int = 0,
    count: int = 0,
) -> None:
    """Lets a triggered ability wait in the bag (R-43)."""
    state.events.append(Resolution(seat, card, serial, ability, WAITING, subject, (), count))


def set_off(
    state: LorcanaState, on: int, seat: int, card: int, serial: int, subject: int = 0, cost: int = 0
) -> None:
    """Lets the abilities of a seat's card wait that an occasion sets off.

    `subject` is the card in play that it is about, and `cost` its printed cost.
    """
    for at in cards.SET_OFF[on][card]:
        ability = cards.CARDS[card].abilities[at]
        now = cards.MY_TURN if state.active == seat else cards.THEIR_TURN
        if ability.turn in (cards.ANY_TURN, now) and cost <= ability.max_cost:
            wait(state, seat, card, serial, at, subject)


# Questions.


AbilityQuestion: TypeAlias = kit.AbilityQuestion[CardInPlay, Table, Resolution]


class May(AbilityQuestion):
    """Do you use the ability?"""

    id: ClassVar[str] = "may"
    kind: ClassVar[str] = "word"
    choices: ClassVar[tuple[str, ...]] = ("yes", "no")

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        if picks[0] == 0:
            go_on(state, self.run)


class ChooseTarget(AbilityQuestion):
    """Which card do you choose?"""

    id: ClassVar[str] = "target"
    kind: ClassVar[str] = "place"

    def options(self, state: LorcanaState) -> list[int]:
        target = self.run.operation().target
        return [] if target is None else candidates(state, self.run, target)

    def bounds(self, count: int) -> tuple[int, int]:
        return (0 if self.run.declinable() else min(1, count), min(1, count))

    def answer(self, state: LorcanaState, picks: tuple[int, ...]) -> None:
        if not picks:
            return
        run = self.run.aimed((choose(state, self.run, picks[0]),))
        if carry_out(state, run):
            go_on(state, run.next())
