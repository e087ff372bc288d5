"""Moves as they are written and as a player types them.

A move is written as `deploy scout 1`, `attack bomber 1 > scout 1` or `play nuke > 2`. A player may
begin words with a few letters, leave out what is clear (the first word, a lane, `>`), name a
section instead of its lane, and write `to` or `on` for `>`: `bomber section`, `laser scout`,
`shield bridge`, `mo sc to 2`. Case and spare spaces do not matter.

`sayings` lists the phrases of each move; `kibitz.core.typed` fits the typed words to them.
"""

from collections.abc import Sequence
from typing import Final

from kibitz.core import typed
from kibitz.core.move import Move
from kibitz.core.typed import Phrase, Saying
from kibitz.games.dronewars import cards, moves
from kibitz.games.dronewars.rules import targets
from kibitz.games.dronewars.rules.phases import asked_of
from kibitz.games.dronewars.rules.targets import BOARD_WORDS, SECTION_WORD
from kibitz.games.dronewars.state import HAND, UPGRADE_BASE, Battle, pile

# Moves that are written with texts alone; the others end with a lane.
WRITTEN: Final = {
    kind.id: kind
    for kind in moves.KINDS
    if not kind.always and kind.id not in ("shield", "deploy", "move", "reallocate")
}
LANE_NUMBERS: Final = {str(lane): lane for lane in range(1, cards.LANES + 1)}


def read_written(text: str) -> Move[Battle] | None:
    """Reads a move exactly as it is written; None if it is not a move."""
    words = cards.plain(text)
    made = typed.make_written(WRITTEN, words) or read_lane_move(words)
    return None if made is None or lacks_lane(made) else made


def read_lane_move(words: str) -> Move[Battle] | None:
    """Reads a move with a lane at its end."""
    kind, _, rest = words.partition(" ")
    first, _, _ = rest.partition(" > ")
    source, lane = LANE_NUMBERS.get(first, 0), LANE_NUMBERS.get(words[-1:], 0)
    made: Move[Battle] | None = None
    if kind == "shield":
        made = moves.Shield(lane)
    elif kind == "deploy":
        made = moves.Deploy(rest[:-1].rstrip(), lane)
    elif kind == "move":
        made = moves.MoveDrone(first, lane)
    elif kind == "reallocate":
        made = moves.Reallocate(source, lane)
    return None if made is None or made.invalid() or str(made) != words else made


def lacks_lane(move: Move[Battle]) -> bool:
    """Tells whether a move names a drone without its lane, which is not how it is written."""
    if isinstance(move, moves.Attack):
        return move.target in targets.LANE_CODES
    return isinstance(move, moves.Intercept) and move.drone in targets.LANE_CODES


# Words that a player types.

# What stands for `>`, what the drawing writes for long words, and lanes such as `l2`.
SHORT: Final = {
    **dict.fromkeys(("->", "to", "on", "at", "into", "vs"), typed.AIM),
    "std": "standard",
    **{f"l{lane + 1}": str(lane + 1) for lane in range(cards.LANES)},
}
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
# How many letters of a name must be typed if the first word of the move is left out.
SHORTEST: Final = 3
# Kinds that a player tries in the wrong phase without their first word.
TURNS: Final = ("deploy", "attack", "move", "play")
# Printed names of several words, and what stands for them in moves.
LONG_NAMES: Final[list[tuple[str, str]]] = [
    (cards.plain(section.name), section.word)
    for section in cards.SECTIONS[1:]
    if " " in section.name
]


def typed_words(text: str) -> list[str]:
    """Splits what is typed into words; those that say nothing are left out."""
    words = cards.plain(text.replace(">", " > ").replace("-  >", ">").replace(",", " "))
    for name, word in LONG_NAMES:
        words = words.replace(name, word)
    found = [SHORT.get(word, word) for word in words.replace("_", " ").split()]
    return [word for word in found if word not in SPARE]


# Phrases of moves. All of them are made once, because each is compared with a text only once.

