"""Advice in words: what to do, and for the generator how it came to that."""

from collections.abc import Mapping, Sequence
from typing import Final

from kibitz.core.agent import Advice, Option
from kibitz.core.value import Json
from kibitz.games.pokemon import moves, state
from kibitz.games.pokemon.agents.generator import flow
from kibitz.games.pokemon.agents.generator.player import FORCED, QUESTION, SETUP
from kibitz.games.pokemon.agents.generator.scoring import HURT_BENCH
from kibitz.games.pokemon.agents.generator.situation import (
    SURE,
    Hit,
    bench_damage,
    copy_table,
    payable_hits,
)
from kibitz.games.pokemon.cards import ACTIONS, ATTACKS, CARD_ATTACKS, CARDS, WORD_NUMBERS
from kibitz.games.pokemon.cards import Attack as AttackCard
from kibitz.games.pokemon.rules.attacks import defended
from kibitz.games.pokemon.rules.in_play import can_pay
from kibitz.games.pokemon.state import PokemonMove, PokemonState
from kibitz.games.pokemon.text.descriptions import name_at

Row = Mapping[str, Json]

ATTACK_NAMES: Final[dict[str, str]] = {attack.word: attack.name for attack in ATTACKS}
# What the Trainers of a category are for.
CATEGORY_WORDS: Final = (
    *("", "healing", "damage", "drawing", "the discard pile", "the opponent's hand"),
    *("switching and evolving", "the opponent's Energy", "other effects"),
)
# The lists that are read, and what each line must have: advice may come from anywhere.
LISTS: Final[dict[str, tuple[str, ...]]] = {
    "knockouts": ("from", "attack", "cost", "harms_self", "affects_opponent", "target"),
    "maximum_damage": ("from", "attack", "expected", "sure"),
    "energy": ("card", "target", "knocks_out", "gain", "overflow", "score"),
    "trainers": ("card", "category", "play", "why"),
    "threats": ("target", "left", "sure", "risk", "tag"),
}
# What answers to questions say that are chosen by score, and where no rule decides.
BY_SCORE: Final = "its score"
BY_ORDER: Final = "the first in the list"
# Terms of other agents: those that say little, and those that need other words.
VAGUE: Final = ("effort", "end", "now", "later")
TERM_WORDS: Final[dict[str, str]] = {"then": "the attack after it"}
# How many moves of a plan, other choices and terms are named.
MOST_PLANNED: Final = 5
MOST_OTHERS: Final = 3
MOST_TERMS: Final = 2


def explain_advice(view: PokemonState, advice: Advice[PokemonState]) -> list[str]:
    """Explains advice, one thought in each text; what to do comes first."""
    found = [order_text(view, advice.move)]
    step = str(advice.trace.get("step", ""))
    reasoned = len(advice.options) > 0 and len(advice.options[0].reasons) > 0
    if not reasoned:
        return found
    if step in flow.STEP_POINTS:
        found += Thoughts(view, advice, step).texts()
    elif step == FORCED:
        found.append("It is the only legal move.")
    elif step in (SETUP, QUESTION):
        found.append(choice_text(view, advice))
    else:
        found += [plan_text(advice.plan), difference_text(advice.options)]
    return [text for text in found if text]


def sentence(text: str) -> str:
    """Makes a sentence of a text."""
    return f"{text[:1].upper()}{text[1:]}."


# What to do.


def order_text(view: PokemonState, move: PokemonMove) -> str:
    """Says what to do with a move."""
    if isinstance(move, (moves.Attach, moves.Evolve, moves.PlayTrainer, moves.UsePower)):
        return sentence(card_order(view, move))
    if isinstance(move, (moves.Active, moves.Bench)):
        name = CARDS[move.number].name
        first = isinstance(move, moves.Active)
        return f"Choose {name} as your Active Pokémon." if first else f"Put {name} on your Bench."
    if isinstance(move, moves.Attack):
        return f"Attack with {ATTACK_NAMES.get(move.attack, move.attack)}."
    if isinstance(move, (moves.Retreat, moves.Promote)):
        name = spot_name(view, move.spot)
        return f"Retreat to {name}." if isinstance(move, moves.Retreat) else f"Promote {name}."
    if isinstance(move, moves.Choose):
        return f"Choose {choice_word(view, move)}."
    return plain_order(view, move)


def card_order(
    view: PokemonState, move: moves.Attach | moves.Evolve | moves.PlayTrainer | moves.UsePower
) -> str:
    """Says what to do with a card or a Power."""
    target = spot_name(view, move.spot)
    if isinstance(move, moves.Attach):
        return f"attach {CARDS[move.number].name} to {target}"
    if isinstance(move, moves.Evolve):
        return f"evolve {target} into {CARDS[move.number].name}"
    what = f"play {CARDS[move.number].name}" if isinstance(move, moves.PlayTrainer) else ""
    if isinstance(move, moves.UsePower):
        what = f"use {ACTIONS[move.action].name}" if move.action >= 0 else f"use {move.power}"
    return f"{what} on {target}" if target else what


