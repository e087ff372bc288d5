"""Reading positions: the messages that CommunicationMod sends during a fight.

A position is a whole message or only its `game_state`. What is not in the tables is played around:
an unknown monster attacks as announced and goes on attacking, an unknown card is played by its
type, cost and aim and does nothing, unknown powers and relics do nothing. What a message says about
the effect of a potion counts more than the table. The order of the draw pile in the message is not
used. What a message lacks but a fight must know, such as the cards played in this turn, may follow
under `kibitz`; without it, it is taken from the rest as far as possible.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.options import offer
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.spire import cards, gear, powers, state
from kibitz.games.spire import monsters as kinds
from kibitz.games.spire.cards import FACE_MASK, HIGHEST_COST
from kibitz.games.spire.gear import POTIONS
from kibitz.games.spire.monsters import (
    INTENTS,
    MONSTER_KINDS,
    NO_MOVE,
    UNSEEN,
    MonsterKind,
    act_of,
)
from kibitz.games.spire.moves import MOST_MONSTERS, STANCE_WORDS, read_card
from kibitz.games.spire.position import message
from kibitz.games.spire.position.loadout import room_for
from kibitz.games.spire.position.message import MOST, MOST_HITS, CheckedFields, Unknown
from kibitz.games.spire.powers import POWER_NUMBERS, plain_id
from kibitz.games.spire.rules import act2, act3, intents, operations
from kibitz.games.spire.rules.combat import ASLEEP, GUARDIAN_STEP, cost_of, fresh_bit
from kibitz.games.spire.rules.turn import AFTER_CODEX, AFTER_RETAINING
from kibitz.games.spire.state import HAND_LIMIT, HIDDEN, Fight, Monster, Task
from kibitz.games.spire.view import has_bitten, hide_order

WHAT: Final = "not a position of spire"
# Bounds that no fight comes near.
MOST_POTIONS: Final = 10
MOST_IN_PILE: Final = 500
BOMB: Final = "thebomb"
BOMB_DAMAGE: Final = 40
PANACHE_DAMAGE: Final = 10
SPLIT: Final = "SPLIT"
RITUAL_DAGGER: Final = cards.face("RitualDagger")
UNKNOWN_FACES: Final[dict[str, int]] = {
    card.name.lower(): 2 * card.number for card in cards.UNKNOWN_CARDS
}


def read_message(document: object) -> Fight:
    """Reads a position as what the player sees.

    Raises:
        PositionError: if it is not a fight, or content is missing or impossible; lists all
            problems.
    """
    root = CheckedFields(Document(document))
    game = root.child("game_state") if root.has("game_state") else root
    refuse_without_fight(root, game)
    s = read_fight(game)
    root.place.finish(PositionError, WHAT)
    read_notes(game.field(NOTES, {}), s)
    root.place.finish(PositionError, WHAT)
    hide_order(s)
    check_whole(game, s)
    root.place.finish(PositionError, WHAT)
    return s


def read_fight(game: CheckedFields) -> Fight:
    """Reads a `game_state` as it is, piles in the order of the message; notes problems."""
    reader = Reader()
    reader.read(game)
    return reader.s


def refuse_without_fight(root: CheckedFields, game: CheckedFields) -> None:
    """Refuses a message that shows no fight, and says what it shows."""
    shown = ""
    if root.has("error"):
        shown = "the message reports an error and has no state"
    elif root.value.get("in_game") is False:
        shown = "the message comes from the main menu"
    elif root.has("available_commands") and not root.has("game_state"):
        shown = "the message has no game_state"
    elif isinstance(game.place.value, dict) and not game.has("combat_state"):
        phase, screen = game.value.get("room_phase"), game.value.get("screen_type")
        seen = f" (room_phase {phase}, screen_type {screen})" if isinstance(phase, str) else ""
        shown = f"there is no combat_state{seen}"
    elif game.value.get("room_phase", message.COMBAT) != message.COMBAT:
        shown = "the fight is over: room_phase is not COMBAT"
    if shown:
        raise PositionError(f"{WHAT}: {shown}; expected a message that is sent during a fight")


def check_whole(game: CheckedFields, s: Fight) -> None:
    """Notes what is impossible about a fight as a whole."""
    combat = game.child("combat_state")
    if s.over:
        return
    if s.hp == 0:
        combat.note("player.current_hp: expected 1 or more in a fight that goes on, got 0")
    elif s.living() == 0:
        combat.note("monsters: none of them is alive, so the fight is over")
    elif s.choice:
        fitting = [
            card
            for card in operations.pile_of(s, s.picks_from)
            if operations.can_choose(s, s.choice, card, s.picks_type)
        ]
        if not s.optional and s.picks > len(fitting):
            game.note(f"screen_state: {s.picks} to choose, but only {len(fitting)} can be chosen")


class Reader:
    """Reads a message, piece by piece.

    Attributes:
        s: the fight as far as it is read.
        unknown: what is not in the tables.
        seen: where the card of each uuid is.
    """

    def __init__(self) -> None:
        hidden = hidden_rng()
        self.s: Final = Fight(hidden, 0, False, "", hidden.clone(), hidden.clone(), hidden.clone())
        self.unknown: Final = Unknown()
        self.seen: Final[dict[str, str]] = {}

    def read(self, game: CheckedFields) -> None:
        s = self.s
        combat = game.child("combat_state")
        s.ascension = game.number("ascension_level")
        s.act = game.number("act")
        s.room = read_room(game.text("room_type"))
        character = game.text("class")
        if character in gear.CLASSES:
            s.character = gear.CLASSES.index(character)
        elif character:
            known = " and ".join(gear.CLASSES)
            game.note(f"the class {character} is not simulated: only {known} are")
        s.turn = combat.number("turn")
        s.times_damaged = combat.number("times_damaged")
        s.discarded = combat.number("cards_discarded_this_turn")
        self.read_player(combat.child("player"))
        self.read_relics(game)
        self.read_potions(game)
        self.read_monsters(combat)
        s.act = s.act or act_of([monster.kind for monster in s.monsters])
        self.read_piles(combat)
        recall_turn(s)
        self.read_screen(game, combat)
        s.unknown = self.unknown.text()

    # The player.

    def read_player(self, place: CheckedFields) -> None:
        """Reads the player's numbers, powers and orbs."""
        s = self.s
        s.max_hp = place.number("max_hp")
        s.hp = place.number("current_hp")
        check_hp(place, s.hp, s.max_hp)
        s.block = place.number("block", span=(0, state.MOST_BLOCK))
        s.energy = place.number("energy")
        self.read_powers(place, s.powers, None, message.PLAYER)
        for orb in place.children("orbs"):
            s.orb_slots = min(10, s.orb_slots + 1)
            if orb.has("id") and orb.id() == "dark":
                s.orbs.append(orb.number("evoke_amount"))

    def read_powers(
        self, place: CheckedFields, amounts: list[int], owner: Monster | None, name: str
    ) -> None:
        for item in place.children("powers"):
            power_id = item.id()
            amount = item.number("amount")
            known = POWER_NUMBERS.get(power_id, -1)
            if owner is None and power_id.startswith(BOMB):
                self.s.bombs.extend([max(1, amount), item.number("damage", BOMB_DAMAGE)])
                amounts[powers.THE_BOMB] += 1
            elif owner is None and known == powers.NIGHT_TERROR and item.has("card"):
                self.read_nightmare(item)
            elif owner is not None and known in powers.FROM_ZERO and amount >= 0:
                amounts[known] = amount + 1
                if known == powers.INVINCIBLE:
                    owner.memory = item.number("misc", amount)
            elif not is_playable(known, owner) or amount == 0:
                self.unknown.powers.setdefault(name, []).append(power_fields(item))
            else:
                if amount == -1 and known in message.STACKLESS:
                    amount = 1
                amounts[known] = amount
                self.read_second(item, known, owner)

    def read_nightmare(self, item: CheckedFields) -> None:
        """Reads the card that Nightmare has stored, and how many copies of it come."""
        copies = item.number("amount", span=(1, MOST_HITS))
        card = cards.without_turn_cost(self.read_face(item.child("card")))
        self.s.nightmares += (card,) * copies
        self.s.powers[powers.NIGHT_TERROR] += copies

    def read_second(self, item: CheckedFields, power: int, owner: Monster | None) -> None:
        """Reads what a power says besides its amount."""
        own = self.s.powers
        applied = item.flag("just_applied")
        if owner is not None:
            if power == powers.RITUAL:
                owner.fresh = applied
            elif power in (powers.MALLEABLE, powers.FLIGHT):
                owner.memory = item.number("misc", owner.powers[power])
            elif power == powers.STASIS:
                owner.memory = cards.NO_CARD
                if item.has("card"):
                    owner.memory = cards.without_turn_cost(self.read_face(item.child("card")))
        elif power == powers.COMBUST:
            own[powers.COMBUST_LOSS] = item.number("misc", 1)
        elif power == powers.PANACHE:
            own[powers.PANACHE_DAMAGE] = item.number("damage", PANACHE_DAMAGE)
        elif applied:
            self.s.fresh |= fresh_bit(power)

    def read_relics(self, game: CheckedFields) -> None:
        s = self.s
        for item in game.children("relics"):
            relic_id = item.text("id")
            counter = item.number("counter")
            known = gear.RELIC_NUMBERS.get(plain_id(relic_id), -1)
            if known < 0:
                self.unknown.relics.append({"id": relic_id, "counter": counter})
                self.read_name(item, relic_id)
            else:
                s.relics[known] = counter
        s.moments = gear.moments_of(s.relics)

    def read_potions(self, game: CheckedFields) -> None:
        items = game.children("potions")
        if len(items) > MOST_POTIONS:
            game.field("potions", []).note(
                f"expected {MOST_POTIONS} slots at most, got {len(items)}"
            )
        labels: list[gear.Label | None] = []
        for item in items[:MOST_POTIONS]:
            name = item.text("id")
            if plain_id(name) == message.NO_POTION:
                self.s.potions.append(gear.EMPTY_SLOT)
                labels.append(None)
                continue
            said = {field: item.value.get(field) for field in gear.Metadata.__match_args__}
            facts = gear.metadata_of(name, said)
            label = gear.Label(name, facts, item.flag("can_use", True))
            potion = gear.number_for(name, facts)
            self.s.potions.append(potion)
            labels.append(label if self.says_more(label, potion) else None)
        if any(labels):
            self.s.labels = tuple(labels)

    def says_more(self, label: gear.Label, potion: int) -> bool:
        """Tells whether a label says more about a potion than the table and the rules do."""
        if potion < 0 or not POTIONS[potion].id:
            return True
        if POTIONS[potion].automatic:
            return False
        forbidden = potion == gear.SMOKE_BOMB and self.s.room == kinds.BOSS
        return label.facts != POTIONS[potion].facts or not (label.usable or forbidden)

    def read_name(self, place: CheckedFields, unknown_id: str) -> None:
        """Reads the name of something that is not in the tables, if it has one of its own."""
        name = place.value.get("name")
        if isinstance(name, str):
            self.unknown.set_name(unknown_id, name.rstrip("+"))

    # The monsters.

    def read_monsters(self, combat: CheckedFields) -> None:
        items = combat.children("monsters")
        for at, item in enumerate(items[:MOST_MONSTERS]):
            self.s.monsters.append(self.read_monster(item, at))
        room = sum([room_for(each.kind) if each.alive else 1 for each in self.s.monsters])
        if len(items) > MOST_MONSTERS or room > MOST_MONSTERS:
            combat.field("monsters", []).note(
                f"expected {MOST_MONSTERS} monsters at most, splits included"
            )

    def read_monster(self, place: CheckedFields, at: int) -> Monster:
        """Reads one monster, and what it is about to do."""
        monster_id = place.text("id")
        kind = kinds.MONSTER_NUMBERS.get(plain_id(monster_id), -1)
        move = place.field("move_id", None)
        if kind >= 0 and move.value is not None and move_place(kind, move.integer()) < 0:
            kind = -1  # a move that is not in the table: it does what it announces
        if kind < 0:
            kind = len(MONSTER_KINDS) + place_in(self.unknown.monsters, monster_id)
            self.read_name(place, monster_id)
        returns = place.flag("half_dead") and kind in (kinds.DARKLING, kinds.AWAKENED_ONE)
        away = place.flag("is_gone") or place.flag("half_dead")
        monster = Monster(kind, 0, place.number("max_hp"))
        monster.half_dead = returns and not place.flag("is_gone")
        monster.hp = place.number("current_hp", span=(0 if away else 1, MOST))
        check_hp(place, monster.hp, monster.max_hp)
        monster.alive = not away
        monster.block = place.number("block")
        self.read_powers(place, monster.powers, monster, str(at))
        base = place.number("move_base_damage")
        if kind < len(MONSTER_KINDS):
            monster.move = HIDDEN if move.value is None else move_place(kind, move.integer())
            monster.last = past_move(place, "last_move_id", kind)
            monster.last_two = past_move(place, "second_last_move_id", kind)
            recall(self.s, monster, at, base, max(1, place.number("move_hits")))
            if monster.move == HIDDEN:
                monster.hidden = state.HIDES_MOVE
        else:
            read_announced(place, monster, base, intents.guessed_damage(self.s))
        return monster

    # The cards.

    def read_piles(self, combat: CheckedFields) -> None:
        """Reads the hand and the piles; in the hand, a changed cost is one of this turn."""
        s = self.s
        lasting = s.powers[powers.CONFUSION] != 0
        s.hand = self.read_cards(combat, "hand", this_turn=not lasting)
        self.find_free_cards(combat)
        if len(s.hand) > HAND_LIMIT:
            combat.field("hand", []).note(f"expected {HAND_LIMIT} cards at most, got {len(s.hand)}")
        s.draw = self.read_cards(combat, "draw_pile")
        s.discard = self.read_cards(combat, "discard_pile")
        s.exhaust = self.read_cards(combat, "exhaust_pile")

    def find_free_cards(self, combat: CheckedFields) -> None:
        """Finds the cards of the hand that are free once: the message shows their usual cost."""
        s = self.s
        for place, item in enumerate(combat.children("hand")[: len(s.hand)]):
            card = s.hand[place]
            known = card & FACE_MASK < cards.FIRST_UNKNOWN
            if known and item.flag("is_playable") and cost_of(s, card) > s.energy:
                s.hand[place] = cards.without_turn_cost(card) | cards.FREE_ONCE

    def read_cards(self, place: CheckedFields, name: str, this_turn: bool = False) -> list[int]:
        items = place.children(name)
        if len(items) > MOST_IN_PILE:
            place.field(name, []).note(f"expected {MOST_IN_PILE} cards at most, got {len(items)}")
        return [self.read_card(item, this_turn) for item in items[:MOST_IN_PILE]]

    def read_card(self, place: CheckedFields, this_turn: bool = False) -> int:
        """Reads one card, and notes a uuid that was there before."""
        if place.has("uuid"):
            uuid = place.text("uuid")
            if uuid in self.seen:
                place.note(f"the card {uuid!r} is at {self.seen[uuid]} already")
            self.seen[uuid] = place.place.path
        return self.read_face(place, this_turn)

    def read_face(self, place: CheckedFields, this_turn: bool = False) -> int:
        """Reads one card, without its uuid."""
        card_id = place.text("id")
        upgrades = place.number("upgrades")
        known = cards.CARD_NUMBERS.get(plain_id(card_id), cards.NO_CARD)
        cost = place.field("cost", None)
        if known >= 0:
            card = grown_card(2 * known, upgrades, place.number("misc"))
            most = MOST if card & ~1 == cards.MASTERFUL_STAB else HIGHEST_COST
            if cost.value is None or cost.integer(cards.UNPLAYABLE, most) == cost_of(self.s, card):
                return card
            if cost.integer() >= 0 and cards.card_cost(card) >= 0:
                return self.with_cost(card, min(cost.integer(), HIGHEST_COST), this_turn)
        return self.unknown_card(place, card_id, upgrades, this_turn)

    def with_cost(self, card: int, cost: int, this_turn: bool) -> int:
        """Returns a card that has a cost now."""
        # Eviscerate costs less for each card discarded, whatever its cost was before.
        for written in range(cost, HIGHEST_COST + 1):
            changed = cards.with_turn_cost(card, written)
            if cost_of(self.s, changed) == cost:
                return changed if this_turn else cards.with_fight_cost(card, written)
        return card

    def unknown_card(
        self, place: CheckedFields, card_id: str, upgrades: int, this_turn: bool
    ) -> int:
        """Returns what stands for a card that is not in the table."""
        kind = place.text("type", "SKILL").upper()
        cost = place.number("cost")
        words = ["unknown"]
        if place.flag("has_target"):
            words.append("aimed")
        words.append(kind.lower() if kind in cards.TYPES else "skill")
        if cost < 0:
            words.append("x" if cost == cards.X_COST else "unplayable")
        if place.flag("exhausts"):
            words.append("exhaust")
        if place.flag("ethereal"):
            words.append("ethereal")
        card = UNKNOWN_FACES[" ".join(words)] + (1 if upgrades else 0)
        card = cards.grown(card, place_in(self.unknown.cards, card_id))
        self.read_name(place, card_id)
        if cost in (1, cards.X_COST, cards.UNPLAYABLE):
            return card
        return self.with_cost(card, cost, this_turn)

    # Choices.

    def read_screen(self, game: CheckedFields, combat: CheckedFields) -> None:
        """Reads what the player is asked to choose, if something is asked."""
        screen = game.text("screen_type", message.NO_SCREEN)
        if screen == message.NO_SCREEN:
            return
        if screen not in ACTIONS:
            known = ", ".join([message.NO_SCREEN, *ACTIONS])
            game.note(f"screen_type: expected {known} in a fight, got {screen!r}")
            return
        action = game.text("current_action")
        asked = ACTIONS[screen].get(action)
        if asked is None:
            names = offer(action, ACTIONS[screen])
            game.note(f"current_action: cannot play {action!r} on {screen}; {names}")
            return
        s = self.s
        s.choice, s.picks_from, s.picks_type, s.lasts = asked
        self.read_picks(game.child("screen_state"), screen)
        if s.picks < 1:
            game.note(
                "screen_state: all cards are chosen already; expected one that is left to choose"
            )
        self.remember_task(combat)

    def read_picks(self, place: CheckedFields, screen: str) -> None:
        """Reads how many cards are to be chosen, and those that are offered or chosen."""
        s = self.s
        if screen == message.CARD_REWARD:
            s.picks = 1
            for item in place.children("cards"):
                entered = s.choice == state.TO_ENTER
                stance = STANCES.get(item.text("id").lower(), 0) if entered else 0
                s.offered.append(stance or self.read_card(item))
        elif screen == message.HAND_SELECT:
            s.chosen = sorted(self.read_cards(place, "selected", this_turn=True))
            s.picks = min(HAND_LIMIT, place.number("max_cards")) - len(s.chosen)
            s.optional = place.flag("can_pick_zero")
        else:
            s.picks = min(HAND_LIMIT, place.number("num_cards"))
            s.optional = place.flag("any_number")

    def remember_task(self, combat: CheckedFields) -> None:
        """Lets the card in play, or the end of the turn, go on after the choice."""
        s = self.s
        if s.choice == state.TO_REPEAT:
            s.copies = NIGHTMARE_COPIES
        if combat.has("card_in_play"):
            card = self.read_card(combat.child("card_in_play"))
            if s.choice == state.TO_COPY:
                s.copies = 1 + (card & 1)
            for step, op in enumerate(cards.EFFECTS[card & FACE_MASK], 1):
                if op.code in ASKING:
                    s.agenda.append(Task(state.CARD_TASK, card, state.NO_TARGET, 0, step, 0))
                    break
        if s.choice == state.TO_RETAIN:
            s.monsters_turn = True
            s.agenda.append(Task(state.TURN_END_TASK, 0, 0, 0, AFTER_RETAINING, 0))
        elif s.choice == state.TO_SHUFFLE_IN:
            s.agenda.append(Task(state.TURN_END_TASK, 0, 0, 0, AFTER_CODEX, 0))


