"""Slay the Spire as a game: one fight."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from kibitz.core.agent import Agent, Policy
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.spire.agents import Instinct, make_beam, make_greedy, standing
from kibitz.games.spire.cards import relics
from kibitz.games.spire.cards.catalogue import face
from kibitz.games.spire.cards.potions import EMPTY_SLOT, slots_at
from kibitz.games.spire.moves import Choose, Done, End, Play, UsePotion, list_moves
from kibitz.games.spire.rules.encounters import (
    ENCOUNTERS,
    POOLS,
    monsters_of,
    pick_encounter,
    room_of,
)
from kibitz.games.spire.rules.intents import spawn
from kibitz.games.spire.rules.turn import settle, start_fight
from kibitz.games.spire.state import LOST, WON, Fight
from kibitz.games.spire.view import sample_fight, view_of

STARTER: Final = [face("Strike_R")] * 5 + [face("Defend_R")] * 4 + [face("Bash")]


class Spire(Game[Fight, Fight]):
    """One fight of Slay the Spire; it is won, lost or fled, and what counts is the HP kept."""

    id: ClassVar[str] = "spire"
    title: ClassVar[str] = "Slay the Spire"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True

    def __init__(self, encounter: str = "act 1", ascension: int = 0) -> None:
        if encounter not in ENCOUNTERS and encounter not in POOLS:
            raise ValueError(f"unknown encounter {encounter!r}")
        super().__init__(seats=1, options={"encounter": encounter, "ascension": ascension})
        self.encounter: Final = encounter
        self.ascension: Final = ascension

    def kinds(self) -> list[type[Move[Fight]]]:
        return [Play, UsePotion, Choose, Done, End]

    def setup(self, rng: Rng) -> Fight:
        name = self.encounter
        if name in POOLS:
            name = pick_encounter(POOLS[name], rng)
        s = Fight(rng, 0, False, "", rng.fork(), rng.fork(), rng.fork(), self.ascension)
        s.room = room_of(name)
        s.draw = STARTER.copy()
        s.relics[relics.BURNING_BLOOD] = relics.NO_COUNTER
        s.moments = relics.moments_of(s.relics)
        s.potions = [EMPTY_SLOT] * slots_at(self.ascension, s.has(relics.POTION_BELT))
        for place, kind in enumerate(monsters_of(name, rng)):
            s.monsters.append(spawn(s, kind, place))
        start_fight(s)
        settle(s)
        return s

    def legal(self, state: Fight) -> list[Move[Fight]]:
        """Lists the legal moves from ready-made ones."""
        return list_moves(state)

    def returns(self, state: Fight) -> list[float]:
        """Returns the share of HP that was kept in a fight that is won, and -1 for a lost one."""
        if state.reason == WON:
            return [state.hp / state.max_hp]
        return [-1.0 if state.reason == LOST else 0.0]

    def standing(self, state: Fight) -> list[float]:
        """Returns the share of HP that the player is likely to keep."""
        return [standing(state)]

    def agents(self) -> Mapping[str, Callable[..., Agent[Fight, Fight]]]:
        return {"greedy": make_greedy, "beam": make_beam}

    def policy(self) -> Policy[Fight]:
        return Instinct(self)

    def view(self, state: Fight, seat: int) -> Fight:
        return view_of(state)

    def sample(self, view: Fight, rng: Rng) -> Fight:
        return sample_fight(view, rng)
