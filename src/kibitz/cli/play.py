"""`kibitz play`: a match against agents, or between them."""

import json

from rich.console import Console
from rich.text import Text

from kibitz.cli import INTERRUPTED
from kibitz.cli.arguments import CheckFailed, UsageError
from kibitz.cli.match import Match, PlayArgs, new_match, resumed_match
from kibitz.cli.screen import (
    describe_news,
    describe_result,
    open_screen,
    print_json,
    show_header,
    show_line,
    show_table,
)
from kibitz.cli.session import Session, agent_move
from kibitz.core.game import SPECTATOR

# Agents that never finish a match are stopped; no match between people lasts this long.
MAX_MOVES = 10_000


def play_match(args: PlayArgs) -> int:
    """Sets up a match, plays it, and returns the exit code."""
    match = new_match(args) if args.resume is None else resumed_match(args, args.resume)
    if args.as_json and match.seat is not None:
        raise UsageError("--json needs --seat none")
    if match.seat is not None:
        return Session(match, match.seat, open_screen()).run()
    try:
        watch(match, None if args.as_json else open_screen())
    except KeyboardInterrupt:
        match.save()
        return INTERRUPTED
    match.save()
    if args.as_json:
        header, *moves, result = [json.loads(line) for line in match.record().lines()]
        print_json({**header, **result, "moves": moves})
    return 0


def watch(match: Match, screen: Console | None) -> None:
    """Lets agents play to the end; shows the public information if there is a screen."""
    engine, game = match.engine, match.game
    if screen is not None:
        show_header(screen, game.title or game.id, f"seed {engine.seed}")
        show_table(screen, game.render(engine.view(SPECTATOR)))
    while engine.outcome is None:
        if engine.ply >= MAX_MOVES:
            raise CheckFailed(f"stopped after {MAX_MOVES} moves: the match does not seem to end")
        seat, before = engine.seat, engine.view(SPECTATOR)
        move = agent_move(match)
        if screen is not None:
            after = engine.view(SPECTATOR)
            line = Text.assemble((f" {engine.ply:>3}  {match.label(seat)}  ", "dim"))
            show_line(screen, line.append_text(describe_news(game, before, after, move)), 6)
            for text in game.news(before, after):
                show_line(screen, Text(f"      {text}", style="yellow"), 6)
    if screen is not None:
        show_header(screen, "the end")
        show_table(screen, game.render(engine.view(SPECTATOR)))
        result = describe_result(engine.outcome, match.labels(), None)
        show_line(screen, Text(" ").append_text(result))