def check_hp(place: CheckedFields, hp: int, most: int) -> None:
    """Notes more HP than there can be."""
    if hp > most:
        place.note(f"current_hp: expected {most} (max_hp) at most, got {hp}")


def read_room(room: str) -> int:
    """Returns the kind of room."""
    if "Elite" in room:
        return kinds.ELITE
    return kinds.BOSS if room == "MonsterRoomBoss" else kinds.NORMAL


def is_playable(power: int, owner: Monster | None) -> bool:
    """Tells whether the rules know a power on its owner."""
    if power < 0:
        return False
    if owner is None:
        return power != powers.NIGHT_TERROR  # without its card
    if power == powers.SPLIT:
        known = owner.kind < len(MONSTER_KINDS)
        return known and SPLIT in MONSTER_KINDS[owner.kind].places
    return power < powers.MONSTER_POWERS


def power_fields(item: CheckedFields) -> dict[str, Json]:
    """Returns the fields of a power that are written back."""
    found: dict[str, Json] = {}
    for name in ("id", "name", "amount", "misc", "damage", "just_applied"):
        value = item.value.get(name)
        if isinstance(value, (str, int)):
            found[name] = value
    return found


def place_in(names: list[str], name: str) -> int:
    """Returns the place of a name in a list, which gets it if it is new."""
    if name not in names:
        names.append(name)
    return names.index(name)


