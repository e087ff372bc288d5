"""Scenes: what a table shows, as small values that any page or painter can draw.

A game makes a scene from a view. A scene says what things are and where they lie, never how they
look, and it has no ids of cards: an id on a hidden card would let a player follow it. A piece may
have a *group* instead. Pieces of one group are interchangeable, and a move says which groups it
touches; `Pick` is the rule by which clicks lead to moves.

Texts are plain, and in the words of the viewer: "you to move".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeVar

from mypy_extensions import mypyc_attr

from kibitz.core import reject
from kibitz.core.errors import InvalidMoveError
from kibitz.core.reject import Reject
from kibitz.core.state import State
from kibitz.core.value import Json, Value, make

if TYPE_CHECKING:
    # Games make scenes, so their module imports this one.
    from kibitz.core.domains import Step
    from kibitz.core.game import Game
    from kibitz.core.move import Move

S = TypeVar("S", bound=State)
V = TypeVar("V")

# The owner of an area that belongs to nobody, and the turn of a game that is over.
SHARED: Final = -1
# How the pieces of an area lie, and where a page puts the area.
LAYOUTS: Final = ("row", "fan", "pile", "grid", "lane", "track", "text")
ROLES: Final = ("hand", "play", "side", "offer")
# What a piece is, and its states: face down, used up, came into play this turn, lost, at the edge
# of its lane.
KINDS: Final = ("card", "unit", "token", "track", "choice")
MARKS: Final = ("hidden", "exhausted", "new", "gone", "base")
# Colours by name; the page decides how they look.
TONES: Final = (
    *("red", "orange", "amber", "green", "teal", "blue", "indigo", "violet", "pink", "brown"),
    *("grey", "slate"),
)
# What the cards and the table of a game are like; the page decides how that looks.
LOOKS: Final = ("story", "steel", "wild", "space", "bazaar", "casino", "dungeon")
# Drawings by name. Those of the first two lines are grown from the name of the piece.
SYMBOLS: Final = (
    *("creature", "person", "mech", "raider", "slime", "insect", "golem", "ghost", "plant"),
    *("beast", "hero", "chips", "drone", "ship"),
    *("skull", "hand", "star", "dot", "seal", "crown", "coin", "prize"),
    *("diamond", "gold", "silver", "cloth", "spice", "leather", "camel"),
    *("sword", "attack", "shield", "block", "heart", "health", "life", "spade", "mana", "energy"),
    *("bolt", "lightning", "grass", "fire", "water", "psychic", "fighting", "colorless"),
    *("trainer", "flask", "up", "buff", "debuff", "speed", "sleep", "escape"),
    *("ink", "lore", "song", "item", "place"),
)
# The tones of words that have none of their own.
WORD_TONES: Final = TONES[:10]
# What a group begins with that need not be on the table: it is shown as long as moves touch it.
OFFER: Final = "offer:"


# What is shown.


@mypyc_attr(allow_interpreted_subclasses=True)
class Shown(Value):
    """A part of a scene; in JSON it leaves out what is as usual."""

    # How many of the first fields are always written, and what is usual beside empty and 0.
    needed: ClassVar[int] = 1
    usual: ClassVar[Mapping[str, object]] = {}

    def to_json(self) -> dict[str, Json]:
        """Writes the fields as a JSON object; leaves out those that have their default."""
        found: dict[str, Json] = {}
        for at, name in enumerate(self.__match_args__):
            value: object = getattr(self, name)
            default = self.usual.get(name)
            as_usual = not value if default is None else value == default
            if at < self.needed or not as_usual:
                found[name] = shown_json(value)
        return found

    def changed(self, **fields: object) -> Self:
        """Returns a copy with other values for some fields."""
        values = [fields.get(name, getattr(self, name)) for name in self.__match_args__]
        found = make(type(self), values)
        assert isinstance(found, type(self))
        return found


def shown_json(value: object) -> Json:
    """Writes a field of a part of a scene as JSON."""
    if isinstance(value, Shown):
        return value.to_json()
    if isinstance(value, tuple):
        return [shown_json(item) for item in value]
    assert isinstance(value, (bool, int, str))
    return value


class Figure(Shown):
    """A number with a role, such as attack or cost.

    Attributes:
        role: what it counts.
        value: the number; a text such as `10+` where a number is not enough.
        trend: 1 if it is higher than printed, -1 if it is lower.
    """

    __match_args__ = ("role", "value", "trend")
    needed: ClassVar[int] = 2

    def __init__(self, role: str, value: int | str, trend: int = 0) -> None:
        self.role: Final = role
        self.value: Final[int | str] = value
        self.trend: Final = trend


class Bar(Shown):
    """A number out of a most, such as health.

    Attributes:
        role: what it counts.
        value: how much there is.
        most: how much there can be.
        guard: block or shields in front of it.
    """

    __match_args__ = ("role", "value", "most", "guard")
    needed: ClassVar[int] = 3

    def __init__(self, role: str, value: int, most: int, guard: int = 0) -> None:
        self.role: Final = role
        self.value: Final = value
        self.most: Final = most
        self.guard: Final = guard


class Badge(Shown):
    """A short word for a state, such as a power or a condition."""

    __match_args__ = ("text", "tone", "detail")

    def __init__(self, text: str, tone: str = "", detail: str = "") -> None:
        self.text: Final = text
        self.tone: Final = tone
        self.detail: Final = detail


class Line(Shown):
    """A line printed on a piece, such as an attack.

    Attributes:
        text: its name.
        value: what it gives, such as damage.
        symbols: what it costs.
        group: what a touch of the line itself means; empty if it cannot be touched.
    """

    __match_args__ = ("text", "value", "symbols", "group")

    def __init__(
        self, text: str, value: str = "", symbols: tuple[str, ...] = (), group: str = ""
    ) -> None:
        self.text: Final = text
        self.value: Final = value
        self.symbols: Final = symbols
        self.group: Final = group


class Counter(Shown):
    """A number of a side, such as rupees or energy; `most` is 0 if there is no limit."""

    __match_args__ = ("name", "value", "symbol", "most")
    needed: ClassVar[int] = 2

    def __init__(self, name: str, value: int | str, symbol: str = "", most: int = 0) -> None:
        self.name: Final = name
        self.value: Final[int | str] = value
        self.symbol: Final = symbol
        self.most: Final = most


class Piece(Shown):
    """A card, a unit in play, a token, or a track of tokens.

    Attributes:
        name: what people call it; empty for a hidden card.
        face: what it is, as one word; a page may take pieces with one face for each other.
        group: what a touch of it means; empty if it cannot be touched.
        kind: one of `KINDS`.
        detail: more about it, in a few words.
        tone: one of `TONES`.
        symbol: the drawing, one of `SYMBOLS`.
        emblem: a small symbol in the corner, such as an element.
        figures: numbers on it.
        bars: numbers out of a most.
        badges: states in words.
        lines: lines printed on it.
        marks: states out of `MARKS`.
        symbols: what is attached to it, as symbols.
        count: how many equal pieces it stands for, as in a pile.
        steps: the values of the tokens of a track.
        spent: how many of them are gone.
    """

    __match_args__ = (
        *("name", "face", "group", "kind", "detail", "tone", "symbol", "emblem", "figures"),
        *("bars", "badges", "lines", "marks", "symbols", "count", "steps", "spent"),
    )
    usual: ClassVar[Mapping[str, object]] = {"kind": "card", "count": 1}

    def __init__(
        self,
        name: str,
        face: str = "",
        group: str = "",
        kind: str = "card",
        detail: str = "",
        tone: str = "",
        symbol: str = "",
        emblem: str = "",
        figures: tuple[Figure, ...] = (),
        bars: tuple[Bar, ...] = (),
        badges: tuple[Badge, ...] = (),
        lines: tuple[Line, ...] = (),
        marks: tuple[str, ...] = (),
        symbols: tuple[str, ...] = (),
        count: int = 1,
        steps: tuple[int, ...] = (),
        spent: int = 0,
    ) -> None:
        self.name: Final = name
        self.face: Final = face
        self.group: Final = group
        self.kind: Final = kind
        self.detail: Final = detail
        self.tone: Final = tone
        self.symbol: Final = symbol
        self.emblem: Final = emblem
        self.figures: Final = figures
        self.bars: Final = bars
        self.badges: Final = badges
        self.lines: Final = lines
        self.marks: Final = marks
        self.symbols: Final = symbols
        self.count: Final = count
        self.steps: Final = steps
        self.spent: Final = spent


class Area(Shown):
    """A place on the table. Areas of a seat are listed from the middle of the table outwards.

    Attributes:
        id: one word, the same all through a match.
        label: its name.
        owner: the seat it belongs to, or `SHARED`.
        layout: how its pieces lie, one of `LAYOUTS`; the top of a pile is its last piece.
        role: where a page puts it, one of `ROLES`.
        pieces: what lies there.
        group: what a touch of the place itself means, such as a lane; empty if nothing.
        column: which lane it is, from 1; 0 for other layouts.
        size: how many places it has, where empty ones are shown.
        note: a remark.
        text: the lines of the layout `text`.
    """

    __match_args__ = (
        *("id", "label", "owner", "layout", "role", "pieces"),
        *("group", "column", "size", "note", "text"),
    )
    needed: ClassVar[int] = 2
    usual: ClassVar[Mapping[str, object]] = {"owner": SHARED, "layout": "row", "role": "play"}

    def __init__(
        self,
        id: str,
        label: str,
        owner: int = SHARED,
        layout: str = "row",
        role: str = "play",
        pieces: tuple[Piece, ...] = (),
        group: str = "",
        column: int = 0,
        size: int = 0,
        note: str = "",
        text: str = "",
    ) -> None:
        self.id: Final = id
        self.label: Final = label
        self.owner: Final = owner
        self.layout: Final = layout
        self.role: Final = role
        self.pieces: Final = pieces
        self.group: Final = group
        self.column: Final = column
        self.size: Final = size
        self.note: Final = note
        self.text: Final = text


class Side(Shown):
    """A player: the name, counters, and for a hero its bars and powers.

    Attributes:
        seat: the seat.
        name: "You" for the viewer.
        counters: numbers such as rupees.
        bars: numbers out of a most, such as health.
        badges: states in words.
        symbol: the drawing, one of `SYMBOLS`.
        tone: one of `TONES`.
        group: what a touch of the player means; empty if nothing.
    """

    __match_args__ = ("seat", "name", "counters", "bars", "badges", "symbol", "tone", "group")
    needed: ClassVar[int] = 2

    def __init__(
        self,
        seat: int,
        name: str,
        counters: tuple[Counter, ...] = (),
        bars: tuple[Bar, ...] = (),
        badges: tuple[Badge, ...] = (),
        symbol: str = "",
        tone: str = "",
        group: str = "",
    ) -> None:
        self.seat: Final = seat
        self.name: Final = name
        self.counters: Final = counters
        self.bars: Final = bars
        self.badges: Final = badges
        self.symbol: Final = symbol
        self.tone: Final = tone
        self.group: Final = group


class Scene(Shown):
    """Everything that somebody sees.

    Attributes:
        status: how the game stands, in one line.
        question: what the viewer is asked; empty if it is not asked anything.
        sides: the players by seat.
        areas: the places on the table.
        viewer: the seat that sees this; -1 for somebody who only watches.
        turn: the seat that must decide; -1 if the game is over.
        over: whether the game is over.
        tone: a tint for the whole table.
        look: what the cards and the table are like, one of `LOOKS`; plain if empty.
    """

    __match_args__ = (
        *("status", "question", "sides", "areas", "viewer", "turn", "over", "tone", "look"),
    )
    usual: ClassVar[Mapping[str, object]] = {"viewer": -1, "turn": -1}

    def __init__(
        self,
        status: str,
        question: str = "",
        sides: tuple[Side, ...] = (),
        areas: tuple[Area, ...] = (),
        viewer: int = -1,
        turn: int = -1,
        over: bool = False,
        tone: str = "",
        look: str = "",
    ) -> None:
        self.status: Final = status
        self.question: Final = question
        self.sides: Final = sides
        self.areas: Final = areas
        self.viewer: Final = viewer
        self.turn: Final = turn
        self.over: Final = over
        self.tone: Final = tone
        self.look: Final = look

    def groups(self) -> dict[str, int]:
        """Counts the pieces, lines, areas and sides of each group."""
        found: dict[str, int] = {}
        for side in self.sides:
            found[side.group] = found.get(side.group, 0) + 1
        for area in self.areas:
            found[area.group] = found.get(area.group, 0) + 1
            for piece in area.pieces:
                found[piece.group] = found.get(piece.group, 0) + piece.count
                for line in piece.lines:
                    found[line.group] = found.get(line.group, 0) + 1
        found.pop("", None)
        return found

    def problems(self) -> list[str]:
        """Lists the words that no page knows: layouts, roles, kinds, marks, tones and symbols."""
        used: list[tuple[str, str, tuple[str, ...]]] = [("tone", self.tone, TONES)]
        used.append(("look", self.look, LOOKS))
        for side in self.sides:
            used += [("tone", side.tone, TONES), ("symbol", side.symbol, SYMBOLS)]
            used += [("symbol", each.symbol, SYMBOLS) for each in side.counters]
            used += [("tone", each.tone, TONES) for each in side.badges]
        for area in self.areas:
            used += [("layout", area.layout, LAYOUTS), ("role", area.role, ROLES)]
            for piece in area.pieces:
                used += used_words(piece)
        ids = [area.id for area in self.areas]
        twice = [id for id in dict.fromkeys(ids) if ids.count(id) > 1]
        found = [f"two areas have the id {id!r}" for id in twice]
        for what, word, known in dict.fromkeys(used):
            if word and word not in known:
                found.append(f"unknown {what} {word!r}: expected one of {', '.join(known)}")
        return found


def used_words(piece: Piece) -> list[tuple[str, str, tuple[str, ...]]]:
    """Lists the words of a piece that a page must know, each with what it is and what is known."""
    used = [("kind", piece.kind, KINDS), ("tone", piece.tone, TONES)]
    used += [("mark", mark, MARKS) for mark in piece.marks]
    used += [("tone", badge.tone, TONES) for badge in piece.badges]
    symbols = [piece.symbol, piece.emblem, *piece.symbols]
    for line in piece.lines:
        symbols += line.symbols
    return used + [("symbol", symbol, SYMBOLS) for symbol in symbols]


# Parts that many games need.


def tone_of(word: str) -> str:
    """Returns a tone for a word, always the same."""
    return WORD_TONES[sum(word.encode()) * 7 % len(WORD_TONES)]


def symbol_of(word: str) -> str:
    """Returns the symbol of that name; empty if there is none."""
    return word if word in SYMBOLS else ""


def name_seat(seat: int, viewer: int) -> str:
    """Names a player for the viewer."""
    return "You" if seat == viewer else f"Seat {seat}"


def in_turn(seat: int, viewer: int) -> str:
    """Says whose turn it is, as the viewer would say it."""
    return "you to move" if seat == viewer else f"seat {seat} to move"


def trend_of(value: int, printed: int) -> int:
    """Returns 1 for a number above the printed one, -1 for one below it."""
    return (1 if value > printed else 0) - (1 if value < printed else 0)


def hidden_piece(count: int = 1, group: str = "", face: str = "back") -> Piece:
    """Makes hidden cards; as one piece, because they cannot be told apart."""
    return Piece("", face, group, marks=("hidden",), count=count)


def hidden_pieces(count: int, group: str = "", face: str = "back") -> tuple[Piece, ...]:
    """Makes hidden cards that lie side by side."""
    return (hidden_piece(1, group, face),) * count


def piled(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Lays equal pieces that follow each other together; the last one is on top."""
    found: list[Piece] = []
    counts: list[int] = []
    for piece in pieces:
        if found and found[-1] == piece:
            counts[-1] += piece.count
        else:
            found.append(piece)
            counts.append(piece.count)
    return tuple(
        [
            piece if count == piece.count else piece.changed(count=count)
            for piece, count in zip(found, counts, strict=True)
        ]
    )


