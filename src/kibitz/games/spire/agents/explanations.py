"""Advice in words: what to play and why, what to expect of it, and what happens to the potions."""

from collections.abc import Mapping, Sequence
from typing import Final

from kibitz.core.agent import Advice, Option, Reason
from kibitz.core.move import Move
from kibitz.core.value import Json
from kibitz.games.spire import cards, powers, state
from kibitz.games.spire.agents.danger import target_of
from kibitz.games.spire.agents.policy import is_ranked
from kibitz.games.spire.cards import FACE_MASK, Op
from kibitz.games.spire.gear import POTIONS, steps_of
from kibitz.games.spire.moves import POTION_WORDS, Choose, Done, End, Play, UsePotion
from kibitz.games.spire.position.message import Unknown
from kibitz.games.spire.state import Fight
from kibitz.games.spire.text import UNKNOWN_CARD, card_title, the, the_monster

# What another start does worse and better than the best one, by the term of a reason.
COMPARED: Final = {
    "win": ("does not win", "wins"),
    "kills": ("kills fewer monsters", "kills more monsters"),
    "damage": ("deals less damage", "deals more damage"),
    "block": ("blocks less", "blocks more"),
    "energy gained": ("gains less energy", "gains more energy"),
    "own loss": ("costs more of your own HP", "costs less of your own HP"),
    "next loss": ("loses more HP", "loses fewer HP"),
    "healed": ("heals less", "heals more"),
    "low HP": ("leaves you low on HP", "leaves you with more HP"),
    "powers": ("builds up less", "builds up more"),
    "drawn": ("draws fewer cards", "draws more cards"),
    "vulnerable": ("makes the monsters less vulnerable", "makes the monsters more vulnerable"),
    "weak": ("weakens the monsters less", "weakens the monsters more"),
    "played on": ("keeps fewer HP in the end", "keeps more HP in the end"),
    "monsters' strength": ("makes the monsters stronger", "keeps the monsters weaker"),
    "poison": ("poisons the monsters less", "poisons the monsters more"),
    "explosion": ("explodes less", "explodes more"),
    "intangible": ("keeps you intangible for less long", "keeps you intangible for longer"),
    "next block": ("keeps less block for the next turn", "keeps more block for the next turn"),
    "next energy": ("gives less energy next turn", "gives more energy next turn"),
    "next cards": ("draws fewer cards next turn", "draws more cards next turn"),
    "double damage": ("doubles less damage", "doubles more damage"),
    "copies": ("copies a weaker card", "copies a stronger card"),
    "set up": ("sets up a weaker card", "sets up a stronger card"),
    "kept": ("leaves you a weaker hand", "leaves you a stronger hand"),
}
# Powers that make the attacks after them stronger.
HELPFUL: Final = {
    powers.VULNERABLE: "a vulnerable monster takes half as much again",
    powers.STRENGTH: "Strength counts for every attack after it",
}
TIMES: Final = {1: "", 2: " twice"}
# What a player does with the card that is asked for.
VERBS: Final = {
    state.TO_DISCARD: "discard",
    state.TO_RETAIN: "retain",
    state.TO_REPEAT: "copy",
    state.TO_DRAW_TOP: "put",
}
ON_TOP: Final = " on top of the draw pile"
# Reasons that no player would name.
TRIVIAL: Final = ("energy", "played on", "potion", "room", "rule", "closer look")
THIS_TURN: Final = "this turn"
# Scores that differ by less are worth the same to a player.
NO_DIFFERENCE: Final = 0.5
# How the search begins a text that stands for different ones.
AVERAGED: Final = "on average over "
# How monsters go, other than by a card.
ENDS: Final = {"left": "leaves", "split": "splits", "poisoned": "dies of poison"}
# Reasons that weigh this much are named without a number.
BEYOND_NUMBERS: Final = 10_000.0
# How many reasons are named for a line, and how many against it.
MOST_REASONS: Final = 3


