"""What a message of CommunicationMod shows, as a scene: a fight, or what a screen offers.

A fight is drawn by the game. One that the simulator cannot read, because its numbers are
impossible, is drawn from the message alone. On other screens there are the cards, relics and ways
to choose from; the group of each is the command that chooses it.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from kibitz.communicationmod.bridge import read_fight
from kibitz.communicationmod.client.combat import announced, living
from kibitz.communicationmod.client.paths import room_name
from kibitz.communicationmod.client.screens import commands, name_of, open_options
from kibitz.core.errors import KibitzError, PositionError
from kibitz.core.randomness import seeded
from kibitz.core.scene import (
    Area,
    Badge,
    Bar,
    Counter,
    Figure,
    Piece,
    Scene,
    Side,
    add_offers,
    tone_of,
)
from kibitz.core.value import Json
from kibitz.games.spire import Spire
from kibitz.games.spire.position.message import NO_POTION, Fields, Message, spaced
from kibitz.games.spire.scene import LOOK, figure_of
from kibitz.games.spire.state import HAND_LIMIT, Fight
from kibitz.games.spire.text import intent_words

# How many pieces of a screen are shown; a deck to choose from is rarely larger.
MOST_PIECES: Final = 100
MOST_RELICS: Final = 40
# What the rooms of the map look like.
ROOM_SYMBOLS: Final = {
    "M": ("sword", "red"),
    "E": ("skull", "violet"),
    "R": ("fire", "orange"),
    "$": ("coin", "amber"),
    "T": ("prize", "amber"),
    "?": ("star", "teal"),
}
# The rooms of the game, by their classes.
ROOMS: Final = {
    "MonsterRoom": "monster",
    "MonsterRoomElite": "elite",
    "MonsterRoomBoss": "boss",
    "EventRoom": "event",
    "RestRoom": "rest",
    "ShopRoom": "shop",
    "TreasureRoom": "treasure",
    "TreasureRoomBoss": "boss treasure",
    "NeowRoom": "Neow",
    "EmptyRoom": "",
}
# What the screens ask; the words of people who play.
QUESTIONS: Final = {
    "CARD_REWARD": "Choose a card",
    "COMBAT_REWARD": "Take what lies there",
    "MAP": "Choose the next room",
    "SHOP_ROOM": "A merchant",
    "SHOP_SCREEN": "The shop",
    "REST": "A place to rest",
    "CHEST": "A chest",
    "BOSS_REWARD": "Choose a relic of the boss",
    "GRID": "Choose from your cards",
    "HAND_SELECT": "Choose from your hand",
    "GAME_OVER": "The run is over",
    "COMPLETE": "The room is done",
}
# What the kinds of a reward look like.
REWARDS: Final = {
    "GOLD": ("coin", "amber"),
    "STOLEN_GOLD": ("coin", "amber"),
    "CARD": ("hand", "blue"),
    "POTION": ("flask", "violet"),
    "RELIC": ("seal", "orange"),
}
# A monster that does nothing, for cards that are shown outside a fight.
BYSTANDER: Final[dict[str, Json]] = {
    "id": "Cultist",
    "name": "Cultist",
    "current_hp": 50,
    "max_hp": 50,
    "block": 0,
    "intent": "BUFF",
    "move_id": 3,
    "powers": [],
}

log = logging.getLogger(__name__)


class Shown(NamedTuple):
    """What a message shows.

    Attributes:
        scene: the scene.
        touches: which pieces each legal move touches, by the text of the move; outside a fight of
            the simulator there are none.
        note: why the scene is a plain one; empty if it is not.
    """

    scene: Scene
    touches: dict[str, Json]
    note: str = ""


def show_message(game: Spire, message: Message) -> Shown:
    """Shows a state of a run."""
    if not message.in_combat:
        return Shown(show_screen(game, message), {})
    try:
        view = read_fight(game, message.raw.value)
    except PositionError as error:
        return Shown(plain_fight(message), {}, str(error))
    return show_fight(game, view)


# Fights.


def show_fight(game: Spire, view: Fight) -> Shown:
    """Shows a fight with what is offered in it."""
    scene = game.scene(view)
    try:
        moves = game.legal(game.sample(view, seeded("shown")))
        touches = {str(move): game.touches(view, move) for move in moves}
    except KibitzError as error:
        log.info("the moves of a fight are not shown: %s", error)
        return Shown(scene, {})
    scene = add_offers(scene, [*touches.values()], lambda group: game.offer(view, group))
    pointed: dict[str, Json] = {
        text: [[group, count] for group, count in each.groups] for text, each in touches.items()
    }
    return Shown(scene, pointed)


def plain_fight(message: Message) -> Scene:
    """Shows a fight by its message alone."""
    combat = message.combat
    monsters = [plain_monster(place, monster) for place, monster in living(combat)]
    hand = [plain_card(card, "") for card in combat.children("hand")[:HAND_LIMIT]]
    piles = [
        Area(name, name.capitalize(), 0, "pile", "side", tuple(plain_pile(combat, f"{name}_pile")))
        for name in ("draw", "discard", "exhaust")
    ]
    player = combat.child("player")
    side = Side(
        0,
        "You",
        (Counter("energy", player.number("energy"), "energy"),),
        (Bar("health", player.number("current_hp"), most_hp(player), player.number("block")),),
        (*power_badges(player), *relic_badges(message)),
        "hero",
        "blue",
    )
    areas = (
        Area("monsters", "Monsters", pieces=tuple(monsters)),
        Area("hand", "Hand", 0, "fan", "hand", tuple(hand), size=5),
        potion_area(message),
        *piles,
    )
    status = f"Turn {combat.number('turn')}"
    return Scene(status, "", (side,), areas, 0, 0, False, "slate", LOOK)


def plain_monster(place: int, monster: Fields) -> Piece:
    """Shows a monster by its message alone."""
    name = monster.text("name") or spaced(monster.text("id"))
    damage = announced(monster)
    hits = max(1, monster.number("move_hits"))
    shown = f"{damage // hits}x{hits}" if hits > 1 else damage
    figure = Figure("attack", shown) if damage else Figure("unknown", "?")
    words = f"attacks for {damage}" if damage else intent_words(monster.text("intent"))
    hp = monster.number("current_hp")
    return Piece(
        name,
        name,
        f"monster:{place}",
        "unit",
        words,
        tone_of(name),
        figure_of(name),
        figures=(figure,),
        bars=(Bar("health", hp, max(hp, monster.number("max_hp")), monster.number("block")),),
        badges=power_badges(monster),
    )


def plain_pile(combat: Fields, name: str) -> list[Piece]:
    """Shows a pile by its message alone; the order of the draw pile is not shown."""
    cards = [plain_card(card, "") for card in combat.children(name)[:MOST_PIECES]]
    return sorted(cards, key=lambda card: card.name)


def power_badges(owner: Fields) -> tuple[Badge, ...]:
    """Names powers with their amounts."""
    return tuple(
        [
            Badge(f"{power.text('name') or power.text('id')} {power.number('amount')}", "teal")
            for power in owner.children("powers")
        ]
    )


def most_hp(owner: Fields) -> int:
    """Returns the most HP of somebody, which may be missing."""
    return max(1, owner.number("max_hp"), owner.number("current_hp"))


# Everything else.


def show_screen(game: Spire, message: Message) -> Scene:
    """Shows the run, and what there is to choose from."""
    state = message.game
    hp, most = state.number("current_hp"), most_hp(state)
    side = Side(
        0,
        "You",
        (Counter("gold", state.number("gold"), "coin"),),
        (Bar("health", hp, most),),
        relic_badges(message),
        "hero",
        "blue",
    )
    question = question_of(message)
    offered = tuple(offers_of(game, message)[:MOST_PIECES])
    areas = [Area("offer", question, layout="grid", role="offer", pieces=offered)]
    body = message.detail.text("body_text").strip()
    if body:
        areas.insert(0, Area("story", question, layout="text", text=body))
    areas.append(potion_area(message))
    return Scene(question, question, (side,), tuple(areas), 0, 0, is_over(message), "slate", LOOK)


def describe_room(room: str) -> str:
    """Names a room in words; the class of the game for a room that is not known."""
    return ROOMS.get(room, spaced(room).lower()) if room else ""


def is_over(message: Message) -> bool:
    """Tells whether the run is over."""
    return message.screen == "GAME_OVER"


def question_of(message: Message) -> str:
    """Says what a screen asks."""
    if message.screen == "EVENT":
        return message.detail.text("event_name") or "An event"
    return QUESTIONS.get(message.screen, "What comes next?")


def relic_badges(message: Message) -> tuple[Badge, ...]:
    """Names the relics."""
    relics = message.game.children("relics")[:MOST_RELICS]
    return tuple([Badge(name_of(relic), "amber") for relic in relics])


def potion_area(message: Message) -> Area:
    """Shows the potions; empty slots are empty places."""
    held = message.game.children("potions")[:10]
    pieces = [potion_piece(each, "") for each in held if each.id() != NO_POTION]
    return Area("potions", "Potions", 0, pieces=tuple(pieces), size=len(held))


def offers_of(game: Spire, message: Message) -> list[Piece]:
    """Lists what a screen offers."""
    detail, screen = message.detail, message.screen
    if screen in ("CARD_REWARD", "GRID", "HAND_SELECT"):
        cards = detail.children("hand" if screen == "HAND_SELECT" else "cards")
        return show_cards(game, message, cards, commands(cards))
    if screen == "SHOP_SCREEN":
        return show_shop(game, message)
    if screen == "BOSS_REWARD":
        relics = detail.children("relics")
        return [
            relic_piece(relic, command)
            for relic, command in zip(relics, commands(relics), strict=True)
        ]
    if screen == "COMBAT_REWARD":
        return [
            reward_piece(reward, f"choose {place}")
            for place, reward in enumerate(detail.children("rewards"))
        ]
    if screen == "MAP" and not detail.flag("boss_available"):
        return [
            room_piece(node, f"choose {place}")
            for place, node in enumerate(detail.children("next_nodes"))
        ]
    if screen == "EVENT":
        options = open_options(message)
        return [choice(each.label, f"choose {each.index}") for each in options]
    names = message.game.texts("choice_list")
    return [choice(name, f"choose {place}") for place, name in enumerate(names)]


def choice(name: str, command: str) -> Piece:
    """Shows a word to choose."""
    shown = name[:1].upper() + name[1:]
    return Piece(shown, shown, command, "choice", tone="slate", symbol="dot")


def show_shop(game: Spire, message: Message) -> list[Piece]:
    """Shows what a shop sells, each with its price."""
    names = [name.lower() for name in message.game.texts("choice_list")]
    detail = message.detail
    found: list[Piece] = []

    def command(thing: Fields) -> str:
        name = name_of(thing).lower()
        return f"choose {names.index(name)}" if name in names else ""

    cards = detail.children("cards")
    shown = show_cards(game, message, cards, [command(card) for card in cards])
    found += [
        with_badge(piece, price_badge(card)) for piece, card in zip(shown, cards, strict=True)
    ]
    for relic in detail.children("relics"):
        found.append(with_badge(relic_piece(relic, command(relic)), price_badge(relic)))
    for potion in detail.children("potions"):
        found.append(with_badge(potion_piece(potion, command(potion)), price_badge(potion)))
    if detail.flag("purge_available"):
        command_of = f"choose {names.index('purge')}" if "purge" in names else ""
        name = "Remove a card"
        purge = Piece(name, name, command_of, "token", tone="slate", symbol="hand")
        found.append(with_badge(purge, Badge(f"{detail.number('purge_cost')} gold", "amber")))
    return found


def price_badge(thing: Fields) -> Badge:
    """Shows a price."""
    return Badge(f"{thing.number('price')} gold", "amber")


# Pieces.


def relic_piece(relic: Fields, command: str) -> Piece:
    """Shows a relic."""
    name = name_of(relic)
    return Piece(name, name, command, "token", tone="orange", symbol="seal")


def potion_piece(potion: Fields, command: str) -> Piece:
    """Shows a potion."""
    name = name_of(potion)
    return Piece(name, name, command, "token", tone="violet", symbol="flask")


def reward_piece(reward: Fields, command: str) -> Piece:
    """Shows a reward."""
    kind = reward.text("reward_type").upper()
    symbol, tone = REWARDS.get(kind, ("prize", "teal"))
    name = kind.capitalize().replace("_", " ")
    for thing in ("relic", "potion"):
        if reward.has(thing):
            name = name_of(reward.child(thing))
    if reward.has("gold"):
        name = f"{reward.number('gold')} gold"
    return Piece(name or "?", name, command, "token", tone=tone, symbol=symbol)


def room_piece(node: Fields, command: str) -> Piece:
    """Shows a room of the map."""
    sign = node.text("symbol")
    symbol, tone = ROOM_SYMBOLS.get(sign, ("place", "slate"))
    name = room_name(sign).capitalize() or "?"
    where = f"column {node.number('x') + 1}"
    return Piece(name, sign, command, "token", where, tone, symbol)


def plain_card(card: Fields, command: str) -> Piece:
    """Shows a card by its message alone."""
    name = name_of(card)
    tones = {"ATTACK": "red", "SKILL": "blue", "POWER": "amber", "CURSE": "violet"}
    symbols = {"ATTACK": "sword", "SKILL": "shield", "POWER": "star", "CURSE": "skull"}
    kind = card.text("type").upper()
    cost = card.number("cost")
    figures = (Figure("cost", "X" if cost == -1 else cost),) if cost >= -1 else ()
    return Piece(
        name,
        name,
        command,
        tone=tones.get(kind, "grey"),
        symbol=symbols.get(kind, "dot"),
        figures=figures,
    )


def show_cards(
    game: Spire, message: Message, cards: Sequence[Fields], groups: Sequence[str]
) -> list[Piece]:
    """Shows cards outside a fight, with what the simulator knows about them."""
    found: list[Piece] = []
    for start in range(0, min(len(cards), MOST_PIECES), HAND_LIMIT):
        some = cards[start : start + HAND_LIMIT]
        pieces = [plain_card(card, "") for card in some]
        try:
            read = in_hand(game, message, some)
            if len(read) == len(some):
                pieces = read
        except KibitzError as error:
            log.info("cards are shown without what they do: %s", error)
        found += [
            regrouped(piece, group)
            for piece, group in zip(pieces, groups[start : start + HAND_LIMIT], strict=True)
        ]
    return found


def in_hand(game: Spire, message: Message, some: Sequence[Fields]) -> list[Piece]:
    """Shows cards as if they were in hand at the start of a fight without relics.

    Raises:
        PositionError: if the simulator cannot read them.
    """
    hand = [{name: each for name, each in card.value.items() if name != "uuid"} for card in some]
    most = most_hp(message.game)
    player = {"current_hp": most, "max_hp": most, "block": 0, "energy": 3, "powers": []}
    combat = {
        "hand": hand,
        "draw_pile": [],
        "discard_pile": [],
        "exhaust_pile": [],
        "player": player,
        "monsters": [BYSTANDER],
        "turn": 1,
    }
    state = {"class": message.game.text("class"), "room_phase": "COMBAT", "combat_state": combat}
    scene = game.scene(game.read_position({**state, "current_hp": most, "max_hp": most}))
    return next([*area.pieces] for area in scene.areas if area.id == "hand")


def regrouped(piece: Piece, group: str) -> Piece:
    """Returns a piece with another group."""
    return changed(piece, lambda name, value: group if name == "group" else value)


def with_badge(piece: Piece, badge: Badge) -> Piece:
    """Returns a piece with one more badge."""
    return changed(piece, lambda name, value: (badge,) if name == "badges" else value)


def changed(piece: Piece, change: Callable[[str, object], object]) -> Piece:
    """Returns a piece with some fields changed."""
    fields = {name: change(name, getattr(piece, name)) for name in Piece.__match_args__}
    return Piece(**fields)  # type: ignore[arg-type]  # each field keeps its type