def plain_scene(game: "Game[S, V]", view: V, drawn: str) -> Scene:
    """Shows a game that says nothing about itself: its drawing, the first line as the status."""
    viewer = viewer_of(game, view)
    seat: object = getattr(view, "seat", SHARED)
    over: object = getattr(view, "over", False)
    turn = seat if isinstance(seat, int) and over is not True else SHARED
    status, _, rest = drawn.partition("\n")
    areas = (Area("table", game.title or game.id, layout="text", text=rest),) if rest else ()
    return Scene(
        status or ("over" if over is True else in_turn(turn, viewer)),
        sides=tuple([Side(at, name_seat(at, viewer)) for at in range(game.seats)]),
        areas=areas,
        viewer=viewer,
        turn=turn,
        over=over is True,
    )


def viewer_of(game: "Game[S, V]", view: V) -> int:
    """Returns whose view it is; -1 for somebody who only watches, or where a view does not say.

    In a game for one player, everything is seen by that player.
    """
    viewer: object = getattr(view, "viewer", 0 if game.seats == 1 else SHARED)
    return viewer if isinstance(viewer, int) and viewer >= 0 else SHARED


def word_piece(group: str) -> Piece:
    """Shows something by its word: a plain card."""
    word = group.removeprefix(OFFER)
    return Piece(word.capitalize(), word, group, "choice", tone=tone_of(word))


