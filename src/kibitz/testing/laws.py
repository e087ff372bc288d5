"""What all checks share: the error of a broken law, one visited state, and words for messages."""

import inspect
from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Final, Generic, NoReturn, Protocol, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.enumeration import EnumeratedMove
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng, hidden_rng, seeded
from kibitz.core.reject import Reject
from kibitz.core.state import Part, State, replace_dice
from kibitz.core.value import Value

S = TypeVar("S", bound=State)
V = TypeVar("V")
T = TypeVar("T")

# How many moves of other states a check keeps, to try them where they are not listed.
POOL: Final = 2_000
# The first states of a game, up to this many moves, are always checked against all laws.
OPENING: Final = 3
# How many characters of a value a message quotes.
QUOTED: Final = 300
# Types of fields that are compared; other fields are shared by all states of the game.
PLAIN: Final = (bool, int, float, str, list, tuple, dict, Part, Value, Rng, NoneType)


class LawBroken(AssertionError):
    """A game or an agent breaks a law; the message says which, where and how.

    Attributes:
        law: the name of the law, such as "views survive sampling".
        subject: the game or agent.
        seed: the seed of the match in which it happened.
        ply: how many moves had been played.
        difference: what was found instead.
    """

    def __init__(self, law: str, subject: str, seed: int | str, ply: int, difference: str) -> None:
        super().__init__(f"{subject} breaks the law '{law}' (seed {seed}, ply {ply}): {difference}")
        self.law: Final = law
        self.subject: Final = subject
        self.seed: Final = seed
        self.ply: Final = ply
        self.difference: Final = difference


class GameReport(Generic[S]):
    """What a check has seen so far; `check_game` returns it.

    Attributes:
        games: how many games were played to the end.
        states: how many states were checked.
        full: how many of those were checked against all laws.
        longest: the number of moves of the longest game.
        kinds: how often each kind of move was listed, by id.
        hidden: in how many states something was hidden from a seat, by seat.
        guessed: in how many of those a sampled world differed from the true state, by seat; the
            count stops as soon as that is certain.
        middle: in how many states a seat still had to decide.
        level: in how many of those `Game.standing` was 0 for every seat.
        notes: what is no fault, but will make agents play badly.
    """

    def __init__(self, game: Game[S, V], max_plies: int, every: int) -> None:
        """Starts an empty report; the numbers are the arguments of `check_game`."""
        self.max_plies: Final = max_plies
        self.every: Final = every
        self.games = 0
        self.states = 0
        self.full = 0
        self.longest = 0
        self.kinds: dict[str, int] = {kind.id: 0 for kind in game.kinds()}
        self.hidden: list[int] = [0] * game.seats
        self.guessed: list[int] = [0] * game.seats
        self.middle = 0
        self.level = 0
        self.notes: list[str] = []
        self.elsewhere: dict[Move[S], None] = {}

    def add_state(self, moves: list[Move[S]], full: bool) -> None:
        """Counts a visited state and keeps its moves, to try them in other states."""
        self.states += 1
        self.full += full
        for move in moves:
            self.kinds[move.id] += 1
            if len(self.elsewhere) < POOL:
                self.elsewhere[move] = None

    def __repr__(self) -> str:
        return (
            f"GameReport({self.games} games, {self.states} states ({self.full} against all laws),"
            f" longest {self.longest} moves, kinds {self.kinds}, hidden {self.hidden},"
            f" guessed {self.guessed}{''.join(f', note: {note}' for note in self.notes)})"
        )


