"""Reading positions: the messages that CommunicationMod sends during a fight.

A position is a whole message or only its `game_state`. What is not in the tables is played around:
an unknown monster attacks as announced and goes on attacking, an unknown card is played by its
type, cost and aim and does nothing, unknown powers and relics do nothing. What a message says about
the effect of a potion counts more than the table. The order of the draw pile in the message is not
used. What a message lacks but a fight must know, such as the cards played in this turn, may follow
under `kibitz`; without it, it is taken from the rest as far as possible.
"""

from typing import Final

from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.randomness import hidden_rng
from kibitz.core.value import Json
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards import powers, relics
from kibitz.games.spire.cards.catalogue import FACE_MASK, HIGHEST_COST
from kibitz.games.spire.cards.monsters import (
    ASCENSIONS,
    ATTACKS,
    BOSS,
    ELITE,
    INTENTS,
    MONSTER_KINDS,
    MONSTER_NUMBERS,
    NO_MOVE,
    NORMAL,
    UNSEEN,
)
from kibitz.games.spire.cards.potions import (
    CLASSES,
    EMPTY_SLOT,
    POTIONS,
    SMOKE_BOMB,
    Label,
    Metadata,
    metadata_of,
    number_for,
)
from kibitz.games.spire.cards.powers import POWER_NUMBERS, plain_id
from kibitz.games.spire.moves import MOST_MONSTERS
from kibitz.games.spire.notation.loadout import room_for
from kibitz.games.spire.notation.memory import recall, recall_turn
from kibitz.games.spire.notation.notes import NOTES, read_notes
from kibitz.games.spire.notation.screens import read_screen
from kibitz.games.spire.notation.unknown import PLAYER, Unknown, place_in
from kibitz.games.spire.rules.combat import cost_of, fresh_bit
from kibitz.games.spire.rules.effects import can_choose, pile_of
from kibitz.games.spire.rules.intents import guessed_damage
from kibitz.games.spire.rules.turn import LAST_TURN
from kibitz.games.spire.state import HAND_LIMIT, HIDDEN, MOST_BLOCK, Fight, Monster

WHAT: Final = "not a position of spire"
COMBAT: Final = "COMBAT"
NO_POTION: Final = "potionslot"
# Bounds that no fight comes near.
MOST: Final = 9999
MOST_ENERGY: Final = 99
MOST_POTIONS: Final = 10
MOST_IN_PILE: Final = 500
MOST_HITS: Final = 99
# The powers of a single amount, which messages give as -1.
STACKLESS: Final = (
    powers.BARRICADE,
    powers.CORRUPTION,
    powers.CONFUSION,
    powers.NO_DRAW,
    powers.MINION,
    powers.SPLIT,
)
BOMB: Final = "thebomb"
BOMB_DAMAGE: Final = 40
SPLIT: Final = "SPLIT"


def read_message(document: object) -> Fight:
    """Reads a position as what the player sees.

    Raises:
        PositionError: if it is not a fight, or content is missing or impossible; lists all
            problems.
    """
    root = Document(document)
    game = root.field("game_state") if root.has("game_state") else root
    refuse_without_fight(root, game)
    reader = Reader()
    reader.read(game)
    root.finish(PositionError, WHAT)
    s = reader.s
    notes = game.optional(NOTES, {})
    read_notes(notes, s)
    root.finish(PositionError, WHAT)
    hide_order(s)
    check_whole(game, s)
    root.finish(PositionError, WHAT)
    return s


def refuse_without_fight(root: Document, game: Document) -> None:
    """Refuses a message that shows no fight, and says what it shows."""
    shown = ""
    if root.has("error"):
        shown = "the message reports an error and has no state"
    elif root.has("in_game") and root.field("in_game").value is False:
        shown = "the message comes from the main menu"
    elif root.has("available_commands") and not root.has("game_state"):
        shown = "the message has no game_state"
    elif isinstance(game.value, dict) and not game.has("combat_state"):
        phase = game.optional("room_phase", None).value
        screen = game.optional("screen_type", None).value
        seen = f" (room_phase {phase}, screen_type {screen})" if isinstance(phase, str) else ""
        shown = f"there is no combat_state{seen}"
    elif game.optional("room_phase", COMBAT).value != COMBAT:
        shown = "the fight is over: room_phase is not COMBAT"
    if shown:
        raise PositionError(f"{WHAT}: {shown}; expected a message that is sent during a fight")


