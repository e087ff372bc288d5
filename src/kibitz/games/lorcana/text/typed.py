"""Moves as a player types them.

A card is named by its name, its version, its id, or a beginning of these: `quest moana`,
`shift rock star`, `ink L04`. A card in play may have its number in the row behind it, `mickey 2`,
and `my` or `their` before it. A challenge is `challenge maui aladdin`, `challenge aladdin with
maui` or `maui > aladdin`. An answer is what it names: `yes`, `aladdin`, `2`, `nothing`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from kibitz.core.typed import AIM, AIM_PHRASE, FREE, LEFT_OUT, MISFIT, Phrase, Saying, fitting
from kibitz.games.lorcana import moves, state
from kibitz.games.lorcana.cards import CARDS, NAME, TITLE
from kibitz.games.lorcana.moves import first_name
from kibitz.games.lorcana.rules.abilities import Resolution
from kibitz.games.lorcana.state import CardInPlay, LorcanaMove, LorcanaState
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.effects import Order

Waiting: TypeAlias = Order[CardInPlay, state.Table]
# What stands for `>` and for whose a card is, and words that say nothing.
SYNONYMS: Final = {
    **dict.fromkeys(("vs", "against", "onto"), AIM),
    **dict.fromkeys(("opposing", "opponent", "opponents", "enemy", "foe"), "their"),
    **dict.fromkeys(("own", "mine"), "my"),
}
SPARE: Final = ("to", "on", "at", "and", "the", "+", "&")
MARKS: Final = str.maketrans({**dict.fromkeys(".!'\"", ""), **dict.fromkeys(",_()[]-", " ")})


def typed_words(text: str) -> list[str]:
    """Splits a text into words, with one word for those that mean the same."""
    spread = text.replace("->", AIM).replace(AIM, f" {AIM} ").lower()
    words = spread.translate(MARKS).split()
    return [SYNONYMS.get(word, word) for word in words if word not in SPARE]


def card_ways(card: int) -> list[str]:
    """Lists what a card can be called: in full, of which any words do, by name, by id."""
    names = TITLE[card], first_name(card)
    return [*[" ".join(typed_words(name)) for name in names], CARDS[card].id.lower()]


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
WITH: Final = Phrase(["with"], FREE)
WITH_NEEDED: Final = Phrase(["with"], MISFIT)
MINE: Final = Phrase(["my"], FREE)
THEIRS: Final = Phrase(["their"], FREE)
EXERTED: Final = Phrase(["exerted"], MISFIT)
READY: Final = Phrase(["ready"], FREE)
# The later one of two cards that are just alike is not meant without its number.
LATER: Final = 1
# How many singers are looked for in a song that is not legal.
MOST_SINGERS: Final = 5
# What stands between the names of a short form.
JOINTS: Final = {"sing": " and ", "move": " to "}


def names_of(move: LorcanaMove) -> tuple[list[int], list[int]]:
    """Returns the cards and the places that a turn action names."""
    cards: list[int] = []
    places: list[int] = []
    for name, value in zip(move.__match_args__, move.params(), strict=True):
        if isinstance(value, tuple):
            places.extend(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            (places if move.domains[name].kind == "place" else cards).append(value)
    return cards, places


# Sayings.


class Sayer:
    """Makes the phrases for a position, each of them once."""

    def __init__(self, s: LorcanaState, seat: int, words: Sequence[str]) -> None:
        self.s: Final = s
        self.seat: Final = seat
        self.words: Final = words
        self.phrases: Final[dict[tuple[str, int], Phrase]] = {}
        self.positions: Final[dict[tuple[Phrase, ...], int]] = {}

    def card(self, card: int, skip: int = MISFIT) -> Phrase:
        """Returns the phrase for a card."""
        return self.made(CARD_WAYS[card], skip, TITLE[card])

    def number(self, number: str, skip: int) -> Phrase:
        """Returns the phrase for a number."""
        return self.made([number, f"{number}x"], skip)

    def made(self, ways: list[str], skip: int, label: str = "") -> Phrase:
        """Makes a phrase, or returns the one with this first way."""
        if (ways[0], skip) not in self.phrases:
            self.phrases[ways[0], skip] = Phrase(ways, skip, label=label)
        return self.phrases[ways[0], skip]

    def place(self, place: int, skip: int = LEFT_OUT) -> list[Phrase]:
        """Returns the phrases for a card in play: whose it is, its name, its number."""
        index, row = place // self.s.layout.spots, self.s.rows[place % self.s.layout.spots]
        looks = [part.clone() for part in row[: index + 1]]
        for look in looks:
            look.serial = 0
        alike = looks[index] in looks[:index]
        number = self.number(f"{index + 1}", LATER if alike else FREE)
        side = MINE if self.s.owner(place) == self.seat else THEIRS
        return [side, self.card(row[index].kind, skip), number]

    def arranged(self, groups: Sequence[Sequence[Phrase]]) -> list[Phrase]:
        """Puts the phrases of several cards into the order in which they were typed."""
        for group in map(tuple, groups):
            if group not in self.positions:
                self.positions[group] = self.position(group)
        ordered = sorted(groups, key=lambda group: self.positions[tuple(group)])
        return [phrase for group in ordered for phrase in group]

    def position(self, group: Sequence[Phrase]) -> int:
        """Returns where a card is named best: with its number, or else at length."""
        best, found = (False, 0, 0), len(self.words)
        for phrase in group:
            for start, ends in phrase.fits(self.words).items() if phrase.label else ():
                for end, cost in ends:
                    follows = self.words[end : end + 1] == group[-1].ways[0]
                    if (follows, end - start, -cost) > best:
                        best, found = (follows, end - start, -cost), start
        return found


def sayings(
    s: LorcanaState, seat: int, given: Sequence[LorcanaMove], words: Sequence[str]
) -> list[Saying[LorcanaState]]:
    """Lists how moves can be said."""
    sayer, first = Sayer(s, seat, words), words[0] if words else ""
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


def move_phrases(sayer: Sayer, move: LorcanaMove, skip: int) -> Iterator[list[Phrase]]:
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


def answer_phrases(sayer: Sayer, move: moves.Answer) -> Iterator[list[Phrase]]:
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
    elif isinstance(asked, Order):
        number = waiting_number(sayer.s, asked, picks[0])
        name = sayer.card(waiting_card(asked, picks[0]))
        yield [name, sayer.number(number, FREE)] if number else [name]
    else:
        yield sayer.arranged([[sayer.card(card)] for card in picks])
        counts = {card: picks.count(card) for card in picks}
        if len(counts) < len(picks):  # such as `2 mickey`
            numbers = [sayer.number(f"{n}", MISFIT if n > 1 else FREE) for n in counts.values()]
            names = map(sayer.card, counts)
            yield sayer.arranged([list(pair) for pair in zip(numbers, names, strict=True)])
        if len(picks) > 1 and len(picks) == sayer.s.count(state.HAND, sayer.seat):
            yield [EVERYTHING]


def waiting_number(s: LorcanaState, asked: Waiting, at: int) -> str:
    """Returns the number for an ability that waits among those of equal cards; empty if alone.

    It is the number of the card in its row, where that tells them apart.
    """
    card = waiting_card(asked, at)
    alike = [each for each in asked.options(s) if waiting_card(asked, each) == card]
    serials = [getattr(asked.waiting[each], "serial", 0) for each in alike]
    if len(alike) == 1:
        return ""
    if len(set(serials)) < len(alike) or any(s.part(each) is None for each in serials):
        return f"{alike.index(at) + 1}"
    return f"{s.find(serials[alike.index(at)]) // s.layout.spots + 1}"


def waiting_card(asked: Waiting, at: int) -> int:
    """Returns the card whose ability waits."""
    run = asked.waiting[at]
    return run.card if isinstance(run, Resolution) else UNKNOWN


def propose_song(s: LorcanaState, seat: int, words: Sequence[str]) -> LorcanaMove | None:
    """Finds a song that a player means with singers who are not able to sing now."""
    sayer, count = Sayer(s, seat, words), len(s.row(state.CHARACTERS, seat))
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
    if isinstance(move, moves.Answer):
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


def short_answer(s: LorcanaState, move: moves.Answer) -> str:
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
    options = asked.options(s)
    if isinstance(asked, Order):
        waiting = [waiting_card(asked, option) for option in options]
        name = short_card(waiting_card(asked, picks[0]), waiting)
        return f"{name} {waiting_number(s, asked, picks[0])}".rstrip()
    if move.question == "discarded":
        card, owner = state.LAYOUT.owned_card(picks[0])
        name = short_card(card, [state.LAYOUT.owned_card(option)[0] for option in options])
        return f"{'my' if owner == asked.seat else 'their'} {name}"
    return ", ".join([short_card(card, options) for card in picks])


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
