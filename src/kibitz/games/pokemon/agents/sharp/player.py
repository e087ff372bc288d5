"""The sharp player: a beam search over its turn, judged by what the opponent can do after it."""

import time
from collections.abc import Mapping
from typing import Final

from kibitz.agents.beam import BeamAgent, BeamSearch, Line, Planner, forced
from kibitz.core.agent import Advice, Observation, Option, Reason
from kibitz.core.options import signature_of
from kibitz.core.ranges import Range, Real
from kibitz.games.pokemon.agents.sharp import rating
from kibitz.games.pokemon.cards import CARDS as CARD_FACTS
from kibitz.games.pokemon.moves import END_MOVE, Attack, End, list_moves
from kibitz.games.pokemon.state import (
    CONDITIONS,
    DECK,
    DRAW,
    HAND,
    MAIN,
    PRIZES,
    Pokemon,
    PokemonGame,
    PokemonMove,
    PokemonState,
    active,
    bench,
    has_active,
    pile,
    pokemon_of,
)

# Reasons in the words of a player: what a turn leads to, and what the opponent can do then.


def reasons_of(weights: list[float], found: list[float]) -> list[Reason]:
    """Adds the numbers up to reasons."""
    amounts = [0.0] * len(rating.TERMS)
    for at in range(rating.COUNT):
        amounts[rating.TERM_OF[at]] += weights[at] * found[at]
    named = enumerate(rating.ABOUT.items())
    return [Reason(term, amounts[at], about) for at, (term, about) in named if amounts[at]]


def worded(reasons: tuple[Reason, ...], texts: dict[str, str]) -> tuple[Reason, ...]:
    """Gives reasons better words."""
    return tuple([Reason(r.term, r.amount, texts.get(r.term) or r.text) for r in reasons])


def tell(
    before: PokemonState, after: PokemonState, seat: int, found: list[float]
) -> dict[str, str]:
    """Says what a turn leads to, by term.

    Args:
        before: the match now.
        after: the match at the beginning of the next turn, as one of the ways it can go.
        seat: the player.
        found: the numbers of the rating, on average of all ways.
    """
    foe = 1 - seat
    texts = [""] * len(rating.TERMS)
    texts[rating.VICTORY] = chance_of("wins the match", "loses the match", found[rating.VICTORY])
    if not after.over:
        texts[rating.RACE] = race(before, after, seat)
        texts[rating.TABLE] = versus("HP in play", hp_of(after, seat), hp_of(after, foe))
        texts[rating.ENERGY] = versus(
            "Energy in play", energy_of(after, seat), energy_of(after, foe)
        )
        texts[rating.BENCH] = versus(
            "on the Bench", len(bench(after, seat)), len(bench(after, foe))
        )
        texts[rating.CONDITION] = conditions(after)
        held = (len(pile(after, HAND, seat)), len(pile(after, HAND, foe)))
        texts[rating.CARDS] = versus("in hand", *held)
        decks = (len(pile(after, DECK, seat)), len(pile(after, DECK, foe)))
        texts[rating.LIBRARY] = versus("in the deck", *decks)
        if has_active(after, seat) and has_active(after, foe):
            texts[rating.DANGER] = danger(after, seat, found)
            texts[rating.ATTACK] = prospect(after, seat, found)
    return {rating.TERMS[at]: text for at, text in enumerate(texts) if text}


def name_of(s: PokemonState, seat: int) -> str:
    """Returns the name of the Active Pokémon of a seat."""
    return CARD_FACTS[active(s, seat).kind].name


def chance_of(good: str, bad: str, balance: float) -> str:
    """Says what happens for sure or how likely."""
    if balance == 0.0:
        return ""
    text = good if balance > 0.0 else bad
    return text if abs(balance) == 1.0 else f"{text} ({abs(balance):.0%})"


