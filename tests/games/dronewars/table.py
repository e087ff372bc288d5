"""Builds positions of Drone Wars for tests, and plays them in words.

```python
table = Table(lane1="bomber, scout exhausted", against1="guardian 3/0", hand="2 target lock")
table.play("attack bomber 1 > guardian 1")
assert table.foe(1).hull == 2
```

Without more, it is seat 0's turn in the action phase of round 2, with full ships, 10 energy, and no
cards and drones. A drone is written as its name, then in any order: its hull and shields (`1/0`),
`exhausted`, `marked`, and numbers other than the printed ones (`attack=5 speed=2 hull=3`). Lanes
count from 1, as in moves.
"""

import re
from collections.abc import Sequence

from kibitz.core import seeded
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import (
    CARD_WORDS,
    DRONE_NUMBERS,
    DRONE_WORDS,
    DRONES,
    ENEMY_UPGRADE,
    LANES,
    read_cards,
    read_fleet_list,
    read_placement,
)
from kibitz.games.dronewars.rules import drones
from kibitz.games.dronewars.rules.targets import TARGET_CODES
from kibitz.games.dronewars.state import (
    ACTION,
    DECK,
    DISCARD,
    HAND,
    PHASES,
    Battle,
    Drone,
    new_drone,
    pile,
)
from kibitz.testing.expect import census

ZONES = {"hand": HAND, "deck": DECK, "discard": DISCARD}
FULL = (10, 10, 10)
SHIELDED = (3, 3, 3)
SHIP = "bridge powercell hub"
POOL = "scout, standard fighter, heavy fighter, guardian, bomber"


def name_of_test(name: str) -> str:
    """Returns the name of the test of a drone, card or section."""
    return "test_" + re.sub(r"[^a-z0-9]+", "_", name.lower().replace("+", " plus")).strip("_")


