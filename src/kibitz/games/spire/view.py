"""What the player sees of a fight, and the fights that look the same.

The order of the draw pile is hidden, apart from cards that were put on top or under it. So are the
dice, what a louse or a Darkling bites for until it has shown it, and with Runic Dome the announced
moves that chance has decided; the player can work out the others. Such a move stays hidden if the
monster gives it up. What Spot Weakness tells about a hidden move is forgotten.
"""

from kibitz.core.randomness import Rng, hidden_rng
from kibitz.games.spire.monsters import DARKLING
from kibitz.games.spire.rules.act3 import HAS_NIPPED
from kibitz.games.spire.rules.intents import BITERS, reroll_hidden
from kibitz.games.spire.state import HIDDEN, HIDES_LAST, HIDES_LAST_TWO, HIDES_MOVE, Fight, Monster


def view_of(state: Fight) -> Fight:
    """Returns what the player sees."""
    view = state.clone()
    view.rng = hidden_rng()
    view.ai = hidden_rng()
    view.shuffles = hidden_rng()
    view.spawns = hidden_rng()
    hide_order(view)
    for monster in view.monsters:
        hide_moves(monster)
        if monster.kind in BITERS and not has_bitten(monster):
            monster.memory = HIDDEN
    return view


def hide_moves(monster: Monster) -> None:
    """Hides the moves of a monster that the player has not seen."""
    if monster.hidden & HIDES_MOVE:
        monster.move = HIDDEN
    if monster.hidden & HIDES_LAST:
        monster.last = HIDDEN
    if monster.hidden & HIDES_LAST_TWO:
        monster.last_two = HIDDEN


def hide_order(view: Fight) -> None:
    """Sorts the part of the draw pile whose order the player does not know."""
    low, high = view.known_bottom, len(view.draw) - view.known_top
    if low < high:
        view.draw = view.draw[:low] + sorted(view.draw[low:high]) + view.draw[high:]


def has_bitten(biter: Monster) -> bool:
    """Tells whether the player has ever seen a monster bite or announce its bite."""
    if BITERS[biter.kind] in (biter.move, biter.last, biter.last_two):
        return True
    return biter.count >= HAS_NIPPED if biter.kind == DARKLING else biter.count > 0


def sample_fight(view: Fight, rng: Rng) -> Fight:
    """Returns a fight that looks like this to the player, with dice of its own."""
    world = view.clone()
    low = world.known_bottom
    high = len(world.draw) - world.known_top
    if high - low > 1:
        middle = world.draw[low:high]
        rng.shuffle(middle)
        world.draw = world.draw[:low] + middle + world.draw[high:]
    world.rng = rng.fork()
    world.ai = rng.fork()
    world.shuffles = rng.fork()
    world.spawns = rng.fork()
    for monster in world.monsters:
        reroll_hidden(world, monster)
    return world
