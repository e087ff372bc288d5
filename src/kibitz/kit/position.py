"""Positions: a view as a small JSON document that a person could have typed.

What is left out is empty, or as at the start of a game. Ids of cards are not written. Where
something refers to a card, such as a pending decision, it says `c3`: the third card in reading
order (see `kibitz.kit.placement`).

```json
{"game": "duel", "viewer": 0, "turn": 3, "active": 0, "phase": "main",
 "board": {"life": [20, 14]},
 "zones": {"deck": [12, 14], "hand": [["imp", "ogre"], 4],
           "field": [["imp"], [{"card": "ogre", "flags": ["tapped"], "counters": {"damage": 1}}]]}}
```
"""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

from kibitz.core.document import Document
from kibitz.core.errors import PositionError, suggest
from kibitz.core.game import SPECTATOR
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json, decode, encode
from kibitz.kit.board import Board, read_board, write_board
from kibitz.kit.cards import CardId
from kibitz.kit.errors import FlowError
from kibitz.kit.flow import LEVELS, NOBODY, Flow, Task
from kibitz.kit.pending import Decision
from kibitz.kit.placement import CardReader, write_zones
from kibitz.kit.stages import Segment
from kibitz.kit.state import EVERYTHING, NOBODY_WON, TableState
from kibitz.kit.table import CardTable
from kibitz.kit.trackers import TABLE
from kibitz.kit.unseen import SHARED_NAME, Pool, read_unseen, write_unseen

B = TypeVar("B", bound=Board)

VIEWERS: Final = {"spectator": SPECTATOR, "everything": EVERYTHING}
FIELDS: Final = (
    "game",
    "viewer",
    "turn",
    "active",
    "first",
    "segment",
    "phase",
    "step",
    "priority",
    "requests",
    "agenda",
    "board",
    "zones",
    "trackers",
    "pending",
    "unseen",
    "over",
)


# Writing.


def write_position(
    game: str, view: TableState[B], fresh: B, single: bool, pool: Pool
) -> dict[str, Json]:
    """Writes a view.

    Args:
        game: the id of the game.
        view: what to write.
        fresh: a fresh board.
        single: whether the game has only one segment, which then need not be named.
        pool: what exists.
    """
    named = [name for name, seat in VIEWERS.items() if seat == view.viewer]
    viewer: Json = named[0] if named else view.viewer
    document: dict[str, Json] = {"game": game, "viewer": viewer}
    document.update(write_flow(view.flow, single))
    cards = view.table.all_cards()
    renamed = {card.id: f"c{number}" for number, card in enumerate(cards, 1)}
    found: dict[str, Json] = {
        "board": write_board(view.board, fresh, view.viewer, view.viewer == EVERYTHING),
        "zones": write_zones(view.table, view.viewer),
        "trackers": write_trackers(view, renamed),
        "pending": [write_decision(decision) for decision in view.pending],
        "unseen": write_unseen(view.table, pool),
    }
    for name, part in found.items():
        if part:
            document[name] = renaming(part, renamed) if name in ("board", "pending") else part
    if view.over:
        document["over"] = {"winner": view.winner, "reason": view.reason}
    return document


def write_flow(flow: Flow, single: bool) -> dict[str, Json]:
    """Writes the position in turns; what is as at the start is left out, except turn and seat."""
    document: dict[str, Json] = {"turn": flow.turn, "active": flow.active}
    if flow.first:
        document["first"] = flow.first
    if flow.segment and not single:
        document["segment"] = flow.segment
    if flow.phase:
        document["phase"] = flow.phase
    if flow.step:
        document["step"] = flow.step
    if flow.priority != NOBODY:
        document["priority"] = flow.priority
    if flow.requests:
        document["requests"] = [*flow.requests]
    if flow.agenda:
        document["agenda"] = [[verb, level, name] for verb, level, name in flow.agenda]
    return document


