"""The cards, from `cards.json`: costs, flags, and what they do as a list of steps.

A card is one number. Its lowest bits are its face: twice the number of its kind, plus 1 if it is
upgraded. Most cards are nothing but a face. Above it are the changes that a fight can make to a
single card: a cost for this turn, a cost for this fight, free until it is played, and a growth
(the damage that Rampage or Ritual Dagger has gained or Glass Knife has lost, the further upgrades
of Searing Blow). So equal cards are equal numbers.

Strike and Defend are the same cards for every class.

What a card does is a list of steps (`Op`) that `kibitz.games.spire.rules.operations` carries
out, one list for each face.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

from kibitz.games.spire.powers import IS_SIGNED, POWER_NUMBERS, REACTS_TO_CARDS, plain_id

# The classes.
IRONCLAD: Final = 0
SILENT: Final = 1
CHARACTERS: Final = ["ironclad", "silent"]

# The bits of a card.
FACE_MASK: Final = 1023
FACES: Final = 1024
TURN_COST_SHIFT: Final = 10
FIGHT_COST_SHIFT: Final = 14
COST_MASK: Final = 15
FREE_ONCE: Final = 1 << 18
GROWTH_SHIFT: Final = 19
NO_TURN_COST: Final = ~(COST_MASK << TURN_COST_SHIFT)
NO_FIGHT_COST: Final = ~(COST_MASK << FIGHT_COST_SHIFT)
CHANGED_COST: Final = COST_MASK << TURN_COST_SHIFT | COST_MASK << FIGHT_COST_SHIFT
NO_CARD: Final = -1
# The highest cost that a single card can be given.
HIGHEST_COST: Final = COST_MASK - 2

# Types of cards.
ATTACK: Final = 0
SKILL: Final = 1
POWER: Final = 2
STATUS: Final = 3
CURSE: Final = 4
TYPES: Final = ["ATTACK", "SKILL", "POWER", "STATUS", "CURSE"]
TYPE_NUMBERS: Final[dict[str, int]] = {name: number for number, name in enumerate(TYPES)}
ANY_TYPE: Final = -1
# An attack or power, as Dual Wield asks for.
ATTACK_OR_POWER: Final = -2

# Special costs.
X_COST: Final = -1
UNPLAYABLE: Final = -2

# What a card aims at, and whom a step concerns.
AT_SELF: Final = 0
AT_ENEMY: Final = 1
AT_ALL: Final = 2
AT_RANDOM: Final = 3
TARGETS: Final = {
    "self": AT_SELF,
    "none": AT_SELF,
    "enemy": AT_ENEMY,
    "all_enemies": AT_ALL,
    "all_enemy": AT_ALL,
    "random_enemy": AT_RANDOM,
}

AIM_WORDS: Final[dict[str, int]] = {word.upper(): aim for word, aim in TARGETS.items()}

# What steps do, by their words in the data files. The code of a step is the place of its word;
# `kibitz.games.spire.rules.operations` carries it out.
OP_WORDS: Final = (
    "damage", "block", "apply", "apply_after", "draw", "energy", "lose_hp", "exhaust", "add_card",
    "move_card", "upgrade", "if", "heal", "discard", "copy_in_hand", "discover", "gamble",
    "repeat_next_turn", "channel", "max_hp", "play_top_of_draw", "double_block", "double_power",
    "gold", "cap_hand_cost", "set_random_hand_card_cost", "shuffle_discard_into_draw",
    "grow_misc_permanently", "randomise_hand_costs", "escape_combat",
    "fill_empty_potion_slots_random", "gain_random_potion", "orb_slots", "choose_stance",
    "enter_stance", "revive", "draw_until_hand_size",
)  # fmt: skip
# The codes that others ask for.
DAMAGE: Final = 0
BLOCK: Final = 1
APPLY: Final = 2
APPLY_AFTER: Final = 3  # applies a power when everything has reacted to the card
DRAW: Final = 4
ENERGY: Final = 5
LOSE_HP: Final = 6
EXHAUST: Final = 7
ADD_CARD: Final = 8
MOVE_CARD: Final = 9
UPGRADE: Final = 10
UNLESS: Final = 11  # skips the next steps where its condition does not hold
HEAL: Final = 12
DISCARD: Final = 13
COPY_IN_HAND: Final = 14
DISCOVER: Final = 15
GAMBLE: Final = 16
REPEAT: Final = 17  # copies of a chosen card come into the hand next turn
CHANNEL: Final = 18
OPS: Final[dict[str, int]] = {
    **{word: code for code, word in enumerate(OP_WORDS)},
    "multiply_power": APPLY,
    "on_kill": UNLESS,
    "return_from_discard": MOVE_CARD,
}

# How the base damage of a step is found.
FIXED: Final = 0
BY_BLOCK: Final = 1
BY_DRAW_PILE: Final = 2
BY_GROWTH: Final = 3
BY_UPGRADES: Final = 4
BY_STRIKES: Final = 5
BY_WEAR: Final = 6  # less for each play: Glass Knife
BY_DEXTERITY: Final = 7  # an amount of block that Dexterity and Frail change
BY_POWER: Final = 8  # as many times what is there already
AMOUNTS: Final = {"block": BY_DEXTERITY, "multiply_power": BY_POWER}
BASES: Final = {
    "player_block": BY_BLOCK,
    "draw_pile_size": BY_DRAW_PILE,
    "misc": BY_GROWTH,
    "12 + u*(u+7)/2": BY_UPGRADES,
}
RITUAL_DAGGER_DAMAGE: Final = 15
# Numbers that are known only when a card is played.
BY_X: Final = -100
BY_EXHAUSTED: Final = -101
BY_DAMAGE_DEALT: Final = -102
BY_X_AND_1: Final = -103
BY_MINUS_X: Final = -104
BY_MINUS_X_AND_1: Final = -105
BY_ATTACKS_BEFORE: Final = -106
BY_SKILLS_IN_HAND: Final = -107
# Every number from this one down is known only then.
KNOWN_LATER: Final = BY_X
NUMBERS: Final = {
    "X": BY_X,
    "exhausted_count": BY_EXHAUSTED,
    "unblocked_damage_dealt": BY_DAMAGE_DEALT,
    "discarded_by_card": BY_EXHAUSTED,
    "X+1": BY_X_AND_1,
    "-X": BY_MINUS_X,
    "-(X+1)": BY_MINUS_X_AND_1,
    "attacks_played_this_turn_before_this": BY_ATTACKS_BEFORE,
    "skills_in_hand": BY_SKILLS_IN_HAND,
    "any": 10,
    "per_orb_slot": 0,
    "discarded_count": 0,
}

# Piles.
HAND: Final = 0
DRAW_PILE: Final = 1
DISCARD_PILE: Final = 2
EXHAUST_PILE: Final = 3
DRAW_TOP: Final = 4
DRAW_BOTTOM: Final = 5
DRAW_RANDOM: Final = 6
OFFERED: Final = 7
PILES: Final = {
    "hand": HAND,
    "draw": DRAW_PILE,
    "discard": DISCARD_PILE,
    "exhaust": EXHAUST_PILE,
    "draw_top": DRAW_TOP,
    "draw_bottom": DRAW_BOTTOM,
    "draw_random": DRAW_RANDOM,
}

# Which cards a step is about.
CHOSEN: Final = 0
ALL: Final = 1
RANDOM: Final = 2
NON_ATTACKS: Final = 3
ANY_NUMBER: Final = 4
EVERYWHERE: Final = 5
WHICH: Final = {
    "choose": CHOSEN,
    "choose_1_in_hand": CHOSEN,
    "choose_attack_or_power": CHOSEN,
    "all_in_hand": ALL,
    "random": RANDOM,
    "random_1_in_hand": RANDOM,
    "all_non_attack_in_hand": NON_ATTACKS,
    "choose_up_to_n_in_hand": ANY_NUMBER,
    "choose_any_in_hand": ANY_NUMBER,
    "choose_any": ANY_NUMBER,
    "all_in_all_piles": EVERYWHERE,
}

# Conditions of steps and of cards.
ALWAYS: Final = 0
TARGET_VULNERABLE: Final = 1
TARGET_ATTACKS: Final = 2
KILLED: Final = 3
NO_ATTACK_IN_HAND: Final = 4
ONLY_ATTACKS_IN_HAND: Final = 5
SKILL_IN_DRAW_PILE: Final = 6
ATTACK_IN_DRAW_PILE: Final = 7
NO_DRAW_PILE: Final = 8
TARGET_POISONED: Final = 9
TARGET_WEAK: Final = 10
DISCARDED_THIS_TURN: Final = 11
CONDITIONS: Final = {
    "target_vulnerable_before_hit": TARGET_VULNERABLE,
    "target_intends_attack": TARGET_ATTACKS,
    "no_attack_in_hand": NO_ATTACK_IN_HAND,
    "every card in hand is an Attack": ONLY_ATTACKS_IN_HAND,
    "draw pile contains a Skill": SKILL_IN_DRAW_PILE,
    "draw pile contains an Attack": ATTACK_IN_DRAW_PILE,
    "draw pile is empty": NO_DRAW_PILE,
    "target_poisoned": TARGET_POISONED,
    "target_weak": TARGET_WEAK,
    "discarded_this_turn>0": DISCARDED_THIS_TURN,
}

# What stands for a card that is not known in advance.
COPY_OF_SELF: Final = -2
CLASS_ATTACK: Final = -3
CLASS_SKILL: Final = -4
CLASS_POWER: Final = -5
CLASS_ANY: Final = -6
COLORLESS: Final = -7
POOLS: Final = {
    "copy_of_self": COPY_OF_SELF,
    "random_class_attack": CLASS_ATTACK,
    "random_class_skill": CLASS_SKILL,
    "class_attack": CLASS_ATTACK,
    "class_skill": CLASS_SKILL,
    "class_power": CLASS_POWER,
    "class_any": CLASS_ANY,
    "random_colorless": COLORLESS,
    "colorless": COLORLESS,
}

# How long a changed cost lasts.
NO_CHANGE: Final = 0
THIS_TURN: Final = 1
THIS_FIGHT: Final = 2
UNTIL_PLAYED: Final = 3
DURATIONS: Final = {
    "cost_this_turn": THIS_TURN,
    "cost_for_combat": THIS_FIGHT,
    "cost_until_played": UNTIL_PLAYED,
}

# Flags of cards.
EXHAUSTS: Final = 1
ETHEREAL: Final = 2
INNATE: Final = 4
RETAINS: Final = 8
IS_STRIKE: Final = 16
FLAG_BITS: Final = {
    "exhaust": EXHAUSTS,
    "ethereal": ETHEREAL,
    "innate": INNATE,
    "retain": RETAINS,
    "strike": IS_STRIKE,
    "unplayable": 0,
    "x_cost": 0,
}


class Op:
    """One step of what a card, a potion or a monster's move does.

    Attributes:
        code: what it does.
        n: how much.
        to: whom it concerns.
        hits: how often damage is dealt or a power applied.
        base: how the base damage is found, or the amount of a power, if not by `n` alone.
        strength: how often Strength counts.
        flat: whether damage is flat: no multipliers, no reactions to attacks.
        extra: the damage for each Strike, the growth or wear for each play, block for each card, or
            the percentage of the maximum HP.
        power: the power that is applied.
        card: the face of the card that is added, or what stands for it.
        source: the pile that cards come from.
        where: the pile that cards go to.
        which: which cards it is about.
        type: the only type of card it is about.
        lasts: how long a cost of 0 lasts.
        condition: what must hold.
        skip: how many steps to skip if it does not.
        upgraded: whether the card added is upgraded.
    """

    def __init__(self, code: int) -> None:
        self.code: Final = code
        self.n = 0
        self.to = AT_SELF
        self.hits = 1
        self.base = FIXED
        self.strength = 1
        self.flat = False
        self.extra = 0
        self.power = 0
        self.card = NO_CARD
        self.source = HAND
        self.where = HAND
        self.which = CHOSEN
        self.type = ANY_TYPE
        self.lasts = NO_CHANGE
        self.condition = ALWAYS
        self.skip = 0
        self.upgraded = False


# The fields of a step, without `_up` for the upgraded card. Those from "choose" on only say what
# the step does in any case.
OP_FIELDS: Final = frozenset(
    [
        "op", "n", "to", "frm", "which", "power", "card", "pool", "filter", "hits", "times", "kind",
        "strength_multiplier", "per_strike_card", "grows_per_play", "percent_max_hp", "cond",
        "then", "each", "upgraded", "upgraded_when_upgraded", "random", "duration", "lasts",
        "cost_this_turn", "cost_for_combat", "cost_until_played",
        "choose", "except_ids", "forbidden", "free", "hi", "keeps_upgrade", "lo", "not_minion",
        "options", "orb", "pick", "raw", "show", "stance", "target",
    ]
)  # fmt: skip
CARD_FIELDS: Final = frozenset(
    ["id", "name", "color", "type", "rarity", "cost", "target", "flags", "playable_if", "ops"]
)


class Row:
    """One object of a data file while it is read.

    Attributes:
        fields: the object.
        where: what it is, for messages.
        up: whether the fields for the upgraded card count.
    """

    def __init__(self, fields: Mapping[str, object], where: str, up: bool = False) -> None:
        self.fields: Final = fields
        self.where: Final = where
        self.up: Final = up

    def get(self, name: str) -> object:
        """Returns a field; for an upgraded card, that of the upgrade if there is one."""
        if self.up:
            better = "up" if name == "n" else f"{name}_up"
            if better in self.fields:
                return self.fields[better]
        return self.fields.get(name)

    def check(self, known: frozenset[str]) -> None:
        """Raises `ValueError` if there is a field that is not known."""
        for name in self.fields:
            if name != "up" and name.removesuffix("_up") not in known:
                raise ValueError(f"{self.where}: unknown field {name!r}")

    def text(self, name: str) -> str:
        """Returns a field as text; empty if it is missing."""
        value = self.get(name)
        return "" if value is None else str(value)

    def number(self, name: str, default: int = 0) -> int:
        """Returns a whole number, or what stands for one that is known later."""
        value = self.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            if isinstance(value, str) and value in NUMBERS:
                return NUMBERS[value]
            raise ValueError(f"{self.where}: {name} is {value!r}: expected a whole number")
        return value

    def word(self, name: str, known: Mapping[str, int], default: int) -> int:
        """Returns the number of a word."""
        value = self.get(name)
        if value is None:
            return default
        if str(value) not in known:
            raise ValueError(f"{self.where}: unknown {name} {value!r}")
        return known[str(value)]

    def words(self, name: str) -> list[str]:
        """Returns a list of texts."""
        value = self.get(name)
        return [str(item) for item in value] if isinstance(value, list) else []

    def rows(self, name: str) -> "list[Row]":
        """Returns a list of nested objects."""
        value = self.fields.get(name)
        found: list[Row] = []
        if isinstance(value, list):
            for item in value:
                if not isinstance(item, dict):
                    raise ValueError(f"{self.where}: {name} holds {item!r}: expected an object")
                found.append(Row(item, self.where, self.up))
        return found


def read_rows(name: str) -> list[Row]:
    """Reads the objects of a data file of this package."""
    text = files("kibitz.games.spire").joinpath(f"data/{name}").read_text(encoding="utf-8")
    found: list[Row] = []
    for item in json.loads(text):
        found.append(Row(item, str(item["id"])))
    return found


class Card:
    """One kind of card.

    Attributes:
        number: its number; the faces are twice that, and 1 more for the upgraded card.
        id: the id in the messages of the real game.
        name: what players call it.
        color: the class it belongs to, or `colorless`, `special`, `status`, `curse`.
        type: attack, skill, power, status or curse.
        rarity: how rare it is.
        condition: when it can be played, besides its cost.
    """

    def __init__(self, number: int, row: Row) -> None:
        self.number: Final = number
        self.id: Final = row.text("id")
        self.name: Final = row.text("name")
        self.color: Final = row.text("color")
        self.type: Final = row.word("type", TYPE_NUMBERS, ATTACK)
        self.rarity: Final = row.text("rarity")
        self.condition: Final = row.word("playable_if", CONDITIONS, ALWAYS)


CARD_ROWS: Final = read_rows("cards.json")
CARDS: Final = [Card(number, row) for number, row in enumerate(CARD_ROWS)]
CARD_NUMBERS: Final[dict[str, int]] = {plain_id(card.id): card.number for card in CARDS}
# The ids of Strike and Defend by class; whichever a message has, it is the same card here.
SHARED_IDS: Final = [["Strike_R", "Defend_R"], ["Strike_G", "Defend_G"]]
for class_ids in SHARED_IDS:
    for shared_id, own_id in zip(class_ids, SHARED_IDS[IRONCLAD], strict=True):
        CARD_NUMBERS[plain_id(shared_id)] = CARD_NUMBERS[plain_id(own_id)]


# Cards that are not in the table are played by their type, cost and aim, and have no effect. The
# growth of such a card is the place of its id in `Fight.unknown`.
UNKNOWN_ROWS: Final[list[Row]] = []
for kind_word, aim_word, cost_word, flag_words in itertools.product(
    TYPES, ("", "aimed"), ("", "x", "unplayable"), ("", "exhaust", "ethereal", "exhaust ethereal")
):
    name_words = ["Unknown", aim_word, kind_word.lower(), cost_word, flag_words]
    fields: dict[str, object] = {
        "name": " ".join([word for word in name_words if word]),
        "type": kind_word,
        "cost": {"": 1, "x": "X", "unplayable": UNPLAYABLE}[cost_word],
        "target": "ENEMY" if aim_word else "SELF",
        "flags": flag_words.split(),
    }
    UNKNOWN_ROWS.append(Row(fields, "an unknown card"))
UNKNOWN_CARDS: Final = [Card(len(CARDS) + more, row) for more, row in enumerate(UNKNOWN_ROWS)]
FIRST_UNKNOWN: Final = 2 * len(CARDS)


def face(card_id: str, upgraded: bool = False) -> int:
    """Returns the face of a card by its id; raises `ValueError` for an unknown one."""
    if plain_id(card_id) not in CARD_NUMBERS:
        raise ValueError(f"unknown card {card_id!r}")
    return 2 * CARD_NUMBERS[plain_id(card_id)] + (1 if upgraded else 0)


def read_ops(rows: Sequence[Row]) -> list[Op]:
    """Reads steps; those that depend on a condition follow it in the list."""
    found: list[Op] = []
    for row in rows:
        op = read_op(row)
        found.append(op)
        if op.code == UNLESS:
            inner = read_ops(row.rows("then"))
            op.skip = len(inner)
            found.extend(inner)
    return found


def read_op(row: Row) -> Op:
    """Reads one step; raises `ValueError` for one with an unknown field or word."""
    row.check(OP_FIELDS)
    if row.get("op") is None:
        raise ValueError(f"{row.where}: a step has no op")
    power = read_power(row)
    code = row.word("op", OPS, DAMAGE)
    op = Op(APPLY_AFTER if code == APPLY and power in REACTS_TO_CARDS else code)
    if op.code == DAMAGE:
        read_damage(op, row)
    else:
        op.n = row.number("n", 1)
        op.hits = row.number("times", 1)
        op.base = AMOUNTS.get(row.text("kind") or row.text("op"), FIXED)
    op.to = row.word("to", {**TARGETS, **dict.fromkeys(PILES, AT_SELF)}, AT_SELF)
    op.where = row.word("to", {**PILES, **dict.fromkeys(TARGETS, HAND)}, HAND)
    op.source = row.word("frm", PILES, HAND)
    op.which = row.word("which", WHICH, CHOSEN)
    op.power = power
    read_cards(op, row)
    if op.code == APPLY and op.n == -1 and not IS_SIGNED[op.power]:
        op.n = 1  # a power without stacks
    return op


def read_power(row: Row) -> int:
    """Reads the power that a step is about; the first one if it is about none."""
    if row.get("power") is None:
        return 0
    power = POWER_NUMBERS.get(plain_id(row.text("power")), -1)
    if power < 0:
        raise ValueError(f"{row.where}: unknown power {row.text('power')!r}")
    return power


def read_damage(op: Op, row: Row) -> None:
    """Reads a step that deals damage."""
    if row.text("n") in BASES:
        op.base = BASES[row.text("n")]
    else:
        op.n = row.number("n")
    op.hits = row.number("hits", 1)
    op.flat = row.text("kind") == "flat"
    op.strength = row.number("strength_multiplier", 1)
    op.extra = row.number("per_strike_card", row.number("grows_per_play"))
    if row.get("per_strike_card") is not None:
        op.base = BY_STRIKES
    elif op.extra < 0:
        op.base = BY_WEAR
        op.extra = -op.extra


def read_cards(op: Op, row: Row) -> None:
    """Reads which cards a step is about."""
    name = row.text("card") or row.text("pool")
    if name:
        op.card = POOLS[name] if name in POOLS else face(name.removesuffix("+"), name[-1] == "+")
    op.type = row.word("filter", TYPE_NUMBERS, ANY_TYPE)
    if row.text("which") == "choose_attack_or_power":
        op.type = ATTACK_OR_POWER
    op.upgraded = bool(row.get("upgraded")) or (row.up and bool(row.get("upgraded_when_upgraded")))
    if row.text("op") == "return_from_discard":
        op.source = DISCARD_PILE
    if row.get("random") is not None:
        op.which = RANDOM
    elif op.code == MOVE_CARD and row.text("n") == "any":
        op.which = ANY_NUMBER
    op.lasts = read_duration(row)
    op.extra = row.number("percent_max_hp", op.extra)
    for each in row.rows("each"):
        op.extra = each.number("n")
    if op.code == UNLESS:
        op.condition = row.word("cond", CONDITIONS, KILLED)


def read_duration(row: Row) -> int:
    """Reads how long what a step changes lasts."""
    if row.text("duration") == "combat":
        return THIS_FIGHT
    if row.text("lasts") == "turn":
        return THIS_TURN
    for field, lasts in DURATIONS.items():
        if row.get(field) is not None:
            return lasts
    return NO_CHANGE


# By face.
NAMES: Final[list[str]] = []
COSTS: Final[list[int]] = []
KINDS: Final[list[int]] = []
AIMS: Final[list[int]] = []
FLAGS: Final[list[int]] = []
EFFECTS: Final[list[list[Op]]] = []
PLAY_CONDITIONS: Final[list[int]] = []
# The steps that come when everything has reacted to the card.
LAST_EFFECTS: Final[list[list[Op]]] = []


def read_flags(row: Row) -> int:
    """Reads the flags of a card."""
    flags = 0
    for flag in row.words("flags"):
        if flag not in FLAG_BITS:
            raise ValueError(f"{row.where}: unknown flag {flag!r}")
        flags |= FLAG_BITS[flag]
    return flags


def add_faces() -> None:
    """Fills the tables of faces."""
    for card, row in zip([*CARDS, *UNKNOWN_CARDS], [*CARD_ROWS, *UNKNOWN_ROWS], strict=True):
        row.check(CARD_FIELDS)
        for up in (False, True):
            side = Row(row.fields, card.id, up)
            NAMES.append(card.name + ("+" if up else ""))
            cost = side.get("cost")
            COSTS.append(X_COST if cost == "X" else side.number("cost"))
            KINDS.append(card.type)
            AIMS.append(side.word("target", AIM_WORDS, AT_SELF))
            FLAGS.append(read_flags(side))
            ops: list[Row] = []
            for step in row.rows("ops"):
                ops.append(Row(step.fields, card.id, up))
            EFFECTS.append(read_ops(ops))
            PLAY_CONDITIONS.append(card.condition)
            LAST_EFFECTS.append([op for op in EFFECTS[-1] if op.code == APPLY_AFTER])


add_faces()

# Cards that the rules name.
BURN: Final = face("Burn")
WOUND: Final = face("Wound")
DAZED: Final = face("Dazed")
VOID: Final = face("Void")
NECRONOMICURSE: Final = face("Necronomicurse")
NORMALITY: Final = face("Normality")
PAIN: Final = face("Pain")
PRIDE: Final = face("Pride")
REGRET: Final = face("Regret")
DECAY: Final = face("Decay")
DOUBT: Final = face("Doubt")
SHAME: Final = face("Shame")
SENTINEL: Final = face("Sentinel")
BLOOD_FOR_BLOOD: Final = face("Blood for Blood")
SEARING_BLOW: Final = face("Searing Blow")
SHIV: Final = face("Shiv")
ENDLESS_AGONY: Final = face("Endless Agony")
EVISCERATE: Final = face("Eviscerate")
MASTERFUL_STAB: Final = face("Masterful Stab")
GLASS_KNIFE: Final = face("Glass Knife")
REFLEX: Final = face("Reflex")
TACTICIAN: Final = face("Tactician")

# By face: whether what happens in a fight changes the cost of a card.
COST_VARIES: Final = [
    side & ~1 in (BLOOD_FOR_BLOOD, EVISCERATE, MASTERFUL_STAB) for side in range(len(NAMES))
]
# By face: whether a card does something when it is drawn or discarded.
ACTS_WHEN_DRAWN: Final = [
    KINDS[side] >= STATUS or side & ~1 == ENDLESS_AGONY for side in range(len(NAMES))
]
ACTS_WHEN_DISCARDED: Final = [side & ~1 in (REFLEX, TACTICIAN) for side in range(len(NAMES))]

# Cards that heal, and the one that makes potions, are never made at random.
HEALING: Final = frozenset([face("Feed"), face("Reaper"), face("Bandage Up"), face("Venomology")])


def pool_of(color: str, kind: int) -> list[int]:
    """Lists the faces of a color that can be made at random: not basic, not healing."""
    return [
        2 * card.number
        for card in CARDS
        if card.color == color
        and card.rarity not in ("BASIC", "SPECIAL")
        and (kind == ANY_TYPE or card.type == kind)
        and 2 * card.number not in HEALING
    ]


# By class.
RARITIES: Final = [card.rarity for card in (*CARDS, *UNKNOWN_CARDS) for _ in range(2)]
RANDOM_POOLS: Final = [
    {
        CLASS_ATTACK: pool_of(color, ATTACK),
        CLASS_SKILL: pool_of(color, SKILL),
        CLASS_POWER: pool_of(color, POWER),
        CLASS_ANY: pool_of(color, ANY_TYPE),
        COLORLESS: pool_of("colorless", ANY_TYPE),
    }
    for color in CHARACTERS
]


# Changes to single cards.


def growth(card: int) -> int:
    """Returns how much a card has grown in this fight."""
    return card >> GROWTH_SHIFT


def grown(card: int, more: int) -> int:
    """Returns a card that has grown by an amount."""
    return card + (more << GROWTH_SHIFT)


def with_turn_cost(card: int, cost: int) -> int:
    """Returns a card with a cost for this turn."""
    return card & NO_TURN_COST | (cost + 1) << TURN_COST_SHIFT


def with_fight_cost(card: int, cost: int) -> int:
    """Returns a card with a cost for this fight."""
    return card & NO_FIGHT_COST | (cost + 1) << FIGHT_COST_SHIFT


def without_turn_cost(card: int) -> int:
    """Returns a card whose cost of this turn is over."""
    return card & NO_TURN_COST


def can_upgrade(card: int) -> bool:
    """Tells whether a card can be upgraded."""
    side = card & FACE_MASK
    if KINDS[side] >= STATUS:
        return False
    return side & 1 == 0 or side == SEARING_BLOW + 1


def upgrade(card: int) -> int:
    """Returns a card with one more upgrade; only Searing Blow takes a second one.

    An upgrade that makes a card cheaper sets its cost for the fight anew, as in the real game; a
    card that costs 0 now still does so in this turn.
    """
    if card & 1 == 0:
        side = card & FACE_MASK
        if card & ~NO_FIGHT_COST and COSTS[side] != COSTS[side + 1]:
            if card_cost(card) == 0:
                card = with_turn_cost(card, 0)
            card &= NO_FIGHT_COST
        return card | 1
    return grown(card, 1) if card & FACE_MASK == SEARING_BLOW + 1 else card


def card_cost(card: int) -> int:
    """Returns what a card costs by itself, before powers; `X_COST` or `UNPLAYABLE` if special."""
    if card < FACES:
        return COSTS[card]
    base = COSTS[card & FACE_MASK]
    if base < 0:
        return base
    turn = card >> TURN_COST_SHIFT & COST_MASK
    if turn > 0:
        return turn - 1
    if card & FREE_ONCE:
        return 0
    fight = card >> FIGHT_COST_SHIFT & COST_MASK
    return fight - 1 if fight > 0 else base
