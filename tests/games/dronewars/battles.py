"""Many battles of Drone Wars for tests that sweep: all cards, all drones, all phases."""

from collections.abc import Iterator

from kibitz.core import seeded
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARDS, DRONES
from kibitz.games.dronewars.state import Battle

EVERY_CARD = ", ".join([f"1 {card.word}" for card in CARDS[1:]])
TYPES = [drone.word for drone in DRONES[1:] if not drone.token]
# So that every type is in some list.
FLEETS = (", ".join(TYPES[:10]), ", ".join(TYPES[-10:]))


def every_card() -> DroneWars:
    """Returns a game with all cards and drones, those of the balance patch included."""
    return DroneWars(
        decks=EVERY_CARD, drones=" / ".join(FLEETS), balance_patch=True, unchecked=True
    )


def random_battles(game: DroneWars, seed: str, games: int, plies: int) -> Iterator[Battle]:
    """Yields every state of some battles in which both sides play at random."""
    rng = seeded(seed)
    for number in range(games):
        state = game.setup(seeded(f"{seed}/{number}"))
        for _ in range(plies):
            moves = game.legal(state)
            if not moves:
                break
            yield state
            # A battle in which a pass is as likely as any other move is over in no time.
            busy = [move for move in moves if move.id not in ("pass", "done")]
            game.play(state, (busy or moves)[rng.below(len(busy or moves))])


def shaken(state: Battle, seed: str) -> Battle:
    """Returns a copy with other hull, attack and exhaustion than play alone leads to."""
    rng, copy = seeded(seed), state.clone()
    for row in copy.rows:
        for drone in row:
            drone.attack_boost += rng.between(-2, 1)
            drone.speed_boost += rng.between(-1, 1)
            drone.ready = rng.below(3) > 0
    for at in range(6):
        copy.board.hull[at] = (10, 10, 7, 5, 3, 0)[rng.below(6)]
        copy.board.shields[at] = rng.below(4)
    return copy
