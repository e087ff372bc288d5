"""Fights by plain rules, from the message alone.

They play where the simulator cannot: another class than it knows, a message with impossible
numbers, cards of other mods. A card counts for the damage and block of the table, or else for its
cost.
"""

from collections.abc import Callable, Collection
from typing import Final

from kibitz.live.client.message import Decision, Fields, Message
from kibitz.live.client.worth import CARDS, CardFacts, is_upgraded, potion_worth

BY: Final = "plain"
# What a card that is not in the table is taken to do for each energy.
DAMAGE: Final = 6
BLOCK: Final = 5
# What is counted for powers, for other skills, and for a kill.
POWER: Final = 14.0
OTHER: Final = 5.0
KILL: Final = 20.0
# Block counts more than damage while there is an attack to block.
BLOCKED: Final = 1.4
ENERGY: Final = 1.0
UPGRADED: Final = 1.3
# Powers are played early, while they can still pay.
POWERS_UNTIL: Final = 5
HIDDEN_INTENTS: Final = ("", "DEBUG", "NONE", "UNKNOWN")
# Below this share of HP every fight is dangerous.
LOW: Final = 0.4


def living(combat: Fields) -> list[tuple[int, Fields]]:
    """Lists the monsters that can be hit, with their places in the message."""
    return [
        (place, monster)
        for place, monster in enumerate(combat.children("monsters"))
        if not monster.flag("is_gone")
        and not monster.flag("half_dead")
        and monster.number("current_hp") > 0
    ]


def announced(monster: Fields) -> int:
    """Returns the damage that a monster has announced.

    In the first state of a fight the adjusted damage is missing, so the base damage counts.
    """
    damage = monster.number("move_adjusted_damage", -1)
    intent = monster.text("intent").upper()
    if damage <= 0 and (intent in HIDDEN_INTENTS or intent.startswith("ATTACK")):
        damage = monster.number("move_base_damage", -1)
    return max(0, damage) * max(1, monster.number("move_hits", 1))


def cost_of(card: Fields, energy: int) -> int:
    """Returns what a card costs now; all energy for X."""
    cost = card.number("cost", 1)
    return energy if cost == -1 else cost


def can_play(card: Fields, energy: int) -> bool:
    """Tells whether a card can be played, by the message."""
    cost = cost_of(card, energy)
    return card.flag("is_playable", cost >= 0) and 0 <= cost <= energy


def facts_of(card: Fields, energy: int) -> tuple[float, float]:
    """Returns the damage and the block of a card."""
    facts = CARDS.get(card.id())
    if facts is None:
        facts = guessed(card, energy)
    factor = UPGRADED if is_upgraded(card) else 1.0
    return facts.damage * factor, facts.block * factor


def guessed(card: Fields, energy: int) -> CardFacts:
    """Guesses what an unknown card does, by its type and cost."""
    paid = max(1, cost_of(card, energy))
    kind = card.text("type").upper()
    attack, skill = kind == "ATTACK", kind == "SKILL" and not card.flag("has_target")
    return CardFacts(Fields({"damage": DAMAGE * paid * attack, "block": BLOCK * paid * skill}))