def plain_order(view: PokemonState, move: PokemonMove) -> str:
    """Says what to do with a move that names nothing."""
    if isinstance(move, moves.Draw):
        return "Draw a card."
    if isinstance(move, moves.Prize):
        return "Take a Prize."
    if isinstance(move, moves.End):
        return "End the turn."
    if isinstance(move, moves.Done):
        setup = view.phase < state.MAIN and not view.stack
        return "Put no more Pokémon on your Bench." if setup else "Choose no more."
    return sentence(str(move))


def spot_name(view: PokemonState, spot: int) -> str:
    """Names who stands at a spot; empty if nobody does."""
    return name_at(view, view.seat, spot) if state.is_spot(view, view.seat, spot) else ""


def choice_word(view: PokemonState, move: moves.Choose) -> str:
    """Names what is chosen."""
    if move.item in moves.SPOTS:
        return spot_name(view, moves.SPOTS[move.item]) or move.item
    if move.item in WORD_NUMBERS:
        return CARDS[WORD_NUMBERS[move.item]].name
    return ATTACK_NAMES.get(move.item, move.item)


def plan_text(plan: Sequence[PokemonMove]) -> str:
    """Says what a search plans next, up to the end of the turn."""
    words: list[str] = []
    for move in plan[:MOST_PLANNED]:
        words.append(str(move))
        if isinstance(move, (moves.Attack, moves.End)):
            break
    return f"Planned after that: {', then '.join(words)}." if words else ""


def difference_text(options: Sequence[Option[PokemonState]]) -> str:
    """Says what the best option has most of, compared with the next one."""
    if len(options) < 2:
        return ""
    amounts = {reason.term: reason.amount for reason in options[0].reasons}
    for reason in options[1].reasons:
        amounts[reason.term] = amounts.get(reason.term, 0.0) - reason.amount
    named = [term for term in amounts if amounts[term] > 0.0 and term not in VAGUE]
    named.sort(key=lambda term: -amounts[term])
    if not named or len(options[0].reasons) < 2:
        return ""
    words = [f"{TERM_WORDS.get(term, term)} ({amounts[term]:+.3g})" for term in named[:MOST_TERMS]]
    return f"It is better than {options[1].move} by {' and '.join(words)}."


# Choices by score.


def choice_text(view: PokemonState, advice: Advice[PokemonState]) -> str:
    """Says why something was chosen before the first turn, or as an answer to a question."""
    best, others = advice.options[0], advice.options[1:]
    counts = best.reasons[0].text
    if counts == BY_ORDER:
        return "No rule says what to choose here, so it is the first in the list."
    if isinstance(best.move, moves.Done):
        return ""
    if advice.trace.get("step") != SETUP and counts != BY_SCORE:
        return f"What counts is {counts}."
    rest = [
        f"{chosen_name(view, option.move)} {option.score:.4g}"
        for option in others
        if not isinstance(option.move, moves.Done)
    ]
    least = f" The others: {', '.join(rest[:MOST_OTHERS])}." if rest else ""
    name = chosen_name(view, best.move)
    return f"{name} has the highest score, {best.score:.4g}.{least}"


def chosen_name(view: PokemonState, move: PokemonMove) -> str:
    """Names the Pokémon that a move chooses."""
    if isinstance(move, (moves.Active, moves.Bench)):
        return CARDS[move.number].name
    if isinstance(move, moves.Promote):
        return spot_name(view, move.spot)
    return choice_word(view, move) if isinstance(move, moves.Choose) else str(move)


# A decision of the generator in the main phase.


