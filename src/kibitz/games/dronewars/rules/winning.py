"""Winning: a player loses when all three sections are lost at the same moment (1.15)."""

from kibitz import kit
from kibitz.games.dronewars.rules.sections import has_lost
from kibitz.games.dronewars.state import BY_ROUNDS, BY_SECTIONS, Battle


def check_win(s: Battle) -> bool:
    """Ends the battle if a seat has lost; tells whether it is over."""
    for seat in (0, 1):
        if has_lost(s, seat):
            s.win(1 - seat, BY_SECTIONS)
            return True
    return s.over


def end_in_draw(s: Battle) -> None:
    """Ends the battle without a winner, after the last round."""
    s.win(kit.NOBODY, BY_ROUNDS)
