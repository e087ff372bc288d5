"""Love Letter for two to four players, with the 16 cards of the first edition (unofficial).

A round ends when the deck is empty or one player is left; the highest card wins a token.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from kibitz import kit
from kibitz.core import Domain, Move, Range, Reject, Whole, depends, leads, whole_option

# The number of a card is its strength: that is the order of the catalogue.
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
NAMES: Final = ("Guard", "Priest", "Baron", "Handmaid", "Prince", "King", "Countess", "Princess")
COPIES: Final = (5, 2, 2, 2, 2, 1, 1, 1)
HAND, PLAYED, DECK, ASIDE, OPEN = range(5)
TOKENS: Final = Whole(1, 13)
CATALOGUE: Final = kit.read_catalogue(
    [{"id": name.lower(), "name": f"{at} {name}"} for at, name in enumerate(NAMES, 1)], kit.Card
)
# All zones have one pool, because a card that a seat has not seen may be in any of them.
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner", pool="cards"),
        kit.Zone("played", pool="cards"),
        kit.Zone("deck", "none", ordered=True, pool="cards", shared=True),
        kit.Zone("aside", "none", pool="cards", shared=True),
        kit.Zone("open", pool="cards", shared=True),
    ),
    seats=(2, 4),
)


@dataclass
class Court(kit.Board):
    """The tokens of each seat, who is out of the round, and who is safe from the others."""

    visibility: ClassVar[Mapping[str, str]] = dict.fromkeys(("tokens", "out", "safe"), "public")
    words: ClassVar[Mapping[str, str]] = {"tokens": "number"}
    tokens: list[int]
    out: list[bool]
    safe: list[bool]


LoveState: TypeAlias = kit.TableState[kit.InPlay, Court]


def targets(state: LoveState, seat: int, chosen: Mapping[str, object]) -> list[int | None]:
    """Lists the players at whom a card can be played; None if there is none."""
    card, out, safe = chosen["card"], state.board.out, state.board.safe
    free = [at for at in range(state.layout.seats) if not out[at] and not safe[at]]
    found = [-1 - at for at in free if at != seat or card == PRINCE]
    return [*found] if found and card not in (HANDMAID, COUNTESS, PRINCESS) else [None]


@dataclass(frozen=True)
class Play(kit.TableMove[kit.InPlay, Court]):
    """Play a card: most at another player, the Guard with the name of a card as well."""

    id: ClassVar[str] = "play"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND),
        "player": depends(targets, LAYOUT.target),
        "guess": depends(
            lambda state, seat, had: (
                range(PRIEST, PRINCESS + 1) if had["card"] == GUARD and had["player"] else [None]
            ),
            LAYOUT.card,
        ),
    }
    card: int
    player: int | None
    guess: int | None

    def check(self, state: LoveState, seat: int) -> Iterator[Reject]:
        if self.card in (PRINCE, KING) and COUNTESS in state.pile(HAND, seat):
            yield Reject("COUNTESS", "beside the King or a Prince, you must play the Countess")

    def apply(self, state: LoveState, seat: int) -> None:
        state.move(self.card, HAND, seat, PLAYED)
        state.board.safe[seat] = self.card == HANDMAID
        if self.card == PRINCESS:
            knock_out(state, seat)
        elif self.player is not None:
            aim(state, seat, state.owner(self.player), self)


def aim(state: LoveState, seat: int, other: int, move: Play) -> None:
    """Does what a card does to a player, who has one card in hand."""
    own, held = state.pile(HAND, seat)[0], state.pile(HAND, other)[0]
    if move.card == GUARD and held == move.guess:
        knock_out(state, other)
    elif move.card == PRIEST:
        state.show(HAND, other, 1 << seat)
    elif move.card == BARON:
        state.show(HAND, other, 1 << seat)
        state.show(HAND, seat, 1 << other)
        if own != held:
            knock_out(state, seat if own < held else other)
    elif move.card == PRINCE:
        state.move(held, HAND, other, PLAYED)
        if held == PRINCESS:
            knock_out(state, other)
        elif not state.draw(other, DECK, HAND):
            state.draw(other, ASIDE, HAND)
    elif move.card == KING:
        state.swap(HAND, seat, HAND, other)


def knock_out(state: LoveState, seat: int) -> None:
    """Takes a seat out of the round; its card is put down face up."""
    state.board.out[seat] = True
    state.draw(seat, HAND, PLAYED)


class LoveLetter(kit.CardGame[kit.InPlay, Court]):
    """Love Letter: the first player with enough tokens wins; with one, a single round."""

    id: ClassVar[str] = "love_letter"
    title: ClassVar[str] = "Love Letter"

    def __init__(self, seats: int = 2, tokens: int = 1) -> None:
        super().__init__(seats)
        self.tokens: Final = whole_option("tokens", tokens, TOKENS)

    def option_ranges(self) -> Mapping[str, Range]:
        return {**super().option_ranges(), "tokens": TOKENS}

    def kinds(self) -> list[type[Move[LoveState]]]:
        return [Play]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Court:
        return Court([0] * self.seats, [False] * self.seats, [False] * self.seats)

    def deal(self, state: LoveState) -> None:
        state.add([card for card, copies in enumerate(COPIES, 1) for _ in range(copies)], DECK)
        state.active = self.seats - 1  # seat 0 is next
        self.deal_round(state)

    def deal_round(self, state: LoveState) -> None:
        """Deals all cards anew; with two players, three of them lie open."""
        state.gather(DECK)
        state.draw(0, DECK, ASIDE)
        state.draw(0, DECK, OPEN, 3 if self.seats == 2 else 0)
        for seat in range(self.seats):
            state.board.out[seat] = state.board.safe[seat] = False
            state.draw(seat, DECK, HAND)

    def flow(self, state: LoveState) -> bool:
        """Ends a round that is over; of equal cards, the higher total of played cards wins it."""
        if state.count(HAND, state.active) == 2:
            return False
        board, following = state.board, state.next_seat(state.board.out)
        left = [seat for seat in range(self.seats) if not board.out[seat]]
        if len(left) == 1 or not state.count(DECK):
            ranks = {seat: (state.pile(HAND, seat), sum(state.pile(PLAYED, seat))) for seat in left}
            winners = [seat for seat in left if ranks[seat] == max(ranks.values())]
            for seat in winners:
                board.tokens[seat] += 1
            if max(board.tokens) >= self.tokens:
                state.win_by(board.tokens, "the last token is won")
                return True
            self.deal_round(state)
            following = winners[0]
        state.begin_turn(following)
        board.safe[following] = False
        state.draw(following, DECK, HAND)
        return True

    def standing(self, state: LoveState) -> list[float]:
        """Counts a token like the highest card."""
        tokens = enumerate(state.board.tokens)
        hands = [PRINCESS * won + max(state.pile(HAND, at), default=0) for at, won in tokens]
        return leads(hands, PRINCESS)