class Thoughts:
    """Puts the lists of a decision into words, in the order of its steps.

    Attributes:
        view: what the player sees.
        advice: what the generator has said.
        step: the step that decided.
    """

    def __init__(self, view: PokemonState, advice: Advice[PokemonState], step: str) -> None:
        self.view: Final = view
        self.advice: Final = advice
        self.step: Final = step

    def texts(self) -> list[str]:
        """Returns the thoughts that lead to the move."""
        found: list[str] = []
        best = self.advice.options[0]
        if self.step != flow.KNOCKOUT:
            found.append(self.no_knockout())
            found += self.threats()
        found.append(sentence(best.reasons[0].text))
        found.append(self.comparison(best))
        found += self.kept()
        return found

    def rows(self, name: str) -> list[Row]:
        """Returns a list of the trace."""
        there = self.advice.trace.get(name)
        found: list[Row] = []
        for row in there if isinstance(there, list) else []:
            if isinstance(row, dict) and all(field in row for field in LISTS[name]):
                found.append(row)
        return found

    def name(self, row: Row, field: str) -> str:
        """Names the Pokémon at the place that a field of a list names."""
        return spot_name(self.view, moves.SPOTS.get(str(row[field]), -1))

    # Why there is no knockout.

    def no_knockout(self) -> str:
        """Says why the first step, a knockout, did not decide."""
        knockouts = self.rows("knockouts")
        if knockouts:
            return self.later_knockout(knockouts[0])
        hits = [row for row in self.rows("maximum_damage") if row["from"] == "active"]
        foe = state.active(self.view, 1 - self.view.seat)
        target = f"{spot_name(self.view, state.FOE)} has {foe.left()} HP left"
        if not hits:
            return f"There is no knockout: {self.unable()}."
        best = max(hits, key=lambda row: number(row, "sure"))
        sure, expected = number(best, "sure"), number(best, "expected")
        average = "" if sure == expected else f" for sure, {expected:.4g} on average"
        does = f"{attack_name(best)} does {damage_words(sure)}{average}"
        return f"There is no sure knockout: {does}, and {target}."

    def later_knockout(self, row: Row) -> str:
        """Says why a knockout that is possible does not come first."""
        own, target = self.name(row, "from"), self.name(row, "target")
        what = f"{own} could knock out {target} with {attack_name(row)}"
        if any(reason.term == flow.FIRST for reason in self.advice.options[0].reasons):
            return f"{what}, and still can after this."
        return f"{what}, but cannot come to the front."

    def unable(self) -> str:
        """Says why the Active cannot attack."""
        own, name = state.active(self.view, self.view.seat), spot_name(self.view, 0)
        if own.condition:
            return f"{name} is {state.CONDITIONS[own.condition]}"
        attacks = [ATTACKS[number] for number in CARD_ATTACKS[own.kind]]
        if not attacks:
            return f"{name} has no attack"
        if any(can_pay(self.view, own, attack) for attack in attacks):
            return f"{name} cannot use an attack now"
        return f"{name} has too little Energy for an attack"

    # Threats.

    def threats(self) -> list[str]:
        """Says which Pokémon are in danger."""
        found = [self.threat(row) for row in self.rows("threats")]
        later = flow.STEP_POINTS[self.step] < flow.STEP_POINTS[flow.DEFENCE]
        if not found and later:
            return ["Nothing of yours is in danger."]
        if found and later and not self.rows("trainers"):
            found.append("There is no card against that.")
        return found

    def threat(self, row: Row) -> str:
        """Says who is in danger, and by what."""
        foe, own, left = (
            spot_name(self.view, state.FOE),
            self.name(row, "target"),
            number(row, "left"),
        )
        spot = moves.SPOTS.get(str(row["target"]), 0)
        sure, risk = number(row, "sure"), number(row, "risk")
        if row["tag"] == SURE:
            attack = self.attack_behind(spot, int(sure))
            does = f"{attack} does {sure:.4g} damage, and {left:.4g} HP are left"
            return sentence(f"{foe} is sure to knock out {own} next turn: {does}")
        does = f"up to {risk:.4g} damage, and {left:.4g} HP are left"
        return sentence(f"{foe} might knock out {own} next turn, by luck or more Energy: {does}")

    def attack_behind(self, spot: int, damage: int) -> str:
        """Names the opponent's attack that is sure to do this damage at a spot."""
        seat = self.view.seat
        table = copy_table(self.view, 1 - seat, self.view.turn + 1, False)
        for hit in payable_hits(table, 1 - seat, 0):
            if sure_at(table, seat, hit, spot) == damage:
                return hit.attack.name
        return "it"

    # Why not something else.

    def comparison(self, best: Option[PokemonState]) -> str:
        """Compares the move with the next one that the same step proposes."""
        if self.step == flow.KNOCKOUT:
            return self.other_knockout()
        if self.step in (flow.ENERGY, flow.ENERGY_FOR_KNOCKOUT):
            return self.other_energy()
        if self.step == flow.TRAINER:
            return self.other_trainer()
        if self.step in (flow.BENCHING, flow.EVOLUTION):
            return self.other_score(best)
        return ""

    def other_knockout(self) -> str:
        """Says why another knockout is not as good, or what waits because of this one."""
        rows = self.rows("knockouts")
        for row in rows[1:]:
            why = self.knockout_difference(rows[0], row)
            if row["attack"] != rows[0]["attack"] and why:
                return f"{attack_name(row)} would knock out, too, but {why}."
        ready = [card_name(row) for row in self.rows("trainers") if row["play"] is True]
        if not ready:
            return ""
        return f"A knockout comes first, so {' and '.join(dict.fromkeys(ready))} must wait."

    def knockout_difference(self, best: Row, other: Row) -> str:
        """Says what makes another knockout worse; empty if nothing that a player would name."""
        if best["from"] != other["from"]:
            return "its user is on the Bench" if best["from"] == "active" else ""
        if best["affects_opponent"] and not other["affects_opponent"]:
            return "does nothing else to the opponent"
        if other["harms_self"] and not best["harms_self"]:
            return harm_text(self.attack_of(other))
        return "needs more Energy" if number(other, "cost") > number(best, "cost") else ""

    def attack_of(self, row: Row) -> AttackCard:
        """Returns the attack of a line that is carried out."""
        word = str(row.get("copies", row["attack"]))
        spot = state.FOE if "copies" in row else moves.SPOTS.get(str(row["from"]), 0)
        user = state.at_spot(self.view, self.view.seat, spot)
        found = [ATTACKS[number] for number in CARD_ATTACKS[user.kind]]
        return next((attack for attack in found if attack.word == word), found[0])

    def other_energy(self) -> str:
        """Says why another attachment is not as good."""
        rows = self.rows("energy")
        if len(rows) < 2:
            return ""
        best, other = rows[0], rows[1]
        what = f"{card_name(other)} for {self.name(other, 'target')}"
        if best["knocks_out"] is not other["knocks_out"]:
            return f"{what} would not do that."
        if best["gain"] != other["gain"]:
            gain = number(other, "gain")
            return f"{what} would add {gain:.4g} damage." if gain > 0 else ""
        if number(best, "overflow") < number(other, "overflow"):
            return f"{what} would leave a unit of Energy unused."
        if best["score"] != other["score"]:
            scores = f"{number(best, 'score'):.4g} against {number(other, 'score'):.4g}"
            return f"{what} would do as much, but the higher score goes first ({scores})."
        return f"{what} would do as much."

    def other_trainer(self) -> str:
        """Says why this Trainer is played before another."""
        rows = [row for row in self.rows("trainers") if row["play"] is True]
        for row in rows[1:]:
            if row["card"] != rows[0]["card"]:
                first, then = category(rows[0]), category(row)
                if first == then:
                    return f"{card_name(row)} comes after it."
                return f"Trainers for {first} come first; {card_name(row)} is for {then}."
        return ""

    def other_score(self, best: Option[PokemonState]) -> str:
        """Names the next Pokémon of the step."""
        for option in self.advice.options[1:]:
            if option.reasons[0].term == best.reasons[0].term:
                return f"Next in line: {option.reasons[0].text}."
        return ""

    # The rest of the hand.

    def kept(self) -> list[str]:
        """Says why Trainers stay in the hand."""
        if self.step == flow.KNOCKOUT:
            return []
        rows = self.rows("trainers")
        played = [row["card"] for row in rows if row["play"] is True]
        found: dict[str, str] = {}
        for row in rows:
            if row["card"] not in played:
                found.setdefault(str(row["card"]), f"Keep {card_name(row)}: {row['why']}.")
        return list(found.values())


