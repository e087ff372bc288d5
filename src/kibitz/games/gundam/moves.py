"""The moves of a turn and of the steps in which both players act, in the words of the rule book.

At the end is the quick list of the legal ones.
"""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.domains import Chosen, Domain, depends
from kibitz.core.move import Reject
from kibitz.games.gundam.cards import (
    ACTIVATED,
    BASE,
    BLOCKER,
    CARDS,
    CATALOGUE,
    COMMAND,
    COST,
    IN_ACTION,
    IN_MAIN,
    KIND,
    LEVEL,
    NO_ATTACK,
    NO_PLAYER_ATTACK,
    OF_KIND,
    SUPPORT,
    UNIT,
    Ability,
    ability_of,
)
from kibitz.games.gundam.rules import battle, playing, turn
from kibitz.games.gundam.rules.abilities import (
    ChooseTarget,
    Resolution,
    command_of,
    has_target,
    used_mark,
)
from kibitz.games.gundam.rules.destruction import Burst
from kibitz.games.gundam.rules.in_play import all_fulfilled, number
from kibitz.games.gundam.rules.operations import DeployCard, Discard, TakeCard
from kibitz.games.gundam.state import (
    ACTION,
    BASES,
    BLOCK,
    END_ACTION,
    HAND,
    LAYOUT,
    MAIN,
    MOST_UNITS,
    UNITS,
    CardInPlay,
    GundamMove,
    GundamState,
    Table,
    funds,
    level,
    units,
)

OWN_UNIT: Final = LAYOUT.places(UNITS)
OWN_CARD: Final = LAYOUT.places(UNITS, BASES)
ENEMY: Final = LAYOUT.places(UNITS, owner=kit.FOE, players=True)
UNIT_CARD: Final = LAYOUT.cards_in(HAND, CATALOGUE.where(lambda card: card.kind == UNIT))
BASE_CARD: Final = LAYOUT.cards_in(HAND, CATALOGUE.where(lambda card: card.kind == BASE))
PILOT_CARD: Final = LAYOUT.cards_in(HAND, CATALOGUE.where(lambda card: card.pilot is not None))
COMMAND_CARD: Final = LAYOUT.cards_in(HAND, CATALOGUE.where(lambda card: card.kind == COMMAND))

TIMING_WORDS: Final = ("your main phase", "an action step")


# Refusals that several moves share. A move yields its own in the order of the list of codes.


def check_level(state: GundamState, seat: int, card: int) -> Iterator[Reject]:
    """Refuses a card whose level the seat has not reached."""
    required, available = LEVEL[card], level(state, seat)
    if required > available:
        text = f"{CARDS[card].name} has level {required}, you have {available} Resources"
        yield Reject("LEVEL_TOO_LOW", text, required=required, available=available)


def check_cost(state: GundamState, seat: int, required: int) -> Iterator[Reject]:
    """Refuses what the seat cannot pay for."""
    available = funds(state, seat)
    if required > available:
        text = f"it costs {required}, you have {available} active Resources"
        yield Reject("COST_TOO_HIGH", text, required=required, available=available)


def check_card(state: GundamState, seat: int, card: int) -> Iterator[Reject]:
    """Refuses a card of the hand that the seat cannot play for its level or its cost."""
    yield from check_level(state, seat, card)
    yield from check_cost(state, seat, COST[card])


def check_timing(state: GundamState, ability: Ability, title: str) -> Iterator[Reject]:
    """Refuses a Command or an ability in the wrong step."""
    now = IN_MAIN if state.phase == MAIN else IN_ACTION
    if now not in ability.timing:
        when = " or ".join([TIMING_WORDS[timing] for timing in ability.timing])
        yield Reject("WRONG_TIMING", f"{title} belongs in {when}")


def check_active(state: GundamState, place: int) -> Iterator[Reject]:
    """Refuses a card in play that is rested."""
    part = state.at(place)
    if part.rested:
        text = f"{CARDS[part.kind].name} is rested"
        yield Reject("RESTED", text, place=LAYOUT.place_word(place))


def check_target(state: GundamState, run: Resolution, title: str) -> Iterator[Reject]:
    """Refuses what must choose a Unit and finds none."""
    if not has_target(state, run):
        yield Reject("NO_TARGET", f"{title} finds no Unit that can be chosen")


class MainMove(kit.TableMove[CardInPlay, Table]):
    """A move of the main phase."""

    phases: ClassVar[int] = 1 << MAIN


class DeployUnit(MainMove):
    """Pay for a Unit of your hand and deploy it."""

    id: ClassVar[str] = "deploy_unit"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": UNIT_CARD}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        return check_card(state, seat, self.card)

    def apply(self, state: GundamState, seat: int) -> None:
        playing.deploy_unit(state, seat, self.card)