def move_place(kind: int, move_id: int) -> int:
    """Returns the place of a move by its id; -1 if the kind has no such move."""
    for place, move in enumerate(MONSTER_KINDS[kind].moves):
        if move.id == move_id:
            return place
    return NO_MOVE


def past_move(place: CheckedFields, name: str, kind: int) -> int:
    """Reads a move that a monster has made."""
    return move_place(kind, place.place.field(name).integer()) if place.has(name) else NO_MOVE


def read_announced(place: CheckedFields, monster: Monster, base: int, guess: int) -> None:
    """Reads what an unknown monster announces: its intent, and the damage of an attack.

    In the first turn the intent is `DEBUG`, and with Runic Dome it is `NONE`. Then damage means an
    attack. Where a message says nothing about the damage, it is guessed.
    """
    adjusted = place.number("move_adjusted_damage")
    intent = place.text("intent").upper()
    damage = base if base > 0 else adjusted
    said = place.has("move_base_damage") or place.has("move_adjusted_damage")
    shown = intent in INTENTS and intent != INTENTS[UNSEEN]
    attacks = intent.startswith(INTENTS[kinds.ATTACKS]) if shown else not said
    if damage <= 0 and attacks:
        damage = guess
    monster.damage = damage if damage > 0 else NO_MOVE
    monster.hits = max(1, place.number("move_hits"))
    if shown:
        monster.move = INTENTS.index(intent)
    else:
        monster.move = kinds.ATTACKS if damage > 0 else UNSEEN