class PlainFighter:
    """Plays the card that does most by its printed numbers; uses potions in dangerous fights.

    Attributes:
        potion_turn: the turn in which it last used a potion.
    """

    def __init__(self) -> None:
        self.potion_turn = (-1, -1)

    def decide(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Uses a potion, plays a card or ends the turn; None if none of that is legal."""
        return (
            self.use_potion(message, refused)
            or self.play(message, refused)
            or self.end(message, refused)
        )

    def end(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Ends the turn."""
        if "end" not in message.commands or "end" in refused:
            return None
        return Decision("end", "nothing left that is worth playing", BY)

    def play(
        self,
        message: Message,
        refused: Collection[str],
        wanted: Callable[[int], bool] = lambda place: True,
    ) -> Decision | None:
        """Plays the best of the wanted cards, by their places in the hand; None for none."""
        if "play" not in message.commands:
            return None
        combat = message.game.child("combat_state")
        energy = combat.child("player").number("energy")
        found: list[tuple[float, int, Decision]] = []
        for place, card in enumerate(combat.children("hand")[:10]):
            if not wanted(place) or not can_play(card, energy):
                continue
            score, target = self.rate(combat, card, energy)
            aim = f" {target}" if target >= 0 else ""
            command = f"play {place + 1}{aim}"
            if score > 0 and command not in refused:
                name = card.text("name") or card.text("id") or "a card"
                why = f"{name} does most by its printed numbers"
                found.append((score, -place, Decision(command, why, BY)))
        return max(found, key=lambda each: each[:2])[2] if found else None

    def rate(self, combat: Fields, card: Fields, energy: int) -> tuple[float, int]:
        """Returns what a card is worth now, and its target; -1 for none."""
        damage, block = facts_of(card, energy)
        monsters = living(combat)
        player = combat.child("player")
        threat = sum(announced(monster) for _, monster in monsters)
        score = BLOCKED * min(block, max(0, threat - player.number("block")))
        target = -1
        if monsters and (card.flag("has_target") or damage > 0):
            place, hit = best_target(monsters, damage)
            score += hit
            target = place if card.flag("has_target") else -1
        elif card.flag("has_target"):
            return 0.0, -1
        kind = card.text("type").upper()
        if kind == "POWER" and combat.number("turn", 1) <= POWERS_UNTIL:
            score += POWER
        elif kind == "SKILL" and damage + block == 0:
            score += OTHER
        return score - ENERGY * cost_of(card, energy), target

    def use_potion(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Uses the best potion in a dangerous fight, one in a turn."""
        combat = message.game.child("combat_state")
        turn = (message.game.number("floor"), combat.number("turn", 1))
        if "potion" not in message.commands or turn == self.potion_turn:
            return None
        if not is_dangerous(message, combat):
            return None
        for slot, potion in sorted(
            enumerate(message.game.children("potions")), key=lambda each: -potion_worth(each[1])
        ):
            command = potion_command(message, slot, -1)
            if potion.flag("can_use") and potion.id() != "smokebomb" and command not in refused:
                self.potion_turn = turn
                return Decision(command, f"a dangerous fight: {potion.text('name')}", BY)
        return None


def best_target(monsters: list[tuple[int, Fields]], damage: float) -> tuple[int, float]:
    """Returns the place of the monster to hit, and what the hit is worth."""
    rated: list[tuple[float, int, int]] = []
    for place, monster in monsters:
        left = monster.number("current_hp") + max(0, monster.number("block"))
        threat = announced(monster)
        worth = KILL + threat + left if damage >= left else damage
        # Of two that survive, hit the one that threatens more.
        rated.append((worth, threat, -place))
    worth, _, place = max(rated)
    return -place, worth if damage > 0 else OTHER


def is_dangerous(message: Message, combat: Fields) -> bool:
    """Tells whether a fight calls for a potion: elites, bosses, few HP, or a deadly attack."""
    room = message.game.text("room_type")
    threat = sum(announced(monster) for _, monster in living(combat))
    deadly = threat - combat.child("player").number("block") >= message.game.number("current_hp")
    special = "Elite" in room or room == "MonsterRoomBoss"
    return special or deadly or (message.health < LOW and threat > 0)


def healthier(monster: Fields) -> tuple[int, int]:
    """Orders monsters by HP; among equals, the one with less block comes out on top."""
    return monster.number("current_hp"), -monster.number("block")


def potion_command(message: Message, slot: int, target: int) -> str:
    """Writes the command for a potion.

    The mod says of all potions that are thrown that they require a target. Some of them need none,
    but a target does no harm, so they get a living monster.
    """
    potions = message.game.children("potions")
    thrown = slot < len(potions) and potions[slot].flag("requires_target")
    if thrown and target < 0:
        monsters = living(message.game.child("combat_state"))
        if monsters:
            target = max(monsters, key=lambda each: healthier(each[1]))[0]
    return f"potion use {slot} {target}" if target >= 0 else f"potion use {slot}"