def hide_order(s: Fight) -> None:
    """Sorts the part of the draw pile whose order the player does not know."""
    low, high = s.known_bottom, len(s.draw) - s.known_top
    if low < high:
        s.draw = s.draw[:low] + sorted(s.draw[low:high]) + s.draw[high:]


def check_whole(game: Document, s: Fight) -> None:
    """Notes what is impossible about a fight as a whole."""
    combat = game.field("combat_state")
    if s.over:
        return
    if s.hp == 0:
        combat.note("player.current_hp: expected 1 or more in a fight that goes on, got 0")
    elif s.living() == 0:
        combat.note("monsters: none of them is alive, so the fight is over")
    elif s.choice:
        fitting = [
            card for card in pile_of(s, s.picks_from) if can_choose(s, s.choice, card, s.picks_type)
        ]
        if not s.optional and s.picks > len(fitting):
            game.note(f"screen_state: {s.picks} to choose, but only {len(fitting)} can be chosen")


def number(place: Document, name: str, default: int, low: int, high: int) -> int:
    """Reads a whole number that may be left out."""
    return place.optional(name, default).integer(low, high)


def flag(place: Document, name: str, default: bool = False) -> bool:
    """Reads true or false; a default if it is left out."""
    return place.optional(name, default).flag()


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

    def read(self, game: Document) -> None:
        """Reads the state of the game during a fight."""
        s = self.s
        combat = game.field("combat_state")
        s.ascension = number(game, "ascension_level", 0, 0, ASCENSIONS - 1)
        s.act = number(game, "act", 1, 0, MOST)
        s.room = read_room(game.optional("room_type", "").text())
        character = game.optional("class", CLASSES[cards.IRONCLAD]).text()
        if character in CLASSES:
            s.character = CLASSES.index(character)
        else:
            self.unknown.character = character
        s.turn = number(combat, "turn", 1, 1, LAST_TURN)
        s.times_damaged = number(combat, "times_damaged", 0, 0, MOST)
        s.discarded = number(combat, "cards_discarded_this_turn", 0, 0, MOST)
        self.read_player(combat.field("player"))
        self.read_relics(game.optional("relics", []))
        self.read_potions(game.optional("potions", []))
        self.read_monsters(combat.field("monsters"))
        self.read_piles(combat)
        recall_turn(s)
        read_screen(game, combat, self)
        s.unknown = self.unknown.text()

    # The player.

    def read_player(self, place: Document) -> None:
        """Reads the player's numbers, powers and orbs."""
        s = self.s
        s.max_hp = place.field("max_hp").integer(1, MOST)
        s.hp = place.field("current_hp").integer(0, MOST)
        if s.hp > s.max_hp:
            place.note(f"current_hp: expected {s.max_hp} (max_hp) at most, got {s.hp}")
        s.block = number(place, "block", 0, 0, MOST_BLOCK)
        s.energy = number(place, "energy", 0, 0, MOST_ENERGY)
        self.read_powers(place.optional("powers", []), s.powers, None, PLAYER)
        for orb in place.optional("orbs", []).items():
            s.orb_slots = min(10, s.orb_slots + 1)
            if plain_id(orb.optional("id", "").text()) == "dark":
                s.orbs.append(number(orb, "evoke_amount", 6, 0, MOST))

    def read_powers(
        self, place: Document, amounts: list[int], owner: Monster | None, name: str
    ) -> None:
        """Reads the powers of the player or of a monster."""
        for item in place.items():
            power_id = item.field("id").text()
            amount = number(item, "amount", 1, -MOST, MOST)
            known = POWER_NUMBERS.get(plain_id(power_id), -1)
            if owner is None and plain_id(power_id).startswith(BOMB):
                self.s.bombs.extend([max(1, amount), number(item, "damage", BOMB_DAMAGE, 0, MOST)])
                amounts[powers.THE_BOMB] += 1
            elif owner is None and known == powers.NIGHT_TERROR and item.has("card"):
                self.read_nightmare(item)
            elif not is_playable(known, owner) or amount == 0:
                self.unknown.powers.setdefault(name, []).append(power_fields(item))
            else:
                if amount == -1 and known in STACKLESS:
                    amount = 1
                amounts[known] = amount
                self.read_second(item, known, owner)

    def read_nightmare(self, item: Document) -> None:
        """Reads the card that Nightmare has stored, and how many copies of it come."""
        copies = number(item, "amount", 1, 1, MOST_HITS)
        card = cards.without_turn_cost(self.read_face(item.field("card")))
        self.s.nightmares += (card,) * copies
        self.s.powers[powers.NIGHT_TERROR] += copies

    def read_second(self, item: Document, power: int, owner: Monster | None) -> None:
        """Reads what a power says besides its amount."""
        own = self.s.powers
        applied = flag(item, "just_applied")
        if owner is not None:
            if power == powers.RITUAL:
                owner.fresh = applied
        elif power == powers.COMBUST:
            own[powers.COMBUST_LOSS] = number(item, "misc", 1, 0, MOST)
        elif power == powers.PANACHE:
            own[powers.PANACHE_DAMAGE] = number(item, "damage", 10, 0, MOST)
        elif applied:
            self.s.fresh |= fresh_bit(power)

    def read_relics(self, place: Document) -> None:
        """Reads the relics and their counters."""
        s = self.s
        for item in place.items():
            relic_id = item.field("id").text()
            counter = number(item, "counter", relics.NO_COUNTER, relics.USED_UP, MOST)
            known = relics.RELIC_NUMBERS.get(plain_id(relic_id), -1)
            if known < 0:
                self.unknown.relics.append({"id": relic_id, "counter": counter})
                self.read_name(item, relic_id)
            else:
                s.relics[known] = counter
        s.moments = relics.moments_of(s.relics)

    def read_potions(self, place: Document) -> None:
        """Reads the potions by slot."""
        items = place.items()
        if len(items) > MOST_POTIONS:
            place.note(f"expected {MOST_POTIONS} slots at most, got {len(items)}")
        labels: list[Label | None] = []
        for item in items[:MOST_POTIONS]:
            name = item.field("id").text()
            if plain_id(name) == NO_POTION:
                self.s.potions.append(EMPTY_SLOT)
                labels.append(None)
                continue
            facts = metadata_of(name, effect_fields(item))
            label = Label(name, facts, flag(item, "can_use", True))
            potion = number_for(name, facts)
            self.s.potions.append(potion)
            labels.append(label if self.says_more(label, potion) else None)
        if any(labels):
            self.s.labels = tuple(labels)

    def says_more(self, label: Label, potion: int) -> bool:
        """Tells whether a label says more about a potion than the table and the rules do."""
        if potion < 0 or not POTIONS[potion].id:
            return True
        if POTIONS[potion].automatic:
            return False
        forbidden = potion == SMOKE_BOMB and self.s.room == BOSS
        return label.facts != POTIONS[potion].facts or not (label.usable or forbidden)

    def read_name(self, place: Document, unknown_id: str) -> None:
        """Reads the name of something that is not in the tables, if it has one of its own."""
        name = place.optional("name", None).value
        if isinstance(name, str):
            self.unknown.set_name(unknown_id, name.rstrip("+"))

    # The monsters.

    def read_monsters(self, place: Document) -> None:
        """Reads the monsters from left to right."""
        items = place.items()
        for at, item in enumerate(items[:MOST_MONSTERS]):
            self.s.monsters.append(self.read_monster(item, at))
        room = sum([room_for(each.kind) if each.alive else 1 for each in self.s.monsters])
        if len(items) > MOST_MONSTERS or room > MOST_MONSTERS:
            place.note(f"expected {MOST_MONSTERS} monsters at most, splits included")

    def read_monster(self, place: Document, at: int) -> Monster:
        """Reads one monster, and what it is about to do."""
        monster_id = place.field("id").text()
        kind = MONSTER_NUMBERS.get(plain_id(monster_id), -1)
        move = place.optional("move_id", None)
        if kind >= 0 and move.value is not None and move_place(kind, move.integer()) < 0:
            kind = -1  # a move that is not in the table: it does what it announces
        if kind < 0:
            kind = len(MONSTER_KINDS) + place_in(self.unknown.monsters, monster_id)
            self.read_name(place, monster_id)
        away = flag(place, "is_gone") or flag(place, "half_dead")
        monster = Monster(kind, 0, place.field("max_hp").integer(1, MOST))
        monster.hp = place.field("current_hp").integer(0 if away else 1, MOST)
        if monster.hp > monster.max_hp:
            place.note(f"current_hp: expected {monster.max_hp} (max_hp) at most, got {monster.hp}")
        monster.alive = not away
        monster.block = number(place, "block", 0, 0, MOST)
        self.read_powers(place.optional("powers", []), monster.powers, monster, str(at))
        base = number(place, "move_base_damage", NO_MOVE, -MOST, MOST)
        if kind < len(MONSTER_KINDS):
            monster.move = HIDDEN if move.value is None else move_place(kind, move.integer())
            monster.last = past_move(place, "last_move_id", kind)
            monster.last_two = past_move(place, "second_last_move_id", kind)
            recall(self.s, monster, base)
        else:
            read_announced(place, monster, base, guessed_damage(self.s))
        return monster

    # The cards.

    def read_piles(self, combat: Document) -> None:
        """Reads the hand and the piles; in the hand, a changed cost is one of this turn."""
        s = self.s
        lasting = s.powers[powers.CONFUSION] != 0
        s.hand = self.read_cards(combat.field("hand"), this_turn=not lasting)
        self.find_free_cards(combat.field("hand"))
        if len(s.hand) > HAND_LIMIT:
            combat.field("hand").note(f"expected {HAND_LIMIT} cards at most, got {len(s.hand)}")
        s.draw = self.read_cards(combat.field("draw_pile"))
        s.discard = self.read_cards(combat.field("discard_pile"))
        s.exhaust = self.read_cards(combat.optional("exhaust_pile", []))

    def find_free_cards(self, hand: Document) -> None:
        """Finds the cards of the hand that are free once: the message shows their usual cost."""
        s = self.s
        for place, item in enumerate(hand.items()[: len(s.hand)]):
            card = s.hand[place]
            known = card & FACE_MASK < cards.FIRST_UNKNOWN
            if known and flag(item, "is_playable") and cost_of(s, card) > s.energy:
                s.hand[place] = cards.without_turn_cost(card) | cards.FREE_ONCE

    def read_cards(self, place: Document, this_turn: bool = False) -> list[int]:
        """Reads the cards of a pile."""
        items = place.items()
        if len(items) > MOST_IN_PILE:
            place.note(f"expected {MOST_IN_PILE} cards at most, got {len(items)}")
        return [self.read_card(item, this_turn) for item in items[:MOST_IN_PILE]]

    def read_card(self, place: Document, this_turn: bool = False) -> int:
        """Reads one card, and notes a uuid that was there before."""
        if place.has("uuid"):
            uuid = place.field("uuid").text()
            if uuid in self.seen:
                place.note(f"the card {uuid!r} is at {self.seen[uuid]} already")
            self.seen[uuid] = place.path
        return self.read_face(place, this_turn)

    def read_face(self, place: Document, this_turn: bool = False) -> int:
        """Reads one card, without its uuid."""
        card_id = place.field("id").text()
        upgrades = number(place, "upgrades", 0, 0, MOST)
        known = cards.CARD_NUMBERS.get(plain_id(card_id), cards.NO_CARD)
        cost = place.optional("cost", None)
        if known >= 0:
            card = grown_card(2 * known, upgrades, number(place, "misc", 0, 0, MOST))
            most = MOST if card & ~1 == cards.MASTERFUL_STAB else HIGHEST_COST
            if cost.value is None or cost.integer(cards.UNPLAYABLE, most) == cost_of(self.s, card):
                return card
            if cost.integer() >= 0 and cards.card_cost(card) >= 0:
                return self.with_cost(card, min(cost.integer(), HIGHEST_COST), this_turn)
        return self.unknown_card(place, card_id, upgrades, this_turn)

    def with_cost(self, card: int, cost: int, this_turn: bool) -> int:
        """Returns a card that costs so much now."""
        # Eviscerate costs less for each card discarded, whatever its cost was before.
        for written in range(cost, HIGHEST_COST + 1):
            changed = cards.with_turn_cost(card, written)
            if cost_of(self.s, changed) == cost:
                return changed if this_turn else cards.with_fight_cost(card, written)
        return card

    def unknown_card(self, place: Document, card_id: str, upgrades: int, this_turn: bool) -> int:
        """Returns what stands for a card that is not in the table."""
        kind = place.optional("type", "SKILL").text().upper()
        cost = number(place, "cost", 1, cards.UNPLAYABLE, HIGHEST_COST)
        words = ["unknown"]
        if flag(place, "has_target"):
            words.append("aimed")
        words.append(kind.lower() if kind in cards.TYPES else "skill")
        if cost < 0:
            words.append("x" if cost == cards.X_COST else "unplayable")
        if flag(place, "exhausts"):
            words.append("exhaust")
        if flag(place, "ethereal"):
            words.append("ethereal")
        card = UNKNOWN_FACES[" ".join(words)] + (1 if upgrades else 0)
        card = cards.grown(card, place_in(self.unknown.cards, card_id))
        self.read_name(place, card_id)
        if cost in (1, cards.X_COST, cards.UNPLAYABLE):
            return card
        return self.with_cost(card, cost, this_turn)


