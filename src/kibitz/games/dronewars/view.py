"""What a seat sees, and the battles that look the same to it.

The kit keeps track of who knows which card. Hands are hidden, and so are the decks, even from their
owners. Both players know both deck lists and both drone lists, so a view also tells which cards are
still unseen. What a seat chooses before the first round is hidden until both have chosen.
"""

from kibitz.core.randomness import Rng
from kibitz.games.dronewars.cards import placements
from kibitz.games.dronewars.rules.phases import must_place, must_select
from kibitz.games.dronewars.state import PLACEMENT, POOL_SIZE, SELECTION, Battle
from kibitz.kit.knowledge import fill
from kibitz.kit.state import TRUTH


def sample_battle(view: Battle, rng: Rng) -> Battle:
    """Returns a battle that looks like this to the seat of a view, with dice of its own."""
    world: Battle = fill(view, rng)
    if world.phase <= PLACEMENT and view.viewer != TRUTH:
        for seat in (0, 1):
            if seat != view.viewer:
                choose_for(world, seat, rng)
    return world


def choose_for(world: Battle, seat: int, rng: Rng) -> None:
    """Makes the secret choices that a seat has made, at random."""
    field = world.board
    if world.phase == SELECTION and must_select(world, seat) and seat <= world.active:
        count = POOL_SIZE - field.left if seat == world.active else POOL_SIZE
        drones = list(field.fleets[seat])
        rng.shuffle(drones)
        field.chosen[seat] = tuple(drones[0 : 2 * count : 2])
        if seat == world.active:
            field.offered[seat] = tuple(drones[: 2 * count + 2])
    elif world.phase == PLACEMENT and must_place(world, seat) and seat < world.active:
        ships = placements(field.rules.balance_patch)
        field.chosen[seat] = ships[rng.below(len(ships))]
