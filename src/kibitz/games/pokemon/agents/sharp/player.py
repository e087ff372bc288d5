"""The sharp player: a beam search over its turn, judged by what the opponent can do after it."""

import time
from collections.abc import Mapping
from typing import Final

from kibitz.agents.beam import BeamAgent, BeamSearch, Line, Planner, forced
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import signature_of
from kibitz.core.ranges import Range, Real
from kibitz.games.pokemon.agents.sharp.endings import Judge, outcomes
from kibitz.games.pokemon.agents.sharp.features import COUNT, FEATURES, GUESSED, PLACE, TUNED
from kibitz.games.pokemon.agents.sharp.words import reasons_of, tell, worded
from kibitz.games.pokemon.moves import END_MOVE, Attack, End, list_moves
from kibitz.games.pokemon.state import DRAW, HAND, MAIN, Fight, Pokemon, pile

# All first moves are tried.
FIRST_MOVES: Final = 200
# A move that changes nothing is worse than none.
EFFORT: Final = 0.05
# How many options are explained with the names and numbers of the match.
EXPLAINED: Final = 3

WIDTH: Final = 2
EXPAND: Final = 10
DEPTH: Final = 3
WORLDS: Final = 2
NODES: Final = 400

# What there is to tune by default; all other weights are options, too.
SHARP_RANGES: Final[dict[str, Range]] = {
    "prize": Real(8.0, 50.0, log=True),
    "active_hp": Real(6.0, 60.0, log=True),
    "bench_hp": Real(6.0, 60.0, log=True),
    "energy": Real(1.0, 10.0, log=True),
    "hit": Real(4.0, 50.0, log=True),
    "knock": Real(3.0, 30.0, log=True),
}


