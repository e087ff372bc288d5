"""What cards can be played on, as numbers and in words (1.11, 1.13).

A drone is named by its type, its lane and, among equal ones, by the order in which they stand:
`scout 1` is the first Scout in lane 1, `scout 1.2` the second. As a number this is its *code*. What
a card is played on is one number, too; its meaning depends on the class of targets.
"""

from typing import Final

from kibitz.games.dronewars import cards
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules.drones import can_enter, can_upgrade, is_jammed
from kibitz.games.dronewars.state import UPGRADE_BASE, Battle, Drone

NOWHERE: Final = -1
CODES: Final = len(cards.DRONE_WORDS) * LANES * cards.MOST_EQUAL
# Added to the code of an own drone where a card can also be played on enemy drones.
OWN: Final = CODES
# A fixed way from one lane to another: 0 is lane 1 to lane 1.
WAYS: Final = LANES * LANES


# Codes of drones.


def code_of(kind: int, lane: int, nth: int) -> int:
    """Returns the code of the drone of a type in a lane; `nth` counts equal ones from 0."""
    return (kind * LANES + lane) * cards.MOST_EQUAL + nth


def kind_of(code: int) -> int:
    """Returns the type that a code names."""
    return code // (LANES * cards.MOST_EQUAL)


def lane_of(code: int) -> int:
    """Returns the lane that a code names."""
    return code // cards.MOST_EQUAL % LANES


def code_at(s: Battle, seat: int, lane: int, index: int) -> int:
    """Returns the code of the drone at an index of a lane."""
    row = s.rows[seat * LANES + lane]
    kind = row[index].kind
    nth = 0
    for before in range(index):
        if row[before].kind == kind:
            nth += 1
    return (kind * LANES + lane) * cards.MOST_EQUAL + nth


def index_of(s: Battle, seat: int, code: int) -> int:
    """Returns the index in its lane of the drone with a code; `NOWHERE` if there is none."""
    if code < 0:
        return NOWHERE
    kind, lane, nth = kind_of(code), lane_of(code), code % cards.MOST_EQUAL
    for index, drone in enumerate(s.rows[seat * LANES + lane]):
        if drone.kind == kind:
            if nth == 0:
                return index
            nth -= 1
    return NOWHERE


def drone_of(s: Battle, seat: int, code: int) -> Drone | None:
    """Returns the drone of a seat with a code; None if there is none."""
    index = index_of(s, seat, code)
    return None if index < 0 else s.rows[seat * LANES + lane_of(code)][index]


def lane_codes(s: Battle, seat: int, lane: int) -> list[int]:
    """Lists the drones of a seat in a lane, by code."""
    return [code_at(s, seat, lane, index) for index in range(len(s.rows[seat * LANES + lane]))]


def board_codes(s: Battle, seat: int) -> list[int]:
    """Lists the drones of a seat, by code."""
    return [code for lane in range(LANES) for code in lane_codes(s, seat, lane)]


# Words.

# A section as the target of an attack, and its code among those of drones.
SECTION_WORD: Final = "section"
SECTION_CODE: Final = 0
# Drones as they are written everywhere, such as `scout 1.2`; and without their lane, such as
# `scout.2`, which is only read: players type it, and older records hold it.
LANE_WORDS: Final[list[str]] = [
    word if nth == 0 else f"{word}.{nth + 1}"
    for word in cards.DRONE_WORDS
    for nth in range(cards.MOST_EQUAL)
]
BOARD_WORDS: Final[list[str]] = [
    f"{word} {lane + 1}" if nth == 0 else f"{word} {lane + 1}.{nth + 1}"
    for word in cards.DRONE_WORDS
    for lane in range(LANES)
    for nth in range(cards.MOST_EQUAL)
]
LANE_CODES: Final[dict[str, int]] = {
    word: at for at, word in enumerate(LANE_WORDS) if at >= cards.MOST_EQUAL
}
BOARD_CODES: Final[dict[str, int]] = {
    word: at for at, word in enumerate(BOARD_WORDS) if at >= LANES * cards.MOST_EQUAL
}
WAY_WORDS: Final[dict[int, str]] = {
    way: f"{way // LANES + 1} > {way % LANES + 1}"
    for way in range(WAYS)
    if way // LANES != way % LANES
}


