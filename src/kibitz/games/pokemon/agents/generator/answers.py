"""Answers to questions: what is paid, chosen and given up after a move was made.

Each answer is a number for every option; the highest one is chosen, of equal ones the first.
"""

from typing import Final

from kibitz.core.move import Move
from kibitz.games.pokemon.agents.generator.attacks import payable_hits
from kibitz.games.pokemon.agents.generator.opponent import sure_damage_from
from kibitz.games.pokemon.agents.generator.settings import Settings
from kibitz.games.pokemon.agents.generator.trainers import best_removal
from kibitz.games.pokemon.agents.generator.trial import copy_table
from kibitz.games.pokemon.cards.catalogue import (
    COLORLESS,
    ELEMENT,
    RETREAT,
    energy_units,
)
from kibitz.games.pokemon.moves import Choose, Promote
from kibitz.games.pokemon.rules.attacks import (
    Amnesia,
    DiscardEnergy,
    Metronome,
    NewElement,
    PayEnergy,
    Switching,
)
from kibitz.games.pokemon.rules.energy import attach_energy, discard_ways, retreat_ways
from kibitz.games.pokemon.rules.knockouts import Promotion
from kibitz.games.pokemon.rules.steps import ATTACK_WORD, Ask
from kibitz.games.pokemon.rules.trainers import Arrange, Breeding, OwnEnergy, Revive
from kibitz.games.pokemon.rules.turn import PayRetreat
from kibitz.games.pokemon.state import FOE, Fight, active, at_spot, pokemon_of

# What an option counts that must not be chosen.
NEVER: Final = -1_000_000.0


class Answer:
    """A move that answers a question.

    Attributes:
        move: the move.
        worth: what it counts.
        text: what that is.
    """

    def __init__(self, move: Move[Fight], worth: float, text: str) -> None:
        self.move: Final = move
        self.worth: Final = worth
        self.text: Final = text


def answers(
    view: Fight, seat: int, asked: Ask, moves: list[Move[Fight]], settings: Settings
) -> list[Answer]:
    """Lists the answers to a question, best first.

    The legal moves say what can be chosen: in a view the cards of a deck are unknown.
    """
    picks = [move for move in moves if isinstance(move, (Choose, Promote))]
    options = [
        move.spot if isinstance(move, Promote) else move.readings[asked.asks()] for move in picks
    ]
    ours = copy_table(view, seat, view.turn, True)
    theirs = copy_table(view, 1 - seat, view.turn + 1, False)
    worth, text = Guess(ours, theirs, seat, settings.scores).worth(asked, options)
    found = [Answer(move, worth[at], text) for at, move in enumerate(picks)]
    stays = isinstance(asked, Arrange)
    for move in moves:
        if not isinstance(move, (Choose, Promote)):
            best = max([0.0, *worth]) + 1.0 if stays else min([0.0, *worth]) - 1.0
            found.append(Answer(move, best, "as it is" if stays else "nothing more"))
    found.sort(key=lambda each: -each.worth)
    return found


