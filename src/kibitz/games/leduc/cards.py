"""The six cards of Leduc hold'em, and which of them are left to be dealt."""

from typing import Final

# Card n has rank n // 2 (jack, queen, king) and suit n % 2 (spades, hearts); suits never matter.
CARDS: Final = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")
# In place of a card: not dealt yet, or hidden from the viewer.
NO_CARD: Final = -1

# The cards left in the deck, in order, for every set of cards dealt (bit n stands for card n).
LEFT: Final = [
    [card for card in range(len(CARDS)) if not dealt >> card & 1]
    for dealt in range(1 << len(CARDS))
]


def strength(card: int, public: int) -> int:
    """Rates a private card at the showdown: a pair beats all others, then the rank decides."""
    rank = card // 2
    return rank + 3 if rank == public // 2 else rank
