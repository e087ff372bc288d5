"""Deck lists: decks as an option of a game, as people and programs write them.

A deck is the name of a ready-made deck, a list of cards, or a file with a list (`@mine.txt`). A
list has an entry in each line, or entries with commas between them: `4 L01`, `4x L01`, `L01 x4`,
`4 Stitch - New Dog`. Headings such as `Characters: 20`, totals, bullets, comments behind `#` or
`//` and blank lines are skipped. Between two decks stands a slash.

```python
LISTS: Final = kit.load_decks(__package__, "data/decks.json", KNOWN, WORDS, deck_problems)

self.decks: Final = LISTS.read("amber / 4 L01, 4 L02, 52 L03", with_files=True)
self.record_option("decks", LISTS.written(decks, self.decks))
```
"""

import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core.errors import suggest
from kibitz.kit.catalogue import UNKNOWN, Card, Catalogue, load_data
from kibitz.kit.errors import CardDataError

C = TypeVar("C", bound=Card)

SEPARATOR: Final = "/"
# A deck in a file is named by this mark and the path.
FILE: Final = "@"
# No list is longer: 60 lines take a few kilobytes.
MOST_TEXT: Final = 65_536
MOST_ENTRY: Final = 999
MOST_CARDS: Final = 9_999
# How many problems of a list are named, how long a name in them is, and how many are suggested.
MOST_PROBLEMS: Final = 12
MOST_NAME: Final = 40
MOST_NEAR: Final = 3

COMMENT: Final = re.compile(r"(?:^|\s)(?:#(?!\d)|//).*$|^;.*$")
# A line that only divides a list, or names the program that wrote it.
RULE: Final = re.compile(r"[*=_-]{2,}.*|[*=_-]?")
BULLETS: Final = ("*", "-", "•", "+")
BRACKETS: Final = re.compile(r"[()\[\]]")
COPIES: Final = re.compile(r"(\d+)x?")
COPIES_BEHIND: Final = re.compile(r"x(\d+)|(\d+)x")
ALONE: Final = re.compile(r"(?:(?<=\s)|^)/(?=\s|$)")
# A slash without spaces, but not that of `58/102`.
BETWEEN: Final = re.compile(r"(?<![/\d])/(?!/)|(?<!/)/(?![/\d])")
ACCENTS: Final = re.compile("[\u0300-\u036f]")
DASHES: Final = re.compile("[\u2010-\u2015\u2212]")


class Entry:
    """One entry of a list.

    Attributes:
        count: how many copies.
        card: the card; 0 if it is unknown.
        problem: what is wrong with it; empty if nothing is.
    """

    def __init__(self, count: int, card: int, problem: str) -> None:
        self.count: Final = count
        self.card: Final = card
        self.problem: Final = problem


