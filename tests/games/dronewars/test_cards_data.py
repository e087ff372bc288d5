"""The drones, cards, sections and decks of Drone Wars are those of its tables."""

import pytest

from kibitz.games.dronewars.cards import (
    BARRAGE,
    BOOKS,
    CARDS,
    DAMAGE,
    DESTROY,
    DESTROY_UPGRADE,
    DRAW,
    DRONES,
    EFFECTS,
    FASTEST,
    GAIN_ENERGY,
    HEAL_HULL,
    HEAL_SHIELDS,
    KEYWORDS,
    MAKES,
    MODIFY,
    MOVE_MANY,
    MOVE_ONE,
    NO_ABILITY,
    OWN_SECTION,
    PRESETS,
    RAILGUN,
    READY,
    REPEAT,
    SEARCH,
    SEARCH_UPGRADES,
    SECTIONS,
    SHIP_ABILITIES,
    SHIP_STATS,
    SLOWEST,
    STATS,
    STATUSES,
    TARGETS,
    TOKENS,
    UPGRADE,
    ActionCard,
    Book,
    DroneType,
    Section,
    deck_problems,
)
from tests.games.dronewars import book

ABILITIES = ("none", "heal one", "heal lane", "snipe")


def described_drone(drone: DroneType) -> list[str]:
    """Writes a drone as a row of the table."""
    numbers = (drone.cost, drone.limit, drone.attack, drone.hull, drone.shields, drone.speed)
    found = [" ".join(map(str, (*numbers, drone.slots)))]
    found += [word for at, word in enumerate(KEYWORDS) if drone.keywords >> at & 1]
    if drone.ability != NO_ABILITY:
        words = ABILITIES[drone.ability]
        found.append(f"{words} {drone.ability_amount} for {drone.ability_cost}")
    found += ["destroyed by attack"] if drone.attack_destroys else []
    for amount, words in (
        (drone.ship_bonus, "ship bonus {}"),
        (drone.aura_shields, "aura {}"),
        (drone.lane_damaged_attack, "attack {} with damaged section"),
        (drone.attack_gains_attack, "attack {} by attack"),
        (drone.each_damaged_attack, "attack {} by damaged sections"),
        (drone.outer_attack, "attack {} outside"),
        (drone.outer_speed, "speed {} outside"),
        (drone.move_gains_attack, "attack {} by move"),
        (drone.move_gains_speed, "speed {} by move"),
    ):
        found += [words.format(amount)] if amount else []
    found += ["token"] if drone.token else []
    found += [f"{drone.per_lane} in lane"] if drone.per_lane else []
    return found


def test_drones_are_those_of_the_table() -> None:
    assert {drone.name: described_drone(drone) for drone in DRONES[1:]} == book.rows(book.DRONES)
    assert [len(DRONES) - 1, len([drone for drone in DRONES[1:] if not drone.token])] == [19, 18]


def effect_words(card: ActionCard, amount: int) -> str:
    """Writes what a card does."""
    speeds = f" speed {card.slowest} up" if card.slowest != SLOWEST else ""
    speeds += f" speed {card.fastest} down" if card.fastest != FASTEST else ""
    lasts = "for good" if card.permanent else "this round"
    healed = "section" if card.target == OWN_SECTION else "hull"
    stat, other = STATS[card.stat], card.special_amount
    words = {
        DAMAGE: f"damage {amount}",
        DESTROY: "destroy",
        DRAW: f"draw {amount}",
        GAIN_ENERGY: f"energy {amount}",
        READY: "ready",
        HEAL_HULL: f"heal {healed} {amount}",
        HEAL_SHIELDS: f"heal shields {amount}",
        MODIFY: f"{stat} {amount:+} {lasts}",
        REPEAT: f"draw and energy {amount} by damaged sections",
        MOVE_ONE: "move 1",
        MOVE_MANY: f"move {card.count}",
        UPGRADE: f"upgrade {stat} {amount:+} at most {card.applications}",
        DESTROY_UPGRADE: "destroy upgrade",
        SEARCH: f"search {card.count}",
        SEARCH_UPGRADES: "search upgrades",
        TOKENS: f"{DRONES[MAKES[card.number]].word}s",
        RAILGUN: f"railgun {amount} or {other}",
        BARRAGE: f"barrage {amount} or {other} with {card.count}",
    }
    assert len(words) == len(EFFECTS)
    return words[card.effect] + speeds + (" piercing" if card.piercing else "")


def described_card(card: ActionCard, edition: Book) -> list[str]:
    """Writes a card as a row of the table."""
    number = card.number
    effect = effect_words(card, edition.amount[number])
    found = [card.id, str(edition.cost[number]), TARGETS[card.target], effect]
    return [*found, str(edition.most[number]), *(["go again"] if card.go_again else [])]


@pytest.mark.parametrize(("patched", "count"), [(False, 37), (True, 39)])
def test_cards_are_those_of_the_table(patched: bool, count: int) -> None:
    edition = BOOKS[1 if patched else 0]
    cards = [card for card in CARDS if edition.included[card.number]]
    assert len(cards) == count
    assert {card.name: described_card(card, edition) for card in cards} == book.card_table(patched)


def test_enhanced_cards_count_as_copies_of_the_plain_card() -> None:
    for card in CARDS[1:]:
        assert CARDS[card.base].name == card.name.removesuffix("+")


def described_section(section: Section) -> list[str]:
    """Writes a section as a row of the table."""
    found = []
    for stat, word in enumerate(SHIP_STATS):
        numbers = [section.amounts[status][stat] for status in range(len(STATUSES))]
        if any(numbers):
            found.append(f"{word} {' '.join(map(str, (*numbers, section.middle[stat])))}")
    found += [f"cap {section.middle_cap}"] if section.middle_cap else []
    return [*found, f"{SHIP_ABILITIES[section.ability]} for {section.ability_cost}"]


def test_sections_are_those_of_the_table() -> None:
    found = {section.name: described_section(section) for section in SECTIONS[1:]}
    assert found == book.rows(book.SECTIONS)


@pytest.mark.parametrize("name", list(book.DECKS))
def test_decks_are_those_of_the_table(name: str) -> None:
    difficulty, brain, drones, placement, cards = book.DECKS[name]
    preset = PRESETS[name]
    assert (preset.difficulty, preset.brain) == (difficulty, brain)
    assert [DRONES[kind].name for kind in preset.fleet] == drones.split(", ")
    placed = ", ".join([SECTIONS[section].name for section in preset.placement])
    assert placed == placement
    found = {CARDS[card].name: preset.cards.count(card) for card in set(preset.cards)}
    wanted = [part.rsplit(" ", 1) for part in cards.split(", ")]
    assert found == {card: int(count) for card, count in wanted}
    assert len(preset.cards) == 40


def test_decks_keep_the_rules_except_for_the_test_ai() -> None:
    bad = [name for name in book.DECKS if deck_problems(PRESETS[name].cards, False, False)]
    assert bad == ["test ai"]