def explain_advice(view: Fight, advice: Advice[Fight]) -> list[str]:
    """Explains advice that comes with a plan, one thought in each text; else there is nothing."""
    trace = advice.trace
    if not advice.plan and "potions" not in trace and "expected" not in trace:
        return []
    line = planned_line(view, advice)
    found = [order_text(view, line, advice)]
    expected = trace.get("expected")
    if isinstance(expected, dict):
        found.append(expected_text(view, expected))
    found.append(outlook_text(view, trace.get("played on")))
    found.append(preparation_text(view, line))
    if advice.options:
        found.append(reasons_text(advice.options[0].reasons))
        found.append(comparison_text(view, advice.options))
    found.extend(potion_texts(trace.get("potions")))
    found.append(replan_text(view, line, trace.get("replan_after")))
    return [text for text in found if text]


# What to play.


def planned_line(view: Fight, advice: Advice[Fight]) -> list[Move[Fight]]:
    """Lists the moves of this turn that are certain: those with cards that are in the hand now."""
    hand = view.hand.copy()
    found: list[Move[Fight]] = []
    for move in [advice.move, *advice.plan]:
        if isinstance(move, Play):
            if move.number in hand:
                hand.remove(move.number)
            elif found and not (is_shiv(move.number) and makes_shivs(view, found)):
                break
        found.append(move)
        if isinstance(move, End):
            break
    return found


def is_shiv(card: int) -> bool:
    """Tells whether a card is a Shiv."""
    return card & FACE_MASK & ~1 == cards.SHIV


def makes_shivs(view: Fight, line: Sequence[Move[Fight]]) -> bool:
    """Tells whether a line plays something that adds Shivs to the hand."""
    for move in line:
        for op in steps(view, move):
            if op.code == cards.ADD_CARD and op.card >= 0 and is_shiv(op.card):
                return True
    return False


def order_text(view: Fight, line: Sequence[Move[Fight]], advice: Advice[Fight]) -> str:
    """Says what to play, in order; equal moves in a row are counted."""
    parts: list[str] = []
    verb = ""
    place = 0
    while place < len(line):
        move = line[place]
        count = 1
        while line[place + count : place + count + 1] == [move]:
            count += 1
        place += count
        asked = choice_before(view, line[: place - count])
        now, words = verb_of(move, asked), move_words(view, move)
        parts.append(words if now == verb else f"{now} {words}".rstrip())
        parts[-1] += TIMES.get(count, f" {count} times")
        if asked == state.TO_DRAW_TOP and isinstance(move, Choose):
            parts[-1] += ON_TOP
        verb = now
    ends = "replan_after" in advice.trace and advice.trace["replan_after"] is None
    if ends and not isinstance(line[-1], End) and not has_won(advice):
        parts.append("end the turn")
    text = ", then ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def choice_before(view: Fight, line: Sequence[Move[Fight]]) -> int:
    """Returns which of the Silent's choices is asked for after a line; `NOTHING` for any other."""
    for move in reversed(line):
        for op in steps(view, move):
            if op.code == cards.DISCARD:
                return state.TO_DISCARD
            if op.code == cards.REPEAT:
                return state.TO_REPEAT
            if op.code == cards.MOVE_CARD and op.lasts == cards.UNTIL_PLAYED:
                return state.TO_DRAW_TOP
        if isinstance(move, (Play, UsePotion, End)):
            return state.NOTHING
    return view.choice if is_ranked(view) else state.NOTHING


def verb_of(move: Move[Fight], asked: int = state.NOTHING) -> str:
    """Returns what a player does with a move, where something is asked for."""
    if isinstance(move, (Choose, Done)):
        return VERBS.get(asked, "choose")
    if isinstance(move, Play):
        return "play"
    if isinstance(move, UsePotion):
        return "use"
    return "end the turn" if isinstance(move, End) else "choose"


def move_words(view: Fight, move: Move[Fight]) -> str:
    """Names what a move plays, and on whom if there are several monsters."""
    words = ""
    if isinstance(move, (Play, Choose)):
        words = card_name(view, move.number)
    elif isinstance(move, UsePotion):
        words = the(POTIONS[move.number].name)
    elif isinstance(move, Done):
        words = "no more"
    target = target_of(move)
    if target >= 0 and view.living() > 1:
        words += f" on {the_monster(view, target)}"
    return words


def card_name(view: Fight, card: int) -> str:
    """Names a card; one that is not in the table by its id."""
    return card_title(card, Unknown(view.unknown)).partition(UNKNOWN_CARD)[0]


def has_won(advice: Advice[Fight]) -> bool:
    """Tells whether the advice expects to win the fight in this turn."""
    expected = advice.trace.get("expected")
    return isinstance(expected, dict) and expected.get("won") is True


