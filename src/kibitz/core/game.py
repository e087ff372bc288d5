"""Games: the rules as a class, and the list of legal moves derived from its kinds of moves."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from types import FunctionType
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Self, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core import errors, typed
from kibitz.core.errors import (
    AmbiguousMoveError,
    EnumerationLimit,
    GameDefinitionError,
    InvalidMoveError,
    PositionError,
    RuleError,
)
from kibitz.core.judge import Judge
from kibitz.core.move import Move
from kibitz.core.notation import Reader, read_values
from kibitz.core.options import known_options, name_arguments
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.ranges import Range
from kibitz.core.reject import NOT_YOUR_TURN, Reject
from kibitz.core.rulebook import Kind, Rulebook, overrides
from kibitz.core.scene import (
    Piece,
    Scene,
    Touches,
    plain_scene,
    priority_of,
    word_piece,
    word_touches,
)
from kibitz.core.state import PLAIN, TRUTH, State, copy, replace_dice, without_dice
from kibitz.core.typed import Phrase, Saying
from kibitz.core.value import Json, Value, brief, check_text, check_type

if TYPE_CHECKING:
    from kibitz.core.agent import Action, Advice, Agent, Observation, Policy

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The seat of somebody who only watches; a view for it shows what everybody sees.
SPECTATOR: Final = -1


class Outcome(Value):
    """The end of a game: who won, why it ended, and what each seat gets.

    The winner is None for a draw. In a game for one player it is 0 for a win, None for a loss.
    """

    __match_args__ = ("winner", "reason", "returns")

    def __init__(self, winner: int | None, reason: str, returns: tuple[float, ...]) -> None:
        check_type("winner", winner, (int, type(None)), "a seat or None")
        self.winner: Final = winner
        self.reason: Final = reason
        self.returns: Final = returns

    def ranks(self) -> tuple[int, ...]:
        """Returns the rank of each seat by its return, from 1; equal returns share a rank."""
        ranks: list[int] = []
        for value in self.returns:
            ranks.append(1 + len([other for other in self.returns if other > value]))
        return tuple(ranks)


def winner_of(returns: Sequence[float]) -> int | None:
    """Returns the seat with the highest return; None for a draw between several.

    A single seat wins with a return above 0; None if it loses.
    """
    best = max(returns)
    if len(returns) == 1:
        return 0 if best > 0.0 else None
    leaders = [seat for seat, value in enumerate(returns) if value == best]
    return leaders[0] if len(leaders) == 1 else None


def leads(points: Sequence[float], scale: float) -> list[float]:
    """Returns how far each seat is ahead of the best other one, from -1 to 1, for `standing`.

    A lead of `scale` points counts 0.76, and half of it 0.46: a clear lead is nearly a win. In a
    game for one player, 0 points are neither.
    """
    values: list[float] = []
    for seat, own in enumerate(points):
        others = [each for other, each in enumerate(points) if other != seat]
        values.append(math.tanh((own - max(others, default=0.0)) / scale))
    return values


@mypyc_attr(allow_interpreted_subclasses=True)
class Recorded:
    """Keeps the arguments of the call that made an object, whatever its constructor does with them.

    It is a class of its own because mypyc compiles `__new__` only where no class is generic.
    Compiled code must not name a game's class to make one: mypyc then loses an error that the
    constructor raises.
    """

    _arguments: tuple[tuple[object, ...], dict[str, object]]

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Records the arguments, which the constructor of any subclass gets as well."""
        self = super().__new__(cls)
        self._arguments = (args, kwargs)
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Recorded, Generic[S, V]):
    """The rules of one game; it holds no match, so one object serves any number of them.

    A game defines `kinds`, `setup`, `returns`, `view` and `sample`. `legal` is derived; it is the
    one method that a hot game overrides, and `testing.check_game` proves the two equal.

    The arguments of its constructor are its options. They are recorded by themselves, so that the
    same game can be made again, and must be JSON.

    Attributes:
        seats: how many players sit at the table.
        has_gate: whether `gate` asks for more than whose turn it is.
        own_gate: whether `gate` is the author's, and not one of the library.
        own_list: whether `legal` or `sayings` is the author's, and not one of the library.
        native_gate: whether `gate` is compiled, so that it can return nothing but what it says.
    """

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    # The version of the rules; it rises whenever play changes, and stands in every record.
    version: ClassVar[int] = 1
    # What the returns count, such as "chips", where the amount matters and not just who won. Then
    # the arena compares agents by the amounts; otherwise by games won, drawn and lost.
    unit: ClassVar[str] = ""
    # True if no gate, producer, domain or check ever writes to the state it reads, which
    # `testing.check_game` proves. Then all of them read one copy instead of a copy each.
    reads_only: ClassVar[bool] = False
    # Who plays against a person if nobody else is named (pleasant to play against), and who gives
    # advice (the strongest agent that answers within a second): specifications such as
    # `greedy:worlds=8`. If empty, the first of the game's own agents, or one for any game. A budget
    # such as `iterations=5000` counts where advice must repeat; else the agent gets a second.
    opponent: ClassVar[str] = ""
    adviser: ClassVar[str] = ""

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats
        self.has_gate: Final = overrides(type(self), Game, "gate")
        self.own_gate = self.has_gate
        self.own_list = overrides(type(self), Game, "legal") or overrides(
            type(self), Game, "sayings"
        )
        self.native_gate: Final = not isinstance(type(self).gate, FunctionType)
        self._rulebook: Rulebook[S] | None = None

    def __repr__(self) -> str:
        try:
            options = self.options
        except TypeError:
            return f"{type(self).__name__}(...)"
        written = ", ".join([f"{name}={value!r}" for name, value in options.items()])
        return f"{type(self).__name__}({written})"

    @property
    def options(self) -> dict[str, Json]:
        """The options that this game was made with, defaults included; a copy on each call.

        A number of seats is left out where it is the default of a constructor that is inherited.

        Raises:
            TypeError: if an argument of its constructor has no name, or is not JSON.
        """
        args, kwargs = self._arguments
        kind = type(self)
        try:
            return name_arguments(kind, args, kwargs, defaults=has_options(kind))
        except TypeError as error:
            raise TypeError(f"{kind.__name__} cannot be made again: {error}") from None

    def record_option(self, name: str, value: Json) -> None:
        """Records an option in another form than it was given, such as a file by what it holds.

        The constructor must take the other form, too, and make the same game of it.
        """
        args, kwargs = self._arguments
        named = dict(zip(known_options(type(self)) or (), args, strict=False))
        self._arguments = ((), {**named, **kwargs, name: value})

    def clone(self) -> Self:
        """Makes another game from the same arguments, which shares nothing with this one."""
        args, kwargs = self._arguments
        kind: Callable[..., Self] = type(self)
        if PLAIN.issuperset(map(type, args)) and PLAIN.issuperset(map(type, kwargs.values())):
            return kind(*args, **kwargs)
        return kind(*deepcopy(args), **deepcopy(kwargs))

    # What the author writes.

    def kinds(self) -> list[type[Move[S]]]:
        """Returns the kinds of moves, in listing order."""
        raise TypeError(f"{type(self).__name__} does not define kinds()")

    def setup(self, rng: Rng) -> S:
        """Deals a new game; the state keeps the generator."""
        raise TypeError(f"{type(self).__name__} does not define setup()")

    def returns(self, state: S) -> list[float]:
        """Returns the result: what each seat gets at the end.

        The highest return wins; a single seat wins with a return above 0. If it also matters by how
        much, `unit` says so; otherwise a win is best 1 and a loss -1. It can be asked before the
        end, too; there it is mostly 0 for every seat.
        """
        raise TypeError(f"{type(self).__name__} does not define returns()")

    def view(self, state: S, seat: int) -> V:
        """Returns what a seat (or `SPECTATOR`) can know, without a reference to the state."""
        raise TypeError(f"{type(self).__name__} does not define view()")

    def sample(self, view: V, rng: Rng) -> S:
        """Returns a full state that the viewer cannot rule out, with dice of its own."""
        raise TypeError(f"{type(self).__name__} does not define sample()")

    # What follows, and may be overridden.

    def gate(self, state: S, seat: int, kind: type[Move[S]]) -> Reject | None:
        """Refuses a whole kind of move before its own check; asked only while the game goes on."""
        if state.seat != seat and not kind.always:
            return Reject(
                NOT_YOUR_TURN, f"it is the turn of seat {state.seat}", seat=seat, turn=state.seat
            )
        return None

    def legal(self, state: S) -> list[Move[S]]:
        """Lists the legal moves of the seat that must decide, in the order of the kinds."""
        return derive_legal(self, state)

    def play(self, state: S, move: Move[S], seat: int | None = None) -> None:
        """Carries out a legal move in place: its effect, then what follows by itself.

        Args:
            state: the state, which is changed.
            move: the move.
            seat: the seat that moves; the seat to move if None.
        """
        move.apply(state, state.seat if seat is None else seat)

    def random_move(self, state: S, rng: Rng) -> Move[S]:
        """Picks one of the legal moves, each equally likely."""
        moves = self.legal(state)
        return moves[rng.below(len(moves))]

    def standing(self, state: S) -> list[float]:
        """Returns how each seat is doing before the end, on the scale of `returns`.

        Agents use it when they stop before the end: at the limit of a playout, or at the end of a
        line. Define it if `returns` says nothing until the game is over.
        """
        return self.returns(state)

    def score(self, state: S) -> list[float]:
        """Returns the score of each seat as players count it: points, life, money.

        It is for people, such as the readers of a report who want to see who was ahead when; no
        agent reads it. By default it is the result at the end, and before that the standing.
        """
        return self.returns(state) if state.over else self.standing(state)

    def outcome(self, state: S) -> Outcome | None:
        """Returns how the game ended; None while it goes on."""
        if not state.over:
            return None
        returns = self.returns(state)
        return Outcome(winner_of(returns), state.reason, tuple(returns))

    def problems(self) -> list[str]:
        """Lists what is wrong with the declaration, beyond what every game is checked for."""
        return []

    def rulebook(self) -> Rulebook[S]:
        """Returns the checked table of the kinds of moves.

        Raises:
            GameDefinitionError: if the game is declared wrongly; lists all problems.
        """
        if self._rulebook is None:
            try:
                # By name, because a compiled call would refuse other types in words of its own.
                kinds: object = getattr(self, "kinds")()  # noqa: B009
                problems = self.problems()
            except Exception as error:
                said = (
                    f"kinds() or problems() failed: {type(error).__name__}: {errors.text_of(error)}"
                )
                raise GameDefinitionError(self.id, [said]).caused_by(error) from error
            self._rulebook = Rulebook(self.id, kinds, problems)
        return self._rulebook

    def agents(self) -> "Mapping[str, Callable[..., Agent[S, V]]]":
        """Returns the agents made for this game, by name."""
        return {}

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        """Returns the options of this game's agents that can be tuned, by agent and option.

        Leave out budgets such as a number of worlds: more of them is stronger and slower, and there
        is nothing to find.
        """
        return {}

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        """Returns the numbers that this game's agents judge by, with what they mean, by agent."""
        return {}

    def policy(self) -> "Policy[S] | None":
        """Returns the policy that guides searches in this game; None if there is none."""
        return None

    # What there is, for `kibitz games NAME` and `kibitz coverage NAME`.

    def option_help(self) -> Mapping[str, str]:
        """Says what each option of this game means, in one line."""
        return {}

    def option_ranges(self) -> Mapping[str, Range]:
        """Returns the values that options of this game may have, where that can be said.

        Let the constructor check the same ranges, with `whole_option` and `choice_option`. Where
        the values of an option depend on another option, the range has all that are ever possible.
        Truth values need none.
        """
        return {}

    def per_seat(self) -> Mapping[str, str]:
        """Names the options that hold a value for each seat, such as decks.

        The option is a text; what is returned stands between its values, such as ` / `. `kibitz
        matrix` plays such values against each other.
        """
        return {}

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Lists what the options can name, such as decks, by heading."""
        return {}

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        """Tells by section and name what of a larger game is implemented; empty if nothing is left.

        A game with thousands of cards can be built in parts; this shows its progress.
        """
        return {}

    def rules_text(self) -> str:
        """Returns the rules for somebody who has never played, as plain Markdown.

        They are in the file `data/rules.md` beside the module of the game. A game without that file
        lists its kinds of moves.
        """
        from importlib.resources import files  # Most uses of a game do not need it.

        for module in dict.fromkeys([each.__module__ for each in type(self).__mro__]):
            package = getattr(sys.modules.get(module), "__package__", "")
            if package:
                page = files(package).joinpath("data").joinpath("rules.md")
                if page.is_file():
                    return page.read_text(encoding="utf-8")
        title = self.title or self.id
        lines = ["## Moves", "", f"{title} has no page of rules. Its moves are:", ""]
        for kind in self.rulebook().kinds:
            lines.append(f"- `{kind.id}`: {kind.metadata()['description'] or kind.move.title()}")
        return "\n".join(lines) + "\n"

    # Words: notation, positions and drawings.

    def parse(self, state: S, text: str, seat: int | None = None) -> Move[S]:
        """Reads a move as a player would type it; case and spare spaces do not matter.

        Accepts every `str(move)`, whatever fits only one legal move (see `kibitz.core.typed`), and
        the general notation. An illegal move is returned too; the engine says why it is refused.

        Raises:
            InvalidMoveError: if the text cannot be read.
            AmbiguousMoveError: if it fits several legal moves.
        """
        if not isinstance(text, str):
            check_text("move", text)
        wanted = self.tidy(text)
        if not wanted:
            raise InvalidMoveError("no move was given")
        who = state.seat if seat is None else seat
        read: Move[S] | None = None
        problem: Exception | None = None
        try:
            read = self.read_written(text)
        except (InvalidMoveError, AmbiguousMoveError) as error:
            problem = error
        # A text that is the very notation of the move it reads as is never an abbreviation.
        exact = read is not None and written_move(read).lower() == wanted
        if read is not None and exact and self.is_complete(state, who, read):
            return read
        found = find_meant(self, state, who, wanted)
        if found is None:
            found = read
        if found is None and problem is None:
            found = read_quietly(self, text)
        return guess_move(self, state, who, wanted, problem) if found is None else found

    def read_move(self, text: str) -> Move[S]:
        """Reads a move as it is written or in the general notation, legal or not.

        Raises:
            InvalidMoveError: if the text names no move of this game or its parameters do not fit.
        """
        check_text("move", text)
        found = self.read_written(text) or self.read_general(text)
        if found is None:
            near = errors.suggest(text.split()[0], self.rulebook().ids())
            raise InvalidMoveError(f"cannot read {brief(text)} as a move of {self.id}; {near}")
        return found

    def read_general(self, text: str) -> Move[S] | None:
        """Reads a move in the general notation, legal or not; None if it begins with no kind.

        Raises:
            InvalidMoveError: if the parameters do not fit the kind.
        """
        reader = Reader(text)
        kind = self.rulebook().by_id.get(reader.word())
        if kind is None:
            return None
        documents = read_values(text[reader.at :])
        if len(documents) != len(kind.params):
            wanted = " ".join(kind.params) or "no parameters"
            raise InvalidMoveError(
                f"cannot read {brief(text)}: expected {wanted}, got {len(documents)} values"
            )
        return kind.read(dict(zip(kind.params, documents, strict=True)))

    # How players type moves; a game overrides what it says otherwise.

    def read_written(self, text: str) -> Move[S] | None:
        """Reads a move as `str` writes it, legal or not; None if the text is not written so.

        Raises:
            InvalidMoveError: if it begins like a move, but cannot be one.
        """
        return self.read_general(text)

    def is_complete(self, state: S, seat: int, move: Move[S]) -> bool:
        """Tells whether a typed notation means just its move, even if that move is not legal."""
        return True

    def tidy(self, text: str) -> str:
        """Returns a typed text as moves are written: in small letters, without spare spaces."""
        return " ".join(text.split()).lower()

    def typed_words(self, text: str) -> list[str]:
        """Splits a tidy text into words; synonyms are replaced and words without meaning go."""
        return text.split()

    def sayings(
        self, state: S, seat: int, moves: Sequence[Move[S]], words: Sequence[str]
    ) -> list[Saying[S]]:
        """Lists how moves of a seat can be said; by default with a beginning of their notation.

        Args:
            state: the state.
            seat: the seat that moves.
            moves: the moves, legal or not.
            words: what was typed, to leave out what cannot fit; nothing, to list everything.
        """
        first = words[0] if words else ""
        found: list[Saying[S]] = []
        for move in moves:
            text = move._typed or typed_move(move)
            if text.replace(" ", "").startswith(first):
                found.append((move, [Phrase([text], typed.MISFIT, gaps=False)]))
        return found

    def short_form(self, view: V, move: Move[S]) -> str:
        """Returns what a player types for a move of the seat that must decide, as menus show it.

        It is read as this move in the position of the view; by default, it is the notation.
        """
        return str(move)

    def propose(self, state: S, seat: int, words: Sequence[str]) -> Move[S] | None:
        """Finds an illegal move that a player may mean, so that the rules can say why.

        Moves that are always allowed, such as conceding, are meant only by their full first word.
        """
        moves: list[Move[S]] = []
        try:
            for move in Judge(self, without_dice(state), seat).proposed():
                if not move.always or move.id == words[0]:
                    moves.append(move)
        except EnumerationLimit:
            return None
        found = typed.fitting(self.sayings(state, seat, moves, words), words)
        return found[0] if found else None

    def move_from_json(self, document: object) -> Move[S]:
        """Reads a move that `Move.to_json` wrote.

        Raises:
            InvalidMoveError: if the document is not a move of this game.
        """
        if not isinstance(document, dict) or not isinstance(document.get("move"), str):
            raise InvalidMoveError(
                f"expected an object with the id of a move under 'move', got {brief(document)}"
            )
        kind = self.rulebook().by_id.get(document["move"])
        if kind is None:
            raise InvalidMoveError(
                f"{self.id} has no move {brief(document['move'])};"
                f" {errors.suggest(document['move'], self.rulebook().ids())}"
            )
        return kind.read({name: item for name, item in document.items() if name != "move"})

    def move(self, move_id: str, **params: object) -> Move[S]:
        """Builds a move from its id and parameters.

        Raises:
            UnknownMove: if the game has no such kind of move.
            InvalidMoveError: if the parameters do not fit it.
        """
        return self.rulebook().find(move_id).build(params)

    def describe(self, view: V, move: Move[S]) -> str:
        """Says in words what a move does, for somebody who sees `view`."""
        return str(move)

    def news(self, before: V, after: V) -> list[str]:
        """Says what happened as a result of a move, as a viewer saw it, one thing in each text.

        Examples are flipped coins, or the end of a round with its scores. The move itself is not
        repeated: `describe` says it.

        Args:
            before: what somebody saw before the move.
            after: what they see after it.
        """
        return []

    def explain(self, view: V, advice: "Advice[S]") -> list[str]:
        """Explains advice in the words of a player of this game, one thought in each text.

        People read it above the ranked options, so it need not repeat them.

        Args:
            view: what the seat that asked sees.
            advice: what an agent has said, which may come from any package.
        """
        return []

    def guesses(self, view: V) -> list[str]:
        """Names what is in a view and not in the rules, so that advice about it is a guess.

        A position from another program can have such things; in a match there are none.

        Args:
            view: what the seat that asked sees.
        """
        return []

    def action(
        self, seen: "Observation[S, V]", agent: "Agent[S, V]", advice: "Advice[S]"
    ) -> "Action | None":
        """Writes advice as an action for a program outside; None if there is no such format.

        Args:
            seen: what the agent was asked about.
            agent: answers what the move asks next, where an action names several choices at once.
            advice: what it has said.

        Raises:
            IllegalMoveError: if the agent advises a move that is not legal.
        """
        return None

    def render(self, view: V) -> str:
        """Draws what a seat sees, as lines of text."""
        return repr(view)

    # The table: what people see there and touch. See the concept page "Scenes".

    def scene(self, view: V) -> Scene:
        """Shows what a seat sees, as data that a page or a painter draws.

        By default it is the drawing: its first line is the status, the rest a text.
        """
        drawn = self.render(view) if overrides(type(self), Game, "render") else ""
        return plain_scene(self, view, drawn)

    def touches(self, view: V, move: Move[S]) -> Touches:
        """Says what a person touches on the table to make a move.

        Every group is in the scene of the view, or begins with `offer:`. By default everything that
        the move names as `source` and `slots` is offered.

        Args:
            view: what the seat that moves sees; nobody else should be told, because the move may
                name hidden cards.
            move: a move of that seat, legal or not.
        """
        return word_touches(move)

    def offer(self, view: V, group: str) -> Piece:
        """Shows what is offered under a group that begins with `offer:`; by default its word."""
        return word_piece(group)

    def refusal_priority(self, refusal: Reject) -> int:
        """Says how much a refusal helps somebody who pointed at a piece; more is better.

        A card can be refused by several kinds of moves, and a table shows only one reason. The
        library's own codes that say "not now" have 0, those that say "not this" 1, others 2.
        """
        return priority_of(refusal)

    def position(self, view: V) -> dict[str, Json]:
        """Writes a view as a position: a small JSON document a person could have typed."""
        raise PositionError(f"{self.id} has no positions")

    def read_position(self, document: object) -> V:
        """Reads a position as the view of the seat that asks.

        Raises:
            PositionError: if content is missing, extra or impossible; lists all problems.
        """
        raise PositionError(f"{self.id} has no positions")


@mypyc_attr(allow_interpreted_subclasses=True)
class OpenGame(Game[S, S], Generic[S]):
    """A game in which only the dice are hidden: a view is the state without them.

    Cards that are still to be drawn must come from the dice; players would see a deck in order.
    If the state has a field `viewer`, a view says there whose it is, so that scenes can say "you".
    """

    def view(self, state: S, seat: int) -> S:
        """Returns the state without its dice."""
        return self.redone(state, hidden_rng(), seat)

    def sample(self, view: S, rng: Rng) -> S:
        """Returns the state with dice of its own."""
        return self.redone(view, rng.fork(), TRUTH)

    def redone(self, state: S, dice: Rng, viewer: int) -> S:
        """Returns a copy with other dice, for another viewer."""
        twin = copy(state)
        replace_dice(twin, dice)
        if hasattr(twin, "viewer"):
            setattr(twin, "viewer", viewer)  # noqa: B010 - compiled code knows no such field
        return twin


# Where the constructors are that games inherit.
LIBRARY: Final = ("kibitz.core.", "kibitz.kit.")


def has_options(game: type) -> bool:
    """Tells whether a game has a constructor of its own, whose arguments are its options."""
    for found in game.__mro__:
        if "__init__" in found.__dict__:
            return not found.__module__.startswith(LIBRARY)
    return False


def check_game_object(given: object) -> None:
    """Refuses what is not a game.

    Raises:
        TypeError: says how to make one.
    """
    if isinstance(given, Game):
        return
    if isinstance(given, type) and issubclass(given, Game):
        raise TypeError(f"expected a game, got the class {given.__name__}: call it to make one")
    name = brief(given) if isinstance(given, str) else "name"
    raise TypeError(f"expected a game, got {brief(given)}: kibitz.load({name}) makes one")


def written_move(move: Move[S]) -> str:
    """Writes a move in its notation.

    Raises:
        RuleError: if the author's notation fails.
    """
    try:
        return str(move)
    except Exception as error:
        failed = RuleError(
            f"str() of {move.id} failed: {type(error).__name__}: {errors.text_of(error)}"
        )
        raise failed.caused_by(error) from error


def typed_move(move: Move[S]) -> str:
    """Writes a move in small letters, and keeps that: the next text is compared with it, too."""
    text = written_move(move).lower()
    object.__setattr__(move, "_typed", text)  # it may be a frozen dataclass
    return text


def read_quietly(game: Game[S, V], text: str) -> Move[S] | None:
    """Reads a move in the general notation; None if it is wrong in any way."""
    try:
        return game.read_general(text)
    except InvalidMoveError:
        return None


def list_legal(game: Game[S, V], state: S, seat: int, first: str = "") -> list[Move[S]]:
    """Lists the legal moves of a seat; none if there are too many to abbreviate them.

    Rules that may write to the state or fail are asked by the judge, each on a copy. Kinds that a
    first word cannot mean are left out where the library knows how they are listed and said.
    """
    if game.reads_only and seat == state.seat:
        if game.own_list:
            return game.legal(state)
        return derive_legal(game, state, game.rulebook().begun(first))
    try:
        return [*Judge(game, without_dice(state), seat).legal()]
    except EnumerationLimit:
        return []


def find_meant(game: Game[S, V], state: S, seat: int, wanted: str) -> Move[S] | None:
    """Finds the only legal move that fits a tidy text best; None if none fits.

    Raises:
        AmbiguousMoveError: if several do.
    """
    words = game.typed_words(wanted) if len(wanted) <= typed.LONGEST_TYPED else []
    if not words or words == [typed.AIM]:
        return None
    legal = list_legal(game, state, seat, words[0])
    found = typed.fitting(game.sayings(state, seat, legal, words), words)
    if len(found) > 1:
        raise typed.ambiguous(wanted, found)
    return found[0] if found else None


def guess_move(
    game: Game[S, V], state: S, seat: int, wanted: str, problem: Exception | None
) -> Move[S]:
    """Finds an illegal move that a tidy text may mean; raises if there is none.

    A problem that the game has found in the text is better than a guess.
    """
    if len(wanted) > typed.LONGEST_TYPED:
        expected = f"expected {typed.LONGEST_TYPED} at most"
        raise problem or InvalidMoveError(f"a move of {len(wanted)} characters: {expected}")
    words = game.typed_words(wanted)
    found = game.propose(state, seat, words) if words and words != [typed.AIM] else None
    if found is not None and (problem is None or written_move(found).lower() == wanted):
        return found
    if problem is not None:
        raise problem
    said = game.sayings(state, seat, list_legal(game, state, seat), [])
    raise typed.unreadable(wanted, words, said, game.rulebook().ids())


def derive_legal(
    game: Game[S, V], state: S, kinds: Sequence[Kind[S]] | None = None
) -> list[Move[S]]:
    """Lists the legal moves from `enumerate` and `check`: the law that `Game.legal` must equal.

    Only those of some kinds, if any are given.
    """
    moves: list[Move[S]] = []
    if state.over:
        return moves
    seat = state.seat
    for kind in game.rulebook().kinds if kinds is None else kinds:
        # Without a gate of its own, the seat to move may play every kind.
        if not kind.always and not (
            game.has_gate and game.gate(state, seat, kind.move) is not None
        ):
            kind.add_legal(state, seat, moves)
    return moves
