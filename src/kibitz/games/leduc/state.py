"""What lies on the table in Leduc hold'em: the cards, and the chips staked on them."""

from typing import Final

from kibitz.core.randomness import Rng
from kibitz.core.state import TRUTH, State

# Card n has rank n // 2 (jack, queen, king) and suit n % 2 (spades, hearts); suits never matter.
CARDS: Final = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")
# In place of a card: not dealt yet, or hidden from the viewer.
NO_CARD: Final = -1


class LeducState(State):
    """One deal of Leduc hold'em, as it is or as somebody sees it.

    A few plain numbers, because a search copies and changes this millions of times. The second
    round begins with the public card. Stakes differ only while a raise is unanswered, and then the
    seat to decide must answer it, so two numbers hold both stakes.

    Attributes:
        cards: the private card of each seat.
        public: the public card; `NO_CARD` in the first round.
        stake: the chips that each seat has staked once nothing is owed.
        owed: the chips that the seat to decide lacks to match the other's stake.
        raises: how many raises there were in this round.
        viewer: whose view this is (a seat, or `SPECTATOR`); `TRUTH` for the deal itself.
    """

    __match_args__ = (
        *("rng", "seat", "over", "reason", "cards", "public", "stake", "owed", "raises"),
        "viewer",
    )

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        cards: tuple[int, int],
        public: int,
        stake: int,
        owed: int,
        raises: int,
        viewer: int = TRUTH,
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.cards = cards
        self.public = public
        self.stake = stake
        self.owed = owed
        self.raises = raises
        self.viewer = viewer

    def clone(self) -> "LeducState":
        """Returns an independent copy."""
        return LeducState(
            self.rng.clone(),
            self.seat,
            self.over,
            self.reason,
            self.cards,
            self.public,
            self.stake,
            self.owed,
            self.raises,
            self.viewer,
        )

    def key(self) -> tuple[object, ...]:
        """Returns everything; a deal itself has no viewer, so records keep their hashes."""
        found = super().key()
        return found[:-1] if self.viewer == TRUTH else found

    def staked(self, seat: int) -> int:
        """Returns the chips that a seat has put into the pot."""
        return self.stake - self.owed if seat == self.seat else self.stake
