"""Reads moves as players type them: one reader for all games.

Players do not type a move as it is written. They begin words (`att bo guard`), leave out what is
clear (the first word, a lane, `>`), and name a place by whatever stands there.

So a game lists how its moves can be said. A *saying* is a move with its phrases in order; a phrase
knows the words that can stand for it, and what it costs to leave it out. The typed words are fitted
to the phrases from left to right. Words that are only begun, names that are cut short and phrases
that are left out count against a saying; the moves whose sayings fit best are meant.

`Game.parse` puts this together. A game lists its sayings in `Game.sayings`; by default, a beginning
of a move's notation is enough.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from kibitz.core.errors import AmbiguousMoveError, InvalidMoveError, suggest
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.core.value import brief

S = TypeVar("S", bound=State)

# Costs. A phrase that costs `MISFIT` to leave out must be typed.
FREE: Final = 0
NO_PLUS: Final = 1
SHORTENED: Final = 2
INSIDE: Final = 3
LEFT_OUT: Final = 10
MISFIT: Final = 10_000
# No move that a player types is longer. Longer texts are not fitted, because that takes too long.
LONGEST_TYPED: Final = 200
# How many moves an error names, and how much of a word is compared with others.
NAMED: Final = 6
COMPARED: Final = 40


class Phrase:
    """A part of what is said to name a move, such as a card or a place.

    Make phrases once and share them between moves: a text is fitted to each of them only once.

    Attributes:
        ways: the names that can stand for it, each as a list of words in small letters.
        skip: the cost of leaving it out; `MISFIT` if it must be typed.
        gaps: whether words inside and at the start of a name may be left out, as in `gust wind`
            or `oak` for `professor oak`; words at its end always may.
        flat: whether every name that fits does so equally well.
        label: what errors call it, such as `bench 2 (pikachu)`; empty if they do not list it.
    """

    def __init__(
        self,
        ways: Sequence[str],
        skip: int = LEFT_OUT,
        *,
        gaps: bool = True,
        flat: bool = False,
        label: str = "",
    ) -> None:
        self.ways: Final = list(map(str.split, ways))
        self.skip: Final = skip
        self.gaps: Final = gaps
        self.flat: Final = flat
        self.label: Final = label

    def fits(self, words: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
        """Finds where this phrase can stand in typed words.

        Returns:
            By the place where it starts, the places where it can end, each with its cost.
        """
        found: dict[int, list[tuple[int, int]]] = {}
        count = len(words)
        for way in self.ways:
            size = len(way)
            joined = "".join(way) if size > 1 else ""
            for start in range(count):
                # How many words of the name are used up; more than all of them if one did not fit.
                used, cost, typed = 0, FREE, ""
                for end in range(start, count):
                    word = words[end]
                    typed += word
                    while used < size and not way[used].startswith(word):
                        used = used + 1 if self.gaps else size
                    if used < size:
                        if end == start and used > 0:
                            cost = INSIDE
                        elif way[used] != word:
                            cost = max(cost, NO_PLUS if way[used] == f"{word}+" else SHORTENED)
                    elif joined.startswith(typed):  # such as `ironwave`
                        cost = SHORTENED
                    else:
                        break
                    used += 1
                    whole = cost if end - start + 1 == size else max(cost, SHORTENED)
                    found.setdefault(start, []).append((end + 1, FREE if self.flat else whole))
        return found


# A move, and one way to say it.
Saying = tuple[Move[S], Sequence[Phrase]]
# What may stand between a card and its target.
AIM: Final = ">"
AIM_PHRASE: Final[Phrase] = Phrase([AIM], FREE)
WITH: Final[Phrase] = Phrase(["with"], FREE)
WITH_NEEDED: Final[Phrase] = Phrase(["with"], MISFIT)
# Whose a card is.
MINE: Final[Phrase] = Phrase(["my"], FREE)
THEIRS: Final[Phrase] = Phrase(["their"], FREE)
# The later one of two cards in play that are just alike is not meant without its number.
LATER: Final = 1


# Words that say nothing, and marks that are read as nothing or as a space.
SPARE: Final = ("to", "on", "at", "and", "the", "+", "&")
MARKS: Final = str.maketrans({**dict.fromkeys(".!'\"", ""), **dict.fromkeys(",_()[]-", " ")})


def split_words(text: str, synonyms: Mapping[str, str]) -> list[str]:
    """Splits a text into words, with one word for those that mean the same; `->` is `>`."""
    spread = text.replace("->", AIM).replace(AIM, f" {AIM} ").lower()
    words = spread.translate(MARKS).split()
    return [synonyms.get(word, word) for word in words if word not in SPARE]


class Phrases:
    """Makes the phrases for typed words, each of them once."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words: Final = words
        self.made: Final[dict[tuple[tuple[str, ...], int], Phrase]] = {}
        self.positions: Final[dict[tuple[Phrase, ...], int]] = {}

    def phrase(self, ways: Sequence[str], skip: int, label: str = "") -> Phrase:
        """Makes a phrase, or returns the one that was made of these names."""
        key = tuple(ways), skip
        if key not in self.made:
            self.made[key] = Phrase(ways, skip, label=label)
        return self.made[key]

    def number(self, number: str, skip: int) -> Phrase:
        """Returns the phrase for a number."""
        return self.phrase([number, f"{number}x"], skip)

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

    def counted(self, names: Sequence[Phrase]) -> Iterator[list[Phrase]]:
        """Yields how several cards can be said: one by one, or equal ones with their number."""
        yield self.arranged([[name] for name in names])
        counts = {name: names.count(name) for name in names}
        if len(counts) < len(names):  # such as `2 mickey`
            yield self.arranged(
                [
                    [self.number(f"{count}", MISFIT if count > 1 else FREE), name]
                    for name, count in counts.items()
                ]
            )


