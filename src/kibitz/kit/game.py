"""Table games: card games on a table, from what their author declares.

The author names zones, cards, the board, the turn structure and the kinds of moves, and says how
the game is dealt. Whose turn it is, what a pending decision or a phase allows, views, sampled
worlds, positions and drawings follow.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.game import Game
from kibitz.core.move import Move, Reject
from kibitz.core.notation import write_value
from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN
from kibitz.core.value import Json, Value
from kibitz.kit.board import Board, board_problems, has_secrets, redacted_board
from kibitz.kit.cards import CardId, CardRegistry
from kibitz.kit.drawing import card_name, draw
from kibitz.kit.errors import CardDataError
from kibitz.kit.flow import Flow
from kibitz.kit.moves import TableMove, timing_gate
from kibitz.kit.pending import Decision, pending_gate
from kibitz.kit.position import PositionReader, write_position
from kibitz.kit.state import EVERYTHING, NOBODY_WON, TableState
from kibitz.kit.table import CardTable
from kibitz.kit.trackers import Trackers
from kibitz.kit.turns import TurnStructure
from kibitz.kit.zones import Layout, Zone, zone_problems

B = TypeVar("B", bound=Board)


@mypyc_attr(allow_interpreted_subclasses=True)
class TableGame(Game[TableState[B], TableState[B]], Generic[B]):
    """A card game on a table.

    The author writes `zones`, `cards`, `board`, `deal` and `kinds`, mostly also `turns` and
    `after`.
    """

    def __init__(self, seats: int = 2, options: Mapping[str, Json] | None = None) -> None:
        """Takes the number of seats and the options as the game's own constructor got them."""
        super().__init__(seats, options)
        self._layout: Layout | None = None
        self._structure: TurnStructure[B] | None = None
        self._has_structure = True  # until `turns` says otherwise

    # What the author writes.

    def zones(self) -> list[Zone]:
        """Returns the zones, in the order in which they are drawn and written."""
        raise TypeError(f"{type(self).__name__} does not define zones()")

    def cards(self) -> CardRegistry:
        """Returns the card definitions."""
        raise TypeError(f"{type(self).__name__} does not define cards()")

    def board(self) -> B:
        """Returns a fresh board, as before the deal; hidden fields of views look like it."""
        raise TypeError(f"{type(self).__name__} does not define board()")

    def deal(self, state: TableState[B]) -> None:
        """Puts the cards on an empty table; draws chance from `state.rng`."""
        raise TypeError(f"{type(self).__name__} does not define deal()")

    def turns(self) -> TurnStructure[B] | None:
        """Returns the turn structure; None for a game whose moves pass the turn by themselves."""
        return None

    def trackers(self) -> Trackers:
        """Returns the declared trackers, with nothing marked."""
        return Trackers()

    def after(self, state: TableState[B], move: Move[TableState[B]]) -> None:
        """Does what follows every move: mostly the end conditions. Not called once it is over."""

    def pool(self, seat: int, stock: str) -> list[str] | None:
        """Returns the definitions of all cards that a seat (or `SHARED`) owns of a stock of zones.

        With it, a position need not list what its viewer has not seen. None if nobody can say.
        """
        return None

    def fill_board(self, board: B, rng: Rng, viewer: int) -> None:
        """Fills in what a viewer does not see of a board, so that it fits what it sees."""

    # What follows.

    def layout(self) -> Layout:
        """Returns what all tables of this game share."""
        if self._layout is None:
            self._layout = Layout(self.cards(), self.zones(), self.seats)
        return self._layout

    def structure(self) -> TurnStructure[B] | None:
        """Returns the turn structure, made once."""
        if self._structure is None and self._has_structure:
            self._structure = self.turns()
            self._has_structure = self._structure is not None
        return self._structure

    def blank(self, rng: Rng) -> TableState[B]:
        """Returns a state with an empty table and a fresh board, before the first turn."""
        table = CardTable(self.layout())
        return TableState(
            rng,
            0,
            False,
            "",
            NOBODY_WON,
            EVERYTHING,
            table,
            Flow(),
            self.trackers(),
            [],
            self.board(),
        )

    def setup(self, rng: Rng) -> TableState[B]:
        """Deals a new game, and begins the first turn."""
        state = self.blank(rng)
        self.deal(state)
        structure = self.structure()
        if structure is not None and not state.over:
            structure.begin(state)
        state.refresh_seat()
        return state

    def gate(
        self, state: TableState[B], seat: int, kind: type[Move[TableState[B]]]
    ) -> Reject | None:
        """Refuses a whole kind of move: game over, a pending decision, the turn, phase or step."""
        if state.over:
            return Reject(GAME_ENDED, f"the game is over: {state.reason}")
        if kind.always:
            return None
        refusal = pending_gate(state, seat, kind)
        if refusal is not None:
            return refusal
        if state.seat != seat:
            return Reject(
                NOT_YOUR_TURN, f"it is the turn of seat {state.seat}", seat=seat, turn=state.seat
            )
        return timing_gate(state, kind)

    def play(
        self, state: TableState[B], move: Move[TableState[B]], seat: int | None = None
    ) -> None:
        """Carries out a legal move: its effect, the flow, what follows every move.

        A decision that the move answers is still the head of `pending` while it is applied.
        """
        answered: Decision | None = None
        if state.pending and isinstance(move, TableMove) and move.answers:
            answered = state.pending[0]
        move.apply(state, state.seat if seat is None else seat)
        if answered is not None and answered in state.pending:
            state.pending.remove(answered)
        structure = self.structure()
        if structure is not None:
            structure.settle(state)
        if not state.over:
            self.after(state, move)
            if structure is not None and (state.flow.requests or state.flow.agenda):
                structure.settle(state)
        state.refresh_seat()

    def returns(self, state: TableState[B]) -> list[float]:
        """Returns 1 for the winner and -1 for the others; 0 for all while nobody has won."""
        if state.winner == NOBODY_WON:
            return [0.0 for _ in range(self.seats)]
        return [1.0 if seat == state.winner else -1.0 for seat in range(self.seats)]

    def view(self, state: TableState[B], seat: int) -> TableState[B]:
        """Returns what a seat (or `SPECTATOR`) can know, as a state without dice."""
        table = state.table.redacted(seat)
        return TableState(
            hidden_rng(),
            state.seat,
            state.over,
            state.reason,
            state.winner,
            seat,
            table,
            state.flow.clone(),
            state.trackers.clone(),
            [veiled_decision(decision, table, seat) for decision in state.pending],
            redacted_board(state.board, self.board(), seat),
        )

    def sample(self, view: TableState[B], rng: Rng) -> TableState[B]:
        """Returns a full state that the viewer cannot rule out, with dice of its own."""
        board = view.board.clone()
        self.fill_board(board, rng, view.viewer)
        return TableState(
            Rng(rng.word(), rng.word(), rng.word(), 1),
            view.seat,
            view.over,
            view.reason,
            view.winner,
            EVERYTHING,
            view.table.filled(rng),
            view.flow.clone(),
            view.trackers.clone(),
            view.pending[:],
            board,
        )

    def problems(self) -> list[str]:
        """Lists everything that is wrong with the declaration."""
        found = zone_problems(self.zones())
        try:
            self.cards()
        except CardDataError as error:
            found.append(str(error))
        board = self.board()
        found += board_problems(board, self.seats)
        if has_secrets(board) and not self._overrides("fill_board"):
            name = type(board).__name__
            found.append(f"{name} has fields that not everybody sees, but fill_board() is missing")
        structure = self.structure()
        kinds = self.kinds()
        if structure is not None:
            found += structure.problems(kinds)
        for kind in kinds:
            if not issubclass(kind, TableMove):
                continue
            if structure is None and (kind.phases or kind.steps):
                found.append(f"{kind.id}: it names phases or steps, but there is no turns()")
            if kind.answers and kind.always:
                found.append(f"{kind.id}: what is always allowed answers no decision")
        return found

    # Words.

    def describe(self, view: TableState[B], move: Move[TableState[B]]) -> str:
        """Says in words what a move does, with the names of the cards that the viewer knows."""
        params = [described(view.table, param) for param in move.params()]
        title = move.title()
        return f"{title}: {', '.join(params)}" if params else title

    def render(self, view: TableState[B]) -> str:
        """Draws what a seat sees, as lines of text."""
        return draw(view)

    def position(self, view: TableState[B]) -> dict[str, Json]:
        """Writes a view as a position; see `kibitz.kit.position`."""
        structure = self.structure()
        single = structure is not None and len(structure.segments) == 1
        return write_position(self.id, view, self.board(), single, self.pool)

    def read_position(self, document: object) -> TableState[B]:
        """Reads a position as the view of the seat that asks.

        Raises:
            PositionError: if content is missing, extra or impossible; lists all problems.
        """
        structure = self.structure()
        answers = [kind.answers for kind in self.kinds() if issubclass(kind, TableMove)]
        reader = PositionReader(
            self.id,
            self.blank(hidden_rng()),
            () if structure is None else structure.segments,
            [answer for answer in dict.fromkeys(answers) if answer],
            self.pool,
        )
        return reader.read(document)

    def _overrides(self, name: str) -> bool:
        """Tells whether the author's class defines a method that this class has too."""
        for base in type(self).__mro__:
            if base is TableGame:
                return False
            if name in base.__dict__:
                return True
        return False