def race(before: PokemonState, after: PokemonState, seat: int) -> str:
    """Says how many Prizes are left, and who was knocked out for them."""
    own, foe = len(pile(after, PRIZES, seat)), len(pile(after, PRIZES, 1 - seat))
    left = "only one Prize is left" if own == 1 else f"{own} Prizes are left"
    taken = own < len(pile(before, PRIZES, seat))
    if taken and has_active(before, 1 - seat):
        return f"knocks out {name_of(before, 1 - seat)}, then {left} (the opponent has {foe})"
    return f"{left}, the opponent has {foe}"


def versus(what: str, own: int, foe: int) -> str:
    """Compares two numbers."""
    return f"{own} {what}, the opponent has {foe}"


def hp_of(s: PokemonState, seat: int) -> int:
    """Adds up the HP that a seat has left in play."""
    return sum([pokemon.left() for pokemon in pokemon_of(s, seat)])


def energy_of(s: PokemonState, seat: int) -> int:
    """Counts the Energy cards that a seat has in play."""
    return sum([len(pokemon.energy) for pokemon in pokemon_of(s, seat)])


def conditions(s: PokemonState) -> str:
    """Says which Active Pokémon have special conditions."""
    found: list[str] = []
    for seat in (0, 1):
        if not has_active(s, seat):
            continue
        pokemon = active(s, seat)
        words = [CONDITIONS[pokemon.condition], "poisoned" if pokemon.poison else ""]
        has = " and ".join([word for word in words if word])
        if has:
            found.append(f"{name_of(s, seat)} is {has}")
    return ", ".join(found)


def danger(s: PokemonState, seat: int, found: list[float]) -> str:
    """Says what the opponent can do in its turn."""
    theirs, ours = name_of(s, 1 - seat), name_of(s, seat)
    lost = found[rating.PLACE["lost"]] + found[rating.PLACE["lost_energy"]]
    text = ""
    if lost > 0.0:
        text = f"{theirs} can knock out {ours} ({min(1.0, lost):.0%})"
        if found[rating.PLACE["lost_match"]] > 0.0:
            text += ", and the match is lost by it"
    elif found[rating.PLACE["lost_reserve"]] > 0.0:
        text = f"a Pokémon from the Bench can come and knock out {ours}"
    elif found[rating.PLACE["hurt"]] > 0.0:
        text = f"{theirs} can hit back for {100 * found[rating.PLACE['hurt']]:.0f} on average"
    return text


def prospect(s: PokemonState, seat: int, found: list[float]) -> str:
    """Says what the player can do in the next turn."""
    theirs, ours = name_of(s, 1 - seat), name_of(s, seat)
    knock = found[rating.PLACE["knock"]]
    if knock > 0.0:
        return f"{ours} can knock out {theirs} in the next turn ({min(1.0, knock):.0%})"
    hit = 100 * found[rating.PLACE["hit"]]
    return f"{ours} can do {hit:.0f} on average in the next turn" if hit > 0.0 else ""


# The search.

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
    each.name: Real(each.low, each.high, log=True) for each in rating.FEATURES if each.high
}


