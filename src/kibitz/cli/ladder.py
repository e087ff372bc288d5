"""`kibitz ladder`: strength against budget, each step doubling it."""

import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kibitz import __version__
from kibitz.agents.registry import read_spec
from kibitz.arena.backend import Backend
from kibitz.arena.files import write_text
from kibitz.arena.ladder import DEALS, STEPS, Ladder, Rung, climb, find_budget, read_ladder
from kibitz.arena.report import ladder_report
from kibitz.arena.results_folder import ResultsFolder, claim
from kibitz.arena.summary import Pairing, Summary
from kibitz.cli.arena import ignore_ctrl_c
from kibitz.cli.arguments import (
    Interrupted,
    UsageError,
    check_resume,
    command_line,
    load_game,
    option_arguments,
    read_seed,
)
from kibitz.cli.parts import play_part, read_document, write_document
from kibitz.cli.screen import open_screen, print_json, show_grid, show_header
from kibitz.cli.standings import duration, new_grid, plain, score_cells
from kibitz.cli.workers import WorkerArgs
from kibitz.core.value import Json
from kibitz.games import load_with

FILE = "ladder.json"


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


@dataclass
class Climb:
    """A ladder in progress.

    Attributes:
        ladder: the ladder.
        path: the folder in which it is saved; None for none.
        played: the matches that have been played, by name.
    """

    ladder: Ladder
    path: Path | None
    played: dict[str, Summary] = field(default_factory=dict)

    def rungs(self) -> list[Rung]:
        """Returns the rungs with the results so far."""
        return climb(self.ladder, self.played)

    def save(self) -> None:
        """Writes everything to the folder, if there is one."""
        if self.path is not None:
            write_document(self.path / FILE, self.to_json())
            write_text(self.path / "report.html", self.page(self.path))

    def page(self, path: Path) -> str:
        """Writes the report; the first match tells when the ladder was started."""
        origin = next((ResultsFolder(path / name).origin() for name in self.played), None)
        command = command_of(self.ladder)
        return ladder_report(self.ladder, self.rungs(), command=command, origin=origin)

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
    with closing(args.where.open()) as backend:
        try:
            if args.out is not None:
                running.path = claim(args.out).path
            running.save()
            play_matches(running, backend)
        except KeyboardInterrupt:
            with ignore_ctrl_c():
                raise Interrupted(stop_early(running, args.as_json)) from None
    show(running, args.as_json)


def play_matches(running: Climb, backend: Backend) -> None:
    """Plays the matches one after the other, from the foot up; each has a folder of its own."""
    for name, setup in running.ladder.matches().items():
        path = None if running.path is None else running.path / name
        running.played[name] = play_part(setup, path, backend)
        running.save()


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
        0 if seed is None else seed,
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
    document = read_document(path / FILE, "ladder")
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


def stop_early(running: Climb, as_json: bool) -> str:
    """Shows the matches so far; says where they are and how to continue."""
    count = f"{len(running.played)} of {len(running.ladder.matches())} matches"
    # Ctrl-C may also have stopped the program that reads the output; Rich exits in that case.
    with suppress(BrokenPipeError, SystemExit):
        if running.played:
            show(running, as_json)
    if running.path is None:
        return f"interrupted after {count}; with --out FOLDER, a ladder can be continued"
    again = command_line("ladder", "--resume", running.path)
    return f"interrupted; {count} are saved in {running.path}; to continue: {again}"


# On the screen.


def show(running: Climb, as_json: bool) -> None:
    """Prints the results as a table or as JSON."""
    if as_json:
        print_json(running.to_json())
    else:
        show_ladder(open_screen(), running)
    sys.stdout.flush()


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
        screen.print(Text(f"saved: {running.path / FILE} and more", style="dim"), soft_wrap=True)


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
