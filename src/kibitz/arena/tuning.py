"""Tuning: a search for better options of an agent.

Every trial plays the agent with other options against the same opponents on the same deals, so that
luck favours none of them. A trial that falls behind stops early. What to try next, and when to
stop, follows from the trials before and the seed alone: a search that is continued after an
interruption finds the same as one that was never interrupted, on any number of workers.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from kibitz.arena.backend import Backend
from kibitz.arena.proposals import load_optuna, propose
from kibitz.arena.result import GameResult
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import play
from kibitz.arena.trials import Checkpoint, Search, Trial

# A trial goes on if it is in the better half.
KEPT: Final = 2


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
    agent: str,
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


def confirmation(search: Search, winner: str) -> Setup:
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
