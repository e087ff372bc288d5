"""Setting up a match: who sits where, dealt anew or taken up from a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz import games
from kibitz.agents.registry import make_agent, read_spec
from kibitz.cli.given import WrongUse, default_agent, load_game, read_file, read_seed
from kibitz.cli.saving import SaveFile
from kibitz.core.agent import Agent
from kibitz.core.engine import RuleEngine
from kibitz.core.errors import KibitzError, UnknownAgent
from kibitz.core.game import Game
from kibitz.core.record import read_record, replay

HUMAN = "human"
NOBODY = "none"


@dataclass(frozen=True)
class Wishes:
    """What `kibitz play` was asked for, as given."""

    game: str | None
    seat: str | None
    opponents: Sequence[str]
    kibitzer: str | None
    seed: str | None
    options: Sequence[str]
    save: Path | None
    resume: Path | None
    as_json: bool


@dataclass
class Match:
    """A match and the players around it; `seat` is the person's, None where all are agents."""

    # Any: games are known by name only.
    engine: RuleEngine[Any, Any]
    seat: int | None
    agents: dict[int, Agent[Any, Any]]
    kibitzer: str
    file: SaveFile | None

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.engine.game

    def label(self, seat: int) -> str:
        """Names a seat for people, without the options of its agent."""
        if seat == self.seat:
            return "you"
        return f"{self.engine.names[seat].partition(':')[0]} (seat {seat})"

    def labels(self) -> list[str]:
        """Names all seats."""
        return [self.label(seat) for seat in range(self.game.seats)]

    def save(self) -> None:
        """Writes the match to its file, if it has one."""
        if self.file is not None:
            self.file.write(self.engine)


def new_match(wishes: Wishes) -> Match:
    """Deals a new match.

    Raises:
        KibitzError: if anything that was asked for does not do.
    """
    if wishes.game is None:
        raise WrongUse(f"which game? known: {', '.join(games.names())}")
    game = load_game(wishes.game, wishes.options)
    seat = read_seat(wishes.seat or "0", game)
    others = [other for other in range(game.seats) if other != seat]
    specs = spread(wishes.opponents or [default_agent(game)], others, game)
    names = [HUMAN if s == seat else str(read_spec(specs[s])) for s in range(game.seats)]
    agents = {other: make_agent(game, spec) for other, spec in specs.items()}
    engine = RuleEngine(game, seed=read_seed(wishes.seed), names=names)
    file = None if wishes.save is None else SaveFile(wishes.save)
    return Match(engine, seat, agents, check_kibitzer(game, wishes.kibitzer), file)


def resumed_match(wishes: Wishes, path: Path) -> Match:
    """Takes a match up where its record ends; the same file keeps it from there on.

    Raises:
        KibitzError: if the record does not hold, or anything asked for does not fit it.
    """
    record = read_record(read_file(path, "record"))
    if wishes.game not in (None, record.game):
        raise WrongUse(f"{path} is a record of {record.game!r}, not of {wishes.game!r}")
    if wishes.seed is not None or wishes.options:
        raise WrongUse(f"{path} has its own seed and options; leave --seed and --option out")
    game = games.load(record.game, **record.options)
    engine = replay(record, game)
    if engine.outcome is not None:
        raise WrongUse(f"the match in {path} is over; kibitz replay {path} shows it")
    recorded = str(record.names.index(HUMAN)) if HUMAN in record.names else NOBODY
    seat = read_seat(wishes.seat or recorded, game)
    others = [other for other in range(game.seats) if other != seat]
    if wishes.opponents:
        specs = spread(wishes.opponents, others, game)
    else:
        specs = {other: remembered(game, record.names[other]) for other in others}
    agents = {other: make_agent(game, spec) for other, spec in specs.items()}
    for place in range(game.seats):
        engine.names[place] = HUMAN if place == seat else str(read_spec(specs[place]))
    file = SaveFile(path, resumed=True) if wishes.save is None else SaveFile(wishes.save)
    return Match(engine, seat, agents, check_kibitzer(game, wishes.kibitzer), file)


def read_seat(text: str, game: Game[Any, Any]) -> int | None:  # Any: known by name only
    """Reads the person's seat; None to watch."""
    if text.lower() == NOBODY:
        return None
    if text.isdecimal() and len(text) < 5 and int(text) < game.seats:
        return int(text)
    raise WrongUse(f"{game.id} has seats 0 to {game.seats - 1}, not {text!r}; none is to watch")


def spread(specs: Sequence[str], seats: Sequence[int], game: Game[Any, Any]) -> dict[int, str]:
    """Gives each seat an agent; the last one named takes all seats that are left."""
    if len(specs) > len(seats):
        raise WrongUse(
            f"{game.id} has {len(seats)} seats to fill, but {len(specs)} opponents are given"
        )
    return {seat: specs[min(place, len(specs) - 1)] for place, seat in enumerate(seats)}


def remembered(game: Game[Any, Any], name: str) -> str:
    """Returns the agent that a record names; the usual one if a person or a stranger sat there."""
    try:
        make_agent(game, name)
    except KibitzError:
        return default_agent(game)
    return default_agent(game) if name == HUMAN else name


def check_kibitzer(game: Game[Any, Any], spec: str | None) -> str:
    """Returns who gives hints; refuses an unknown one before the match begins."""
    found = default_agent(game) if spec is None else spec
    if read_spec(found).name == HUMAN:
        raise UnknownAgent("the kibitzer cannot be human; name an agent, such as greedy")
    make_agent(game, found)
    return found