UNKNOWN_FACES: Final[dict[str, int]] = {
    card.name.lower(): 2 * card.number for card in cards.UNKNOWN_CARDS
}


def read_room(room: str) -> int:
    """Returns the kind of room."""
    if "Elite" in room:
        return ELITE
    return BOSS if room == "MonsterRoomBoss" else NORMAL


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


def effect_fields(item: Document) -> dict[str, object]:
    """Returns what a message says about the effect of a potion."""
    return {name: item.optional(name, None).value for name in Metadata.__match_args__}


def power_fields(item: Document) -> dict[str, Json]:
    """Returns the fields of a power that are written back."""
    found: dict[str, Json] = {}
    for name in ("id", "name", "amount", "misc", "damage", "just_applied"):
        value = item.optional(name, None).value
        if isinstance(value, (str, int)):
            found[name] = value
    return found


def move_place(kind: int, move_id: int) -> int:
    """Returns the place of a move by its id; -1 if the kind has no such move."""
    for place, move in enumerate(MONSTER_KINDS[kind].moves):
        if move.id == move_id:
            return place
    return NO_MOVE


def past_move(place: Document, name: str, kind: int) -> int:
    """Reads a move that a monster has made."""
    if not place.has(name):
        return NO_MOVE
    return move_place(kind, place.field(name).integer())