ENEMY: Final = Phrase(["enemy", "foe", "their"], typed.FREE)
OWN_SIDE: Final = Phrase(["own", "my"], typed.FREE)
OWN_NEEDED: Final = Phrase(["own", "my"], typed.MISFIT)
# The first words of moves: where they may be left out, and where not.
VERB_WAYS: Final = {kind.id: [kind.id, *OTHER_VERBS.get(kind.id, ())] for kind in moves.KINDS}
VERB_LIST: Final = [(word, kind) for kind, ways in VERB_WAYS.items() for word in ways]
NEEDED_VERBS: Final = {word: Phrase(ways, typed.MISFIT) for word, ways in VERB_WAYS.items()}
CLEAR_VERBS: Final = NEEDED_VERBS | {word: Phrase(VERB_WAYS[word]) for word in CLEAR}
# Names of drones and cards: where they may be left out, and where not.
NAMES: Final = {word: Phrase([word]) for word in (*cards.DRONE_WORDS, *cards.CARD_WORDS)}
NEEDED: Final = {
    word: Phrase([word], typed.MISFIT)
    for word in (*cards.DRONE_WORDS, *cards.CARD_WORDS, *moves.PLACEMENTS)
}
LANE_PHRASES: Final = [Phrase([str(lane + 1)]) for lane in range(cards.LANES)]
THEIR_SECTION: Final = {
    word: Phrase([SECTION_WORD, word or SECTION_WORD]) for word in cards.SECTION_WORDS
}
# A section of one's own ship by its lane or its name, for each lane.
OWN_SECTIONS: Final = [
    {word: Phrase([str(lane + 1), word or typed.AIM]) for word in cards.SECTION_WORDS}
    for lane in range(cards.LANES)
]
# Drones whose lane is known, such as `scout.2`, and their lane and number. The first of drones that
# are alike is meant if nothing else is said; in a known lane, also the first of a type.
BEFORE: Final = 1
STANDING: Final = [Phrase([word]) for word in targets.LANE_WORDS]
SPOTS: Final = [BOARD_WORDS[at].split()[-1] for at in range(cards.LANES * cards.MOST_EQUAL)]
SPOT_PHRASES: Final = [
    [Phrase([word], typed.LEFT_OUT + later * BEFORE) for word in SPOTS] for later in (0, 1)
]
SAME_LANE: Final = [Phrase([word], BEFORE * ("." in word)) for word in SPOTS]
# The phrases of a drone: its name, and its lane with its number. Each list has two tables by code:
# for the first of drones that are alike, and for the later ones.
CODES: Final = [divmod(code, len(SPOTS)) for code in range(len(cards.DRONE_WORDS) * len(SPOTS))]
DRONES: Final = [
    [[NAMES[cards.DRONE_WORDS[kind]], spots[spot]] for kind, spot in CODES]
    for spots in SPOT_PHRASES
]
NEEDED_DRONES: Final = [
    [[NEEDED[cards.DRONE_WORDS[kind]], spots[spot]] for kind, spot in CODES]
    for spots in SPOT_PHRASES
]
# The phrases of a drone in a lane that is known, by code; the lane need not be typed.
IN_LANE: Final = [
    [STANDING[kind * cards.MOST_EQUAL + spot % cards.MOST_EQUAL], SAME_LANE[spot]]
    for kind, spot in CODES
]


class Sides:
    """What sayings need to know about a battle.

    Attributes:
        seat: the seat that moves.
        sections: the words for the sections of both ships, by seat and then lane.
        drones: the phrases of drones on the board, by seat and then code.
        needed: the same with names that must be typed.
    """

    def __init__(self, s: Battle, seat: int) -> None:
        self.seat: Final = seat
        self.sections: Final = [cards.SECTION_WORDS[section] for section in s.board.sections]
        self.drones: Final = [DRONES[0][:], DRONES[0][:]]
        self.needed: Final = [NEEDED_DRONES[0][:], NEEDED_DRONES[0][:]]
        for place, row in enumerate(s.rows):
            for index, drone in enumerate(row):
                for other in row[:index]:
                    if other.kind == drone.kind and other.key() == drone.key():
                        side = place // cards.LANES
                        code = targets.code_at(s, side, place % cards.LANES, index)
                        self.drones[side][code] = DRONES[1][code]
                        self.needed[side][code] = NEEDED_DRONES[1][code]
                        break

    def own_section(self, lane: int) -> Phrase:
        """Returns the phrase for a section of one's own ship."""
        return OWN_SECTIONS[lane][self.sections[self.seat * cards.LANES + lane]]


