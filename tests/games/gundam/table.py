"""Builds tables in a short notation, plays moves on them, and writes what lies there.

`G05` is a Unit, `G05r` a rested one, `G05n` one that was deployed this turn, `G05(2)` has 2 damage,
`G05+G10` has a Pilot. In moves `p0.1` is the first Unit of seat 0, and `p0.base` its Base.
"""

import re
from collections.abc import Callable
from typing import Final

from kibitz.core import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.rules import in_play
from kibitz.games.gundam.state import (
    BASES,
    DECK,
    HAND,
    LAYOUT,
    LOOKED,
    RESOLVING,
    SHIELDS,
    TRASH,
    UNITS,
    CardInPlay,
    GundamState,
)
from kibitz.testing import assert_conserved, expect_refusal, scenario

Match = RuleEngine[GundamState, GundamState]

PART: Final = re.compile(r"([A-Z]+\d*)(?:\+(G\d+))?([rn]*)(?:\((\d+)\))?")
UNIT: Final = re.compile(r"\bp(\d)\.(\d)")
BASE: Final = re.compile(r"\bp(\d)\.base\b")
PASSES: Final = ("pass_action", "pass_action")
USUAL_SHIELDS: Final = "G23 G23 G23"
USUAL_DECK: Final = "G03 G05 G07 G19"


def table(
    units: tuple[str, str] = ("", ""),
    *,
    bases: tuple[str, str] = ("EXB", "EXB"),
    hands: tuple[str, str] = ("", ""),
    shields: tuple[str, str] = (USUAL_SHIELDS, USUAL_SHIELDS),
    decks: tuple[str, str] = (USUAL_DECK, USUAL_DECK),
    ready: tuple[int, int] = (10, 10),
    rested: tuple[int, int] = (0, 0),
    ex: tuple[int, int] = (0, 0),
    left: tuple[int, int] = (0, 0),
    active: int = 0,
    seed: int = 1,
) -> Match:
    """Builds the main phase of turn 5; Shields and decks are listed from the top."""
    build = scenario(Gundam()).seed(seed)
    for seat in (0, 1):
        for row, text in (("units", units[seat]), ("bases", bases[seat])):
            for word in text.split():
                found = PART.fullmatch(word)
                assert found is not None, word
                card, pilot, marks, damage = found.groups()
                fields: dict[str, object] = {"pilot": pilot} if pilot else {}
                fields |= {"rested": "r" in marks, "fresh": "n" in marks}
                build.put(row, seat, card, damage=int(damage or 0), **fields)
        build.put("hand", seat, *hands[seat].split())
        build.put("shields", seat, *reversed(shields[seat].split()))
        build.put("deck", seat, *reversed(decks[seat].split()))
    build.set(ready=list(ready), rested=list(rested), ex=list(ex), left=list(left))
    return build.turn(5, active=active, phase="main").engine()


def long(move: str) -> str:
    """Writes a move with the words of places in full."""
    return BASE.sub(r"p\1.bases.1", UNIT.sub(r"p\1.units.\2", move))


def play(match: Match, *moves: str) -> Match:
    """Plays moves; no card may get lost."""
    before = match.state.clone()
    for move in moves:
        match.play(long(move))
    assert_conserved(before, match.state)
    return match


def hit(match: Match, unit: str = "p0.1", target: str = "p1") -> Match:
    """Attacks, and nobody does anything about it."""
    return play(match, f"attack {unit} {target}", "pass_block", "pass_action", "pass_action")


def edited(match: Match, change: Callable[[GundamState], None]) -> Match:
    """Changes the state by hand, for what no card of the pool does, and goes on from there."""
    state = match.state.clone()
    change(state)
    return RuleEngine(match.game, state=state, seed=0, checked=True)


def reasons(match: Match, move: str, player: int | None = None) -> list[str]:
    """Lists the codes of all objections to a move."""
    found = match.explain(match.parse(long(move), player), player)
    return [reason.error_code for reason in found]


def refused(match: Match, move: str, code: str, player: int | None = None) -> dict[str, object]:
    """Tries a move that must be refused; returns the context of the refusal."""
    return dict(expect_refusal(match, long(move), code, player).context)


def moves(match: Match, start: str = "") -> list[str]:
    """Lists the legal moves in the short notation, or those that begin with a text."""
    found = [
        str(move).replace(".units.", ".").replace(".bases.1", ".base")
        for move in match.legal_moves()
    ]
    return [move for move in found if move.startswith(start)]


def answers(match: Match) -> list[str]:
    """Lists the possible answers to the question, without its name."""
    asked = match.state.question()
    assert asked is not None
    return [move.removeprefix(f"answer {asked.id} ") for move in moves(match)]


def asked(match: Match) -> tuple[str, int]:
    """Returns the question that is asked, and who is asked."""
    question = match.state.question()
    return ("", match.seat) if question is None else (question.id, question.seat)


# What lies there.


def word(part: CardInPlay) -> str:
    """Writes a card in play."""
    text = LAYOUT.card_word(part.kind)
    text += f"+{LAYOUT.card_word(part.pilot)}" if part.pilot else ""
    text += ("r" if part.rested else "") + ("n" if part.fresh else "")
    return text + (f"({part.damage})" if part.damage else "")


def units(match: Match, seat: int) -> str:
    """Writes the Units of a seat."""
    return " ".join([word(part) for part in match.state.row(UNITS, seat)])