class TurnPlanner(Planner[PokemonState, PokemonState]):
    """Rates every state by the best way to end the turn from there."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(0)
        self.weights: Final = weights

    def candidates(
        self, game: PokemonGame, state: PokemonState, seat: int, depth: int
    ) -> list[PokemonMove]:
        """Lists all moves but those that end the turn."""
        return [move for move in list_moves(state) if not ends_turn(move)]

    def quick(
        self, game: PokemonGame, state: PokemonState, moves: list[PokemonMove], seat: int
    ) -> list[float]:
        """Scores all alike."""
        return [0.0] * len(moves)

    def evaluate(
        self,
        game: PokemonGame,
        state: PokemonState,
        seat: int,
        gain: float = 0.0,
        deadline: float | None = None,
    ) -> list[Reason]:
        """Rates the best way to end the turn."""
        judge = rating.Judge(game, seat, self.weights)
        return reasons_of(self.weights, judge.ahead(state if is_free(state) else state.clone()))

    def rests(self, game: PokemonGame, state: PokemonState, seat: int) -> bool:
        """Allows a plan to end anywhere but at a question: `evaluate` has ended the turn."""
        return not state.stack

    def stops(self, game: PokemonGame, start: PokemonState, state: PokemonState, seat: int) -> bool:
        """Ends lines with the turn."""
        return state.turn != start.turn

    def key(self, state: PokemonState) -> object:
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


def ends_turn(move: PokemonMove) -> bool:
    """Tells whether a move ends the turn."""
    return isinstance(move, (Attack, End))


def is_free(s: PokemonState) -> bool:
    """Tells whether a player decides what to do in its turn; judging that changes no state."""
    return s.phase == MAIN and not s.stack and not s.over


class SharpAgent:
    """Plans its turn with a beam search; how the turn ends is rated over all coins.

    Attributes:
        weights: what each number of the rating counts.
        beam: the search.
        unit: what scores count.
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
        self.unit: Final = f"points (a Prize is {weights[rating.PLACE['prize']]:g})"
        planner = TurnPlanner(weights)
        self.beam: Final = BeamAgent(
            planner, width, (FIRST_MOVES, expand), depth, worlds, nodes, ms
        )

    def advise(self, seen: Observation[PokemonState, PokemonState]) -> Advice[PokemonState]:
        """Ranks the legal moves by the best turn that each begins; plays a forced one at once."""
        seen.check_turn()
        start = time.perf_counter()
        if len(seen.moves) == 1:
            return forced(seen.moves[0], self.unit)
        search = self.beam.search(seen)
        lines = [self.planned(line) for line in search.run() if not ends_turn(line.move)]
        judge = rating.Judge(seen.game, seen.seat, self.weights)
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
        options: list[Option[PokemonState]] = []
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
            self.unit,
        )

    def planned(self, line: Line[PokemonState]) -> Line[PokemonState]:
        """Adds what a move costs that changes nothing."""
        effort = Reason("effort", -EFFORT, "not worth it if it changes nothing")
        return Line(line.move, line.plan, [*line.reasons, effort])

    def ended(
        self, judge: rating.Judge, search: BeamSearch[PokemonState, PokemonState], move: PokemonMove
    ) -> list[Reason]:
        """Rates a move that ends the turn, on average of the worlds."""
        found = [0.0] * rating.COUNT
        for world in search.worlds:
            later = judge.after(world.root.state, move)
            for at in range(rating.COUNT):
                found[at] += later[at] / len(search.worlds)
        return reasons_of(self.weights, found)

    def asked(
        self, judge: rating.Judge, search: BeamSearch[PokemonState, PokemonState], move: PokemonMove
    ) -> list[Reason]:
        """Rates a move that the search left out, on average of the worlds that have it."""
        worlds = [world.root.state for world in search.worlds]
        having = [state for state in worlds if move in list_moves(state)]
        found = [0.0] * rating.COUNT
        for state in having or worlds:
            after = state.clone()
            if having:  # else it depends on hidden cards, and nothing is known of what it changes
                judge.game.play(after, move)
            later = judge.ahead(after)
            for at in range(rating.COUNT):
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

    def __init__(self, judge: rating.Judge, start: PokemonState, line: Line[PokemonState]) -> None:
        state = start.clone()
        self.plan: tuple[PokemonMove, ...] = line.plan
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
        after = run_on(judge.game, rating.outcomes(judge.game, state, last)[-1][1])
        self.texts = tell(start, after, judge.seat, found)


def run_on(game: PokemonGame, s: PokemonState) -> PokemonState:
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
            {**bounds, **{feature.name: feature.weight for feature in rating.FEATURES}}
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
        found = rating.TUNED[:] if tuned else rating.GUESSED[:]
        for name, weight in weights.items():
            found[rating.PLACE[name]] = weight
        return SharpAgent(found, width, expand, depth, worlds, nodes, ms)


def sharp_weights() -> Mapping[str, tuple[float, str]]:
    """Lists the weights of the sharp player with what they mean."""
    return {feature.name: (feature.weight, feature.meaning) for feature in rating.FEATURES}


make_sharp: Final = SharpMaker()
