"""Builds positions of Lorcana for tests, and plays them in words.

```python
table = Table("a L18", "x L09:x")
table.play("challenge a x")
assert table.changes() == {"a": "L18:x,d1", "x": "L09:x,d5"}
```

A side is written as a list: `a L02:x,w,d1 on L21` is a card in play under the name `a` (exerted,
drying, 1 damage, on top of L21), `b L05@m` is at the location `m`. `hand L04 L11`, `discard L05`
and `deck L01 L02` (from the top) are cards, `ink 2/4` is 2 ready cards of 4, `lore 3` is lore.
Without more it is turn 5, seat 0 acts, and each deck has five cards.

Moves use the same names: `challenge a x`, `shift L10 a`, `sing L47 a b`, `play L03 exerted`. What
enters play later has the id of its card as its name.
"""

import re
from collections.abc import Callable, Sequence

from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.core.reject import Reject
from kibitz.games.lorcana import Lorcana
from kibitz.games.lorcana.cards import CANNOT_CHALLENGE, CANNOT_QUEST, CARDS, KEYWORDS, RECKLESS
from kibitz.games.lorcana.moves import Answer
from kibitz.games.lorcana.rules.abilities import Resolution
from kibitz.games.lorcana.rules.in_play import banned, keyword, lore_value, strength
from kibitz.games.lorcana.rules.turn import Alter, Altered
from kibitz.games.lorcana.state import (
    DECK,
    DISCARD,
    HAND,
    INKED,
    INKWELL,
    LAYOUT,
    LOOKED,
    PLAYING,
    ROW,
    CardInPlay,
    LorcanaMove,
    LorcanaState,
)
from kibitz.kit.effects import Order
from kibitz.testing import assert_conserved, expect_refusal, scenario

ZONES = {
    "hand": HAND,
    "deck": DECK,
    "inkwell": INKWELL,
    "discard": DISCARD,
    "looked": LOOKED,
    "playing": PLAYING,
}
# What decks and inkwells are made of where nothing is said.
USUAL = ("L05", "L25")
PLACE_WORD = re.compile(r"p\d\.(?:characters|items|locations)\.\d+")
PART = re.compile(r"([a-z]) (L\d\d)(?::([xwd0-9,]+))?(?: on ([L0-9 ]+?))?(?: ?@([a-z]))?")


def ids(cards: Sequence[int]) -> str:
    """Writes cards as their ids."""
    return " ".join(LAYOUT.card_word(card) for card in cards)


