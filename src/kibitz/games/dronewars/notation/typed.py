"""Moves as they are written and as a player types them.

A move is written as `deploy scout 1`, `attack bomber 1 > scout 1` or `play nuke > 2`. A player may
begin words with a few letters, leave out what is clear (the first word, a lane, `>`), name a
section instead of its lane, and write `to` or `on` for `>`: `bomber section`, `laser scout`,
`shield bridge`, `mo sc to 2`. Case and spare spaces do not matter.

Each move consists of parts (see `parts_of`). A text fits a move if its words are words of its
parts, in their order. What is left out or only begun counts against it; the legal moves that fit
best are meant.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from kibitz.core.document import shorten
from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError, suggest
from kibitz.core.move import Move
from kibitz.games.dronewars.cards.catalogue import (
    ANY_DRONE,
    CARD_WORDS,
    CARDS,
    DRONE_AND_LANE,
    DRONE_TYPE,
    DRONE_WORDS,
    DRONES,
    ENEMY_DRONE,
    ENEMY_UPGRADE,
    LANE_TO_LANE,
    LANES,
    MOST_EQUAL,
    NO_TARGET,
    OWN_SECTION,
    SECTION_WORDS,
    SECTIONS,
    plain,
)
from kibitz.games.dronewars.moves import (
    DECLINE_MOVE,
    DONE_MOVE,
    KINDS,
    PASS_MOVE,
    PLACEMENTS,
    RECALCULATE_MOVE,
    Attack,
    Choose,
    Deploy,
    Discard,
    Intercept,
    Keep,
    Mark,
    MoveDrone,
    Place,
    Play,
    Reallocate,
    Recall,
    Remove,
    Shield,
    Use,
    list_moves,
)
from kibitz.games.dronewars.moves.common import (
    SECTION_CODE,
    SECTION_WORD,
    CardMove,
    DroneMove,
    WarMove,
    board_codes,
)
from kibitz.games.dronewars.rules.questions import asked_of
from kibitz.games.dronewars.rules.targets import (
    BOARD_WORDS,
    LANE_CODES,
    LANE_WORDS,
    OWN,
    TARGET_WORDS,
    drone_of,
    is_drone_target,
    kind_of,
)
from kibitz.games.dronewars.state import HAND, UPGRADE_BASE, Battle, Drone, pile

SINGLE: Final[dict[str, Move[Battle]]] = {
    "done": DONE_MOVE,
    "decline": DECLINE_MOVE,
    "recalculate": RECALCULATE_MOVE,
    "pass": PASS_MOVE,
}
VERBS: Final[list[str]] = [kind.id for kind in KINDS]
LANE_WORD: Final = re.compile(rf"[1-{LANES}]")
# How many moves an error names, and how much of a text is compared with names.
NAMED: Final = 6
SHOWN: Final = 40


# Moves just as they are written.


def read_written(text: str) -> Move[Battle] | None:
    """Reads a move exactly as it is written; None if it is none."""
    words = plain(text)
    if words in SINGLE:
        return SINGLE[words]
    kind, _, rest = words.partition(" ")
    made = make_move(kind, rest)
    if made is None or made.invalid() or str(made) != words or lacks_lane(made):
        return None
    return made


def lacks_lane(move: Move[Battle]) -> bool:
    """Tells whether a move names a drone without its lane, which is not how it is written."""
    if isinstance(move, Attack):
        return move.target in LANE_CODES
    return isinstance(move, Intercept) and move.drone in LANE_CODES


def make_move(kind: str, rest: str) -> Move[Battle] | None:
    """Makes a move from the words after its kind; they may be wrong."""
    first, _, to = rest.partition(" > ")
    if kind in ("shield", "deploy", "move", "reallocate"):
        return make_lane_move(kind, rest, first)
    if kind == "attack":
        return Attack(first, to)
    if kind == "play":
        return Play(first, to)
    if kind == "use":
        return Use(first, to)
    if kind == "place":
        return Place(rest) if rest in PLACEMENTS else None
    maker = ONE_WORD.get(kind)
    return None if maker is None else maker(rest)


# Moves with one word after their kind.
ONE_WORD: Final[dict[str, Callable[[str], Move[Battle]]]] = {
    "keep": Keep,
    "discard": Discard,
    "remove": Remove,
    "recall": Recall,
    "mark": Mark,
    "intercept": Intercept,
    "choose": Choose,
}


def make_lane_move(kind: str, rest: str, first: str) -> Move[Battle] | None:
    """Makes a move with a lane."""
    lane = rest[-1:]
    if LANE_WORD.fullmatch(lane) is None:
        return None
    if kind == "shield":
        return Shield(int(lane))
    if kind == "deploy":
        return Deploy(rest[:-1].rstrip(), int(lane))
    if kind == "move":
        return MoveDrone(first, int(lane))
    return Reallocate(int(first), int(lane)) if LANE_WORD.fullmatch(first) else None


# Words that a player types.

AIM: Final = ">"
AIMS: Final = ("->", "to", "on", "at", "into", "vs")
# What the drawing writes for long words.
SHORT: Final = {"std": "standard"}
# Words that say nothing.
SPARE: Final = ("lane", "in", "from", "the", "with", "drone", "card")
OTHER_VERBS: Final[dict[str, tuple[str, ...]]] = {
    "attack": ("hit", "shoot"),
    "deploy": ("build", "launch"),
    "intercept": ("block",),
    "decline": ("no",),
    "pass": ("end",),
    "choose": ("take",),
    "keep": ("take",),
}
# Kinds that can be meant without their first word. The others are too dangerous: the name of a
# drone alone does not recall it.
CLEAR: Final = (
    *("keep", "place", "discard", "remove", "deploy", "attack", "move", "play", "intercept"),
    *("choose", "shield"),
)
# Kinds that a player tries in the wrong phase without their first word.
TURNS: Final = ("deploy", "attack", "move", "play")
# Printed names of several words, and what stands for them in moves.
LONG_NAMES: Final[list[tuple[str, str]]] = [
    (plain(section.name), section.word) for section in SECTIONS[1:] if " " in section.name
]


def tokens_of(text: str) -> list[str]:
    """Splits what is typed into words; those that say nothing are left out."""
    words = plain(text.replace(">", " > ").replace("-  >", ">").replace(",", " "))
    for name, word in LONG_NAMES:
        words = words.replace(name, word)
    found = [AIM if word in AIMS else word for word in words.replace("_", " ").split()]
    found = [SHORT.get(word, word) for word in found]
    return [re.sub(r"^l(?=[1-3]$)", "", word) for word in found if word not in SPARE]


# How well words fit.

MISFIT: Final = 10_000
LEFT_OUT: Final = 10
BEGUN: Final = 1
FREE: Final = 0
# Without the first word of a move, a name must be typed with so many letters.
SHORTEST: Final = 3


class Part:
    """A part of a move.

    Attributes:
        words: the ways to write it, each of one or more words.
        skip: what it counts against the move to leave it out; `MISFIT` if it must be there.
    """

    def __init__(self, words: Sequence[str], skip: int = LEFT_OUT) -> None:
        self.words: Final = [way.split() for way in words]
        self.skip: Final = skip


AIM_PART: Final = Part([AIM], FREE)
ENEMY_PART: Final = Part(["enemy", "foe", "their"], FREE)
OWN_PART: Final = Part(["own", "my"], MISFIT)
NAME_PARTS: Final = [Part([word]) for word in DRONE_WORDS]
LANE_PARTS: Final = [Part([str(lane + 1)]) for lane in range(LANES)]


def fit_words(words: Sequence[str], tokens: Sequence[str]) -> int:
    """Tells how well typed words fit a name; words of it may be left out."""
    total, at = 0, 0
    for token in tokens:
        while at < len(words) and not words[at].startswith(token):
            at += 1
        if at == len(words):
            return MISFIT
        total += FREE if words[at] == token else BEGUN
        at += 1
    return total + (BEGUN if len(tokens) < len(words) else FREE)


def fit_parts(parts: Sequence[Part], tokens: Sequence[str], at: int = 0, start: int = 0) -> int:
    """Tells how well typed words fit the parts of a move from some part on; low is good."""
    if at == len(parts):
        return FREE if start == len(tokens) else MISFIT
    part = parts[at]
    best = MISFIT
    if part.skip < MISFIT and (at or len(tokens[0]) >= SHORTEST):
        best = part.skip + fit_parts(parts, tokens, at + 1, start)
    for words in part.words:
        for end in range(start + 1, min(start + len(words), len(tokens)) + 1):
            fit = fit_words(words, tokens[start:end])
            if fit < MISFIT:
                best = min(best, fit + fit_parts(parts, tokens, at + 1, end))
    return min(best, MISFIT)


# The parts of moves.


def board_parts(code: int) -> list[Part]:
    """Returns the parts of a drone on the board: its name, and its lane with its number."""
    return [NAME_PARTS[kind_of(code)], Part([lane_word(code)])]


def acting_parts(code: int) -> list[Part]:
    """Returns the parts of the drone that moves or is used, whose name must be there."""
    return [Part([DRONE_WORDS[kind_of(code)]], MISFIT), board_parts(code)[1]]


def lane_parts(code: int) -> list[Part]:
    """Returns the parts of a drone in a lane that is known; the lane need not be there."""
    return [Part([LANE_WORDS[in_lane(code)]]), Part([lane_word(code)], FREE)]


def lane_word(code: int) -> str:
    """Returns the lane and number of a drone, such as `1.2`."""
    return BOARD_WORDS[code].rpartition(" ")[2]


def section_part(s: Battle, seat: int, lane: int) -> Part:
    """Returns the part for a section of a ship: its lane or its name."""
    return Part([str(lane + 1), SECTION_WORDS[s.board.sections[seat * LANES + lane]] or AIM])


def verb_part(move: Move[Battle]) -> Part:
    """Returns the part for the first word of a move."""
    ways = [move.id, *OTHER_VERBS.get(move.id, ())]
    return Part(ways, LEFT_OUT if move.id in CLEAR else MISFIT)


def parts_of(s: Battle, seat: int, move: Move[Battle]) -> list[Part]:
    """Returns the parts of a move of a seat."""
    return [verb_part(move), *inner_parts(s, seat, move)]


def inner_parts(s: Battle, seat: int, move: Move[Battle]) -> list[Part]:
    """Returns the parts of a move after its first word."""
    if isinstance(move, Attack):
        return [*board_parts(move.code), AIM_PART, ENEMY_PART, *target_parts(s, seat, move)]
    if isinstance(move, Play):
        return [Part([move.card], MISFIT), *played_parts(s, seat, move)]
    if isinstance(move, MoveDrone):
        return [*acting_parts(move.code), AIM_PART, LANE_PARTS[move.to - 1]]
    if isinstance(move, Deploy):
        return [Part([move.drone], MISFIT), AIM_PART, LANE_PARTS[move.lane - 1]]
    if isinstance(move, Use):
        aimed = [] if move.target < 0 else [AIM_PART, *board_parts(move.target)]
        return [*acting_parts(move.code), *aimed]
    if isinstance(move, DroneMove):
        return acting_parts(move.code)
    return other_parts(s, seat, move)


def other_parts(s: Battle, seat: int, move: Move[Battle]) -> list[Part]:
    """Returns the parts of moves with a word or a lane."""
    if isinstance(move, CardMove):
        return [Part([move.card], MISFIT)]
    if isinstance(move, Intercept):
        return lane_parts(move.code)
    if isinstance(move, Choose):
        return acting_parts(move.drone) if move.drone >= 0 else [Part([move.item], MISFIT)]
    if isinstance(move, Keep):
        return [Part([move.drone], MISFIT)]
    if isinstance(move, Place):
        return [Part([move.sections], MISFIT)]
    if isinstance(move, Shield):
        return [AIM_PART, section_part(s, seat, move.lane - 1)]
    if isinstance(move, Reallocate):
        ends = [section_part(s, seat, lane - 1) for lane in (move.lane, move.to)]
        return [ends[0], AIM_PART, ends[1]]
    return []


def target_parts(s: Battle, seat: int, move: Attack) -> list[Part]:
    """Returns the parts of what is attacked."""
    if move.target_code == SECTION_CODE:
        section = s.board.sections[(1 - seat) * LANES + move.lane]
        return [Part([SECTION_WORD, SECTION_WORDS[section] or SECTION_WORD])]
    return lane_parts(move.target_code)


def played_parts(s: Battle, seat: int, move: Play) -> list[Part]:
    """Returns the parts of what a card is played on."""
    target, code = CARDS[move.number].target, move.code
    if target == NO_TARGET:
        return []
    if is_drone_target(target):
        if target == ANY_DRONE and code >= OWN:
            return [AIM_PART, OWN_PART, *board_parts(code - OWN)]
        foe = [ENEMY_PART] if target in (ANY_DRONE, ENEMY_DRONE) else [Part(["own", "my"], FREE)]
        return [AIM_PART, *foe, *board_parts(code)]
    if target == DRONE_AND_LANE:
        drone, to = code // LANES, code % LANES
        return [AIM_PART, *board_parts(drone), AIM_PART, LANE_PARTS[to]]
    if target == LANE_TO_LANE:
        return [AIM_PART, LANE_PARTS[code // LANES], AIM_PART, LANE_PARTS[code % LANES]]
    if target == DRONE_TYPE:
        return [AIM_PART, NAME_PARTS[code]]
    if target == ENEMY_UPGRADE:
        kind, card = code // UPGRADE_BASE, code % UPGRADE_BASE
        return [AIM_PART, Part([CARD_WORDS[card]]), AIM_PART, NAME_PARTS[kind]]
    return [AIM_PART, section_part(s, seat, code) if target == OWN_SECTION else LANE_PARTS[code]]


# What a player means.


def find_typed(s: Battle, seat: int, text: str) -> Move[Battle] | None:
    """Finds the legal move that a player means; None if none fits.

    Raises:
        AmbiguousMoveError: if several fit equally well.
    """
    legal = list_moves(s) if seat == s.seat else []
    found = without_twins(s, seat, matching(s, seat, legal, tokens_of(text)))
    if len(found) > 1:
        raise AmbiguousMoveError(f"{shorten(text)} fits {len(found)} moves: {listed(found)}")
    return found[0] if found else None


def matching(
    s: Battle, seat: int, moves: Sequence[Move[Battle]], tokens: Sequence[str]
) -> list[Move[Battle]]:
    """Returns the moves that fit best; several if they fit equally well."""
    if not any(token.isalpha() for token in tokens):
        return []
    best = MISFIT - 1
    found: list[Move[Battle]] = []
    for move in moves:
        parts = parts_of(s, seat, move)
        if len(parts) == 1 and not names_verb(move, tokens):
            continue
        fit = fit_parts(parts, tokens)
        if fit < best:
            best, found = fit, []
        if fit == best:
            found.append(move)
    return found


def names_verb(move: Move[Battle], tokens: Sequence[str]) -> bool:
    """Tells whether a word can only mean a move that consists of a single word."""
    begun = [verb for verb in VERBS if verb.startswith(tokens[0])]
    return begun == [move.id] or tokens[0] in OTHER_VERBS.get(move.id, ())


def same_drone(s: Battle, seat: int, code: int) -> int:
    """Returns the code of the first drone in the lane that is just like the one with a code."""
    drone = drone_of(s, seat, code)
    for nth in range(code % MOST_EQUAL):
        other = drone_of(s, seat, code - code % MOST_EQUAL + nth)
        if drone is not None and other is not None and is_twin(drone, other):
            return code - code % MOST_EQUAL + nth
    return code


def is_twin(one: Drone, other: Drone) -> bool:
    """Tells whether two drones are alike in everything."""
    return one.key() == other.key()


def twin_key(s: Battle, seat: int, move: Move[Battle]) -> tuple[str, int, int]:
    """Returns what makes a move different from moves with equal drones."""
    if isinstance(move, Attack):
        target = move.target_code
        if target != SECTION_CODE:
            target = same_drone(s, 1 - seat, target)
        return (move.id, same_drone(s, seat, move.code), target)
    if isinstance(move, Use) and DRONES[kind_of(move.code)].ability:
        return (f"{move.id} {move.to}", same_drone(s, seat, move.code), 0)
    if isinstance(move, MoveDrone):
        return (move.id, same_drone(s, seat, move.code), move.to)
    if isinstance(move, (Remove, Recall)):
        return (move.id, same_drone(s, seat, move.code), 0)
    if isinstance(move, Mark):
        return (move.id, same_drone(s, 1 - seat, move.code), 0)
    if isinstance(move, Play) and is_drone_target(CARDS[move.number].target):
        mine = move.code >= OWN or CARDS[move.number].target not in (ANY_DRONE, ENEMY_DRONE)
        side = seat if mine else 1 - seat
        return (move.card, same_drone(s, side, move.code % OWN), int(mine))
    return (str(move), 0, 0)


def without_twins(s: Battle, seat: int, moves: Sequence[Move[Battle]]) -> list[Move[Battle]]:
    """Leaves out moves that differ only in which of several equal drones they name."""
    found: dict[tuple[str, int, int], Move[Battle]] = {}
    for move in moves:
        found.setdefault(twin_key(s, seat, move), move)
    return [*found.values()]


def listed(moves: Sequence[Move[Battle]]) -> str:
    """Lists moves for an error, the first few of many."""
    names = "; ".join([str(move) for move in moves[:NAMED]])
    return f"{names} and {len(moves) - NAMED} more" if len(moves) > NAMED else names


# Moves that are not legal, so that the rules can say why.


def find_proposed(s: Battle, seat: int, text: str) -> Move[Battle] | None:
    """Finds a move that a player means and that is not legal now, if need be of another phase."""
    tokens, moves = tokens_of(text), proposals(s, seat)
    if not tokens:
        return None
    now = [move for move in moves if is_due(s, seat, move)]
    later = [move for move in moves if move.id in TURNS or move.id.startswith(tokens[0])]
    found = matching(s, seat, now, tokens) or matching(s, seat, later, tokens)
    return found[0] if found else None


def is_due(s: Battle, seat: int, move: Move[Battle]) -> bool:
    """Tells whether moves of a kind can be made in this phase, or answer what is asked."""
    kind = type(move)
    if not issubclass(kind, WarMove) or seat != s.seat:
        return False
    asked = asked_of(s, seat)
    if asked is not None:
        return kind.id in asked.moves
    return not kind.answers and (kind.phases >> s.phase) & 1 == 1


def proposals(s: Battle, seat: int) -> list[Move[Battle]]:
    """Lists moves that a player could mean: with all drones on the board and all cards."""
    own, lanes = board_codes(s, seat), range(1, LANES + 1)
    foes = board_codes(s, 1 - seat)
    words = [BOARD_WORDS[code] for code in own]
    found: list[Move[Battle]] = [*SINGLE.values()]
    targets = [*[BOARD_WORDS[code] for code in foes], SECTION_WORD]
    found += [Attack(word, target) for word in words for target in targets]
    found += [MoveDrone(word, to) for word in words for to in lanes]
    found += played(s, seat, own, foes)
    used = ["", *[BOARD_WORDS[code] for code in [*foes, *own]]]
    found += [Use(word, target) for word in words for target in used]
    found += [Deploy(word, lane) for word in DRONE_WORDS[1:] for lane in lanes]
    for word in words:
        found += [Recall(word), Remove(word), Choose(word)]
    found += [Mark(BOARD_WORDS[code]) for code in foes]
    found += [Intercept(word) for word in words]
    found += [Keep(word) for word in DRONE_WORDS[1:]]
    for card in CARD_WORDS[1:]:
        found += [Discard(card), Choose(card)]
    found += [Shield(lane) for lane in lanes]
    return found + [Reallocate(lane, to) for lane in lanes for to in lanes if lane != to]


def in_lane(code: int) -> int:
    """Returns the code of a drone of the board among those of a lane."""
    return kind_of(code) * MOST_EQUAL + code % MOST_EQUAL


def played(s: Battle, seat: int, own: list[int], foes: list[int]) -> list[Move[Battle]]:
    """Lists all cards, those of the hand first, on everything that is there."""
    hand = pile(s, HAND, seat)
    found: list[Move[Battle]] = []
    for number in sorted(range(1, len(CARDS)), key=lambda card: card not in hand):
        words = TARGET_WORDS[CARDS[number].target]
        for code in target_codes(CARDS[number].target, own, foes):
            if code in words:
                found.append(Play(CARD_WORDS[number], words[code]))
    return found


def target_codes(target: int, own: list[int], foes: list[int]) -> Sequence[int]:
    """Lists what a player could try to play a card on."""
    if target == ANY_DRONE:
        return [*foes, *[OWN + code for code in own]]
    if is_drone_target(target):
        return foes if target == ENEMY_DRONE else own
    if target == DRONE_AND_LANE:
        return [code * LANES + to for code in own for to in range(LANES)]
    if target == ENEMY_UPGRADE:
        return list(TARGET_WORDS[target])
    if target == NO_TARGET:
        return [0]
    return range(len(DRONE_WORDS)) if target == DRONE_TYPE else range(LANES * LANES)


# Text that cannot be read.


def unreadable(s: Battle, seat: int, text: str) -> InvalidMoveError:
    """Makes the error for a text that fits no move: names the word that is wrong."""
    wanted = plain(text)
    said = f"cannot read {shorten(wanted)}"
    legal = list_moves(s) if seat == s.seat else []
    same = [move for move in legal if move.id == wanted.partition(" ")[0]]
    known = known_words(s, seat)
    for token in tokens_of(text):
        if not any(word.startswith(token) for word in known):
            near = suggest(token[:SHOWN], same_words(same) if same else known)
            if near.startswith("did"):
                return InvalidMoveError(f"{said}: unknown {shorten(token)}; {near}")
            said = f"{said}: unknown {shorten(token)}"
            break
    if same or not legal:
        return InvalidMoveError(f"{said}: expected {listed(same or legal) or 'nothing'}")
    near = suggest(wanted[:SHOWN], [str(move) for move in legal])
    meant = near if near.startswith("did") else f"legal now: {listed(legal)}"
    return InvalidMoveError(f"{said}; {meant}")


def same_words(moves: Sequence[Move[Battle]]) -> list[str]:
    """Lists the words of moves after their first one."""
    words = [word for move in moves for word in str(move).replace(">", " ").split()[1:]]
    return [word for word in dict.fromkeys(words) if word[0].isalpha()]


def known_words(s: Battle, seat: int) -> list[str]:
    """Lists the words of everything that can be named."""
    names = [*CARD_WORDS, *DRONE_WORDS, *SECTION_WORDS, *VERBS, SECTION_WORD, "own", "enemy", AIM]
    others = [way for ways in OTHER_VERBS.values() for way in ways]
    words = [word for name in [*names, *others] for word in name.split()]
    lanes = [lane_word(code) for code in board_codes(s, seat)]
    return [*dict.fromkeys([*words, *lanes, *[str(lane + 1) for lane in range(LANES)]])]
