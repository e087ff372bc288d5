"""The moves of a turn and of the steps in which both players act, in the words of the rule book.

At the end is the quick list of the legal ones.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.core.domains import Chosen, Domain, depends
from kibitz.core.move import Reject
from kibitz.games.gundam import cards
from kibitz.games.gundam import state as table
from kibitz.games.gundam.cards import CARDS, Ability, Card
from kibitz.games.gundam.rules import battle, playing, turn
from kibitz.games.gundam.rules.abilities import Resolution, command_of, has_target, used_mark
from kibitz.games.gundam.rules.in_play import all_fulfilled, number
from kibitz.games.gundam.rules.operations import QUESTIONS
from kibitz.games.gundam.state import LAYOUT, CardInPlay, GundamMove, GundamState, Table

OWN_UNIT: Final = LAYOUT.places(table.UNITS)
OWN_CARD: Final = LAYOUT.places(table.UNITS, table.BASES)
ENEMY: Final = LAYOUT.places(table.UNITS, owner=kit.FOE, players=True)


def in_hand(test: Callable[[Card], bool]) -> Domain:
    """Returns the cards of the own hand with a printed property."""
    return LAYOUT.cards_in(table.HAND, cards.CATALOGUE.where(test))


MAIN_OR_ACTION: Final = 1 << table.MAIN | 1 << table.ACTION | 1 << table.END_ACTION
TIMING_WORDS: Final = ("your main phase", "an action step")


# Refusals that several moves share. A move yields its own in the order of the list of codes.


def check_cost(state: GundamState, seat: int, required: int) -> Iterator[Reject]:
    """Refuses what the seat cannot pay for."""
    available = table.funds(state, seat)
    if required > available:
        text = f"it costs {required}, you have {available} active Resources"
        yield Reject("COST_TOO_HIGH", text, required=required, available=available)


def check_card(state: GundamState, seat: int, card: int) -> Iterator[Reject]:
    """Refuses a card of the hand that the seat cannot play for its level or its cost."""
    required, available = cards.LEVEL[card], table.level(state, seat)
    if required > available:
        text = f"{CARDS[card].name} has level {required}, you have {available} Resources"
        yield Reject("LEVEL_TOO_LOW", text, required=required, available=available)
    yield from check_cost(state, seat, cards.COST[card])


def check_timing(state: GundamState, ability: Ability, title: str) -> Iterator[Reject]:
    """Refuses a Command or an ability in the wrong step."""
    now = cards.IN_MAIN if state.phase == table.MAIN else cards.IN_ACTION
    if now not in ability.timing:
        when = " or ".join([TIMING_WORDS[timing] for timing in ability.timing])
        yield Reject("WRONG_TIMING", f"{title} belongs in {when}")


def reject_at(code: str, state: GundamState, place: int, why: str) -> Reject:
    """Refuses a move for a card in play, and says what is wrong with it."""
    name = CARDS[state.at(place).kind].name
    return Reject(code, f"{name} {why}", place=LAYOUT.place_word(place))


def check_active(state: GundamState, place: int) -> Iterator[Reject]:
    """Refuses a card in play that is rested."""
    if state.at(place).rested:
        yield reject_at("RESTED", state, place, "is rested")


def check_target(state: GundamState, run: Resolution, title: str) -> Iterator[Reject]:
    """Refuses what must choose a Unit and finds none."""
    if not has_target(state, run):
        yield Reject("NO_TARGET", f"{title} finds no Unit that can be chosen")


class MainMove(kit.TableMove[CardInPlay, Table]):
    """A move of the main phase."""

    phases: ClassVar[int] = 1 << table.MAIN


class HandMove(MainMove):
    """Pay for a card of your hand and play it."""

    source: ClassVar[str] = "card"
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        return check_card(state, seat, self.card)


class DeployUnit(HandMove):
    """Pay for a Unit of your hand and deploy it."""

    id: ClassVar[str] = "deploy_unit"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": in_hand(lambda card: card.kind == cards.UNIT)
    }

    def apply(self, state: GundamState, seat: int) -> None:
        playing.buy(state, seat, self.card)
        playing.deploy(state, seat, self.card, False)


class DeployBase(HandMove):
    """Pay for a Base of your hand and deploy it in the place of the one that you have."""

    id: ClassVar[str] = "deploy_base"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": in_hand(lambda card: card.kind == cards.BASE)
    }

    def apply(self, state: GundamState, seat: int) -> None:
        playing.buy(state, seat, self.card)
        playing.enter_base(state, seat, self.card)


class PairPilot(MainMove):
    """Pay for a Pilot of your hand and put it under one of your Units."""

    id: ClassVar[str] = "pair_pilot"
    source: ClassVar[str] = "card"
    slots: ClassVar[tuple[str, ...]] = ("unit",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": in_hand(lambda card: card.pilot is not None),
        "unit": OWN_UNIT,
    }
    __match_args__ = ("card", "unit")

    def __init__(self, card: int, unit: int) -> None:
        self.card: Final = card
        self.unit: Final = unit

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        yield from check_card(state, seat, self.card)
        part = state.at(self.unit)
        if part.pilot:
            why = f"has {CARDS[part.pilot].name} as its Pilot"
            yield reject_at("ALREADY_PAIRED", state, self.unit, why)

    def apply(self, state: GundamState, seat: int) -> None:
        playing.pair(state, seat, self.card, self.unit)


class PlayCommand(HandMove):
    """Pay for a Command of your hand and do what it says."""

    id: ClassVar[str] = "play_command"
    phases: ClassVar[int] = MAIN_OR_ACTION
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": in_hand(lambda card: card.kind == cards.COMMAND)
    }

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        run, title = command_of(seat, self.card), CARDS[self.card].name
        yield from check_timing(state, run.printed(), title)
        yield from check_card(state, seat, self.card)
        yield from check_target(state, run, title)

    def apply(self, state: GundamState, seat: int) -> None:
        playing.play_command(state, seat, self.card)
        battle.acted(state)


def ability_words(state: GundamState, _seat: int, chosen: Chosen) -> list[str]:
    """Lists the words for the activated abilities of the card that was chosen."""
    card = chosen["card"]
    assert isinstance(card, int)
    return [run.printed().id for run in playing.activated(state, card)]


class Activate(kit.TableMove[CardInPlay, Table]):
    """Pay for an ability of your Unit or Base, and do what it says."""

    id: ClassVar[str] = "activate"
    phases: ClassVar[int] = MAIN_OR_ACTION
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": OWN_CARD,
        "ability": depends(ability_words, "ability"),
    }
    __match_args__ = ("card", "ability")

    def __init__(self, card: int, ability: str) -> None:
        self.card: Final = card
        self.ability: Final = ability

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        part = state.at(self.card)
        run = playing.find_activated(state, self.card, self.ability)
        ability, title = run.printed(), CARDS[run.card].name
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
        yield from check_active(state, self.unit)
        if battle.too_fresh(part):
            why = "was deployed this turn and is no Link Unit"
            yield reject_at("JUST_DEPLOYED", state, self.unit, why)
        if number(state, part, seat, cards.NO_ATTACK) > 0:
            yield reject_at("CANNOT_ATTACK", state, self.unit, "cannot attack this turn")
        if self.target < 0:
            if number(state, part, seat, cards.NO_PLAYER_ATTACK) > 0:
                yield reject_at("PLAYER_FORBIDDEN", state, self.unit, "cannot attack the player")
        elif not battle.attackable(state, part, state.at(self.target), seat):
            yield reject_at("TARGET_ACTIVE", state, self.target, "is active")

    def apply(self, state: GundamState, seat: int) -> None:
        battle.attack(state, seat, self.unit, self.target)


class EndMain(MainMove):
    """End your main phase."""

    id: ClassVar[str] = "end_main"

    def apply(self, state: GundamState, seat: int) -> None:
        battle.begin_step(state, table.END_ACTION)


class Block(kit.TableMove[CardInPlay, Table]):
    """Rest a Unit with Blocker, which is attacked instead."""

    id: ClassVar[str] = "block"
    phases: ClassVar[int] = 1 << table.BLOCK
    source: ClassVar[str] = "unit"
    domains: ClassVar[Mapping[str, Domain]] = {"unit": OWN_UNIT}
    __match_args__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit: Final = unit

    def check(self, state: GundamState, seat: int) -> Iterator[Reject]:
        part = state.at(self.unit)
        yield from check_active(state, self.unit)
        if number(state, part, seat, cards.BLOCKER) <= 0:
            yield reject_at("NO_BLOCKER", state, self.unit, "has no Blocker")
        if part.serial == state.board.target:
            yield reject_at("IS_TARGET", state, self.unit, "is the target of the attack")
        if battle.unblockable(state):
            yield Reject("HIGH_MANEUVER", "the attacker has High-Maneuver")

    def apply(self, state: GundamState, seat: int) -> None:
        battle.block(state, self.unit)


class PassBlock(kit.TableMove[CardInPlay, Table]):
    """Do not block."""

    id: ClassVar[str] = "pass_block"
    phases: ClassVar[int] = 1 << table.BLOCK

    def apply(self, state: GundamState, seat: int) -> None:
        state.board.acting = table.NOBODY


class PassAction(kit.TableMove[CardInPlay, Table]):
    """Do nothing in this action step; two passes in a row end it."""

    id: ClassVar[str] = "pass_action"
    phases: ClassVar[int] = 1 << table.ACTION | 1 << table.END_ACTION

    def apply(self, state: GundamState, seat: int) -> None:
        battle.pass_action(state)


class Answer(kit.Answer[CardInPlay, Table]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(
        LAYOUT, turn.First, turn.Mulligan, *QUESTIONS
    )


KINDS: Final[list[type[GundamMove]]] = [
    *(DeployUnit, DeployBase, PairPilot, PlayCommand, Activate, Attack, EndMain),
    *(Block, PassBlock, PassAction, Answer),
    kit.Concede,
]


# The quick list of legal moves. Moves are values, so those that are possible in most positions are
# made once.

SPOTS: Final = LAYOUT.spots
# No Unit is at this place or a later one.
LAST_PLACE: Final = table.MOST_UNITS * SPOTS
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
    if phase == table.MAIN:
        list_hand(state, seat, found)
        list_commands(state, seat, cards.IN_MAIN, found)
        list_activated(state, seat, found)
        list_attacks(state, seat, found)
        found.append(END_MAIN)
    elif phase == table.BLOCK:
        list_blocks(state, seat, found)
        found.append(PASS_BLOCK)
    elif phase in (table.ACTION, table.END_ACTION):
        list_commands(state, seat, cards.IN_ACTION, found)
        list_activated(state, seat, found)
        found.append(PASS_ACTION)
    return found


def playable(state: GundamState, seat: int) -> list[int]:
    """Lists the cards of a hand whose level and cost are not too high, each once."""
    highest, available, last = table.level(state, seat), table.funds(state, seat), 0
    found: list[int] = []
    for card in state.cards[state.index(table.HAND, seat)]:
        # Equal cards lie side by side.
        if card != last and cards.LEVEL[card] <= highest and cards.COST[card] <= available:
            found.append(card)
        last = card
    return found


def list_hand(state: GundamState, seat: int, found: list[GundamMove]) -> None:
    """Adds what the cards of the hand can be used for in the main phase, apart from Commands."""
    hand = playable(state, seat)
    for card in hand:
        if cards.KIND[card] == cards.UNIT:
            found.append(UNIT_MOVES[card])
    for card in hand:
        if cards.KIND[card] == cards.BASE:
            found.append(BASE_MOVES[card])
    for card in hand:
        if IS_PILOT[card]:
            for index, part in enumerate(table.units(state, seat)):
                if not part.pilot:
                    place = index * SPOTS + seat * 2
                    quick = place < LAST_PLACE
                    found.append(PAIR_MOVES[card][place] if quick else PairPilot(card, place))


def list_commands(state: GundamState, seat: int, now: int, found: list[GundamMove]) -> None:
    """Adds the Commands of the hand that can be played."""
    for card in playable(state, seat):
        if cards.KIND[card] == cards.COMMAND:
            run = command_of(seat, card)
            if now in run.printed().timing and has_target(state, run):
                found.append(COMMAND_MOVES[card])


def list_activated(state: GundamState, seat: int, found: list[GundamMove]) -> None:
    """Adds the abilities of cards in play that can be activated."""
    acts = cards.OF_KIND[cards.ACTIVATED]
    for row in (table.UNITS, table.BASES):
        for index, part in enumerate(state.rows[seat * 2 + row]):
            supports = row == table.UNITS and number(state, part, seat, cards.SUPPORT) > 0
            if not supports and not acts[part.kind] and not acts[part.pilot]:
                continue
            place = index * SPOTS + seat * 2 + row
            for run in playing.activated(state, place):
                move = Activate(place, run.printed().id)
                if not any(True for _ in move.check(state, seat)):
                    found.append(move)


def list_attacks(state: GundamState, seat: int, found: list[GundamMove]) -> None:
    """Adds the attacks."""
    foes = table.units(state, 1 - seat)
    player = -2 + seat
    for index, part in enumerate(table.units(state, seat)):
        if part.rested or battle.too_fresh(part) or number(state, part, seat, cards.NO_ATTACK) > 0:
            continue
        place = index * SPOTS + seat * 2
        for at, foe in enumerate(foes):
            if battle.attackable(state, part, foe, seat):
                found.append(attack_move(place, at * SPOTS + (1 - seat) * 2))
        if number(state, part, seat, cards.NO_PLAYER_ATTACK) <= 0:
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
    for index, part in enumerate(table.units(state, seat)):
        if part.rested or part.serial == state.board.target:
            continue
        if number(state, part, seat, cards.BLOCKER) > 0:
            found.append(Block(index * SPOTS + seat * 2))
