"""A fight of Slay the Spire as a scene: monsters and their intents, the hand, potions, piles."""

from typing import Final

from kibitz.core.move import Move
from kibitz.core.scene import (
    OFFER,
    SHARED,
    Area,
    Badge,
    Bar,
    Counter,
    Figure,
    Piece,
    Scene,
    Side,
    Touches,
    piled,
    tone_of,
    touch,
    trend_of,
)
from kibitz.games.spire import cards, gear, monsters, text
from kibitz.games.spire.cards import FACE_MASK
from kibitz.games.spire.moves import Choose, Done, End, Play, UsePotion, card_word, read_card
from kibitz.games.spire.position.message import Unknown
from kibitz.games.spire.position.writing import announced
from kibitz.games.spire.rules.combat import cost_of, monster_damage
from kibitz.games.spire.state import Fight, Monster

LOOK: Final = "dungeon"
# By the type of a card: attack, skill, power, status, curse.
TYPE_TONES: Final = ("red", "blue", "amber", "grey", "violet")
TYPE_SYMBOLS: Final = ("sword", "shield", "star", "dot", "skull")
# Powers that harm whoever has them.
BAD: Final = (
    *("vulnerable", "weak", "frail", "poison", "entangled", "constricted", "no draw", "hex"),
    *("confused", "shackled", "no block", "slow", "draw reduction", "corpse explosion", "choked"),
)
# The drawing of a monster, by a part of its name; any other is a beast.
FIGURES: Final = (
    ("slime", "slime"),
    ("louse", "insect"),
    ("sentry", "golem"),
    ("guardian", "golem"),
    ("ghost", "ghost"),
    ("fungi", "plant"),
    ("lagavulin", "insect"),
    *[(word, "raider") for word in ("cultist", "slaver", "looter", "mugger", "gremlin")],
)
# What a part of the name of an intent shows.
INTENT_ROLES: Final = (
    ("DEFEND", "block"),
    ("DEBUFF", "debuff"),
    ("_BUFF", "buff"),
    ("SLEEP", "sleep"),
    ("STUN", "sleep"),
    ("ESCAPE", "escape"),
)


# What is shown.


def show_fight(view: Fight) -> Scene:
    """Shows the monsters, the player, the hand and the piles; the viewer is the player."""
    unknown = Unknown(view.unknown)
    areas = [
        Area(
            "monsters",
            "Monsters",
            pieces=tuple([show_monster(view, at, unknown) for at in range(len(view.monsters))]),
        ),
        Area("hand", "Hand", 0, "fan", "hand", show_hand(view, unknown), size=5),
        Area("potions", "Potions", 0, pieces=show_belt(view), size=len(view.potions)),
        pile_area(view, "draw", view.draw, unknown),
        pile_area(view, "discard", view.discard, unknown),
    ]
    if view.exhaust:
        areas.append(pile_area(view, "exhaust", view.exhaust, unknown))
    return Scene(
        status_text(view),
        text.choice_text(view) if view.choice else "",
        (show_player(view, unknown),),
        tuple(areas),
        0,
        SHARED if view.over else 0,
        view.over,
        "slate",
        LOOK,
    )


def status_text(view: Fight) -> str:
    """Says how the fight stands, and how much damage is announced."""
    status = text.headline(view)
    damage = text.incoming(view)
    if view.over or not damage:
        return status
    left = max(0, damage - view.block)
    after = f", {left} after block" if view.block else ""
    return f"{status}: {damage} damage announced{after}"


def show_player(view: Fight, unknown: Unknown) -> Side:
    """Shows the player: HP with block, energy, powers and relics."""
    badges = power_badges(text.player_powers(view, unknown))
    if text.STANCES[view.stance]:
        badges.append(Badge(text.STANCES[view.stance], "indigo"))
    if view.orb_slots:
        orbs = " ".join([f"{orb}" for orb in view.orbs]) or text.NOTHING
        badges.append(Badge(f"orbs {orbs}", "indigo"))
    badges += [Badge(words, "amber") for words in text.relic_words(view, unknown)]
    return Side(
        0,
        "You",
        (Counter("energy", view.energy, "energy"),),
        (Bar("health", view.hp, view.max_hp, view.block),),
        tuple(badges),
        "hero",
        "blue",
    )


def power_badges(found: list[str]) -> list[Badge]:
    """Makes a badge of each power, red for what harms."""
    return [Badge(words, "red" if words.lower().startswith(BAD) else "teal") for words in found]


def show_monster(view: Fight, place: int, unknown: Unknown) -> Piece:
    """Shows a monster with its intent; a dead one keeps its place."""
    monster = view.monsters[place]
    name = text.monster_name(view, monster)
    if not monster.alive:
        fate = text.fate(monster)
        return Piece(name, name, "", "unit", fate, "grey", "skull", marks=("gone",))
    powers = text.power_words(monster.powers) + text.unknown_powers(unknown, f"{place}")
    return Piece(
        name,
        name,
        monster_group(place),
        "unit",
        text.intent_text(view, monster),
        tone_of(name),
        figure_of(name),
        figures=show_intent(view, monster),
        bars=(Bar("health", monster.hp, monster.max_hp, monster.block),),
        badges=tuple(power_badges(powers)),
    )


