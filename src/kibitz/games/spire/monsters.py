"""The monsters and encounters of all acts, from `monsters.json` and `encounters.json`.

A monster chooses its next move as soon as it has moved, so the player sees what it will do. Most
choose by a cycle or by a roll from 0 to 99 with bands; the others have a rule of their own in
`kibitz.games.spire.rules.intents`. Figures that depend on the ascension are lists with one entry
for each level.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from kibitz.core.randomness import Rng
from kibitz.games.spire.cards import Row, face, read_rows
from kibitz.games.spire.powers import POWER_NUMBERS, plain_id

ASCENSIONS: Final = 21
# Stands for damage that a monster keeps in its memory.
FROM_MEMORY: Final = -2
NO_ATTACK: Final = -1
NO_MOVE: Final = -1

NORMAL: Final = 0
ELITE: Final = 1
BOSS: Final = 2
ROOMS: Final = {"normal": NORMAL, "minion": NORMAL, "elite": ELITE, "boss": BOSS}

# What a monster can announce, in the words of the messages. The announced move of a monster that is
# not in the table is one of these, by its place.
INTENTS: Final = (
    "ATTACK", "ATTACK_BUFF", "ATTACK_DEBUFF", "ATTACK_DEFEND", "BUFF", "DEBUFF", "STRONG_DEBUFF",
    "DEFEND", "DEFEND_DEBUFF", "DEFEND_BUFF", "ESCAPE", "MAGIC", "SLEEP", "STUN", "UNKNOWN",
)  # fmt: skip
ATTACKS: Final = INTENTS.index("ATTACK")
ESCAPES: Final = INTENTS.index("ESCAPE")
UNSEEN: Final = INTENTS.index("UNKNOWN")

# How monsters choose their moves.
BY_CYCLE: Final = 0
BY_ROLL: Final = 1
BY_RULE: Final = 2
CHOICES: Final = {"cycle": BY_CYCLE, "roll": BY_ROLL, "rule": BY_RULE, "alternate": BY_RULE}

# What moves do besides attacking.
APPLY: Final = 0
BLOCK: Final = 1
ADD_CARD: Final = 2
STEAL: Final = 3
ESCAPE: Final = 4
SPLIT: Final = 5
REMOVE_POWER: Final = 6
UPGRADE_BURNS: Final = 7
HEAL: Final = 8
SUMMON: Final = 9
STEAL_CARD: Final = 10
CLEAR_DEBUFFS: Final = 11
DIE: Final = 12
REVIVE: Final = 13
HEAL_TO: Final = 14
ADD_TO_DECK: Final = 15
CLEAR_WEAKNESS: Final = 16
NTH_USE: Final = 17
CODES: Final = {
    "apply": APPLY,
    "block": BLOCK,
    "add_card": ADD_CARD,
    "steal_gold": STEAL,
    "escape": ESCAPE,
    "split": SPLIT,
    "remove_power": REMOVE_POWER,
    "upgrade": UPGRADE_BURNS,
    "heal": HEAL,
    "summon": SUMMON,
    "steal_card": STEAL_CARD,
    "remove_own_debuffs": CLEAR_DEBUFFS,
    "die": DIE,
    "revive": REVIVE,
    "heal_to": HEAL_TO,
    "add_to_deck": ADD_TO_DECK,
    "clear_negative_strength": CLEAR_WEAKNESS,
    "nth_use": NTH_USE,
}
# Whom they concern.
SELF: Final = 0
PLAYER: Final = 1
ALLY: Final = 2
ALL: Final = 3
OTHERS: Final = 4
LEADER: Final = 5
DRAW_PILE: Final = 6
DRAW_TOP: Final = 7
RECEIVERS: Final = {
    "self": SELF,
    "player": PLAYER,
    "discard": PLAYER,
    "random other living ally, itself if alone": ALLY,
    "all living monsters": ALL,
    "all living monsters except itself": OTHERS,
    "leader": LEADER,
    "draw_random": DRAW_PILE,
    "draw_top": DRAW_TOP,
}

# When a band is refused: never, if the move was the last one, if it was both of the last two, or if
# it was either of them.
NEVER: Final = 0
LAST: Final = 1
LAST_TWO: Final = 2
EITHER: Final = 3
REFUSALS: Final = {"last1": LAST, "last2": LAST_TWO, "either of last two": EITHER}


def by_ascension(value: object) -> list[object]:
    """Spreads a value over all ascension levels; `{"0": 3, "17": 4}` changes at 17."""
    if not isinstance(value, Mapping):
        return [value] * ASCENSIONS
    found: list[object] = []
    for level in range(ASCENSIONS):
        keys = [int(str(key)) for key in value if int(str(key)) <= level]
        found.append(value[str(max(keys))] if keys else 0)
    return found


def numbers(value: object, default: int) -> list[int]:
    """Reads a number for each ascension level; a text stands for `FROM_MEMORY`."""
    found: list[int] = []
    for item in by_ascension(value):
        if item is None:
            found.append(default)
        elif isinstance(item, int):
            found.append(item)
        else:
            found.append(FROM_MEMORY)
    return found


class Span:
    """Two bounds, both included."""

    def __init__(self, value: object) -> None:
        low, high = value if isinstance(value, list) else (value, value)
        assert isinstance(low, int)
        assert isinstance(high, int)
        self.low: Final = low
        self.high: Final = high


class Effect:
    """One thing that a move does besides attacking.

    Attributes:
        code: what it does.
        to: whom it concerns.
        power: the power that is applied or removed.
        instead: the power that is applied half of the time to a player with orb slots; -1 for none.
        n: how much, by ascension.
        card: the face of the card that is added.
        into: the ids of the monsters that it splits into, or that it summons one of.
        uses: what happens the first time, the second time and so on; the last goes on for ever.
        least: the lowest ascension at which it happens.
    """

    def __init__(self, row: Row, least: int) -> None:
        self.code: Final = row.word("op", CODES, APPLY)
        self.to: Final = row.word("to", RECEIVERS, SELF)
        power = row.text("power")
        self.power: Final = POWER_NUMBERS[plain_id(power)] if power else -1
        instead = row.text("or")
        self.instead: Final = POWER_NUMBERS[plain_id(instead)] if instead else -1
        self.n: Final = numbers(row.get("n"), 0)
        card = row.text("card")
        self.card: Final = face(card.removesuffix("+"), card[-1:] == "+") if card else -1
        self.into: Final = row.words("into")
        self.uses: Final[list[Effect]] = [Effect(each, 0) for each in row.rows("uses")]
        self.least: Final = least


def read_effects(rows: list[Row]) -> list[Effect]:
    """Reads the effects of a move."""
    found: list[Effect] = []
    for row in rows:
        if row.text("op") == "if_asc":
            found.extend([Effect(inner, row.number("min")) for inner in row.rows("then")])
        else:
            found.append(Effect(row, 0))
    return found


class MonsterMove:
    """One move of a monster.

    Attributes:
        name: its name, in capitals.
        id: its id in the messages of the real game.
        intent: what the player sees.
        damage: the damage of one hit, by ascension; `NO_ATTACK`, or `FROM_MEMORY`.
        hits: how often it hits, by ascension; `FROM_MEMORY` for a number that it remembers.
        before: what happens before the hits.
        effects: what happens after them.
    """

    def __init__(self, name: str, row: Row) -> None:
        self.name: Final = name
        self.id: Final = row.number("move_id")
        self.intent: Final = row.text("intent")
        self.damage: Final = numbers(row.get("damage"), NO_ATTACK)
        self.hits: Final = numbers(row.get("hits"), 1)
        self.before: Final = read_effects(row.rows("pre"))
        self.effects: Final = read_effects(row.rows("effects"))
        self.attacks: Final = self.damage[0] != NO_ATTACK


class Band:
    """A part of the roll from 0 to 99, and the move that it stands for.

    Attributes:
        below: rolls below this number are in this band, unless they are in an earlier one.
        move: the move.
        unless: when the move is refused, by ascension.
        others: the moves to choose from then.
        chances: how likely each of them is.
    """

    def __init__(self, row: Row, places: Mapping[str, int]) -> None:
        self.below: Final = row.number("lt")
        self.move: Final = places[row.text("move")]
        self.unless: Final = [
            NEVER if item is None else REFUSALS[str(item)]
            for item in by_ascension(row.get("unless"))
        ]
        alt = row.get("alt")
        pairs: list[object] = alt if isinstance(alt, list) else [[str(alt), 1.0]]
        self.others: Final[list[int]] = []
        self.chances: Final[list[float]] = []
        for pair in pairs:
            assert isinstance(pair, list), row.where
            self.others.append(places[str(pair[0])])
            self.chances.append(float(pair[1]))


class MonsterKind:
    """One kind of monster.

    Attributes:
        number: its number.
        id: the id in the messages of the real game.
        name: what players call it.
        room: whether it is a normal monster, an elite or a boss.
        hp: the HP it can start with, by ascension.
        moves: its moves.
        chooses: how it chooses them.
        opening: the moves of a cycle that are played once.
        loop: the moves of a cycle that are repeated, by ascension.
        first: the first move of one that chooses by a roll; `NO_MOVE` if that is rolled, too.
        bands: the bands of its roll, by ascension.
        powers: the powers it starts with.
        amounts: how much of each, by ascension.
        block: the block it starts with.
        split: the move by which it splits; `NO_MOVE` if it never does.
        minions: how many minions it can have with it.
    """

    def __init__(self, number: int, row: Row) -> None:
        self.number: Final = number
        self.id: Final = row.text("id")
        self.name: Final = row.text("name")
        self.room: Final = row.word("kind", ROOMS, NORMAL)
        self.hp: Final = [Span(item) for item in by_ascension(row.get("hp"))]
        self.moves: Final[list[MonsterMove]] = []
        self.places: Final[dict[str, int]] = {}
        moves = row.get("moves")
        assert isinstance(moves, dict), self.id
        for name, fields in moves.items():
            self.places[str(name)] = len(self.moves)
            self.moves.append(MonsterMove(str(name), Row(fields, self.id)))
        self.split: Final = self.places.get("SPLIT", NO_MOVE)
        self.minions: Final = row.number("minions")
        ai = row.get("ai")
        assert isinstance(ai, dict), self.id
        rules = Row(ai, self.id)
        self.chooses: Final = rules.word("type", CHOICES, BY_RULE)
        self.opening: Final = [self.places[name] for name in rules.words("open")]
        self.loop: Final = [
            [self.places[str(name)] for name in loop] if isinstance(loop, list) else []
            for loop in by_ascension(rules.get("loop"))
        ]
        first = rules.get("first")
        self.first: Final = self.places[first] if isinstance(first, str) else NO_MOVE
        self.bands: Final = self.read_bands(rules)
        self.powers: Final[list[int]] = []
        self.amounts: Final[list[list[Span]]] = []
        self.block: int = 0
        for start in row.rows("start_powers"):
            if start.get("power") is None:
                self.block = start.number("block")
            else:
                self.powers.append(POWER_NUMBERS[plain_id(start.text("power"))])
                self.amounts.append([Span(item) for item in by_ascension(start.get("n"))])

    def read_bands(self, rules: Row) -> list[list[Band]]:
        """Reads the bands of a roll, which may differ by ascension."""
        if rules.get("by_asc") is None:
            return [[Band(band, self.places) for band in rules.rows("bands")]] * ASCENSIONS
        found: list[list[Band]] = []
        for level in by_ascension(rules.get("by_asc")):
            found.append([Band(band, self.places) for band in Row({"b": level}, self.id).rows("b")])
        return found


MONSTER_KINDS: Final[list[MonsterKind]] = [
    MonsterKind(number, row) for number, row in enumerate(read_rows("monsters.json"))
]
MONSTER_NUMBERS: Final[dict[str, int]] = {plain_id(kind.id): kind.number for kind in MONSTER_KINDS}


def monster(monster_id: str) -> int:
    """Returns the number of a kind of monster by its id."""
    return MONSTER_NUMBERS[plain_id(monster_id)]


def place(kind: int, name: str) -> int:
    """Returns the place of a move among those of its kind."""
    return MONSTER_KINDS[kind].places[name]


RED_LOUSE: Final[int] = monster("FuzzyLouseNormal")
GREEN_LOUSE: Final[int] = monster("FuzzyLouseDefensive")
ACID_SLIME_S: Final[int] = monster("AcidSlime_S")
ACID_SLIME_M: Final[int] = monster("AcidSlime_M")
ACID_SLIME_L: Final[int] = monster("AcidSlime_L")
SPIKE_SLIME_S: Final[int] = monster("SpikeSlime_S")
SPIKE_SLIME_M: Final[int] = monster("SpikeSlime_M")
SPIKE_SLIME_L: Final[int] = monster("SpikeSlime_L")
CULTIST: Final[int] = monster("Cultist")
JAW_WORM: Final[int] = monster("JawWorm")
BLUE_SLAVER: Final[int] = monster("SlaverBlue")
RED_SLAVER: Final[int] = monster("SlaverRed")
LOOTER: Final[int] = monster("Looter")
FUNGI_BEAST: Final[int] = monster("FungiBeast")
FAT_GREMLIN: Final[int] = monster("GremlinFat")
SNEAKY_GREMLIN: Final[int] = monster("GremlinThief")
MAD_GREMLIN: Final[int] = monster("GremlinWarrior")
SHIELD_GREMLIN: Final[int] = monster("GremlinTsundere")
GREMLIN_WIZARD: Final[int] = monster("GremlinWizard")
GREMLIN_NOB: Final[int] = monster("GremlinNob")
LAGAVULIN: Final[int] = monster("Lagavulin")
# In the event, Lagavulin is awake from the start.
AWAKE: Final = 1 << 8
AWAKE_LAGAVULIN: Final = LAGAVULIN | AWAKE
SENTRY: Final[int] = monster("Sentry")
SLIME_BOSS: Final[int] = monster("SlimeBoss")
THE_GUARDIAN: Final[int] = monster("TheGuardian")
HEXAGHOST: Final[int] = monster("Hexaghost")
BYRD: Final[int] = monster("Byrd")
CHOSEN: Final[int] = monster("Chosen")
CENTURION: Final[int] = monster("Centurion")
MYSTIC: Final[int] = monster("Healer")
SHELLED_PARASITE: Final[int] = monster("Shelled Parasite")
SNAKE_PLANT: Final[int] = monster("SnakePlant")
SNECKO: Final[int] = monster("Snecko")
SPHERIC_GUARDIAN: Final[int] = monster("SphericGuardian")
MUGGER: Final[int] = monster("Mugger")
ROMEO: Final[int] = monster("BanditLeader")
BOOK_OF_STABBING: Final[int] = monster("BookOfStabbing")
GREMLIN_LEADER: Final[int] = monster("GremlinLeader")
ORB: Final[int] = monster("BronzeOrb")
THE_CHAMP: Final[int] = monster("Champ")
THE_COLLECTOR: Final[int] = monster("TheCollector")
ORB_WALKER: Final[int] = monster("Orb Walker")
SPIKER: Final[int] = monster("Spiker")
REPULSOR: Final[int] = monster("Repulsor")
THE_MAW: Final[int] = monster("Maw")
SPIRE_GROWTH: Final[int] = monster("Serpent")
NEMESIS: Final[int] = monster("Nemesis")
REPTOMANCER: Final[int] = monster("Reptomancer")
DARKLING: Final[int] = monster("Darkling")
TRANSIENT: Final[int] = monster("Transient")
WRITHING_MASS: Final[int] = monster("WrithingMass")
GIANT_HEAD: Final[int] = monster("GiantHead")
AWAKENED_ONE: Final[int] = monster("AwakenedOne")
TIME_EATER: Final[int] = monster("TimeEater")
SPIRE_SHIELD: Final[int] = monster("SpireShield")
SPIRE_SPEAR: Final[int] = monster("SpireSpear")
CORRUPT_HEART: Final[int] = monster("CorruptHeart")
# One of those that leave with their leader.
AS_MINION: Final = 1 << 9
# A Jaw Worm of the horde of act 3 has bellowed already.
IN_HORDE: Final = 1 << 10

# Monsters that the game calls only Louse and Slaver.
OWN_NAMES: Final = {
    RED_LOUSE: "Red Louse",
    GREEN_LOUSE: "Green Louse",
    BLUE_SLAVER: "Blue Slaver",
    RED_SLAVER: "Red Slaver",
}
# What people read, by kind.
NAMES_OF_MONSTERS: Final = [OWN_NAMES.get(kind.number, kind.name) for kind in MONSTER_KINDS]


ENCOUNTER_ROWS: Final = read_rows("encounters.json")
ENCOUNTERS: Final = [row.text("id") for row in ENCOUNTER_ROWS]
# The elite of an event, which is in no pool.
LAGAVULIN_EVENT: Final = "Lagavulin Event"


def pools_in(row: Row) -> list[str]:
    """Returns the pools of its act in which an encounter is: mostly one."""
    return row.words("pool") or row.text("pool").split()


def pool_of(name: str) -> dict[str, float]:
    """Returns how likely each encounter of a pool is; that of an act has them all."""
    found: dict[str, float] = {}
    for row in ENCOUNTER_ROWS:
        act, encounter = f"act {row.number('act', 1)}", row.text("id")
        for pool in pools_in(row):
            if name in (act, pool if act == "act 1" else f"{act} {pool}"):
                found[encounter] = found.get(encounter, 0.0) + float(row.text("weight"))
    return found


POOL_NAMES: Final = ("weak", "strong", "elite", "boss")
LATER_ACTS: Final = ("act 2", "act 3", "act 4")
# The pools of act 1 have no number in their names; act 4 has an elite and a boss alone.
POOLS: Final[Mapping[str, Mapping[str, float]]] = {
    name: pool
    for name, pool in [
        (name, pool_of(name))
        for name in (
            *POOL_NAMES,
            "act 1",
            *[f"{act} {name}".strip() for act in LATER_ACTS for name in (*POOL_NAMES, "")],
        )
    ]
    if pool
}
ACTS: Final = {row.text("id"): row.number("act", 1) for row in ENCOUNTER_ROWS}
ROOMS_OF: Final = {
    row.text("id"): max([ROOMS.get(pool, NORMAL) for pool in pools_in(row)], default=NORMAL)
    for row in ENCOUNTER_ROWS
}


# The monsters of encounters that are always the same.
FIXED: Final = {
    row.text("id"): [monster(name) for name in row.words("monsters")]
    for row in ENCOUNTER_ROWS
    if row.get("monsters") is not None
}
# Encounters with some monsters of a list, in any order.
SHUFFLED: Final = {
    row.text("id"): [monster(name) for name in row.words("shuffled")]
    for row in ENCOUNTER_ROWS
    if row.get("shuffled") is not None
}
# The gremlins that a leader begins with are some of those that it calls later.
GREMLINS: Final = [
    monster(name)
    for name in MONSTER_KINDS[GREMLIN_LEADER].moves[place(GREMLIN_LEADER, "RALLY")].effects[0].into
]
HORDE: Final = 3
SHAPES: Final = [*dict.fromkeys(SHUFFLED["3 Shapes"])]
COUNTS: Final = {row.text("id"): row.number("count") for row in ENCOUNTER_ROWS}


def room_of(encounter: str) -> int:
    """Returns the kind of room of an encounter."""
    return ELITE if encounter == LAGAVULIN_EVENT else ROOMS_OF[encounter]


def pick_encounter(pool: Mapping[str, float], rng: Rng) -> str:
    """Picks an encounter of a pool by its weights."""
    rolled = rng.random() * sum(pool.values())
    for name, weight in pool.items():
        if rolled < weight:
            return name
        rolled -= weight
    return next(iter(pool))


def monsters_of(encounter: str, rng: Rng) -> list[int]:
    """Returns the kinds of monsters of an encounter, from left to right."""
    if encounter in FIXED:
        return FIXED[encounter]
    if encounter == LAGAVULIN_EVENT:
        return [AWAKE_LAGAVULIN]
    if encounter in SHUFFLED:
        found = SHUFFLED[encounter].copy()
        rng.shuffle(found)
        return found[: COUNTS[encounter]]
    if ACTS[encounter] > 1:
        return monsters_of_later(encounter, rng)
    if encounter in ("2 Louse", "3 Louse"):
        return [louse(rng) for _ in range(int(encounter[0]))]
    if encounter == "Small Slimes":
        if rng.flip():
            return [SPIKE_SLIME_S, ACID_SLIME_M]
        return [ACID_SLIME_S, SPIKE_SLIME_M]
    if encounter == "Large Slime":
        return [ACID_SLIME_L if rng.flip() else SPIKE_SLIME_L]
    small = rng.pick([louse(rng), SPIKE_SLIME_M, ACID_SLIME_M])
    if encounter == "Exordium Thugs":
        slaver = BLUE_SLAVER if rng.flip() else RED_SLAVER
        return [small, rng.pick([CULTIST, slaver, LOOTER])]
    return [rng.pick([FUNGI_BEAST, JAW_WORM]), small]


def monsters_of_later(encounter: str, rng: Rng) -> list[int]:
    """Returns the kinds of monsters of an encounter after act 1 that chance decides."""
    if encounter == "Jaw Worm Horde":
        return [JAW_WORM | IN_HORDE] * HORDE
    if encounter == "Sphere and 2 Shapes":
        return [rng.pick(SHAPES), rng.pick(SHAPES), SPHERIC_GUARDIAN]
    return [rng.pick(GREMLINS) | AS_MINION, rng.pick(GREMLINS) | AS_MINION, GREMLIN_LEADER]


def louse(rng: Rng) -> int:
    """Returns a red or a green louse."""
    return RED_LOUSE if rng.flip() else GREEN_LOUSE


def first_acts() -> list[int]:
    """Returns the first act in which each kind of monster is met, alone or called by another."""
    found: dict[int, int] = {}
    for row in ENCOUNTER_ROWS:
        for name in (row.text("id"), *row.words("monsters"), *row.words("shuffled")):
            number = MONSTER_NUMBERS.get(plain_id(name), -1)  # some encounters are no monster
            if number >= 0:
                found.setdefault(number, row.number("act", 1))
    for number, act in [*found.items()]:
        for move in MONSTER_KINDS[number].moves:
            for effect in move.effects:
                for name in effect.into:
                    found.setdefault(monster(name), act)
    return [found.get(kind.number, 1) for kind in MONSTER_KINDS]


FIRST_ACTS: Final = first_acts()


def act_of(kinds: Iterable[int]) -> int:
    """Returns the first act in which monsters of these kinds can be met; 1 for unknown ones."""
    return max([FIRST_ACTS[kind] for kind in kinds if kind < len(FIRST_ACTS)], default=1)