def number(row: Row, field: str) -> float:
    """Returns a field as a number; 0 if it is something else."""
    value = row[field]
    return float(value) if isinstance(value, (int, float)) else 0.0


def attack_name(row: Row) -> str:
    """Names the attack of a line; with what it copies."""
    name, copied = str(row["attack"]), str(row.get("copies", ""))
    name = ATTACK_NAMES.get(name, name)
    return f"{name} ({ATTACK_NAMES.get(copied, copied)})" if copied else name


def card_name(row: Row) -> str:
    """Names the card of a line."""
    word = str(row["card"])
    return CARDS[WORD_NUMBERS[word]].name if word in WORD_NUMBERS else word


def category(row: Row) -> str:
    """Says what a Trainer is for."""
    return CATEGORY_WORDS[int(number(row, "category")) % len(CATEGORY_WORDS)]


def damage_words(amount: float) -> str:
    """Writes an amount of damage."""
    return f"{amount:.4g} damage" if amount else "no damage"


def sure_at(s: PokemonState, seat: int, hit: Hit, spot: int) -> int:
    """Returns the sure damage of an opposing attack to the Pokémon at a spot."""
    if spot == 0:
        return hit.sure
    amount = bench_damage(hit.copied, True)
    return defended(state.at_spot(s, seat, spot), amount) if amount > 0 else 0


def harm_text(attack: AttackCard) -> str:
    """Says what an attack costs its own side."""
    if attack.pay is not None:
        return "discards your own Energy"
    if attack.needs_unused:
        return "can be used only once"
    bench = any(step.code == HURT_BENCH for step in attack.after)
    return "hurts your own Bench" if bench else "hurts its user"