class Guess:
    """Judges the options of a question.

    Attributes:
        ours: a copy to try own attacks on.
        theirs: a copy of the opponent's next turn.
        seat: who decides.
        scores: the score of every card.
    """

    def __init__(self, ours: Fight, theirs: Fight, seat: int, scores: list[float]) -> None:
        self.ours: Final = ours
        self.theirs: Final = theirs
        self.seat: Final = seat
        self.scores: Final = scores

    def worth(self, asked: Ask, options: list[int]) -> tuple[list[float], str]:
        """Returns what each option counts, and what that is."""
        if isinstance(asked, Promotion) or (
            isinstance(asked, Switching) and asked.side == self.seat
        ):
            own = pokemon_of(self.ours, self.seat)
            if isinstance(asked, Promotion):  # there is no Active
                return [self.scores[own[spot - 1].kind] for spot in options], "its score"
            return [self.scores[own[spot].kind] for spot in options], "its score"
        if isinstance(asked, (Breeding, Revive)):
            sign = -1.0 if isinstance(asked, Revive) and asked.side != self.seat else 1.0
            return [sign * self.scores[card] for card in options], "its score"
        if isinstance(asked, (PayEnergy, PayRetreat, DiscardEnergy, OwnEnergy)):
            return self.energy(asked, options)
        return self.attack(asked, options)

    def attack(self, asked: Ask, options: list[int]) -> tuple[list[float], str]:
        """Judges what an attack asks for."""
        if isinstance(asked, Switching):
            return [self.luring(spot - FOE) for spot in options], "the damage it cannot do"
        if isinstance(asked, Metronome):
            return [self.copying(option) for option in options], "the damage of the copy"
        if isinstance(asked, Amnesia):
            return [self.forgetting(option) for option in options], "the damage it prevents"
        if isinstance(asked, NewElement):
            wanted = self.element(asked.weakness)
            return [1.0 if option == wanted else 0.0 for option in options], "the type that counts"
        return [0.0] * len(options), "the first in the list"

    # Energy: the own side gives up what costs least damage, the other side what costs most.

    def energy(self, asked: Ask, options: list[int]) -> tuple[list[float], str]:
        """Judges Energy that is paid or discarded."""
        if isinstance(asked, DiscardEnergy) and asked.spot >= FOE:
            spot = asked.spot - FOE
            cards, _ = best_removal(self.theirs, 1 - self.seat, spot, asked.left)
            wanted = next((card for card in cards if card in options), 0)
            return [float(card == wanted) for card in options], "what weakens it most"
        if isinstance(asked, OwnEnergy):
            return [self.cheapest(spot) for spot in options], "the damage that is left"
        spot = 0
        held: tuple[int, ...] = ()
        user = active(self.ours, self.seat)
        if isinstance(asked, PayEnergy):
            held = asked.held
            ways = discard_ways(self.ours, user, asked.count, asked.element)
        elif isinstance(asked, PayRetreat):
            held = asked.held
            ways = retreat_ways(user.energy, RETREAT[user.kind])
        else:
            assert isinstance(asked, DiscardEnergy)
            spot = asked.spot
            ways = [(card,) for card in options]
        return self.paying(spot, ways, held, options), "the damage that is left"

    def paying(
        self, spot: int, ways: list[tuple[int, ...]], held: tuple[int, ...], options: list[int]
    ) -> list[float]:
        """Returns for each option the damage left after the best way that goes on with it."""
        worth = [NEVER] * len(options)
        for way in ways:
            if len(way) > len(held) and way[: len(held)] == held:
                at = options.index(way[len(held)])
                units = sum([energy_units(card) for card in way])
                worth[at] = max(worth[at], self.damage_without(spot, way) - units / 100)
        return worth

    def damage_without(self, spot: int, cards: tuple[int, ...]) -> float:
        """Returns the best sure damage of an own Pokémon without some Energy cards."""
        pokemon = at_spot(self.ours, self.seat, spot)
        for card in cards:
            pokemon.energy.remove(card)
        hits = payable_hits(self.ours, self.seat, spot)
        for card in cards:
            attach_energy(pokemon, card)
        return float(max([hit.sure for hit in hits], default=0))

    def cheapest(self, spot: int) -> float:
        """Returns the least damage that an Energy card of an own Pokémon costs, below 0."""
        pokemon = at_spot(self.ours, self.seat, spot)
        now = self.damage_without(spot, ())
        return max([self.damage_without(spot, (card,)) - now for card in pokemon.energy])

    # The Defending Pokémon.

    def luring(self, spot: int) -> float:
        """Prefers the opposing Pokémon that does least damage, then the lowest score (C-21)."""
        foe = 1 - self.seat
        score = self.scores[pokemon_of(self.theirs, foe)[spot].kind]
        return -sure_damage_from(self.theirs, foe, spot) - score / 1000

    def copying(self, option: int) -> float:
        """Returns the damage of an attack that Metronome can copy."""
        hits = payable_hits(self.ours, self.seat, 0)
        return max(
            [hit.expected for hit in hits if ATTACK_WORD[hit.copied.number] == option], default=0.0
        )

    def forgetting(self, option: int) -> float:
        """Returns the damage that the Defending Pokémon can do with an attack."""
        hits = payable_hits(self.theirs, 1 - self.seat, 0)
        return max(
            [hit.expected for hit in hits if ATTACK_WORD[hit.attack.number] == option], default=0.0
        )

    def element(self, weakness: bool) -> int:
        """Returns the type of the best Pokémon that is not Colorless.

        A Weakness is one to the own side, a Resistance one against the other; the Active first.
        """
        side = pokemon_of(self.ours, self.seat if weakness else 1 - self.seat)
        order = sorted(side[1:], key=lambda pokemon: -self.scores[pokemon.kind])
        for pokemon in (side[0], *order):
            if ELEMENT[pokemon.kind] != COLORLESS:
                return ELEMENT[pokemon.kind]
        return 0
