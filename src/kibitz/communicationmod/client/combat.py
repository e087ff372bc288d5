"""Decisions in fights: by an agent of the simulator, or by plain rules from the message alone.

The moves of the agent are made into commands. Plain rules play where the simulator cannot: another
class than it knows, a message with impossible numbers, cards of other mods. There a card counts for
the damage and block of the table, or else for its cost.
"""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

from kibitz.agents.asking import CLOCK, choose_agent, write_advice
from kibitz.agents.registry import AgentSpec, make_agent, read_spec
from kibitz.communicationmod.client import Decision
from kibitz.communicationmod.client.ratings import is_upgraded, potion_entry
from kibitz.communicationmod.client.tables import CARDS, CardFacts
from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.games.spire import Spire, cards
from kibitz.games.spire.agents.planner import OptimizedAgent, PlanFollower
from kibitz.games.spire.gear import POTION_NUMBERS
from kibitz.games.spire.moves import Choose, Done, End, Play, UsePotion
from kibitz.games.spire.position import message as protocol
from kibitz.games.spire.position.loadout import CHARACTERS
from kibitz.games.spire.position.message import CheckedFields, Fields, Message, Unknown
from kibitz.games.spire.position.reading import read_fight
from kibitz.games.spire.rules.operations import pile_of
from kibitz.games.spire.state import Fight

# Where a message has the cards that a choice is made from.
PILES: Final = {
    cards.HAND: "hand",
    cards.DISCARD_PILE: "discard_pile",
    cards.EXHAUST_PILE: "exhaust_pile",
    cards.DRAW_PILE: "draw_pile",
}


# How long an agent with a clock may take for a decision, in milliseconds, unless the user says.
SOFT_STOP: Final = 80
# From this share of its time on, the clock may have stopped a search.
CUT: Final = 0.9


def with_clock(spec: str) -> str:
    """Returns an agent that answers in time: one that can have a clock or a budget has one.

    Raises:
        KibitzError: if there is no such agent.
    """
    return choose_agent(Spire(), spec, spec, timed=True, wait=SOFT_STOP)


def without_clock(spec: str) -> str:
    """Returns an agent that answers the same on every machine.

    Raises:
        KibitzError: if the specification cannot be read.
    """
    wanted = read_spec(spec)
    options = [option for option in wanted.options if option[0] != CLOCK]
    return str(AgentSpec(wanted.name, tuple(options)))


def not_simulated(character: str) -> str:
    """Says how a class is played that the simulator does not have."""
    return f"the simulator does not have the class {character}: plain rules decide"


