"""What lies on the table of Jaipur.

Cards of a kind are all alike, so the table holds counts by kind, in the order of
`kibitz.games.jaipur.cards`. What has been drawn stays where it was: the deck and the bonus stacks
are immutable and shared between copies, and a number says how much of them is left.
"""

from typing import Final

from kibitz.core.randomness import Rng
from kibitz.core.state import TRUTH, Part, State
from kibitz.core.value import Value
from kibitz.games.jaipur.cards import BONUSES, HAND_LIMIT, class_of


class Round(Value):
    """A round that has been scored: the totals by seat, who took the seal, and how it ended.

    The totals include bonus tokens and the camel token.
    """

    __match_args__ = ("scores", "winner", "end")

    def __init__(self, scores: tuple[int, int], winner: int, end: str) -> None:
        self.scores: Final = scores
        self.winner: Final = winner
        self.end: Final = end


class Merchant(Part):
    """One player's side of the table.

    Attributes:
        hand: the goods in hand, by good; where a view hides a hand, only those seen being taken.
        size: how many cards the hand has, hidden ones included.
        herd: the camels.
        known: the goods in hand that the other player has seen being taken from the market.
        rupees: what the goods tokens won in this round are worth.
        tokens: how many goods tokens were won in this round.
        bonuses: the values of the bonus tokens won, in order; where a view hides a value, -1, -2
            or -3 stands for a token of the first, second or third class.
    """

    __match_args__ = ("hand", "size", "herd", "known", "rupees", "tokens", "bonuses")

    def __init__(
        self,
        hand: list[int],
        size: int,
        herd: int,
        known: list[int],
        rupees: int,
        tokens: int,
        bonuses: tuple[int, ...],
    ) -> None:
        self.hand = hand
        self.size = size
        self.herd = herd
        self.known = known
        self.rupees = rupees
        self.tokens = tokens
        self.bonuses = bonuses

    def clone(self) -> "Merchant":
        """Returns an independent copy."""
        return Merchant(
            self.hand.copy(),
            self.size,
            self.herd,
            self.known.copy(),
            self.rupees,
            self.tokens,
            self.bonuses,
        )

    def room(self) -> int:
        """Returns how many more cards the hand can hold."""
        return HAND_LIMIT - self.size

    def camels_to_give(self) -> int:
        """Returns the most camels an exchange may give: each one adds a good to the hand."""
        return min(self.herd, self.room())

    def hidden(self) -> int:
        """Returns how many cards of the hand a view does not show; 0 in a full state."""
        return self.size - sum(self.hand)


class JaipurState(State):
    """A match at one moment; a view is one too, with `deck` and `stacks` empty.

    Attributes:
        market: the face-up cards by kind, camels last.
        merchants: the two players.
        deck: the shuffled cards, the next one at `left - 1`; empty in a view.
        left: how many cards the deck still has.
        stacks: the shuffled bonus tokens of each class, the next one last; empty in a view.
        sold: the cards sold so far in this round, by good; each took a token while there was one.
        starter: who began this round.
        plies: how many moves this round has seen.
        rounds: the rounds scored so far.
        viewer: whose view this is (a seat, or `SPECTATOR`); `TRUTH` for the match itself.
    """

    __match_args__ = (
        "rng",
        "seat",
        "over",
        "reason",
        "market",
        "merchants",
        "deck",
        "left",
        "stacks",
        "sold",
        "starter",
        "plies",
        "rounds",
        "viewer",
    )

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        market: list[int],
        merchants: list[Merchant],
        deck: tuple[int, ...],
        left: int,
        stacks: tuple[tuple[int, ...], ...],
        sold: list[int],
        starter: int,
        plies: int,
        rounds: tuple[Round, ...],
        viewer: int = TRUTH,
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.market = market
        self.merchants = merchants
        self.deck = deck
        self.left = left
        self.stacks = stacks
        self.sold = sold
        self.starter = starter
        self.plies = plies
        self.rounds = rounds
        self.viewer = viewer

    def clone(self) -> "JaipurState":
        """Returns an independent copy; the deck, stacks and scored rounds never change."""
        return JaipurState(
            self.rng.clone(),
            self.seat,
            self.over,
            self.reason,
            self.market.copy(),
            [self.merchants[0].clone(), self.merchants[1].clone()],
            self.deck,
            self.left,
            self.stacks,
            self.sold.copy(),
            self.starter,
            self.plies,
            self.rounds,
            self.viewer,
        )

    def key(self) -> tuple[object, ...]:
        """Returns everything; a match itself has no viewer, so records keep their hashes."""
        found = super().key()
        return found[:-1] if self.viewer == TRUTH else found

    def bonuses_left(self, kind: int) -> int:
        """Returns how many bonus tokens of a class have not been won yet."""
        left = len(BONUSES[kind])
        for merchant in self.merchants:
            for bonus in merchant.bonuses:
                if class_of(bonus) == kind:
                    left -= 1
        return left

    def seals(self, seat: int) -> int:
        """Returns how many Seals of Excellence a seat has."""
        return sum([1 for scored in self.rounds if scored.winner == seat])
