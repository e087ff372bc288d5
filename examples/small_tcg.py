"""A small trading-card game for two: creatures attack and may be blocked, spells hit a target.

You draw a card each turn, and get one more mana than in the turn before. A swift creature can
attack at once; a flying one can be blocked by flying ones only. All damage heals when a turn ends.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject, depends, leads

HAND, DECK, DISCARD = range(3)
FIELD, LIFE, DECK_SIZE, MOST_MANA = 0, 15, 24, 7


class Card(kit.Card):
    """What is printed on a card; one without health is a spell, which deals its power."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.cost: Final[int] = row.whole("cost")
        self.power: Final[int] = row.whole("power")
        self.health: Final[int] = row.whole("health", 0)
        self.flying: Final[bool] = row.flag("flying")
        self.swift: Final[bool] = row.flag("swift")


CATALOGUE: Final[kit.Catalogue[Card]] = kit.read_catalogue(
    [
        {"id": "scout", "name": "Scout", "cost": 1, "power": 1, "health": 2},
        {"id": "hound", "name": "Hound", "cost": 2, "power": 2, "health": 1, "swift": True},
        {"id": "hawk", "name": "Hawk", "cost": 3, "power": 2, "health": 2, "flying": True},
        {"id": "bear", "name": "Bear", "cost": 4, "power": 4, "health": 4},
        {"id": "drake", "name": "Drake", "cost": 5, "power": 4, "health": 3, "flying": True},
        {"id": "giant", "name": "Giant", "cost": 6, "power": 6, "health": 6},
        {"id": "spark", "name": "Spark", "cost": 1, "power": 2},
        {"id": "blaze", "name": "Blaze", "cost": 4, "power": 5},
    ],
    Card,
)
CARDS: Final[list[Card]] = CATALOGUE.cards
SPELLS: Final = CATALOGUE.where(lambda card: card.health == 0)
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (kit.Zone("hand", "owner"), kit.Zone("deck", "none", ordered=True), kit.Zone("discard")),
    ("field",),
)


DECKS: Final = {
    "sky": "4 scout, 4 hound, 4 hawk, 3 bear, 4 drake, 3 spark, 2 blaze",
    "earth": "6 scout, 4 hound, 5 bear, 4 giant, 2 spark, 3 blaze",
}
LISTS: Final = kit.read_decks(DECKS, CATALOGUE, DECK_SIZE)


@dataclass
class Players(kit.Board):
    """The life and the mana of each seat."""

    visibility: ClassVar[Mapping[str, str]] = {"life": "public", "mana": "public"}
    words: ClassVar[Mapping[str, str]] = {"life": "number", "mana": "number"}
    life: list[int]
    mana: list[int]


TcgState: TypeAlias = kit.TableState[kit.Unit, Players]


def hit(state: TcgState, target: int, amount: int) -> None:
    """Deals damage to a creature or a player."""
    if target < 0:
        state.board.life[state.owner(target)] -= amount
    else:
        state.at(target).damage += amount


def begin_turn(state: TcgState, seat: int) -> None:
    """Heals all creatures; the seat readies its own, gets mana and draws."""
    state.begin_turn(seat)
    state.board.mana[seat] = min(MOST_MANA, (state.turn + 1) // 2)
    for place in state.places(FIELD):
        part = state.at(place)
        part.damage, part.spent = 0, part.spent and state.owner(place) != seat
    if not state.draw(seat, DECK, HAND):
        state.win(1 - seat, "no card left to draw")


@dataclass(frozen=True)
class Play(kit.TableMove[kit.Unit, Players]):
    """Play a creature, or a spell at a creature or a player."""

    id: ClassVar[str] = "play"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND),
        "target": depends(
            lambda at, seat, had: [*at.places(FIELD), -1, -2] if SPELLS[had["card"]] else [None],
            LAYOUT.target,
        ),
    }
    card: int
    target: int | None

    def check(self, state: TcgState, seat: int) -> Iterator[Reject]:
        cost, mana = CARDS[self.card].cost, state.board.mana[seat]
        if cost > mana:
            yield Reject("NOT_ENOUGH_MANA", f"it costs {cost} mana, you have {mana}")

    def apply(self, state: TcgState, seat: int) -> None:
        card = CARDS[self.card]
        state.board.mana[seat] -= card.cost
        if self.target is None:
            part = kit.Unit(state.take(self.card, HAND, seat), spent=not card.swift)
            state.enter(part, FIELD, seat)
        else:
            state.move(self.card, HAND, seat, DISCARD)
            hit(state, self.target, card.power)