def grown_card(card: int, upgrades: int, misc: int) -> int:
    """Returns a card with its upgrades and with what it has grown by."""
    for _ in range(min(upgrades, MOST_HITS)):
        card = cards.upgrade(card)
    if card & FACE_MASK | 1 == RITUAL_DAGGER | 1 and misc > cards.RITUAL_DAGGER_DAMAGE:
        card = cards.grown(card, misc - cards.RITUAL_DAGGER_DAMAGE)
    return card


# Choices in the middle of a fight.


class Asked(NamedTuple):
    """What an action asks the player for.

    Attributes:
        choice: what happens to the cards.
        pile: where they come from.
        kind: the only type of card.
        lasts: how long they cost 0.
    """

    choice: int
    pile: int = cards.HAND
    kind: int = cards.ANY_TYPE
    lasts: int = cards.NO_CHANGE


# The screens on which the real game asks for cards, and the classes of its actions as messages give
# them; those of the grid and of Setup and Nightmare are less certain than the others. A screen that
# is not listed here is refused.
ACTIONS: Final[dict[str, dict[str, Asked]]] = {
    message.HAND_SELECT: {
        "ExhaustAction": Asked(state.TO_EXHAUST),
        "ArmamentsAction": Asked(state.TO_UPGRADE),
        "PutOnDeckAction": Asked(state.TO_DRAW_TOP),
        "DualWieldAction": Asked(state.TO_COPY, kind=cards.ATTACK_OR_POWER),
        "GamblingChipAction": Asked(state.TO_GAMBLE),
        "ForethoughtAction": Asked(state.TO_DRAW_BOTTOM, lasts=cards.UNTIL_PLAYED),
        "DiscardAction": Asked(state.TO_DISCARD),
        "RetainCardsAction": Asked(state.TO_RETAIN),
        "SetupAction": Asked(state.TO_DRAW_TOP, lasts=cards.UNTIL_PLAYED),
        "NightmareAction": Asked(state.TO_REPEAT),
    },
    message.GRID: {
        "DiscardPileToTopOfDeckAction": Asked(state.TO_DRAW_TOP, cards.DISCARD_PILE),
        "ExhumeAction": Asked(state.TO_HAND, cards.EXHAUST_PILE),
        "BetterDiscardPileToHandAction": Asked(
            state.TO_HAND, cards.DISCARD_PILE, lasts=cards.THIS_TURN
        ),
        "SkillFromDeckToHandAction": Asked(state.TO_HAND, cards.DRAW_PILE, cards.SKILL),
        "AttackFromDeckToHandAction": Asked(state.TO_HAND, cards.DRAW_PILE, cards.ATTACK),
    },
    message.CARD_REWARD: {
        "DiscoveryAction": Asked(state.TO_TAKE, cards.OFFERED, lasts=cards.THIS_TURN),
        "ChooseOneColorless": Asked(state.TO_TAKE, cards.OFFERED),
        "CodexAction": Asked(state.TO_SHUFFLE_IN, cards.OFFERED),
        "ChooseOneAction": Asked(state.TO_ENTER, cards.OFFERED),
    },
}
STANCES: Final = {"calm": -1, "wrath": -2}
# The steps of cards that ask.
ASKING: Final = (
    cards.EXHAUST,
    cards.UPGRADE,
    cards.MOVE_CARD,
    cards.COPY_IN_HAND,
    cards.DISCOVER,
    cards.GAMBLE,
    cards.DISCARD,
    cards.REPEAT,
)
NIGHTMARE_COPIES: Final = 3


