"""`kibitz advise`: what to play in a position."""

from pathlib import Path

from kibitz.agents.asking import choose_adviser, consult, make_guarded
from kibitz.agents.human import choose
from kibitz.agents.registry import package_of
from kibitz.cli import screen
from kibitz.cli.app import AdviseArgs
from kibitz.cli.options import UsageError, load_game, read_file, read_seed
from kibitz.core.agent import Observation, observation_of
from kibitz.core.document import read_json
from kibitz.core.errors import PositionError
from kibitz.core.randomness import seeded
from kibitz.core.value import Json


def give_advice(args: AdviseArgs) -> None:
    """Prints an agent's ranked moves in a position, with their reasons, and those for a move."""
    game, timed = load_game(args.game, args.options), args.seed is None
    spec = choose_adviser(game, args.agent, timed)
    make_guarded(game, spec)  # A wrong one is refused before anything is read.
    text, what = read_text(args.position)
    view = game.read_position(read_json(text, PositionError, what))
    # Only a clock makes advice differ from run to run: without a seed, chance is the same too.
    rng = seeded(read_seed(args.seed) or 0)
    seat = game.sample(view, rng.child("seat")).seat
    seen = observation_of(game, view, seat, rng)
    if not seen.moves:
        raise UsageError(f"there is nothing to decide in {what}: the game is over")
    if args.why is not None:
        seen = Observation(game, view, seat, seen.moves, rng, wanted=(choose(seen, args.why),))
    spec, agent, advice = consult(game, spec, seen, timed)
    action = game.action(seen, agent, advice)
    if args.as_json:
        source: dict[str, Json] = {"agent": spec, "package": package_of(game, spec)}
        words: dict[str, Json] = {
            "explanation": [*game.explain(view, advice)],
            "guesses": [*game.guesses(view)],
            "action": None if action is None else action.document,
        }
        screen.print_json({"game": game.id, "seat": seat, **source, **advice.to_json(), **words})
        return
    console = screen.open_screen()
    count = "1 legal move" if len(seen.moves) == 1 else f"{len(seen.moves)} legal moves"
    who = f"seat {seat} to move, " if game.seats > 1 else ""
    screen.show_header(console, game.title or game.id, f"{who}{count}")
    screen.show_table(console, game.render(view))
    console.print()
    screen.show_advice(console, seen, advice, spec, args.top)
    for move in seen.wanted:
        console.print()
        screen.show_answer(console, seen, advice, advice, spec, move)
    if action is not None:
        screen.show_action(console, action)


def read_text(position: str) -> tuple[str, str]:
    """Returns the JSON text of a position, and a name for it in error messages."""
    if position.lstrip().startswith(("{", "[")):
        return position, "the position"
    what = "on standard input" if position == "-" else f"in {position}"
    return read_file(Path(position), "position"), f"the position {what}"
