"""Raid: a small table game with hidden cards, phases, a pending decision and tokens.

Both decks hold two each of rat, cat, dog and thief. A turn is a main phase, in which one card is
played, and an end phase, in which one may wait. A thief makes the other player give up a card of
the hand; a dog brings a flea along, which is a token. After turn 8 the higher total wins.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Reject, Rng
from kibitz.kit import CardId


class Score(kit.Board):
    """What was taken, and a secret number for each seat that is drawn at the deal."""

    __match_args__ = ("total", "secret")
    visibility: ClassVar[Mapping[str, str]] = {"total": "public", "secret": "owner"}

    def __init__(self, total: list[int], secret: list[int]) -> None:
        self.total = total
        self.secret = secret


RaidState: TypeAlias = kit.TableState[Score]

CARDS: Final = kit.CardRegistry(
    [
        kit.CardDefinition("rat", "Rat", "beast", {"power": 1}),
        kit.CardDefinition("cat", "Cat", "beast", {"power": 2}),
        kit.CardDefinition("dog", "Dog", "beast", {"power": 3}),
        kit.CardDefinition("thief", "Thief", "rogue", {"power": 1}),
        kit.CardDefinition("flea", "Flea", "beast", {"token": True}),
    ]
)
DECK: Final = [name for name in ("rat", "cat", "dog", "thief") for _ in range(2)]


class PlayCard(kit.TableMove[Score]):
    """Play a card from the hand, one a turn."""

    id: ClassVar[str] = "play_card"
    phases: ClassVar[tuple[str, ...]] = ("main",)
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": kit.cards_in("hand")}
    __match_args__ = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = CardId(card)

    def check(self, state: RaidState, seat: int) -> Iterator[Reject]:
        if self.card not in state.table.cards("hand", seat):
            yield Reject("CARD_NOT_IN_HAND", f"{self.card} is not in your hand")
        if state.trackers.check("played", seat):
            yield Reject("ALREADY_PLAYED", "one card a turn")

    def apply(self, state: RaidState, seat: int) -> None:
        state.trackers.mark("played", seat)
        kind = state.table.definition(self.card)
        state.table.move(self.card, "field", seat)
        state.board.total[seat] += kind.number("power")
        if kind.id == "dog":
            state.table.create("flea", "field", seat)
        hand = state.table.cards("hand", 1 - seat)
        if kind.id == "thief" and hand:
            state.ask(kit.Decision("thief", 1 - seat, "robbed", tuple(hand)))


class GiveUp(kit.Choose[Score]):
    """Give a card up to a thief."""

    id: ClassVar[str] = "give_up"
    answers: ClassVar[str] = "robbed"
    __match_args__ = ("choice",)

    def apply(self, state: RaidState, seat: int) -> None:
        state.table.move(CardId(str(self.choice)), "field", seat)


class EndPhase(kit.EndTurn[Score]):
    """End the phase."""

    id: ClassVar[str] = "end_phase"
    ends: ClassVar[str] = "phase"


class Raid(kit.TableGame[Score]):
    """The rules."""

    id: ClassVar[str] = "raid"

    def kinds(self) -> list[type[Move[RaidState]]]:
        return [PlayCard, GiveUp, EndPhase, kit.Concede]

    def zones(self) -> list[kit.Zone]:
        deck = kit.Zone("deck", visibility="secret", ordered=True)
        return [deck, kit.Zone("hand", visibility="private"), kit.Zone("field")]

    def cards(self) -> kit.CardRegistry:
        return CARDS

    def board(self) -> Score:
        return Score([0, 0], [0, 0])

    def fill_board(self, board: Score, rng: Rng, viewer: int) -> None:
        for seat in range(2):
            if seat != viewer:
                board.secret[seat] = rng.between(1, 9)

    def turns(self) -> kit.TurnStructure[Score] | None:
        phases = [kit.Phase[Score]("main"), kit.Phase[Score]("end")]
        return kit.TurnStructure(kit.Turn(phases, on_begin=begin_turn))

    def trackers(self) -> kit.Trackers:
        return kit.Trackers(per_turn=("played",))

    def deal(self, state: RaidState) -> None:
        for seat in range(2):
            state.board.secret[seat] = state.rng.between(1, 9)
            for card in DECK:
                state.table.create(card, "deck", seat)
            state.table.shuffle("deck", seat, state.rng)
            state.table.draw("deck", "hand", 2, seat)

    def after(self, state: RaidState, move: Move[RaidState]) -> None:
        if state.flow.turn > 8:
            ahead = state.board.total[0] - state.board.total[1]
            if ahead:
                state.win(0 if ahead > 0 else 1, "turn 8")
            else:
                state.draw("turn 8")


def begin_turn(state: RaidState) -> None:
    """Draws a card."""
    state.table.draw("deck", "hand", 1, state.flow.active)
