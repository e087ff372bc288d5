"""A slice of a trading card game, three times: to measure what the card kit costs.

Nineteen kinds of cards of the Pokémon TCG's Base Set (1999) and two decks of sixty, in the words of
that game. Unofficial, incomplete, and not shipped: names and numbers of cards are facts, the texts
of the cards are not here. Simplified: one Basic each to begin with, and no compensation for an
exchanged hand.

- `Slice` is the game on the card kit, written plainly: declared domains, no `legal` of its own.
- `HotSlice` is the same with a `legal` of its own, from moves that are made once.
- `BareSlice` is the same game by hand on `kibitz.core.Game`, with numbers and lists: the yardstick.

All three play alike: with one seed and the same decisions, the same cards lie in the same places.
"""

from benchmarks.slice.bare.game import BareSlice as BareSlice
from benchmarks.slice.game import Slice as Slice
from benchmarks.slice.hot import HotSlice as HotSlice