class Table:
    """A match in progress.

    Attributes:
        match: the engine.
        names: the name of everything that was in play so far, by its serial number.
    """

    def __init__(
        self,
        mine: str = "",
        theirs: str = "",
        *,
        turn: int = 5,
        acts: int = 0,
        inked: bool = False,
        set_up: bool = False,
        seed: int = 0,
        game: Lorcana | None = None,
    ) -> None:
        """Sets a match up; with `set_up`, both players are asked to alter their hands first."""
        self.names: dict[int, str] = {}
        start = scenario(Lorcana() if game is None else game).seed(seed)
        entries = [
            (seat, entry)
            for seat, text in enumerate((mine, theirs))
            for entry in text.split(", ")
            if entry
        ]
        found = [(seat, PART.fullmatch(entry)) for seat, entry in entries]
        parts = [(seat, part) for seat, part in found if part is not None]
        serials = {part[1]: number for number, (_, part) in enumerate(parts, 1)}
        for seat, part in parts:
            name, card, flags, under, here = part.groups(default="")
            row = ROW[CARDS[LAYOUT.read_card(card)].kind]
            damage = re.search(r"d(\d+)", flags)
            start.put(
                LAYOUT.rows[row],
                seat,
                card,
                exerted="x" in flags,
                drying="w" in flags,
                damage=int(damage[1]) if damage else 0,
                under=tuple(under.split()),
                at=serials[here] if here else 0,
            )
            self.names[serials[name]] = name
        board: dict[str, list[int]] = {"lore": [0, 0], "ink": [0, 0]}
        decks = [" ".join([card] * 5) for card in USUAL]
        for (seat, entry), (_, matched) in zip(entries, found, strict=True):
            if matched is not None:
                continue
            word, _, rest = entry.partition(" ")
            if word == "ink":
                ready, _, count = rest.partition("/")
                board["ink"][seat] = int(ready)
                start.put("inkwell", seat, *[USUAL[seat]] * int(count))
            elif word == "lore":
                board["lore"][seat] = int(rest)
            elif word == "deck":
                decks[seat] = "" if rest == "-" else rest
            else:
                assert word in ZONES, f"{entry!r} is no part of a position"
                start.put(word, seat, *rest.split())
        for seat, deck in enumerate(decks):
            start.put("deck", seat, *reversed(deck.split()))
        start.set(**board).turn(turn, active=acts, phase="main")
        if inked:
            start.mark("inked")
        if set_up:
            start.turn(0, active=acts, phase="set_up")
            start.ask(Alter(acts), Alter(1 - acts), Altered())
        self.match: RuleEngine[LorcanaState, LorcanaState] = start.engine()
        self.before = self.facts()

    @property
    def state(self) -> LorcanaState:
        """The state, to be read."""
        return self.match.state

    # Playing.

    def play(self, *moves: str, seat: int | None = None) -> "Table":
        """Plays moves; no card may get lost."""
        for text in moves:
            before = self.state.clone()
            self.match.play(self.move(text), seat)
            assert_conserved(before, self.state)
        return self

    def answer(self, *answers: str) -> "Table":
        """Answers questions; `-` picks nothing."""
        for text in answers:
            found = dict(self.answers())
            assert text in found, f"{text!r} is not among {sorted(found)}: {self.asks}"
            before = self.state.clone()
            self.match.play(found[text])
            assert_conserved(before, self.state)
        return self

    def end(self, turns: int = 1) -> "Table":
        """Ends turns of both players, one after the other."""
        return self.play(*["end_turn"] * turns)

    def edit(self, change: Callable[[LorcanaState], None]) -> "Table":
        """Changes the state by hand, for what no card of the pool does, and goes on from there."""
        state, game = self.state.clone(), self.match.game
        change(state)
        self.match = RuleEngine(game, state=state, seed=0, checked=True)
        self.before = self.facts()
        return self

    def move(self, text: str) -> LorcanaMove:
        """Reads a move with the names of the test."""
        kind, *words = [self.place(word) for word in text.split()]
        kinds = {each.id: each for each in self.match.game.kinds()}
        values: list[object] = list(words)
        if kind == "play":
            values = [words[0], words[1:] == ["exerted"]]
        elif kind in ("sing", "answer"):
            values = [words[0], words[1:]]
        elif kind == "concede":
            values = [int(words[0])]
        names = kinds[kind].__match_args__
        return self.match.game.move_from_json(
            {"move": kind, **dict(zip(names, values, strict=True))}
        )

    def written(self, move: LorcanaMove) -> str:
        """Writes a move with the names of the test."""
        words: list[str] = []
        for name, value in move.to_json().items():
            items: list[object] = [*value] if isinstance(value, list) else [value]
            if name == "exerted":
                items = ["exerted"] if value else []
            words += [self.named(f"{item}") for item in items]
        return " ".join(words)

    def place(self, word: str) -> str:
        """Replaces the name of a card in play by its place."""
        for serial, name in self.known().items():
            if name == word and self.state.find(serial) >= 0:
                return LAYOUT.place_word(self.state.find(serial))
        return word

    def known(self) -> dict[int, str]:
        """Returns the names of everything that is or was in play, by serial number."""
        for row in self.state.rows:
            for part in row:
                if part.serial not in self.names:
                    card = LAYOUT.card_word(part.kind)
                    while card in self.names.values():
                        card += "'"
                    self.names[part.serial] = card
        return self.names

    # Asking.

    @property
    def asks(self) -> str:
        """Who is asked what, and all answers: `p0 discard: L04 | L11`; empty without a question."""
        asked = self.state.question()
        if asked is None:
            return ""
        return f"p{asked.seat} {asked.id}: {' | '.join(text for text, _ in self.answers())}"

    def answers(self) -> list[tuple[str, Answer]]:
        """Lists the answers in words, with their moves."""
        moves = [move for move in self.match.legal_moves() if isinstance(move, Answer)]
        return [(self.answer_words(move), move) for move in moves]

    def answer_words(self, move: Answer) -> str:
        """Writes an answer; a trigger is the name of its source and its number, such as `a.0`."""
        asked = self.state.question()
        if isinstance(asked, Order):
            picked = asked.waiting[move.picks[0]]
            assert isinstance(picked, Resolution)
            return f"{self.known()[picked.serial]}.{picked.ability}"
        picks = move.to_json()["picks"]
        assert isinstance(picks, list)
        return " ".join(self.named(f"{pick}") for pick in picks) or "-"

    def named(self, text: str) -> str:
        """Replaces places in a text by the names of what is there."""
        known = self.known()

        def name(found: re.Match[str]) -> str:
            return known[self.state.at(LAYOUT.read_place(found[0])).serial]

        return PLACE_WORD.sub(name, text)

    def legal(self, kind: str) -> list[str]:
        """Lists the legal moves of one kind, with the names of the test."""
        return [self.written(move) for move in self.match.legal_moves() if move.id == kind]

    def refusals(self, text: str, seat: int | None = None) -> list[str]:
        """Lists all codes with which a move is refused; trying it changes nothing."""
        return [reason.error_code for reason in self.reasons(text, seat)]

    def reasons(self, text: str, seat: int | None = None) -> list[Reject]:
        """Lists all reasons why a move is refused; none if it is legal."""
        move = self.move(text)
        found = self.match.explain(move, seat)
        if found:
            assert expect_refusal(self.match, move, player=seat) == found[0]
        return found

    # Looking.

    def part(self, name: str) -> CardInPlay:
        """Returns a card in play by its name."""
        return self.state.at(LAYOUT.read_place(self.place(name)))

    def keyword(self, name: str, word: str) -> int:
        """Returns the number of a keyword of a card in play; 0 if it does not have it."""
        place = LAYOUT.read_place(self.place(name))
        part, seat = self.state.at(place), self.state.owner(place)
        return keyword(self.state, part, seat, KEYWORDS.index(word))

    def pile(self, zone: str, seat: int = 0) -> str:
        """Writes the cards of a zone; a deck from the top."""
        return self.seen(zone, seat, None)

    def seen(self, zone: str, seat: int, viewer: int | None) -> str:
        """Writes the cards of a zone as a viewer knows them: a seat, `SPECTATOR`, or all (None)."""
        view = self.state if viewer is None else self.match.view(viewer)
        cards = view.pile(ZONES[zone], seat)
        return ids(cards[::-1] if zone == "deck" else cards)

    def watched(self, zone: str, seat: int) -> tuple[str, str, str]:
        """Writes a zone as seat 0, seat 1 and spectators know it."""
        known = [self.seen(zone, seat, viewer) for viewer in (0, 1, SPECTATOR)]
        return known[0], known[1], known[2]

    def ink(self, seat: int = 0) -> str:
        """Writes how much ink is ready, of how much."""
        return f"{self.state.board.ink[seat]}/{self.state.count(INKWELL, seat)}"

    def lore(self) -> list[int]:
        """Returns the lore of both seats."""
        return self.state.board.lore

    # Everything at once.

    def facts(self) -> dict[str, str]:
        """Writes the whole state as texts, by name."""
        state, board = self.state, self.state.board
        found = {
            "turn": f"{state.turn} of p{state.active}, {LAYOUT.phases[state.phase]}",
            "inked": "yes" if state.marks & INKED else "no",
            "asked": self.asks,
            "waiting": " ".join(each.id for each in (*state.stack, *state.events)),  # type: ignore[attr-defined]  # events have ids
            "challenge": self.challenge(),
            "over": f"p{state.winner}: {state.reason}" if state.over else "",
            "altered": f"{board.altered}",
        }
        for seat in (0, 1):
            found[f"p{seat} lore"] = f"{board.lore[seat]}"
            found[f"p{seat} ink"] = self.ink(seat)
            for zone in ZONES:
                found[f"p{seat} {zone}"] = self.pile(zone, seat)
        for serial, name in self.known().items():
            place = state.find(serial)
            found[name] = self.describe(place) if place >= 0 else "gone"
        return found

    def challenge(self) -> str:
        """Writes who is in a challenge."""
        board = self.state.board
        pair = [self.known().get(serial, "") for serial in (board.attacker, board.defender)]
        return " ".join(pair).strip()

    def describe(self, place: int) -> str:
        """Writes a card in play as the test would, then all that is not as printed."""
        state = self.state
        part, seat = state.at(place), state.owner(place)
        card = CARDS[part.kind]
        flags = ["x"] * part.exerted + ["w"] * part.drying
        flags += [f"d{part.damage}"] if part.damage else []
        text = LAYOUT.card_word(part.kind) + (":" if flags else "") + ",".join(flags)
        text += f"@{self.names[part.at]}" if part.at else ""
        text += f" on {ids(part.under)}" if part.under else ""
        if strength(state, part) != card.strength:
            text += f" S{strength(state, part)}"
        if lore_value(state, part) != card.lore:
            text += f" L{lore_value(state, part)}"
        for number, word in enumerate(KEYWORDS):
            gained = keyword(state, part, seat, number) - card.keywords[number]
            text += f" {word}{gained:+}" if gained else ""
        for ban, word in ((CANNOT_QUEST, "quest"), (CANNOT_CHALLENGE, "challenge")):
            why = banned(state, part, seat, ban)
            # What is printed needs no words.
            usual = ban == CANNOT_QUEST and card.keywords[RECKLESS]
            text += f" no {word}: {LAYOUT.card_word(why)}" if why and not usual else ""
        return text

    def changes(self) -> dict[str, str]:
        """Returns all that is not as at the start, or as when this was asked last."""
        now = self.facts()
        names = dict.fromkeys([*self.before, *now])
        found = {
            name: now.get(name, "gone")
            for name in names
            if self.before.get(name, "gone") != now.get(name, "gone")
        }
        self.before = now
        return found