@mypyc_attr(allow_interpreted_subclasses=True)
class DeckLists:
    """Reads and writes the decks of a game: ready-made decks, lists of cards, files.

    All problems of all decks come in one error. A game with entries of its own, such as `4 Pikachu
    BS 58`, overrides `read_card`.

    Attributes:
        known: every word for a card, as it is compared, and the number of the card.
        named: the ready-made decks.
        words: how each card is written in a list, by its number.
        check: lists what is wrong with a deck.
    """

    # What a ready-made deck is called in messages.
    named_deck: ClassVar[str] = "deck"

    def __init__(
        self,
        known: Mapping[str, int],
        named: Mapping[str, Sequence[int]],
        words: Sequence[str],
        check: Callable[[list[int]], list[str]],
        headings: Sequence[str] = (),
    ) -> None:
        """Takes the words for cards, the ready-made decks, and the rules for decks.

        Args:
            known: every word for a card (ids, names) and the number of the card.
            named: the ready-made decks, by name.
            words: how each card is written in a list, by its number; must be in `known`, and
                without slashes.
            check: lists what is wrong with a deck, such as its size or the number of copies. In
                the deck, 0 is a card that could not be read: it counts for the size only.
            headings: the words above the parts of a list, such as `characters` and `items`. No
                card may have such a name.
        """
        self.known: Final[dict[str, int]] = {self.plain(word): known[word] for word in known}
        self._spellings: Final[dict[str, int]] = {}
        for word, card in self.known.items():
            bare = " ".join(BRACKETS.sub(" ", word).split())
            self._spellings.setdefault(bare, card)
            self._spellings.setdefault(bare.replace(" - ", " "), card)
        self.named: Final = named
        self.words: Final = words
        self.check: Final = check
        kinds = "|".join([re.escape(self.plain(word)) for word in (*headings, "card", "cards")])
        self._heading: Final = re.compile(
            rf"(?:\d+ )?(?:{kinds})(?: cards?)?(?: ?[:(].*| - .*| ?-? ?\d+)?"
            r"|total(?: cards?)?(?: ?[:-])? ?\d*|(?:deck|deck name|name|format)(?: list)? ?:.*"
        )
        self._names: Final[dict[str, str]] = {self.deck_name(name): name for name in named}
        self._numbered: Final[bool] = any(has_digit(name) for name in self._names)
        self._commas: Final[int] = max([word.count(",") for word in self.known], default=0)

    # What a game can change.

    def plain(self, text: str) -> str:
        """Writes text as names are compared: lower case, no accents, single spaces."""
        bare = ACCENTS.sub("", unicodedata.normalize("NFD", text))
        return plain_text(DASHES.sub("-", bare))

    def deck_name(self, text: str) -> str:
        """Writes the name of a ready-made deck as names are compared."""
        return self.plain(text)

    def read_card(self, words: list[str]) -> tuple[int, str]:
        """Reads an entry without its number of copies, as words in plain text.

        Returns:
            The card, or 0, and what is wrong; empty if nothing is.
        """
        name = " ".join(words)
        card = self.find(name)
        return (card, "" if card else self.unknown_card(name))

    def unknown_card(self, name: str) -> str:
        """Says that there is no such card, and which words are near."""
        start = f"there is no card {shortened(name)!r}"
        plain = self.plain(name)
        near: dict[int, str] = {}
        for word in close_words(plain, self.known) or words_with_part(plain, self.known):
            near.setdefault(self.known[word], word)
        if near:
            return f"{start}; {did_you_mean(list(near.values())[:MOST_NEAR])}"
        example = next(iter(self.known), "")
        return f"{start}: expected an id or a name such as {example!r}"

    # Decks.

    def read(self, text: str, with_files: bool = False) -> list[list[int]]:
        """Reads two decks with a slash between them; one deck is for both seats.

        Args:
            text: the decks.
            with_files: whether a deck can be the name of a file, such as `@mine.txt`. Only an
                option of the user's own should read files, never a position or a record.

        Raises:
            ValueError: if there are more than two, or one is not legal; all problems at once.
        """
        parts = self.split(text)
        if len(parts) > 2:
            raise ValueError(f"invalid decks: expected one or two, with {SEPARATOR} between them")
        found: list[list[int]] = []
        problems: list[str] = []
        for at, part in enumerate(parts):
            named = part.strip()
            own = with_files and named.startswith(FILE)
            try:
                found.append(self.read_deck(read_file(named) if own else part))
            except ValueError as error:
                where = f" ({shortened(named[len(FILE) :])})" if own else ""
                problems.append(f"deck {at + 1}{where}: {error}")
        if problems:
            raise ValueError(f"invalid decks: {'; '.join(problems)}")
        return [found[0], found[-1]]

    def split(self, text: str) -> list[str]:
        """Splits a text into decks, at a slash with spaces around it.

        Without such a slash, any slash divides them that is not part of a number such as `58/102`.
        A comma divides the names of two ready-made decks.
        """
        lines = "\n".join(clean_lines(text))
        names = lines.split(",")
        if len(names) == 2 and all(self.deck_name(name) in self._names for name in names):
            return names
        parts = ALONE.split(lines)
        return BETWEEN.split(lines) if len(parts) == 1 and FILE not in lines else parts

    def read_deck(self, text: str) -> list[int]:
        """Reads one deck: the name of a ready-made deck, or a list of cards; sorted.

        Raises:
            ValueError: if it names an unknown card or breaks a rule for decks; all problems at
                once.
        """
        name = self.deck_name(text)
        problems: list[str] = []
        if name in self._names:
            deck = list(self.named[self._names[name]])
        elif text.strip().startswith(FILE):
            raise ValueError(f"{text.strip()} is a file; expected the list itself here")
        elif not name:
            expected = f"expected the name of a {self.named_deck}, or a list of cards"
            raise ValueError(f"it is empty: {expected}")
        elif self.is_name(text):
            hint = f"; for a file write {FILE}{shortened(text.strip())}" if "." in text else ""
            near = suggest(name, self._names)
            raise ValueError(f"there is no deck {shortened(name)!r}; {near}{hint}")
        else:
            entries, problems = self.read_entries(text)
            deck = cards_of(entries)
        if len(deck) <= MOST_CARDS:
            problems += self.check(deck)
        if problems:
            raise ValueError(joined_problems(problems))
        return sorted(deck)

    def is_name(self, text: str) -> bool:
        """Tells whether a text looks like the name of a deck, not like a list.

        A list has commas, lines or numbers. Where decks have numbers in their names, such as
        `ST01`, only a number of copies makes a list.
        """
        if any(mark in text for mark in ",\n\r"):
            return False
        if not self._numbered:
            return not has_digit(text)
        words = self.plain(text).split()
        return not (COPIES.fullmatch(words[0]) or COPIES_BEHIND.fullmatch(words[-1]))

    def written(self, text: str, decks: list[list[int]]) -> str:
        """Writes decks that were read in one line that needs no file; what is such a line stays.

        Args:
            text: the text that `read` was given.
            decks: what it returned.
        """
        if FILE not in text and clean_lines(text) == [text.strip()]:
            return text
        parts = self.split(text)
        return join_decks([self.written_deck(part, decks[at]) for at, part in enumerate(parts)])

    def written_deck(self, text: str, deck: Sequence[int]) -> str:
        """Writes a deck that was read in one line: the name of a ready-made deck, or its cards."""
        return self._names.get(self.deck_name(text)) or self.write(deck)

    def write(self, deck: Sequence[int]) -> str:
        """Writes the cards of a deck in one line, such as `4 L01, 2 L02`."""
        counts = sorted(Counter(deck).items())
        return ", ".join([f"{count} {self.words[card]}" for card, count in counts])

    # Lists.

    def read_list(self, text: str) -> list[int]:
        """Reads a list of cards, in its order, without the rules for decks.

        Raises:
            ValueError: if an entry cannot be read; names all of them, with near names.
        """
        entries, problems = self.read_entries(text)
        if problems:
            raise ValueError(joined_problems(problems))
        return cards_of(entries)

    def read_entries(self, text: str) -> tuple[list[Entry], list[str]]:
        """Reads the entries of a list, and lists what is wrong with them, by line."""
        if len(text) > MOST_TEXT:
            return ([], [f"it has {len(text):,} characters: expected {MOST_TEXT:,} at most"])
        entries: list[Entry] = []
        problems: list[str] = []
        lines = clean_lines(text)
        for at, line in enumerate(lines):
            if RULE.fullmatch(line) or self._heading.fullmatch(self.plain(line)):
                continue
            for item in self.split_entries(line):
                entry = self.read_entry(item)
                entries.append(entry)
                if entry.problem:
                    where = f"line {at + 1}: " if len(lines) > 1 else ""
                    problems.append(f"{where}{entry.problem}")
        if sum([entry.count for entry in entries]) > MOST_CARDS:
            problems.append(f"it has more than {MOST_CARDS:,} cards")
        return (entries, problems)

    def split_entries(self, line: str) -> list[str]:
        """Splits a line at its commas, except those in the name of a card."""
        parts = line.split(",")
        found: list[str] = []
        at = 0
        while at < len(parts):
            size = min(self._commas + 1, len(parts) - at)
            while size > 1 and not self.is_card(",".join(parts[at : at + size])):
                size -= 1
            found.append(",".join(parts[at : at + size]))
            at += size
        return [item for item in found if item.strip()]

    def is_card(self, text: str) -> bool:
        """Tells whether a text is one entry of a card that is known."""
        words = self.entry_words(text)
        self.take_copies(words)
        return self.find(" ".join(words)) != UNKNOWN

    def entry_words(self, text: str) -> list[str]:
        """Returns the words of an entry in plain text, without brackets and bullet."""
        words = self.plain(BRACKETS.sub(" ", text)).split()
        return words[1:] if words and words[0] in BULLETS else words

    def take_copies(self, words: list[str]) -> str:
        """Removes the number of copies from the words of an entry, and returns its digits."""
        if not words or self.find(" ".join(words)):
            return "1"
        front = COPIES.fullmatch(words[0])
        behind = COPIES_BEHIND.fullmatch(words[-1])
        # A name can start with a number.
        if behind is not None and (front is None or self.find(" ".join(words[:-1]))):
            words.pop()
            return behind.group(1) or behind.group(2)
        if front is None:
            return "1"
        words.pop(0)
        if words and words[0] == "x":
            words.pop(0)
        return front.group(1)

    def read_entry(self, text: str) -> Entry:
        """Reads an entry such as `4 L01`; without a number it is one card."""
        words = self.entry_words(text)
        digits = self.take_copies(words)
        if not words:
            return Entry(0, UNKNOWN, f"there is no card in {shortened(text.strip())!r}")
        count = int(digits) if len(digits) <= 3 and digits.isascii() else MOST_ENTRY + 1
        if not 1 <= count <= MOST_ENTRY:
            wrong = f"{shortened(digits)} copies in {shortened(text.strip())!r}"
            return Entry(0, UNKNOWN, f"{wrong}: expected 1 to {MOST_ENTRY}")
        card, problem = self.read_card(words)
        return Entry(count, card, problem)

    def find(self, name: str) -> int:
        """Returns the number of a card by one of its words; 0 if there is none."""
        plain = self.plain(name)
        for word in (plain, plain.replace("-", " ")):
            card = self.known.get(word, self._spellings.get(word, UNKNOWN))
            if card:
                return card
        return UNKNOWN


