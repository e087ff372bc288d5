"""`check_game` plays random games and checks every state it visits against the laws of games.

Every part of the library can rely on a game that passes: engines, agents, searches, records and
user interfaces. The laws are in `kibitz.testing.game_laws` and `kibitz.testing.scene_laws`.

One law needs processes of its own, so it has a function of its own, `check_hash_seeds`. Python
hashes texts differently in every process, so the order of a set of texts changes from run to run. A
rule that iterates over such a set deals other cards tomorrow.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, Generic, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.errors import suggest
from kibitz.core.game import SPECTATOR, Game
from kibitz.core.move import Move
from kibitz.core.record import write_record
from kibitz.core.state import State
from kibitz.games import load
from kibitz.testing import game_laws, laws, scene_laws
from kibitz.testing.expect import census, describe_changes
from kibitz.testing.golden import play_random

S = TypeVar("S", bound=State)
V = TypeVar("V")

# In this order, so that a fault is reported as what it is and not as one of its consequences.
STATE_LAWS: Final[tuple[laws.Law, ...]] = (
    game_laws.clones_are_equal,
    game_laws.the_seat_exists,
    game_laws.producers_and_checks_work,
    game_laws.asking_changes_nothing,
    game_laws.legal_agrees_with_check,
    game_laws.somebody_can_move,
    game_laws.clones_are_independent,
    game_laws.listed_moves_execute,
    game_laws.masks_fit_their_piles,
    game_laws.enumeration_agrees,
    game_laws.moves_act_for_their_seat,
    game_laws.unlisted_moves_are_refused,
    game_laws.notation_reads_back,
    game_laws.json_reads_back,
    game_laws.pickles_read_back,
    game_laws.same_move_same_state,
    game_laws.returns_are_finite,
    game_laws.policies_are_sound,
    game_laws.the_winner_has_the_highest_return,
    game_laws.conceding_never_wins,
    game_laws.views_hide_the_generator,
    game_laws.views_show_what_may_be_seen,
    game_laws.views_survive_sampling,
    game_laws.sampled_worlds_have_their_own_generator,
    game_laws.moves_follow_from_the_view,
    game_laws.moves_mean_the_same,
    game_laws.twins_stay_alike,
    game_laws.refusals_follow_from_the_view,
    game_laws.views_are_independent,
    game_laws.views_can_be_shown,
    scene_laws.scenes_use_known_words,
    scene_laws.scenes_follow_from_the_view,
    scene_laws.scenes_show_every_card,
    scene_laws.clicks_lead_to_every_move,
    game_laws.positions_read_back,
    game_laws.numbers_have_words,
)
# Those that every single state is checked against; the others are slow.
QUICK_LAWS: Final[tuple[laws.Law, ...]] = (
    game_laws.the_seat_exists,
    game_laws.masks_fit_their_piles,
    game_laws.legal_agrees_with_check,
    game_laws.somebody_can_move,
    game_laws.returns_are_finite,
    game_laws.numbers_have_words,
)
# Undoing and replaying is slow: it is done for the first matches, then for every fourth.
REPLAYED: Final = 4
# The laws of whole matches, and of the whole check, with what they say.
MATCH_LAWS: Final[dict[str, str]] = {
    "seeds repeat": laws.first_line(game_laws.seeds_repeat),
    "cards are conserved": "What must stay the same all through a game does, such as its cards.",
    "games end": "A game ends within `max_plies` moves, whatever is played.",
    "undo restores": laws.first_line(game_laws.undo_restores),
    "records replay": laws.first_line(game_laws.records_replay),
    "options make the game again": laws.first_line(game_laws.options_make_the_game_again),
    "sampled worlds can be played": laws.first_line(game_laws.sampled_worlds_can_be_played),
    "sampling does not reveal the state": (
        "Where something is hidden from a seat, `sample` does not always return the true state."
    ),
}
# What each law says, by its name, in the order in which they are checked.
LAW_TEXTS: Final[dict[str, str]] = {
    **{laws.law_name(law): laws.first_line(law) for law in STATE_LAWS},
    **MATCH_LAWS,
}
LAWS: Final[tuple[str, ...]] = tuple(LAW_TEXTS)
HASH_LAW: Final = "nothing depends on set order"
# What a process with a hash seed of its own runs.
PROGRAM: Final = (
    "import sys; from kibitz.testing.checker import transcript;"
    " sys.stdout.write(transcript(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))"
)


def check_game(
    game: Game[S, V] | Callable[[], Game[S, V]],
    *,
    games: int = 20,
    max_plies: int = 300,
    seed: int = 0,
    every: int = 8,
    skip: Collection[str] = (),
    conserved: Callable[[S], object] | None = None,
) -> laws.GameReport[S]:
    """Plays random games with many seeds and checks the states it visits against the laws.

    Args:
        game: the game, or a function or class that makes one.
        games: how many games are played.
        max_plies: how many moves a game may last.
        seed: the first game's seed; the others follow it.
        every: about one in `every` states is checked against all laws, besides those at the
            start and the end of each game; 1 for every state. The others are checked against
            the quick laws only.
        skip: names of laws that do not apply, from `LAWS`.
        conserved: returns what must stay the same all through a game. The default for a card game
            is its cards by id.

    Returns:
        What was seen: games, states, kinds of moves; and notes about what is allowed, but will make
        agents play badly.

    Raises:
        LawBroken: at the first law that does not hold; the message says which, where and how.
        ValueError: if `skip` names an unknown law.
    """
    for name in skip:
        if name not in LAWS:
            raise ValueError(f"unknown law {name!r} in skip; {suggest(name, LAWS)}")
    fresh: Callable[[], Game[S, V]] = (lambda: game) if isinstance(game, Game) else game
    rules = fresh()
    report: laws.GameReport[S] = laws.GameReport(rules, max_plies, every)
    checker = Checker(fresh, report, skip, census if conserved is None else conserved)
    for number in range(games):
        checker.play(seed + number, by_kind=number % 2 == 1)
    last = "sampling does not reveal the state"
    found = game_laws.sampling_does_not_reveal_the_state(report)
    if found and last not in skip:
        raise laws.LawBroken(last, rules.id, seed, report.longest, found)
    report.notes += game_laws.notes(rules, report)
    return report


class Checker(Generic[S, V]):
    """One run of `check_game`: plays match after match and checks each state."""

    def __init__(
        self,
        fresh: Callable[[], Game[S, V]],
        report: laws.GameReport[S],
        skip: Collection[str],
        conserved: Callable[[S], object],
    ) -> None:
        self.fresh: Final = fresh
        self.report: Final = report
        self.skip: Final = frozenset(skip)
        self.conserved: Final = conserved

    def play(self, seed: int, by_kind: bool) -> None:
        """Plays one match; `by_kind` draws the kind of move first, so that rare kinds are seen."""
        engine = RuleEngine(self.fresh(), seed=seed)
        dealt_clones = partial(game_laws.dealt_clones_are_equal, engine)
        self.run(engine, "clones are equal", dealt_clones)
        dealt = self.conserved(engine.state)
        while True:
            visit = self.visit(engine)
            self.check_conserved(visit, dealt)
            self.report.add_state(visit.moves, visit.full)
            if visit.state.over or not visit.moves:
                break
            if engine.ply >= self.report.max_plies:
                self.reach_limit(visit)
                break
            self.step(visit, by_kind)
        self.report.games += 1
        self.report.longest = max(self.report.longest, engine.ply)
        self.check_match(engine)

    def visit(self, engine: RuleEngine[S, V]) -> laws.Visit[S, V]:
        """Checks the present state against the laws of states."""
        visit = laws.Visit(engine, self.report)
        for law in STATE_LAWS if visit.full else QUICK_LAWS:
            self.run(engine, laws.law_name(law), partial(law, visit))
        return visit

    def check_conserved(self, visit: laws.Visit[S, V], dealt: object) -> None:
        """Compares what must be conserved with what was dealt."""
        now = self.conserved(visit.state)
        if now == dealt or "cards are conserved" in self.skip:
            return
        last = visit.engine.history[-1:]
        after = f"after {last[0][1]}: " if last else ""
        if isinstance(now, dict) and isinstance(dealt, dict):
            visit.fail("cards are conserved", after + describe_changes(dealt, now))
        visit.fail("cards are conserved", after + laws.difference(now, dealt))

    def reach_limit(self, visit: laws.Visit[S, V]) -> None:
        """Reports a game that is too long, unless that law is skipped."""
        if "games end" not in self.skip:
            visit.fail("games end", f"not over after {visit.engine.ply} moves")

    def step(self, visit: laws.Visit[S, V], by_kind: bool) -> None:
        """Plays a random legal move."""
        moves: list[Move[S]] = visit.moves
        if by_kind:
            kind = visit.rng.pick(list(dict.fromkeys([move.id for move in moves])))
            moves = [move for move in moves if move.id == kind]
        move = visit.rng.pick(moves)
        result = visit.engine.execute(move)
        if result.error is not None:
            refusal = laws.describe_refusal(result.error)
            visit.fail("listed moves execute", f"{move} is listed, but refused: {refusal}")

    def check_match(self, engine: RuleEngine[S, V]) -> None:
        """Checks a whole match against the laws of matches."""
        if self.report.games == 1:
            self.run(engine, "seeds repeat", partial(self.repeat, engine.seed))
        if self.report.games > REPLAYED and self.report.games % REPLAYED:
            return
        plies = self.report.max_plies
        for name, law in (
            ("undo restores", partial(game_laws.undo_restores, engine)),
            ("records replay", partial(game_laws.records_replay, engine, self.fresh)),
            ("options make the game again", partial(game_laws.options_make_the_game_again, engine)),
            (
                "sampled worlds can be played",
                partial(game_laws.sampled_worlds_can_be_played, engine, plies),
            ),
        ):
            self.run(engine, name, law)

    def run(self, engine: RuleEngine[S, V], name: str, law: Callable[[], None]) -> None:
        """Runs one law, unless it is skipped; an exception in it breaks it."""
        if name in self.skip:
            return
        try:
            law()
        except laws.LawBroken as broken:
            if broken.law not in self.skip:
                raise
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            raise laws.LawBroken(name, engine.game.id, engine.seed, engine.ply, found) from error

    def repeat(self, seed: int | str) -> None:
        """Plays two random matches with one seed and compares them."""
        plies = self.report.max_plies
        game_laws.seeds_repeat(
            play_random(self.fresh(), seed, plies), play_random(self.fresh(), seed, plies)
        )


# Hash seeds.


def check_hash_seeds(
    game: str, *, seed: int = 0, max_plies: int = 60, hash_seeds: Sequence[int] = (1, 2)
) -> None:
    """Plays a random match in processes with different hash seeds and compares transcripts.

    Args:
        game: the id of an installed game, or where to import it from: `package.module:Name`.
        seed: the seed of the match.
        max_plies: how many moves are played at most.
        hash_seeds: the values of `PYTHONHASHSEED`.

    Raises:
        LawBroken: if two transcripts differ; quotes the first line that does.
        ValueError: if a process fails; quotes its error output.
    """
    first, *others = [
        run_transcript(game, seed, max_plies, hash_seed).split("\n") for hash_seed in hash_seeds
    ]
    for hash_seed, lines in zip(hash_seeds[1:], others, strict=True):
        for ply, (line, wanted) in enumerate(zip(lines, first, strict=False)):
            if line != wanted:
                found = f"PYTHONHASHSEED={hash_seed} gives {laws.difference(line, wanted)}"
                raise laws.LawBroken(HASH_LAW, game, seed, ply, found)


def run_transcript(game: str, seed: int, max_plies: int, hash_seed: int) -> str:
    """Writes the transcript in a process of its own."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": f"{hash_seed}",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, f"{seed}", f"{max_plies}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ValueError(f"{game} failed in its own process: {done.stderr.strip()}")
    return done.stdout


def transcript(game: str, seed: int, max_plies: int) -> str:
    """Writes everything about a random match: moves, states, legal moves and drawn views."""
    rules = find_game(game)
    engine = play_random(rules, seed, max_plies)
    lines: list[str] = []
    for line, state in zip(write_record(engine).lines(), engine.states(), strict=False):
        moves = [str(move) for move in rules.legal(state.clone())]
        drawn = [rules.render(rules.view(state, s)) for s in [SPECTATOR, *range(rules.seats)]]
        lines.append(f"{line} {moves} {drawn}")
    return "\n".join([*lines, write_record(engine).lines()[-1]])


def find_game(name: str) -> Game[Any, Any]:  # Any: only a name is known
    """Makes a game from its id, or from where it can be imported: `package.module:Name`."""
    module, _, attribute = name.partition(":")
    if not attribute:
        return load(name)
    found: object = getattr(import_module(module), attribute)
    made = found() if callable(found) else found
    if not isinstance(made, Game):
        raise ValueError(f"invalid game {name}: expected a Game, got {made!r}")
    return made
