"""Words and drawings: moves in words, and a card game as lines of text for a terminal."""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from kibitz.core.domains import Chosen, Domain, RecordOf
from kibitz.core.game import SPECTATOR
from kibitz.core.move import Move
from kibitz.core.notation import write_value
from kibitz.core.typed import FREE, LATER, LEFT_OUT, MINE, MISFIT, THEIRS, Phrase, Phrases
from kibitz.kit.board import OWNER, SERVER, Board
from kibitz.kit.catalogue import UNKNOWN
from kibitz.kit.effects import Order, Question
from kibitz.kit.layout import Layout
from kibitz.kit.modifiers import Modifier
from kibitz.kit.moves import Answer, TableMove
from kibitz.kit.state import TRUTH, InPlay, TableState

P = TypeVar("P", bound=InPlay)
B = TypeVar("B", bound=Board)

# What is told of a seat after a move: from the view before it and the one after it.
SeatNews: TypeAlias = Callable[[TableState[P, B], TableState[P, B], int], list[str]]
# What all parts have, and no drawing needs to name.
USUAL: tuple[str, ...] = ("kind", "serial", "mods")
# The roles of numbers that are printed on cards, by the name of their field.
FIGURES: Final = {
    "cost": "cost",
    "power": "attack",
    "attack": "attack",
    "strength": "attack",
    "health": "health",
    "hp": "health",
    "speed": "speed",
}
# Those that stand behind the name of a part: `Wolf 2/2`.
FIGHTING: Final = ("attack", "health")
# A table is drawn in 79 columns: the command line puts a space before it. Lists are broken so that
# they fit 60 columns, too.
WIDTH: Final = 79
NARROW: Final = 59
INDENT: Final = 8
# How many answers are named below a question.
MOST_ANSWERS: Final = 12
# What a text for the player who moves is to the others.
FOR_OTHERS: Final = ((r"\byour(s?)\b", r"their\1"), (r"\byou\b", "they"))


# Moves.


def describe(view: TableState[P, B], move: Move[TableState[P, B]]) -> str:
    """Says in words what a move does: its sentence, or its title and its parameters.

    Parameters that are empty are left out.
    """
    sentence = move.sentence(view) if isinstance(move, TableMove) else ""
    if sentence:
        return sentence
    chosen = dict(zip(move.__match_args__, move.params(), strict=True))
    words: list[str] = []
    for name, value in chosen.items():
        # Who moves is known, and the question is the title of an answer.
        told = name == "seat" or (name == "question" and isinstance(move, Answer))
        if value is not None and not told:
            words.append(described(view, move.domains.get(name), value, chosen))
    title = move_title(move)
    return f"{title}: {', '.join(words)}" if words else title


def move_title(move: Move[TableState[P, B]]) -> str:
    """Names a kind of move; an answer by its question."""
    if isinstance(move, Answer):
        return move.question.replace("_", " ").capitalize()
    return move.title()


def described(view: TableState[P, B], domain: Domain | None, value: object, chosen: Chosen) -> str:
    """Names a parameter: a card by its name, a place by what is there."""
    if domain is None:
        return write_value(value)
    words = domain.given(chosen)
    if isinstance(words, RecordOf):
        fields = [
            f"{name} {described(view, inner, getattr(value, name), chosen)}"
            for name, inner in words.fields.items()
            if getattr(value, name) is not None
        ]
        return " and ".join(fields)
    if isinstance(value, tuple):
        return " + ".join([described(view, words, item, chosen) for item in value]) or "nothing"
    if isinstance(value, int) and words.kind == "card":
        return view.layout.titles[value]
    if isinstance(value, int) and words.kind == "place":
        return place_text(view, value)
    if isinstance(value, int) and words.kind == "owned":
        card, seat = view.layout.owned_card(value)
        return whose_text(view, view.layout.titles[card], seat)
    return words.text(value)