class DeployBase(MainMove):
    """Pay for a Base of your hand and deploy it in the place of the one that you have."""

    id: ClassVar[str] = "deploy_base"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": BASE_CARD}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        return check_card(state, seat, self.card)

    def apply(self, state: GundamState, seat: int) -> None:
        playing.deploy_base(state, seat, self.card)


class PairPilot(MainMove):
    """Pay for a Pilot of your hand and put it under one of your Units."""

    id: ClassVar[str] = "pair_pilot"
    source: ClassVar[str] = "card"
    slots: ClassVar[tuple[str, ...]] = ("unit",)
    domains: ClassVar[Mapping[str, Domain]] = {"card": PILOT_CARD, "unit": OWN_UNIT}
    __match_args__ = ("card", "unit")

    def __init__(self, card: int, unit: int) -> None:
        self.card: Final = card
        self.unit: Final = unit

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        yield from check_card(state, seat, self.card)
        part = state.at(self.unit)
        if part.pilot:
            text = f"{CARDS[part.kind].name} has {CARDS[part.pilot].name} as its Pilot"
            yield Reject("ALREADY_PAIRED", text, place=LAYOUT.place_word(self.unit))

    def apply(self, state: GundamState, seat: int) -> None:
        playing.pair(state, seat, self.card, self.unit)


class ActionMove(kit.TableMove[CardInPlay, Table]):
    """A move of the main phase or of an action step."""

    phases: ClassVar[int] = 1 << MAIN | 1 << ACTION | 1 << END_ACTION


class PlayCommand(ActionMove):
    """Pay for a Command of your hand and do what it says."""

    id: ClassVar[str] = "play_command"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {"card": COMMAND_CARD}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        run, title = command_of(seat, self.card), CARDS[self.card].name
        yield from check_timing(state, ability_of(run.card, run.ability), title)
        yield from check_card(state, seat, self.card)
        yield from check_target(state, run, title)

    def apply(self, state: GundamState, seat: int) -> None:
        playing.play_command(state, seat, self.card)
        battle.acted(state)


def ability_words(state: GundamState, chosen: Chosen) -> list[str]:
    """Lists the words for the activated abilities of the card that was chosen."""
    card = chosen["card"]
    assert isinstance(card, int)
    return [playing.ability_word(run) for run in playing.activated(state, card)]


class Activate(ActionMove):
    """Pay for an ability of your Unit or Base, and do what it says."""

    id: ClassVar[str] = "activate"
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": OWN_CARD,
        "ability": depends(lambda state, seat, chosen: ability_words(state, chosen), "ability"),
    }
    __match_args__ = ("card", "ability")

    def __init__(self, card: int, ability: str) -> None:
        self.card: Final = card
        self.ability: Final = ability

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        part = state.at(self.card)
        run = playing.find_activated(state, self.card, self.ability)
        ability, title = ability_of(run.card, run.ability), CARDS[run.card].name
        yield from check_timing(state, ability, f"{self.ability} of {title}")
        yield from check_cost(state, seat, ability.resources)
        if not all_fulfilled(state, ability.conditions, part, seat):
            yield Reject("NOT_PAIRED", f"{title} has no Pilot")
        if ability.once and part.used & used_mark(part, run.card, run.ability):
            yield Reject("ONCE_PER_TURN", f"{title} has used this ability this turn")
        if ability.rest:
            yield from check_active(state, self.card)
        yield from check_target(state, run, title)

    def apply(self, state: GundamState, seat: int) -> None:
        playing.activate(state, seat, self.card, self.ability)
        battle.acted(state)


class Attack(MainMove):
    """Rest a Unit to attack the other player or a rested enemy Unit."""

    id: ClassVar[str] = "attack"
    source: ClassVar[str] = "unit"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {"unit": OWN_UNIT, "target": ENEMY}
    __match_args__ = ("unit", "target")

    def __init__(self, unit: int, target: int) -> None:
        self.unit: Final = unit
        self.target: Final = target

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        part = state.at(self.unit)
        name, place = CARDS[part.kind].name, LAYOUT.place_word(self.unit)
        yield from check_active(state, self.unit)
        if battle.too_fresh(part):
            text = f"{name} was deployed this turn and is no Link Unit"
            yield Reject("JUST_DEPLOYED", text, place=place)
        if number(state, part, seat, NO_ATTACK) > 0:
            yield Reject("CANNOT_ATTACK", f"{name} cannot attack this turn", place=place)
        if self.target < 0:
            if number(state, part, seat, NO_PLAYER_ATTACK) > 0:
                yield Reject("PLAYER_FORBIDDEN", f"{name} cannot attack the player", place=place)
        elif not battle.attackable(state, part, state.at(self.target), seat):
            text = f"{CARDS[state.at(self.target).kind].name} is active"
            yield Reject("TARGET_ACTIVE", text, place=LAYOUT.place_word(self.target))

    def apply(self, state: GundamState, seat: int) -> None:
        battle.attack(state, seat, self.unit, self.target)