def code_in_lane(word: str, lane: int) -> int:
    """Reads a drone that was written without its lane, such as `scout.2`; `NOWHERE` for none."""
    code = LANE_CODES.get(word, NOWHERE)
    return code if code < 0 else code_of(code // cards.MOST_EQUAL, lane, code % cards.MOST_EQUAL)


def attacked_code(word: str, lane: int) -> int:
    """Reads the target of an attack from a lane: a section or a drone; `NOWHERE` for none."""
    if word == SECTION_WORD:
        return SECTION_CODE
    code = BOARD_CODES.get(word, NOWHERE)
    return code_in_lane(word, lane) if code < 0 else code


def attacked_word(code: int) -> str:
    """Writes the target of an attack."""
    return SECTION_WORD if code == SECTION_CODE else BOARD_WORDS[code]


def words_of(target: int) -> dict[int, str]:
    """Returns the words for everything that a class of targets can name."""
    if target == cards.NO_TARGET:
        return {0: ""}
    if target in (cards.OWN_LANE, cards.ENEMY_LANE, cards.BOTH_LANES, cards.OWN_SECTION):
        return {lane: str(lane + 1) for lane in range(LANES)}
    if target == cards.DRONE_TYPE:
        return {kind: word for kind, word in enumerate(cards.DRONE_WORDS) if kind}
    if target == cards.LANE_TO_LANE:
        return WAY_WORDS
    if target == cards.ENEMY_UPGRADE:
        return {
            kind * UPGRADE_BASE + card: f"{cards.CARD_WORDS[card]} on {cards.DRONE_WORDS[kind]}"
            for kind in range(1, len(cards.DRONE_WORDS))
            for card in range(len(cards.CARD_WORDS))
            if cards.IS_UPGRADE[card]
        }
    drones = {code: word for word, code in BOARD_CODES.items()}
    if target == cards.DRONE_AND_LANE:
        return {
            code * LANES + to: f"{word} > {to + 1}"
            for code, word in drones.items()
            for to in range(LANES)
            if to != lane_of(code)
        }
    if target == cards.ANY_DRONE:
        drones |= {OWN + code: f"own {word}" for code, word in drones.items()}
    return drones


TARGET_WORDS: Final[list[dict[int, str]]] = [
    words_of(target) for target in range(len(cards.TARGETS))
]
TARGET_CODES: Final[list[dict[str, int]]] = [
    {word: code for code, word in words.items()} for words in TARGET_WORDS
]


# What can be chosen now.


def add_targets(s: Battle, seat: int, card: int, codes: list[int]) -> None:
    """Adds everything that a seat can play a card on."""
    target = cards.CARDS[card].target
    if target == cards.NO_TARGET:
        codes.append(0)
    elif target <= cards.OWN_EXHAUSTED:
        add_drones(s, seat, target, codes)
    elif target <= cards.OWN_SECTION:
        codes.extend((0, 1, 2))
    elif target == cards.DRONE_AND_LANE:
        add_moves(s, seat, codes)
    elif target == cards.LANE_TO_LANE:
        add_ways(s, seat, codes)
    elif target == cards.ENEMY_UPGRADE:
        codes.extend(sorted(set(s.board.upgrades[1 - seat])))
    else:
        assert target == cards.DRONE_TYPE
        for kind in s.board.pools[seat]:
            if can_upgrade(s, seat, card, kind):
                codes.append(kind)


def add_drones(s: Battle, seat: int, target: int, codes: list[int]) -> None:
    """Adds the drones that a card can be played on, enemy ones first."""
    if target in (cards.ANY_DRONE, cards.ENEMY_DRONE):
        for lane in range(LANES):
            jammed = is_jammed(s, 1 - seat, lane)
            for index, drone in enumerate(s.rows[(1 - seat) * LANES + lane]):
                if not jammed or cards.DRONES[drone.kind].keywords & cards.JAMMER:
                    codes.append(code_at(s, 1 - seat, lane, index))
    if target != cards.ENEMY_DRONE:
        offset = OWN if target == cards.ANY_DRONE else 0
        for lane in range(LANES):
            for index, drone in enumerate(s.rows[seat * LANES + lane]):
                if target != cards.OWN_EXHAUSTED or not drone.ready:
                    codes.append(offset + code_at(s, seat, lane, index))


def add_moves(s: Battle, seat: int, codes: list[int]) -> None:
    """Adds the ready drones of a seat, each with the lanes that it can go to."""
    for lane in range(LANES):
        for index, drone in enumerate(s.rows[seat * LANES + lane]):
            if not drone.ready:
                continue
            for to in (lane - 1, lane + 1):
                if can_enter(s, seat, drone, lane, to):
                    codes.append(code_at(s, seat, lane, index) * LANES + to)


def add_ways(s: Battle, seat: int, codes: list[int]) -> None:
    """Adds the ways from a lane to a neighbour that some ready drone of a seat can take."""
    for lane in range(LANES):
        for to in (lane - 1, lane + 1):
            if movable(s, seat, lane, to):
                codes.append(lane * LANES + to)


def movable(s: Battle, seat: int, lane: int, to: int) -> list[int]:
    """Lists the ready drones of a lane that can go to another, by index."""
    found: list[int] = []
    for index, drone in enumerate(s.rows[seat * LANES + lane]):
        if drone.ready and can_enter(s, seat, drone, lane, to):
            found.append(index)
    return found


# What a target means.


def is_drone_target(target: int) -> bool:
    """Tells whether a class of targets is a single drone."""
    return cards.ANY_DRONE <= target <= cards.OWN_EXHAUSTED


def side_of(target: int, code: int, seat: int) -> int:
    """Returns whose drone, lane or section a target of a seat's card is."""
    if target == cards.ANY_DRONE:
        return 1 - seat if code < OWN else seat
    return 1 - seat if target in (cards.ENEMY_DRONE, cards.ENEMY_LANE) else seat


def target_lane(target: int, code: int) -> int:
    """Returns the lane of a target that is a drone, a lane or a section."""
    return lane_of(code % OWN) if is_drone_target(target) else code