def sayings(
    s: Battle, seat: int, given: Sequence[Move[Battle]], words: Sequence[str]
) -> list[Saying[Battle]]:
    """Lists how moves can be said; without their first word, only if a name is typed at length."""
    first, sides = words[0] if words else "", Sides(s, seat)
    begun = {kind for word, kind in VERB_LIST if word.startswith(first)}
    sole = [word for word in VERB_WAYS if word.startswith(first)]
    verbs = CLEAR_VERBS if len(first) >= SHORTEST and first[:SHORTEST].isalpha() else NEEDED_VERBS
    found: list[Saying[Battle]] = []
    for move in given:
        verb = verbs[move.id]
        if move.id in begun or verb.skip < typed.MISFIT:
            phrases = phrases_of(sides, move)
            # A word must say clearly that it means a move without anything else, such as to pass.
            if phrases or not first or sole == [move.id] or first in VERB_WAYS[move.id][1:]:
                found.append((move, [verb, *phrases]))
    return found


def phrases_of(sides: Sides, move: Move[Battle]) -> list[Phrase]:
    """Returns the phrases of a move after its first word."""
    seat = sides.seat
    if isinstance(move, moves.Attack):
        aim = [*sides.drones[seat][move.code], typed.AIM_PHRASE, ENEMY]
        if move.target_code == targets.SECTION_CODE:
            return [*aim, THEIR_SECTION[sides.sections[(1 - seat) * cards.LANES + move.lane]]]
        return [*aim, *IN_LANE[move.target_code]]
    if isinstance(move, moves.Play):
        return [
            NEEDED[move.card],
            *target_phrases(sides, cards.CARDS[move.number].target, move.code),
        ]
    if isinstance(move, moves.MoveDrone):
        drone = sides.needed[seat][move.code]
        return [*drone, typed.AIM_PHRASE, LANE_PHRASES[move.to - 1]]
    if isinstance(move, moves.Deploy):
        return [NEEDED[move.drone], typed.AIM_PHRASE, LANE_PHRASES[move.lane - 1]]
    if isinstance(move, moves.Use):
        drone = sides.needed[seat][move.code]
        aim = [typed.AIM_PHRASE, *sides.drones[1 - seat][move.target]] if move.target >= 0 else []
        return [*drone, *aim]
    if isinstance(move, moves.DroneMove):
        side = 1 - seat if isinstance(move, moves.Mark) else seat
        return sides.needed[side][move.code]
    return other_phrases(sides, move)


def other_phrases(sides: Sides, move: Move[Battle]) -> list[Phrase]:
    """Returns the phrases of moves with a word or a lane after their first word."""
    if isinstance(move, moves.CardMove):
        return [NEEDED[move.card]]
    if isinstance(move, moves.Intercept):
        return IN_LANE[move.code]
    if isinstance(move, moves.Choose):
        if move.drone >= 0:
            return sides.needed[sides.seat][move.drone]
        return [NEEDED.get(move.item) or Phrase([move.item], typed.MISFIT)]
    if isinstance(move, moves.Keep):
        return [NEEDED[move.drone]]
    if isinstance(move, moves.Place):
        return [NEEDED[move.sections]]
    if isinstance(move, moves.Shield):
        return [typed.AIM_PHRASE, sides.own_section(move.lane - 1)]
    if isinstance(move, moves.Reallocate):
        return [sides.own_section(move.lane - 1), typed.AIM_PHRASE, sides.own_section(move.to - 1)]
    return []


