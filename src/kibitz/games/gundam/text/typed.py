"""Moves as a player types them.

A card is named by its name, its id, or a beginning of these: `deploy gm`, `deploy G05`. A Unit in
play may have its number in the row behind it, `gm 2`, and `my` or `their` before it; it may also be
named by its Pilot. `attack gm` attacks the player, `attack gm > zaku ii` or `attack zaku ii with
gm` a Unit. An answer is what it names: `yes`, `keep`, `zaku ii`, `nothing`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from kibitz.core import typed
from kibitz.core.typed import AIM, AIM_PHRASE, FREE, LEFT_OUT, MISFIT, WITH, WITH_NEEDED, Phrase
from kibitz.games.gundam import cards, moves, state
from kibitz.games.gundam.cards import CARDS, FIRST_NAME, PILOT_NAME, TITLE
from kibitz.games.gundam.rules.playing import activated
from kibitz.games.gundam.state import CardInPlay, GundamMove, GundamState, Table
from kibitz.kit.drawing import Sayer, names_of, short_picks
from kibitz.kit.moves import Answer

# What stands for `>`, and for whose a card is.
SYNONYMS: Final = {
    **dict.fromkeys(("vs", "against", "onto", "under"), AIM),
    **dict.fromkeys(("opponent", "opponents", "enemy", "enemys", "foe"), "their"),
    **dict.fromkeys(("own", "mine"), "my"),
}


def spelled(name: str) -> str:
    """Writes a name as it is typed."""
    return " ".join(typed.split_words(name, SYNONYMS))


CARD_WAYS: Final[list[list[str]]] = [
    [spelled(TITLE[card.number]), card.id.lower()] for card in CARDS
]
PILOT_WAYS: Final[list[list[str]]] = [
    [*ways, spelled(PILOT_NAME[card])] if PILOT_NAME[card] else ways
    for card, ways in enumerate(CARD_WAYS)
]
VERBS: Final = cards.WORDS.lists("typed")
VERB_PHRASES: Final = {word: Phrase(ways, MISFIT) for word, ways in VERBS.items()}
# Only a true Pilot is played by being paired: a Command is played as such.
PLAY_PILOT: Final = Phrase([*VERBS["pair_pilot"], "play"], MISFIT)
# Kinds that can be meant without their first word.
CLEAR: Final = ("deploy_unit", "deploy_base", "pair_pilot", "play_command", "attack", "block")
# The shortest word that ends a step, or names a card without a word before it.
SHORTEST: Final = 2
SUPPORT_WORD: Final = cards.KEYWORD_ABILITIES[-1 - cards.SUPPORTS].id
# What may be typed before an answer, by question.
ASKED: Final = {word: Phrase(ways, FREE) for word, ways in cards.WORDS.lists("asked").items()}
ANSWER: Final = Phrase(["answer"], FREE)
NOTHING: Final = Phrase(["nothing", "none", "no", "decline", "skip", "pass"], MISFIT)
# What can be picked by a word: the index is the pick.
WORDS: Final = {
    "mulligan": (["keep", "no", "stay"], ["redraw", "mulligan", "new hand", "yes"]),
    "burst": (["yes", "use", "do", "activate"], ["no", "decline", "skip", "pass"]),
    "first": (["me", "my", "myself", "i", "first"], ["their", "them", "other", "second"]),
}
PLAYER_WAYS: Final = ("player", "their player", "their", "shields", "base")
# A target that is not named is the player, if it is clear where the name of the Unit ends.
PLAYER_MEANT: Final = 1


# Sayings.


def sayings(
    s: GundamState, seat: int, given: Sequence[GundamMove], words: Sequence[str]
) -> list[typed.Saying[GundamState]]:
    """Lists how moves can be said."""
    sayer, first = Sayer(s, seat, words, CARD_WAYS, TITLE), words[0] if words else ""
    found: list[typed.Saying[GundamState]] = []
    for move in given:
        if isinstance(move, moves.Answer):
            for picks in answer_phrases(sayer, move):
                found.append((move, [ANSWER, ASKED[move.question], *picks]))
            continue
        verb = VERB_PHRASES[move.id]
        if isinstance(move, moves.PairPilot) and cards.KIND[move.card] == cards.PILOT:
            verb = PLAY_PILOT
        short = 0 < len(first) < SHORTEST
        begun = any(way[0].startswith(first) for way in verb.ways)
        if begun and (move.__match_args__ or not short):
            for phrases in move_phrases(sayer, move, LEFT_OUT):
                found.append((move, [verb, *phrases]))
        if move.id in CLEAR and not short:
            found.append((move, next(move_phrases(sayer, move, MISFIT))))
        elif isinstance(move, moves.Activate):  # such as `support gaza d`
            ability = sayer.phrase([spelled(move.ability)], MISFIT)
            found.append((move, [ability, WITH, *said_place(sayer, move.card, LEFT_OUT)]))
    return found


def said_place(sayer: Sayer[CardInPlay, Table], place: int, skip: int) -> list[Phrase]:
    """Returns the phrases for a card in play, also by its Pilot, or for the player."""
    if place < 0:
        return [sayer.phrase(PLAYER_WAYS, MISFIT if skip == MISFIT else PLAYER_MEANT, "player")]
    pilot = sayer.s.at(place).pilot
    return sayer.place(place, skip, PILOT_WAYS[pilot] if pilot else ())


def move_phrases(
    sayer: Sayer[CardInPlay, Table], move: GundamMove, skip: int
) -> Iterator[list[Phrase]]:
    """Yields how a move can be said after its first word; `skip`: without a card in play."""
    cards, places = names_of(move) if not move.always else ([], [])
    groups = [said_place(sayer, place, skip) for place in places]
    if isinstance(move, moves.Attack):
        yield [WITH, *groups[0], AIM_PHRASE, *groups[1]]
        yield [*groups[1], WITH_NEEDED, *groups[0]]
    elif isinstance(move, moves.PairPilot):
        pilot = sayer.phrase(PILOT_WAYS[move.card], MISFIT, TITLE[move.card])
        yield [pilot, AIM_PHRASE, WITH, *groups[0]]
        yield [*groups[0], AIM_PHRASE, WITH, pilot]
    else:
        ability = [spelled(move.ability)] if isinstance(move, moves.Activate) else []
        last = [sayer.phrase([word], FREE) for word in ability]
        yield [*map(sayer.card, cards), WITH, *[each for group in groups for each in group], *last]


def answer_phrases(sayer: Sayer[CardInPlay, Table], move: moves.Answer) -> Iterator[list[Phrase]]:
    """Yields how the picks of an answer can be said."""
    asked, picks = sayer.s.question(), move.picks
    if not picks:
        yield [NOTHING]
    elif move.question in WORDS:
        yield [sayer.phrase(WORDS[move.question][word_index(sayer.s, move)], MISFIT)]
    elif move.question in ("target", "room"):
        yield sayer.arranged([said_place(sayer, place, MISFIT) for place in picks])
    else:
        yield from sayer.picked(asked, picks)


def word_index(s: GundamState, move: Answer[CardInPlay, Table]) -> int:
    """Returns which word is picked; who begins is `me` or the other."""
    return move.picks[0] if move.question != "first" else int(s.owner(move.picks[0]) != s.seat)


# The short form of a move: how a player is told to type it.


def short_form(s: GundamState, seat: int, move: GundamMove) -> str:
    """Returns a short text that is read as this move: `deploy gm`, `attack gm > zaku ii`."""
    if isinstance(move, Answer):
        return short_answer(s, move)
    if move.always:
        return move.id
    cards, places = names_of(move)
    names = [short_card(card, s.pile(state.HAND, seat)) for card in cards]
    names += ["player" if place < 0 else short_place(s, place) for place in places]
    verb, end = move.id.split("_")[0], ""
    if isinstance(move, moves.Activate):
        verb = move.ability if move.ability == SUPPORT_WORD else verb
        several = verb != SUPPORT_WORD and len(activated(s, move.card)) > 1
        end = f" {move.ability}" if several else ""
    return f"{verb} {f' {AIM} '.join(names)}".rstrip() + end


def short_answer(s: GundamState, move: Answer[CardInPlay, Table]) -> str:
    """Returns a short text for an answer."""
    asked, picks = s.question(), move.picks
    if not picks or asked is None:
        return "nothing"
    if move.question in WORDS:
        return WORDS[move.question][word_index(s, move)][0].replace("their", "opponent")
    if move.question in ("target", "room"):
        return ", ".join([short_place(s, place) for place in picks])
    return short_picks(s, asked, picks, short_card)


def short_card(card: int, others: Sequence[int]) -> str:
    """Returns the name of a card; in full if it begins the name of another one."""
    start = f"{spelled(FIRST_NAME[card])} "
    alone = not any(
        f"{CARD_WAYS[other][0]} ".startswith(start) for other in others if other != card
    )
    return FIRST_NAME[card].lower() if alone and not cards.TOKEN[card] else TITLE[card].lower()


def short_place(s: GundamState, place: int) -> str:
    """Returns the name of a card in play, with its number if there are several like it."""
    row = [part.kind for part in s.rows[place % s.layout.spots]]
    card = s.at(place).kind
    number = f" {place // s.layout.spots + 1}" if row.count(card) > 1 else ""
    return f"{short_card(card, row)}{number}"