class EndMain(MainMove):
    """End your main phase."""

    id: ClassVar[str] = "end_main"

    def apply(self, state: GundamState, seat: int) -> None:
        battle.begin_step(state, END_ACTION)


class Block(kit.TableMove[CardInPlay, Table]):
    """Rest a Unit with Blocker, which is attacked instead."""

    id: ClassVar[str] = "block"
    phases: ClassVar[int] = 1 << BLOCK
    source: ClassVar[str] = "unit"
    domains: ClassVar[Mapping[str, Domain]] = {"unit": OWN_UNIT}
    __match_args__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        part = state.at(self.unit)
        name, place = CARDS[part.kind].name, LAYOUT.place_word(self.unit)
        yield from check_active(state, self.unit)
        if number(state, part, seat, BLOCKER) <= 0:
            yield Reject("NO_BLOCKER", f"{name} has no Blocker", place=place)
        if part.serial == state.board.target:
            yield Reject("IS_TARGET", f"{name} is the target of the attack", place=place)
        if battle.unblockable(state):
            yield Reject("HIGH_MANEUVER", "the attacker has High-Maneuver")

    def apply(self, state: GundamState, seat: int) -> None:
        battle.block(state, self.unit)


class PassBlock(kit.TableMove[CardInPlay, Table]):
    """Do not block."""

    id: ClassVar[str] = "pass_block"
    phases: ClassVar[int] = 1 << BLOCK

    def apply(self, state: GundamState, seat: int) -> None:
        battle.pass_block(state)


class PassAction(kit.TableMove[CardInPlay, Table]):
    """Do nothing in this action step; two passes in a row end it."""

    id: ClassVar[str] = "pass_action"
    phases: ClassVar[int] = 1 << ACTION | 1 << END_ACTION

    def apply(self, state: GundamState, seat: int) -> None:
        battle.pass_action(state)


