"""Before the first round: shuffling, the choice of drones, and the placement of ships (1.2).

Both seats choose one after the other; what they have chosen is hidden until both are done.
"""

from typing import Final

from kibitz.games.dronewars.cards.catalogue import LANES
from kibitz.games.dronewars.state import DECK, POOL_SIZE, Battle

# A list this long is shown in pairs; of a shorter one the drones are taken at random.
PAIRED_FLEET: Final = 2 * POOL_SIZE


def deal(
    s: Battle, fleets: tuple[tuple[int, ...], ...], ships: tuple[tuple[int, ...], ...]
) -> None:
    """Shuffles the decks, which are in place, and takes drones and sections that nobody chooses."""
    field = s.board
    field.fleets = fleets
    pools: list[tuple[int, ...]] = []
    for seat in (0, 1):
        s.shuffle(DECK, seat)
        pools.append(pool_of(s, fleets[seat]))
        for lane, section in enumerate(ships[seat]):
            field.sections[seat * LANES + lane] = section
    field.pools = tuple(pools)


def pool_of(s: Battle, fleet: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the active pool from a short list; none if the player chooses from pairs."""
    if len(fleet) >= PAIRED_FLEET:
        return ()
    drones = list(fleet)
    if len(drones) > POOL_SIZE:
        s.rng.shuffle(drones)
    return in_order(fleet, drones[:POOL_SIZE])


def in_order(fleet: tuple[int, ...], drones: list[int]) -> tuple[int, ...]:
    """Returns drones in the order of the list they come from."""
    return tuple([kind for kind in fleet if kind in drones])


# Drones.


def must_select(s: Battle, seat: int) -> bool:
    """Tells whether a seat still has drones to choose."""
    return not s.board.pools[seat] and len(s.board.chosen[seat]) < POOL_SIZE


def draw_pair(s: Battle, seat: int) -> None:
    """Shows a seat the next two drones of its list."""
    shown = s.board.offered[seat]
    rest = [kind for kind in s.board.fleets[seat] if kind not in shown]
    one = rest.pop(s.rng.below(len(rest)))
    s.board.offered[seat] = (*shown, one, rest[s.rng.below(len(rest))])
    s.board.left = POOL_SIZE - len(s.board.chosen[seat])


def offer(s: Battle, seat: int) -> tuple[int, ...]:
    """Returns the pair of drones that a seat chooses from."""
    return s.board.offered[seat][-2:]


def keep_drone(s: Battle, seat: int, kind: int) -> None:
    """Keeps one of the pair, and shows the next pair."""
    field = s.board
    field.chosen[seat] = (*field.chosen[seat], kind)
    if must_select(s, seat):
        draw_pair(s, seat)
    else:
        field.offered[seat] = ()
        field.left = 0


def reveal_drones(s: Battle) -> None:
    """Makes the chosen drones the active pools."""
    field = s.board
    field.pools = tuple(
        [
            field.pools[seat] or in_order(field.fleets[seat], list(field.chosen[seat]))
            for seat in (0, 1)
        ]
    )
    field.chosen = [(), ()]


# Ships.


def must_place(s: Battle, seat: int) -> bool:
    """Tells whether a seat still has to place its ship."""
    return s.board.sections[seat * LANES] == 0 and not s.board.chosen[seat]


def reveal_ships(s: Battle) -> None:
    """Puts the sections where the seats have placed them."""
    field = s.board
    for seat in (0, 1):
        for lane, section in enumerate(field.chosen[seat]):
            field.sections[seat * LANES + lane] = section
    field.chosen = [(), ()]