def place_text(view: TableState[P, B], place: int) -> str:
    """Names a place by what is there: `your Wolf`, `Imp of seat 1`; a player: `you`, `seat 1`.

    With two players, the other one is `the opponent`.

    Where a player has several equal cards in play, a number says which: `your Wolf (2)`.
    """
    seat = view.layout.owner(place)
    if place < 0:
        if seat == view.viewer:
            return "you"
        return "the opponent" if has_opponent(view) and seat in (0, 1) else f"seat {seat}"
    pile, index = place % view.layout.spots, place // view.layout.spots
    if pile >= len(view.rows) or index >= len(view.rows[pile]):
        return view.layout.place_word(place)  # nothing is there, or nobody sits there
    part = view.rows[pile][index]
    rows = [view.row(row, seat) for row in range(view.layout.depth)]
    name = view.layout.titles[part.kind]
    if len([other for row in rows for other in row if other.kind == part.kind]) > 1:
        row = f"{view.layout.rows[pile % view.layout.depth]} " if len(rows) > 1 else ""
        name = f"{name} ({row}{index + 1})"
    return whose_text(view, name, seat)


def whose_text(view: TableState[P, B], name: str, seat: int) -> str:
    """Says whose something is, for the viewer."""
    if seat == view.viewer:
        return f"your {name}"
    return f"the opponent's {name}" if has_opponent(view) else f"{name} of seat {seat}"


def has_opponent(view: TableState[P, B]) -> bool:
    """Tells whether there is one opponent: the viewer is a player, and there are two."""
    return view.viewer >= 0 and view.layout.seats == 2


def question_title(asked: Question[P, B]) -> str:
    """Returns a question in words: the first line of its docstring."""
    return (inspect.getdoc(type(asked)) or asked.id).splitlines()[0]


# The table.


def draw(view: TableState[P, B]) -> str:
    """Draws a view: what is for all, the others' sides, and at the bottom the viewer's own."""
    layout = view.layout
    lines = [headline(view)]
    asked = view.question()
    if asked is not None:
        lines.append(f"  asked of seat {asked.seat}: {question_title(asked)}")
    lines += board_lines(view, SPECTATOR) + table_lines(view, SPECTATOR)
    first = view.viewer + 1 if view.viewer >= 0 else 0
    for seat in [(first + step) % layout.seats for step in range(layout.seats)]:
        lines.append(f"seat {seat}" + (" (you)" if seat == view.viewer else ""))
        lines += board_lines(view, seat) + table_lines(view, seat)
    return "\n".join(lines)


def headline(view: TableState[P, B]) -> str:
    """Says where the game is, and who must decide."""
    if view.over:
        nobody = "a draw" if view.layout.seats > 1 else "lost"
        won = f"seat {view.winner} has won" if view.winner >= 0 else nobody
        return f"over: {won} ({view.reason})"
    who = "you decide" if view.seat == view.viewer else f"seat {view.seat} decides"
    phases = view.layout.phases
    phase = f", {phases[view.phase]} phase" if view.phase < len(phases) else ""
    return f"turn {view.turn} of seat {view.active}{phase}: {who}"


def board_lines(view: TableState[P, B], seat: int) -> list[str]:
    """Draws the board's lists by seat beside the seat, and everything else once for all."""
    words: list[str] = []
    for name in view.board.__match_args__:
        who = view.board.visibility.get(name, SERVER)
        value: object = getattr(view.board, name)
        by_seat = isinstance(value, list) and len(value) == view.layout.seats
        if who == SERVER or by_seat == (seat == SPECTATOR):
            continue
        if by_seat:
            assert isinstance(value, list)
            value = value[seat]
            if who == OWNER and seat != view.viewer and view.viewer >= SPECTATOR:
                continue
        text = field_text(view.layout, value, view.board.words.get(name, ""))
        if text:
            words.append(f"{name.replace('_', ' ')} {text}")
    return ["  " + ", ".join(words)] if words else []


def field_text(layout: Layout, value: object, kind: str) -> str:
    """Draws a field of a board or a part; empty for what holds nothing."""
    if isinstance(value, Modifier):
        stat = layout.stats[value.stat] if value.stat < len(layout.stats) else f"{value.stat}"
        return f"{stat} {value.amount:+}"
    if isinstance(value, (list, tuple)):
        return ", ".join([t for t in [field_text(layout, item, kind) for item in value] if t])
    if kind and type(value) is int and layout.has_word(kind, value):
        return layout.titles[value] if kind == "card" else layout.place_word(value)
    return write_value(value) if isinstance(value, (bool, type(None))) else str(value)


