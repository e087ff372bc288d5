"""What cards do (1.11, 2.2).

Each effect is a function of the state and of the card that is played; see `EFFECT_RULES`.
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, TypeAlias

from kibitz.games.dronewars import cards
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.rules import targets
from kibitz.games.dronewars.rules.attacks import bury, charge_drone, heal_drone, hit_drone
from kibitz.games.dronewars.rules.drones import (
    apply_upgrade,
    arrive,
    change_lane,
    destroy_upgrade,
    has_space,
    speed,
)
from kibitz.games.dronewars.rules.phases import Ask, draw_cards, end_turn
from kibitz.games.dronewars.rules.sections import (
    count_damaged,
    heal_section,
    hit_section,
    ship_stat,
)
from kibitz.games.dronewars.state import (
    DECK,
    DISCARD,
    HAND,
    Battle,
    Drone,
    book,
    pile,
)

EffectRule: TypeAlias = Callable[[Battle, "PlayedCard"], None]


class PlayedCard:
    """A card while it is played.

    Attributes:
        seat: the seat that plays it.
        card: its number.
        printed: what is printed on it.
        amount: how much it does.
        code: what it is played on; see `kibitz.games.dronewars.rules.targets`.
        side: whose drone or lane that is.
        lane: the lane of a drone, lane or section that it is played on.
    """

    def __init__(self, seat: int, card: int, amount: int, code: int) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.printed: Final = cards.CARDS[card]
        self.amount: Final = amount
        self.code: Final = code
        self.side: Final = targets.side_of(self.printed.target, code, seat)
        self.lane: Final = targets.target_lane(self.printed.target, code)


def play_card(s: Battle, seat: int, card: int, code: int) -> None:
    """Pays for a card and does what it says; then it goes to the discard pile."""
    s.take(card, HAND, seat)
    s.board.energy[seat] -= book(s).cost[card]
    rule = EFFECT_RULES[cards.CARDS[card].effect]
    rule(s, PlayedCard(seat, card, book(s).amount[card], code))
    s.put(card, DISCARD, seat)
    if not s.stack:
        end_turn(s, cards.CARDS[card].go_again)


# Drones.


def affected(s: Battle, played: PlayedCard) -> list[Drone]:
    """Lists the drones that a card affects: one, or those of a lane that it does not filter out."""
    printed = played.printed
    if targets.is_drone_target(printed.target):
        drone = targets.drone_of(s, played.side, played.code % targets.OWN)
        return [] if drone is None else [drone]
    found = filtered(s, played.side, played.lane, printed.slowest, printed.fastest)
    if printed.target == cards.BOTH_LANES:
        found += filtered(s, 1 - played.side, played.lane, printed.slowest, printed.fastest)
    return found


def filtered(s: Battle, seat: int, lane: int, slowest: int, fastest: int) -> list[Drone]:
    """Lists the drones of a seat in a lane whose speed is within bounds."""
    row = s.rows[seat * LANES + lane]
    return [drone for drone in row if slowest <= speed(s, seat, lane, drone) <= fastest]


def bury_both(s: Battle, lane: int) -> None:
    """Takes destroyed drones of both seats out of a lane."""
    bury(s, 0, lane)
    bury(s, 1, lane)


def damage(s: Battle, played: PlayedCard) -> None:
    """Damages the drones that a card affects."""
    for drone in affected(s, played):
        hit_drone(drone, played.amount, played.printed.piercing)
    bury_both(s, played.lane)


def destroy(s: Battle, played: PlayedCard) -> None:
    """Destroys the drones that a card affects."""
    for drone in affected(s, played):
        drone.hull = 0
    bury_both(s, played.lane)


def ready(s: Battle, played: PlayedCard) -> None:
    """Readies drones."""
    for drone in affected(s, played):
        drone.ready = True


def heal_hull(s: Battle, played: PlayedCard) -> None:
    """Gives hull back to a section or to drones."""
    if played.printed.target == cards.OWN_SECTION:
        heal_section(s, played.seat, played.lane, played.amount)
        return
    for drone in affected(s, played):
        heal_drone(drone, played.amount)


def heal_shields(s: Battle, played: PlayedCard) -> None:
    """Gives shields back to drones."""
    for drone in affected(s, played):
        charge_drone(drone, played.amount)


def modify(s: Battle, played: PlayedCard) -> None:
    """Changes the attack or speed of drones, for good or until the next energy reset."""
    amount, permanent = played.amount, played.printed.permanent
    for drone in affected(s, played):
        if played.printed.stat == cards.ATTACK:
            if permanent:
                drone.attack_up += amount
            else:
                drone.attack_boost += amount
        elif permanent:
            drone.speed_up += amount
        else:
            drone.speed_boost += amount


def tokens(s: Battle, played: PlayedCard) -> None:
    """Makes a token in each own lane that has space for it; the CPU limit does not matter."""
    kind = cards.MAKES[played.card]
    for lane in range(LANES):
        if has_space(s, played.seat, lane, kind):
            arrive(s, played.seat, lane, kind)


def railgun(s: Battle, played: PlayedCard) -> None:
    """Damages a drone, more if it is marked; damage beyond its hull hits the section behind."""
    piercing = played.printed.piercing
    for drone in affected(s, played):
        amount = played.printed.special_amount if drone.marked else played.amount
        hit_section(s, played.side, played.lane, hit_drone(drone, amount, piercing), piercing)
    bury_both(s, played.lane)


def barrage(s: Battle, played: PlayedCard) -> None:
    """Damages a drone and its neighbours in the lane, more with many own drones there."""
    index = targets.index_of(s, played.side, played.code)
    many = len(s.rows[played.seat * LANES + played.lane]) >= played.printed.count
    amount = played.printed.special_amount if many else played.amount
    for drone in s.rows[played.side * LANES + played.lane][max(0, index - 1) : index + 2]:
        hit_drone(drone, amount, played.printed.piercing)
    bury_both(s, played.lane)


# Energy and cards.


def add_energy(s: Battle, seat: int, amount: int) -> None:
    """Gives a seat energy, up to its maximum."""
    most = ship_stat(s, seat, cards.MAX_ENERGY)
    s.board.energy[seat] = min(most, s.board.energy[seat] + amount)


def gain_energy(s: Battle, played: PlayedCard) -> None:
    """Gives energy."""
    add_energy(s, played.seat, played.amount)


def draw(s: Battle, played: PlayedCard) -> None:
    """Draws cards."""
    draw_cards(s, played.seat, played.amount)


def repeat(s: Battle, played: PlayedCard) -> None:
    """Draws a card and gains energy, once and again for each damaged or critical section."""
    for _ in range(1 + count_damaged(s, played.seat)):
        draw_cards(s, played.seat, played.amount)
        add_energy(s, played.seat, played.amount)


# Searching.


class SearchDeck(Ask):
    """Which card do you take?"""

    id: ClassVar[str] = "search_deck"
    moves: ClassVar[tuple[str, ...]] = ("choose", "done")
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card")

    def __init__(self, seat: int, card: int) -> None:
        super().__init__(seat)
        self.card: Final = card

    def first(self, s: Battle) -> int:
        """Returns the index of the deck from which on the cards were looked at."""
        count = cards.CARDS[self.card].count
        return max(0, len(pile(s, DECK, self.seat)) - count) if count else 0

    def options(self, state: Battle) -> list[int]:
        """Returns the different cards that can be taken."""
        found = pile(state, DECK, self.seat)[self.first(state) :]
        if cards.CARDS[self.card].effect == cards.SEARCH_UPGRADES:
            found = [card for card in found if cards.IS_UPGRADE[card]]
        return sorted(set(found))

    def optional(self, s: Battle) -> bool:
        """Tells whether there is nothing to take."""
        return not self.options(s)

    def pick(self, s: Battle, option: int) -> None:
        """Takes a card into the hand."""
        deck = s.index(DECK, self.seat)
        at = s.cards[deck].index(option, self.first(s))
        s.carry(deck, at, s.index(HAND, self.seat))
        self.decline(s)

    def decline(self, s: Battle) -> None:
        """Shuffles the deck; the turn is over."""
        s.shuffle(DECK, self.seat)
        end_turn(s, cards.CARDS[self.card].go_again)


def search(s: Battle, played: PlayedCard) -> None:
    """Looks at the top cards of the deck, to take one."""
    seat, count = played.seat, played.printed.count
    if len(pile(s, DECK, seat)) < count:
        put_discard_under(s, seat)
    if pile(s, DECK, seat):
        s.show(DECK, seat, 1 << seat, count)
        s.stack.append(SearchDeck(seat, played.card))


def search_upgrades(s: Battle, played: PlayedCard) -> None:
    """Looks through the deck for an upgrade. An empty deck is not refilled."""
    seat = played.seat
    if pile(s, DECK, seat):
        s.search(DECK, seat, 1 << seat)
        s.stack.append(SearchDeck(seat, played.card))


def put_discard_under(s: Battle, seat: int) -> None:
    """Shuffles the discard pile and puts it under the deck."""
    gone = s.index(DISCARD, seat)
    cards, s.cards[gone] = s.cards[gone], []
    s.rng.shuffle(cards)
    deck = s.index(DECK, seat)
    if s.seen[deck]:
        s.seen[deck] = (*[s.layout.usual[deck]] * len(cards), *s.seen[deck])
    s.cards[deck] = cards + s.cards[deck]


# Movement.


class MoveDrones(Ask):
    """Which drone moves?"""

    id: ClassVar[str] = "move_drones"
    moves: ClassVar[tuple[str, ...]] = ("choose", "done")
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card", "lane", "to", "moved")

    def __init__(self, seat: int, card: int, lane: int, to: int, moved: int) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.lane: Final = lane
        self.to: Final = to
        self.moved: Final = moved

    def options(self, state: Battle) -> list[int]:
        """Returns the drones that can move, by code."""
        found = targets.movable(state, self.seat, self.lane, self.to)
        return [targets.code_at(state, self.seat, self.lane, index) for index in found]

    def optional(self, s: Battle) -> bool:
        """Tells whether one drone has moved: then the others may stay."""
        return self.moved > 0

    def pick(self, s: Battle, option: int) -> None:
        """Moves a drone, and asks for the next one."""
        change_lane(s, self.seat, self.lane, targets.index_of(s, self.seat, option), self.to)
        moved, most = self.moved + 1, cards.CARDS[self.card].count
        if moved < most and targets.movable(s, self.seat, self.lane, self.to):
            s.stack.append(MoveDrones(self.seat, self.card, self.lane, self.to, moved))
        else:
            self.decline(s)

    def decline(self, s: Battle) -> None:
        """Ends the turn."""
        end_turn(s, cards.CARDS[self.card].go_again)


def move_many(s: Battle, played: PlayedCard) -> None:
    """Lets the player choose drones of a lane that move to a neighbour; they stay ready."""
    lane, to = played.code // LANES, played.code % LANES
    s.stack.append(MoveDrones(played.seat, played.card, lane, to, 0))


def move_one(s: Battle, played: PlayedCard) -> None:
    """Moves a drone to a neighbouring lane; it stays ready."""
    seat, drone = played.seat, played.code // LANES
    index = targets.index_of(s, seat, drone)
    change_lane(s, seat, targets.lane_of(drone), index, played.code % LANES)


# Upgrades.


def upgrade(s: Battle, played: PlayedCard) -> None:
    """Upgrades a type of drones."""
    apply_upgrade(s, played.seat, played.card, played.code)


def sabotage(s: Battle, played: PlayedCard) -> None:
    """Destroys an upgrade of the enemy."""
    destroy_upgrade(s, 1 - played.seat, played.code)


RULES: Final[dict[int, EffectRule]] = {
    cards.DAMAGE: damage,
    cards.DESTROY: destroy,
    cards.DRAW: draw,
    cards.GAIN_ENERGY: gain_energy,
    cards.READY: ready,
    cards.HEAL_HULL: heal_hull,
    cards.HEAL_SHIELDS: heal_shields,
    cards.MODIFY: modify,
    cards.REPEAT: repeat,
    cards.MOVE_ONE: move_one,
    cards.MOVE_MANY: move_many,
    cards.UPGRADE: upgrade,
    cards.DESTROY_UPGRADE: sabotage,
    cards.SEARCH: search,
    cards.SEARCH_UPGRADES: search_upgrades,
    cards.TOKENS: tokens,
    cards.RAILGUN: railgun,
    cards.BARRAGE: barrage,
}
EFFECT_RULES: Final[list[EffectRule]] = [RULES[effect] for effect in range(len(cards.EFFECTS))]
