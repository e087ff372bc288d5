"""Tuning: a search for better options of an agent.

Every trial plays the agent with other options against the same opponents on the same deals, so that
luck favours none of them. A trial that falls behind stops early. What to try next, and when to
stop, follows from the trials before and the seed alone: a search that is continued after an
interruption finds the same as one that was never interrupted, on any number of workers.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from kibitz.agents.registry import (
    AgentSpec,
    make_agent,
    option_default,
    spec_of,
    tunable_options,
)
from kibitz.arena.backend import Backend
from kibitz.arena.result import GameResult, number_of
from kibitz.arena.setup import (
    ArenaError,
    Data,
    Setup,
    check_number,
    import_optional,
    read_agent,
    read_setup,
)
from kibitz.arena.sprt import read_sprt
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import play
from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.options import offer
from kibitz.core.ranges import YES_NO, Choice, Range, Real, Whole, read_range, write_real

if TYPE_CHECKING:
    import optuna

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
# A trial goes on if it is in the better half.
KEPT: Final = 2
# The most groups in which numbers are shown; fewer values are shown one by one.
GROUPS: Final = 5


# The search and its trials.


@dataclass(frozen=True)
class Search(Data):
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
    def start(self) -> AgentSpec:
        """The agent to start from: the first player of the setup."""
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
            name = self.start.name
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

    def agent(self, values: Mapping[str, str]) -> AgentSpec:
        """Returns the agent to start from with other values of its options."""
        options = {**dict(self.start.options), **values}
        return AgentSpec(self.start.name, tuple(options.items()))

    def start_values(self) -> dict[str, str]:
        """Returns the values to start from; those that are not in their range are left out."""
        start, game = self.start, self.setup.load()
        given, found = dict(start.options), dict[str, str]()
        for option, span in self.space.items():
            default = option_default(game, start.name, option)
            text = given.get(option, str(default))
            value = span.find(text) if isinstance(span, Choice) else text
            if value is not None and span.holds(text):
                found[option] = value
        return found

    def checkpoints(self) -> list[int]:
        """Returns after how many deals a trial is compared with the others, and all its deals."""
        deals = self.setup.deals
        return sorted({deals, *(deals // cut for cut in CUTS if deals // cut >= FEWEST)})


@dataclass(frozen=True)
class Checkpoint(Data):
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

    def gain(self, start: "Checkpoint") -> "Checkpoint":
        """Returns how much better a trial did than the start on the same deals."""
        score, margin = self.score - start.score, self.margin - start.margin
        return Checkpoint(self.deals, score, margin, self.value - start.value)


@dataclass(frozen=True)
class Trial(Data):
    """One agent that was tried.

    Attributes:
        number: its place in the search, from 0.
        agent: the agent.
        values: the values of the options to tune; those to start from may not be in their range.
        checkpoints: how it stood whenever it was compared with the others.
        stopped: whether it fell behind and was stopped before its last deal.
    """

    number: int
    agent: AgentSpec
    values: Mapping[str, str]
    checkpoints: tuple[Checkpoint, ...]
    stopped: bool

    @property
    def last(self) -> Checkpoint:
        """How it stood at the end."""
        return self.checkpoints[-1]


def different(trials: Sequence[Trial]) -> list[Trial]:
    """Returns the trials without those that repeat an agent tried before."""
    first = {frozenset(trial.values.items()): trial for trial in reversed(trials)}
    return sorted(first.values(), key=lambda trial: trial.number)


# The ranges.


def find_space(
    game: Game[Any, Any],  # Any: known by name only
    agent: str | AgentSpec,
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
    name = spec_of(agent).name
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


# Playing the trials.


def search_trials(
    search: Search,
    backend: Backend,
    done: Sequence[Trial] = (),
    *,
    on_result: Callable[[GameResult], None] | None = None,
) -> Iterator[Trial]:
    """Plays the rest of a search, and yields each trial when it is over.

    An agent that was tried before is not played again: it would play the same games.

    Args:
        search: the search.
        backend: plays the games.
        done: the trials so far.
        on_result: called with the result of every game.

    Raises:
        ArenaError: if Optuna is not installed.
        GameFailed: if an agent or the game fails.
    """
    load_optuna()
    trials = list(done)
    while len(trials) < search.trials:
        values = propose(search, trials) if trials else search.start_values()
        agent = search.agent(values) if trials else search.start
        known = next((trial for trial in trials if trial.values == values), None)
        if known is None:
            trial = play_trial(search, backend, trials, values, agent, on_result)
        else:
            trial = replace(known, number=len(trials))
        trials.append(trial)
        yield trial


def play_trial(
    search: Search,
    backend: Backend,
    before: Sequence[Trial],
    values: Mapping[str, str],
    agent: AgentSpec,
    on_result: Callable[[GameResult], None] | None,
) -> Trial:
    """Plays a trial to its end, or until it falls behind."""
    setup = replace(search.setup, players=(agent, *search.setup.players[1:]))
    results: list[GameResult] = []
    checkpoints: list[Checkpoint] = []
    stopped = False
    for deals in search.checkpoints():
        part = replace(setup, deals=deals)
        results = play(part, backend, done=results, on_result=on_result)
        checkpoints.append(checkpoint_of(summarise(part, results)))
        stopped = deals < setup.deals and falls_behind(checkpoints, before)
        if stopped:
            break
    return Trial(len(before), agent, values, tuple(checkpoints), stopped)


def checkpoint_of(summary: Summary) -> Checkpoint:
    """Returns how the first player stands against the others."""
    pairings = [pairing for pairing in summary.pairings if pairing.players[0] == 0]
    score = math.fsum(pairing.score for pairing in pairings) / len(pairings)
    margin = math.fsum(pairing.margin for pairing in pairings) / len(pairings)
    value = margin if summary.setup.by_margin else score
    return Checkpoint(summary.setup.deals, score, margin, value)


def falls_behind(checkpoints: Sequence[Checkpoint], before: Sequence[Trial]) -> bool:
    """Tells whether a trial is not in the better half of those that came as far (ASHA).

    The first to come so far goes on.
    """
    place = len(checkpoints) - 1
    others = [trial.checkpoints[place].value for trial in before if len(trial.checkpoints) > place]
    better = sum(value >= checkpoints[-1].value for value in others)
    return better >= max(1, (len(others) + 1) // KEPT)


def best_of(trials: Sequence[Trial]) -> Trial:
    """Returns the best trial that played all its deals; among equals, the first."""
    return max((trial for trial in trials if not trial.stopped), key=lambda each: each.last.value)


# The winner on fresh deals.


def confirmation(search: Search, winner: AgentSpec) -> Setup:
    """Returns the tournament that tests whether the winner is stronger than the start.

    Its deals are others than those of the search: a winner was chosen because those suited it. A
    sequential test ends it if there is one; otherwise all deals are played.
    """
    setup, packages = search.setup, search.setup.packages
    return replace(
        setup,
        players=(winner, search.start),
        deals=search.confirm,
        seed=f"{setup.seed}/fresh",
        format="round-robin",
        sprt=search.test(),
        packages=None if packages is None else (packages[0], packages[0]),
    )


def is_stronger(summary: Summary) -> bool | None:
    """Tells whether the first of two players is stronger; None if the games cannot tell."""
    if summary.sprt is not None:
        return {"H1": True, "H0": False, None: None}[summary.sprt.verdict]
    stronger = summary.pairings[0].stronger
    return None if stronger is None else stronger == 0


# What to try next, and what the trials say about each option: Optuna does both.


def load_optuna() -> None:
    """Imports Optuna and turns off its messages about every trial."""
    optuna = import_optional("optuna", "tuning needs Optuna: pip install 'kibitz[tune]'")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    # NumPy loads its generators now, and not during the search: while it does, Ctrl-C is lost.
    optuna.samplers.RandomSampler(seed=0)


def propose(search: Search, trials: Sequence[Trial]) -> dict[str, str]:
    """Returns the values to try next, which follow from the trials so far and the seed.

    The method is Optuna's tree-structured Parzen estimator, all options together.
    """
    import optuna

    name = f"{search.setup.seed}/{len(trials)}"
    seed = int.from_bytes(blake2b(name.encode(), digest_size=4).digest())
    study = study_of(search, trials, optuna.samplers.TPESampler(seed=seed, multivariate=True))
    params = study.ask(distributions(search)).params
    return {
        option: write_real(value) if isinstance(value, float) else str(value)
        for option, value in params.items()
    }


def study_of(
    search: Search, trials: Sequence[Trial], sampler: "optuna.samplers.BaseSampler | None" = None
) -> "optuna.Study":
    """Tells Optuna what was tried; trials that were stopped count as such."""
    import optuna

    study = optuna.create_study(direction="maximize", sampler=sampler)
    spaces = distributions(search)
    states = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)
    for trial in trials:
        if trial.values.keys() == search.space.keys():
            values = trial.values.items()
            made = optuna.trial.create_trial(
                state=states[trial.stopped],
                value=trial.last.value,
                params={option: read_value(search.space[option], text) for option, text in values},
                distributions=spaces,
                intermediate_values={each.deals: each.value for each in trial.checkpoints},
            )
            study.add_trial(made)
    return study


def distributions(search: Search) -> "dict[str, optuna.distributions.BaseDistribution]":
    """Returns the ranges of a search as Optuna has them."""
    from optuna import distributions as made

    found: dict[str, made.BaseDistribution] = {}
    for option, span in search.space.items():
        if isinstance(span, Whole):
            found[option] = made.IntDistribution(span.low, span.high, span.log, span.step)
        elif isinstance(span, Real):
            found[option] = made.FloatDistribution(span.low, span.high, span.log)
        elif isinstance(span, Choice):
            found[option] = made.CategoricalDistribution(span.values)
    return found


def read_value(span: Range, text: str) -> int | float | str:
    """Reads a value for Optuna; rounded numbers stay within their range."""
    if isinstance(span, Whole):
        return int(text)
    if isinstance(span, Real):
        return min(max(float(text), span.low), span.high)
    return text


def importances(search: Search, tried: Sequence[Trial]) -> dict[str, float]:
    """Returns the importance of each option; nothing if the trials cannot tell."""
    from optuna.importance import PedAnovaImportanceEvaluator, get_param_importances

    study = study_of(search, tried)
    # It compares the best tenth with the rest.
    if len(study.trials) < 10 or len({trial.last.value for trial in tried}) == 1:
        return {}
    found = get_param_importances(study, evaluator=PedAnovaImportanceEvaluator())
    return {option: float(share) for option, share in found.items()}


# The effect of each option.


@dataclass(frozen=True)
class Level(Data):
    """The trials with a value of an option, or with one of several near values.

    Attributes:
        label: the value, or the smallest and the largest of them.
        trials: how many different agents there were.
        score: how much higher their scores are than that of the start, on average.
        margin: the same for the difference of the returns.
    """

    label: str
    trials: int
    score: float
    margin: float


@dataclass(frozen=True)
class Effect(Data):
    """How much an option matters.

    Attributes:
        option: the option.
        importance: its share of what decides between the trials, by Optuna's PED-ANOVA; all shares
            add up to 1. None with too few different trials.
        levels: the results by value, the smallest first.
    """

    option: str
    importance: float | None
    levels: tuple[Level, ...]


def effects_of(search: Search, trials: Sequence[Trial]) -> list[Effect]:
    """Returns the effect of each option, the most important first.

    Every agent counts once, with its gain over the start on the deals that it played. A trial that
    was stopped early played fewer of them, and deals differ.
    """
    start = {checkpoint.deals: checkpoint for checkpoint in trials[0].checkpoints}
    tried = [
        replace(trial, checkpoints=(trial.last.gain(start[trial.last.deals]),), stopped=False)
        for trial in different(trials)
    ]
    shares = importances(search, tried)
    found = [
        Effect(option, shares.get(option), levels_of(option, span, tried))
        for option, span in search.space.items()
    ]
    return sorted(found, key=lambda effect: -(effect.importance or 0.0))


def levels_of(option: str, span: Range, tried: Sequence[Trial]) -> tuple[Level, ...]:
    """Groups the trials by the value of an option."""
    groups: dict[str, list[Checkpoint]] = {label: [] for label in labels_of(span)}
    for trial in tried:
        if option in trial.values:
            groups[label_of(span, trial.values[option])].append(trial.last)
    found: list[Level] = []
    for label, group in groups.items():
        if group:
            score = math.fsum(each.score for each in group) / len(group)
            margin = math.fsum(each.margin for each in group) / len(group)
            found.append(Level(label, len(group), score, margin))
    return tuple(found)


def labels_of(span: Range) -> list[str]:
    """Names the groups of a range, in order."""
    if not isinstance(span, (Whole, Real)):
        return span.ends()
    if isinstance(span, Whole) and (span.high - span.low) // span.step < GROUPS:
        return [str(value) for value in range(span.low, span.high + 1, span.step)]
    edges = edges_of(span)
    return list(dict.fromkeys(group_label(span, edges, group) for group in range(GROUPS)))


def label_of(span: Range, text: str) -> str:
    """Names the group of a value."""
    if not isinstance(span, (Whole, Real)) or text in labels_of(span):
        return text
    edges = edges_of(span)
    group = sum(float(text) >= edge for edge in edges[1:-1])
    return group_label(span, edges, group)


def edges_of(span: Whole | Real) -> list[float]:
    """Returns where the groups of a range of numbers begin, and where the last one ends.

    The groups are equally wide, on a logarithmic scale if the range has one. Groups of whole
    numbers begin at one of the numbers.
    """
    low, high = float(span.low), float(span.high)
    if isinstance(span, Whole):
        high += span.step
    parts = [group / GROUPS for group in range(GROUPS + 1)]
    if span.log:
        edges = [low * (high / low) ** part for part in parts]
    else:
        edges = [low + (high - low) * part for part in parts]
    if isinstance(span, Whole):
        edges = [low + span.step * math.ceil((edge - low) / span.step - 1e-9) for edge in edges]
    return edges


def group_label(span: Whole | Real, edges: Sequence[float], group: int) -> str:
    """Names a group of numbers by its first and its last."""
    low, high = edges[group], edges[group + 1]
    if isinstance(span, Whole):
        first, last = round(low), round(high) - span.step
        return str(first) if first >= last else f"{first} to {last}"
    return f"{low:.3g} to {high:.3g}"


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
        read_agent(place.field("agent")),
        {option: values.field(option).text() for option in values.names()},
        tuple(
            Checkpoint(
                each.field("deals").integer(1),
                *(number_of(each.field(name)) for name in ("score", "margin", "value")),
            )
            for each in checkpoints
        ),
        place.field("stopped").flag(),
    )
