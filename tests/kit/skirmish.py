"""Skirmish: a small game made for tests, with every kind of zone and of board field."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz.core import Domain, Json, Move, Reject, Rng, seeded
from kibitz.kit import (
    Board,
    CardDefinition,
    CardId,
    CardRegistry,
    CardTable,
    Choose,
    Concede,
    Decision,
    EndTurn,
    Layout,
    Modifier,
    Modifiers,
    Phase,
    Replace,
    TableGame,
    TableMove,
    TableState,
    Trackers,
    Turn,
    TurnStep,
    TurnStructure,
    Zone,
    cards_in,
)

NAMES: Final = ("ant", "bee", "cat", "dog")
CARDS: Final = CardRegistry(
    [
        *[
            CardDefinition(name, name.title(), "beast", {"power": power})
            for power, name in enumerate(NAMES, 1)
        ],
        CardDefinition("ore", "Ore", "resource"),
        CardDefinition("gem", "Gem", "treasure"),
        CardDefinition("egg", "Egg", "beast", {"token": True}),
    ]
)


class Camp(Replace):
    """The old camp goes to the trash; an egg leaves the game."""

    __match_args__ = ("to", "chosen")

    def destination(self, table: CardTable, victim: CardId) -> str:
        return "" if table.definition(victim).has("token") else self.to


def zones() -> list[Zone]:
    return [
        Zone("deck", visibility="secret", ordered=True),
        Zone("mine", visibility="secret", ordered=True, stock="resource"),
        Zone("hand", visibility="private"),
        Zone("field", capacity=3, overflow=Replace("trash", chosen=True)),
        Zone("camp", capacity=1, overflow=Camp("trash")),
        Zone("ink", visibility="secret", face_down=True),
        Zone("traps", face_down=True, capacity=2),
        Zone("trash", "discard pile", ordered=True),
        Zone("ores", stock="resource"),
        Zone("vault", visibility="secret", per_player=False, ordered=True),
        Zone("market", per_player=False),
    ]


def small_table(seats: int = 2) -> CardTable:
    """Lays three cards of each kind into every deck, ores into the mines, gems into the vault."""
    table = CardTable(Layout(CARDS, zones(), seats))
    for seat in range(seats):
        for name in NAMES * 3:
            table.create(name, "deck", seat)
        for _ in range(3):
            table.create("ore", "mine", seat)
    for _ in range(2):
        table.create("gem", "vault")
    return table


class Camps(Board):
    """What a skirmish has besides cards."""

    __match_args__ = ("score", "bid", "clue", "modifiers", "log", "names")
    visibility: ClassVar[Mapping[str, str]] = {
        "score": "public",
        "bid": "owner",
        "clue": "server",
        "modifiers": "public",
        "log": "public",
        "names": "public",
    }
    records = (Modifier,)

    def __init__(
        self,
        score: list[int],
        bid: list[int],
        clue: int,
        modifiers: Modifiers,
        log: list[str],
        names: dict[str, int],
    ) -> None:
        self.score = score
        self.bid = bid
        self.clue = clue
        self.modifiers = modifiers
        self.log = log
        self.names = names


def check_held(state: TableState[Camps], seat: int, card: CardId) -> Iterator[Reject]:
    if card not in state.table.cards("hand", seat):
        yield Reject("NOT_IN_HAND", f"{card} is not in your hand")


class Play(TableMove[Camps]):
    """Plays a beast."""

    id: ClassVar[str] = "play"
    name: ClassVar[str] = "Play a beast"
    phases: ClassVar[tuple[str, ...]] = ("main",)
    domains: ClassVar[Mapping[str, Domain]] = {"card": cards_in("hand")}
    __match_args__ = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = CardId(card)

    def check(self, state: TableState[Camps], seat: int) -> Iterator[Reject]:
        yield from check_held(state, seat, self.card)
        if not state.table.has_room("field", seat):
            yield Reject("ZONE_FULL", "the field is full")

    def apply(self, state: TableState[Camps], seat: int) -> None:
        state.table.move(self.card, "field", seat)
        state.table.add_counter(self.card, "moves")
        state.trackers.mark(f"played:{self.card}", seat)
        if state.table.definition(self.card).id == "cat":
            hand = state.table.cards("hand", 1 - seat)
            dogs = [card for card in hand if state.table.definition(card).id == "dog"]
            if dogs:
                state.ask(
                    Decision(str(self.card), 1 - seat, "flee", tuple(dogs), prompt="A dog flees")
                )


class Bury(TableMove[Camps]):
    """Puts a card face down among one's traps, once a turn."""

    id: ClassVar[str] = "bury"
    name: ClassVar[str] = "Bury a card"
    phases: ClassVar[tuple[str, ...]] = ("main",)
    domains: ClassVar[Mapping[str, Domain]] = {"card": cards_in("hand")}
    __match_args__ = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = CardId(card)

    def check(self, state: TableState[Camps], seat: int) -> Iterator[Reject]:
        yield from check_held(state, seat, self.card)
        if state.trackers.check("buried", seat):
            yield Reject("ONCE_PER_TURN", "once a turn")
        if not state.table.has_room("traps", seat):
            yield Reject("ZONE_FULL", "no room for traps")

    def apply(self, state: TableState[Camps], seat: int) -> None:
        state.trackers.mark("buried", seat)
        state.table.move(self.card, "traps", seat)


