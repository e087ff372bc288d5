"""A game of the Gundam Card Game as a scene: Units with their Pilots, Bases, Shields, Resources.

A Unit is touched at its place, such as `p0.units.1`, a card of the hand as `p0.hand:G05`. To attack
a player, touch the Unit and then the player, the Shields or the Base, which are all `p1`. Abilities
that are activated are lines of their Unit or Base that can be touched.
"""

from typing import Final

from kibitz.core import scene
from kibitz.core.scene import Area, Piece, Touches
from kibitz.games.gundam import cards, moves, state
from kibitz.games.gundam.cards import CARDS, PILOT_NAME, TITLE
from kibitz.games.gundam.rules.battle import too_fresh
from kibitz.games.gundam.rules.destruction import Burst
from kibitz.games.gundam.rules.in_play import ap, hp_left, linked, number
from kibitz.games.gundam.rules.playing import activated
from kibitz.games.gundam.rules.turn import FIRST_SHIELDS
from kibitz.games.gundam.state import LAYOUT, CardInPlay, GundamMove, GundamState, level
from kibitz.games.gundam.text import descriptions
from kibitz.games.gundam.text.drawing import attack_lines, force_words, headline
from kibitz.kit import scene as parts
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.drawing import as_seen, seat_title

COLOUR_TONES: Final = cards.WORDS.texts("tones")
NO_COLOUR: Final = "slate"
# By type of card.
SYMBOLS: Final = ("mech", "person", "bolt", "place", "energy")
PASSING: Final = {state.LOOKED: "Looked at", state.RESOLVING: "Taking effect"}
# What a player is asked in a step where both may act.
STEP_QUESTIONS: Final = cards.WORDS.texts("step questions")
# Where the cards of a question lie; Bursts that wait belong to fallen Shields.
ZONES: Final = {
    "discard": state.HAND,
    "deploy": state.HAND,
    "take": state.LOOKED,
    "order": state.RESOLVING,
}
# The labels of answers: with something picked, and with nothing.
VERBS: Final = cards.WORDS.pairs("labels")
# Abilities that do nothing once their card is in play.
OVER: Final = (cards.DEPLOY, cards.BURST)
BUTTONS: Final = cards.WORDS.texts("buttons")


# What is shown.


def show_game(view: GundamState) -> scene.Scene:
    """Shows both sides of the table."""
    asked = descriptions.question_text(view) or STEP_QUESTIONS.get(LAYOUT.phases[view.phase], "")
    return parts.sides_scene(view, status_of(view), asked, show_side, seat_areas, "slate", "steel")


def status_of(view: GundamState) -> str:
    """Says which step it is and who must decide, who attacks, and whose Burst is waiting."""
    texts = [headline(view), " ".join([line.strip() for line in attack_lines(view)])]
    asked = view.question()
    if isinstance(asked, Burst):
        texts.append(f"Burst of {TITLE[asked.card]}")
    return ". ".join([text for text in texts if text])


def show_side(view: GundamState, seat: int) -> scene.Side:
    """Shows a player: active Resources, the level, Shields and cards in hand."""
    board, ready = view.board, view.board.ready[seat]
    counters = (
        scene.Counter("resources", ready, "energy", ready + board.rested[seat]),
        scene.Counter("level", level(view, seat), "up"),
        scene.Counter("shields", view.count(state.SHIELDS, seat), "shield"),
        scene.Counter("hand", view.count(state.HAND, seat), "hand"),
        scene.Counter("resource deck", board.left[seat]),
    )
    badges = [
        scene.Badge("guarded", "teal", f"no damage from Units of level {mod.amount} or less")
        for mod in view.mods
        if mod.stat == cards.GUARD + seat
    ]
    name = seat_title(view, seat).capitalize()
    return scene.Side(seat, name, counters, badges=tuple(badges), group=player_group(seat))


def player_group(seat: int) -> str:
    """Returns the group of a player, which is touched to attack it."""
    return LAYOUT.place_word(-1 - seat)


def seat_areas(view: GundamState, seat: int) -> list[Area]:
    """Shows one side of the table, from the middle outwards."""
    units, bases = [
        [show_part(view, seat, row, index) for index in range(len(view.row(row, seat)))]
        for row in (state.UNITS, state.BASES)
    ]
    hand = parts.pile_area(view, view.index(state.HAND, seat), show_card)
    deck, trash = [
        parts.pile_area(view, view.index(zone, seat), show_face)
        for zone in (state.DECK, state.TRASH)
    ]
    shields = [
        scene.hidden_piece() if card == UNKNOWN else show_face(card)
        for card in view.pile(state.SHIELDS, seat)
    ]
    found = [
        Area(f"p{seat}.units", "Units", seat, pieces=tuple(units), size=state.MOST_UNITS),
        Area(f"p{seat}.bases", "Base", seat, pieces=tuple(bases), size=1),
        hand,
        parts.pile_area(view, view.index(state.SHIELDS, seat), show_face).changed(
            layout="grid",
            pieces=tuple(shields),
            group="" if seat == view.viewer else player_group(seat),
            size=FIRST_SHIELDS,
        ),
        deck,
        trash,
    ]
    count = view.board.ex[seat]
    if count:
        token = Piece("EX Resource", "ex", kind="token", tone="amber", symbol="energy", count=count)
        found.append(Area(f"p{seat}.ex", "EX Resources", seat, role="side", pieces=(token,)))
    return [*found, *parts.passing_areas(view, seat, show_card, PASSING)]


