"""Card games, from what their author declares.

The author names the layout, the board and the kinds of moves, says how the game is dealt and how a
turn goes, and what happens by itself. One loop settles the state after each move: effects, checks,
triggers, then the turn. Views, sampled worlds, positions, words and drawings follow.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Generic, TypeVar, cast

from mypy_extensions import mypyc_attr

from kibitz.core.errors import InvalidMoveError, suggest
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import known_options
from kibitz.core.randomness import Rng, hidden_rng, seeded
from kibitz.core.ranges import Range, Whole
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN, Reject
from kibitz.core.rulebook import Kind, overrides
from kibitz.core.scene import Piece, Scene, Touches
from kibitz.core.typed import Saying, split_words
from kibitz.core.value import Json, Value
from kibitz.kit.board import (
    EFFECT,
    EVENT,
    Board,
    board_problems,
    has_secrets,
    veiled_board,
    word_problems,
)
from kibitz.kit.drawing import describe, draw
from kibitz.kit.effects import Effect, Event, Order, Question, Spell, Triggers
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, WRONG_PHASE, FlowError, LayoutError
from kibitz.kit.knowledge import fill, veil
from kibitz.kit.layout import Layout, Named
from kibitz.kit.moves import Answer, Picks, TableMove
from kibitz.kit.position import read_position, write_position
from kibitz.kit.scene import (
    ShowCard,
    as_printed,
    refusal_priority,
    table_offer,
    table_scene,
    table_touches,
)
from kibitz.kit.state import NOBODY, TRUTH, InPlay, TableState, Unit

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)

# What can be picked to answer a question.
KINDS: Final = ("card", "place", "owned", "number", "word")
# The option with the number of players.
SEATS: Final = "seats"
# How often a world is drawn anew that the rules have shown to be impossible.
TRIES: Final = 200
# How many steps may follow one move before the game is taken for endless.
MOST_STEPS: Final = 10_000


class Texts(Generic[P, B]):
    """How a game speaks and looks, in functions of its own, for `CardGame.texts`.

    They are called as the methods of the game with these names.
    """

    def __init__(
        self,
        synonyms: Mapping[str, str],
        sayings: Callable[
            [TableState[P, B], int, Sequence[Move[TableState[P, B]]], Sequence[str]],
            list[Saying[TableState[P, B]]],
        ],
        short_form: Callable[[TableState[P, B], int, Move[TableState[P, B]]], str],
        describe: Callable[[TableState[P, B], Move[TableState[P, B]]], str],
        news: Callable[[TableState[P, B], TableState[P, B]], list[str]],
        render: Callable[[TableState[P, B]], str],
        scene: Callable[[TableState[P, B]], Scene],
        touches: Callable[[TableState[P, B], Move[TableState[P, B]]], Touches],
        show_card: ShowCard,
    ) -> None:
        """Takes the words that mean the same when typed, the functions, and what shows a card."""
        self.synonyms: Final = synonyms
        self.sayings: Final = sayings
        self.short_form: Final = short_form
        self.describe: Final = describe
        self.news: Final = news
        self.render: Final = render
        self.scene: Final = scene
        self.touches: Final = touches
        self.show_card: Final = show_card


@mypyc_attr(allow_interpreted_subclasses=True)
class CardGame(Game[TableState[P, B], TableState[P, B]], Generic[P, B]):
    """A card game.

    The author writes `kinds`, `layout`, `board` and `deal`, usually also `flow` and `check_state`,
    `part` if there are parts in play, and `effects` if there are effects.
    """

    # The order of triggers, which begins with the active seat: new ones before those that wait
    # already, or after them. After each trigger the order begins anew, or the seat that holds the
    # triggers goes on until it has none left.
    new_first: ClassVar[bool] = True
    holder_goes_on: ClassVar[bool] = False

    def __init__(self, seats: int = 2, texts: Texts[P, B] | None = None) -> None:
        super().__init__(seats)
        self.texts: Final = texts
        self.own_gate = overrides(type(self), CardGame, "gate")
        self.own_words = texts is not None or overrides(type(self), CardGame, "sayings")
        self.own_list = self.own_words or overrides(type(self), CardGame, "legal")
        # The kinds of moves with their phases, and those that answer questions.
        self._timed: list[tuple[int, Kind[TableState[P, B]]]] = []
        self._answers: list[Kind[TableState[P, B]]] = []
        self._secrets: bool | None = None
        self._stock: list[list[int]] | None = None

    # What the author writes.

    def layout(self) -> Layout:
        """Returns the zones and rows; a layout for several numbers of players serves them all."""
        raise TypeError(f"{type(self).__name__} does not define layout()")

    def board(self) -> B:
        """Returns a fresh board, as before the deal; hidden fields of views look like it."""
        raise TypeError(f"{type(self).__name__} does not define board()")

    def deal(self, state: TableState[P, B]) -> None:
        """Puts the cards into the zones; draws chance from `state.rng`."""
        raise TypeError(f"{type(self).__name__} does not define deal()")

    def part(self, card: int) -> P:
        """Returns what a card is in play, with all defaults; positions are read with it.

        By default it is a `Unit`; a game with parts of its own class returns one of those.
        """
        return cast("P", Unit(card))

    def effects(self) -> list[type[Event]]:
        """Returns the classes of effects, questions and events; positions are read with them."""
        return []

    def flow(self, state: TableState[P, B]) -> bool:
        """Goes one step on in turn and phase; False when a seat must decide."""
        return False

    def decider(self, state: TableState[P, B]) -> int:
        """Returns the seat that decides when `flow` stops; usually the one whose turn it is.

        A game in which another seat acts within a turn, such as one that may block, overrides it.
        """
        return state.active

    def check_state(self, state: TableState[P, B]) -> bool:
        """Does what the rules say when nothing else happens; returns whether it did anything.

        It runs after every move, so its first pass should make no objects.
        """
        return False

    def triggered(self, state: TableState[P, B], event: Value) -> list[Effect[P, B]]:
        """Returns what an event triggers; by default, the event itself if it is an effect."""
        return [event] if isinstance(event, Effect) else []

    def possible(self, world: TableState[P, B]) -> bool:
        """Tells whether a sampled world agrees with what the players have learned."""
        return True

    def fill_board(self, board: B, rng: Rng, viewer: int) -> None:
        """Fills in the fields of a board that a viewer does not see, to fit those it sees."""

    def pool(self, view: TableState[P, B], seat: int) -> list[int] | None:
        """Returns the cards that a viewer expects among the unseen ones of another seat.

        For games with unknown decks. The list has at least as many cards as are hidden, and depends
        only on the view. None means that the viewer knows the deck list.
        """
        return None

    # What follows.

    def empty(self, rng: Rng) -> TableState[P, B]:
        """Returns a state without cards, with a fresh board."""
        return TableState(rng, self.layout().for_seats(self.seats), self.board())

    def setup(self, rng: Rng) -> TableState[P, B]:
        """Deals a new game, and goes on to the first decision."""
        state = self.empty(rng)
        self.deal(state)
        self.settle(state)
        return state

    def play(
        self, state: TableState[P, B], move: Move[TableState[P, B]], seat: int | None = None
    ) -> None:
        """Carries out a legal move, and all that follows up to the next decision."""
        move.apply(state, state.seat if seat is None else seat)
        self.settle(state)

    def settle(self, state: TableState[P, B]) -> None:
        """Goes on until somebody must decide: effects, checks, triggers, then the turn."""
        stack = state.stack
        last = "flow or check_state"
        steps = 0
        while not state.over:
            steps += 1
            if steps > MOST_STEPS:
                raise FlowError(f"no decision after {MOST_STEPS} steps, the last of {last}")
            if not stack:
                if not self.rest(state) and not self.flow(state):
                    state.seat = self.decider(state)
                    return
                continue
            top = stack[-1]
            if isinstance(top, Spell) and self.rest(state):
                continue
            if isinstance(top, Question):
                if not 0 <= top.seat < self.seats:
                    asks = f"{top.id} asks seat {top.seat}"
                    raise FlowError(f"{asks}, but there are {self.seats} seats")
                state.seat = top.seat
                return
            stack.pop()
            last = top.id
            top.resolve(state)

    def rest(self, state: TableState[P, B]) -> bool:
        """Does checks until they are stable, then puts triggers on the stack; tells if it did."""
        if self.check_state(state):
            return True
        if not state.events:
            return False
        events, state.events = state.events, []
        found: list[Effect[P, B]] = []
        for event in events:
            found.extend(self.triggered(state, event))
        if found:
            self.put_triggers(state, found)
        return len(found) > 0

    def put_triggers(self, state: TableState[P, B], found: list[Effect[P, B]]) -> None:
        """Puts triggers on the stack, above those that wait already or among them."""
        if not self.new_first:
            for at, effect in enumerate(state.stack):
                if isinstance(effect, Triggers):
                    waiting = (*effect.waiting, *found)
                    state.stack[at] = Triggers(waiting, effect.seats, effect.holds)
                    return
        seats = [(state.active + step) % self.seats for step in range(self.seats)]
        state.then(Triggers(tuple(found), tuple(seats), self.holder_goes_on))

    def gate(
        self, state: TableState[P, B], seat: int, kind: type[Move[TableState[P, B]]]
    ) -> Reject | None:
        """Refuses a whole kind of move: a pending question, the turn, or the phase."""
        if state.over:
            return Reject(GAME_ENDED, f"the game is over: {state.reason}")
        if kind.always:
            return None
        asked = state.question()
        if asked is not None and (seat != asked.seat or not answers_of(kind)):
            text = f"seat {asked.seat} must answer first: {asked.id}"
            return Reject(DECISION_PENDING, text, question=asked.id, seat=asked.seat)
        if asked is None and answers_of(kind):
            return Reject(NO_DECISION, "nothing is asked now")
        if state.seat != seat:
            text = f"it is the turn of seat {state.seat}"
            return Reject(NOT_YOUR_TURN, text, seat=seat, turn=state.seat)
        phases = phases_of(kind)
        if phases and not (phases >> state.phase) & 1:
            return wrong_phase(kind, state)
        return None

    def legal(self, state: TableState[P, B]) -> list[Move[TableState[P, B]]]:
        """Lists the legal moves of the seat that must decide, in the order of the kinds."""
        found: list[Move[TableState[P, B]]] = []
        if state.over:
            return found
        if not self._timed and not self._answers:
            kinds = [kind for kind in self.rulebook().kinds if not kind.always]
            self._answers = [kind for kind in kinds if answers_of(kind.move)]
            own = [kind for kind in kinds if not answers_of(kind.move)]
            self._timed = [(phases_of(kind.move) or -1, kind) for kind in own]
        if state.question() is not None:
            for kind in self._answers:
                kind.add_legal(state, state.seat, found)
            return found
        for phases, kind in self._timed:
            if (phases >> state.phase) & 1:
                kind.add_legal(state, state.seat, found)
        return found

    def returns(self, state: TableState[P, B]) -> list[float]:
        """Returns 1 for the winner and -1 for the others; 0 for all while nobody has won."""
        if state.winner == NOBODY:
            return [0.0] * self.seats
        return [1.0 if seat == state.winner else -1.0 for seat in range(self.seats)]

    def view(self, state: TableState[P, B], seat: int) -> TableState[P, B]:
        """Returns what a seat (or `SPECTATOR`) can know, as a state without dice."""
        view = veil(state, seat)
        if self.has_secrets():
            view.board = veiled_board(state.board, self.board(), seat)
        for pool, cards in self.expected(view).items():
            view.pools[pool] = cards
        return view

    def expected(self, view: TableState[P, B]) -> dict[int, list[int]]:
        """Returns what `pool` gives for the other seats, by the number of the pool."""
        found: dict[int, list[int]] = {}
        if view.viewer == TRUTH:
            return found  # a whole state hides nothing
        for seat in range(self.seats):
            cards = None if seat == view.viewer else self.pool(view, seat)
            if cards is not None:
                found[view.layout.home(seat)] = sorted(cards)
        return found

    def sample(self, view: TableState[P, B], rng: Rng) -> TableState[P, B]:
        """Returns a full state that the viewer cannot rule out, with dice of its own."""
        for _ in range(TRIES):
            world = fill(view, rng)
            if self.has_secrets():
                self.fill_board(world.board, rng, view.viewer)
            if self.possible(world):
                break
        return world

    def option_help(self) -> Mapping[str, str]:
        """Says what each option means; by default, what `seats` is."""
        return dict.fromkeys(CardGame.option_ranges(self), "how many players")

    def option_ranges(self) -> Mapping[str, Range]:
        """Returns the values of options; by default those of `seats`, which the layout knows.

        Only where the constructor takes `seats`, and the layout is for several numbers.
        """
        layout = self.layout()
        if layout.least == layout.most or SEATS not in (known_options(type(self)) or ()):
            return {}
        return {SEATS: Whole(layout.least, layout.most)}

    def has_secrets(self) -> bool:
        """Tells whether the board has fields that not everybody sees."""
        if self._secrets is None:
            self._secrets = has_secrets(self.board())
        return self._secrets

    def stock(self) -> list[list[int]]:
        """Returns the cards of each pool after a deal; positions need not list hidden ones."""
        if self._stock is None:
            self._stock = self.setup(seeded(0)).known()
        return self._stock

    # The declaration.

    def problems(self) -> list[str]:
        """Lists everything that is wrong with the declaration."""
        try:
            layout = self.layout()
        except LayoutError as error:
            return [str(error)]
        found: list[str] = []
        if not layout.least <= self.seats <= layout.most:
            found.append(f"the layout is for {layout.seats_text()}, the game has {self.seats}")
        board = self.board()
        found += board_problems(board, self.seats)
        if has_secrets(board) and not overrides(type(self), CardGame, "fill_board"):
            name = type(board).__name__
            found.append(f"{name} has fields that not everybody sees, but fill_board() is missing")
        for kind in self.kinds():
            if phases_of(kind) >> len(layout.phases):
                known = ", ".join([f"{at} {name}" for at, name in enumerate(layout.phases)])
                text = "it names a phase that the layout does not have; known"
                found.append(f"{kind.id}: {text}: {known or 'none'}")
            found += foreign_domains(kind, layout)
            if answers_of(kind) and kind.always:
                found.append(f"{kind.id}: what is always allowed answers no question")
        return found + effect_problems(self.effects()) + unanswered(self.effects(), self.kinds())

    # Words.

    def read_written(self, text: str) -> Move[TableState[P, B]] | None:
        """Reads the general notation; None for what `sayings` may read, if the game has its own."""
        if not self.own_words:
            return self.read_general(text)
        try:
            return self.read_general(text)
        except InvalidMoveError:
            return None

    def typed_words(self, text: str) -> list[str]:
        """Splits a typed text into words, with one word for those that mean the same."""
        texts = self.texts
        return super().typed_words(text) if texts is None else split_words(text, texts.synonyms)

    def sayings(
        self,
        state: TableState[P, B],
        seat: int,
        moves: Sequence[Move[TableState[P, B]]],
        words: Sequence[str],
    ) -> list[Saying[TableState[P, B]]]:
        """Lists how moves can be said; by default, as they are written."""
        texts = self.texts
        if texts is None:
            return super().sayings(state, seat, moves, words)
        return texts.sayings(state, seat, moves, words)

    def short_form(self, view: TableState[P, B], move: Move[TableState[P, B]]) -> str:
        """Returns a short text that is read as a move; by default, its notation."""
        texts = self.texts
        if texts is None:
            return super().short_form(view, move)
        return texts.short_form(view, view.seat, move)

    def news(self, before: TableState[P, B], after: TableState[P, B]) -> list[str]:
        """Says what followed a move, as a viewer saw it; by default, nothing."""
        texts = self.texts
        return super().news(before, after) if texts is None else texts.news(before, after)

    def describe(self, view: TableState[P, B], move: Move[TableState[P, B]]) -> str:
        """Says in words what a move does, with the names of cards."""
        return describe(view, move) if self.texts is None else self.texts.describe(view, move)

    def render(self, view: TableState[P, B]) -> str:
        """Draws what a seat sees, as lines of text."""
        return draw(view) if self.texts is None else self.texts.render(view)

    def scene(self, view: TableState[P, B]) -> Scene:
        """Shows the zones, the rows and the board; what is printed comes from the catalogue."""
        if self.texts is not None:
            return self.texts.scene(view)
        return table_scene(view, self.layout().printed)

    def touches(self, view: TableState[P, B], move: Move[TableState[P, B]]) -> Touches:
        """Touches the cards, the places and the players that a move names."""
        texts = self.texts
        return table_touches(view, move) if texts is None else texts.touches(view, move)

    def offer(self, view: TableState[P, B], group: str) -> Piece:
        """Shows a card that is offered, or something else by its word."""
        if self.texts is not None:
            return table_offer(view, group, self.texts.show_card)
        return table_offer(view, group, as_printed(self.layout(), self.layout().printed))

    def refusal_priority(self, refusal: Reject) -> int:
        """Says how much a refusal helps; what waits for a question or a phase helps least."""
        return refusal_priority(refusal)

    def position(self, view: TableState[P, B]) -> dict[str, Json]:
        """Writes a view as a position; see `kibitz.kit.position`."""
        return write_position(self, view)

    def read_position(self, document: object) -> TableState[P, B]:
        """Reads a position as the view of the seat that asks; all problems come in one error."""
        return read_position(self, document, self.empty(hidden_rng()))


def phases_of(kind: type[Move[TableState[P, B]]]) -> int:
    """Returns the phases in which a kind may be played, as bits; 0 for any."""
    return kind.phases if issubclass(kind, TableMove) else 0


def wrong_phase(kind: type[Move[TableState[P, B]]], state: TableState[P, B]) -> Reject:
    """Makes the refusal of a kind of move that belongs in another phase; says in which."""
    names = [name.replace("_", " ") for name in state.layout.phases]
    wanted = tuple([name for at, name in enumerate(names) if (phases_of(kind) >> at) & 1])
    now = names[state.phase]
    text = f"{kind.title()} belongs in phase {' or '.join(wanted)}; this is phase {now}"
    return Reject(WRONG_PHASE, text, wanted=wanted, now=now)


def answers_of(kind: type[Move[TableState[P, B]]]) -> bool:
    """Tells whether a kind of move answers questions."""
    return kind.answers if issubclass(kind, TableMove) else False


def foreign_domains(kind: type[Move[TableState[P, B]]], layout: Layout) -> list[str]:
    """Lists the parameters that were declared with a layout for other numbers of seats."""
    found: list[str] = []
    for name, domain in kind.domains.items():
        inner: object = domain
        while not isinstance(inner, Named) and hasattr(inner, "inner"):
            inner = getattr(inner, "inner")  # noqa: B009 - several domains have one
        if isinstance(inner, Named) and inner.layout.most != layout.most:
            text = f"declared with a layout for {inner.layout.seats_text()}"
            found.append(f"{kind.id}.{name}: {text}, the game's is for {layout.seats_text()}")
    return found


def effect_problems(effects: list[type[Event]]) -> list[str]:
    """Lists what is wrong with the declared effects, questions and events."""
    found: list[str] = []
    ids = [effect.id for effect in effects]
    for effect in effects:
        name = effect.id or effect.__name__
        if not effect.id:
            found.append(f"{name}: an effect or event needs an id")
        elif ids.count(effect.id) > 1 or effect.id in (Triggers.id, Order.id):
            found.append(f"two effects have the id {effect.id!r}")
        params = effect.__match_args__
        # In a position these names stand before the id.
        for tag in [tag for tag in (EFFECT, EVENT) if tag in params]:
            found.append(f"{name}: a parameter cannot have the name {tag!r}")
        found += word_problems(name, effect.words, params)
        if issubclass(effect, Question):
            if not 0 <= effect.least <= effect.most:
                found.append(f"{name}: no answer takes {effect.least} to {effect.most} options")
            if effect.kind not in KINDS:
                hint = suggest(effect.kind, KINDS)
                found.append(f"{name}: unknown kind {effect.kind!r}; {hint}")
    return list(dict.fromkeys(found))


def unanswered(effects: list[type[Event]], kinds: list[type[Move[TableState[P, B]]]]) -> list[str]:
    """Lists the declared questions that no kind of move answers."""
    bound: list[str] = []
    for kind in kinds:
        picks = kind.domains.get("picks")
        if isinstance(picks, Picks):
            bound += picks.words
        elif answers_of(kind) and not issubclass(kind, Answer):
            return []  # the author's own kind may answer anything
    asked = [effect.id for effect in effects if issubclass(effect, Question)]
    text = "no kind of move answers it; name it in `answers_to`"
    return [f"{id}: {text}" for id in asked if id not in bound]
