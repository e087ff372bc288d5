"""Moves as a player types them.

A card is named by its name, its version, its id, or a beginning of these: `quest moana`,
`shift rock star`, `ink L04`. A card in play may have its number in the row behind it, `mickey 2`,
and `my` or `their` before it. A challenge is `challenge maui aladdin`, `challenge aladdin with
maui` or `maui > aladdin`. An answer is what it names: `yes`, `aladdin`, `2`, `nothing`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from kibitz.core.typed import (
    AIM,
    AIM_PHRASE,
    FREE,
    LEFT_OUT,
    MINE,
    MISFIT,
    THEIRS,
    WITH,
    WITH_NEEDED,
    Phrase,
    Saying,
    fitting,
    split_words,
)
from kibitz.games.lorcana import moves, state
from kibitz.games.lorcana.cards import CARDS, NAME, TITLE
from kibitz.games.lorcana.moves import first_name
from kibitz.games.lorcana.state import CardInPlay, LorcanaMove, LorcanaState, Table
from kibitz.kit.drawing import Sayer, names_of, short_picks
from kibitz.kit.moves import Answer

# What stands for `>`, and for whose a card is.
SYNONYMS: Final = {
    **dict.fromkeys(("vs", "against", "onto"), AIM),
    **dict.fromkeys(("opposing", "opponent", "opponents", "enemy", "foe"), "their"),
    **dict.fromkeys(("own", "mine"), "my"),
}


def card_ways(card: int) -> list[str]:
    """Lists what a card can be called: in full, of which any words do, by name, by id."""
    names = TITLE[card], first_name(card)
    return [*[" ".join(split_words(name, SYNONYMS)) for name in names], CARDS[card].id.lower()]


CARD_WAYS: Final[list[list[str]]] = [card_ways(card) for card in range(len(CARDS))]
VERBS: Final[dict[str, list[str]]] = {kind.id: [kind.id] for kind in moves.KINDS} | {
    "challenge": ["challenge", "attack", "fight"],
    "end_turn": ["end turn", "pass", "done"],
    "use": ["use", "activate"],
}
VERB_PHRASES: Final = {word: Phrase(ways, MISFIT) for word, ways in VERBS.items()}
# Kinds that can be meant without their first word.
CLEAR: Final = ("challenge", "play", "sing")
# The shortest word that ends a turn.
SHORTEST_END: Final = 3
# What may be typed before an answer, by question.
ASKED: Final = {
    "alter": ["alter", "put back", "put"],
    "order": ["order", "first"],
    "may": ["may"],
    "target": ["target", "choose"],
    "amount": ["amount", "remove", "heal"],
    "take": ["take"],
    "bottom": ["bottom", "put", "under"],
    "discard": ["discard"],
    "ink_card": ["ink", "put"],
    "discarded": ["discarded", "shuffle"],
}
ASKED_PHRASES: Final = {word: Phrase(ways, FREE) for word, ways in ASKED.items()}
ANSWER: Final = Phrase(["answer"], FREE)
NOTHING: Final = Phrase(["nothing", "none", "no", "nobody", "keep", "decline", "skip"], MISFIT)
EVERYTHING: Final = Phrase(["all", "everything"], MISFIT)
MAY: Final = (Phrase(["yes", "use", "do"], MISFIT), Phrase(["no", "decline", "skip"], MISFIT))
DAMAGE: Final = Phrase(["damage"], FREE)
EXERTED: Final = Phrase(["exerted"], MISFIT)
READY: Final = Phrase(["ready"], FREE)
# How many singers are looked for in a song that is not legal.
MOST_SINGERS: Final = 5
# What stands between the names of a short form.
JOINTS: Final = {"sing": " and ", "move": " to "}


# Sayings.


def make_sayer(s: LorcanaState, seat: int, words: Sequence[str]) -> Sayer[CardInPlay, Table]:
    """Returns what makes the phrases for a position."""
    return Sayer(s, seat, words, CARD_WAYS, TITLE)


def sayings(
    s: LorcanaState, seat: int, given: Sequence[LorcanaMove], words: Sequence[str]
) -> list[Saying[LorcanaState]]:
    """Lists how moves can be said."""
    sayer, first = make_sayer(s, seat, words), words[0] if words else ""
    begun = {kind for kind, ways in VERBS.items() if any(way.startswith(first) for way in ways)}
    if 0 < len(first) < SHORTEST_END:
        begun -= {moves.EndTurn.id}
    found: list[Saying[LorcanaState]] = []
    for move in given:
        if isinstance(move, moves.Answer):
            for picks in answer_phrases(sayer, move):
                found.append((move, [ANSWER, ASKED_PHRASES[move.question], *picks]))
            continue
        if move.id in begun:
            for phrases in move_phrases(sayer, move, LEFT_OUT):
                found.append((move, [VERB_PHRASES[move.id], *phrases]))
        if move.id in CLEAR:
            found.append((move, next(move_phrases(sayer, move, MISFIT))))
    return found


def move_phrases(
    sayer: Sayer[CardInPlay, Table], move: LorcanaMove, skip: int
) -> Iterator[list[Phrase]]:
    """Yields how a turn action can be said after its first word; `skip`: without a card in play."""
    cards, places = names_of(move) if not move.always else ([], [])
    card = [sayer.card(each, skip if places else MISFIT) for each in cards]
    if isinstance(move, moves.Play):
        card.append(EXERTED if move.exerted else READY)
    groups = [sayer.place(place, skip) for place in places]
    if isinstance(move, moves.Sing):
        yield [*card, AIM_PHRASE, WITH, *sayer.arranged(groups)]
        return
    yield [*card, WITH, *[phrase for group in groups for phrase in (AIM_PHRASE, *group)]]
    if isinstance(move, moves.Challenge):
        yield [*groups[1], WITH_NEEDED, *groups[0]]


def answer_phrases(sayer: Sayer[CardInPlay, Table], move: moves.Answer) -> Iterator[list[Phrase]]:
    """Yields how the picks of an answer can be said."""
    asked, picks = sayer.s.question(), move.picks
    if not picks:
        yield [NOTHING]
    elif move.question == "may":
        yield [MAY[picks[0]]]
    elif move.question == "amount":
        yield [sayer.number(f"{picks[0]}", MISFIT), DAMAGE]
    elif move.question == "target":
        yield sayer.place(picks[0], MISFIT)
    elif move.question == "discarded":
        card, owner = state.LAYOUT.owned_card(picks[0])
        yield [MINE if owner == sayer.seat else THEIRS, sayer.card(card)]
    else:
        yield from sayer.picked(asked, picks)
        if len(picks) > 1 and len(picks) == sayer.s.count(state.HAND, sayer.seat):
            yield [EVERYTHING]


def propose_song(s: LorcanaState, seat: int, words: Sequence[str]) -> LorcanaMove | None:
    """Finds a song that a player means with singers who are not able to sing now."""
    sayer, count = make_sayer(s, seat, words), len(s.row(state.CHARACTERS, seat))
    places = [s.place(state.CHARACTERS, seat, index) for index in range(count)]
    named = [each for each in places if sayer.card(s.at(each).kind).fits(words)][:MOST_SINGERS]
    songs: list[LorcanaMove] = [
        moves.Sing(song, singers)
        for song in moves.songs_of(s, seat)
        for size in range(1, len(named) + 1)
        for singers in combinations(named, size)
    ]
    found = fitting(sayings(s, seat, songs, words), words)
    return found[0] if found else None


# The short form of a move: how a player is told to type it.


def short_form(s: LorcanaState, seat: int, move: LorcanaMove) -> str:
    """Returns a short text that is read as this move: `quest moana`, `challenge maui > aladdin`."""
    if isinstance(move, Answer):
        return short_answer(s, move)
    if isinstance(move, moves.EndTurn):
        return "end"
    if move.always:
        return move.id
    cards, places = names_of(move)
    words = [move.id, *[short_card(card, s.pile(state.HAND, seat)) for card in cards]]
    if cards and places:
        words.append("with" if isinstance(move, moves.Sing) else AIM)
    joint = JOINTS.get(move.id, f" {AIM} ")
    words.append(joint.join([short_place(s, place) for place in places]))
    exerted = isinstance(move, moves.Play) and move.exerted
    return " ".join([word for word in (*words, "exerted" if exerted else "") if word])


def short_answer(s: LorcanaState, move: Answer[CardInPlay, Table]) -> str:
    """Returns a short text for an answer."""
    asked, picks = s.question(), move.picks
    if not picks or asked is None:
        return "nothing"
    if move.question == "may":
        return "no" if picks[0] else "yes"
    if move.question == "amount":
        return f"remove {picks[0]}"
    if move.question == "target":
        return short_place(s, picks[0], asked.seat)
    if move.question == "discarded":
        card, owner = state.LAYOUT.owned_card(picks[0])
        name = short_card(card, [state.LAYOUT.owned_card(option)[0] for option in asked.options(s)])
        return f"{'my' if owner == asked.seat else 'their'} {name}"
    return short_picks(s, asked, picks, short_card)


def short_card(card: int, others: Sequence[int]) -> str:
    """Returns the name of a card; with its version if others have the same name."""
    alone = all(other == card or NAME[other] != NAME[card] for other in others)
    return (first_name(card) if alone else TITLE[card].replace(" - ", " ")).lower()


def short_place(s: LorcanaState, place: int, seat: int | None = None) -> str:
    """Returns the name of a card in play, as far as it must be told apart from others.

    With the seat that chooses, the cards of both sides are told apart.
    """
    card, owner = s.at(place).kind, s.owner(place)
    sides = [[part.kind for row in s.rows[at : at + 3] for part in row] for at in (0, 3)]
    name = short_card(card, sides[owner])
    if sides[owner].count(card) > 1:
        name = f"{name} {place // s.layout.spots + 1}"
    if seat is None or NAME[card] not in [NAME[other] for other in sides[1 - owner]]:
        return name
    return f"{'my' if owner == seat else 'their'} {name}"