def action_of(view: Fight) -> tuple[str, str]:
    """Returns the screen and the action that ask for the pending choice."""
    near = ("", "")
    for screen, actions in ACTIONS.items():
        for name, asked in actions.items():
            if asked.choice == view.choice and asked.pile == view.picks_from:
                if (asked.kind, asked.lasts) == (view.picks_type, view.lasts):
                    return screen, name
                near = (screen, name) if near == ("", "") else near
    return near if view.choice else (message.NO_SCREEN, "")


# What a fight must know that messages do not say, as far as the rest of a message tells it.

# The wizard charges twice before its first blast.
FIRST_BLAST: Final = 3
# Hexaghost has made its first Inferno after this many moves.
FIRST_INFERNO: Final = 9


def recall(s: Fight, monster: Monster, at: int, base: int, hits: int) -> None:
    """Fills in what a monster remembers.

    Args:
        s: the fight; its turn and the player's powers are there.
        monster: the monster, with its announced move and those before.
        at: its place.
        base: the base damage of the move it has announced.
        hits: how often that move hits.
    """
    kind = monster.kind
    rules = MONSTER_KINDS[kind]
    if rules.chooses == kinds.BY_CYCLE:
        find_in_cycle(rules, monster, s.turn - 1, s.ascension)
    if kind in intents.BITERS:
        if kind == kinds.DARKLING and at % 2:
            monster.count = act3.AT_ODD_PLACE
        recall_bite(s, monster, base)
    elif kind == kinds.LAGAVULIN:
        recall_sleep(s, monster)
    elif kind == kinds.THE_GUARDIAN:
        monster.memory = next_threshold(s, monster, rules)
    elif kind == kinds.HEXAGHOST:
        recall_fire(monster, base)
    elif kind == kinds.RED_SLAVER:
        past = (monster.last, monster.last_two)
        used = intents.ENTANGLE in past or s.powers[powers.ENTANGLED] > 0
        monster.memory = intents.ENTANGLED_BEFORE if used else 0
    elif kind == kinds.GREMLIN_WIZARD:
        recall_charges(s, monster)
    elif kind >= kinds.BYRD:
        recall_later(s, monster, base, hits)