class Flee(Choose[Camps]):
    """Discards the dog that fled."""

    id: ClassVar[str] = "flee"
    name: ClassVar[str] = "Let a dog flee"
    answers: ClassVar[str] = "flee"
    __match_args__ = ("choice",)

    def apply(self, state: TableState[Camps], seat: int) -> None:
        state.table.move(CardId(str(self.choice)), "trash")
        state.board.modifiers.add(Modifier(state.pending[0].id, "power", 1))


class Done(EndTurn[Camps]):
    """Ends the main phase, and with it the turn."""

    ends: ClassVar[str] = "phase"


def begin_turn(state: TableState[Camps]) -> None:
    if not state.table.draw("deck", "hand", 1, state.flow.active):
        state.win(1 - state.flow.active, "empty deck")


class Skirmish(TableGame[Camps]):
    """Three beasts on the field win."""

    id: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "Skirmish"

    def __init__(self, counted: bool = True, options: Mapping[str, Json] | None = None) -> None:
        super().__init__(2, options)
        self.counted = counted

    def kinds(self) -> list[type[Move[TableState[Camps]]]]:
        return [Play, Bury, Flee, Done, Concede]

    def zones(self) -> list[Zone]:
        return zones()

    def cards(self) -> CardRegistry:
        return CARDS

    def board(self) -> Camps:
        return Camps([0, 0], [-1, -1], 0, Modifiers(), [], {})

    def turns(self) -> TurnStructure[Camps] | None:
        cleanup: TurnStep[Camps] = TurnStep("cleanup", end_if=lambda _: True)
        return TurnStructure(
            Turn([Phase("main"), Phase("end", steps=[cleanup])], on_begin=begin_turn)
        )

    def trackers(self) -> Trackers:
        return Trackers(per_turn=("buried", "played:*"))

    def pool(self, seat: int, stock: str) -> list[str] | None:
        if not self.counted:
            return None
        if seat < 0:
            return ["gem", "gem"] if not stock else []
        return ["ore"] * 3 if stock else [*NAMES * 3]

    def deal(self, state: TableState[Camps]) -> None:
        state.table = small_table()
        for seat in (0, 1):
            state.table.shuffle("deck", seat, state.rng)
            state.table.draw("deck", "hand", 3, seat)
            state.board.bid[seat] = state.rng.below(100)
        state.board.clue = 1 + state.rng.below(1000)

    def fill_board(self, board: Camps, rng: Rng, viewer: int) -> None:
        board.clue = 1 + rng.below(1000)
        for seat in (0, 1):
            if seat != viewer:
                board.bid[seat] = rng.below(100)

    def after(self, state: TableState[Camps], move: Move[TableState[Camps]]) -> None:
        for seat in (0, 1):
            if state.table.count("field", seat) == 3:
                state.win(seat, "full field")


def dealt(seed: int = 1) -> TableState[Camps]:
    """Deals a new game."""
    return Skirmish().setup(seeded(seed))


def give(state: TableState[Camps], seat: int, *names: str) -> list[CardId]:
    """Exchanges a hand for cards of these names from the deck."""
    table = state.table
    table.bulk_move("hand", "deck", table.count("hand", seat), seat)
    for name in names:
        found = [card for card in table.cards("deck", seat) if table.definition(card).id == name]
        table.move(found[0], "hand")
    table.reveals.clear()
    return table.cards("hand", seat)