# What a move touches.


class Touches(Shown):
    """What a move touches: groups with counts, in the order in which a person would point.

    With a `most`, it stands for many moves: every choice of `least` to `most` of its pieces.

    Attributes:
        groups: the groups, each once, with how many pieces of it.
        verb: what the move does, in a word or two; the label of its button.
        least: how many pieces a choice has at least.
        most: how many it has at most; 0 for a single move, which touches all of them.
    """

    __match_args__ = ("groups", "verb", "least", "most")

    def __init__(
        self,
        groups: tuple[tuple[str, int], ...] = (),
        verb: str = "",
        least: int = 0,
        most: int = 0,
    ) -> None:
        self.groups: Final = groups
        self.verb: Final = verb
        self.least: Final = least
        self.most: Final = most


def touch(verb: str, *groups: str | tuple[str, int]) -> Touches:
    """Makes touches from groups; a group without a count counts once, an empty one not at all."""
    found: dict[str, int] = {}
    for each in groups:
        name, count = (each, 1) if isinstance(each, str) else each
        if name and count > 0:
            found[name] = found.get(name, 0) + count
    return Touches(tuple(found.items()), verb)


def word_touches(move: "Move[S]") -> Touches:
    """Touches what a move names as its source and its targets; each is offered by its word."""
    words = [move.source_card() or ""]
    for slot in move.target_slots() or ():
        words += slot
    return touch(move.title(), *[f"{OFFER}{word}" if word else "" for word in words])