def table_lines(view: TableState[P, B], seat: int) -> list[str]:
    """Draws the zones and rows of a seat, or the zones for all."""
    layout = view.layout
    texts: list[tuple[str, str]] = []
    for number, zone in enumerate(layout.zones):
        if zone.shared == (seat == SPECTATOR):
            pile = view.pile(number, max(seat, 0))
            texts.append((zone.id, pile_text(layout, pile, zone.ordered)))
    for number, name in enumerate(layout.rows if seat != SPECTATOR else ()):
        parts = enumerate(view.row(number, seat), 1)
        words = [f"{index} {part_text(view, part)}" for index, part in parts]
        texts.append((name, ", ".join(words) or "-"))
    width = max([len(name) for name in (*[zone.id for zone in layout.zones], *layout.rows)])
    return [f"  {name:<{width}}  {text}" for name, text in texts]


def pile_text(layout: Layout, pile: tuple[int, ...], ordered: bool) -> str:
    """Draws the cards of a pile: names where they are known, and a number for the rest."""
    known = [card_text(layout, card) for card in pile if card != UNKNOWN]
    hidden = len(pile) - len(known)
    words = known
    if not ordered:
        counts = {word: known.count(word) for word in known}
        words = [word if n == 1 else f"{word} x{n}" for word, n in counts.items()]
    if hidden:
        words.append(f"{hidden} hidden" if known else f"{hidden} card{'s' if hidden > 1 else ''}")
    return ", ".join(words) or "-"


def card_text(layout: Layout, card: int) -> str:
    """Names a card, with its id where that is another word: `Bill`, `Potion (base1-94)`."""
    title, word = layout.titles[card], layout.ids[card]
    return title if title.lower().replace(" ", "_") == word else f"{title} ({word})"


def part_text(view: TableState[P, B], part: P) -> str:
    """Draws a part with its numbers and all that is not as usual: `Ogre 4/4 [damage 2, spent]`."""
    layout = view.layout
    marks: list[str] = []
    for name in part.__match_args__:
        value: object = getattr(part, name)
        if name in USUAL or not value:
            continue
        text = field_text(layout, value, part.words.get(name, ""))
        marks.append(name if value is True else f"{name} {text}")
    marks += [field_text(layout, mod, "") for mod in part.mods]
    numbers = [f"{value}" for role, _, value in numbers_of(view, part) if role in FIGHTING]
    title = " ".join([layout.titles[part.kind], "/".join(numbers)]).rstrip()
    return f"{title} [{', '.join(marks)}]" if marks else title


def numbers_of(view: TableState[P, B], part: P) -> list[tuple[str, int, int]]:
    """Lists the numbers of a part in play: the role, what is printed, and what it is now."""
    layout = view.layout
    row = layout.printed[part.kind] if part.kind < len(layout.printed) else None
    found: list[tuple[str, int, int]] = []
    for name, role in FIGURES.items():
        base: object = getattr(row, name, None)
        if type(base) is int:
            stat = layout.stats.index(name) if name in layout.stats else -1
            found.append((role, base, base if stat < 0 else view.value(part, stat, base)))
    return found


# Parts for games for two that write their own sentences: `you` is the viewer.


def seat_title(view: TableState[P, B], seat: int) -> str:
    """Names a seat: `you`, `opponent`; `seat 0` to those who only watch."""
    if view.viewer < 0:
        return f"seat {seat}"
    return "you" if seat == view.viewer else "opponent"


def doing(view: TableState[P, B], seat: int, does: str) -> str:
    """Says that a seat does something; `{s}` is the ending of a verb."""
    if seat == view.viewer:
        return "you " + does.replace("{s}", "")
    name = "the opponent" if view.viewer >= 0 else f"seat {seat}"
    return f"{name} {does.replace('{s}', 's')}"


def owner_word(view: TableState[P, B], seat: int) -> str:
    """Names a seat as the owner of something."""
    return "your" if seat == view.viewer else f"{doing(view, seat, '').strip()}'s"