class TurnPlanner(Planner[Fight, Fight]):
    """Rates every state by the best way to end the turn from there."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(0)
        self.weights: Final = weights

    def candidates(
        self, game: Game[Fight, Fight], state: Fight, seat: int, depth: int
    ) -> list[Move[Fight]]:
        """Lists all moves but those that end the turn."""
        return [move for move in list_moves(state) if not ends_turn(move)]

    def quick(
        self, game: Game[Fight, Fight], state: Fight, moves: list[Move[Fight]], seat: int
    ) -> list[float]:
        """Scores all alike."""
        return [0.0] * len(moves)

    def evaluate(
        self,
        game: Game[Fight, Fight],
        state: Fight,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        """Rates the best way to end the turn."""
        judge = Judge(game, seat, self.weights)
        return reasons_of(self.weights, judge.ahead(state if is_free(state) else state.clone()))

    def rests(self, game: Game[Fight, Fight], state: Fight, seat: int) -> bool:
        """Allows a plan to end anywhere but at a question: `evaluate` has ended the turn."""
        return not state.stack

    def stops(self, game: Game[Fight, Fight], start: Fight, state: Fight, seat: int) -> bool:
        """Ends lines with the turn."""
        return state.turn != start.turn

    def key(self, state: Fight) -> object:
        """Returns what moves of one turn can change."""
        table = tuple([traits(pokemon) for row in state.rows for pokemon in row])
        hands = (tuple(pile(state, HAND, 0)), tuple(pile(state, HAND, 1)))
        pending = repr(state.stack[-1]) if state.stack else ""
        return (table, hands, state.marks, len(state.rows[0]), len(state.rows[2]), pending)


def traits(pokemon: Pokemon) -> tuple[object, ...]:
    """Returns what moves of one turn can change of a Pokémon."""
    return (
        pokemon.kind,
        pokemon.serial,
        pokemon.damage,
        tuple(pokemon.energy),
        tuple(pokemon.trainers),
        pokemon.condition,
        pokemon.poison,
        pokemon.burn_turn,
        pokemon.stuck_turn,
    )


def ends_turn(move: Move[Fight]) -> bool:
    """Tells whether a move ends the turn."""
    return isinstance(move, (Attack, End))


def is_free(s: Fight) -> bool:
    """Tells whether a player decides what to do in its turn; judging that changes no state."""
    return s.phase == MAIN and not s.stack and not s.over


class SharpAgent:
    """Plans its turn with a beam search; how the turn ends is rated over all coins.

    Attributes:
        weights: what each number of the rating counts.
        beam: the search.
    """

    def __init__(
        self,
        weights: list[float],
        width: int = WIDTH,
        expand: int = EXPAND,
        depth: int = DEPTH,
        worlds: int = WORLDS,
        nodes: int = NODES,
        ms: int | None = None,
    ) -> None:
        """Sets the weights and the bounds of the search; see `kibitz.agents.beam.BeamAgent`.

        Raises:
            ValueError: if one of the bounds is out of range.
        """
        self.weights: Final = weights
        planner = TurnPlanner(weights)
        self.beam: Final = BeamAgent(
            planner, width, (FIRST_MOVES, expand), depth, worlds, nodes, ms
        )

    def advise(self, seen: Observation[Fight, Fight]) -> Advice[Fight]:
        """Ranks the legal moves by the best turn that each begins; plays a forced one at once."""
        seen.check_turn()
        start = time.perf_counter()
        if len(seen.moves) == 1:
            return forced(seen.moves[0])
        search = self.beam.search(seen)
        lines = [self.planned(line) for line in search.run() if not ends_turn(line.move)]
        judge = Judge(seen.game, seen.seat, self.weights)
        for move in seen.moves:
            if ends_turn(move):
                lines.append(Line(move, (), self.ended(judge, search, move)))
        lines.sort(key=lambda line: -line.score)
        best = lines[0]
        # What the search left out is not played, however good it looks to somebody who asks.
        tried = [line.move for line in lines]
        for move in seen.wanted:
            if move not in tried:
                tried.append(move)
                lines.append(self.planned(Line(move, (), self.asked(judge, search, move))))
        lines.sort(key=lambda line: -line.score)
        options: list[Option[Fight]] = []
        plan = best.plan
        for at, line in enumerate(lines):
            reasons = tuple(line.reasons)
            if at < EXPLAINED or line is best or line.move in seen.wanted:
                story = Story(judge, search.worlds[0].root.state, line)
                reasons = worded(reasons, story.texts)
                plan = story.plan if line is best else plan
            options.append(Option(line.move, line.score, reasons))
        return Advice(
            best.move,
            best.score,
            tuple(options),
            plan,
            search.trace(),
            time.perf_counter() - start,
        )

    def planned(self, line: Line[Fight]) -> Line[Fight]:
        """Adds what a move costs that changes nothing."""
        effort = Reason("effort", -EFFORT, "not worth it if it changes nothing")
        return Line(line.move, line.plan, [*line.reasons, effort])

    def ended(
        self, judge: Judge, search: BeamSearch[Fight, Fight], move: Move[Fight]
    ) -> list[Reason]:
        """Rates a move that ends the turn, on average of the worlds."""
        found = [0.0] * COUNT
        for world in search.worlds:
            later = judge.after(world.root.state, move)
            for at in range(COUNT):
                found[at] += later[at] / len(search.worlds)
        return reasons_of(self.weights, found)

    def asked(
        self, judge: Judge, search: BeamSearch[Fight, Fight], move: Move[Fight]
    ) -> list[Reason]:
        """Rates a move that the search left out, on average of the worlds that have it."""
        worlds = [world.root.state for world in search.worlds]
        having = [state for state in worlds if move in list_moves(state)]
        found = [0.0] * COUNT
        for state in having or worlds:
            after = state.clone()
            if having:  # else it depends on hidden cards, and nothing is known of what it changes
                judge.game.play(after, move)
            later = judge.ahead(after)
            for at in range(COUNT):
                found[at] += later[at] / len(having or worlds)
        return reasons_of(self.weights, found)

    def __repr__(self) -> str:
        return f"SharpAgent({self.beam!r})"


class Story:
    """What a line leads to in the first world: the rest of the turn, and the words for it.

    Attributes:
        plan: the moves after the first one, with the one that ends the turn.
        texts: what is said about each term.
    """

    def __init__(self, judge: Judge, start: Fight, line: Line[Fight]) -> None:
        state = start.clone()
        self.plan: tuple[Move[Fight], ...] = line.plan
        self.texts: dict[str, str] = {}
        last = line.move
        if not ends_turn(last):
            for move in [line.move, *line.plan]:
                if move not in list_moves(state):  # planned in another world
                    break
                judge.game.play(state, move)
            if not is_free(state) or state.active != judge.seat:
                self.texts = tell(start, state, judge.seat, judge.ahead(state.clone()))
                return
            last = judge.ending(state)[0]
            self.plan = (*line.plan, last)
        found = judge.after(state, last)
        after = run_on(judge.game, outcomes(judge.game, state, last)[-1][1])
        self.texts = tell(start, after, judge.seat, found)


def run_on(game: Game[Fight, Fight], s: Fight) -> Fight:
    """Plays a state on to the beginning of the next turn, with the first answers; changes it."""
    while not s.over and (s.stack or s.phase > DRAW):
        game.play(s, list_moves(s)[0] if s.stack else END_MOVE)
    return s


# Making players.


class SharpMaker:
    """Makes sharp players; every weight is an option beside the bounds of the search."""

    def __init__(self) -> None:
        bounds: dict[str, object] = {
            "width": WIDTH,
            "expand": EXPAND,
            "depth": DEPTH,
            "worlds": WORLDS,
            "nodes": NODES,
            "ms": None,
            "tuned": True,
        }
        # What `inspect.signature` shows, and so what options there are.
        self.__signature__: Final = signature_of(
            {**bounds, **{feature.name: feature.weight for feature in FEATURES}}
        )

    def __call__(
        self,
        width: int = WIDTH,
        expand: int = EXPAND,
        depth: int = DEPTH,
        worlds: int = WORLDS,
        nodes: int = NODES,
        ms: int | None = None,
        tuned: bool = True,
        **weights: float,
    ) -> SharpAgent:
        """Makes a sharp player.

        Args:
            width: how many plans of each length are built on.
            expand: how many moves are tried after the first one of a plan.
            depth: how many moves a plan has at most, before the one that ends the turn.
            worlds: in how many worlds it plans.
            nodes: how many moves are simulated at most, in all worlds together.
            ms: after how many milliseconds to stop; none for no clock, so that advice repeats.
            tuned: whether the weights are those found by playing, or the first guesses.
            weights: the weights that differ from these.

        Raises:
            ValueError: if one of the bounds is out of range.
        """
        found = TUNED[:] if tuned else GUESSED[:]
        for name, weight in weights.items():
            found[PLACE[name]] = weight
        return SharpAgent(found, width, expand, depth, worlds, nodes, ms)


def sharp_weights() -> Mapping[str, tuple[float, str]]:
    """Lists the weights of the sharp player with what they mean."""
    return {feature.name: (feature.weight, feature.meaning) for feature in FEATURES}


make_sharp: Final = SharpMaker()
