"""The laws of games: `check_game` plays at random and holds every state it visits against them.

A game that passes can be trusted by every part of the library: engines, agents, searches, records
and tables. The laws themselves stand in `legality`, `secrecy` and `durability`.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import Final, Generic, TypeVar

from kibitz.core.engine import RuleEngine
from kibitz.core.errors import suggest
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.state import State
from kibitz.testing import durability, legality, secrecy
from kibitz.testing.conservation import census, changes
from kibitz.testing.golden import play_random
from kibitz.testing.visit import Law, LawBroken, Survey, Visit, difference, name_of, told

S = TypeVar("S", bound=State)
V = TypeVar("V")

# In this order, so that a fault is reported as what it is and not as one of its consequences.
STATE_LAWS: Final[tuple[Law, ...]] = (
    legality.clones_are_equal,
    legality.the_seat_exists,
    legality.producers_and_checks_work,
    legality.asking_changes_nothing,
    legality.legal_is_derived,
    legality.somebody_can_move,
    legality.clones_are_independent,
    legality.listed_moves_execute,
    legality.enumeration_agrees,
    legality.unlisted_moves_are_refused,
    legality.notation_reads_back,
    legality.json_reads_back,
    durability.pickles_read_back,
    durability.same_move_same_state,
    durability.returns_are_finite,
    secrecy.views_hide_the_dice,
    secrecy.views_show_what_may_be_seen,
    secrecy.views_survive_sampling,
    secrecy.sampled_worlds_have_own_dice,
    secrecy.moves_follow_from_the_view,
    secrecy.refusals_follow_from_the_view,
    secrecy.views_stand_alone,
    secrecy.views_can_be_shown,
    durability.positions_read_back,
)
# Those that are looked at in every single state; the others now and then, because they are slow.
LIGHT_LAWS: Final[tuple[Law, ...]] = (
    legality.the_seat_exists,
    legality.legal_is_derived,
    legality.somebody_can_move,
    durability.returns_are_finite,
)
# Undoing and replaying is slow: the first matches are put to it, then one in so many.
REPLAYED: Final = 4
# The laws of whole matches, and of the whole check.
MATCH_LAWS: Final = (
    "seeds repeat",
    "cards are conserved",
    "games end",
    "undo restores",
    "records replay",
    "sampled worlds play on",
    "sampling guesses",
)
LAWS: Final[tuple[str, ...]] = (*[name_of(law) for law in STATE_LAWS], *MATCH_LAWS)


def check_game(
    game: Game[S, V] | Callable[[], Game[S, V]],
    *,
    games: int = 20,
    max_plies: int = 300,
    seed: int = 0,
    every: int = 8,
    skip: Collection[str] = (),
    conserved: Callable[[S], object] | None = None,
) -> Survey[S]:
    """Plays a game at random, with many seeds, and holds the states it visits against the laws.

    Args:
        game: the game, or what makes one; a class will do.
        games: how many games are played.
        max_plies: how many moves a game may last.
        seed: the first game's seed; the others follow it.
        every: about one state in so many is put to all laws, besides those at the start and the
            end of each game; 1 for every state. The others are only put to the quick ones.
        skip: names of laws that do not apply, from `LAWS`.
        conserved: what must stay the same all through a game; for a table game its cards by owner
            and definition, unless told otherwise.

    Returns:
        What was seen: games, states, kinds of moves.

    Raises:
        LawBroken: at the first law that does not hold; says which, where and how.
        ValueError: if `skip` names an unknown law.
    """
    for name in skip:
        if name not in LAWS:
            raise ValueError(f"there is no law {name!r}; {suggest(name, LAWS)}")
    fresh: Callable[[], Game[S, V]] = (lambda: game) if isinstance(game, Game) else game
    rules = fresh()
    survey: Survey[S] = Survey(rules, max_plies, every)
    checker = Checker(fresh, survey, skip, census if conserved is None else conserved)
    for number in range(games):
        checker.play(seed + number, by_kind=number % 2 == 1)
    cheat = secrecy.sampling_guesses(survey)
    if cheat and "sampling guesses" not in skip:
        raise LawBroken("sampling guesses", rules.id, seed, survey.longest, cheat)
    return survey


class Checker(Generic[S, V]):
    """One run of `check_game`: plays match after match and holds each state against the laws."""

    def __init__(
        self,
        fresh: Callable[[], Game[S, V]],
        survey: Survey[S],
        skip: Collection[str],
        conserved: Callable[[S], object],
    ) -> None:
        self.fresh: Final = fresh
        self.survey: Final = survey
        self.skip: Final = frozenset(skip)
        self.conserved: Final = conserved

    def play(self, seed: int, by_kind: bool) -> None:
        """Plays one match; `by_kind` draws the kind of move first, so that rare kinds are seen."""
        engine = RuleEngine(self.fresh(), seed=seed)
        dealt = self.conserved(engine.state)
        while True:
            visit = self.visit(engine)
            self.compare(visit, dealt)
            self.survey.note(visit.moves, visit.full)
            if engine.state.over or not visit.moves:
                break
            if engine.ply >= self.survey.max_plies:
                self.reach_limit(visit)
                break
            self.step(visit, by_kind)
        self.survey.games += 1
        self.survey.longest = max(self.survey.longest, engine.ply)
        self.close(engine)

    def visit(self, engine: RuleEngine[S, V]) -> Visit[S, V]:
        """Holds the present state against the laws of states."""
        visit = Visit(engine, self.survey)
        for law in STATE_LAWS if visit.full else LIGHT_LAWS:
            self.attempt(engine, name_of(law), partial(law, visit))
        return visit

    def compare(self, visit: Visit[S, V], dealt: object) -> None:
        """Compares what must be conserved with what was dealt."""
        now = self.conserved(visit.state)
        if now == dealt or "cards are conserved" in self.skip:
            return
        last = visit.engine.history[-1:]
        after = f"after {last[0][1]}: " if last else ""
        if isinstance(now, dict) and isinstance(dealt, dict):
            visit.fail("cards are conserved", after + changes(dealt, now))
        visit.fail("cards are conserved", after + difference(now, dealt))

    def reach_limit(self, visit: Visit[S, V]) -> None:
        """Reports a game that is too long, unless it may be."""
        if "games end" not in self.skip:
            visit.fail("games end", f"not over after {visit.engine.ply} moves")

    def step(self, visit: Visit[S, V], by_kind: bool) -> None:
        """Plays a random legal move."""
        moves: list[Move[S]] = visit.moves
        if by_kind:
            kind = visit.rng.pick(list(dict.fromkeys([move.id for move in moves])))
            moves = [move for move in moves if move.id == kind]
        move = visit.rng.pick(moves)
        result = visit.engine.execute(move)
        if result.error is not None:
            visit.fail("listed moves execute", f"{move} is listed, but: {told(result.error)}")

    def close(self, engine: RuleEngine[S, V]) -> None:
        """Holds a whole match against the laws of matches."""
        if self.survey.games == 1:
            self.attempt(engine, "seeds repeat", partial(self.repeat, engine.seed))
        if self.survey.games > REPLAYED and self.survey.games % REPLAYED:
            return
        plies = self.survey.max_plies
        for law, look in (
            ("undo restores", partial(durability.undo_restores, engine)),
            ("records replay", partial(durability.records_replay, engine, self.fresh)),
            ("sampled worlds play on", partial(secrecy.sampled_worlds_play_on, engine, plies)),
        ):
            self.attempt(engine, law, look)

    def attempt(self, engine: RuleEngine[S, V], law: str, look: Callable[[], None]) -> None:
        """Looks at one law; whatever it raises breaks it."""
        if law in self.skip:
            return
        try:
            look()
        except LawBroken as broken:
            if broken.law not in self.skip:
                raise
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
            raise LawBroken(law, engine.game.id, engine.seed, engine.ply, found) from error

    def repeat(self, seed: int | str) -> None:
        """Plays one seed twice, by the same chance."""
        plies = self.survey.max_plies
        durability.seeds_repeat(
            play_random(self.fresh(), seed, plies), play_random(self.fresh(), seed, plies)
        )