def recall_later(s: Fight, monster: Monster, base: int, hits: int) -> None:
    """Fills in what a monster of a later act remembers."""
    if monster.kind >= kinds.SPIRE_SHIELD:
        act3.recall_act4(s, monster)
    elif monster.kind >= kinds.ORB_WALKER:
        act3.recall(s, monster, base)
    else:
        act2.recall(s, monster, hits)


def find_in_cycle(rules: MonsterKind, monster: Monster, made: int, ascension: int) -> None:
    """Fills in how many moves of a cycle were made: by the turn, or as the announced move says."""
    monster.count = made
    if monster.move == HIDDEN:
        monster.move = intents.cycle_move(rules, made, ascension)
    if intents.cycle_move(rules, made, ascension) == monster.move:
        return
    for count in range(len(rules.opening) + len(rules.loop[ascension])):
        if intents.cycle_move(rules, count, ascension) == monster.move:
            monster.count = count
            return


def recall_bite(s: Fight, biter: Monster, base: int) -> None:
    """Fills in what a monster bites for; if it has bitten, but does not now, the middle.

    A player who has watched the fight knows the exact number; a message does not say it.
    """
    if biter.move == intents.BITERS[biter.kind] and base > 0:
        biter.memory = base
    elif has_bitten(biter):
        low, high = intents.bite_range(s, biter.kind)
        biter.memory = (low + high) // 2
    else:
        biter.memory = HIDDEN


