"""Scenarios: positions of table games for tests, built line by line.

```python
engine = (
    scenario(game)
    .put("hand", 0, "imp", "ogre")
    .put("field", 1, "wall", tapped=True, damage=2)
    .set(mana=[3, 0])
    .turn(4, active=0, phase="main")
    .engine()
)
```
"""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.errors import suggest
from kibitz.core.randomness import seeded
from kibitz.kit.board import Board
from kibitz.kit.cards import CardId
from kibitz.kit.flow import NOBODY
from kibitz.kit.game import TableGame
from kibitz.kit.pending import Decision
from kibitz.kit.stages import Segment
from kibitz.kit.state import TableState

B = TypeVar("B", bound=Board)

SEED: Final = "scenario"


def scenario(game: TableGame[B]) -> "Scenario[B]":
    """Starts a scenario: an empty table, a fresh board, turn 1 of seat 0 in its first phase."""
    return Scenario(game)


class Scenario(Generic[B]):
    """A state of a table game under construction; every method returns the scenario itself.

    Attributes:
        game: the rules.
        ids: the ids of all cards put so far, in that order: `c1`, `c2`, ...
    """

    def __init__(self, game: TableGame[B]) -> None:
        game.rulebook()
        self.game: Final = game
        self.ids: Final[list[CardId]] = []
        self._seed: int | str = SEED
        self._state: Final = game.blank(seeded(SEED))
        self._turn_given = False
        self._enter("", "", "")

    def put(self, zone: str, seat: int, /, *cards: str, **marks: bool | int) -> "Scenario[B]":
        """Puts cards at the bottom of a zone, in order from the top.

        Args:
            zone: the id of the zone.
            seat: the owner of that part of the zone; `SHARED` for a shared zone.
            cards: the ids of their definitions.
            marks: flags (`tapped=True`) and counters (`damage=2`) for all of these cards.

        Raises:
            ZoneError: if there is no such zone, or no room in it.
            UnknownCard: if there is no such card; names near matches.
        """
        table = self._state.table
        for definition in cards:
            card = table.create(definition, zone, seat)
            for name, mark in marks.items():
                if isinstance(mark, bool):
                    table.set_flag(card, name, mark)
                else:
                    table.add_counter(card, name, mark)
            self.ids.append(card)
        return self

    def set(self, **fields: object) -> "Scenario[B]":
        """Sets fields of the board.

        Raises:
            ValueError: if the board has no such field; names near matches.
        """
        board = self._state.board
        for name, value in fields.items():
            if name not in board.__match_args__:
                near = suggest(name, board.__match_args__)
                raise ValueError(f"the board of {self.game.id} has no field {name!r}; {near}")
            setattr(board, name, value)
        return self

    def turn(
        self,
        number: int,
        *,
        active: int = 0,
        segment: str = "",
        phase: str = "",
        step: str = "",
        first: int = 0,
    ) -> "Scenario[B]":
        """Sets the turn, segment, phase and step; the default for each is the first one.

        No hook runs: the scenario must set what a hook would do at the start of a turn or phase.

        Raises:
            ValueError: if there is no such seat, segment, phase or step; names near matches.
        """
        flow = self._state.flow
        flow.turn = number
        flow.active = self._seat(active)
        flow.first = self._seat(first)
        self._turn_given = True
        self._enter(segment, phase, step)
        return self

    def to_move(self, seat: int) -> "Scenario[B]":
        """Sets the seat to move: by priority within a turn that was set, else by its turn.

        Raises:
            ValueError: if there is no such seat.
        """
        flow = self._state.flow
        if not self._turn_given:
            flow.active = self._seat(seat)
        flow.priority = NOBODY if self._seat(seat) == flow.active else seat
        return self

    def ask(self, decision: Decision) -> "Scenario[B]":
        """Adds a pending decision."""
        self._state.ask(decision)
        return self

    def mark(self, name: str, seat: int | None = None) -> "Scenario[B]":
        """Marks a tracker for a seat; None for the whole table."""
        self._state.trackers.mark(name, seat)
        return self

    def seed(self, seed: int | str) -> "Scenario[B]":
        """Sets the seed of all chance."""
        self._seed = seed
        self._state.rng = seeded(seed)
        return self

    def state(self) -> TableState[B]:
        """Returns a copy of the state; later changes of the scenario do not affect it."""
        state = self._state.clone()
        state.refresh_seat()
        return state

    def engine(self, *, checked: bool = True) -> RuleEngine[TableState[B], TableState[B]]:
        """Starts a match from this state; by default it compares the state around every check."""
        return RuleEngine(self.game, state=self.state(), seed=self._seed, checked=checked)

    # Inside.

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"{self.game.id} has seats 0 to {self.game.seats - 1}, not {seat}")
        return seat

    def _enter(self, segment: str, phase: str, step: str) -> None:
        """Sets segment, phase and step; a phase alone determines its segment."""
        structure = self.game.structure()
        if structure is None:
            for level, name in (("segment", segment), ("phase", phase), ("step", step)):
                if name:
                    raise ValueError(
                        f"{self.game.id} has no turn structure, so no {level} {name!r}"
                    )
            return
        stages = phases_of(structure.segments)
        flow = self._state.flow
        holders = [name for name in stages if phase in stages[name]]
        flow.segment = self._pick("segment", segment or (holders or [""])[0], list(stages))
        flow.phase = self._pick("phase", phase, list(stages[flow.segment]))
        flow.step = self._pick("step", step, stages[flow.segment].get(flow.phase, ()))

    def _pick(self, level: str, name: str, known: Sequence[str]) -> str:
        """Returns a stage by name; the first one if no name is given."""
        if name and name not in known:
            raise ValueError(f"{self.game.id} has no {level} {name!r} here; {suggest(name, known)}")
        return name or (known[0] if known else "")


def phases_of(segments: Sequence[Segment[B]]) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Returns the steps of each phase of each segment, by name."""
    found: dict[str, dict[str, list[str]]] = {}
    for segment in segments:
        phases = () if segment.turn is None else segment.turn.phases
        found[segment.id] = {phase.id: [step.id for step in phase.steps] for phase in phases}
    return found
