"""`kibitz tune`: searches for better options of an agent, and tests the best it found."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from kibitz import __version__
from kibitz.agents.registry import read_spec
from kibitz.arena.backend import Backend
from kibitz.arena.folder import claim
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Summary
from kibitz.arena.tuning import (
    CONFIRM,
    DEALS,
    TRIALS,
    Effect,
    Search,
    Trial,
    best_of,
    confirmation,
    different,
    effects_of,
    find_space,
    is_stronger,
    load_optuna,
    read_search,
    search_trials,
)
from kibitz.cli import options
from kibitz.cli.app import TuneArgs
from kibitz.cli.arena import ignore_ctrl_c
from kibitz.cli.screen import open_screen, print_json, show_grid, show_header
from kibitz.cli.series import play_part, read_document, spare_folder, write_document
from kibitz.cli.standings import difference_words, new_grid, one_line, percent, say
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json

FILE = "tuning.json"
# How many trials the table shows.
SHOWN = 5
# Longer names of agents are cut in the progress bar.
NAME_WIDTH = 40


@dataclass
class Tuning:
    """A search in progress.

    Attributes:
        search: the search.
        trials: the trials so far.
        path: the folder in which it is saved; None for none.
        test: the games of the winner with the agent to start from; None before they are played.
    """

    search: Search
    trials: list[Trial]
    path: Path | None
    test: Summary | None = None

    def save(self) -> None:
        """Writes everything to the folder, if there is one."""
        if self.path is not None:
            write_document(self.path / FILE, self.to_json())

    def to_json(self) -> dict[str, Json]:
        """Returns everything as a JSON object."""
        return {
            "kibitz": __version__,
            **self.search.to_json(),
            "tried": [trial.to_json() for trial in self.trials],
            "best": best_of(self.trials).to_json() if self.trials else None,
            "effects": [effect.to_json() for effect in self.effects()],
            "stronger": None if self.test is None else is_stronger(self.test),
            "confirmation": None if self.test is None else self.test.to_json(),
            "command": command_of(self.search),
        }

    def effects(self) -> list[Effect]:
        """Returns the effect of each option; nothing before the first trial."""
        return effects_of(self.search, self.trials) if self.trials else []


def tune_agent(args: TuneArgs) -> None:
    """Sets up a search, plays it, shows and saves the results.

    Raises:
        Interrupted: after Ctrl-C; says where the trials are saved.
    """
    if args.list_ranges:
        list_ranges(args)
        return
    tuning = new_tuning(args) if args.resume is None else resumed_tuning(args, args.resume)
    load_optuna()
    with closing(args.where.open()) as backend:
        try:
            if args.out is not None:
                tuning.path = claim(args.out).path
            tuning.save()
            play_trials(tuning, backend)
            confirm_winner(tuning, backend)
        except KeyboardInterrupt:
            with ignore_ctrl_c():
                raise options.Interrupted(stop_early(tuning, args.as_json)) from None
        except KibitzError as error:
            if tuning.trials:
                error.add_note(f"the trials before are saved in {save_somewhere(tuning)}")
            raise
    tuning.save()
    show(tuning, args.as_json)


def play_trials(tuning: Tuning, backend: Backend) -> None:
    """Plays the missing trials; each is saved as soon as it is over."""
    with trial_progress(tuning) as update:
        rest = search_trials(
            tuning.search, backend, tuning.trials[:], on_result=lambda result: update(1)
        )
        for trial in rest:
            tuning.trials.append(trial)
            tuning.save()
            update(0)


def confirm_winner(tuning: Tuning, backend: Backend) -> None:
    """Plays the winner against the agent to start from on fresh deals."""
    winner = best_of(tuning.trials)
    if tuning.search.confirm and winner.number > 0:
        setup = confirmation(tuning.search, winner.agent)
        path = None if tuning.path is None else tuning.path / "confirmation"
        tuning.test = play_part(setup, path, backend)


# Setting up.


def new_tuning(args: TuneArgs) -> Tuning:
    """Checks the arguments of a new search.

    Raises:
        KibitzError: if an argument is wrong.
    """
    game = options.load_game(args.game, args.options)
    agent = options.named_agent(args.agent)
    against = [read_spec(each) for each in args.against] or [agent]
    setup = Setup(
        game.id,
        (agent, *against),
        game.options,
        DEALS if args.deals is None else args.deals,
        options.new_seed(args.seed),
        "gauntlet",
        rules=game.version,
    )
    search = Search(
        setup,
        find_space(game, agent, read_ranges(args.ranges)),
        TRIALS if args.trials is None else args.trials,
        CONFIRM if args.confirm is None else args.confirm,
        args.sprt,
    )
    search.check()
    args.where.check()
    return Tuning(replace(search, setup=setup.installed()), [], None)


def resumed_tuning(args: TuneArgs, path: Path) -> Tuning:
    """Reads a search to continue, perhaps with another number of trials.

    Raises:
        KibitzError: if there is none, or an argument contradicts it.
    """
    options.check_fixed(args, path)
    args.where.check()
    search, trials = read_search(read_document(path / FILE, "search"))
    if args.trials is not None:
        if args.trials < len(trials):
            raise options.UsageError(
                f"invalid --trials {args.trials}: {path} has {len(trials)} already"
            )
        search = replace(search, trials=args.trials)
    search.check()
    return Tuning(search, trials, path)


def read_ranges(texts: Sequence[str]) -> dict[str, str]:
    """Reads options with their ranges, written as `NAME=RANGE`, or as `NAME` for the declared one.

    Raises:
        UsageError: if an option is given twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, _, span = (part.strip() for part in text.partition("="))
        if name in found:
            raise options.UsageError(f"--range {name} is given twice")
        found[name] = span
    return found


