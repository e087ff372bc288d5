"""The own state: all that one decision of a turn is based on, computed once (3.4)."""

from typing import Final

from kibitz.core.move import Move
from kibitz.games.pokemon.agents.generator.attacks import (
    Hit,
    Knockout,
    knockouts_of,
    payable_hits,
    usable_hits,
)
from kibitz.games.pokemon.agents.generator.opponent import (
    SURE,
    Threat,
    risk_damages,
    sure_damages,
    threats_of,
)
from kibitz.games.pokemon.agents.generator.settings import Settings
from kibitz.games.pokemon.agents.generator.trial import copy_table
from kibitz.games.pokemon.moves import (
    Attach,
    Attack,
    Bench,
    End,
    Evolve,
    PlayTrainer,
    Retreat,
    UsePower,
)
from kibitz.games.pokemon.state import HAND, Fight, Pokemon, active, pile, pokemon_of


class Menu:
    """The legal moves of a main phase, by kind."""

    def __init__(self, moves: list[Move[Fight]]) -> None:
        self.attaches: Final[list[Attach]] = []
        self.attacks: Final[list[Attack]] = []
        self.benchings: Final[list[Bench]] = []
        self.ends: Final[list[End]] = []
        self.evolutions: Final[list[Evolve]] = []
        self.plays: Final[list[PlayTrainer]] = []
        self.powers: Final[list[UsePower]] = []
        self.retreats: Final[list[Retreat]] = []
        for move in moves:
            self.add(move)

    def add(self, move: Move[Fight]) -> None:
        """Puts a move where it belongs."""
        if isinstance(move, Attach):
            self.attaches.append(move)
        elif isinstance(move, Attack):
            self.attacks.append(move)
        elif isinstance(move, Bench):
            self.benchings.append(move)
        elif isinstance(move, Evolve):
            self.evolutions.append(move)
        elif isinstance(move, PlayTrainer):
            self.plays.append(move)
        elif isinstance(move, UsePower):
            self.powers.append(move)
        elif isinstance(move, Retreat):
            self.retreats.append(move)
        elif isinstance(move, End):
            self.ends.append(move)

    def play(self, card: int, spot: int) -> PlayTrainer | None:
        """Returns the move that plays a Trainer on a spot, if it is legal."""
        for move in self.plays:
            if move.number == card and move.spot == spot:
                return move
        return None

    def can_play(self, card: int) -> bool:
        """Tells whether a Trainer can be played at all."""
        return any(move.number == card for move in self.plays)

    def retreat(self, spot: int) -> Retreat | None:
        """Returns the move that retreats to a spot, if it is legal."""
        for move in self.retreats:
            if move.spot == spot:
                return move
        return None


class Situation:
    """What a seat knows in its main phase, and what follows from it.

    Attributes:
        view: what the seat knows.
        seat: who decides.
        settings: how the generator is set.
        scores: the score of every card.
        menu: the legal moves.
        ours: a copy to try own attacks on.
        theirs: a copy of the opponent's next turn.
        own: the own Pokémon, the Active first.
        hand: the own hand, sorted.
        payable: what the Active could use if no condition kept it from attacking.
        attacks: the maximum-damage list, of the whole side (P-5).
        knockouts: the knockout list (P-4).
        sure: the sure damage to each own Pokémon.
        risk: the risk damage to each own Pokémon.
        threats: the own Pokémon that can be knocked out.
    """

    def __init__(
        self, view: Fight, seat: int, moves: list[Move[Fight]], settings: Settings
    ) -> None:
        self.view: Final = view
        self.seat: Final = seat
        self.settings: Final = settings
        self.scores: Final[list[float]] = settings.scores
        self.menu: Final = Menu(moves)
        self.ours: Final[Fight] = copy_table(view, seat, view.turn, True)
        self.theirs: Final[Fight] = copy_table(view, 1 - seat, view.turn + 1, False)
        self.own: Final[list[Pokemon]] = pokemon_of(self.ours, seat)
        self.hand: Final[list[int]] = pile(view, HAND, seat)
        self.payable: Final[list[Hit]] = payable_hits(self.ours, seat, 0)
        self.attacks: Final[list[Hit]] = []
        for spot in range(len(self.own)):
            self.attacks.extend(usable_hits(self.ours, seat, spot))
        self.attacks.sort(key=Hit.damage_order)
        self.knockouts: Final[list[Knockout]] = knockouts_of(self.ours, seat, self.attacks)
        self.sure: Final[list[int]] = sure_damages(self.theirs, 1 - seat)
        self.risk: Final[list[int]] = risk_damages(self.theirs, 1 - seat, settings.hidden_energy)
        self.threats: Final[list[Threat]] = threats_of(view, seat, self.sure, self.risk)

    def active_attacks(self) -> list[Hit]:
        """Returns the attacks of the Active Pokémon, the best first."""
        return [hit for hit in self.attacks if hit.spot == 0]

    def bench_attacks(self) -> list[Hit]:
        """Returns the attacks of the benched Pokémon, the best first."""
        return [hit for hit in self.attacks if hit.spot > 0]

    def best_sure(self) -> int:
        """Returns the best sure damage of the Active Pokémon to the Defending one."""
        return max([hit.sure for hit in self.attacks if hit.spot == 0], default=0)

    def foe(self) -> Pokemon:
        """Returns the opponent's Active Pokémon."""
        return active(self.ours, 1 - self.seat)

    def score(self, pokemon: Pokemon) -> float:
        """Returns the score of a Pokémon in play."""
        return self.scores[pokemon.kind]

    def is_surely_threatened(self) -> bool:
        """Tells whether an own Pokémon is knocked out for sure in the opponent's next turn."""
        return any(threat.tag == SURE for threat in self.threats)