def show_face(card: int, group: str = "") -> Piece:
    """Shows a card in brief: what it is."""
    printed = CARDS[card]
    tone = COLOUR_TONES.get(printed.colour, NO_COLOUR)
    word = LAYOUT.card_word(card)
    return Piece(TITLE[card], word, group, tone=tone, symbol=SYMBOLS[printed.kind])


def show_card(card: int, group: str = "") -> Piece:
    """Shows a card as printed."""
    printed = CARDS[card]
    figures = [scene.Figure("cost", printed.cost), scene.Figure("level", printed.level)]
    if printed.kind in (cards.UNIT, cards.BASE):
        figures += [scene.Figure("AP", printed.ap)] if printed.kind == cards.UNIT else []
        figures.append(scene.Figure("HP", printed.hp))
    return show_face(card, group).changed(
        detail=descriptions.card_text(card), figures=tuple(figures), lines=pilot_lines(card)
    )


def pilot_lines(card: int) -> tuple[scene.Line, ...]:
    """Shows what a card is as a Pilot: the name, and what it adds to a Unit."""
    bonus = f"+{CARDS[card].ap}/+{CARDS[card].hp}"
    return (scene.Line(PILOT_NAME[card], bonus),) if PILOT_NAME[card] else ()


def show_part(view: GundamState, seat: int, row: int, index: int) -> Piece:
    """Shows a Unit or Base in play with its numbers of this moment; a Pilot is a line."""
    part, place = view.row(row, seat)[index], view.place(row, seat, index)
    is_base, mine = row == state.BASES, seat == view.viewer
    power, most = ap(view, part, seat), number(view, part, seat, cards.HP)
    figures = (
        () if is_base else (scene.Figure("AP", power, scene.trend_of(power, CARDS[part.kind].ap)),)
    )
    texts = [
        descriptions.ability_text(each)
        for card in part.cards()
        for each in CARDS[card].abilities
        if not each.timing and each.kind not in OVER
    ]
    uses = ability_lines(view, place, mine)
    said = {line.text for line in uses}
    # An attack on a player hits the Base first.
    group = player_group(seat) if is_base and not mine else LAYOUT.place_word(place)
    return show_face(part.kind, group).changed(
        kind="unit",
        detail=as_seen(view, seat, "; ".join(texts), descriptions.FOR_OPPONENT),
        figures=figures,
        bars=(scene.Bar("HP", max(0, hp_left(view, part, seat)), most),),
        badges=tuple([each for each in badges_of(view, seat, part) if each.text not in said]),
        lines=(*pilot_lines(part.pilot), *uses),
        marks=parts.marks_of(exhausted=part.rested, new=too_fresh(part), base=is_base),
    )


def ability_lines(view: GundamState, place: int, mine: bool) -> list[scene.Line]:
    """Shows the abilities of a card in play and of its Pilot that are activated."""
    found: list[scene.Line] = []
    for run in activated(view, place):
        text = descriptions.ability_text(run.printed())
        if run.ability == cards.SUPPORTS:
            text = f"Support {run.count}"
        text = as_seen(view, view.owner(place), text, descriptions.FOR_OPPONENT)
        found.append(scene.Line(text, group=ability_group(place, run.printed().id) if mine else ""))
    return found


def ability_group(place: int, word: str) -> str:
    """Returns the group of an ability of a card in play."""
    return f"{LAYOUT.place_word(place)}:{word}"


def badges_of(view: GundamState, seat: int, part: CardInPlay) -> tuple[scene.Badge, ...]:
    """Says what a card does in a battle, who its Pilot is, and which keywords are in force."""
    board = view.board
    found: list[scene.Badge] = []
    if part.serial in (board.attacker, board.target):
        does = "attacks" if part.serial == board.attacker else "attacked"
        found.append(scene.Badge(does, "orange"))
    if part.pilot:
        card = f"Pilot: {CARDS[part.pilot].name}"
        found.append(scene.Badge(PILOT_NAME[part.pilot], "indigo", card))
    found += [scene.Badge("linked", "amber")] if linked(part) else []
    return (*found, *parts.word_badges(force_words(view, seat, part)))


# What a move touches.


def touched(view: GundamState, move: GundamMove) -> Touches:
    """Says which cards and players a move touches."""
    if isinstance(move, moves.Answer):
        return parts.answer_touches(view, move, ZONES, VERBS)
    if isinstance(move, moves.Activate):
        return scene.touch("Activate", ability_group(move.card, move.ability))
    if move.id in BUTTONS:
        return Touches(verb=BUTTONS[move.id])
    return parts.table_touches(view, move)
