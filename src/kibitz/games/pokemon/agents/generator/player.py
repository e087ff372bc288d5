"""The generator as a player: advice with the lists that it built."""

import time
from collections.abc import Sequence
from typing import Final

from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.pokemon.agents.generator.answers import answers
from kibitz.games.pokemon.agents.generator.attacks import Hit
from kibitz.games.pokemon.agents.generator.categories import CATEGORY
from kibitz.games.pokemon.agents.generator.flow import Flow
from kibitz.games.pokemon.agents.generator.scoring import HP_SHARE
from kibitz.games.pokemon.agents.generator.settings import STRICT, Settings
from kibitz.games.pokemon.agents.generator.situation import Situation
from kibitz.games.pokemon.agents.generator.trainers import Verdict, unjudged
from kibitz.games.pokemon.cards.catalogue import HP, WORDS
from kibitz.games.pokemon.moves import Active, Bench, asked_of
from kibitz.games.pokemon.rules.steps import SPOT_WORDS
from kibitz.games.pokemon.state import (
    FACE_DOWN,
    FOE,
    HAND,
    MAIN,
    Fight,
    at_spot,
    bench,
    pile,
)
from kibitz.games.pokemon.view import unseen_cards
from kibitz.kit.catalogue import UNKNOWN

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

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Says what to play and why."""
        seen.check_turn()
        began = time.perf_counter()
        advice = self.decide(seen.view, seen.seat, seen.moves, seen.wanted)
        advice.seconds = time.perf_counter() - began
        return advice

    def decide(
        self,
        view: Fight,
        seat: int,
        moves: list[Move[Fight]],
        wanted: tuple[Move[Fight], ...] = (),
    ) -> Advice[Fight]:
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
        view: Fight,
        seat: int,
        moves: list[Move[Fight]],
        wanted: tuple[Move[Fight], ...],
    ) -> Advice[Fight]:
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
        if view.phase != MAIN:
            return self.set_up(moves)
        return self.play_turn(view, seat, moves, wanted)

    def set_up(self, moves: list[Move[Fight]]) -> Advice[Fight]:
        """Chooses Pokémon before the first turn, the highest score first (F-3).

        Of equal scores the lower number in the set goes first, however the hand is ordered.
        """
        found: list[tuple[float, int, Option[Fight]]] = []
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
        view: Fight,
        seat: int,
        moves: list[Move[Fight]],
        wanted: tuple[Move[Fight], ...],
    ) -> Advice[Fight]:
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


def make_advice(step: str, tier: str, options: Sequence[Option[Fight]]) -> Advice[Fight]:
    """Advises the first of some options."""
    trace: dict[str, Json] = {"step": step, "tier": tier}
    return Advice(options[0].move, options[0].score, tuple(options), trace=trace)


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
                "left": at_spot(now.ours, now.seat, each.target).left(),
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
                "knocks_out": each.knocks_out,
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


def scores_of(view: Fight, seat: int, scores: list[float]) -> dict[str, Json]:
    """Writes the scores of all cards that a seat knows, and the most threatening one (O-6)."""
    foe = 1 - seat
    front, back = front_cards(view, foe), bench_cards(view, foe)
    shown = [(card, THEIR_HAND) for card in pile(view, HAND, foe)]
    ranked = score_lines([*placed(front, FOE), *placed(back, FOE + 1), *shown], scores)
    return {
        "scores": {
            "active": score_lines(placed(front_cards(view, seat), 0), scores),
            "bench": score_lines(placed(bench_cards(view, seat), 1), scores),
            "hand": counted_lines(pile(view, HAND, seat), scores),
            "deck": counted_lines(unseen_cards(view, seat), scores),
            "foe_active": score_lines(placed(front, FOE), scores),
            "foe_bench": score_lines(placed(back, FOE + 1), scores),
            "foe_hand": counted_lines(pile(view, HAND, foe), scores),
        },
        "most_threatening": ranked[0] if ranked else None,
    }


def front_cards(view: Fight, seat: int) -> list[int]:
    """Returns the Active Pokémon, if there is one; before the first turn it lies face down."""
    return [pokemon.kind for pokemon in view.rows[seat * 2]] or pile(view, FACE_DOWN, seat)[:1]


def bench_cards(view: Fight, seat: int) -> list[int]:
    """Returns the Bench; before the first turn it lies face down."""
    return [pokemon.kind for pokemon in bench(view, seat)] or pile(view, FACE_DOWN, seat)[1:]


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
    """Makes the described generator.

    Args:
        policy: `strict`, or `develop_first` to do before a knockout what cannot spoil it.
        efficiency: what a score divides by the cost of an attack: `hp` or `damage`.
        partial_heal: whether a heal may be played that is not used in full.
        hidden_energy: whether hidden cards of the opponent's hand may be Energy.
        evolve_if_better: whether a Pokémon evolves only into one with a higher score.

    Raises:
        ValueError: if a policy or an efficiency is unknown.
    """
    settings = Settings(policy, efficiency, partial_heal, hidden_energy, evolve_if_better)
    return GeneratorAgent(settings)
