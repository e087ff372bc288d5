"""`kibitz replay`: plays a record again, checks it, and judges every move.

With an agent, every move gets its rank among the agent's options, and the difference between its
score and the best one: this shows where the match was lost.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz import games
from kibitz.agents.asking import ask, make_guarded
from kibitz.agents.registry import package_of, read_spec
from kibitz.cli import screen
from kibitz.cli.app import ReplayArgs
from kibitz.cli.match import read_saved, replay_saved
from kibitz.cli.options import UsageError, read_file
from kibitz.cli.spire import replay_log
from kibitz.communicationmod.client.log import is_log
from kibitz.core.agent import Advice, Agent
from kibitz.core.engine import RuleEngine
from kibitz.core.game import SPECTATOR
from kibitz.core.move import Move
from kibitz.core.record import Record
from kibitz.core.value import Json


@dataclass(frozen=True)
class Verdict:
    """An agent's judgement of a move; rank 0 if it is none that agents weigh.

    `unit` is what scores count; see `Advice`.
    """

    rank: int
    among: int
    score: float
    lost: float
    best: str
    unit: str

    def to_json(self) -> dict[str, Json]:
        """Writes the verdict as a JSON object."""
        return {
            "rank": self.rank or None,
            "among": self.among,
            "score": self.score if self.rank else None,
            "lost": self.lost if self.rank else None,
            "best": self.best,
            "unit": self.unit,
        }


@dataclass(frozen=True)
class Ply:
    """One move of a record, with its description and an agent's verdict."""

    number: int
    seat: int
    move: Move[Any]  # Any: games are known by name only
    description: Text
    verdict: Verdict | None

    def to_json(self) -> dict[str, Json]:
        """Writes the move as a JSON object."""
        document: dict[str, Json] = {
            "number": self.number,
            "seat": self.seat,
            "text": str(self.move),
            "move": self.move.to_json(),
        }
        if self.verdict is not None:
            document["verdict"] = self.verdict.to_json()
        return document


def replay_record(args: ReplayArgs) -> None:
    """Replays a record and prints its moves.

    Raises:
        UsageError: if it is not a record.
        CheckFailed: if its states differ.
        RuleError: if a rule of the game fails.
    """
    path, to, spec = args.file, args.to, args.agent
    text = read_file(path, "record")
    if is_log(text):
        replay_log(args, text)
        return
    record = read_saved(path, text)
    game = games.load_with(record.game, record.options)
    agent = None if spec is None else make_guarded(game, spec)
    if to is not None and to > len(record.moves):
        raise UsageError(f"invalid --to {to}: {path} has {len(record.moves)} moves")
    engine = replay_saved(path, record, game)
    plies = judge_moves(engine, agent, spec, len(record.moves) if to is None else to)
    if args.as_json:
        screen.print_json(document_of(record, engine, plies, spec))
    else:
        show(screen.open_screen(), record, engine, plies, spec)


def judge_moves(
    engine: RuleEngine[Any, Any], agent: Agent[Any, Any] | None, spec: str | None, to: int
) -> list[Ply]:
    """Goes back to the start of a match and forward again; the agent judges each move."""
    history = engine.history
    while engine.undo():
        pass
    plies: list[Ply] = []
    for number, (seat, move) in enumerate(history[:to], 1):
        verdict = None
        # A seat whose turn it is not can play a move that is allowed at any time.
        if agent is not None and seat == engine.seat:
            seen = engine.observe(seat)
            if move in seen.moves:
                seen = engine.observe(seat, wanted=(move,))
            verdict = judge(ask(agent, seen, f"agent {spec}"), move)
        description = screen.describe_move(engine.game, engine.view(seat), move)
        plies.append(Ply(number, seat, move, description, verdict))
        engine.redo()
    return plies


def judge(advice: Advice[Any], move: Move[Any]) -> Verdict:
    """Ranks a played move; moves with equal scores share a rank."""
    best, among, unit = advice.options[0], len(advice.options), advice.unit
    for option in advice.options:
        if option.move == move:
            better = sum(other.score > option.score for other in advice.options)
            lost = best.score - option.score
            return Verdict(better + 1, among, option.score, lost, str(best.move), unit)
    return Verdict(0, among, 0.0, 0.0, str(best.move), unit)


