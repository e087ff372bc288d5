"""The bare slice at one moment: numbers and lists."""

from typing import Final

from kibitz.core import Part, Rng, State

# Phases of a turn.
BEGIN: Final = 0
MAIN: Final = 1
ATTACKED: Final = 2
BETWEEN: Final = 3
# What can be asked.
NOTHING: Final = 0
ASK_SETUP: Final = 1
ASK_PROMOTE: Final = 2
ASK_PAY: Final = 3
ASK_FETCH: Final = 4
# The winner while nobody has won, and the viewer of a state that is no view.
NOBODY: Final = -1
TRUTH: Final = -2
# A card that nobody knows.
UNKNOWN: Final = 0


class Pokemon(Part):
    """A Pokémon in play; see the `Pokemon` of the kit's slice."""

    __match_args__ = ("kind", "damage", "energy", "under", "status", "poisoned", "since")

    def __init__(
        self,
        kind: int,
        damage: int,
        energy: list[int],
        under: list[int],
        status: int,
        poisoned: bool,
        since: int,
    ) -> None:
        self.kind = kind
        self.damage = damage
        self.energy = energy
        self.under = under
        self.status = status
        self.poisoned = poisoned
        self.since = since

    def clone(self) -> "Pokemon":
        return Pokemon(
            self.kind,
            self.damage,
            self.energy[:],
            self.under[:],
            self.status,
            self.poisoned,
            self.since,
        )


class Side(Part):
    """What a player has.

    Attributes:
        hand: sorted.
        deck: the top is the last card.
        prizes: the first to be taken is the last card.
        active: the active Pokémon; none while a new one is chosen.
        searched: whether the player has seen the deck, and so knows what the prizes are.
    """

    __match_args__ = ("hand", "deck", "prizes", "discard", "active", "bench", "searched")

    def __init__(
        self,
        hand: list[int],
        deck: list[int],
        prizes: list[int],
        discard: list[int],
        active: Pokemon | None,
        bench: list[Pokemon],
        searched: bool,
    ) -> None:
        self.hand = hand
        self.deck = deck
        self.prizes = prizes
        self.discard = discard
        self.active = active
        self.bench = bench
        self.searched = searched

    def clone(self) -> "Side":
        return self.with_cards(self.hand[:], self.deck[:], self.prizes[:])

    def with_cards(self, hand: list[int], deck: list[int], prizes: list[int]) -> "Side":
        """Returns a copy with other hidden cards."""
        active = self.active
        return Side(
            hand,
            deck,
            prizes,
            self.discard[:],
            None if active is None else active.clone(),
            [benched.clone() for benched in self.bench],
            self.searched,
        )


class BareMatch(State):
    """The bare slice at one moment.

    Attributes:
        asked: what is asked of whom, the next question first.
        attached: whether an energy was attached this turn.
        stuck: whether a confused Pokémon has failed to retreat this turn.
        paralyzed: in which turn the active Pokémon of each seat was paralyzed last.
    """

    __match_args__ = (
        *("rng", "seat", "over", "reason", "winner", "viewer", "turn", "active", "phase"),
        *("attached", "stuck", "paralyzed", "asked", "sides"),
    )

    def __init__(
        self,
        rng: Rng,
        seat: int,
        over: bool,
        reason: str,
        winner: int,
        viewer: int,
        turn: int,
        active: int,
        phase: int,
        attached: bool,
        stuck: bool,
        paralyzed: list[int],
        asked: list[tuple[int, int]],
        sides: list[Side],
    ) -> None:
        super().__init__(rng, seat, over, reason)
        self.winner = winner
        self.viewer = viewer
        self.turn = turn
        self.active = active
        self.phase = phase
        self.attached = attached
        self.stuck = stuck
        self.paralyzed = paralyzed
        self.asked = asked
        self.sides = sides

    def clone(self) -> "BareMatch":
        sides = [side.clone() for side in self.sides]
        return self.with_sides(self.rng.clone(), self.viewer, sides)

    def with_sides(self, rng: Rng, viewer: int, sides: list[Side]) -> "BareMatch":
        """Returns a copy with other dice, another viewer and other sides."""
        return BareMatch(
            rng,
            self.seat,
            self.over,
            self.reason,
            self.winner,
            viewer,
            self.turn,
            self.active,
            self.phase,
            self.attached,
            self.stuck,
            self.paralyzed[:],
            self.asked[:],
            sides,
        )

    def question(self) -> int:
        """Returns what is asked now."""
        return self.asked[0][0] if self.asked else NOTHING

    def win(self, seat: int, reason: str) -> None:
        """Ends the game with a winner, or `NOBODY`."""
        self.winner = seat
        self.finish(reason)
