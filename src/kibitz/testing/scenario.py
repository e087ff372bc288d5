"""Scenarios: states of card games for tests, built line by line.

```python
engine = (
    scenario(game)
    .put("hand", 0, "imp", "ogre")
    .put("field", 1, "wolf", damage=2, spent=True)
    .set(mana=[3, 0])
    .turn(4, active=0, phase="main")
    .engine()
)
```
"""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.errors import suggest
from kibitz.core.randomness import seeded
from kibitz.kit.board import CARD, PLACE, Board
from kibitz.kit.effects import Effect
from kibitz.kit.errors import LayoutError
from kibitz.kit.game import CardGame
from kibitz.kit.layout import Layout
from kibitz.kit.position import decider
from kibitz.kit.state import InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)

SEED: Final = "scenario"


def scenario(game: CardGame[P, B]) -> "Scenario[P, B]":
    """Starts a scenario: no cards, a fresh board, turn 1 of seat 0 in the first phase."""
    return Scenario(game)


class Scenario(Generic[P, B]):
    """A state of a card game under construction; every method returns the scenario itself.

    Cards, zones, rows, phases and marks are named by their words, and so are cards and places in
    fields of parts and of the board.

    Attributes:
        game: the rules.
    """

    def __init__(self, game: CardGame[P, B]) -> None:
        game.rulebook()
        self.game: Final = game
        self._seed: int | str = SEED
        self._state: Final = game.empty(seeded(SEED))
        self._state.turn = 1

    def put(self, where: str, seat: int, /, *cards: str, **fields: object) -> "Scenario[P, B]":
        """Puts cards into a zone, each on top of the one before, or parts at the end of a row.

        Seats that see the zone know its cards, and nobody else does. Parts are numbered in the
        order in which they are put.

        Args:
            where: the id of the zone or row.
            seat: whose; 0 for a shared zone.
            cards: the ids of the cards.
            fields: what differs from a fresh part, the same for all of these cards; only in a row.

        Raises:
            LayoutError: if there is no such zone or row; names near matches.
            ValueError: if there is no such card, seat or field; names near matches.
        """
        layout, state = self._state.layout, self._state
        zones = [zone.id for zone in layout.zones]
        self._known("zone or row", where, (*zones, *layout.rows))
        for card in [layout.read_card(word) for word in cards]:
            if where in zones:
                p = state.index(zones.index(where), self._seat(seat))
                if fields or layout.tokens[card]:
                    what = "a token" if layout.tokens[card] else "a part with fields"
                    raise ValueError(f"{where} is a zone, so it cannot hold {what}")
                state.insert(p, len(state.cards[p]), card, layout.usual[p])
            else:
                part = self.game.part(card)
                for name, value in fields.items():
                    known = part.__match_args__
                    self._field(f"what is in {where}", name, known)
                    setattr(part, name, numbered(layout, part.words.get(name, ""), value))
                state.enter(part, layout.rows.index(where), self._seat(seat))
        return self

    def set(self, **fields: object) -> "Scenario[P, B]":
        """Sets fields of the board.

        Raises:
            ValueError: if the board has no such field; names near matches.
        """
        board = self._state.board
        for name, value in fields.items():
            self._field("the board", name, board.__match_args__)
            setattr(board, name, numbered(self._state.layout, board.words.get(name, ""), value))
        return self

    def turn(self, number: int, *, active: int = 0, phase: str = "") -> "Scenario[P, B]":
        """Sets the turn, whose it is, and the phase: the first one if none is named.

        Nothing happens: the scenario must set what the start of the turn would do.

        Raises:
            LayoutError: if there is no such phase; names near matches.
            ValueError: if there is no such seat.
        """
        state, phases = self._state, self._state.layout.phases
        state.turn, state.active = number, self._seat(active)
        state.phase = self._known("phase", phase, phases) if phase else 0
        return self

    def mark(self, *names: str) -> "Scenario[P, B]":
        """Marks what was done this turn.

        Raises:
            LayoutError: if there is no such mark; names near matches.
        """
        for name in names:
            self._state.marks |= 1 << self._known("mark", name, self._state.layout.marks)
        return self

    def show(self, zone: str, seat: int, to: Sequence[int], count: int = -1) -> "Scenario[P, B]":
        """Lets seats know the top cards of a zone; all of them with -1.

        Raises:
            LayoutError: if there is no such zone; names near matches.
            ValueError: if there is no such seat.
        """
        number = self._known("zone", zone, [zone.id for zone in self._state.layout.zones])
        mask = sum([1 << self._seat(other) for other in dict.fromkeys(to)])
        self._state.show(number, self._seat(seat), mask, count)
        return self

    def ask(self, *effects: Effect[P, B]) -> "Scenario[P, B]":
        """Puts questions or other effects on the stack; the first one happens first."""
        self._state.then(*effects)
        return self

    def seed(self, seed: int | str) -> "Scenario[P, B]":
        """Sets the seed of all chance."""
        self._seed = seed
        self._state.rng = seeded(seed)
        return self

    def state(self) -> TableState[P, B]:
        """Returns a copy of the state; later changes of the scenario do not affect it."""
        state = self._state.clone()
        state.seat = decider(self.game, state)
        return state

    def engine(self, *, checked: bool = True) -> RuleEngine[TableState[P, B], TableState[P, B]]:
        """Starts a match from this state; by default it compares the state around every check."""
        return RuleEngine(self.game, state=self.state(), seed=self._seed, checked=checked)

    # Inside.

    def _seat(self, seat: int) -> int:
        """Returns a seat, if there is one."""
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"{self.game.id} has seats 0 to {self.game.seats - 1}, not {seat}")
        return seat

    def _known(self, what: str, name: str, known: Sequence[str]) -> int:
        """Returns the number of a name of the layout."""
        if name not in known:
            raise LayoutError(f"{self.game.id} has no {what} {name!r}; {suggest(name, known)}")
        return known.index(name)

    def _field(self, what: str, name: str, known: Sequence[str]) -> None:
        """Refuses a field that does not exist."""
        if name not in known:
            hint = suggest(name, known)
            raise ValueError(f"{what} of {self.game.id} has no field {name!r}; {hint}")


def numbered(layout: Layout, kind: str, value: object) -> object:
    """Replaces the words of cards or places by numbers, also inside lists and tuples."""
    if isinstance(value, list):
        return [numbered(layout, kind, item) for item in value]
    if isinstance(value, tuple):
        return tuple([numbered(layout, kind, item) for item in value])
    return layout.read(kind, value) if kind in (CARD, PLACE) and isinstance(value, str) else value