def figure_of(name: str) -> str:
    """Returns the drawing of a monster."""
    lower = name.lower()
    return next((figure for word, figure in FIGURES if word in lower), "beast")


def show_intent(view: Fight, monster: Monster) -> tuple[Figure, ...]:
    """Shows what a monster is about to do as figures."""
    base, hits = announced(view, monster)
    found: list[Figure] = []
    if base >= 0:
        damage = monster_damage(view, monster, base)
        found.append(Figure("attack", f"{damage}x{hits}" if hits > 1 else damage))
    intent = ""
    if monster.move >= 0:
        known = monster.kind < len(monsters.MONSTER_KINDS)
        kind = monsters.MONSTER_KINDS[monster.kind] if known else None
        intent = monsters.INTENTS[monster.move] if kind is None else kind.moves[monster.move].intent
    for part, role in INTENT_ROLES:
        if part in f"_{intent}":
            found.append(Figure(role, ""))
    return tuple(found) or (Figure("unknown", "?"),)


def monster_group(place: int) -> str:
    """Returns the group of a monster; none for a target that is none."""
    return f"monster:{place}" if place >= 0 else ""


def show_hand(view: Fight, unknown: Unknown) -> tuple[Piece, ...]:
    """Shows the cards in hand, each with what it costs and does now."""
    return tuple([show_card(view, card, unknown, "hand:") for card in view.hand])


def show_card(view: Fight, card: int, unknown: Unknown, place: str = "") -> Piece:
    """Shows a card, or a stance that is offered; with a place it can be touched there."""
    word = card_word(card)
    group = f"{place}{word}" if place else ""
    if card < 0:
        return Piece(word.title(), word, group, "choice", tone=tone_of(word))
    side = card & FACE_MASK
    kind = cards.KINDS[side]
    return Piece(
        text.card_title(card, unknown),
        word,
        group,
        detail=card_text(view, card) if place else "",
        tone=TYPE_TONES[kind],
        symbol=TYPE_SYMBOLS[kind],
        figures=card_cost(view, card) if place else (),
    )


def card_text(view: Fight, card: int) -> str:
    """Says what a card does now, against the first monster that lives."""
    side = card & FACE_MASK
    if side >= cards.FIRST_UNKNOWN:
        return ""
    alive = [place for place, monster in enumerate(view.monsters) if monster.alive]
    words = text.op_words(view, cards.EFFECTS[side], card, alive[0] if alive else -1)
    if cards.FLAGS[side] & cards.EXHAUSTS:
        words.append("exhausts")
    return ", ".join(words)


def card_cost(view: Fight, card: int) -> tuple[Figure, ...]:
    """Shows what a card costs now, and whether that is more or less than printed."""
    cost, printed = cost_of(view, card), cards.COSTS[card & FACE_MASK]
    if cost == cards.UNPLAYABLE:
        return ()
    trend = trend_of(cost, printed) if cost >= 0 and printed >= 0 else 0
    return (Figure("cost", text.cost_text(view, card), trend),)


def show_belt(view: Fight) -> tuple[Piece, ...]:
    """Shows the potions; empty slots are empty places."""
    found: list[Piece] = []
    for slot, potion in enumerate(view.potions):
        if potion == gear.EMPTY_SLOT:
            continue
        shown = text.potion_text(view, slot).replace(" >", "")
        group, detail = "", ""
        if potion >= 0:
            group = f"potion:{gear.POTIONS[potion].name.lower()}"
            ops = gear.steps_of(potion, view.label(slot), view.has(gear.SACRED_BARK))
            detail = ", ".join(text.op_words(view, ops, -1, -1))
        found.append(Piece(shown, f"potion:{potion}", group, "token", detail, "violet", "flask"))
    return tuple(found)


def pile_area(view: Fight, name: str, pile: list[int], unknown: Unknown) -> Area:
    """Shows a pile card by card; only cards that the player knows on top lie in order."""
    known = view.known_top if name == "draw" else 0
    first = len(pile) - known
    order = sorted(pile[:first]) + pile[first:]
    note = f"{known} known on top" if known else ""
    pieces = piled([show_card(view, card, unknown) for card in order])
    return Area(name, name.capitalize(), 0, "pile", "side", pieces, size=1, note=note)


# What a move touches.


def touched(view: Fight, move: Move[Fight]) -> Touches:
    """Says which cards, potions and monsters a move touches."""
    if isinstance(move, Play):
        return touch("Play", f"hand:{move.card}", monster_group(move.target))
    if isinstance(move, UsePotion):
        return touch("Use", f"potion:{move.potion}", monster_group(move.target))
    if isinstance(move, Choose):
        place = "hand:" if view.picks_from == cards.HAND else OFFER
        return touch("Choose", f"{place}{move.card}")
    if isinstance(move, (Done, End)):
        return Touches(verb="End turn" if isinstance(move, End) else "Done")
    return Touches(verb=move.title())


def show_offer(view: Fight, group: str) -> Piece:
    """Shows a card that is offered, one of a pile that is searched, or a stance."""
    return show_card(view, read_card(group.removeprefix(OFFER)), Unknown(view.unknown), OFFER)
