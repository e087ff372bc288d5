"""Upgrades of types of drones (1.14)."""

from kibitz.games.dronewars.cards.catalogue import CARDS, DRONES, LANES
from kibitz.games.dronewars.rules.stats import refresh_lane, upgrades_of
from kibitz.games.dronewars.state import UPGRADE_BASE, Battle


def can_upgrade(s: Battle, seat: int, card: int, kind: int) -> bool:
    """Tells whether a type has a free slot and does not have the upgrade too often."""
    if not DRONES[kind].slots:
        return False
    own = upgrades_of(s, seat, kind)
    return len(own) < DRONES[kind].slots and own.count(card) < CARDS[card].applications


def apply_upgrade(s: Battle, seat: int, card: int, kind: int) -> None:
    """Gives a type of a seat an upgrade."""
    set_upgrades(s, seat, [*s.board.upgrades[seat], kind * UPGRADE_BASE + card])


def destroy_upgrade(s: Battle, seat: int, upgrade: int) -> None:
    """Takes an upgrade away from a type of a seat."""
    rest = list(s.board.upgrades[seat])
    rest.remove(upgrade)
    set_upgrades(s, seat, rest)


def set_upgrades(s: Battle, seat: int, upgrades: list[int]) -> None:
    """Sets the upgrades of a seat; the drones on the board follow."""
    own = tuple(sorted(upgrades))
    other = s.board.upgrades[1 - seat]
    s.board.upgrades = (own, other) if seat == 0 else (other, own)
    for lane in range(LANES):
        refresh_lane(s, seat, lane)