def join_decks(parts: Sequence[str]) -> str:
    """Writes decks as `DeckLists.split` reads them."""
    return f" {SEPARATOR} ".join(parts)


def cards_of(entries: Sequence[Entry]) -> list[int]:
    """Returns the cards of some entries, in their order; at most one more than `MOST_CARDS`."""
    found: list[int] = []
    for entry in entries:
        found.extend([entry.card] * min(entry.count, MOST_CARDS + 1 - len(found)))
    return found


def read_file(named: str) -> str:
    """Reads a deck from a file that is named such as `@mine.txt`.

    Raises:
        ValueError: if there is no such file, it is too large, or it is not text.
    """
    name = named.removeprefix(FILE).strip()
    if "\0" in name:
        raise ValueError("cannot read it: no such file or directory")
    try:
        path = Path(name).expanduser()
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise ValueError("cannot read it: it is not a file")
        if about.st_size > MOST_TEXT:
            raise ValueError(f"it has {about.st_size:,} bytes: expected {MOST_TEXT:,} at most")
        with path.open("rb") as opened:
            return opened.read(MOST_TEXT).decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("it is not a text in UTF-8") from None
    except OSError as error:
        why = (error.strerror or "unknown error").lower()
        raise ValueError(f"cannot read it: {why}") from None
    except RuntimeError:  # there is no home of such a user
        raise ValueError("cannot read it: no such file or directory") from None


