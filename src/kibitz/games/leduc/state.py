"""What lies on the table in Leduc hold'em: the cards, and the chips staked on them."""

from kibitz.core.randomness import Rng
from kibitz.core.state import State


class LeducState(State):
    """One deal of Leduc hold'em, as it is or as somebody sees it.

    A few plain numbers, because a search copies and changes this millions of times. The round is
    the second once the public card lies open. Stakes differ only while a raise is unanswered, and
    then it is for the seat to decide to answer it, so two numbers hold both stakes.

    Attributes:
        cards: the private card of each seat.
        public: the public card; `NO_CARD` in the first round.
        stake: the chips staked by each seat, the chips owed aside.
        owed: the chips that the seat to decide lacks to match the other's stake.
        raises: how many raises there were in this round.
    """

    __match_args__ = (
        "rng",
        "seat",
        "over",
        "reason",
        "cards",
        "public",
        "stake",
        "owed",
        "raises",
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
    ) -> None:
        """Takes all fields; `Leduc.setup` deals."""
        super().__init__(rng, seat, over, reason)
        self.cards = cards
        self.public = public
        self.stake = stake
        self.owed = owed
        self.raises = raises

    def clone(self) -> "LeducState":
        """Copies the deal; neither copy feels what happens to the other."""
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
        )

    def staked(self, seat: int) -> int:
        """Returns the chips that a seat has put into the pot."""
        return self.stake - self.owed if seat == self.seat else self.stake
