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
from kibitz.games.pokemon.cards.catalogue import WORDS
from kibitz.games.pokemon.moves import Active, Bench, asked_of
from kibitz.games.pokemon.rules.steps import SPOT_WORDS
from kibitz.games.pokemon.state import FOE, MAIN, Fight, at_spot, pokemon_of

# Setup and forced moves have no tier.
NO_TIER: Final = ""
# The steps outside of the main phase.
FORCED: Final = "forced"
QUESTION: Final = "question"
SETUP: Final = "setup"


class GeneratorAgent:
    """Plays as the described action generator does; keeps nothing between decisions."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Says what to play and why."""
        began = time.perf_counter()
        advice = self.decide(seen.view, seen.seat, seen.moves)
        advice.seconds = time.perf_counter() - began
        return advice

    def decide(self, view: Fight, seat: int, moves: list[Move[Fight]]) -> Advice[Fight]:
        """Decides what a seat plays that knows a view."""
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
        return self.play_turn(view, seat, moves)

    def set_up(self, moves: list[Move[Fight]]) -> Advice[Fight]:
        """Chooses Pokémon before the first turn, the highest score first (F-3)."""
        options: list[Option[Fight]] = []
        for move in moves:
            score, text = 0.0, "nothing more"
            if isinstance(move, (Active, Bench)):
                score, text = self.settings.scores[move.number], "the score of the card"
            options.append(Option(move, score, (Reason("score", score, text),)))
        options.sort(key=lambda option: -option.score)
        return make_advice(SETUP, NO_TIER, options)

    def play_turn(self, view: Fight, seat: int, moves: list[Move[Fight]]) -> Advice[Fight]:
        """Decides in a main phase (F-5)."""
        now = Situation(view, seat, moves, self.settings)
        flow = Flow(now)
        ranked = flow.options()
        options = [option for option, _ in ranked]
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
        "most_threatening": most_threatening(now),
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


def most_threatening(now: Situation) -> str:
    """Returns the spot of the opposing Pokémon with the highest score (O-6)."""
    theirs = pokemon_of(now.view, 1 - now.seat)
    best = max(range(len(theirs)), key=lambda spot: now.score(theirs[spot]))
    return SPOT_WORDS[FOE + best]


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