def recall_fire(monster: Monster, base: int) -> None:
    """Fills in the damage of Hexaghost's Divider, or whether its Burns are upgraded."""
    if monster.move == intents.DIVIDER:
        monster.memory = max(0, base)
    elif monster.count >= FIRST_INFERNO:
        monster.memory = intents.BURNS_ARE_UPGRADED


def recall_sleep(s: Fight, monster: Monster) -> None:
    """Fills in how long Lagavulin has slept, or how often it has attacked in a row."""
    asleep = monster.move == HIDDEN and monster.powers[powers.METALLICIZE] > 0
    if asleep or monster.move == intents.SLEEP:
        monster.memory = ASLEEP
        monster.count = s.turn - 1
    elif monster.last == intents.LAGAVULIN_ATTACK:
        monster.count = 2 if monster.last_two == intents.LAGAVULIN_ATTACK else 1


def next_threshold(s: Fight, monster: Monster, rules: MonsterKind) -> int:
    """Returns the damage after which the Guardian turns defensive next: the least that fits."""
    threshold = 0
    for number, power in enumerate(rules.powers):
        if power == powers.MODE_SHIFT:
            threshold = rules.amounts[number][s.ascension].high
    if monster.powers[powers.MODE_SHIFT] == 0:
        threshold += GUARDIAN_STEP
    while threshold < monster.powers[powers.MODE_SHIFT]:
        threshold += GUARDIAN_STEP
    return threshold


def recall_charges(s: Fight, monster: Monster) -> None:
    """Fills in how often a gremlin wizard has charged since its last blast."""
    if s.turn > FIRST_BLAST or intents.BLAST in (monster.last, monster.last_two):
        monster.memory = 1
    if monster.last == intents.CHARGE:
        monster.count = 2 if monster.last_two == intents.CHARGE else 1
        if monster.move == intents.BLAST and monster.memory:
            monster.count = 3


def recall_turn(s: Fight) -> None:
    """Fills in what was played in this turn, as far as relics count it."""
    for relic in (gear.SHURIKEN, gear.KUNAI, gear.ORNAMENTAL_FAN):
        if s.has(relic):
            s.attacks_played = max(s.attacks_played, s.relics[relic])
    if s.has(gear.LETTER_OPENER):
        s.skills_played = max(0, s.relics[gear.LETTER_OPENER])
    s.cards_played = s.attacks_played + s.skills_played
    if s.has(gear.VELVET_CHOKER):
        s.cards_played = max(s.cards_played, s.relics[gear.VELVET_CHOKER])
    if s.has(gear.RED_SKULL) and 2 * s.hp <= s.max_hp:
        s.relics[gear.RED_SKULL] = 1
    if s.has(gear.CENTENNIAL_PUZZLE) and s.times_damaged > 0:
        s.relics[gear.CENTENNIAL_PUZZLE] = gear.USED_UP


# Notes: what a fight must know and messages do not say, under `kibitz` in the positions we write.

NOTES: Final = "kibitz"
# Fields that are never written: dice, or what always follows from the rest.
LEFT_OUT: Final = frozenset(
    ["rng", "ai", "shuffles", "spawns", "seat", "moments", "monsters", "unknown", "labels"]
)
CARD_FIELDS: Final = (
    "hand",
    "draw",
    "discard",
    "exhaust",
    "chosen",
    "offered",
    "nightmares",
    "gained",
)
# Those of them that are tuples.
CARD_TUPLES: Final = ("nightmares", "gained")
# Lists that have as many entries in every fight.
FIXED: Final = ("powers", "relics")
# The numbers that a field can have, where they are others than 0 to the greatest.
BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "ascension": (0, 20),
    "room": (0, 2),
    "max_hp": (1, MOST),
    "block": (0, 999),
    "energy": (0, 99),
    "powers": (-MOST, MOST),
    "fresh": (0, 15),
    "relics": (gear.NOT_OWNED, MOST),
    "potions": (gear.UNKNOWN_POTION, len(POTIONS) - 1),
    "gold": (-MOST, MOST),
    "stance": (0, 3),
    "orb_slots": (0, 10),
    "character": (0, len(cards.CHARACTERS) - 1),
    "choice": (0, state.CHOICES - 1),
    "picks": (0, 10),
    "picks_type": (cards.ATTACK_OR_POWER, len(cards.TYPES) - 1),
    "picks_from": (cards.HAND, cards.OFFERED),
    "lasts": (0, 3),
    "copies": (0, 10),
    "turn": (1, 200),
}
MONSTER_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "hits": (0, 99),
    "memory": (HIDDEN, MOST),
    "damage": (-1, MOST),
    "max_hp": (1, MOST),
    "powers": (-MOST, MOST),
    "hidden": (0, state.ALL_MOVES),
}
MOVES: Final = ("move", "last", "last_two")
LAST_STEP: Final = 20
# The tasks that are about a card.
CARD_TASKS: Final = (state.CARD_TASK, state.COPIES_TASK, state.PLAY_TOP_TASK)


