"""The generator as a player: advice with the lists that it built, and answers to questions.

Each answer is a number for every option; the highest one is chosen, of equal ones the first.
"""

import time
from collections.abc import Sequence
from typing import Final

from kibitz.core.agent import ORDER_ONLY, Advice, Observation, Option, Reason
from kibitz.core.value import Json
from kibitz.games.pokemon import state
from kibitz.games.pokemon.agents.generator.cards import Verdict, best_removal, unjudged
from kibitz.games.pokemon.agents.generator.flow import Flow
from kibitz.games.pokemon.agents.generator.scoring import CATEGORY, HP_SHARE, STRICT, Settings
from kibitz.games.pokemon.agents.generator.situation import (
    Hit,
    Situation,
    copy_table,
    payable_hits,
    sure_damage_from,
)
from kibitz.games.pokemon.cards import COLORLESS, ELEMENT, HP, RETREAT, WORDS, energy_units
from kibitz.games.pokemon.moves import Active, Bench, Choose, Promote, asked_of
from kibitz.games.pokemon.rules.attacks import (
    Amnesia,
    DiscardEnergy,
    Metronome,
    NewElement,
    PayEnergy,
    Switching,
)
from kibitz.games.pokemon.rules.in_play import attach_energy, discard_ways, retreat_ways
from kibitz.games.pokemon.rules.steps import ATTACK_WORD, SPOT_WORDS, Ask
from kibitz.games.pokemon.rules.trainers import Arrange, Breeding, OwnEnergy, Revive
from kibitz.games.pokemon.rules.turn import PayRetreat, Promotion
from kibitz.games.pokemon.state import PokemonMove, PokemonState
from kibitz.games.pokemon.view import unseen_cards
from kibitz.kit.catalogue import UNKNOWN

# What an option counts that must not be chosen.
NEVER: Final = -1_000_000.0


class Answer:
    """A move that answers a question.

    Attributes:
        move: the move.
        worth: what it counts.
        text: what that is.
    """

    def __init__(self, move: PokemonMove, worth: float, text: str) -> None:
        self.move: Final = move
        self.worth: Final = worth
        self.text: Final = text