def add_offers(
    scene: Scene, touched: Iterable[Touches], offer: Callable[[str], Piece], label: str = "Choose"
) -> Scene:
    """Adds an area with everything that is offered: what moves touch and the table does not show.

    What is offered follows from the legal moves and not from the view: while a player searches a
    deck, the view still hides the deck.

    Args:
        scene: the scene.
        touched: what the legal moves touch.
        offer: draws what is offered; mostly `Game.offer` with the view.
        label: the name of the area if the scene has no question.
    """
    there = scene.groups()
    missing: dict[str, int] = {}
    for touches in touched:
        for group, count in touches.groups:
            if group.startswith(OFFER) and there.get(group, 0) < count:
                missing[group] = max(missing.get(group, 0), count)
    if not missing:
        return scene
    pieces = [offer(group).changed(group=group, count=missing[group]) for group in missing]
    area = Area("offer", scene.question or label, SHARED, "grid", "offer", tuple(pieces))
    return scene.changed(areas=(*scene.areas, area))


# Clicks.


class Pick:
    """Which moves a selection can still become: the rule by which a page turns clicks into a move.

    A move *fits* if it touches everything that is selected, and is *complete* if it touches nothing
    else. Moves are known by their index.

    Attributes:
        moves: what each move touches.
        order: the selected groups in the order of clicks; once for each piece.
    """

    def __init__(self, moves: Sequence[Touches]) -> None:
        """Takes what each legal move touches; nothing is selected."""
        self.moves: Final = list(moves)
        self.maps: Final[list[dict[str, int]]] = [dict(move.groups) for move in moves]
        self.order: list[str] = []

    def count(self, group: str) -> int:
        """Returns how many pieces of a group are selected."""
        return self.order.count(group)

    def starts(self) -> list[str]:
        """Lists where a person would begin: the first group of each move. At rest, these glow."""
        return list(dict.fromkeys([move.groups[0][0] for move in self.moves if move.groups]))

    def fitting(self) -> list[int]:
        """Lists the moves that touch everything that is selected."""
        return self._fitting(counted(self.order))

    def _fitting(self, counts: dict[str, int]) -> list[int]:
        total = sum(counts.values())
        found: list[int] = []
        for at, wanted in enumerate(self.maps):
            most = self.moves[at].most
            if most and total > most:
                continue
            for group, count in counts.items():
                if wanted.get(group, 0) < count:
                    break
            else:
                found.append(at)
        return found

    def complete(self) -> list[int]:
        """Lists the moves that touch just what is selected; those in the order of clicks first."""
        counts = counted(self.order)
        if not counts:
            return []
        exact: list[int] = []
        for at in self._fitting(counts):
            move = self.moves[at]
            enough = len(self.order) >= move.least
            if enough if move.most else self.maps[at] == counts:
                exact.append(at)
        clicked = list(counts)
        return sorted(exact, key=lambda at: list(self.maps[at]) != clicked)

    def step(self, group: str) -> int:
        """Returns how many pieces of a group a click adds: the least that a fitting move wants."""
        return self._step(group, counted(self.order))

    def _step(self, group: str, counts: dict[str, int]) -> int:
        now, total = counts.get(group, 0), sum(counts.values())
        wanted: list[int] = []
        for at in self._fitting(counts):
            most, count = self.moves[at].most, self.maps[at].get(group, 0)
            if count > now and (not most or total < most):
                wanted.append(now + 1 if most else count)
        return min(wanted) - now if wanted else 0

    def add(self, group: str) -> bool:
        """Adds a piece of a group; what does not go with it is dropped, the oldest first.

        Returns:
            Whether anything was added. If not, no move touches the group.
        """
        for kept in [self.order[at:] for at in range(len(self.order) + 1)]:
            step = self._step(group, counted(kept))
            if step:
                self.order = kept + [group] * step
                return True
        return False

    def remove(self, group: str) -> None:
        """Takes pieces of a group back, down to the next number that some move wants."""
        now = self.count(group)
        self.order = [each for each in self.order if each != group]
        fewer = [self.maps[at].get(group, 0) for at in self.fitting()]
        back = max([count for count in fewer if count < now], default=0)
        self.order += [group] * back

    def clear(self) -> None:
        """Selects nothing."""
        self.order = []

    def sure(self) -> int:
        """Returns the only move that the selection can mean, which can be played at once; or -1."""
        found = self.complete()
        only = len(found) == 1 and len(self.fitting()) == 1 and not self.moves[found[0]].most
        return found[0] if only else -1

    def buttons(self) -> dict[str, list[int]]:
        """Returns the moves that need no piece, by verb: each verb is a button, or a menu."""
        found: dict[str, list[int]] = {}
        for at, move in enumerate(self.moves):
            if not move.groups or (move.most and not move.least):
                found.setdefault(move.verb, []).append(at)
        return found