def target_phrases(sides: Sides, target: int, code: int) -> list[Phrase]:
    """Returns the phrases of what a card is played on."""
    if target == cards.NO_TARGET:
        return []
    if targets.is_drone_target(target):
        if target == cards.ANY_DRONE and code >= targets.OWN:
            return [typed.AIM_PHRASE, OWN_NEEDED, *sides.drones[sides.seat][code - targets.OWN]]
        if target in (cards.ANY_DRONE, cards.ENEMY_DRONE):
            return [typed.AIM_PHRASE, ENEMY, *sides.drones[1 - sides.seat][code]]
        return [typed.AIM_PHRASE, OWN_SIDE, *sides.drones[sides.seat][code]]
    if target == cards.DRONE_AND_LANE:
        drone = sides.drones[sides.seat][code // cards.LANES]
        return [typed.AIM_PHRASE, *drone, typed.AIM_PHRASE, LANE_PHRASES[code % cards.LANES]]
    if target == cards.LANE_TO_LANE:
        ends = [LANE_PHRASES[code // cards.LANES], LANE_PHRASES[code % cards.LANES]]
        return [typed.AIM_PHRASE, ends[0], typed.AIM_PHRASE, ends[1]]
    if target == cards.DRONE_TYPE:
        return [typed.AIM_PHRASE, NAMES[cards.DRONE_WORDS[code]]]
    if target == cards.ENEMY_UPGRADE:
        kind, card = code // UPGRADE_BASE, code % UPGRADE_BASE
        return [
            typed.AIM_PHRASE,
            NAMES[cards.CARD_WORDS[card]],
            typed.AIM_PHRASE,
            NAMES[cards.DRONE_WORDS[kind]],
        ]
    return [
        typed.AIM_PHRASE,
        sides.own_section(code) if target == cards.OWN_SECTION else LANE_PHRASES[code],
    ]


# Moves that are not legal, so that the rules can say why.


def propose(s: Battle, seat: int, words: Sequence[str]) -> Move[Battle] | None:
    """Finds a move that a player means and that is not legal now, if need be of another phase."""
    proposed = proposals(s, seat)
    now = [move for move in proposed if is_due(s, seat, move)]
    later = [move for move in proposed if move.id in TURNS or move.id.startswith(words[0])]
    for some in (now, later):
        found = typed.fitting(sayings(s, seat, some, words), words)
        if found:
            return found[0]
    return None


def is_due(s: Battle, seat: int, move: Move[Battle]) -> bool:
    """Tells whether moves of a kind can be made in this phase, or answer what is asked."""
    kind = type(move)
    if not issubclass(kind, moves.WarMove) or seat != s.seat:
        return False
    asked = asked_of(s, seat)
    if asked is not None:
        return kind.id in asked.moves
    return not kind.answers and (kind.phases >> s.phase) & 1 == 1


def proposals(s: Battle, seat: int) -> list[Move[Battle]]:
    """Lists moves that a player could mean: with all drones on the board and all cards."""
    own, lanes = targets.board_codes(s, seat), range(1, cards.LANES + 1)
    foes = targets.board_codes(s, 1 - seat)
    words = [BOARD_WORDS[code] for code in own]
    found: list[Move[Battle]] = [moves.DONE_MOVE, moves.DECLINE_MOVE]
    found += [moves.RECALCULATE_MOVE, moves.PASS_MOVE]
    aims = [*[BOARD_WORDS[code] for code in foes], SECTION_WORD]
    found += [moves.Attack(word, target) for word in words for target in aims]
    found += [moves.MoveDrone(word, to) for word in words for to in lanes]
    found += played(s, seat, own, foes)
    used = ["", *[BOARD_WORDS[code] for code in [*foes, *own]]]
    found += [moves.Use(word, target) for word in words for target in used]
    found += [moves.Deploy(word, lane) for word in cards.DRONE_WORDS[1:] for lane in lanes]
    for word in words:
        found += [moves.Recall(word), moves.Remove(word), moves.Choose(word)]
    found += [moves.Mark(BOARD_WORDS[code]) for code in foes]
    found += [moves.Intercept(word) for word in words]
    found += [moves.Keep(word) for word in cards.DRONE_WORDS[1:]]
    for card in cards.CARD_WORDS[1:]:
        found += [moves.Discard(card), moves.Choose(card)]
    found += [moves.Shield(lane) for lane in lanes]
    return found + [moves.Reallocate(lane, to) for lane in lanes for to in lanes if lane != to]


def played(s: Battle, seat: int, own: list[int], foes: list[int]) -> list[Move[Battle]]:
    """Lists all cards, those of the hand first, on everything that is there."""
    hand = pile(s, HAND, seat)
    found: list[Move[Battle]] = []
    for number in sorted(range(1, len(cards.CARDS)), key=lambda card: card not in hand):
        words = targets.TARGET_WORDS[cards.CARDS[number].target]
        for code in target_codes(cards.CARDS[number].target, own, foes):
            if code in words:
                found.append(moves.Play(cards.CARD_WORDS[number], words[code]))
    return found


def target_codes(target: int, own: list[int], foes: list[int]) -> Sequence[int]:
    """Lists what a player could try to play a card on."""
    if target == cards.ANY_DRONE:
        return [*foes, *[targets.OWN + code for code in own]]
    if targets.is_drone_target(target):
        return foes if target == cards.ENEMY_DRONE else own
    if target == cards.DRONE_AND_LANE:
        return [code * cards.LANES + to for code in own for to in range(cards.LANES)]
    if target == cards.ENEMY_UPGRADE:
        return list(targets.TARGET_WORDS[target])
    if target == cards.NO_TARGET:
        return [0]
    return (
        range(len(cards.DRONE_WORDS))
        if target == cards.DRONE_TYPE
        else range(cards.LANES * cards.LANES)
    )