def veiled_decision(decision: Decision, table: CardTable, seat: int) -> Decision:
    """Returns a decision as a seat sees it.

    Which of another seat's hidden cards are offered would tell something about them, so all hidden
    cards of the same pile stand in their place.
    """
    if decision.seat == seat:
        return decision
    options: list[object] = []
    for option in decision.options:
        options += hidden_beside(table, option) or [option]
    return Decision(
        decision.id,
        decision.seat,
        decision.kind,
        tuple(dict.fromkeys(options)),
        decision.least,
        decision.most,
        decision.prompt,
    )


def hidden_beside(table: CardTable, option: object) -> list[object]:
    """Returns the unknown cards of the pile in which an unknown card lies; else nothing."""
    if not isinstance(option, str) or not table.has(option):
        return []
    card = table.card(CardId(option))
    if card.definition_id:
        return []
    pile = table.cards(card.zone, card.seat)
    return [card_id for card_id in pile if not table.card(card_id).definition_id]


def described(table: CardTable, param: object) -> str:
    """Names a parameter; a card on the table by its name, where it is known."""
    if isinstance(param, str) and table.has(param):
        return card_name(table, table.card(CardId(param)))
    if isinstance(param, tuple):
        return " + ".join([described(table, item) for item in param]) or "none"
    if isinstance(param, Value):
        held = zip(param.__match_args__, param.params(), strict=True)
        return " and ".join([f"{name} {described(table, item)}" for name, item in held])
    return write_value(param)