def command_of(search: Search) -> str:
    """Writes the command that makes the same search."""
    setup = search.setup
    words = ["tune", setup.game, search.start]
    for option, span in search.space.items():
        words += ["--range", f"{option}={span}"]
    for opponent in setup.players[1:]:
        if setup.players[1:] != (search.start,):
            words += ["--against", opponent]
    words += ["--trials", str(search.trials), "--deals", str(setup.deals)]
    words += ["--confirm", str(search.confirm), "--seed", str(setup.seed)]
    test = search.test()
    words += [] if test is None else ["--sprt", test]
    words += options.bot_places([player.name for player in setup.players], setup.packages or ())
    return options.command_line(*words, *options.option_arguments(setup.game, setup.options))


def list_ranges(args: TuneArgs) -> None:
    """Prints the options of an agent that can be tuned."""
    game, agent = options.load_game(args.game, args.options), options.named_agent(args.agent)
    space = find_space(game, agent, read_ranges(args.ranges))
    search = Search(Setup(game.id, (agent,), game.options), space)
    start = search.start_values()
    if args.as_json:
        print_json({option: str(span) for option, span in search.space.items()})
        return
    screen = open_screen()
    show_header(screen, game.title or game.id, f"options of {search.start} to tune")
    grid = new_grid("option", "range", "start")
    for option, span in search.space.items():
        grid.add_row(option, str(span), start.get(option, "-"))
    show_grid(screen, grid)


# Stopping early.


def stop_early(tuning: Tuning, as_json: bool) -> str:
    """Saves and shows the trials so far; says where they are and how to continue."""
    count = f"{len(tuning.trials)} of {tuning.search.trials} trials"
    if not tuning.trials:
        return "interrupted; no trial was finished"
    path = save_somewhere(tuning)
    # Ctrl-C may also have stopped the program that reads the output; Rich exits in that case.
    with suppress(BrokenPipeError, SystemExit):
        show(tuning, as_json)
    bots = options.bot_arguments([player.name for player in tuning.search.setup.players])
    again = options.command_line("tune", "--resume", path, *bots)
    return f"interrupted; {count} are saved in {path}; to continue: {again}"


def save_somewhere(tuning: Tuning) -> Path:
    """Saves the trials so far, in a new folder if there is none; returns the folder."""
    if tuning.path is None:
        tuning.path = spare_folder(f"tune-{tuning.search.setup.game}")
    tuning.save()
    return tuning.path


# On the screen.