def counted(order: list[str]) -> dict[str, int]:
    """Counts the groups of a selection, in the order of their first clicks."""
    counts: dict[str, int] = {}
    for group in order:
        counts[group] = counts.get(group, 0) + 1
    return counts


# Ranges: one entry for a kind of move that takes any choice of some pieces.


def range_touches(
    game: "Game[S, V]", view: V, kind: str, chosen: Mapping[str, object], step: "Step"
) -> Touches | None:
    """Makes one entry for all answers to a question that takes several options.

    Args:
        game: the game.
        view: what the seat sees.
        kind: the id of the kind of move.
        chosen: the answers to the questions before it.
        step: the question, as `RuleEngine.next_choices` returns it; the last one of its kind.

    Returns:
        The entry; None if the question takes one option, or options are not a piece each.
    """
    nested = "." in "".join([step.field, *chosen])
    if not step.many or step.max < 1 or nested:
        return None
    groups: list[str] = []
    verb = ""
    for option in step.options:
        touches = game.touches(view, build_range(game, kind, chosen, step, (option,)))
        if len(touches.groups) != 1 or touches.groups[0][1] != 1:
            return None
        groups.append(touches.groups[0][0])
        verb = touches.verb
    return touch(verb, *groups).changed(least=step.min, most=step.max)