def as_seen(
    view: TableState[P, B], seat: int, text: str, for_opponent: Sequence[tuple[str, str]]
) -> str:
    """Turns a text for a seat into one for the viewer: `your deck` is `their deck` to others.

    For the opponent, patterns are replaced after that.
    """
    if view.viewer in (seat, TRUTH):
        return text
    for old, new in FOR_OTHERS if view.viewer == SPECTATOR else (*FOR_OTHERS, *for_opponent):
        text = re.sub(old, new, text)
    return text


def some_cards(count: int) -> str:
    """Writes a number of cards."""
    return "a card" if count == 1 else f"{count} cards"


def join_names(names: Sequence[str]) -> str:
    """Writes names as a list: `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def card_names(titles: Sequence[str], pile: Sequence[int]) -> str:
    """Lists cards by name in a sentence, equal ones once with their number."""
    counts = Counter([titles[card] for card in pile])
    return join_names([name if n == 1 else f"{n} {name}" for name, n in counts.items()])


def gained(
    before: TableState[P, B], after: TableState[P, B], zone: int, seat: int
) -> "Counter[int]":
    """Counts the known cards that have come into a pile."""
    return Counter(after.pile(zone, seat)) - Counter(before.pile(zone, seat))


def draw_news(
    before: TableState[P, B],
    after: TableState[P, B],
    seat: int,
    titles: Sequence[str],
    zones: tuple[int, int, int],
    other: tuple[int, "Counter[int]"],
) -> list[str]:
    """Says which cards of the deck a seat has looked at and drawn; their names to itself.

    Args:
        before: the view before the move.
        after: the view after it.
        seat: the seat.
        titles: the names of cards.
        zones: the hand, the deck, and the zone of cards that are looked at.
        other: how many cards have left the deck otherwise, and which may have come into the hand
            from elsewhere.
    """
    hand, deck, looked_at = zones
    own = seat == after.viewer
    found: list[str] = []
    looked = max(0, after.count(looked_at, seat) - before.count(looked_at, seat))
    if looked:
        names = card_names(titles, after.pile(looked_at, seat)) if own else some_cards(looked)
        found.append(f"{doing(after, seat, 'look{s} at')} {names}")
    drawn = before.count(deck, seat) - after.count(deck, seat) - looked - other[0]
    if drawn > 0:
        new = gained(before, after, hand, seat) - other[1]
        shown = own and new.total() == drawn
        names = card_names(titles, list(new.elements())) if shown else some_cards(drawn)
        found.append(f"{doing(after, seat, 'draw{s}')} {names}")
    return found


def parts_of(view: TableState[P, B], seat: int) -> list[P]:
    """Returns all that a seat has in play, row by row."""
    return [part for row in range(view.layout.depth) for part in view.row(row, seat)]


def asked_text(
    view: TableState[P, B],
    about: Callable[[TableState[P, B], Question[P, B]], str],
    for_opponent: Sequence[tuple[str, str]],
) -> str:
    """Writes the question that waits for the viewer, after what it is about; empty if none does."""
    asked = view.question()
    if asked is None:
        return ""
    start = about(view, asked)
    text = f"{start}. {question_title(asked)}" if start else question_title(asked)
    return as_seen(view, asked.seat, text, for_opponent)


def damage_text(before: int, after: int, most: int) -> str:
    """Says how the damage on a card has changed: `takes 2 damage: 3 of 5`."""
    change = after - before
    return f"{'takes' if change > 0 else 'loses'} {abs(change)} damage: {after} of {most}"


def table_news(
    before: TableState[P, B],
    after: TableState[P, B],
    first: "Sequence[SeatNews[P, B]]",
    last: "Sequence[SeatNews[P, B]]",
    question: Callable[[TableState[P, B]], str],
) -> list[str]:
    """Says what followed a move, as a viewer saw it.

    Args:
        before: the view before the move.
        after: the view after it.
        first: what is told of each seat before a new turn: these functions one after the other.
        last: what is told of each seat then.
        question: writes the question that waits.
    """
    found = [text for news in first for seat in (0, 1) for text in news(before, after, seat)]
    if after.turn > before.turn and not after.over:
        found.append(f"turn {after.turn}: {owner_word(after, after.active)} turn")
    found += [text for news in last for seat in (0, 1) for text in news(before, after, seat)]
    asked = after.question()
    if asked is not None and asked != before.question():
        found.append(f"{doing(after, asked.seat, 'must answer')}: {question(after)}")
    return found


def seen_text(
    view: TableState[P, B],
    move: Move[TableState[P, B]],
    action: Callable[[TableState[P, B], int, Move[TableState[P, B]]], str],
    answer: Callable[[TableState[P, B], Question[P, B], tuple[int, ...]], str],
    for_opponent: Sequence[tuple[str, str]],
) -> str:
    """Says what a move of the seat to decide does, for the viewer; its notation if it does nothing.

    Args:
        view: the view.
        move: the move.
        action: says what a move does that is no answer, to its seat.
        answer: says what an answer means to the player who gives it.
        for_opponent: what a text is to the opponent, see `as_seen`.
    """
    asked = view.question()
    if isinstance(move, Answer):
        if asked is None or asked.id != move.question:
            return str(move)
        text = f"Answer: {answer(view, asked, move.picks)}"
    elif has_places(view, move):
        text = action(view, view.seat, move)
    else:
        return str(move)
    return as_seen(view, view.seat, text, for_opponent)


# Cards in play and triggers that are hard to tell apart.


def is_copy(state: TableState[P, B], place: int) -> bool:
    """Tells whether a card in play is just like one before it in its row."""
    index, row = place // state.layout.spots, state.rows[place % state.layout.spots]
    looks = [part.clone() for part in row[: index + 1]]
    for look in looks:
        look.serial = 0
    return looks[index] in looks[:index]


class Sayer(Phrases, Generic[P, B]):
    """Makes the phrases for what a player types in a position, each of them once.

    Attributes:
        s: the position.
        seat: who types.
        ways: what each card can be called.
        titles: what errors call it.
    """

    def __init__(
        self,
        s: TableState[P, B],
        seat: int,
        words: Sequence[str],
        ways: Sequence[Sequence[str]],
        titles: Sequence[str],
    ) -> None:
        super().__init__(words)
        self.s: Final = s
        self.seat: Final = seat
        self.ways: Final = ways
        self.titles: Final = titles

    def card(self, card: int, skip: int = MISFIT) -> Phrase:
        """Returns the phrase for a card."""
        return self.phrase(self.ways[card], skip, self.titles[card])

    def place(self, place: int, skip: int = LEFT_OUT, also: Sequence[str] = ()) -> list[Phrase]:
        """Returns the phrases for a card in play: whose it is, a name of it, its number."""
        card, alike = self.s.at(place).kind, is_copy(self.s, place)
        name = self.phrase([*self.ways[card], *also], skip, self.titles[card])
        number = self.number(f"{place // self.s.layout.spots + 1}", LATER if alike else FREE)
        return [MINE if self.s.owner(place) == self.seat else THEIRS, name, number]

    def picked(self, asked: Question[P, B] | None, picks: Sequence[int]) -> Iterable[list[Phrase]]:
        """Returns how to say the cards that are picked, or the ability that comes first."""
        if isinstance(asked, Order):
            number = waiting_number(self.s, asked, picks[0])
            name = self.card(waiting_card(asked, picks[0]))
            return [[name, self.number(number, FREE)] if number else [name]]
        return self.counted([self.card(card) for card in picks])


def short_picks(
    state: TableState[P, B],
    asked: Question[P, B],
    picks: Sequence[int],
    name: Callable[[int, Sequence[int]], str],
) -> str:
    """Names the cards that are picked, or the ability that comes first, so that it can be typed.

    Args:
        state: the position.
        asked: the question.
        picks: what is picked.
        name: returns the name of a card, as far as it must be told apart from others.
    """
    options = asked.options(state)
    if not isinstance(asked, Order):
        return ", ".join([name(card, options) for card in picks])
    waiting = [waiting_card(asked, option) for option in options]
    first = name(waiting_card(asked, picks[0]), waiting)
    return f"{first} {waiting_number(state, asked, picks[0])}".rstrip()


def names_of(move: Move[TableState[P, B]]) -> tuple[list[int], list[int]]:
    """Returns the cards and the places that a move names."""
    cards: list[int] = []
    places: list[int] = []
    for name, value in zip(move.__match_args__, move.params(), strict=True):
        if isinstance(value, tuple):
            places.extend(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            (places if move.domains[name].kind == "place" else cards).append(value)
    return cards, places


def has_places(state: TableState[P, B], move: Move[TableState[P, B]]) -> bool:
    """Tells whether something is at all places that a move names."""
    spots = state.layout.spots
    places = [] if move.always else names_of(move)[1]
    return all(at < 0 or at // spots < len(state.rows[at % spots]) for at in places)


def place_name(view: TableState[P, B], place: int, names: Sequence[str]) -> str:
    """Names a card in play, with its number if another one in its row has the same name."""
    index, row = place // view.layout.spots, view.rows[place % view.layout.spots]
    name = names[row[index].kind]
    several = len([part for part in row if names[part.kind] == name]) > 1
    return f"{name} ({index + 1})" if several else name


def serial_name(
    view: TableState[P, B], serial: int, names: Sequence[str], card: int = UNKNOWN
) -> str:
    """Names a card in play by its serial number; by what it was if it has left play."""
    gone = view.part(serial) is None
    return names[card] if gone else place_name(view, view.find(serial), names)


def param_names(
    move: Move[TableState[P, B]], card: Callable[[int], str], place: Callable[[int], str]
) -> dict[str, str]:
    """Names the parameters of a move: cards and places with functions, equal names once."""
    found: dict[str, str] = {}
    for name, value in zip(move.__match_args__, move.params(), strict=True):
        if isinstance(value, tuple):
            found[name] = join_names(list(dict.fromkeys(map(place, value))))
        elif isinstance(value, int) and not isinstance(value, bool):
            found[name] = place(value) if move.domains[name].kind == "place" else card(value)
        else:
            found[name] = str(value)
    return found


def waiting_card(asked: Order[P, B], at: int) -> int:
    """Returns the card whose ability waits."""
    card: int = getattr(asked.waiting[at], "card", UNKNOWN)
    return card


def waiting_number(state: TableState[P, B], asked: Order[P, B], at: int) -> str:
    """Returns the number for an ability that waits among those of equal cards; empty if alone.

    It is the number of the card in its row, where that tells them apart.
    """
    card = waiting_card(asked, at)
    alike = [each for each in asked.options(state) if waiting_card(asked, each) == card]
    serials = [getattr(asked.waiting[each], "serial", 0) for each in alike]
    if len(alike) == 1:
        return ""
    if len(set(serials)) < len(alike) or any(state.part(each) is None for each in serials):
        return f"{alike.index(at) + 1}"
    return f"{state.find(serials[alike.index(at)]) // state.layout.spots + 1}"


# Lines for games that draw their own table.


def result_line(view: TableState[P, B]) -> str:
    """Says how the game ended."""
    won = f"{seat_title(view, view.winner)} won" if view.winner >= 0 else "a draw"
    return f"The game is over after turn {view.turn}: {won} ({view.reason})"


def decider_text(view: TableState[P, B]) -> str:
    """Says who must decide: `you move`, `opponent answers`."""
    end = "" if view.seat == view.viewer else "s"
    return f"{seat_title(view, view.seat)} {'answer' if view.stack else 'move'}{end}"


def turn_line(view: TableState[P, B], set_up: str, step: str = "") -> str:
    """Says which turn it is and who must decide, or how the game ended.

    Args:
        view: the view.
        set_up: what comes before the first turn.
        step: what is said about the turn; empty for nothing.
    """
    if view.over:
        return result_line(view)
    text = set_up
    if view.turn:
        own = view.active == view.viewer
        whose = "your" if own else f"{seat_title(view, view.active)}'s"
        text = f"Turn {view.turn}, {whose} turn{f', {step}' if step else ''}"
    return f"{text}: {decider_text(view)}"


def draw_sides(
    view: TableState[P, B],
    head: Sequence[str],
    side: Callable[[TableState[P, B], int], list[str]],
    question: str,
    say: Callable[[Move[TableState[P, B]]], str],
) -> str:
    """Draws a table for two: the other side on top, the viewer's own below, then the question.

    Args:
        view: the view.
        head: the first lines.
        side: draws a side.
        question: the question that waits.
        say: writes how to type an answer.
    """
    bottom = max(view.viewer, 0)
    lines = [*head]
    for seat in (1 - bottom, bottom):
        lines += ["", *side(view, seat)]
    return "\n".join([*lines, *question_lines(view, question, say)])


def hand_lines(
    view: TableState[P, B],
    seat: int,
    zone: int,
    titles: Sequence[str],
    heading: str,
    show: Callable[[int, str], list[str]],
    order: Callable[[int], int],
) -> list[str]:
    """Draws a hand in an order, equal cards once; of a hidden one only the cards that are known.

    Args:
        view: the view.
        seat: whose hand.
        zone: the zone of hands.
        titles: the names of cards.
        heading: what stands above the cards.
        show: draws a card by its name, which says how many there are.
        order: what the cards are sorted by.
    """
    hand = [card for card in view.pile(zone, seat) if card != UNKNOWN]
    if seat != view.viewer and view.viewer != TRUTH:
        return wrapped("  known in hand: ", counted(titles, hand))
    lines = [f"  {heading}"] if hand else []
    for card in sorted(dict.fromkeys(hand), key=order):
        lines += show(card, counted(titles, [card] * hand.count(card))[0])
    return lines


def question_lines(
    view: TableState[P, B], text: str, say: Callable[[Move[TableState[P, B]]], str]
) -> list[str]:
    """Draws the question that waits, and what to type if there are few answers.

    Args:
        view: the view.
        text: the question.
        say: writes how to type an answer.
    """
    asked = view.question()
    if asked is None or view.over:
        return []
    title = seat_title(view, asked.seat)
    start = f"{title} {'are' if title == 'you' else 'is'} asked: "
    lines = ["", *wrapped(start, text.split(), 2, " ")]
    given = asked.options(view) if asked.seat == view.viewer else []
    least, most = asked.bounds(len(given))
    options = list(dict.fromkeys(given))
    if not options or len(options) > MOST_ANSWERS:
        return lines
    if most > 1:
        return [*lines, f"  type: names of cards{', or nothing' if least == 0 else ''}"]
    picks: list[tuple[int, ...]] = [(option,) for option in options]
    picks += [()] if least == 0 else []
    return lines + wrapped("  type: ", [say(Answer(asked.id, each)) for each in picks])


def card_lines(start: str, name: str, width: int, numbers: str, words: Sequence[str]) -> list[str]:
    """Draws a card: what words do not fit behind its name and numbers go on the next line."""
    line = f"  {start:>3} {name:<{width}} {numbers}".rstrip()
    beside = f"{line}  {', '.join(words)}".rstrip()
    return [beside] if len(beside) <= WIDTH else [line, *wrapped(" " * INDENT, words)]


def counted(titles: Sequence[str], pile: Sequence[int]) -> list[str]:
    """Lists cards by name, equal ones once, and last how many are hidden."""
    counts = {card: pile.count(card) for card in pile if card != UNKNOWN}
    words = [f"{titles[card]}{f' x{n}' if n > 1 else ''}" for card, n in counts.items()]
    hidden = pile.count(UNKNOWN)
    return [*words, f"{hidden} hidden"] if hidden else words


def wrapped(start: str, words: Sequence[str], indent: int = INDENT, mark: str = ", ") -> list[str]:
    """Writes words behind the start of a line, which is broken between them; nothing for none."""
    lines = [start] if words else []
    for at, word in enumerate(words):
        text = word if at == len(words) - 1 else f"{word}{mark}"
        if len(lines[-1]) + len(text.rstrip()) > NARROW and lines[-1] != start:
            lines.append(" " * indent)
        lines[-1] += text
    return [line.rstrip() for line in lines]
