"""How a game is drawn: the table as lines of text, as the seat of a view sees it."""

from functools import partial
from typing import Final

from kibitz.games.gundam import cards, state
from kibitz.games.gundam.cards import CARDS, PILOT_NAME, TITLE
from kibitz.games.gundam.rules.battle import too_fresh
from kibitz.games.gundam.rules.in_play import ap, linked, number
from kibitz.games.gundam.state import CardInPlay, GundamState, base_of, level
from kibitz.games.gundam.text import descriptions
from kibitz.games.gundam.text.typed import short_form
from kibitz.kit import drawing

# The width of a name.
NAME: Final = 36
STEPS: Final = cards.WORDS.texts("steps")


def draw_table(view: GundamState) -> str:
    """Draws a game: the other side on top, the viewer's own below, then the question that waits."""
    head, question = [headline(view), *attack_lines(view)], descriptions.question_text(view)
    return drawing.draw_sides(
        view, head, side_lines, question, partial(short_form, view, view.seat)
    )


def headline(view: GundamState) -> str:
    """Says which turn and step it is and who must decide, or how the game ended."""
    return drawing.turn_line(view, "Set-up", STEPS.get(view.layout.phases[view.phase], ""))


def attack_lines(view: GundamState) -> list[str]:
    """Says who attacks what."""
    board, foe = view.board, 1 - view.active
    if view.part(board.attacker) is None or view.over:
        return []
    names = [drawing.serial_name(view, each, TITLE) for each in (board.attacker, board.target)]
    target = drawing.doing(view, foe, "").strip()
    if board.target:
        target = f"{drawing.owner_word(view, foe)} {names[1]}"
    text = f"{drawing.owner_word(view, view.active)} {names[0]} attacks {target}"
    return drawing.wrapped("", f"{text[0].upper()}{text[1:]}".split(), 2, " ")


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
    lines = ["  ".join([drawing.seat_title(view, seat).upper(), *words])]
    lines.append(f"  resources: {board.ready[seat]} active, {board.rested[seat]} rested{ex}")
    base = base_of(view, seat)
    if base is not None:
        words = [TITLE[base.kind], f"{number(view, base, seat, cards.HP)} HP"]
        lines += drawing.wrapped("  base: ", [*words, *mark_words(base)])
    for mod in view.mods:
        if mod.stat == cards.GUARD + seat:
            lines.append(f"  guarded against Units of level {mod.amount} or less")
    parts = view.row(state.UNITS, seat)
    lines += ["  units (AP/HP)"] if parts else []
    for index, part in enumerate(parts, 1):
        numbers = f"{ap(view, part, seat)}/{number(view, part, seat, cards.HP)}"
        words = [*mark_words(part), *force_words(view, seat, part)]
        lines += drawing.card_lines(f"{index}", TITLE[part.kind], NAME, numbers, words)
    heading, order = "hand (level/cost)", cards.LEVEL.__getitem__
    lines += drawing.hand_lines(view, seat, state.HAND, TITLE, heading, hand_card, order)
    for zone, title in ((state.LOOKED, "looks at"), (state.RESOLVING, "resolving")):
        lines += drawing.wrapped(f"  {title}: ", drawing.counted(TITLE, view.pile(zone, seat)))
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
    words = descriptions.keyword_words(stats[: len(cards.KEYWORDS)])
    if stats[cards.NO_ATTACK] > 0:
        words.append("cannot attack")
    elif stats[cards.NO_PLAYER_ATTACK] > 0 or stats[cards.ATTACK_ACTIVE] > 0:
        words += descriptions.rule_words(stats[cards.NO_PLAYER_ATTACK], stats[cards.ATTACK_ACTIVE])
    immune = [mod.amount for mod in part.mods if mod.stat == cards.IMMUNE]
    return [*words, f"no damage from {max(immune)} AP or less"] if immune else words


def hand_card(card: int, name: str) -> list[str]:
    """Draws a card of a hand."""
    start = f"{CARDS[card].level}/{CARDS[card].cost}"
    return drawing.card_lines(
        start, name, NAME, descriptions.card_facts(card), descriptions.card_words(card)
    )