def read_announced(place: Document, monster: Monster, base: int, guess: int) -> None:
    """Reads what an unknown monster announces: its intent, and the damage of an attack.

    In the first turn the intent is `DEBUG`, and with Runic Dome it is `NONE`. Then damage means an
    attack. Where a message says nothing about the damage, it is guessed.
    """
    adjusted = number(place, "move_adjusted_damage", NO_MOVE, -MOST, MOST)
    intent = place.optional("intent", "").text().upper()
    damage = base if base > 0 else adjusted
    said = place.has("move_base_damage") or place.has("move_adjusted_damage")
    shown = intent in INTENTS and intent != INTENTS[UNSEEN]
    attacks = intent.startswith(INTENTS[ATTACKS]) if shown else not said
    if damage <= 0 and attacks:
        damage = guess
    monster.damage = damage if damage > 0 else NO_MOVE
    monster.hits = max(1, number(place, "move_hits", 1, 0, MOST_HITS))
    if shown:
        monster.move = INTENTS.index(intent)
    else:
        monster.move = ATTACKS if damage > 0 else UNSEEN


def grown_card(card: int, upgrades: int, misc: int) -> int:
    """Returns a card with its upgrades and with what it has grown by."""
    for _ in range(min(upgrades, MOST_HITS)):
        card = cards.upgrade(card)
    if card & FACE_MASK | 1 == RITUAL_DAGGER | 1 and misc > cards.RITUAL_DAGGER_DAMAGE:
        card = cards.grown(card, misc - cards.RITUAL_DAGGER_DAMAGE)
    return card


RITUAL_DAGGER: Final = cards.face("RitualDagger")
