"""Decks, drone lists, placements and personalities: those of `decks.json`, and the players' own.

A personality is a deck with a drone list and a placement of its own.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from kibitz.core.document import Document, read_json
from kibitz.core.errors import suggest
from kibitz.games.dronewars.cards.catalogue import (
    BOOKS,
    CARD_NUMBERS,
    CARD_WORDS,
    CARDS,
    DRONE_NUMBERS,
    DRONE_WORDS,
    DRONES,
    LANES,
    NEEDS_UPGRADES,
    SECTION_NUMBERS,
    SECTION_WORDS,
    SECTIONS,
    plain,
)
from kibitz.kit.errors import CardDataError

SEPARATOR: Final = "/"
DECK_SIZE: Final = 40
SHORTEST_FLEET: Final = 5
LONGEST_FLEET: Final = 10
# A placement that the player chooses.
ASK: Final = "ask"
# How much of an unknown word is compared with names.
SHOWN: Final = 40
# The drone list of a deck without one of its own.
USUAL_FLEET: Final = "standard"
BRIDGE: Final = SECTION_NUMBERS["bridge"]
ROLES: Final[list[int]] = [BRIDGE if section.patch_only else section.number for section in SECTIONS]


class Preset:
    """A deck of the table; a personality if it has a placement.

    Attributes:
        name: the word for it.
        title: its name for people.
        difficulty: how strong it is meant to be; empty for a plain deck.
        brain: the agent that plays it; empty for a plain deck.
        cards: the cards.
        fleet: the drone list.
        placement: the sections in lanes 1, 2 and 3; empty if the player chooses.
        unchecked: whether it may break the rules for decks.
    """

    def __init__(self, name: str, place: Document, decks: Document, fleets: Document) -> None:
        place.only(("cards", "drones", "placement", "unchecked", "title", "difficulty", "brain"))
        self.name: Final = name
        self.title: Final = place.optional("title", name).text()
        self.difficulty: Final = place.optional("difficulty", "").text()
        self.brain: Final = place.optional("brain", "").text()
        self.unchecked: Final = place.optional("unchecked", False).flag()
        words = place.field("cards").text()
        if decks.has(words):
            words = decks.field(words).field("cards").text()
        self.words: Final = words
        self.cards: Final = read_cards(words)
        self.fleet: Final = read_fleet_list(fleets.field(place.field("drones").text()).text())
        placement = place.optional("placement", "").text()
        self.placement: Final = read_placement(placement) if placement else ()


# Reading lists in words.

# So many names are listed where none is near.
MOST_LISTED: Final = 12


def near_name(word: str, names: Sequence[str]) -> str:
    """Says which name a word could mean; a long list of names is not written out."""
    near = suggest(word[:SHOWN], names)
    if near.startswith("did") or len(names) <= MOST_LISTED:
        return near
    return "'kibitz games dronewars' lists them all"


def read_cards(text: str) -> list[int]:
    """Reads a list such as `4 laser blast, 2 nuke`; ids such as CARD011 serve, too.

    Raises:
        ValueError: if cards are unknown; names near matches of each.
    """
    deck: list[int] = []
    problems: list[str] = []
    for item in text.split(","):
        words = plain(item)
        if not words:
            continue
        count, _, name = words.partition(" ")
        is_count = count.isascii() and count.isdecimal() and len(count) < 4
        times, name = (int(count), name) if is_count else (1, words)
        card = CARD_NUMBERS.get(name)
        if card is None:
            problems.append(f"there is no card {name[:SHOWN]!r}; {near_name(name, CARD_WORDS[1:])}")
        else:
            deck.extend([card] * times)
    if problems:
        raise ValueError("; ".join(problems))
    return deck


def read_fleet_list(text: str) -> tuple[int, ...]:
    """Reads a list of drones such as `scout, bomber`.

    Raises:
        ValueError: if drones are unknown; names near matches of each.
    """
    found: list[int] = []
    problems: list[str] = []
    for item in text.split(","):
        word = plain(item)
        kind = DRONE_NUMBERS.get(word)
        if kind is None:
            problems.append(
                f"there is no drone {word[:SHOWN]!r}; {near_name(word, DRONE_WORDS[1:])}"
            )
        else:
            found.append(kind)
    if problems:
        raise ValueError("; ".join(problems))
    return tuple(found)


def read_placement(text: str) -> tuple[int, ...]:
    """Reads the sections in lanes 1, 2 and 3, such as `bridge powercell hub`.

    Raises:
        ValueError: if a section is unknown, missing or there twice.
    """
    words = plain(text.replace(",", " "))
    # Names of several words first, as one word each.
    for name in sorted(SECTION_NUMBERS, key=len, reverse=True):
        if " " in name:
            words = words.replace(name, SECTIONS[SECTION_NUMBERS[name]].id)
    found: list[int] = []
    for word in words.split():
        section = SECTION_NUMBERS.get(word)
        if section is None:
            raise ValueError(f"there is no section {word!r}; {suggest(word, SECTION_WORDS[1:])}")
        found.append(section)
    if sorted([ROLES[section] for section in found]) != sorted(set(ROLES[1:])):
        expected = "a bridge, powercell and hub in any order"
        raise ValueError(f"invalid placement {words!r}: expected {expected}")
    return tuple(found)


def placements(patched: bool) -> list[tuple[int, ...]]:
    """Lists all placements of an edition."""
    known = [s.number for s in SECTIONS[1:] if patched or not s.patch_only]
    found: list[tuple[int, ...]] = []
    for one in known:
        for two in known:
            for three in known:
                if len({ROLES[one], ROLES[two], ROLES[three]}) == LANES:
                    found.append((one, two, three))
    return found


def write_placement(placement: tuple[int, ...]) -> str:
    """Writes a placement: `bridge powercell hub`."""
    return " ".join([SECTION_WORDS[section] for section in placement])


# Rules for decks (1.2).


def deck_problems(deck: list[int], patched: bool, upgrades: bool) -> list[str]:
    """Lists what is wrong with a deck: its size, the copies, cards that this game does not have."""
    problems: list[str] = []
    book = BOOKS[1 if patched else 0]
    if len(deck) < DECK_SIZE:
        problems.append(f"it has {len(deck)} cards: expected {DECK_SIZE} or more")
    copies: dict[int, int] = {}
    for card in deck:
        copies[CARDS[card].base] = copies.get(CARDS[card].base, 0) + 1
    for card, count in copies.items():
        if count > book.most[card]:
            name, most = CARDS[card].name, book.most[card]
            problems.append(f"it has {count} copies of {name}: expected {most} at most")
    return problems + card_problems(deck, patched, upgrades)


def card_problems(deck: list[int], patched: bool, upgrades: bool) -> list[str]:
    """Lists the cards that this game does not have."""
    problems: list[str] = []
    for card in dict.fromkeys(deck):
        if not BOOKS[1 if patched else 0].included[card]:
            problems.append(f"{CARDS[card].name} needs balance_patch")
        if NEEDS_UPGRADES[card] and not upgrades:
            problems.append(f"{CARDS[card].name} needs upgrades")
    return problems


def fleet_problems(fleet: tuple[int, ...]) -> list[str]:
    """Lists what is wrong with a drone list: its size, drones that are there twice, tokens."""
    problems: list[str] = []
    if not SHORTEST_FLEET <= len(fleet) <= LONGEST_FLEET:
        expected = f"expected {SHORTEST_FLEET} to {LONGEST_FLEET}"
        problems.append(f"it has {len(fleet)} drones: {expected}")
    for kind in dict.fromkeys(fleet):
        if fleet.count(kind) > 1:
            problems.append(
                f"{DRONES[kind].name} is in it {fleet.count(kind)} times: expected once"
            )
        if DRONES[kind].token:
            problems.append(f"{DRONES[kind].name} is a token, which no list holds")
    return problems


# The options of a game.


class Loadout:
    """What a seat brings: a deck, a drone list, and perhaps a placement."""

    def __init__(
        self, cards: list[int], fleet: tuple[int, ...], placement: tuple[int, ...]
    ) -> None:
        self.cards: Final = cards
        self.fleet: Final = fleet
        self.placement: Final = placement


def seat_texts(option: str, text: str) -> list[str]:
    """Splits an option with a part for each seat; one part is for both."""
    parts = [" ".join(part.split()) for part in text.split(SEPARATOR)]
    if len(parts) > 2:
        raise ValueError(f"invalid {option}: expected one or two, with {SEPARATOR} between them")
    return [parts[0], parts[-1]]


def read_loadouts(
    decks: str, drones: str, sections: str, patched: bool, upgrades: bool, unchecked: bool
) -> list[Loadout]:
    """Reads what both seats bring, from the options of a game.

    Raises:
        ValueError: if something is unknown or against the rules for decks.
    """
    deck_texts = seat_texts("decks", decks)
    fleet_texts = seat_texts("drones", drones)
    placement_texts = seat_texts("placements", sections)
    found: list[Loadout] = []
    problems: dict[str, list[str]] = {}
    for seat in (0, 1):
        preset = PRESETS.get(plain(deck_texts[seat]))
        cards, fleet, placement = list[int](), tuple[int, ...](), tuple[int, ...]()
        try:
            cards = read_deck(deck_texts[seat], preset, patched, upgrades, unchecked)
        except ValueError as error:
            note_option(problems, "decks", deck_texts, seat, error)
        try:
            fleet = read_fleet(fleet_texts[seat], preset)
        except ValueError as error:
            note_option(problems, "drones", fleet_texts, seat, error)
        try:
            placement = read_ship(placement_texts[seat], preset, patched)
        except ValueError as error:
            note_option(problems, "placements", placement_texts, seat, error)
        found.append(Loadout(cards, fleet, placement))
    if problems:
        raise ValueError(
            "; ".join([f"invalid {what}: {'; '.join(problems[what])}" for what in problems])
        )
    return found


def note_option(
    problems: dict[str, list[str]], what: str, texts: list[str], seat: int, error: ValueError
) -> None:
    """Notes what is wrong with the part of an option for a seat; once if both seats share it."""
    if seat == 0 or texts[0] != texts[1]:
        problems.setdefault(what, []).append(f"seat {seat}: {error}")


def read_deck(
    text: str, preset: Preset | None, patched: bool, upgrades: bool, unchecked: bool
) -> list[int]:
    """Reads a deck: the name of one, or a list of cards.

    Raises:
        ValueError: if it names an unknown card or breaks a rule for decks.
    """
    if preset is not None:
        deck = preset.cards
        # The patch lowers how many copies some cards of the old decks may have.
        problems = card_problems(deck, patched, upgrades)
    elif "," not in text and not any(letter.isdigit() for letter in text):
        raise ValueError(f"there is no deck {plain(text)!r}; {suggest(plain(text), PRESETS)}")
    else:
        deck = read_cards(text)
        check = card_problems if unchecked else deck_problems
        problems = check(deck, patched, upgrades)
    if problems:
        raise ValueError("; ".join(problems))
    return sorted(deck)


def read_fleet(text: str, preset: Preset | None) -> tuple[int, ...]:
    """Reads a drone list: the name of one, or drones; with no text that of the deck.

    Raises:
        ValueError: if it names an unknown drone or has too few, too many or equal ones.
    """
    if not text:
        return FLEETS[USUAL_FLEET] if preset is None else preset.fleet
    if plain(text) in FLEETS:
        return FLEETS[plain(text)]
    if "," not in text:
        raise ValueError(f"there is no drone list {plain(text)!r}; {suggest(plain(text), FLEETS)}")
    fleet = read_fleet_list(text)
    problems = fleet_problems(fleet)
    if problems:
        raise ValueError("; ".join(problems))
    return fleet


def read_ship(text: str, preset: Preset | None, patched: bool) -> tuple[int, ...]:
    """Reads a placement; with no text that of the deck, and empty if the player chooses.

    Raises:
        ValueError: if it is no placement of this game.
    """
    if not text:
        return () if preset is None else preset.placement
    if plain(text) == ASK:
        return ()
    if " " not in plain(text.replace(",", " ")):
        near = suggest(plain(text)[:SHOWN], [ASK, *SECTION_WORDS[1:]])
        expected = "expected three sections such as 'bridge powercell hub', or 'ask'"
        raise ValueError(f"invalid placement {plain(text)[:SHOWN]!r}: {expected}; {near}")
    found = read_placement(text)
    for section in found:
        if SECTIONS[section].patch_only and not patched:
            raise ValueError(f"{SECTIONS[section].name} needs balance_patch")
    return found


def load_presets() -> dict[str, Preset]:
    """Reads the decks of `decks.json`.

    Raises:
        CardDataError: if the file has missing or extra content, or a deck breaks the rules.
    """
    root = read_root()
    found: dict[str, Preset] = {}
    decks, fleets = root.field("decks"), root.field("drones")
    for name in decks.names():
        try:
            found[name] = Preset(name, decks.field(name), decks, fleets)
        except ValueError as error:
            raise CardDataError(f"decks.json: {name}: {error}") from error
        made = found[name]
        problems = [] if made.unchecked else deck_problems(made.cards, False, True)
        if problems or fleet_problems(made.fleet):
            listed = "; ".join([*problems, *fleet_problems(made.fleet)])
            raise CardDataError(f"decks.json: {name}: {listed}")
    root.finish(CardDataError, "decks.json")
    return found


def read_root() -> Document:
    """Reads the file as a document."""
    text = files("kibitz.games.dronewars.cards").joinpath("decks.json").read_text(encoding="utf-8")
    return Document(read_json(text, CardDataError, "decks.json"))


def load_fleets() -> dict[str, tuple[int, ...]]:
    """Reads the drone lists of `decks.json`."""
    lists = read_root().field("drones")
    return {name: read_fleet_list(lists.field(name).text()) for name in lists.names()}


PRESETS: Final[dict[str, Preset]] = load_presets()
FLEETS: Final[dict[str, tuple[int, ...]]] = load_fleets()
