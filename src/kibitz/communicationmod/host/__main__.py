"""The host as a command: `python -m kibitz.communicationmod.host [options] -- COMMAND ...`."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kibitz.communicationmod.host import process
from kibitz.communicationmod.host.acts import HEART
from kibitz.communicationmod.host.mod import Mod
from kibitz.communicationmod.host.process import Host, Limits, Report, Wire
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.games.spire.position import loadout


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays runs with a client; returns the exit code.

    That is 0 if all runs were played, lost or won, and the client ended well, 1 if not, and 2 for
    wrong usage.
    """
    options = make_parser().parse_args(arguments)
    command: list[str] = options.command
    if command[:1] == ["--"]:
        command = command[1:]
    if not command:
        return complain("no command: expected -- and the command of a client")
    try:
        host = make_host(options, command)
        report = host.play()
    except ValueError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"cannot start {command[0]!r}: {error.strerror or error}")
    sys.stdout.write("".join(f"{line}\n" for line in summary(report)))
    if options.report is not None:
        options.report.write_text(json.dumps(report.to_json()) + "\n", encoding="utf-8")
    return 0 if report.is_good else 1


def make_parser() -> argparse.ArgumentParser:
    """Makes the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m kibitz.communicationmod.host",
        description="Plays runs of Slay the Spire with a client, without the game.",
    )
    add = parser.add_argument
    add("--seed", type=int, default=0, help="the seed of runs, delays and faults")
    add("--runs", type=int, default=0, help="how many runs to play; 0: as many as the client")
    add("--ascension", type=int, default=0, help="unless the client names another one")
    acts = range(1, HEART + 1)
    add("--acts", type=int, default=HEART, choices=acts, help="how many acts to play at most")
    add("--deck", default="starter", help="as the option of the game")
    add("--relics", default="starter", help="as the option of the game")
    add("--potions", default="", help="as the option of the game")
    add("--busy", type=float, default=0.05, help="how often the game is busy after a command")
    add("--delay", type=float, default=0.0, help="the most seconds before a message")
    add("--timeout", type=float, default=10.0, help="seconds for the handshake")
    add("--patience", type=float, default=300.0, help="seconds for any other line")
    known = ", ".join(process.FAULTS)
    add("--faults", default="", help=f"what goes wrong, such as cut=0.1: {known}")
    add("--errors", type=Path, help="a file for the client's standard error")
    add("--transcript", type=Path, help="a file for all lines, as JSON Lines")
    add("--report", type=Path, help="a file for the report, as JSON")
    add("command", nargs=argparse.REMAINDER, help="the command of the client")
    return parser


def make_host(options: argparse.Namespace, command: Sequence[str]) -> Host:
    """Makes the host that the options ask for.

    Raises:
        ValueError: if an option is wrong.
    """
    setup = RunSetup(
        "", options.ascension, options.deck, options.relics, options.potions, options.acts
    )
    check_setup(setup)
    mod = Mod(options.seed, setup, options.busy)
    limits = Limits(options.runs, options.timeout, options.patience, delay=options.delay)
    wire = Wire(mod, process.read_faults(options.faults), options.seed)
    return Host(wire, command, limits, options.errors, options.transcript)


def check_setup(setup: RunSetup) -> None:
    """Tells a wrong deck now, not at the first `start`; one that fits some class will do.

    Raises:
        ValueError: if no class can begin with it.
    """
    problems: list[ValueError] = []
    for character in loadout.CHARACTERS:
        try:
            Run(0, replace(setup, character=character))
        except ValueError as error:
            problems.append(error)
    if len(problems) == len(loadout.CHARACTERS):
        raise problems[0]


def complain(problem: str) -> int:
    """Says what is wrong with the command line."""
    sys.stderr.write(f"kibitz.communicationmod.host: {problem}\n")
    return 2


def summary(report: Report) -> list[str]:
    """Says what has happened, in lines."""
    lines = [
        f"run {place}: {run['character']}, {'won' if run['victory'] else 'lost'},"
        f" act {run['act']}, floor {run['floor']},"
        f" {run['hp']} of {run['max_hp']} HP, {run['commands']} commands, seed {run['seed']}"
        for place, run in enumerate(report.runs, 1)
    ]
    lines.append(
        f"{process.REASONS[report.reason]}; {report.commands} commands, {report.refused} refused,"
        f" exit code of the client {report.exit_code}"
    )
    return lines


if __name__ == "__main__":
    sys.exit(main())
