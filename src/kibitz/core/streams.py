"""Named streams of chance: one for each deck, one for the coin.

With a single generator, one extra draw anywhere changes every later shuffle. Named streams do not
feel each other, so two matches with one seed stay comparable where the same stream is drawn alike.
A game keeps them in its board, as a field that nobody sees.
"""

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.core.state import Part


class Streams(Part):
    """Generators by name (`deck:0`, `coin`), each derived from one base when it is first asked for.

    Attributes:
        base: where the streams come from; never drawn from, so that names alone decide.
        drawn: the streams in use.
    """

    __match_args__ = ("base", "drawn")

    def __init__(self, base: Rng, drawn: dict[str, Rng] | None = None) -> None:
        """Takes a base of its own, mostly `rng.child("streams")` when the game is dealt."""
        self.base = base
        self.drawn: dict[str, Rng] = {} if drawn is None else drawn

    def clone(self) -> "Streams":
        """Copies the streams; both copies draw the same numbers from here."""
        return Streams(self.base, {name: rng.clone() for name, rng in self.drawn.items()})

    def get(self, name: str) -> Rng:
        """Returns the stream of a name, to draw from."""
        rng = self.drawn.get(name)
        if rng is None:
            rng = self.base.child(name)
            self.drawn[name] = rng
        return rng

    def blank(self) -> "Streams":
        """Returns what stands for the streams in a view: no dice, the same for everyone."""
        return Streams(hidden_rng())

    def filled(self, rng: Rng) -> "Streams":
        """Returns streams of a sampled world: other ones on each call, and never the match's."""
        rng.word()  # deriving a child draws nothing, so the next call would find the same one
        return Streams(rng.child("streams"))
