"""Builds tables of Jaipur from cards in words, plays moves on them, and reads them in words."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from kibitz.core import Move, RuleEngine, hidden_rng, seeded
from kibitz.games.jaipur import Jaipur, JaipurState, Merchant, Round
from kibitz.games.jaipur.cards import BONUSES, CARDS, GOODS, KINDS
from kibitz.testing.expect import describe_changes

Match: TypeAlias = RuleEngine[JaipurState, JaipurState]
Played: TypeAlias = str | Move[JaipurState]

CAMEL: Final = len(GOODS)


class Table:
    """A match at one moment; seat 0 is the first player."""

    def __init__(self, engine: Match) -> None:
        self.engine: Final = engine

    @property
    def state(self) -> JaipurState:
        return self.engine.state

    @property
    def seat(self) -> int:
        return self.engine.seat

    @property
    def market(self) -> str:
        return written(self.state.market)

    @property
    def rounds(self) -> tuple[Round, ...]:
        return self.state.rounds

    def merchant(self, seat: int) -> Merchant:
        return self.state.merchants[seat]

    def hand(self, seat: int) -> str:
        return written(self.merchant(seat).hand)

    def herd(self, seat: int) -> int:
        return self.merchant(seat).herd

    def seen(self, seat: int) -> tuple[str, int]:
        """What the other player knows of a hand: the cards it saw, and how many it did not."""
        shown = self.engine.view(1 - seat).merchants[seat]
        return written(shown.hand), shown.hidden()

    def moves(self, kind: str = "") -> list[str]:
        """The legal moves of the seat to move, or those of one kind."""
        return [str(move) for move in self.engine.legal_moves() if kind in ("", move.id)]

    def play(self, *moves: Played) -> "Table":
        """Plays moves on a copy; no card may get lost on the way."""
        after = Table(self.engine.fork())
        for move in moves:
            before = after.state.clone()
            after.engine.play(move)
            assert_conserved(before, after.state)
        return after


def table(
    market: str,
    hand: str = "",
    herd: int = 0,
    *,
    theirs: str = "",
    their_herd: int = 0,
    deck: int | str = 20,
    sold: str = "",
    rupees: tuple[int, int] = (0, 0),
    tokens: tuple[int, int] = (0, 0),
    bonuses: tuple[Sequence[int], Sequence[int]] = ((), ()),
    known: tuple[str, str] = ("", ""),
    starter: int = 0,
    plies: int = 0,
    rounds: tuple[Round, ...] = (),
    best_of: int = 3,
    seed: int | str = 1,
) -> Table:
    """Sets a table: seat 0 holds `hand` and `herd` and is to move.

    Args:
        market: the five cards, such as "gold, 2 cloth, 2 camels".
        hand: the goods of seat 0.
        herd: the camels of seat 0.
        theirs: the goods of seat 1.
        their_herd: the camels of seat 1.
        deck: the cards in the order in which they will be turned up, or how many of any kind.
        sold: the cards sold so far, whoever sold them; their tokens are gone.
        rupees: what the goods tokens of each seat are worth.
        tokens: how many goods tokens each seat has.
        bonuses: the bonus tokens of each seat.
        known: what each seat was seen taking.
        starter: who began the round.
        plies: how many moves the round has seen.
        rounds: the rounds scored so far.
        best_of: how many rounds the match has at most.
        seed: for all chance to come.
    """
    hands, herds = (cards(hand), cards(theirs)), (herd, their_herd)
    merchants = [
        Merchant(
            hands[seat][:CAMEL],
            sum(hands[seat]),
            herds[seat],
            cards(known[seat])[:CAMEL],
            rupees[seat],
            tokens[seat],
            tuple(bonuses[seat]),
        )
        for seat in (0, 1)
    ]
    placed = [cards(market), *hands, cards(sold), [0] * CAMEL + [herd + their_herd]]
    pool = [CARDS[kind] - sum(place[kind] for place in placed) for kind in range(len(KINDS))]
    coming = in_order(deck) if isinstance(deck, str) else assorted(pool, deck)
    state = JaipurState(
        seeded(seed),
        0,
        False,
        "",
        cards(market),
        merchants,
        tuple(reversed(coming)),
        len(coming),
        tuple(stack_of(kind, [*bonuses[0], *bonuses[1]]) for kind in range(len(BONUSES))),
        cards(sold)[:CAMEL],
        starter,
        plies,
        rounds,
    )
    return Table(RuleEngine(Jaipur(best_of), state=state, seed=seed, checked=True))


# Cards in words.


def in_order(text: str) -> list[int]:
    """Reads cards one after the other: "gold, 2 camels" is gold, camel, camel."""
    found: list[int] = []
    for piece in text.split(",") if text else ():
        *count, name = piece.split()
        found += [KINDS.index(name.removesuffix("s"))] * int(count[0] if count else 1)
    return found


def cards(text: str) -> list[int]:
    """Counts cards in words by kind, camels last."""
    found = in_order(text)
    return [found.count(kind) for kind in range(len(KINDS))]


def written(counts: Sequence[int]) -> str:
    """Writes counts by kind as cards in words."""
    found: list[str] = []
    for kind, count in enumerate(counts):
        assert count >= 0, f"{count} {KINDS[kind]} in {counts}"
        name = "camels" if kind == CAMEL and count > 1 else KINDS[kind]
        found += [name if count == 1 else f"{count} {name}"] if count else []
    return ", ".join(found)


def assorted(pool: Sequence[int], size: int) -> list[int]:
    """Lays cards of the pool one after the other, kind by kind as far as they go."""
    found: list[int] = []
    for turn in range(max(pool)):
        found += [kind for kind in range(len(KINDS)) if turn < pool[kind]]
    assert len(found) >= size, f"only {len(found)} cards are left for the deck"
    return found[:size]


def stack_of(kind: int, won: Sequence[int]) -> tuple[int, ...]:
    """Returns the bonus tokens of a class, those that were won on top."""
    mine = [value for value in won if value in BONUSES[kind]]
    left = [*BONUSES[kind]]
    for value in mine:
        left.remove(value)
    return (*left, *mine)


# Conservation.


def cards_of(state: JaipurState) -> dict[str, int]:
    """Counts all cards by kind, wherever they are."""
    found = [*state.market]
    for card in state.deck[: state.left]:
        found[card] += 1
    for merchant in state.merchants:
        found[CAMEL] += merchant.herd
        for good in range(CAMEL):
            found[good] += merchant.hand[good]
    for good in range(CAMEL):
        found[good] += state.sold[good]
    return dict(zip(KINDS, found, strict=True))


def assert_conserved(before: JaipurState, after: JaipurState) -> None:
    """Asserts that no card was lost or added; a new round starts with all of them."""
    if len(after.rounds) > len(before.rounds) and not after.over:
        assert cards_of(after) == dict(zip(KINDS, CARDS, strict=True))
        return
    found = describe_changes(cards_of(before), cards_of(after))
    assert not found, f"cards are not conserved: {found}"


def view_for(
    market: list[int],
    hand: list[int],
    herd: int = 0,
    *,
    other: int = 3,
    sold: list[int] | None = None,
) -> JaipurState:
    """Makes the view of seat 0, to move, from counts; of the other hand only the size is known."""
    return JaipurState(
        hidden_rng(),
        0,
        False,
        "",
        market,
        [
            Merchant(hand, sum(hand), herd, [0] * 6, 0, 0, ()),
            Merchant([0] * 6, other, 0, [0] * 6, 0, 0, ()),
        ],
        (),
        20,
        (),
        [0] * 6 if sold is None else sold,
        0,
        10,
        (),
    )


def at_market(hand: str = "cloth, spice, 3 leather", herd: int = 3) -> Table:
    """Sets up a table with every kind of move."""
    return table("gold, 2 silver, 2 camels", hand, herd)
