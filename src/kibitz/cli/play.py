"""`kibitz play`: a match against agents, or between them."""

import json

from rich.console import Console
from rich.text import Text

from kibitz.cli import INTERRUPTED
from kibitz.cli.given import CheckFailed, WrongUse
from kibitz.cli.match import Match, Wishes, new_match, resumed_match
from kibitz.cli.screen import (
    news_of,
    open_screen,
    print_json,
    result_of,
    show_header,
    show_table,
)
from kibitz.cli.session import Session, agent_move
from kibitz.core.game import SPECTATOR
from kibitz.core.record import write_record

# Two agents that play on for ever are stopped; no game of people lasts this long.
LONGEST = 10_000


def play_match(wishes: Wishes) -> int:
    """Sets a match up, runs it, and returns the exit code."""
    match = new_match(wishes) if wishes.resume is None else resumed_match(wishes, wishes.resume)
    if wishes.as_json and match.seat is not None:
        raise WrongUse("--json is for watching: add --seat none")
    if match.seat is not None:
        return Session(match, match.seat, open_screen()).run()
    try:
        watch(match, None if wishes.as_json else open_screen())
    except KeyboardInterrupt:
        match.save()
        return INTERRUPTED
    match.save()
    if wishes.as_json:
        header, *moves, result = [json.loads(line) for line in write_record(match.engine).lines()]
        print_json({**header, **result, "moves": moves})
    return 0


def watch(match: Match, screen: Console | None) -> None:
    """Lets agents play to the end; what everybody may see is shown, if there is a screen."""
    engine, game = match.engine, match.game
    if screen is not None:
        show_header(screen, game.title or game.id, f"seed {engine.seed}")
        show_table(screen, game.render(engine.view(SPECTATOR)))
    while engine.outcome is None:
        if engine.ply >= LONGEST:
            raise CheckFailed(f"no end after {LONGEST} moves; the agents may play in circles")
        seat, before = engine.seat, engine.view(SPECTATOR)
        move = agent_move(match)
        if screen is not None:
            told = news_of(game, before, engine.view(SPECTATOR), move)
            line = Text.assemble((f" {engine.ply:>3}  {match.label(seat)}  ", "dim"))
            screen.print(line.append_text(told), soft_wrap=True)
    if screen is not None:
        show_header(screen, "the end")
        show_table(screen, game.render(engine.view(SPECTATOR)))
        screen.print(Text(" ").append_text(result_of(engine.outcome, match.labels(), None)))
