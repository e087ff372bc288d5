"""Ship sections: what they give by placement and damage, and whether they stand (1.3, 1.15)."""

from kibitz.games.dronewars import cards
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.state import DAMAGED_HULL, MAX_HULL, SHIELD_CAP, Battle


def status_of(hull: int) -> int:
    """Returns the status of a section by its hull: healthy, damaged or critical."""
    if hull > DAMAGED_HULL:
        return cards.HEALTHY
    return cards.DAMAGED if hull > 0 else cards.CRITICAL


def status(s: Battle, seat: int, lane: int) -> int:
    """Returns the status of the section in a lane: healthy, damaged or critical."""
    return status_of(s.board.hull[seat * LANES + lane])


def is_damaged(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether the section in a lane is damaged or critical."""
    return s.board.hull[seat * LANES + lane] <= DAMAGED_HULL


def count_damaged(s: Battle, seat: int) -> int:
    """Counts the sections of a seat that are damaged or critical."""
    found = 0
    for lane in range(LANES):
        if s.board.hull[seat * LANES + lane] <= DAMAGED_HULL:
            found += 1
    return found


def ship_stat(s: Battle, seat: int, stat: int) -> int:
    """Returns what the ship of a seat gives of a stat, such as `HAND_LIMIT`."""
    total = 0
    first = seat * LANES
    for lane in range(LANES):
        section = cards.SECTIONS[s.board.sections[first + lane]]
        total += section.amounts[status_of(s.board.hull[first + lane])][stat]
        if lane == cards.MIDDLE:
            total += section.middle[stat]
    return total


def shield_cap(s: Battle, seat: int, lane: int) -> int:
    """Returns how many shields the section in a lane can have."""
    if lane != cards.MIDDLE:
        return SHIELD_CAP
    return SHIELD_CAP + cards.SECTIONS[s.board.sections[seat * LANES + lane]].middle_cap


def standing(s: Battle, seat: int, lane: int) -> bool:
    """Tells whether the section in a lane is not lost."""
    return s.board.hull[seat * LANES + lane] > s.board.rules.loss_hull


def count_standing(s: Battle, seat: int) -> int:
    """Counts the sections of a seat that are not lost."""
    return len([lane for lane in range(LANES) if standing(s, seat, lane)])


def has_lost(s: Battle, seat: int) -> bool:
    """Tells whether all sections of a seat are lost."""
    return not (standing(s, seat, 0) or standing(s, seat, 1) or standing(s, seat, 2))


def lane_of_ability(s: Battle, seat: int, ability: int) -> int:
    """Returns the lane of the section with an ability; -1 if the ship has none."""
    for lane in range(LANES):
        section = s.board.sections[seat * LANES + lane]
        if section and cards.SECTIONS[section].ability == ability:
            return lane
    return -1


def hit_section(s: Battle, seat: int, lane: int, damage: int, piercing: bool) -> None:
    """Damages the section in a lane; its owner's energy follows the lower maximum."""
    at = seat * LANES + lane
    field = s.board
    if not piercing:
        absorbed = min(damage, field.shields[at])
        field.shields[at] -= absorbed
        damage -= absorbed
    if damage > 0:
        field.hull[at] = max(0, field.hull[at] - damage)
        clamp_energy(s, seat)


def heal_section(s: Battle, seat: int, lane: int, amount: int) -> None:
    """Gives hull back to the section in a lane."""
    at = seat * LANES + lane
    s.board.hull[at] = min(MAX_HULL, s.board.hull[at] + amount)


def clamp_energy(s: Battle, seat: int) -> None:
    """Takes away the energy of a seat above its maximum."""
    most = ship_stat(s, seat, cards.MAX_ENERGY)
    if s.board.energy[seat] > most:
        s.board.energy[seat] = most
