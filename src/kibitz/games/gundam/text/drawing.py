"""How a game is drawn: the table as lines of text, as the seat of a view sees it."""

from functools import partial
from typing import Final

from kibitz.games.gundam import cards, moves, state
from kibitz.games.gundam.cards import CARDS
from kibitz.games.gundam.rules.battle import too_fresh
from kibitz.games.gundam.rules.in_play import ap, linked, number
from kibitz.games.gundam.state import CardInPlay, GundamState, base_of, level
from kibitz.games.gundam.text.descriptions import (
    card_facts,
    card_words,
    keyword_words,
    question_text,
    rule_words,
    serial_name,
)
from kibitz.games.gundam.text.typed import PILOT_NAME, TITLE, short_form
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.drawing import (
    card_lines,
    counted,
    decider_text,
    doing,
    owner_word,
    question_lines,
    result_line,
    seat_title,
    wrapped,
)
from kibitz.kit.state import TRUTH

# The width of a name.
NAME: Final = 36
STEPS: Final = {
    state.BLOCK: "block step",
    state.ACTION: "action step",
    state.END_ACTION: "last action step",
}


def draw_table(view: GundamState) -> str:
    """Draws a game: the other side on top, the viewer's own below, then the question that waits."""
    bottom = max(view.viewer, 0)
    lines = [headline(view), *attack_lines(view)]
    for seat in (1 - bottom, bottom):
        lines += ["", *side_lines(view, seat)]
    return "\n".join([*lines, *question_lines(view, question_text(view), partial(say, view))])


def say(view: GundamState, picks: tuple[int, ...]) -> str:
    """Returns how to type an answer to the question that waits."""
    asked = view.question()
    return short_form(view, view.seat, moves.Answer("" if asked is None else asked.id, picks))


def headline(view: GundamState) -> str:
    """Says which turn and step it is and who must decide, or how the game ended."""
    if view.over:
        return result_line(view)
    if not view.turn:
        return f"Set-up: {decider_text(view)}"
    own = view.active == view.viewer
    whose = "your" if own else f"{seat_title(view, view.active)}'s"
    step = STEPS.get(view.phase, "main phase" if view.phase == state.MAIN else "")
    text = f"Turn {view.turn}, {whose} turn{f', {step}' if step else ''}"
    return f"{text}: {decider_text(view)}"


def attack_lines(view: GundamState) -> list[str]:
    """Says who attacks what."""
    board, foe = view.board, 1 - view.active
    if view.part(board.attacker) is None or view.over:
        return []
    target = doing(view, foe, "").strip()
    if board.target:
        target = f"{owner_word(view, foe)} {serial_name(view, board.target)}"
    attacker = f"{owner_word(view, view.active)} {serial_name(view, board.attacker)}"
    text = f"{attacker} attacks {target}"
    return wrapped("", f"{text[0].upper()}{text[1:]}".split(), 2, " ")


# A side.


def side_lines(view: GundamState, seat: int) -> list[str]:
    """Draws a side: its numbers, its Base and Units, and the hand as far as the viewer knows it."""
    board = view.board
    words = [
        f"shields {view.count(state.SHIELDS, seat)}",
        f"level {level(view, seat)}",
        f"hand {view.count(state.HAND, seat)}",
        f"deck {view.count(state.DECK, seat)}",
        f"trash {view.count(state.TRASH, seat)}",
    ]
    ex = f", {board.ex[seat]} EX" if board.ex[seat] else ""
    lines = ["  ".join([seat_title(view, seat).upper(), *words])]
    lines.append(f"  resources: {board.ready[seat]} active, {board.rested[seat]} rested{ex}")
    base = base_of(view, seat)
    if base is not None:
        words = [TITLE[base.kind], f"{number(view, base, seat, cards.HP)} HP"]
        lines += wrapped("  base: ", [*words, *mark_words(base)])
    for mod in view.mods:
        if mod.stat == cards.GUARD + seat:
            lines.append(f"  guarded against Units of level {mod.amount} or less")
    parts = view.row(state.UNITS, seat)
    lines += ["  units (AP/HP)"] if parts else []
    for index, part in enumerate(parts, 1):
        numbers = f"{ap(view, part, seat)}/{number(view, part, seat, cards.HP)}"
        words = [*mark_words(part), *force_words(view, seat, part)]
        lines += card_lines(f"{index}", TITLE[part.kind], NAME, numbers, words)
    lines += hand_lines(view, seat)
    for zone, title in ((state.LOOKED, "looks at"), (state.RESOLVING, "resolving")):
        lines += wrapped(f"  {title}: ", counted(TITLE, view.pile(zone, seat)))
    return lines


def mark_words(part: CardInPlay) -> list[str]:
    """Writes what has happened to a card in play."""
    words = [f"{part.damage} damage"] if part.damage else []
    words += ["rested"] if part.rested else []
    words += ["just deployed"] if too_fresh(part) else []
    words += [f"pilot {PILOT_NAME[part.pilot]}"] if part.pilot else []
    return [*words, "linked"] if linked(part) else words


def force_words(view: GundamState, seat: int, part: CardInPlay) -> list[str]:
    """Writes the keywords of a Unit that are in force, and what it can and cannot do."""
    stats = [number(view, part, seat, stat) for stat in range(len(cards.STATS))]
    words = keyword_words(stats[: len(cards.KEYWORDS)])
    if stats[cards.NO_ATTACK] > 0:
        words.append("cannot attack")
    elif stats[cards.NO_PLAYER_ATTACK] > 0 or stats[cards.ATTACK_ACTIVE] > 0:
        words += rule_words(stats[cards.NO_PLAYER_ATTACK], stats[cards.ATTACK_ACTIVE])
    immune = [mod.amount for mod in part.mods if mod.stat == cards.IMMUNE]
    return [*words, f"no damage from {max(immune)} AP or less"] if immune else words


def hand_lines(view: GundamState, seat: int) -> list[str]:
    """Draws a hand by level; of a hidden one only the cards that are known."""
    hand = [card for card in view.pile(state.HAND, seat) if card != UNKNOWN]
    if seat != view.viewer and view.viewer != TRUTH:
        return wrapped("  known in hand: ", counted(TITLE, hand))
    lines = ["  hand (level/cost)"] if hand else []
    for card in sorted(dict.fromkeys(hand), key=lambda each: (CARDS[each].level, each)):
        printed, name = CARDS[card], counted(TITLE, [card] * hand.count(card))[0]
        start = f"{printed.level}/{printed.cost}"
        lines += card_lines(start, name, NAME, card_facts(card), card_words(card))
    return lines
