"""Effects: what is still to happen, as immutable values on one stack.

The last effect pushed happens first. An effect holds what it needs as parameters, so that the stack
clones, pickles and goes into a position. An effect that pauses in the middle is two effects:
`state.then(Pay(seat), Fetch(seat))`.

A question is an effect that waits for an answer. Its options are derived from the state whenever
somebody asks, so that a pending question gives nothing away.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.value import Value
from kibitz.kit.board import CARD, EFFECT, NUMBER, Board
from kibitz.kit.state import InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)
R = TypeVar("R")


@mypyc_attr(allow_interpreted_subclasses=True)
class Event(Value):
    """Something that has happened, for triggers to be asked about."""

    id: ClassVar[str] = ""
    # What the numbers of each parameter are, as in a board; `seat` and `serial` need no kind.
    words: ClassVar[Mapping[str, str]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect(Event, Generic[P, B]):
    """What is still to happen.

    Where it concerns one part in play, it holds the serial number of the part, because places
    change while it waits. `state.part` finds the part, or None if it has left play by then.
    """

    def resolve(self, state: TableState[P, B]) -> None:
        """Carries out the effect; every effect defines this."""
        raise TypeError(f"{type(self).__name__} does not define resolve()")

    def whose(self) -> int:
        """Returns the seat whose effect it is, for the order of triggers."""
        seat: int = getattr(self, "seat", 0)
        return seat

    def question(self) -> "Question[P, B] | None":
        """Returns the question if it is one."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Spell(Effect[P, B]):
    """A stack object of its own: checks and triggers come before it happens."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Effect[P, B]):
    """An effect that needs an answer of its seat; the docstring's first line is the question.

    A question without options has one answer, which picks nothing.
    """

    __match_args__ = ("seat",)
    # What is picked: a `card`, a `place`, a card of a player (`owned`, see `Layout.owned`), a
    # `number`, or a `word` of `choices`.
    kind: ClassVar[str] = "card"
    # What a question for a word offers; an option is the index of a choice.
    choices: ClassVar[tuple[str, ...]] = ()
    # How many options an answer takes; fewer if there are fewer.
    least: ClassVar[int] = 1
    most: ClassVar[int] = 1
    # The code that refuses too many or too few picks; the usual one of its kind if it is empty.
    count_code: ClassVar[str] = ""

    def __init__(self, seat: int) -> None:
        """Takes who must answer."""
        self.seat: Final = seat

    def options(self, state: TableState[P, B]) -> Sequence[int]:
        """Returns the options in a fixed order; equal items side by side."""
        if self.choices:
            return range(len(self.choices))
        raise TypeError(f"{type(self).__name__} does not define options()")

    def answer(self, state: TableState[P, B], picks: tuple[int, ...]) -> None:
        """Continues with the picks; the question is no longer on the stack."""
        raise TypeError(f"{type(self).__name__} does not define answer()")

    def bounds(self, count: int) -> tuple[int, int]:
        """Returns how many of `count` options an answer takes, at least and at most."""
        return (min(self.least, count), min(self.most, count))

    def question(self) -> "Question[P, B] | None":
        """Returns itself, because it is a question."""
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class QuestionAbout(Question[P, B]):
    """A question that concerns one thing, such as the place of an attacker or an amount.

    `words` says what kind of number `about` is.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "about")

    def __init__(self, seat: int, about: int) -> None:
        """Takes who must answer, and what the question is about."""
        super().__init__(seat)
        self.about: Final = about