@dataclass(frozen=True)
class Attack(kit.TableMove[kit.Unit, Players]):
    """Attack the other player, who may block with a creature that is not spent."""

    id: ClassVar[str] = "attack"
    domains: ClassVar[Mapping[str, Domain]] = {
        "attacker": LAYOUT.places(FIELD, where=lambda state, seat, had, part: not part.spent)
    }
    attacker: int

    def apply(self, state: TcgState, seat: int) -> None:
        state.at(self.attacker).spent = True
        state.then(Block(1 - seat, self.attacker))


class Block(kit.QuestionAbout[kit.Unit, Players]):
    """Which creature blocks the attacker?"""

    id: ClassVar[str] = "block"
    kind: ClassVar[str] = "place"
    least: ClassVar[int] = 0
    words: ClassVar[Mapping[str, str]] = {"about": "place"}

    def options(self, state: TcgState) -> list[int]:
        ready = [at for at in state.places(FIELD, self.seat) if not state.at(at).spent]
        flies = {at: CARDS[state.at(at).kind].flying for at in (*ready, self.about)}
        return [at for at in ready if flies[at] or not flies[self.about]]

    def answer(self, state: TcgState, picks: tuple[int, ...]) -> None:
        target = picks[0] if picks else -1 - self.seat
        hit(state, target, CARDS[state.at(self.about).kind].power)
        for blocker in picks:
            hit(state, self.about, CARDS[state.at(blocker).kind].power)


class Answer(kit.Answer[kit.Unit, Players]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Block)


class EndTurn(kit.TableMove[kit.Unit, Players]):
    """End your turn."""

    id: ClassVar[str] = "end_turn"

    def apply(self, state: TcgState, seat: int) -> None:
        begin_turn(state, state.next_seat())


class SmallTcg(kit.CardGame[kit.Unit, Players]):
    """A small trading-card game."""

    id: ClassVar[str] = "small_tcg"
    title: ClassVar[str] = "Small trading-card game"

    def __init__(self, decks: str = "sky / earth") -> None:
        super().__init__()
        self.decks: Final = LISTS.read(decks)

    def per_seat(self) -> Mapping[str, str]:
        return {"decks": " / "}

    def kinds(self) -> list[type[Move[TcgState]]]:
        return [Play, Attack, EndTurn, Answer, kit.Concede]

    def effects(self) -> list[type[kit.Event]]:
        return [Block]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Players:
        return Players([LIFE, LIFE], [0, 0])

    def deal(self, state: TcgState) -> None:
        for seat, deck in enumerate(self.decks):
            state.add(deck, DECK, seat)
            state.shuffle(DECK, seat)
            state.draw(seat, DECK, HAND, 4)
        begin_turn(state, 0)

    def check_state(self, state: TcgState) -> bool:
        for place in state.places(FIELD):
            if state.at(place).damage >= CARDS[state.at(place).kind].health:
                state.leave(place, DISCARD)
                return True
        if min(state.board.life) <= 0:
            state.win_by(state.board.life, "no life left")
        return False

    def standing(self, state: TcgState) -> list[float]:
        """Counts life, and the power and health in play."""
        points = [float(life) for life in state.board.life]
        for place in state.places(FIELD):
            card = CARDS[state.at(place).kind]
            points[state.owner(place)] += card.power + card.health
        return leads(points, LIFE)