def write_trackers(view: TableState[B], renamed: Mapping[CardId, str]) -> dict[str, Json]:
    """Writes the marks by seat, sorted."""
    found: dict[str, Json] = {}
    for seat in range(TABLE, view.table.seats):
        marks = [
            renamed_text(name, renamed) for name, whose in view.trackers.marked() if whose == seat
        ]
        if marks:
            found[SHARED_NAME if seat == TABLE else str(seat)] = [*sorted(marks)]
    return found


def write_decision(decision: Decision) -> dict[str, Json]:
    """Writes a pending decision; what is usual is left out."""
    document: dict[str, Json] = {
        "id": decision.id,
        "seat": decision.seat,
        "kind": decision.kind,
        "options": [encode(option) for option in decision.options],
    }
    if decision.least != 1:
        document["least"] = decision.least
    if decision.most != 1:
        document["most"] = decision.most
    if decision.prompt:
        document["prompt"] = decision.prompt
    return document


def renaming(value: Json, names: Mapping[CardId, str]) -> Json:
    """Replaces ids of cards wherever they stand in a document."""
    if isinstance(value, str):
        return renamed_text(value, names)
    if isinstance(value, list):
        return [renaming(item, names) for item in value]
    if isinstance(value, dict):
        return {renamed_text(name, names): renaming(item, names) for name, item in value.items()}
    return value


def renamed_text(text: str, names: Mapping[CardId, str]) -> str:
    """Replaces an id of a card, also as a part between colons, such as `quested:c5`."""
    return ":".join([names.get(CardId(word), word) for word in text.split(":")])


# Reading.