def range_move(
    game: "Game[S, V]",
    view: V,
    kind: str,
    chosen: Mapping[str, object],
    step: "Step",
    selected: Sequence[str],
) -> "Move[S]":
    """Builds the move that a selection of a range means; the arguments are as in `range_touches`.

    Raises:
        InvalidMoveError: if a selected group is not one of the range.
    """
    left = list(selected)
    picked: list[object] = []
    for option in step.options:
        touches = game.touches(view, build_range(game, kind, chosen, step, (option,)))
        group = touches.groups[0][0] if touches.groups else ""
        if group in left:
            left.remove(group)
            picked.append(option)
    if left:
        raise InvalidMoveError(f"cannot choose {', '.join(left)} for {step.field} of {kind}")
    return build_range(game, kind, chosen, step, tuple(picked))


def build_range(
    game: "Game[S, V]",
    kind: str,
    chosen: Mapping[str, object],
    step: "Step",
    picked: tuple[object, ...],
) -> "Move[S]":
    """Builds a move from the answers before a question and the options picked there."""
    return game.move(kind, **{**chosen, step.field: picked})


# Refusals.

# How much a refusal helps somebody who pointed at a piece: it says only that this is not the time,
# or that the piece is not for this kind of move, or it names the rule that forbids the move.
NOT_NOW: Final = 0
NOT_THIS: Final = 1
BY_RULE: Final = 2
PRIORITIES: Final[dict[str, int]] = {
    reject.GAME_ENDED: NOT_NOW,
    reject.NOT_YOUR_TURN: NOT_NOW,
    reject.MOVE_NOT_FOUND: NOT_THIS,
    reject.NOT_OFFERED: NOT_THIS,
    reject.INVALID_PARAMS: NOT_THIS,
    reject.CONDITION_ERROR: NOT_THIS,
    reject.EXECUTION_ERROR: NOT_THIS,
    reject.NO_ENUMERATOR: NOT_THIS,
    reject.ENUMERATOR_ERROR: NOT_THIS,
}


def priority_of(refusal: Reject) -> int:
    """Returns how much a refusal helps, by its code; a game's own codes name rules."""
    return PRIORITIES.get(refusal.error_code, BY_RULE)


def refused_groups(
    game: "Game[S, V]", view: V, refused: "Iterable[tuple[Move[S], Reject]]"
) -> dict[str, Reject]:
    """Finds for each group the most helpful reason why no move that begins there can be made.

    Args:
        game: the game; `Game.refusal_priority` says which reasons help.
        view: what the seat sees.
        refused: moves that were refused, with the reason, such as the entries of
            `RuleEngine.enumerate_moves` that are not valid.
    """
    found: dict[str, Reject] = {}
    for move, refusal in refused:
        groups = game.touches(view, move).groups
        if not groups:
            continue
        earlier = found.get(groups[0][0])
        if earlier is None or game.refusal_priority(refusal) > game.refusal_priority(earlier):
            found[groups[0][0]] = refusal
    return found