# What to expect.


def expected_text(view: Fight, expected: Mapping[str, Json]) -> str:
    """Says what the turn costs and what it leaves of the monsters."""
    lost = expected.get("hp_lost")
    found: list[str] = []
    if expected.get("won") is True:
        found.append("this wins the fight")
    if isinstance(lost, (int, float)):
        found.append(loss_text(view, float(lost)))
    monsters = expected.get("monsters")
    if isinstance(monsters, list) and expected.get("won") is not True:
        found.extend(monster_texts(view, monsters))
    text = ", ".join(found[:-1]) + (" and " if len(found) > 1 else "") + "".join(found[-1:])
    return f"{text[0].upper()}{text[1:]}." if text else ""


def outlook_text(view: Fight, outlook: Json) -> str:
    """Says what is left at the end of the fights that were played on."""
    if not isinstance(outlook, dict) or not isinstance(outlook.get("kept"), float):
        return ""
    kept = outlook["kept"]
    assert isinstance(kept, float)
    if kept <= 0.0:
        return "Played on from here, most fights are lost."
    return f"Played on from here, fights end with about {round(kept * view.max_hp)} HP left."


def loss_text(view: Fight, lost: float) -> str:
    """Says how many HP the turn costs, and how many are left."""
    about = "" if lost.is_integer() else "about "
    amount = round(abs(lost))
    left = min(view.hp - round(lost), view.max_hp)
    if amount == 0:
        return "you lose no HP"
    if lost < 0:
        return f"you gain {about}{amount} HP (to {left} of {view.max_hp})"
    if lost >= view.hp:
        return f"you lose all of your {view.hp} HP"
    return f"you lose {about}{amount} HP ({left} of {view.max_hp} left)"


def monster_texts(view: Fight, monsters: Sequence[Json]) -> list[str]:
    """Says which monsters die, and what is left of those that were hit."""
    found: list[str] = []
    for place, item in enumerate(monsters[: len(view.monsters)]):
        before = view.monsters[place]
        if not isinstance(item, dict) or not before.alive:
            continue
        name, hp = the_monster(view, place), item.get("hp")
        if hp is None:
            ends = [words for key, words in ENDS.items() if item.get(key)]
            found.append(f"{name} {ends[0] if ends else 'dies'}")
        elif hp != before.hp:
            found.append(f"{name} is left with {hp} HP")
    return found


# Why.


def preparation_text(view: Fight, line: Sequence[Move[Fight]]) -> str:
    """Says why a card or potion comes before the attacks, if it makes them stronger."""
    for place, move in enumerate(line):
        attacks = [each for each in line[place + 1 :] if is_attack(each)]
        for op in steps(view, move):
            if op.code == cards.APPLY and op.n > 0 and helps(view, op, move, attacks):
                words = first_word(view, move)
                return f"{words} comes before the attacks: {HELPFUL[op.power]}."
    return ""


def helps(view: Fight, op: Op, move: Move[Fight], attacks: Sequence[Move[Fight]]) -> bool:
    """Tells whether a power that a move applies makes attacks after it stronger."""
    if op.to == cards.AT_SELF:
        return op.power == powers.STRENGTH and len(attacks) > 0
    if op.power != powers.VULNERABLE:
        return False
    for attack in attacks:
        place = max(target_of(attack), target_of(move))
        both = target_of(attack) in (place, -1) and target_of(move) in (place, -1)
        if both and (place < 0 or not view.monsters[place].powers[powers.VULNERABLE]):
            return True
    return False


def is_attack(move: Move[Fight]) -> bool:
    """Tells whether a move plays an attack."""
    return isinstance(move, Play) and cards.KINDS[move.number & FACE_MASK] == cards.ATTACK


def steps(view: Fight, move: Move[Fight]) -> list[Op]:
    """Returns the steps of a card or potion."""
    if isinstance(move, Play):
        return cards.EFFECTS[move.number & FACE_MASK]
    if isinstance(move, UsePotion):
        return steps_of(move.number, view.label(view.slot_of(move.number)), bark=False)
    return []