def base(match: Match, seat: int) -> str:
    """Writes the Base of a seat; empty if there is none."""
    return " ".join([word(part) for part in match.state.row(BASES, seat)])


def unit(match: Match, place: str) -> CardInPlay:
    """Returns a Unit in play."""
    return match.state.at(LAYOUT.read_place(long(place)))


def numbers(match: Match, place: str) -> tuple[int, int]:
    """Returns the AP of a Unit and the HP that it has left."""
    at = LAYOUT.read_place(long(place))
    state = match.state
    part, seat = state.at(at), state.owner(at)
    return in_play.ap(state, part, seat), in_play.hp_left(state, part, seat)


def pile(match: Match, zone: int, seat: int) -> str:
    """Writes a pile from the top; a hand or trash in the order of the cards."""
    cards = match.state.pile(zone, seat)
    ordered = reversed(cards) if LAYOUT.zones[zone].ordered else cards
    return " ".join([LAYOUT.card_word(card) for card in ordered])


def hand(match: Match, seat: int) -> str:
    """Writes a hand."""
    return pile(match, HAND, seat)


def trash(match: Match, seat: int) -> str:
    """Writes a trash."""
    return pile(match, TRASH, seat)


def shields(match: Match, seat: int) -> str:
    """Writes the Shields of a seat from the top."""
    return pile(match, SHIELDS, seat)


def deck(match: Match, seat: int) -> str:
    """Writes a deck from the top."""
    return pile(match, DECK, seat)


def seen(match: Match, viewer: int, seat: int) -> str:
    """Writes what a seat sees of a hand."""
    cards = match.game.view(match.state, viewer).pile(HAND, seat)
    return " ".join([LAYOUT.card_word(card) for card in cards])


def resources(match: Match, seat: int) -> tuple[int, int, int]:
    """Returns the active, the rested and the EX Resources of a seat."""
    board = match.state.board
    return board.ready[seat], board.rested[seat], board.ex[seat]


# The whole state.


def full_word(part: CardInPlay) -> str:
    """Writes a card in play with its modifiers, and with what it has used this turn."""
    mods = [f"{LAYOUT.stats[mod.stat]}{mod.amount:+}" for mod in part.mods]
    mods += ["used"] if part.used else []
    return word(part) + (f"[{','.join(mods)}]" if mods else "")


def known_hand(match: Match, seat: int) -> str:
    """Writes what the other seat knows of a hand; spectators know the same."""
    found = seen(match, 1 - seat, seat)
    assert seen(match, SPECTATOR, seat) == found
    return found


def check_hidden(match: Match) -> None:
    """Checks that nobody sees decks and Shields, and only their owners see hands."""
    state = match.state
    for viewer in (0, 1, SPECTATOR):
        view = match.game.view(state, viewer)
        for seat in (0, 1):
            for zone in (DECK, SHIELDS, LOOKED, HAND, TRASH, RESOLVING):
                assert view.count(zone, seat) == state.count(zone, seat), "sizes are public"
            assert not any((*view.pile(DECK, seat), *view.pile(SHIELDS, seat)))
            if viewer == seat:
                assert view.pile(HAND, seat) == state.pile(HAND, seat)
                assert view.pile(LOOKED, seat) == state.pile(LOOKED, seat)
            else:
                assert not any(view.pile(LOOKED, seat))
            for zone in (TRASH, RESOLVING):
                assert view.pile(zone, seat) == state.pile(zone, seat)


def at(match: Match, serial: int) -> str:
    """Writes the place of a Unit by its serial number."""
    if match.state.part(serial) is None:
        return "gone"
    return LAYOUT.place_word(match.state.find(serial)).replace(".units.", ".")


def facts(match: Match) -> dict[str, str]:
    """Writes the whole state; nobody may see what is hidden."""
    check_hidden(match)
    state, board = match.state, match.state.board
    outcome = match.outcome
    found = {
        "turn": f"{state.turn} p{state.active} {LAYOUT.phases[state.phase]}",
        "decides": "" if outcome else f"p{match.seat} {asked(match)[0]}".strip(),
        "battle": "",
        "over": "" if outcome is None else f"p{outcome.winner}: {state.reason}",
        "mods": " ".join([f"{LAYOUT.stats[mod.stat]}{mod.amount:+}" for mod in state.mods]),
    }
    if board.attacker:
        target = at(match, board.target) if board.target else f"p{1 - state.active}"
        found["battle"] = f"{at(match, board.attacker)} > {target}"
    for seat in (0, 1):
        parts = {
            "units": " ".join([full_word(part) for part in state.row(UNITS, seat)]),
            "base": " ".join([full_word(part) for part in state.row(BASES, seat)]),
            "hand": hand(match, seat),
            "known": known_hand(match, seat),
            "trash": trash(match, seat),
            "shields": shields(match, seat),
            "deck": deck(match, seat),
            "looked": pile(match, LOOKED, seat),
            "resolving": pile(match, RESOLVING, seat),
            "resources": "/".join([str(count) for count in resources(match, seat)]),
            "left": str(board.left[seat]),
        }
        found |= {f"p{seat} {name}": text for name, text in parts.items()}
    return found


def changes(match: Match, *moves: str) -> dict[str, str]:
    """Plays moves, and returns all facts that differ from before."""
    before = facts(match)
    after = facts(play(match, *moves))
    return {name: text for name, text in after.items() if before[name] != text}
