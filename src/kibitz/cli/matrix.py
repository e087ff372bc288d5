"""`kibitz matrix`: the values of an option against each other, such as deck against deck."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kibitz import __version__
from kibitz.agents.registry import read_spec
from kibitz.arena.journal import Origin
from kibitz.arena.matrix import (
    DEALS,
    Matrix,
    order_of,
    read_matrix,
    read_values,
    scores_of,
    totals_of,
)
from kibitz.arena.report import matrix_report
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Share
from kibitz.cli.arguments import (
    UsageError,
    check_resume,
    command_line,
    load_game,
    option_arguments,
    read_seed,
)
from kibitz.cli.parts import Series, play_series, read_document
from kibitz.cli.screen import show_grid, show_header
from kibitz.cli.standings import interval, new_grid, percent
from kibitz.cli.workers import WorkerArgs
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json
from kibitz.games import load_with


@dataclass(frozen=True)
class MatrixArgs:
    """The arguments of `kibitz matrix`, as typed; None where an option was left out."""

    game: str | None
    agent: str | None
    vary: str | None
    deals: int | None
    seed: str | None
    where: WorkerArgs
    out: Path | None
    resume: Path | None
    options: Sequence[str]
    as_json: bool


class Run(Series):
    """A matrix in progress."""

    command = "matrix"

    def __init__(self, matrix: Matrix, path: Path | None) -> None:
        super().__init__(path)
        self.matrix = matrix

    def matches(self) -> dict[str, Setup]:
        """Returns the tournaments of every two values."""
        return self.matrix.matches()

    def page(self, origin: Origin | None) -> str:
        """Writes the report."""
        command = command_of(self.matrix)
        return matrix_report(self.matrix, self.played, command=command, origin=origin)

    def show_table(self, screen: Console) -> None:
        """Prints a row for each value."""
        show_matrix(screen, self)

    def to_json(self) -> dict[str, Json]:
        """Returns everything as a JSON object."""
        values = self.matrix.values
        scores = scores_of(self.matrix, self.played)
        cells: list[Json] = [
            {"row": values[one], "column": values[other], **share.to_json()}
            for (one, other), share in scores.items()
        ]
        totals: list[Json] = [
            {"value": value, **share.to_json()}
            for value, share in zip(values, totals_of(self.matrix, scores), strict=True)
            if share is not None
        ]
        return {
            "kibitz": __version__,
            "matrix": self.matrix.to_json(),
            "cells": cells,
            "totals": totals,
            "command": command_of(self.matrix),
        }


def play_matrix(args: MatrixArgs) -> None:
    """Sets up a matrix, plays its tournaments, shows and saves the results.

    Raises:
        Interrupted: after Ctrl-C; says where the results are saved.
    """
    running = new_run(args) if args.resume is None else resumed_run(args, args.resume)
    play_series(running, args.where, args.out, args.as_json)


# Setting up.


def new_run(args: MatrixArgs) -> Run:
    """Checks the arguments of a new matrix.

    Raises:
        KibitzError: if an argument is wrong.
    """
    game = load_game(args.game, args.options)
    if args.agent is None:
        raise UsageError("no agent given; kibitz games lists them")
    known = game.per_seat()
    if args.vary is None:
        example = next((f"{name}=A{between}B" for name, between in known.items()), "OPTION=A/B")
        raise UsageError(f"no values given; name them with --vary, such as --vary '{example}'")
    option, _, text = args.vary.partition("=")
    option = option.strip().replace("-", "_")
    seed = read_seed(args.seed)
    matrix = Matrix(
        game.id,
        {name: value for name, value in game.options.items() if name != option},
        str(read_spec(args.agent)),
        option,
        read_values(text, known.get(option, "/")),
        DEALS if args.deals is None else args.deals,
        random_seed() if seed is None else seed,
    )
    matrix.check()
    args.where.check()
    return Run(matrix, None)


def resumed_run(args: MatrixArgs, path: Path) -> Run:
    """Reads a matrix to continue.

    Raises:
        KibitzError: if there is none, or an argument contradicts it.
    """
    fixed: dict[str, object] = {
        "GAME": args.game,
        "--vary": args.vary,
        "--deals": args.deals,
        "--seed": args.seed,
        "--option": args.options or None,
        "--out": args.out,
    }
    check_resume(path, fixed)
    args.where.check()
    document = read_document(path / "matrix.json", "matrix")
    matrix = read_matrix(document.get("matrix") if isinstance(document, dict) else None)
    matrix.check()
    return Run(matrix, path)


def command_of(matrix: Matrix) -> str:
    """Writes the command that plays the same matrix."""
    vary = f"{matrix.option}={matrix.separator().join(matrix.values)}"
    words = ["matrix", matrix.game, matrix.agent, "--vary", vary]
    words += ["--deals", str(matrix.deals), "--seed", str(matrix.seed)]
    return command_line(*words, *option_arguments(matrix.game, matrix.options))


# On the screen.


def show_matrix(screen: Console, running: Run) -> None:
    """Prints what each value scores against each other one, the best value first."""
    matrix = running.matrix
    game = load_with(matrix.game, matrix.options)
    note = f"{matrix.agent} on both sides, {matrix.deals:,} deals each way"
    show_header(screen, game.title or game.id, note)
    scores = scores_of(matrix, running.played)
    totals = totals_of(matrix, scores)
    order = order_of(totals)
    grid = new_grid(matrix.option, *(matrix.values[at] for at in order), "all")
    for one in order:
        cells = [share_text(scores.get((one, other))) for other in order]
        grid.add_row(matrix.values[one], *cells, share_text(totals[one]))
    show_grid(screen, grid)
    screen.print("Score of the row against the column, below it the 95 % interval.", style="dim")
    screen.print()
    screen.print(Text(f"to repeat: {command_of(matrix)}", style="dim"), soft_wrap=True)
    if running.path is not None:
        screen.print(
            Text(f"saved: {running.path / running.file} and more", style="dim"), soft_wrap=True
        )


def share_text(share: Share | None) -> Text:
    """Writes a score, and below it its interval."""
    if share is None:
        return Text("-")
    return Text.assemble((percent(share.score), "bold"), f"\n{interval(share.low, share.high)}")