# Text.


def plain_text(text: str) -> str:
    """Writes text in lower case, with single spaces and the usual apostrophe and x."""
    plain = unicodedata.normalize("NFC", text).lower()
    return " ".join(plain.replace("\u2019", "'").replace("\u00d7", "x").split())


def clean_lines(text: str) -> list[str]:
    """Splits a text into lines without comments."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return [COMMENT.sub("", line).strip() for line in plain.split("\n")]


def has_digit(text: str) -> bool:
    """Tells whether there is a digit in a text."""
    return any(letter.isdigit() for letter in text)


# Messages.


def close_words(name: str, known: Iterable[str]) -> list[str]:
    """Returns the words that are spelt nearly as a name, the nearest first."""
    return get_close_matches(name, list(known), n=2 * MOST_NEAR, cutoff=0.6)


def words_with_part(name: str, known: Iterable[str]) -> list[str]:
    """Returns the words that hold one of the longer parts of a name."""
    parts = [part for part in name.split() if len(part) > 3]
    return [word for word in known if any(part in word for part in parts)]


def did_you_mean(words: Sequence[str]) -> str:
    """Writes words that somebody may have meant."""
    return f"did you mean {' or '.join([repr(word) for word in words])}?"


def shortened(text: str) -> str:
    """Writes a text of somebody else in a message."""
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - 3]}..."


def joined_problems(problems: Sequence[str]) -> str:
    """Writes problems in one text; of very many, how many more there are."""
    found = list(problems[:MOST_PROBLEMS])
    if len(problems) > MOST_PROBLEMS:
        found.append(f"and {len(problems) - MOST_PROBLEMS} problems more")
    return "; ".join(found)


def copy_problems(deck: Sequence[int], names: Sequence[str], most: int) -> list[str]:
    """Lists the cards of which a deck has too many copies; unknown ones do not count."""
    counts = {card: deck.count(card) for card in deck if card}
    return [
        f"it has {count} copies of {names[card]}: expected {most} at most"
        for card, count in counts.items()
        if count > most
    ]


def colour_problems(colours: Iterable[str], noun: str, most: int) -> list[str]:
    """Says that the cards of a deck have too many colours, if they do; `` is none."""
    found = [colour for colour in dict.fromkeys(colours) if colour]
    if len(found) <= most:
        return []
    return [f"it has {len(found)} {noun} ({', '.join(found)}): expected {most} at most"]


def load_decks(
    package: str,
    name: str,
    known: Mapping[str, int],
    words: Sequence[str],
    check: Callable[[list[int]], list[str]],
    headings: Sequence[str] = (),
) -> DeckLists:
    """Reads the ready-made decks from a JSON file beside a game's code: a list in words for each.

    Raises:
        CardDataError: if the file is not an object of texts, or a deck is not legal.
    """
    document = load_data(package, name)
    if not isinstance(document, dict):
        raise CardDataError(f"{name}: expected an object with a list of cards for each deck")
    return named_decks(document, DeckLists(known, {}, words, check, headings), name, headings)


def read_decks(
    document: Mapping[str, str],
    catalogue: Catalogue[C],
    size: int,
    check: Callable[[list[int]], list[str]] | None = None,
) -> DeckLists:
    """Makes decks of one size, which name cards by their ids.

    Args:
        document: the ready-made decks: a list in words for each name.
        catalogue: the cards.
        size: how many cards a deck has.
        check: lists what else is wrong with a deck.

    Raises:
        CardDataError: if a deck cannot be read, or is not legal.
    """

    def problems(deck: list[int]) -> list[str]:
        found = [] if len(deck) == size else [f"it has {len(deck)} cards: expected {size}"]
        return found if check is None else found + check(deck)

    words = [card.id for card in catalogue.cards]
    return named_decks(document, DeckLists(catalogue.numbers, {}, words, problems), "decks")


def named_decks(
    document: Mapping[str, object], bare: DeckLists, source: str, headings: Sequence[str] = ()
) -> DeckLists:
    """Reads ready-made decks with a reader that has none; returns one that knows them.

    Raises:
        CardDataError: if a deck cannot be read, or is not legal; lists all problems.
    """
    named: dict[str, list[int]] = {}
    problems: list[str] = []
    for title, cards in document.items():
        try:
            named[title] = bare.read_list(str(cards))
        except ValueError as error:
            problems.append(f"{title}: {error}")
            continue
        problems += [f"{title}: {problem}" for problem in bare.check(named[title])]
    if problems:
        raise CardDataError(f"{source}: " + "; ".join(problems))
    return DeckLists(bare.known, named, bare.words, bare.check, headings)
