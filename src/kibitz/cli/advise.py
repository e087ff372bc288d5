"""`kibitz advise`: what to play in a position given as JSON."""

from collections.abc import Sequence
from pathlib import Path

from kibitz.agents.human import choose
from kibitz.agents.registry import package_of
from kibitz.cli.agents import choose_adviser, consult, make_guarded
from kibitz.cli.arguments import UsageError, load_game, read_file, read_seed
from kibitz.cli.screen import (
    open_screen,
    print_json,
    show_action,
    show_advice,
    show_answer,
    show_header,
    show_table,
)
from kibitz.core.agent import Observation, observation_of
from kibitz.core.document import read_json
from kibitz.core.errors import PositionError
from kibitz.core.randomness import seeded
from kibitz.core.value import Json


def give_advice(
    name: str,
    position: str,
    spec: str | None,
    why: str | None,
    top: int,
    seed: str | None,
    options: Sequence[str],
    as_json: bool,
) -> None:
    """Prints an agent's ranked moves in a position, with their reasons, and those for a move."""
    game, timed = load_game(name, options), seed is None
    spec = choose_adviser(game, spec, timed)
    make_guarded(game, spec)  # A wrong one is refused before anything is read.
    text, what = read_text(position)
    view = game.read_position(read_json(text, PositionError, what))
    # Only a clock makes advice differ from run to run: without a seed, chance is the same too.
    rng = seeded(read_seed(seed) or 0)
    seat = game.sample(view, rng.child("seat")).seat
    seen = observation_of(game, view, seat, rng)
    if not seen.moves:
        raise UsageError(f"there is nothing to decide in {what}: the game is over")
    if why is not None:
        seen = Observation(game, view, seat, seen.moves, rng, wanted=(choose(seen, why),))
    spec, agent, advice = consult(game, spec, seen, timed)
    action = game.action(seen, agent, advice)
    if as_json:
        source: dict[str, Json] = {"agent": spec, "package": package_of(game, spec)}
        words: dict[str, Json] = {
            "explanation": [*game.explain(view, advice)],
            "action": None if action is None else action.document,
        }
        print_json({"game": game.id, "seat": seat, **source, **advice.to_json(), **words})
        return
    screen = open_screen()
    count = "1 legal move" if len(seen.moves) == 1 else f"{len(seen.moves)} legal moves"
    who = f"seat {seat} to move, " if game.seats > 1 else ""
    show_header(screen, game.title or game.id, f"{who}{count}")
    show_table(screen, game.render(view))
    screen.print()
    show_advice(screen, seen, advice, spec, top)
    for move in seen.wanted:
        screen.print()
        show_answer(screen, seen, advice, advice, spec, move)
    if action is not None:
        show_action(screen, action)


def read_text(position: str) -> tuple[str, str]:
    """Returns the JSON text of a position, and a name for it in error messages."""
    if position.lstrip().startswith(("{", "[")):
        return position, "the position"
    what = "on standard input" if position == "-" else f"in {position}"
    return read_file(Path(position), "position"), f"the position {what}"