class Answer(kit.Answer[CardInPlay, Table]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(
        LAYOUT,
        turn.First,
        turn.Mulligan,
        ChooseTarget,
        playing.Room,
        Burst,
        TakeCard,
        DeployCard,
        Discard,
    )


KINDS: Final[list[type[GundamMove]]] = [
    *(DeployUnit, DeployBase, PairPilot, PlayCommand, Activate, Attack, EndMain),
    *(Block, PassBlock, PassAction),
    Answer,
    kit.Concede,
]


# The quick list of legal moves. Moves are values, so those that are possible in most positions are
# made once.

SPOTS: Final = LAYOUT.spots
# No Unit is at this place or a later one.
LAST_PLACE: Final = MOST_UNITS * SPOTS
END_MAIN: Final = EndMain()
PASS_BLOCK: Final = PassBlock()
PASS_ACTION: Final = PassAction()
IS_PILOT: Final[list[bool]] = [card.pilot is not None for card in CARDS]
UNIT_MOVES: Final[list[GundamMove]] = [DeployUnit(card.number) for card in CARDS]
BASE_MOVES: Final[list[GundamMove]] = [DeployBase(card.number) for card in CARDS]
COMMAND_MOVES: Final[list[GundamMove]] = [PlayCommand(card.number) for card in CARDS]
PAIR_MOVES: Final[list[list[GundamMove]]] = [
    [PairPilot(card.number, place) for place in range(LAST_PLACE if IS_PILOT[card.number] else 0)]
    for card in CARDS
]
# By the place of the attacker; then the two players, -2 and -1, and the places of Units.
ATTACK_MOVES: Final[list[list[GundamMove]]] = [
    [Attack(place, target) for target in range(-2, LAST_PLACE)] for place in range(LAST_PLACE)
]


def list_moves(state: GundamState) -> list[GundamMove]:
    """Lists the legal moves while nothing is asked, in the order of the kinds."""
    seat, phase = state.seat, state.phase
    found: list[GundamMove] = []
    if phase == MAIN:
        list_hand(state, seat, found)
        list_activated(state, seat, IN_MAIN, found)
        list_attacks(state, seat, found)
        found.append(END_MAIN)
    elif phase == BLOCK:
        list_blocks(state, seat, found)
        found.append(PASS_BLOCK)
    elif phase in (ACTION, END_ACTION):
        list_commands(state, seat, IN_ACTION, found)
        list_activated(state, seat, IN_ACTION, found)
        found.append(PASS_ACTION)
    return found


def list_hand(state: GundamState, seat: int, found: list[GundamMove]) -> None:
    """Adds what the cards of the hand can be used for in the main phase."""
    highest, available, last = level(state, seat), funds(state, seat), 0
    bases: list[int] = []
    pilots: list[int] = []
    commands = False
    for card in state.cards[state.index(HAND, seat)]:
        # Equal cards lie side by side.
        if card == last or LEVEL[card] > highest or COST[card] > available:
            continue
        last = card
        kind = KIND[card]
        if kind == UNIT:
            found.append(UNIT_MOVES[card])
        elif kind == BASE:
            bases.append(card)
        else:
            commands = commands or kind == COMMAND
            if IS_PILOT[card]:
                pilots.append(card)
    for card in bases:
        found.append(BASE_MOVES[card])
    if pilots:
        list_pairs(state, seat, pilots, found)
    if commands:
        list_commands(state, seat, IN_MAIN, found)


def list_pairs(state: GundamState, seat: int, pilots: list[int], found: list[GundamMove]) -> None:
    """Adds the Units that the Pilots of the hand can be paired with."""
    for card in pilots:
        moves = PAIR_MOVES[card]
        for index, part in enumerate(units(state, seat)):
            if not part.pilot:
                place = index * SPOTS + seat * 2
                found.append(moves[place] if place < LAST_PLACE else PairPilot(card, place))


def list_commands(state: GundamState, seat: int, now: int, found: list[GundamMove]) -> None:
    """Adds the Commands of the hand that can be played."""
    highest, available, last = level(state, seat), funds(state, seat), 0
    for card in state.cards[state.index(HAND, seat)]:
        if card == last or KIND[card] != COMMAND:
            continue
        last = card
        if LEVEL[card] <= highest and COST[card] <= available:
            run = command_of(seat, card)
            if now in ability_of(card, run.ability).timing and has_target(state, run):
                found.append(COMMAND_MOVES[card])


def list_activated(state: GundamState, seat: int, now: int, found: list[GundamMove]) -> None:
    """Adds the abilities of cards in play that can be activated."""
    acts = OF_KIND[ACTIVATED]
    for row in (UNITS, BASES):
        for index, part in enumerate(state.rows[seat * 2 + row]):
            supports = row == UNITS and number(state, part, seat, SUPPORT) > 0
            if not supports and not acts[part.kind] and not acts[part.pilot]:
                continue
            place = index * SPOTS + seat * 2 + row
            for run in playing.activated(state, place):
                if can_activate(state, seat, part, run, now):
                    found.append(Activate(place, playing.ability_word(run)))


def can_activate(
    state: GundamState, seat: int, part: CardInPlay, run: Resolution, now: int
) -> bool:
    """Tells whether nothing refuses an activated ability of a seat's card in play."""
    ability = ability_of(run.card, run.ability)
    if now not in ability.timing or ability.resources > funds(state, seat):
        return False
    if (ability.rest and part.rested) or not all_fulfilled(state, ability.conditions, part, seat):
        return False
    if ability.once and part.used & used_mark(part, run.card, run.ability):
        return False
    return has_target(state, run)


def list_attacks(state: GundamState, seat: int, found: list[GundamMove]) -> None:
    """Adds the attacks."""
    foes = units(state, 1 - seat)
    player = -2 + seat
    for index, part in enumerate(units(state, seat)):
        if part.rested or battle.too_fresh(part) or number(state, part, seat, NO_ATTACK) > 0:
            continue
        place = index * SPOTS + seat * 2
        for at, foe in enumerate(foes):
            if battle.attackable(state, part, foe, seat):
                found.append(attack_move(place, at * SPOTS + (1 - seat) * 2))
        if number(state, part, seat, NO_PLAYER_ATTACK) <= 0:
            found.append(attack_move(place, player))


def attack_move(place: int, target: int) -> GundamMove:
    """Returns an attack."""
    if place < LAST_PLACE and target < LAST_PLACE:
        return ATTACK_MOVES[place][target + 2]
    return Attack(place, target)


def list_blocks(state: GundamState, seat: int, found: list[GundamMove]) -> None:
    """Adds the blocks."""
    if battle.unblockable(state):
        return
    for index, part in enumerate(units(state, seat)):
        if part.rested or part.serial == state.board.target:
            continue
        if number(state, part, seat, BLOCKER) > 0:
            found.append(Block(index * SPOTS + seat * 2))