class Visit(Generic[S, V]):
    """One state of a match, with everything that a law may ask about it.

    Attributes:
        game: the rules.
        engine: the match; laws leave it as it is.
        state: the state; laws only read it.
        full: whether the state is checked against all laws; else only against the quick ones.
        seats: the seats whose views are checked; the seat to move comes first.
        rng: the generator of the check itself.
        truncated: the kinds of which enumeration left candidates out.
        report: what the whole check has seen so far.
    """

    def __init__(self, engine: RuleEngine[S, V], report: GameReport[S]) -> None:
        """Visits the present state of a match."""
        self.engine: Final = engine
        self.game: Final = engine.game
        self.state: Final = engine.state
        self.rng: Final = seeded(f"{engine.seed}/laws/{engine.ply}")
        self.truncated: Final[dict[str, None]] = {}
        self.report: Final = report
        others = [seat for seat in range(self.game.seats) if seat != self.state.seat]
        self.seats: Final = [self.state.seat, *others]
        self.full: Final = (
            engine.ply < OPENING or self.state.over or self.rng.below(report.every) == 0
        )
        self._key: Final = self.state.key() if self.full else ()
        self._moves: list[Move[S]] | None = None
        self._views: dict[int, V] = {}
        self._view_keys: dict[int, tuple[object, ...]] = {}
        self._worlds: dict[int, list[S]] = {}
        self._entries: dict[int, list[EnumeratedMove[S]]] = {}
        self._played: list[tuple[Move[S], Exception | None]] = []

    def fail(self, law: str, difference: str) -> NoReturn:
        """Reports a broken law.

        Raises:
            LawBroken: always.
        """
        raise LawBroken(law, self.game.id, self.engine.seed, self.engine.ply, difference)

    @property
    def key(self) -> tuple[object, ...]:
        """The key of the state when the visit began."""
        return self._key if self.full else self.state.key()

    @property
    def moves(self) -> list[Move[S]]:
        """The legal moves, as the game itself lists them."""
        if self._moves is None:
            twin = self.state.clone()
            self._moves = self.game.legal(twin)
            if self.full and twin.key() != self.key:
                found = f"legal() changed the state: {difference(twin, self.state)}"
                self.fail("asking changes nothing", found)
        return self._moves

    def view(self, seat: int) -> V:
        """Returns what a seat sees here; the same object on every call."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def equals_view(self, seat: int, other: V) -> bool:
        """Tells whether another view equals what a seat sees here; faster than `==` on states."""
        view = self.view(seat)
        if type(view) is not type(other) or not isinstance(other, Part):
            return bool(view == other)
        if seat not in self._view_keys and isinstance(view, Part):
            self._view_keys[seat] = view.key()
        return other.key() == self._view_keys[seat]

    def worlds(self, seat: int) -> list[S]:
        """Returns two worlds sampled from the view of a seat; the same two on every call."""
        if seat not in self._worlds:
            view = self.view(seat)
            self._worlds[seat] = [self.game.sample(view, self.rng.child(f"{n}")) for n in (1, 2)]
        return self._worlds[seat]

    def entries(self, seat: int) -> list[EnumeratedMove[S]]:
        """Returns all candidates of a seat with their verdicts; enumerates them only once."""
        if seat not in self._entries:
            self._entries[seat] = self.engine.enumerate_moves(seat)
            report = self.engine.last_enumeration
            if report is not None:
                self.truncated.update(dict.fromkeys(report.truncated))
        return self._entries[seat]

    def play_all(self) -> list[tuple[Move[S], Exception | None]]:
        """Plays every legal move on a copy of its own, once, and returns what each raised."""
        if not self._played:
            for move in self.moves:
                self._played.append((move, error_of(self.game, self.state.clone(), move)))
        return self._played

    def pick_some(self, items: list[T], count: int) -> list[T]:
        """Picks up to `count` different items at random, in their order."""
        if len(items) <= count:
            return items
        places: set[int] = set()
        while len(places) < count:  # the same place may be drawn twice
            places.add(self.rng.below(len(items)))
        return [items[place] for place in sorted(places)]


class Law(Protocol):
    """A function that checks a visited state against one law, and calls `Visit.fail`."""

    __name__: str

    def __call__(self, visit: Visit[S, V]) -> None:
        """Checks one state."""
        ...


class Named(Protocol):
    """Anything with the name of a function."""

    __name__: str


def law_name(law: Named) -> str:
    """Returns the name of a law as messages give it: the function's name, in words."""
    return law.__name__.replace("_", " ")


def first_line(law: object) -> str:
    """Returns the first sentence of a law's docstring, which says what must hold."""
    return " ".join((inspect.getdoc(law) or "").partition("\n\n")[0].split())


def error_of(game: Game[S, V], state: S, move: Move[S]) -> Exception | None:
    """Plays a move in place and returns what it raised; None if nothing."""
    try:
        game.play(state, move)
    except Exception as error:  # noqa: BLE001 - an author's rules; the law reports it
        return error
    return None


# Generators.


def shared_object(one: object, other: object) -> object:
    """Returns an object that can be changed and is part of both values; None if there is none."""
    held = {id(each) for each in changeable(one)}
    return next((each for each in changeable(other) if id(each) in held), None)


def changeable(value: object) -> Iterator[object]:
    """Yields everything inside a view or a state that somebody could write to."""
    items: Iterable[object] = ()
    if isinstance(value, Part):
        items = [getattr(value, name) for name in value.__match_args__]
    elif isinstance(value, (list, tuple, set)):
        items = value
    elif isinstance(value, dict):
        items = value.values()
    if isinstance(value, (Part, Rng, list, set, dict)):
        yield value
    for item in items:
        yield from changeable(item)


def key_without_generators(state: S) -> tuple[object, ...]:
    """Returns the key of a state as if all its generators stood at zero."""
    twin = state.clone()
    replace_dice(twin, hidden_rng())
    return twin.key()


# Messages.


def difference(one: object, other: object) -> str:
    """Describes where two values differ: the first field, item or value that is not equal."""
    place = ""
    while True:
        for name, mine, theirs in field_pairs(one, other):
            if mine != theirs:
                place, one, other = f"{place}{name}", mine, theirs
                break
        else:
            where = f"{place.lstrip('.')}: " if place else ""
            return f"{where}{shorten(one)} instead of {shorten(other)}"


def field_pairs(one: object, other: object) -> Iterator[tuple[str, object, object]]:
    """Yields the fields of two values of one type side by side, each with its name."""
    if type(one) is type(other) and isinstance(one, (Part, Value)):
        for name in one.__match_args__:
            if isinstance(getattr(one, name), PLAIN):
                yield f".{name}", getattr(one, name), getattr(other, name)
    elif isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) == len(other):
            for index, (mine, theirs) in enumerate(zip(one, other, strict=True)):
                yield f"[{index}]", mine, theirs
    elif isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            yield f"[{name!r}]", one.get(name), other.get(name)


def describe_refusal(error: Reject | None) -> str:
    """Writes a refusal for a message: its code and its reason."""
    return "" if error is None else f"{error.error_code}, {error.reason}"


def shorten(value: object) -> str:
    """Writes a value for a message, a few lines at most."""
    text = repr(value)
    return text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."