def answers(items: Sequence[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yields the ways to pick some of the items, by size; equal items give one way.

    Equal items lie side by side. The picks of a way are in the order of the items.
    """
    for size in range(least, most + 1):
        yield from picks_of(items, 0, size, ())


def picks_of(
    items: Sequence[int], first: int, size: int, held: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yields the ways to pick `size` more from an index on."""
    if size == 0:
        yield held
        return
    for at in range(first, len(items) - size + 1):
        if at == first or items[at] != items[at - 1]:
            yield from picks_of(items, at + 1, size - 1, (*held, items[at]))


# Triggers.


class Triggers(Spell[P, B]):
    """What waits because events have set it off, until it is some seat's turn to choose.

    The seats come in the order given. A seat with several triggers picks one; it happens fully,
    checks run, then it picks again. If the seat *holds* them, it goes on until it has none left,
    and only then the next seat holds them.
    """

    id: ClassVar[str] = "triggers"
    words: ClassVar[Mapping[str, str]] = {"waiting": EFFECT, "seats": NUMBER}
    __match_args__ = ("waiting", "seats", "holds")

    def __init__(
        self, waiting: "tuple[Effect[P, B], ...]", seats: tuple[int, ...], holds: bool = False
    ) -> None:
        """Takes the triggers in the order in which they were found, and the order of seats."""
        self.waiting: Final = waiting
        self.seats: Final = seats
        self.holds: Final = holds

    def resolve(self, state: TableState[P, B]) -> None:
        """Lets one happen, or asks which."""
        for seat in self.seats:
            own = [at for at, effect in enumerate(self.waiting) if effect.whose() == seat]
            if own and all(self.waiting[at] == self.waiting[own[0]] for at in own):
                self.begin(state, own[0])
                return
            if own:
                state.then(Order(seat, self.waiting, self.seats, self.holds))
                return

    def begin(self, state: TableState[P, B], at: int) -> None:
        """Lets one of them happen; the others wait on."""
        rest = self.waiting[:at] + self.waiting[at + 1 :]
        seats = self.seats
        if self.holds:
            first = seats.index(self.waiting[at].whose())
            seats = seats[first:] + seats[:first]
        state.then(self.waiting[at])
        # Under the one that happens now; even if none waits, as long as somebody holds them.
        if rest or self.holds:
            state.stack.insert(len(state.stack) - 1, Triggers(rest, seats, self.holds))


class Order(Question[P, B]):
    """Which of your triggers happens first?"""

    id: ClassVar[str] = "order"
    kind: ClassVar[str] = "number"
    words: ClassVar[Mapping[str, str]] = {"waiting": EFFECT, "seats": NUMBER}
    __match_args__ = ("seat", "waiting", "seats", "holds")

    def __init__(
        self,
        seat: int,
        waiting: "tuple[Effect[P, B], ...]",
        seats: tuple[int, ...],
        holds: bool = False,
    ) -> None:
        """Takes who picks, and the triggers of all seats."""
        super().__init__(seat)
        self.waiting: Final = waiting
        self.seats: Final = seats
        self.holds: Final = holds

    def options(self, state: TableState[P, B]) -> list[int]:
        """Returns the numbers of the seat's own triggers; of equal ones only the first."""
        own = [at for at, effect in enumerate(self.waiting) if effect.whose() == self.seat]
        return [at for at in own if self.waiting.index(self.waiting[at]) == at]

    def answer(self, state: TableState[P, B], picks: tuple[int, ...]) -> None:
        """Lets the picked one happen."""
        Triggers(self.waiting, self.seats, self.holds).begin(state, picks[0])


# Abilities as data.


class Operations(Generic[P, B, R]):
    """The functions that carry out the operations which abilities are made of, by number.

    A function gets the state and the ability at this operation. It returns whether the ability goes
    on at once; one that must ask pushes a question and returns False.
    """

    def __init__(self, words: tuple[str, ...]) -> None:
        """Takes the words of all operations, in the order of their numbers."""
        self.words: Final = words
        self.rules: Final[list[Callable[[TableState[P, B], R], bool] | None]] = [None] * len(words)

    def add(self, *rules: Callable[[TableState[P, B], R], bool]) -> None:
        """Adds functions for the operations of their names; `return_` is for `return`."""
        for rule in rules:
            self.rules[self.words.index(rule.__name__.rstrip("_"))] = rule

    def coverage(self, cards: Mapping[str, Iterable[str]]) -> dict[str, dict[str, bool]]:
        """Tells which operations have a function, and which cards only such operations.

        Args:
            cards: the operations of each card.
        """
        done = {word: self.rules[at] is not None for at, word in enumerate(self.words)}
        return {
            "cards": {card: all(map(done.__getitem__, words)) for card, words in cards.items()},
            "operations": done,
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class AbilityQuestion(Question[P, B], Generic[P, B, R]):
    """A question while an ability is resolved; its answer continues the ability."""

    words: ClassVar[Mapping[str, str]] = {"run": EFFECT}
    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "run")

    def __init__(self, seat: int, run: R) -> None:
        """Takes who must answer, and the ability at the operation that asks."""
        super().__init__(seat)
        self.run: Final[R] = run


# Ready-made.


class PutAway(Effect[P, B]):
    """Moves a card that was open while it took effect, such as a spell, to its next zone."""

    id: ClassVar[str] = "put_away"
    words: ClassVar[Mapping[str, str]] = {"card": CARD, "source": NUMBER, "target": NUMBER}
    __match_args__ = ("seat", "card", "source", "target")

    def __init__(self, seat: int, card: int, source: int, target: int) -> None:
        """Takes whose card it is, the zone where it lies, and the zone where it goes."""
        self.seat: Final = seat
        self.card: Final = card
        self.source: Final = source
        self.target: Final = target

    def resolve(self, state: TableState[P, B]) -> None:
        """Moves the card."""
        state.move(self.card, self.source, self.seat, self.target)


@mypyc_attr(allow_interpreted_subclasses=True)
class Mulligan(Question[P, B]):
    """Keep your opening hand, or exchange all of it?"""

    id: ClassVar[str] = "mulligan"
    kind: ClassVar[str] = "word"
    choices: ClassVar[tuple[str, ...]] = ("keep", "redraw")
    hand: ClassVar[int] = 0
    deck: ClassVar[int] = 1

    def answer(self, state: TableState[P, B], picks: tuple[int, ...]) -> None:
        """Puts the hand under the deck unseen, draws as many, then shuffles; or does nothing."""
        if picks[0] == 0:
            return
        hand = state.pile(self.hand, self.seat)
        for card in hand:
            state.tuck(card, self.hand, self.seat, self.deck)
        state.draw(self.seat, self.deck, self.hand, len(hand))
        state.shuffle(self.deck, self.seat)