def read_notes(place: Document, s: Fight) -> None:
    """Reads notes into a fight that was read from a message."""
    known = [name for name in Fight.__match_args__ if name not in LEFT_OUT]
    place.only([*known, "monsters"])
    for name in place.names():
        if name in known:
            read_field(place.field(name), name, s)
    if place.has("monsters"):
        read_monster_notes(place.field("monsters"), s)
    check_notes(place, s)


def read_field(place: Document, name: str, s: Fight) -> None:
    """Reads one field of a fight."""
    if name == "agenda":
        s.agenda = [read_task(item, len(s.monsters)) for item in place.items()]
    elif name == "reason":
        s.reason = place.choice(["", state.WON, state.LOST, state.FLED])
    elif name in CARD_FIELDS:
        found = [read_word(item, name == "offered") for item in place.items()]
        setattr(s, name, tuple(found) if name in CARD_TUPLES else found)
    else:
        setattr(s, name, read_value(place, name, getattr(s, name), BOUNDS))


def read_value(
    place: Document, name: str, old: object, bounds: Mapping[str, tuple[int, int]]
) -> object:
    """Reads true or false, a number or a list of numbers, as the old value is one."""
    low, high = bounds.get(name, (0, MOST))
    if isinstance(old, bool):
        return place.flag()
    if not isinstance(old, list):
        return place.integer(low, high)
    values = [item.integer(low, high) for item in place.items()]
    if name in FIXED and len(values) != len(old):
        place.note(f"expected {len(old)} numbers, got {len(values)}")
        return old
    if name == "bombs" and len(values) % 2:
        place.note("expected pairs of turns and damage")
        return old
    return values


def read_word(place: Document, stances: bool = False) -> int:
    """Reads a card as moves write it; a stance where one can be offered."""
    word = place.text()
    card = read_card(word)
    if card < 0 and (word not in STANCE_WORDS or not stances):
        place.wanted("a card such as 'bash+' or 'bash {0}'")
        return 0
    return card


def read_task(place: Document, monsters: int) -> Task:
    """Reads a task, and notes numbers that no task has."""
    items = place.items()
    if len(items) != len(Task.__match_args__):
        place.wanted(f"a list of {len(Task.__match_args__)}")
        return Task(state.TURN_END_TASK, 0, 0, 0, 0, 0)
    kind = items[0].integer(state.CARD_TASK, state.TURN_END_TASK)
    if kind in CARD_TASKS:
        card = read_word(items[1])
    elif kind == state.POTION_TASK:
        card = items[1].integer(-len(POTIONS), -1)
    else:
        card = items[1].integer(0, 0)
    return Task(
        kind,
        card,
        items[2].integer(state.NO_TARGET, monsters - 1),
        items[3].integer(-1, 99),
        items[4].integer(0, LAST_STEP),
        items[5].integer(0, 7),
    )


def read_monster_notes(place: Document, s: Fight) -> None:
    """Reads what differs about monsters, by their places."""
    for at in place.names():
        if not (at.isascii() and at.isdecimal() and len(at) < 3 and int(at) < len(s.monsters)):
            place.note(f"there is no monster {at!r}: expected 0 to {len(s.monsters) - 1}")
            continue
        monster = s.monsters[int(at)]
        item = place.field(at)
        known = [name for name in Monster.__match_args__ if name != "kind"]
        item.only(known)
        for name in item.names():
            if name in known:
                value = read_monster_field(item.field(name), name, monster)
                setattr(monster, name, value)


def read_monster_field(place: Document, name: str, monster: Monster) -> object:
    """Reads one field of a monster."""
    if name in MOVES:
        moves = len(INTENTS if is_unknown(monster) else MONSTER_KINDS[monster.kind].moves)
        return place.integer(HIDDEN, moves - 1)
    return read_value(place, name, getattr(monster, name), MONSTER_BOUNDS)


def is_unknown(monster: Monster) -> bool:
    """Tells whether a monster is of a kind that is not in the table."""
    return monster.kind >= len(MONSTER_KINDS)


def check_notes(place: Document, s: Fight) -> None:
    """Notes what is impossible about the fight that the notes make."""
    if s.known_top + s.known_bottom > len(s.draw):
        place.note(
            f"known_top and known_bottom: expected {len(s.draw)} together at most, the cards of"
            " the draw pile"
        )
    if len(s.hand) > 10:
        place.note(f"hand: expected 10 cards at most, got {len(s.hand)}")
    if s.hp > s.max_hp:
        place.note(f"hp: expected {s.max_hp} (max_hp) at most, got {s.hp}")
    if s.choice and s.picks < 1:
        place.note("picks: expected 1 or more while something is asked")
    if s.over != (s.reason != ""):
        place.note("reason: expected one just if the fight is over")
    for monster in s.monsters:
        if monster.alive and monster.hp < 1:
            place.note("monsters: expected 1 HP or more for one that is alive")
