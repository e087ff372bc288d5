"""What can be set about the generator; the defaults are the generator as it is described."""

from typing import Final

from kibitz.games.pokemon.agents.generator.scoring import DAMAGE, HP_SHARE, SCORES

STRICT: Final = "strict"
DEVELOP_FIRST: Final = "develop_first"
POLICIES: Final = (STRICT, DEVELOP_FIRST)


class Settings:
    """The readings that can be chosen.

    Attributes:
        policy: `strict` knocks out before anything else; `develop_first` first does what cannot
            spoil the knockout (F-6).
        efficiency: what a score divides by the cost of an attack: `hp` or `damage` (C-1).
        partial_heal: whether a heal may be played that is not used in full (C-9).
        hidden_energy: whether hidden cards of the opponent's hand may be Energy (O-4).
        evolve_if_better: whether a Pokémon evolves only into one with a higher score (C-32).
        scores: the score of every card.
    """

    def __init__(
        self,
        policy: str = STRICT,
        efficiency: str = HP_SHARE,
        partial_heal: bool = False,
        hidden_energy: bool = True,
        evolve_if_better: bool = False,
    ) -> None:
        """Takes the readings.

        Raises:
            ValueError: if a policy or an efficiency is unknown.
        """
        if policy not in POLICIES:
            raise ValueError(f"invalid policy={policy}: expected {' or '.join(POLICIES)}")
        if efficiency not in SCORES:
            raise ValueError(f"invalid efficiency={efficiency}: expected {HP_SHARE} or {DAMAGE}")
        self.policy: Final = policy
        self.efficiency: Final = efficiency
        self.partial_heal: Final = partial_heal
        self.hidden_energy: Final = hidden_energy
        self.evolve_if_better: Final = evolve_if_better
        self.scores: Final[list[float]] = SCORES[efficiency]