def make_written(kinds: Mapping[str, type[Move[S]]], words: str) -> Move[S] | None:
    """Makes a move that is written as `end`, `bench onix` or `attach fire > active`.

    Its kind is the first word; the rest are its parameters, which are texts: none, one, or two with
    a mark between them. The move need not be legal; None if no move is written so.
    """
    name, _, rest = words.partition(" ")
    if name not in kinds:
        return None
    kind: Callable[..., Move[S]] = kinds[name]
    count = len(kinds[name].__match_args__)
    first, _, target = rest.partition(f" {AIM} ")
    if count > 1:
        made = kind(first, target)
    else:
        made = kind(rest.removeprefix(f"{AIM} ")) if count else kind()
    return None if made.invalid() or str(made) != words else made


def with_aims(words: Sequence[str], aims: Sequence[str]) -> list[str]:
    """Replaces words for `>`, such as `on`, by it; they stand between others."""
    last = len(words) - 1
    return [AIM if word in aims and 0 < at < last else word for at, word in enumerate(words)]


def fitting(sayings: Sequence[Saying[S]], words: Sequence[str]) -> list[Move[S]]:
    """Returns the moves whose sayings fit typed words best; several if they fit equally well."""
    best = MISFIT
    found: list[Move[S]] = []
    fits: dict[Phrase, dict[int, list[tuple[int, int]]]] = {}
    count = len(words)
    for move, phrases in sayings:
        # By how many words are used up with the phrases so far: what that costs at least.
        reached: dict[int, int] = {0: FREE}
        for phrase in phrases:
            spans = fits.get(phrase)
            if spans is None:
                spans = fits[phrase] = phrase.fits(words)
            after: dict[int, int] = {}
            for start, cost in reached.items():
                for end, more in ((start, phrase.skip), *spans.get(start, ())):
                    if cost + more < after.get(end, MISFIT):
                        after[end] = cost + more
            reached = after
            if not reached:
                break
        total = reached.get(count, MISFIT)
        if total < best:
            best, found = total, []
        if total == best < MISFIT and move not in found:
            found.append(move)
    return found


# Errors.


def listed(moves: Sequence[Move[S]]) -> str:
    """Lists moves for an error, the first few of many; they may be written with commas."""
    names = "; ".join([str(move) for move in moves[:NAMED]])
    return f"{names} and {len(moves) - NAMED} more" if len(moves) > NAMED else names


def ambiguous(text: str, moves: Sequence[Move[S]]) -> AmbiguousMoveError:
    """Makes the error for a text that fits several moves; names the first of them."""
    return AmbiguousMoveError(f"{brief(text)} fits {len(moves)} moves: {listed(moves)}")


def unreadable(
    text: str, words: Sequence[str], sayings: Sequence[Saying[S]], kinds: Sequence[str]
) -> InvalidMoveError:
    """Makes the error for a text that fits no move: says which word is wrong, and what would work.

    Args:
        text: what was typed.
        words: the words of it.
        sayings: the legal moves, as they can be said.
        kinds: the ids of all kinds of moves, which in most games are the first words of moves.
    """
    said = f"cannot read {brief(text)}"
    end = len(words)
    found: list[Move[S]] = []
    while end > 1 and not found:
        end -= 1
        found = fitting(sayings, words[:end])
    if found:
        return InvalidMoveError(f"{said}: {unexpected(words, end, sayings, found)}")
    legal: list[Move[S]] = []
    for move, _ in sayings:
        if not legal or move != legal[-1]:
            legal.append(move)
    known = words_of(sayings)
    if all(str(move).startswith(move.id) for move in legal):
        known += [kind for kind in kinds if kind not in known]
    for word in words:
        if word != AIM and not any(name.startswith(word) for name in known):
            said = f"{said}: unknown {brief(word)}"
            near = suggest(word[:COMPARED], known)
            if near.startswith("did"):
                return InvalidMoveError(f"{said}; {near}")
            break
    same = [move for move in legal if words and move.id == words[0]]
    if same:
        return InvalidMoveError(f"{said}: expected {listed(same)}")
    return InvalidMoveError(f"{said}; legal now: {listed(legal)}" if legal else said)


def unexpected(
    words: Sequence[str], end: int, sayings: Sequence[Saying[S]], found: Sequence[Move[S]]
) -> str:
    """Says what is wrong with the words after those that fit some moves, and what would work."""
    after = [(move, phrases[1:]) for move, phrases in sayings if move in found]
    kinds = {move.id for move in found}
    alike = [(move, phrases[1:]) for move, phrases in sayings if move.id in kinds]
    rest = [word for word in words[end:] if word != AIM] or [AIM]
    for some in (after, alike):
        known = words_of(some)
        near = suggest(rest[0][:COMPARED], known)
        if near.startswith("did") and not any(word.startswith(rest[0]) for word in known):
            return f"unknown {brief(rest[0])}; {near}"
    labels = [phrase.label for _, phrases in after for phrase in phrases if phrase.label]
    expected = ", ".join(dict.fromkeys(labels)) or listed(found)
    wrong, fitted = brief(" ".join(rest)), brief(" ".join(words[:end]))
    return f"unexpected {wrong} after {fitted}: expected {expected}"


def words_of(sayings: Sequence[Saying[S]]) -> list[str]:
    """Lists the words of some sayings, each once."""
    found = dict.fromkeys([phrase for _, phrases in sayings for phrase in phrases])
    words = [word for phrase in found for way in phrase.ways for word in way]
    return [word for word in dict.fromkeys(words) if word != AIM]
