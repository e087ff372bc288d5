"""A search for better options of an agent, and its trials, as data.

`kibitz.arena.tuning` plays them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kibitz.agents.registry import AgentSpec, make_agent, option_default, read_spec, tunable_options
from kibitz.arena.result import number_of
from kibitz.arena.setup import ArenaError, Setup, check_number, read_setup
from kibitz.arena.statistics import read_sprt
from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.options import offer
from kibitz.core.ranges import YES_NO, Choice, Range, Real, Whole, read_range
from kibitz.core.value import Json

TRIALS: Final = 50
DEALS: Final = 400
# How many fresh deals test the winner at most, and whether it is stronger by 0 or by 20 Elo points.
# There is no usual test in the units of games: what is much differs from game to game.
CONFIRM: Final = 1000
SPRT: Final = "0:20"
# A trial is compared with the others after an eighth of its deals, a quarter and half of them, but
# not before ten: fewer say nothing.
CUTS: Final = (8, 4, 2)
FEWEST: Final = 10
# The time to propose a trial grows with the number of those before.
MAX_TRIALS: Final = 100_000


# The search and its trials.


@dataclass(frozen=True)
class Search:
    """Everything that determines a search.

    Attributes:
        setup: the tournament of a whole trial. The first player is the agent to start from, the
            others are its opponents.
        space: the options to tune, with their ranges.
        trials: how many trials there are; the first one plays the agent to start from.
        confirm: how many fresh deals test the winner at most; 0 for no test.
        sprt: the sequential test of the winner, in the notation of `read_sprt`; None for the usual
            one.
    """

    setup: Setup
    space: Mapping[str, Range]
    trials: int = TRIALS
    confirm: int = CONFIRM
    sprt: str | None = None

    @property
    def start(self) -> str:
        """The agent to start from."""
        return self.setup.players[0]

    def check(self) -> None:
        """Refuses a search that cannot be played.

        Raises:
            KibitzError: if the game, an agent, a range or a number is invalid.
        """
        check_number("trials", self.trials, MAX_TRIALS)
        if self.confirm < 0:
            raise ArenaError(f"invalid confirm={self.confirm}: expected 0 or more deals")
        if self.sprt is not None:
            read_sprt(self.sprt, self.setup.unit)
        if not self.space:
            name = read_spec(self.start).name
            raise ArenaError(f"there is nothing to tune: {name} declares no ranges of options")
        self.setup.check()
        game = self.setup.load()
        for option, span in self.space.items():
            for value in span.ends():
                make_agent(game, self.agent({option: value}))

    def test(self) -> str | None:
        """Returns the sequential test of the winner; None if all fresh deals are played.

        Only games for two have one, and games with a unit only if one is given.
        """
        if self.setup.seats != 2:
            return None
        return self.sprt or (None if self.setup.unit else SPRT)

    def agent(self, values: Mapping[str, str]) -> str:
        """Returns the agent to start from with other values of its options."""
        start = read_spec(self.start)
        return str(AgentSpec(start.name, tuple({**dict(start.options), **values}.items())))

    def start_values(self) -> dict[str, str]:
        """Returns the values to start from; those that are not in their range are left out."""
        start, game = read_spec(self.start), self.setup.load()
        given, found = dict(start.options), dict[str, str]()
        for option, span in self.space.items():
            default = option_default(game, start.name, option)
            value = value_of(span, given.get(option, str(default)))
            if value is not None:
                found[option] = value
        return found

    def checkpoints(self) -> list[int]:
        """Returns after how many deals a trial is compared with the others, and all its deals."""
        deals = self.setup.deals
        return sorted({deals, *(deals // cut for cut in CUTS if deals // cut >= FEWEST)})

    def to_json(self) -> dict[str, Json]:
        """Returns the search as a JSON object."""
        space: dict[str, Json] = {option: str(span) for option, span in self.space.items()}
        return {
            "setup": self.setup.to_json(),
            "space": space,
            "trials": self.trials,
            "confirm": self.confirm,
            "sprt": self.sprt,
        }


def value_of(span: Range, text: str) -> str | None:
    """Returns a value of a range as the range writes it; None if it is not in the range."""
    if isinstance(span, Choice):
        return span.find(text)
    return text if span.holds(text) else None


@dataclass(frozen=True)
class Checkpoint:
    """How a trial stands after some of its deals.

    Attributes:
        deals: how many deals it has played.
        score: its mean score against the opponents.
        margin: the mean difference of the returns.
        value: what the search maximises: the margin if it decides who is stronger, else the score.
    """

    deals: int
    score: float
    margin: float
    value: float

    def to_json(self) -> dict[str, Json]:
        """Returns the checkpoint as a JSON object."""
        return {**vars(self)}


@dataclass(frozen=True)
class Trial:
    """One agent that was tried.

    Attributes:
        number: its place in the search, from 0.
        agent: the agent.
        values: the values of the options to tune; those to start from may not be in their range.
        checkpoints: how it stood whenever it was compared with the others.
        stopped: whether it fell behind and was stopped before its last deal.
    """

    number: int
    agent: str
    values: Mapping[str, str]
    checkpoints: tuple[Checkpoint, ...]
    stopped: bool

    @property
    def last(self) -> Checkpoint:
        """How it stood at the end."""
        return self.checkpoints[-1]

    def to_json(self) -> dict[str, Json]:
        """Returns the trial as a JSON object."""
        return {
            "number": self.number,
            "agent": self.agent,
            "values": dict(self.values),
            "checkpoints": [checkpoint.to_json() for checkpoint in self.checkpoints],
            "stopped": self.stopped,
        }


def different(trials: Sequence[Trial]) -> list[Trial]:
    """Returns the trials without those that repeat an agent tried before."""
    first = {frozenset(trial.values.items()): trial for trial in reversed(trials)}
    return sorted(first.values(), key=lambda trial: trial.number)


# The ranges.


def find_space(
    game: Game[Any, Any],  # Any: known by name only
    agent: str,
    wanted: Mapping[str, str],
) -> dict[str, Range]:
    """Returns the options of an agent to tune: those wanted, or all that it declares.

    Args:
        game: the rules.
        agent: the agent.
        wanted: the ranges of options, as in `read_range`; empty for the declared one.

    Raises:
        KibitzError: if there is no such agent or option, or a range is invalid.
    """
    name = read_spec(agent).name
    declared = tunable_options(game, name)
    if not wanted:
        return dict(declared)
    found: dict[str, Range] = {}
    for option, text in wanted.items():
        default = option_default(game, name, option)
        known = declared.get(option, YES_NO if isinstance(default, bool) else None)
        if text:
            span = read_range(text)
            fraction = isinstance(default, float) or isinstance(known, Real)
            if isinstance(span, Whole) and span.step == 1 and fraction:
                span = Real(float(span.low), float(span.high), span.log)
            found[option] = span
        elif known is not None:
            found[option] = known
        else:
            raise ArenaError(
                f"{name} declares no range of {option!r}: write {option}=LOW:HIGH;"
                f" {offer(option, declared)}"
            )
    return found


# Reading.


def read_search(document: object) -> tuple[Search, list[Trial]]:
    """Reads a search and its trials as `Search.to_json` and `Trial.to_json` write them.

    The trials are in the field `tried`; other fields are ignored.

    Raises:
        KibitzError: if anything is missing or invalid.
    """
    root = Document(document)
    space = root.field("space")
    spans = {option: space.field(option).text() for option in space.names()}
    count, confirm = root.field("trials").integer(1, MAX_TRIALS), root.field("confirm").integer(0)
    sprt = root.field("sprt")
    test = None if sprt.value is None else sprt.text()
    trials = [read_trial(item) for item in root.field("tried").items()]
    root.finish(ArenaError, "not a search")
    try:
        ranges = {option: read_range(text) for option, text in spans.items()}
        setup = read_setup(root.field("setup").value)
        return Search(setup, ranges, count, confirm, test), trials
    except KibitzError as error:
        raise ArenaError(f"not a search: {error}") from error


def read_trial(place: Document) -> Trial:
    """Reads one trial."""
    values, checkpoints = place.field("values"), place.field("checkpoints").items()
    if not checkpoints:
        place.note("expected at least one checkpoint")
    return Trial(
        place.field("number").integer(0),
        place.field("agent").text(),
        {option: values.field(option).text() for option in values.names()},
        tuple([read_checkpoint(checkpoint) for checkpoint in checkpoints]),
        place.field("stopped").flag(),
    )


def read_checkpoint(place: Document) -> Checkpoint:
    """Reads how a trial stood."""
    names = ("score", "margin", "value")
    return Checkpoint(
        place.field("deals").integer(1), *(number_of(place.field(name)) for name in names)
    )