class SeatSummary(NamedTuple):
    """How an agent judges the play of a seat: its moves, how many were best, and the mean loss."""

    seat: int
    judged: int
    best: int
    mean_lost: float
    unit: str

    def describe(self, name: str, judge_name: str) -> str:
        """Writes how many moves were best, and how much score a move lost on average."""
        lost, unit = self.mean_lost, self.unit
        best = f"{judge_name} rates {self.best} of {self.judged} moves best"
        share = unit.startswith("%")
        amount = f"{100 * lost:.0f} {unit}" if share else f"{lost:.3g} {unit or screen.POINTS}"
        return f"{name}: {best}; average score lost per move: {amount}"


def summaries(plies: list[Ply], seats: int) -> list[SeatSummary]:
    """Sums up the verdicts by seat."""
    found: list[SeatSummary] = []
    for seat in range(seats):
        ranked = [p.verdict for p in plies if p.seat == seat and p.verdict and p.verdict.rank]
        count, best = len(ranked), sum(verdict.rank == 1 for verdict in ranked)
        lost = sum(verdict.lost for verdict in ranked) / max(1, count)
        found.append(SeatSummary(seat, count, best, lost, ranked[0].unit if count else ""))
    return found


def document_of(
    record: Record, engine: RuleEngine[Any, Any], plies: list[Ply], spec: str | None
) -> dict[str, Json]:
    """Writes the replay as a JSON object."""
    outcome = engine.outcome
    document: dict[str, Json] = {
        "game": record.game,
        "version": record.version,
        "seed": record.seed,
        "options": dict(record.options),
        "names": [*record.names],
        "packages": [*record.packages],
        "taken_back": [each._asdict() for each in record.taken_back],
        "checked": True,
        "state": engine.state_hash,
        "moves": [ply.to_json() for ply in plies],
        "outcome": None if outcome is None else outcome.to_json(),
    }
    if spec is not None:
        document["agent"] = spec
        document["package"] = package_of(engine.game, spec)
        document["summary"] = [each._asdict() for each in summaries(plies, engine.game.seats)]
    return document


def show(
    console: Console,
    record: Record,
    engine: RuleEngine[Any, Any],
    plies: list[Ply],
    spec: str | None,
) -> None:
    """Prints the replay for people."""
    game = engine.game
    names = screen.label_seats(record.names)
    screen.show_header(console, game.title or game.id, f"{' - '.join(names)}, seed {record.seed}")
    screen.show_grid(console, moves_table(record, plies, names, spec is not None))
    screen.show_header(console, f"after {len(plies)} of {len(record.moves)} moves")
    screen.show_table(console, game.render(engine.view(SPECTATOR)))
    outcome = engine.outcome
    if outcome is not None:
        result = screen.describe_result(outcome, names, None)
        console.print(Text(" ").append_text(result), soft_wrap=True)
    elif len(plies) == len(record.moves):
        console.print(Text(" The match was not finished."))
    if spec is not None:
        for each in summaries(plies, game.seats):
            console.print(Text(f" {each.describe(names[each.seat], read_spec(spec).name)}"))
    console.print(Text(" Checked: every state matches the record.", style="dim"))


def moves_table(record: Record, plies: list[Ply], names: list[str], judged: bool) -> Table:
    """Lists the moves, with their verdicts where an agent gave them, and what was taken back."""
    table = Table(box=None, show_header=judged, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("", justify="right", style="dim")
    table.add_column("", style="magenta", no_wrap=True)
    table.add_column("played", overflow="fold")
    for column in ("rank", "lost", "better") if judged else ():
        table.add_column(column, justify="left" if column == "better" else "right")
    # What was taken back later than the last move of the record stands below it.
    back: dict[int, list[str]] = {}
    for each in record.taken_back:
        back.setdefault(min(each.after, len(record.moves)), []).append("; ".join(each.moves))
    for number in range(len(plies) + 1):
        if number > 0:
            ply = plies[number - 1]
            verdict = verdict_cells(ply.verdict) if judged else ()
            table.add_row(str(number), names[ply.seat], ply.description, *verdict)
        for moves in back.get(number, ()):
            table.add_row("", Text("taken back", style="dim"), Text(moves, style="dim"))
    return table


def verdict_cells(verdict: Verdict | None) -> tuple[str, str, str]:
    """Writes a verdict in three cells; blank where none was given."""
    if verdict is None:
        return "", "", ""
    if verdict.rank == 0:
        return "-", "-", verdict.best
    rank = f"{verdict.rank}/{verdict.among}"
    if verdict.lost == 0:
        return rank, "", ""
    return rank, screen.write_amount(-verdict.lost, verdict.unit), verdict.best