def first_word(view: Fight, move: Move[Fight]) -> str:
    """Names what a move plays, at the beginning of a sentence."""
    if isinstance(move, UsePotion):
        return f"The {POTIONS[move.number].name.removeprefix('The ')}"
    return card_name(view, move.number) if isinstance(move, Play) else str(move)


def drawing_word(view: Fight, line: Sequence[Move[Fight]]) -> str:
    """Names what draws at the end of a line: a card, also one that was discarded for it."""
    move = line[-1]
    if isinstance(move, Choose):
        side = move.number & FACE_MASK
        if move.number >= 0 and cards.ACTS_WHEN_DISCARDED[side]:
            return card_name(view, move.number)
        for each in reversed(line):
            if isinstance(each, (Play, UsePotion)):
                return first_word(view, each)
    return first_word(view, move)


def reasons_text(reasons: Sequence[Reason]) -> str:
    """Says what speaks for a line and what against it, the weightiest first.

    What a turn with a potion does is left out where only the fights played on count.
    """
    terms = [reason.term for reason in reasons]
    if len(reasons) < 2 or THIS_TURN in terms:
        return ""
    named = [reason for reason in reasons if reason.term not in TRIVIAL]
    ranked = sorted(named, key=lambda reason: -abs(reason.amount))
    good = [weighed(reason) for reason in ranked if reason.amount > 0]
    bad = [weighed(reason) for reason in ranked if reason.amount < 0]
    texts = [
        f"{word} {', '.join(texts[:MOST_REASONS])}."
        for word, texts in (("For it:", good), ("Against it:", bad))
        if texts
    ]
    return " ".join(texts)


def weighed(reason: Reason) -> str:
    """Writes a reason with its weight; some weigh more than any number says.

    A text that is not the same in all worlds has only been replaced by how it was averaged.
    """
    words = reason.term if reason.text.startswith(AVERAGED) else reason.text or reason.term
    return words if abs(reason.amount) >= BEYOND_NUMBERS else f"{words} ({reason.amount:+.0f})"


def comparison_text(view: Fight, options: Sequence[Option[Fight]]) -> str:
    """Says why another start, the best one that is worth less, is not as good."""
    best = options[0]
    for option in options[1:]:
        if isinstance(option.move, UsePotion) or best.score - option.score < NO_DIFFERENCE:
            continue
        text = difference_text(best.reasons, option.reasons)
        return f"{start_words(view, best.move, option.move)} {text}." if text else ""
    return ""


def start_words(view: Fight, best: Move[Fight], move: Move[Fight]) -> str:
    """Names another start of the turn, as the subject of a sentence."""
    if isinstance(move, End):
        return "Ending the turn at once"
    if isinstance(best, UsePotion):
        return f"Without the potion, the best start ({move_words(view, move)})"
    return f"Starting with {move_words(view, move)} instead"


def difference_text(best: Sequence[Reason], other: Sequence[Reason]) -> str:
    """Says what another line does worse than the best, and what it does better."""
    amounts = {reason.term: -reason.amount for reason in best}
    for reason in other:
        amounts[reason.term] = amounts.get(reason.term, 0.0) + reason.amount
    if amounts.get("death", 0.0) < 0:
        return "kills you"
    ranked = sorted(amounts, key=lambda term: -abs(amounts[term]))
    worse = [COMPARED[term][0] for term in ranked if term in COMPARED and amounts[term] < 0]
    better = [COMPARED[term][1] for term in ranked if term in COMPARED and amounts[term] > 0]
    if not worse:
        return ""
    return f"{better[0]} but {worse[0]}" if better else " and ".join(worse[:2])


# Potions, and when to think again.


def potion_texts(notes: Json) -> list[str]:
    """Says of each potion why it is used or stays in the belt."""
    found: list[str] = []
    if isinstance(notes, dict):
        for word, note in notes.items():
            verdict, _, why = str(note).partition(": ")
            name = POTIONS[POTION_WORDS[word]].name if word in POTION_WORDS else word
            found.append(f"{'Use' if verdict == 'used' else 'Keep'} {the(name)}: {why or note}.")
    return found


def replan_text(view: Fight, line: Sequence[Move[Fight]], drawn_at: Json) -> str:
    """Says after which move there is something new to see."""
    if not isinstance(drawn_at, int) or not 0 < drawn_at <= len(line):
        return ""
    return f"{drawing_word(view, line[:drawn_at])} draws: look at the new cards and ask again."