class PositionReader(Generic[B]):
    """Reads one document as a view; every problem is noted, and `read` raises them together."""

    def __init__(
        self,
        game: str,
        blank: TableState[B],
        segments: "Sequence[Segment[B]]",
        answers: Sequence[str],
        pool: Pool,
    ) -> None:
        """Takes what the game knows.

        Args:
            game: the id of the game.
            blank: an empty state.
            segments: the stages of the game; none if it has no turn structure.
            answers: the kinds of decisions that its moves answer.
            pool: what exists.
        """
        self.game: Final = game
        self.blank: Final = blank
        self.segments: Final = segments
        self.answers: Final = answers
        self.pool: Final = pool
        self.seats: Final = blank.table.seats

    def read(self, document: object) -> TableState[B]:
        """Reads the view.

        Raises:
            PositionError: if anything is missing, extra or impossible; lists all problems.
        """
        root = Document(document)
        root.only(FIELDS)
        if root.has("game") and root.field("game").text() != self.game:
            root.field("game").wanted(repr(self.game))
        viewer = self.read_viewer(root.field("viewer"))
        state = self.blank.clone()
        state.rng = hidden_rng()
        state.viewer = viewer
        self.read_over(root, state)
        state.flow = self.read_flow(root, state.over)
        everything = viewer == EVERYTHING
        if root.has("board"):
            state.board = read_board(root.field("board"), state.board, viewer, everything)
        reader = CardReader(state.table.layout, viewer)
        reader.read(root.field("zones") if root.has("zones") else Document({}))
        table = CardTable(
            state.table.layout, reader.cards, reader.piles, reader.reveals, len(reader.cards)
        )
        table.unseen = read_unseen(root, table, self.pool)
        state.table = table
        self.read_trackers(root, state)
        if root.has("pending"):
            state.pending = [self.read_decision(item) for item in root.field("pending").items()]
        root.finish(PositionError, f"position of {self.game}")
        state.refresh_seat()
        return state

    def read_viewer(self, place: Document) -> int:
        """Reads whose view it is."""
        if isinstance(place.value, str) and place.value in VIEWERS:
            return VIEWERS[place.value]
        if isinstance(place.value, str):
            place.note(f"unknown {place.value!r}; a seat or {suggest(place.value, VIEWERS)}")
            return SPECTATOR
        return place.integer(0, self.seats - 1)

    def read_over(self, root: Document, state: TableState[B]) -> None:
        """Reads how the game has ended, if it has."""
        if not root.has("over"):
            return
        place = root.field("over")
        place.only(("winner", "reason"))
        state.over = True
        state.winner = place.field("winner").integer(NOBODY_WON, self.seats - 1)
        state.reason = place.field("reason").text()

    # The flow.

    def read_flow(self, root: Document, over: bool) -> Flow:
        """Reads the position in turns."""
        agenda = self.read_agenda(root)
        moving = over or len(agenda) > 0
        turn = root.field("turn").integer(0) if root.has("turn") else 1
        flow = Flow(turn, self.read_seat(root, "active"), self.read_seat(root, "first"))
        if root.has("priority"):
            flow.priority = self.read_seat(root, "priority")
        if root.has("requests"):
            flow.requests = [item.choice(LEVELS) for item in root.field("requests").items()]
        flow.agenda = agenda
        if not self.segments:
            for name in ("segment", "phase", "step"):
                if root.has(name):
                    root.field(name).note(f"{self.game} has no turn structure")
            return flow
        ids = [segment.id for segment in self.segments]
        alone = ids[0] if len(ids) == 1 else ""
        flow.segment = self.read_stage(root, "segment", ids, moving, alone)
        for segment in self.segments:
            if segment.id == flow.segment and segment.turn is not None:
                phases = segment.turn.phases
                flow.phase = self.read_stage(root, "phase", [p.id for p in phases], moving, "")
                steps = [s.id for p in phases if p.id == flow.phase for s in p.steps]
                flow.step = self.read_stage(root, "step", steps, moving, "")
        return flow

    def read_stage(
        self, root: Document, level: str, ids: Sequence[str], moving: bool, default: str
    ) -> str:
        """Reads the running stage of a level; needed, unless the flow is on its way."""
        if root.has(level):
            place = root.field(level)
            if ids:
                return place.choice(ids)
            place.note(f"no {level} can run here")
        elif ids and not default and not moving:
            root.note(f"field {level!r} is missing; known: {', '.join(ids)}")
        return default

    def read_seat(self, root: Document, name: str) -> int:
        """Reads a seat; the first one where none is named."""
        return root.field(name).integer(0, self.seats - 1) if root.has(name) else 0

    def read_agenda(self, root: Document) -> list[Task]:
        """Reads what is left of a transition that a pending decision interrupted."""
        tasks: list[Task] = []
        for item in root.field("agenda").items() if root.has("agenda") else []:
            words = [word.text() for word in item.items()]
            if len(words) == 3:
                tasks.append((words[0], words[1], words[2]))
            else:
                item.wanted("a list of three texts")
        return tasks

    # Marks and decisions.

    def read_trackers(self, root: Document, state: TableState[B]) -> None:
        """Reads the marks by seat."""
        if not root.has("trackers"):
            return
        place = root.field("trackers")
        place.only([SHARED_NAME, *[str(seat) for seat in range(self.seats)]])
        for whose in place.names():
            for item in place.field(whose).items():
                try:
                    state.trackers.mark(item.text(), int(whose) if whose.isdigit() else None)
                except FlowError as error:
                    item.note(str(error))

    def read_decision(self, place: Document) -> Decision:
        """Reads a pending decision."""
        place.only(Decision.__match_args__)
        options: list[object] = []
        records = {record.__name__: record for record in self.blank.board.records}
        for item in place.field("options").items() if place.has("options") else []:
            try:
                options.append(decode(item.value, records))
            except ValueError as error:
                item.note(str(error))
        least = place.field("least").integer(0) if place.has("least") else 1
        most = place.field("most").integer(0) if place.has("most") else 1
        kind = place.field("kind").choice(self.answers)
        seat = place.field("seat").integer(0, self.seats - 1)
        prompt = place.field("prompt").text() if place.has("prompt") else ""
        name = place.field("id").text()
        try:
            return Decision(name, seat, kind, tuple(options), least, most, prompt)
        except ValueError as error:
            place.note(str(error))
            return Decision(name, seat, kind)
