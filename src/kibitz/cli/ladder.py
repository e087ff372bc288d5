"""`kibitz ladder`: strength against budget, each step doubling it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kibitz import __version__
from kibitz.agents.registry import read_spec
from kibitz.arena.journal import Origin
from kibitz.arena.ladder import DEALS, STEPS, Ladder, Rung, climb, find_budget, read_ladder
from kibitz.arena.report import ladder_report
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Pairing
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
from kibitz.cli.standings import duration, new_grid, plain, score_cells
from kibitz.cli.workers import WorkerArgs
from kibitz.core.randomness import random_seed
from kibitz.core.value import Json
from kibitz.games import load_with


@dataclass(frozen=True)
class LadderArgs:
    """The arguments of `kibitz ladder`, as typed; None where an option was left out."""

    game: str | None
    agent: str | None
    budget: str | None
    start: int | None
    steps: int | None
    against: str | None
    deals: int | None
    seed: str | None
    where: WorkerArgs
    out: Path | None
    resume: Path | None
    options: Sequence[str]
    as_json: bool


class Climb(Series):
    """A ladder in progress."""

    command = "ladder"

    def __init__(self, ladder: Ladder, path: Path | None) -> None:
        super().__init__(path)
        self.ladder = ladder

    def rungs(self) -> list[Rung]:
        """Returns the rungs with the results so far."""
        return climb(self.ladder, self.played)

    def matches(self) -> dict[str, Setup]:
        """Returns the matches from the foot up."""
        return self.ladder.matches()

    def page(self, origin: Origin | None) -> str:
        """Writes the report."""
        command = command_of(self.ladder)
        return ladder_report(self.ladder, self.rungs(), command=command, origin=origin)

    def show_table(self, screen: Console) -> None:
        """Prints one row for each rung."""
        show_ladder(screen, self)

    def to_json(self) -> dict[str, Json]:
        """Returns everything as a JSON object."""
        return {
            "kibitz": __version__,
            "ladder": self.ladder.to_json(),
            "rungs": [rung.to_json() for rung in self.rungs()],
            "command": command_of(self.ladder),
        }


def climb_ladder(args: LadderArgs) -> None:
    """Sets up a ladder, plays its matches, shows and saves the results.

    Raises:
        Interrupted: after Ctrl-C; says where the results are saved.
    """
    running = new_climb(args) if args.resume is None else resumed_climb(args, args.resume)
    play_series(running, args.where, args.out, args.as_json)


# Setting up.


def new_climb(args: LadderArgs) -> Climb:
    """Checks the arguments of a new ladder.

    Raises:
        KibitzError: if an argument is wrong.
    """
    game = load_game(args.game, args.options)
    if args.agent is None:
        raise UsageError("no agent given; kibitz games lists them")
    agent, budget, start = find_budget(game, args.agent, args.budget, args.start)
    seed = read_seed(args.seed)
    ladder = Ladder(
        game.id,
        game.options,
        agent,
        budget,
        start,
        STEPS if args.steps is None else args.steps,
        DEALS if args.deals is None else args.deals,
        random_seed() if seed is None else seed,
        None if args.against is None else str(read_spec(args.against)),
    )
    ladder.check()
    args.where.check()
    return Climb(ladder, None)


def resumed_climb(args: LadderArgs, path: Path) -> Climb:
    """Reads a ladder to continue, perhaps with another number of steps.

    Raises:
        KibitzError: if there is none, or an argument contradicts it.
    """
    fixed: dict[str, object] = {
        "GAME": args.game,
        "--budget": args.budget,
        "--from": args.start,
        "--steps": args.steps,
        "--against": args.against,
        "--deals": args.deals,
        "--seed": args.seed,
        "--option": args.options or None,
        "--out": args.out,
    }
    check_resume(path, fixed)
    args.where.check()
    document = read_document(path / "ladder.json", "ladder")
    ladder = read_ladder(document.get("ladder") if isinstance(document, dict) else None)
    ladder.check()
    return Climb(ladder, path)


def command_of(ladder: Ladder) -> str:
    """Writes the command that plays the same ladder."""
    words = ["ladder", ladder.game, ladder.agent, "--budget", ladder.budget]
    words += ["--from", str(ladder.start), "--steps", str(ladder.steps)]
    if ladder.against is not None:
        words += ["--against", ladder.against]
    words += ["--deals", str(ladder.deals), "--seed", str(ladder.seed)]
    return command_line(*words, *option_arguments(ladder.game, ladder.options))


# On the screen.


def show_ladder(screen: Console, running: Climb) -> None:
    """Prints one row for each rung, from the foot up."""
    ladder = running.ladder
    game = load_with(ladder.game, ladder.options)
    note = f"{ladder.agent}, {ladder.deals:,} deals for each match"
    show_header(screen, game.title or game.id, note)
    opponents = ["half"] if ladder.against is None else ["half", ladder.against]
    strength = f"{game.unit or ('Elo' if game.seats == 2 else 'return')} (95 %)"
    heads = [head for each in opponents for head in (f"against {each}", "95 %", strength)]
    grid = new_grid(ladder.budget, *heads, "time per move")
    for rung in running.rungs():
        spent = "-" if rung.ms is None else plain(screen, duration(rung.ms))
        cells = pairing_cells(rung.step, game.unit)
        if ladder.against is not None:
            cells += pairing_cells(rung.against, game.unit)
        grid.add_row(f"{rung.budget:,}", *cells, spent)
    show_grid(screen, grid)
    screen.print()
    screen.print(Text(f"to repeat: {command_of(ladder)}", style="dim"), soft_wrap=True)
    if running.path is not None:
        screen.print(
            Text(f"saved: {running.path / running.file} and more", style="dim"), soft_wrap=True
        )


def pairing_cells(pairing: Pairing | None, unit: str) -> list[Text | str]:
    """Writes a score with its interval, and the difference in strength with its own."""
    if pairing is None:
        return ["-", "-", "-"]
    rating, mean = pairing.rating, pairing.difference
    if rating is not None and not unit:
        strength = f"{rating.elo:+z.0f} ({rating.low:+z.0f} to {rating.high:+z.0f})"
    elif mean.low is not None and mean.high is not None:
        strength = f"{mean.mean:+z.2f} ({mean.low:+z.2f} to {mean.high:+z.2f})"
    else:
        strength = f"{mean.mean:+z.2f}"
    return [*score_cells(pairing), strength]