class Fighter:
    """Decides in fights.

    Attributes:
        spec: the agent, as it is written on the command line.
        note: is told what the log should say.
    """

    def __init__(self, spec: str, note: Callable[[str], None]) -> None:
        """Makes the agent.

        Raises:
            KibitzError: if there is no such agent, or it refuses an option.
        """
        self.spec: Final = spec
        self.game: Final = Spire()
        agent = make_agent(self.game, spec)
        self.agent: Final[Agent[Fight, Fight]] = (
            PlanFollower(agent) if isinstance(agent, OptimizedAgent) else agent
        )
        clock = dict(read_spec(spec).options).get(CLOCK, "")
        self.limit: Final = int(clock) if clock.isdecimal() else None
        self.plain: Final = PlainFighter()
        self.note: Final = note
        # The turn of the last potion, and how many were used in it: messages do not say.
        self.potion_turn = (-1, -1)
        self.potions_used = 0

    def plan(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Asks the agent; None if it cannot answer or the game has refused its commands."""
        if message.screen != protocol.NO_SCREEN and "choose" not in message.commands:
            return None  # all cards are chosen
        if message.character and message.character not in CHARACTERS:
            self.note(not_simulated(message.character))
            return None
        try:
            view = self.read(message)
        except PositionError as error:
            self.note(f"plain rules decide: {error}")
            return None
        self.note_unknown(message, view)
        began = time.perf_counter()
        advice = self.ask(message, view)
        spent = time.perf_counter() - began
        decision = self.first_allowed(message, view, advice, refused, spent)
        if decision is None or decision.command != "end":
            return decision
        # Rather than end the turn with them, play cards that the simulator does not know.
        known = [card & cards.FACE_MASK < cards.FIRST_UNKNOWN for card in view.hand]
        return self.plain.play(message, refused, lambda place: not known[place]) or decision

    def note_unknown(self, message: Message, view: Fight) -> None:
        """Notes what is not in the tables."""
        if view.unknown:
            self.note(f"not in the tables, played around: {Unknown(view.unknown)}")
        for potion in message.game.children("potions"):
            if potion.id() not in POTION_NUMBERS and potion.id() != protocol.NO_POTION:
                name = protocol.spaced(potion.text("id"))
                self.note(f"not in the tables, played around: the potion {name}")

    # Reading.

    def read(self, message: Message) -> Fight:
        """Reads the fight; a card that the game does not let us play is not playable here either.

        Raises:
            PositionError: if the simulator cannot play this.
        """
        view = read_allowed(self.game, message)
        turn = (message.game.number("floor"), view.turn)
        if turn != self.potion_turn:
            self.potion_turn, self.potions_used = turn, 0
        view.potions_used = self.potions_used
        return view

    def ask(self, message: Message, view: Fight) -> Advice[Fight]:
        """Asks the agent, with the same chance for the same state of the same run."""
        run = message.game.number("seed"), message.game.number("floor"), view.turn
        rng = seeded(f"{run}: {len(view.hand)}, {view.energy}")
        # A message can know less than a player who has watched the fight, so the view is not
        # compared with that of the world.
        moves = self.game.legal(self.game.sample(view, rng))
        return self.agent.advise(Observation(self.game, view, 0, moves, rng))

    # Answering.

    def first_allowed(
        self,
        message: Message,
        view: Fight,
        advice: Advice[Fight],
        refused: Collection[str],
        spent: float,
    ) -> Decision | None:
        """Returns the best option that can be sent and was not refused."""
        for move in [advice.move, *[option.move for option in advice.options]]:
            command = write_command(message, view, move)
            if command and command not in refused and message.allows(command):
                if isinstance(move, UsePotion):
                    self.potions_used += 1
                why = self.game.describe(view, move)
                details = self.details(view, advice, move, spent)
                return Decision(command, why, self.spec, details)
        return None

    def details(
        self, view: Fight, advice: Advice[Fight], move: Move[Fight], spent: float
    ) -> dict[str, object]:
        """Returns what the log keeps of a decision."""
        return {
            "move": str(move),
            "ms": round(1000 * spent, 1),
            **({"cut": True} if self.limit and 1000 * spent >= CUT * self.limit else {}),
            "advice": write_advice(self.game, view, advice),
        }


# Reading messages and writing commands.


def read_allowed(game: Spire, message: Message) -> Fight:
    """Reads the fight; a card that the game does not let us play is not playable here either.

    Raises:
        PositionError: if the simulator cannot play this.
    """
    view = game.read_position(message.raw.value)
    barred = forbidden(game, message, view)
    return game.read_position(without(message, barred)) if barred else view


def forbidden(game: Spire, message: Message, view: Fight) -> list[int]:
    """Lists the places of cards that the rules would let us play, and the game does not."""
    if view.choice:
        return []
    hand = message.combat.children("hand")
    barred = [place for place, card in enumerate(hand) if not card.flag("is_playable", True)]
    if not barred:
        return []
    playable = {move.number for move in game.legal(view) if isinstance(move, Play)}
    return [place for place in barred if view.hand[place] in playable]


def write_command(message: Message, view: Fight, move: Move[Fight]) -> str:
    """Writes a move as a command; empty if it cannot be written."""
    if isinstance(move, End):
        return "end"
    if isinstance(move, Play):
        aim = f" {move.target}" if move.target >= 0 else ""
        return f"play {view.hand.index(move.number) + 1}{aim}"
    if isinstance(move, UsePotion):
        return potion_command(message, view.slot_of(move.number), move.target)
    if isinstance(move, Done):
        return message.listed(protocol.PROCEED) or message.listed(protocol.RETURN)
    assert isinstance(move, Choose)
    place = chosen_place(message, move.number)
    return f"choose {place}" if place >= 0 else ""


def without(message: Message, places: Collection[int]) -> dict[str, object]:
    """Returns a message in which some cards of the hand cannot be played."""
    combat = message.combat
    hand = [
        {**card.value, "cost": cards.UNPLAYABLE} if place in places else card.value
        for place, card in enumerate(combat.children("hand"))
    ]
    game = {**message.game.value, "combat_state": {**combat.value, "hand": hand}}
    return {**message.raw.value, "game_state": game}


def chosen_place(message: Message, number: int) -> int:
    """Returns the place of a card on the screen that asks for one; -1 if it is not there.

    The screen lists cards in an order of its own, and cards that are selected leave it. So the card
    is found by its uuid.
    """
    fight = read_fight(CheckedFields(Document(message.game.value)))
    pile = pile_of(fight, fight.picks_from)
    if fight.picks_from == cards.OFFERED:
        return pile.index(number) if number in pile else -1
    source = message.combat.children(PILES[fight.picks_from])
    shown = message.detail.children("hand" if message.screen == protocol.HAND_SELECT else "cards")
    for card, own in zip(source, pile, strict=True):
        place = place_of(card, shown)
        if own == number and place >= 0:
            return place
    return -1


def place_of(card: Fields, shown: Sequence[Fields]) -> int:
    """Returns the place of a card in a list, by its uuid or else by what it is; -1 for nowhere."""
    uuid = card.text("uuid")
    for place, other in enumerate(shown):
        if uuid and other.text("uuid") == uuid:
            return place
    same = [same_card(card, other) for other in shown]
    return same.index(True) if True in same else -1


def same_card(card: Fields, other: Fields) -> bool:
    """Tells whether two cards are equal."""
    same = all(card.number(name) == other.number(name) for name in ("upgrades", "cost"))
    return same and card.id() == other.id()


# Plain rules.

PLAIN: Final = "plain"
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
    damage = monster.number("move_adjusted_damage")
    intent = monster.text("intent").upper()
    if damage <= 0 and (intent in HIDDEN_INTENTS or intent.startswith("ATTACK")):
        damage = monster.number("move_base_damage")
    return max(0, damage) * max(1, monster.number("move_hits"))


def cost_of(card: Fields, energy: int) -> int:
    """Returns what a card costs now; all energy for X."""
    cost = card.number("cost")
    return energy if cost == -1 else cost


def can_play(card: Fields, energy: int) -> bool:
    """Tells whether a card can be played, by the message."""
    cost = cost_of(card, energy)
    return card.flag("is_playable", cost >= 0) and 0 <= cost <= energy


def facts_of(card: Fields, energy: int) -> tuple[float, float]:
    """Returns the damage and the block of a card."""
    facts = CARDS.get(card.id()) or guessed(card, energy)
    factor = UPGRADED if is_upgraded(card) else 1.0
    return facts.damage * factor, facts.block * factor


def guessed(card: Fields, energy: int) -> CardFacts:
    """Guesses what an unknown card does, by its type and cost."""
    paid = max(1, cost_of(card, energy))
    kind = card.text("type").upper()
    attack, skill = kind == "ATTACK", kind == "SKILL" and not card.flag("has_target")
    return CardFacts(damage=DAMAGE * paid * attack, block=BLOCK * paid * skill)


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
        return Decision("end", "nothing left that is worth playing", PLAIN)

    def play(
        self,
        message: Message,
        refused: Collection[str],
        wanted: Callable[[int], bool] = lambda place: True,
    ) -> Decision | None:
        """Plays the best of the wanted cards, by their places in the hand; None for none."""
        if "play" not in message.commands:
            return None
        combat = message.combat
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
                found.append((score, -place, Decision(command, why, PLAIN)))
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
        if kind == "POWER" and combat.number("turn") <= POWERS_UNTIL:
            score += POWER
        elif kind == "SKILL" and damage + block == 0:
            score += OTHER
        return score - ENERGY * cost_of(card, energy), target

    def use_potion(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Uses the best potion in a dangerous fight, one in a turn."""
        combat = message.combat
        turn = (message.game.number("floor"), combat.number("turn"))
        if "potion" not in message.commands or turn == self.potion_turn:
            return None
        if not is_dangerous(message, combat):
            return None
        for slot, potion in sorted(
            enumerate(message.game.children("potions")),
            key=lambda each: -potion_entry(each[1]).worth,
        ):
            command = potion_command(message, slot, -1)
            if potion.flag("can_use") and potion.id() != "smokebomb" and command not in refused:
                self.potion_turn = turn
                return Decision(command, f"a dangerous fight: {potion.text('name')}", PLAIN)
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


def potion_command(message: Message, slot: int, target: int) -> str:
    """Writes the command for a potion.

    The mod says of all potions that are thrown that they require a target. Some of them need none,
    but a target does no harm, so they get a living monster.
    """
    potions = message.game.children("potions")
    thrown = slot < len(potions) and potions[slot].flag("requires_target")
    if thrown and target < 0:
        monsters = living(message.combat)
        # The healthiest; among equals, the one with less block.
        order = [(m.number("current_hp"), -m.number("block"), -place) for place, m in monsters]
        target = -max(order)[2] if order else target
    return f"potion use {slot} {target}" if target >= 0 else f"potion use {slot}"