def answers(
    view: PokemonState, seat: int, asked: Ask, moves: list[PokemonMove], settings: Settings
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

    def __init__(
        self, ours: PokemonState, theirs: PokemonState, seat: int, scores: list[float]
    ) -> None:
        self.ours: Final = ours
        self.theirs: Final = theirs
        self.seat: Final = seat
        self.scores: Final = scores

    def worth(self, asked: Ask, options: list[int]) -> tuple[list[float], str]:
        """Returns what each option counts, and what that is."""
        if isinstance(asked, Promotion) or (
            isinstance(asked, Switching) and asked.side == self.seat
        ):
            own = state.pokemon_of(self.ours, self.seat)
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
            return [self.luring(spot - state.FOE) for spot in options], "the damage it cannot do"
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
        if isinstance(asked, DiscardEnergy) and asked.spot >= state.FOE:
            spot = asked.spot - state.FOE
            cards, _ = best_removal(self.theirs, 1 - self.seat, spot, asked.left)
            wanted = next((card for card in cards if card in options), 0)
            return [float(card == wanted) for card in options], "what weakens it most"
        if isinstance(asked, OwnEnergy):
            return [self.cheapest(spot) for spot in options], "the damage that is left"
        spot = 0
        held: tuple[int, ...] = ()
        user = state.active(self.ours, self.seat)
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
        pokemon = state.at_spot(self.ours, self.seat, spot)
        for card in cards:
            pokemon.energy.remove(card)
        hits = payable_hits(self.ours, self.seat, spot)
        for card in cards:
            attach_energy(pokemon, card)
        return float(max([hit.sure for hit in hits], default=0))

    def cheapest(self, spot: int) -> float:
        """Returns the least damage that an Energy card of an own Pokémon costs, below 0."""
        pokemon = state.at_spot(self.ours, self.seat, spot)
        now = self.damage_without(spot, ())
        return max([self.damage_without(spot, (card,)) - now for card in pokemon.energy])

    # The Defending Pokémon.

    def luring(self, spot: int) -> float:
        """Prefers the opposing Pokémon that does least damage, then the lowest score (C-21)."""
        foe = 1 - self.seat
        score = self.scores[state.pokemon_of(self.theirs, foe)[spot].kind]
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
        side = state.pokemon_of(self.ours, self.seat if weakness else 1 - self.seat)
        order = sorted(side[1:], key=lambda pokemon: -self.scores[pokemon.kind])
        for pokemon in (side[0], *order):
            if ELEMENT[pokemon.kind] != COLORLESS:
                return ELEMENT[pokemon.kind]
        return 0


# The player.

# Setup and forced moves have no tier.
NO_TIER: Final = ""
# The steps outside of the main phase.
FORCED: Final = "forced"
QUESTION: Final = "question"
SETUP: Final = "setup"
# Where the cards of a hand are that the opponent has shown.
THEIR_HAND: Final = "foe hand"


class GeneratorAgent:
    """Plays as the described action generator does; keeps nothing between decisions."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings

    def advise(self, seen: Observation[PokemonState, PokemonState]) -> Advice[PokemonState]:
        """Says what to play and why."""
        seen.check_turn()
        began = time.perf_counter()
        advice = self.decide(seen.view, seen.seat, seen.moves, seen.wanted)
        advice.seconds = time.perf_counter() - began
        return advice

    def decide(
        self,
        view: PokemonState,
        seat: int,
        moves: list[PokemonMove],
        wanted: tuple[PokemonMove, ...] = (),
    ) -> Advice[PokemonState]:
        """Decides what a seat plays that knows a view; the advice has the scores of all cards.

        Args:
            view: what the seat knows.
            seat: who decides.
            moves: the legal moves.
            wanted: those of them that somebody asks about.
        """
        advice = self.choose(view, seat, moves, wanted)
        advice.trace.update(scores_of(view, seat, self.settings.scores))
        return advice

    def choose(
        self,
        view: PokemonState,
        seat: int,
        moves: list[PokemonMove],
        wanted: tuple[PokemonMove, ...],
    ) -> Advice[PokemonState]:
        """Chooses a move: the only one, an answer, a Pokémon to begin with, or one of a turn."""
        if len(moves) == 1:
            option = Option(moves[0], 0.0, (Reason(FORCED, 0.0, "the only legal move"),))
            return make_advice(FORCED, NO_TIER, [option])
        asked = asked_of(view, seat)
        if asked is not None:
            found = answers(view, seat, asked, moves, self.settings)
            options = [
                Option(each.move, each.worth, (Reason("worth", each.worth, each.text),))
                for each in found
            ]
            return make_advice(QUESTION, NO_TIER, options)
        if view.phase != state.MAIN:
            return self.set_up(moves)
        return self.play_turn(view, seat, moves, wanted)

    def set_up(self, moves: list[PokemonMove]) -> Advice[PokemonState]:
        """Chooses Pokémon before the first turn, the highest score first (F-3).

        Of equal scores the lower number in the set goes first, however the hand is ordered.
        """
        found: list[tuple[float, int, Option[PokemonState]]] = []
        for move in moves:
            score, number, text = 0.0, 0, "nothing more"
            if isinstance(move, (Active, Bench)):
                number, text = move.number, "the score of the card"
                score = self.settings.scores[number]
            option = Option(move, score, (Reason("score", score, text),))
            found.append((-score, number, option))
        found.sort(key=lambda each: (each[0], each[1]))
        return make_advice(SETUP, NO_TIER, [option for _, _, option in found])

    def play_turn(
        self,
        view: PokemonState,
        seat: int,
        moves: list[PokemonMove],
        wanted: tuple[PokemonMove, ...],
    ) -> Advice[PokemonState]:
        """Decides in a main phase (F-5)."""
        now = Situation(view, seat, moves, self.settings)
        flow = Flow(now)
        ranked = flow.options()
        options = [option for option, _ in ranked]
        for move in wanted:
            if not any(option.move == move for option in options):
                options.append(flow.other(move))
        options.sort(key=lambda option: -option.score)
        advice = make_advice(options[0].reasons[0].term, ranked[0][1], options)
        advice.trace.update(lists_of(flow))
        return advice


def make_advice(
    step: str, tier: str, options: Sequence[Option[PokemonState]]
) -> Advice[PokemonState]:
    """Advises the first of some options."""
    trace: dict[str, Json] = {"step": step, "tier": tier}
    return Advice(options[0].move, options[0].score, tuple(options), trace=trace, unit=ORDER_ONLY)


# The lists, for readers.


def lists_of(flow: Flow) -> dict[str, Json]:
    """Writes the lists that a decision was made from."""
    now = flow.now
    verdicts = flow.defences + flow.routine
    return {
        "knockouts": [
            {
                **hit_line(each.hit),
                "target": SPOT_WORDS[each.target],
                "damage": each.damage,
                "left": state.at_spot(now.ours, now.seat, each.target).left(),
            }
            for each in now.knockouts
        ],
        "maximum_damage": [
            {**hit_line(hit), "expected": hit.expected, "sure": hit.sure} for hit in now.attacks
        ],
        "energy": [
            {
                "card": each.move.card,
                "target": each.move.to,
                "attack": each.attack.word,
                "knocks_out": each.knockout is not None,
                "gain": each.gain,
                "overflow": each.overflow,
                "score": each.score,
            }
            for each in flow.energy
        ],
        "trainers": trainer_lines(verdicts + unjudged(now, verdicts)),
        "threats": [
            {
                "target": SPOT_WORDS[each.spot],
                "left": each.left,
                "sure": each.sure,
                "risk": each.risk,
                "tag": each.tag,
            }
            for each in now.threats
        ],
    }


def hit_line(hit: Hit) -> dict[str, Json]:
    """Writes who attacks with what."""
    line: dict[str, Json] = {
        "from": SPOT_WORDS[hit.spot],
        "attack": hit.attack.word,
        "cost": hit.attack.size,
        "harms_self": hit.self_effect,
        "affects_opponent": hit.foe_effect,
    }
    if hit.copied is not hit.attack:
        line["copies"] = hit.copied.word
    return line


def trainer_lines(verdicts: list[Verdict]) -> list[Json]:
    """Writes what is said about Trainers; what is said in two steps is written once."""
    found: list[Json] = []
    for verdict in verdicts:
        line = trainer_line(verdict)
        if line not in found:
            found.append(line)
    return found


def trainer_line(verdict: Verdict) -> Json:
    """Writes what is said about a Trainer."""
    return {
        "card": WORDS[verdict.card],
        "category": CATEGORY[verdict.card],
        "play": verdict.plays,
        "target": SPOT_WORDS.get(verdict.spot, ""),
        "why": verdict.text,
    }


# Scores, each list from high to low (S-7, S-8). Only Pokémon have one.


def scores_of(view: PokemonState, seat: int, scores: list[float]) -> dict[str, Json]:
    """Writes the scores of all cards that a seat knows, and the most threatening one (O-6)."""
    foe = 1 - seat
    front, back = front_cards(view, foe), bench_cards(view, foe)
    shown = [(card, THEIR_HAND) for card in state.pile(view, state.HAND, foe)]
    ranked = score_lines([*placed(front, state.FOE), *placed(back, state.FOE + 1), *shown], scores)
    return {
        "scores": {
            "active": score_lines(placed(front_cards(view, seat), 0), scores),
            "bench": score_lines(placed(bench_cards(view, seat), 1), scores),
            "hand": counted_lines(state.pile(view, state.HAND, seat), scores),
            "deck": counted_lines(unseen_cards(view, seat), scores),
            "foe_active": score_lines(placed(front, state.FOE), scores),
            "foe_bench": score_lines(placed(back, state.FOE + 1), scores),
            "foe_hand": counted_lines(state.pile(view, state.HAND, foe), scores),
        },
        "most_threatening": ranked[0] if ranked else None,
    }


def front_cards(view: PokemonState, seat: int) -> list[int]:
    """Returns the Active Pokémon, if there is one; before the first turn it lies face down."""
    return [pokemon.kind for pokemon in view.rows[seat * 2]] or state.pile(
        view, state.FACE_DOWN, seat
    )[:1]


def bench_cards(view: PokemonState, seat: int) -> list[int]:
    """Returns the Bench; before the first turn it lies face down."""
    return [pokemon.kind for pokemon in state.bench(view, seat)] or state.pile(
        view, state.FACE_DOWN, seat
    )[1:]


def placed(cards: list[int], spot: int) -> list[tuple[int, str]]:
    """Says where Pokémon stand, from a spot on."""
    return [(card, SPOT_WORDS[spot + at]) for at, card in enumerate(cards)]


def score_lines(cards: list[tuple[int, str]], scores: list[float]) -> list[Json]:
    """Writes Pokémon with their places; of equal scores the first stays first (S-5)."""
    known = [(card, place) for card, place in cards if HP[card] > 0]
    known.sort(key=lambda each: -scores[each[0]])
    return [{"card": WORDS[card], "place": place, "score": scores[card]} for card, place in known]


def counted_lines(cards: list[int], scores: list[float]) -> list[Json]:
    """Writes the Pokémon among some cards, equal ones once; equal scores by number."""
    counts: dict[int, int] = {}
    for card in cards:
        if card != UNKNOWN and HP[card] > 0:
            counts[card] = counts.get(card, 0) + 1
    return [
        {"card": WORDS[card], "count": counts[card], "score": scores[card]}
        for card in sorted(counts, key=lambda card: (-scores[card], card))
    ]


def make_generator(
    policy: str = STRICT,
    efficiency: str = HP_SHARE,
    partial_heal: bool = False,
    hidden_energy: bool = True,
    evolve_if_better: bool = False,
) -> GeneratorAgent:
    """Makes the described generator; `Settings` says what the options mean.

    Raises:
        ValueError: if a policy or an efficiency is unknown.
    """
    settings = Settings(policy, efficiency, partial_heal, hidden_energy, evolve_if_better)
    return GeneratorAgent(settings)