@contextmanager
def trial_progress(tuning: Tuning) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on the error stream if it is a terminal.

    Yields the function to call after every trial, and after every game with the number of games.
    """
    screen = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        yield lambda games: None
        return
    columns = (
        BarColumn(12, table_column=one_line()),
        MofNCompleteColumn(table_column=one_line()),
        TimeRemainingColumn(elapsed_when_finished=True, table_column=one_line()),
        TextColumn("{task.fields[games]:,} games", table_column=one_line()),
        TextColumn("{task.fields[best]}", markup=False, table_column=one_line()),
    )
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=tuning.search.trials, games=0, best="")
        played = 0

        def update(games: int) -> None:
            nonlocal played
            played += games
            done = len(tuning.trials)
            bar.update(task, completed=done, games=played, best=best_words(tuning))

        update(0)
        yield update


def best_words(tuning: Tuning) -> str:
    """Writes the best trial so far, briefly."""
    if not tuning.trials:
        return ""
    best = best_of(tuning.trials)
    return f"best {result_words(tuning, best)} {best.agent}"[:NAME_WIDTH]


def result_words(tuning: Tuning, trial: Trial) -> str:
    """Writes how a trial did: by how much in a game with a unit or for one, else how often."""
    setup, last = tuning.search.setup, trial.last
    if setup.by_margin:
        return f"{last.margin:+z,.2f} {setup.unit}".rstrip()
    return percent(last.score)


def show(tuning: Tuning, as_json: bool) -> None:
    """Prints the results as tables or as JSON."""
    if as_json:
        print_json(tuning.to_json())
    else:
        show_tuning(open_screen(), tuning)
    # A failed write must be noticed here.
    sys.stdout.flush()


def show_tuning(screen: Console, tuning: Tuning) -> None:
    """Prints the options, the effect of each, the best trials and the verdict."""
    setup, effects = tuning.search.setup, tuning.effects()
    game = setup.load()
    played = len(different(tuning.trials))
    count = f"{len(tuning.trials)} trials, {played} different, of up to {setup.deals:,} deals"
    show_header(screen, game.title or game.id, count)
    show_options(screen, tuning, effects)
    for effect in effects:
        show_effect(screen, effect)
    show_trials(screen, tuning)
    best = best_of(tuning.trials)
    opponents = " and ".join(map(str, setup.players[1:]))
    say(screen, "best", f"{best.agent}, {result_words(tuning, best)} against {opponents}")
    say(screen, "verdict", verdict_words(tuning))
    screen.print()
    screen.print(Text(f"to repeat: {command_of(tuning.search)}", style="dim"), soft_wrap=True)
    if tuning.path is not None:
        screen.print(Text(f"saved: {tuning.path / FILE}", style="dim"), soft_wrap=True)


def show_options(screen: Console, tuning: Tuning, effects: Sequence[Effect]) -> None:
    """Prints the range of each option, where it started and what is best."""
    start, best = tuning.search.start_values(), best_of(tuning.trials).values
    grid = new_grid("option", "range", "start", "best", "importance")
    for effect in effects:
        share = "-" if effect.importance is None else f"{100 * effect.importance:.0f} %"
        name = effect.option
        span = str(tuning.search.space[name])
        grid.add_row(name, span, start.get(name, "-"), best.get(name, "-"), share)
    show_grid(screen, grid)
    screen.print()


def show_effect(screen: Console, effect: Effect) -> None:
    """Prints the results by value of an option, as gains over the agent to start from."""
    grid = new_grid(effect.option, "trials", "score gained", "margin gained")
    for level in effect.levels:
        gained = f"{100 * level.score:+z.1f} %"
        grid.add_row(level.label, f"{level.trials}", gained, f"{level.margin:+z.2f}")
    show_grid(screen, grid)
    screen.print()


def show_trials(screen: Console, tuning: Tuning) -> None:
    """Prints the best trials that played all their deals."""
    whole = [trial for trial in different(tuning.trials) if not trial.stopped]
    grid = new_grid("agent", "trial", "score", "margin")
    for trial in sorted(whole, key=lambda each: -each.last.value)[:SHOWN]:
        score, margin = percent(trial.last.score), f"{trial.last.margin:+z.2f}"
        grid.add_row(str(trial.agent), f"{trial.number}", score, margin)
    show_grid(screen, grid)
    screen.print()


def verdict_words(tuning: Tuning) -> str:
    """Says whether the winner is stronger than the agent to start from."""
    start, test = tuning.search.start, tuning.test
    if best_of(tuning.trials).number == 0:
        return f"no trial was better than {start}"
    if test is None:
        return "not tested on fresh deals"
    pairing = test.pairings[0]
    known = {True: "stronger than", False: "not stronger than", None: "undecided against"}
    figures = f"{percent(pairing.score)}, {difference_words(pairing, test.unit)}"
    games = f"{test.played:,} games on fresh deals"
    return f"{known[is_stronger(test)]} {start}: {figures}, {games}"
