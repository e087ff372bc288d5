"""What a search tries next, and what its trials say about each option. Optuna does both."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from kibitz.arena.setup import ArenaError
from kibitz.arena.trials import Search, Trial
from kibitz.core.ranges import Choice, Range, Real, Whole, write_real

if TYPE_CHECKING:
    import optuna


def load_optuna() -> None:
    """Imports Optuna, and silences what it says about every trial.

    Raises:
        ArenaError: if it is not installed.
    """
    try:
        import optuna
    except ImportError:
        raise ArenaError("tuning needs Optuna: pip install 'kibitz[tune]'") from None
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
    return {option: write_value(value) for option, value in params.items()}


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
            made = optuna.trial.create_trial(
                state=states[trial.stopped],
                value=trial.last.value,
                params={
                    option: read_value(search.space[option], text)
                    for option, text in trial.values.items()
                },
                distributions=spaces,
                intermediate_values={
                    checkpoint.deals: checkpoint.value for checkpoint in trial.checkpoints
                },
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


def write_value(value: object) -> str:
    """Writes a value of Optuna's as in the specification of an agent."""
    return write_real(value) if isinstance(value, float) else str(value)


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