class Table:
    """A battle in progress, with seat 0 to move."""

    def __init__(
        self,
        *,
        lane1: str = "",
        lane2: str = "",
        lane3: str = "",
        against1: str = "",
        against2: str = "",
        against3: str = "",
        hand: str = "",
        deck: str = "",
        discard: str = "",
        their_hand: str = "",
        their_deck: str = "",
        their_discard: str = "",
        hull: Sequence[int] = FULL,
        shields: Sequence[int] = SHIELDED,
        their_hull: Sequence[int] = FULL,
        their_shields: Sequence[int] = SHIELDED,
        ship: str = SHIP,
        their_ship: str = SHIP,
        energy: int = 10,
        their_energy: int = 10,
        budget: int = 0,
        their_budget: int = 0,
        pool: str = POOL,
        their_pool: str = POOL,
        upgrades: Sequence[str] = (),
        their_upgrades: Sequence[str] = (),
        phase: str = "action",
        round: int = 2,
        first: int = 0,
        passed: Sequence[int] = (),
        seed: int = 0,
        **options: object,
    ) -> None:
        """Sets a battle up; the last card of a deck is drawn first."""
        self.game = DroneWars(**options)  # type: ignore[arg-type]  # options by name
        s = self.game.empty(seeded(f"dronewars/{seed}"))
        self.battle: Battle = s
        field = s.board
        s.turn, s.phase, s.active, s.seat, field.first = round, PHASES.index(phase), 0, 0, first
        field.passed = sum([1 << seat for seat in passed])
        field.first_passer = passed[0] if passed else -1
        field.sections = [*read_placement(ship), *read_placement(their_ship)]
        field.hull, field.shields = [*hull, *their_hull], [*shields, *their_shields]
        field.energy, field.budget = [energy, their_energy], [budget, their_budget]
        field.pools = (read_fleet_list(pool), read_fleet_list(their_pool))
        field.fleets = field.pools
        codes = TARGET_CODES[ENEMY_UPGRADE]
        field.upgrades = (
            tuple(sorted([codes[text] for text in upgrades])),
            tuple(sorted([codes[text] for text in their_upgrades])),
        )
        for at, text in enumerate((lane1, lane2, lane3, against1, against2, against3)):
            for words in filter(None, [part.strip() for part in text.split(",")]):
                s.rows[at].append(read_drone(words))
        for row in range(2 * LANES):
            self.shield_up(row)
        for seat, piles in enumerate(
            ((hand, deck, discard), (their_hand, their_deck, their_discard))
        ):
            for zone, words in zip((HAND, DECK, DISCARD), piles, strict=True):
                found = read_cards(words)
                s.cards[s.index(zone, seat)] = found if zone == DECK else sorted(found)
        self.cards = census(s)

    def shield_up(self, row: int) -> None:
        """Gives the drones of a lane their max shields, and their shields where none are given."""
        seat, lane = divmod(row, LANES)
        for drone in self.battle.rows[row]:
            drone.max_shields = drones.max_shields(self.battle, seat, lane, drone)
            if drone.shields < 0:
                drone.shields = drone.max_shields

    # Playing.

    def legal(self) -> list[str]:
        """Returns the legal moves in words."""
        return [str(move) for move in self.game.legal(self.battle)]

    def play(self, *moves: str) -> "Table":
        """Plays moves as they are written; no card may get lost."""
        for text in moves:
            legal = {str(move): move for move in self.game.legal(self.battle)}
            assert text in legal, f"{text!r} is not among {sorted(legal)}"
            self.game.play(self.battle, legal[text])
            assert census(self.battle) == self.cards, f"{text!r} loses or makes cards"
        return self

    def refuses(self, text: str) -> bool:
        """Tells whether a move is not legal now."""
        return text not in self.legal()

    def why_not(self, text: str) -> str:
        """Returns the code of the reason against a move."""
        move = self.game.read_move(text)
        seat = self.battle.seat
        gate = self.game.gate(self.battle, seat, type(move))
        reasons = [gate] if gate is not None else list(move.check(self.battle, seat))
        return reasons[0].error_code if reasons else ""

    def next_action(self) -> "Table":
        """Passes until the action phase of the next round, and else plays the first legal move."""
        start = self.battle.turn
        while self.battle.turn == start or self.battle.phase != ACTION:
            legal = self.legal()
            self.play("pass" if "pass" in legal else legal[0])
        return self

    # What is there.

    def own(self, lane: int, index: int = 0) -> Drone:
        """Returns a drone of seat 0."""
        return self.battle.rows[lane - 1][index]

    def foe(self, lane: int, index: int = 0) -> Drone:
        """Returns a drone of seat 1."""
        return self.battle.rows[LANES + lane - 1][index]

    def lane(self, lane: int, seat: int = 0) -> list[str]:
        """Returns the names of the drones of a seat in a lane."""
        row = self.battle.rows[seat * LANES + lane - 1]
        return [DRONE_WORDS[drone.kind] for drone in row]

    def section(self, lane: int, seat: int = 1) -> tuple[int, int]:
        """Returns hull and shields of a section, usually the enemy's."""
        at = seat * LANES + lane - 1
        return (self.battle.board.hull[at], self.battle.board.shields[at])

    def attack(self, lane: int, index: int = 0, seat: int = 0) -> int:
        """Returns the attack of a drone."""
        drone = self.battle.rows[seat * LANES + lane - 1][index]
        return drones.attack(self.battle, seat, lane - 1, drone)

    def speed(self, lane: int, index: int = 0, seat: int = 0) -> int:
        """Returns the speed of a drone."""
        drone = self.battle.rows[seat * LANES + lane - 1][index]
        return drones.speed(self.battle, seat, lane - 1, drone)

    def energy(self, seat: int = 0) -> int:
        """Returns the energy of a seat."""
        return self.battle.board.energy[seat]

    def zone(self, name: str, seat: int = 0) -> list[str]:
        """Returns the cards of `hand`, `deck` or `discard`, in words."""
        return [CARD_WORDS[card] for card in pile(self.battle, ZONES[name], seat)]

    def seen(self, viewer: int, name: str, seat: int) -> list[str]:
        """Returns the cards of a zone as a seat sees them; unknown ones are `?`."""
        view = self.game.view(self.battle, viewer)
        return [CARD_WORDS[card] if card else "?" for card in pile(view, ZONES[name], seat)]


def read_drone(text: str) -> Drone:
    """Makes a drone from a description; shields of -1 stand for full ones."""
    name, found = "", {"attack": 0, "speed": 0, "hull": 0}
    words = text.lower().split()
    while words and f"{name} {words[0]}".strip() in PREFIXES:
        name = f"{name} {words.pop(0)}".strip()
    made = new_drone(DRONE_NUMBERS[name])
    printed = DRONES[made.kind]
    made.shields = -1
    for word in words:
        stat, _, number = word.partition("=")
        if "/" in word:
            made.hull, made.shields = [int(part) for part in word.split("/")]
        elif stat in found:
            found[stat] = int(number)
        else:
            assert word in ("exhausted", "marked"), f"what is {word!r} of {text!r}?"
    made.ready, made.marked = "exhausted" not in words, "marked" in words
    made.hull = found["hull"] or made.hull
    made.attack_up = found["attack"] - printed.attack if "attack=" in text else 0
    made.speed_up = found["speed"] - printed.speed if "speed=" in text else 0
    return made


PREFIXES = {
    " ".join(word.split()[:size]) for word in DRONE_NUMBERS for size in range(1, len(word) + 1)
}
