"""Playing cards, deploying and pairing (R-16 to R-28)."""

from collections.abc import Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.gundam import cards
from kibitz.games.gundam import state as table
from kibitz.games.gundam.rules.abilities import Resolution, command_of, set_off, used_mark
from kibitz.games.gundam.rules.destruction import leave
from kibitz.games.gundam.rules.in_play import number
from kibitz.games.gundam.state import CardInPlay, GundamState, Table, base_of, units


def pay(state: GundamState, seat: int, cost: int) -> None:
    """Rests active Resources, then removes EX Resources (R-17)."""
    board = state.board
    rested = min(cost, board.ready[seat])
    board.ready[seat] -= rested
    board.rested[seat] += rested
    board.ex[seat] -= cost - rested


def show(state: GundamState, seat: int, card: int) -> None:
    """Takes a card out of the hand for all to see."""
    state.put(state.take(card, table.HAND, seat), table.RESOLVING, seat)


def buy(state: GundamState, seat: int, card: int) -> None:
    """Pays for a card of the hand, and takes it out for all to see."""
    pay(state, seat, cards.COST[card])
    show(state, seat, card)


# Deploying.


def deploy(state: GundamState, seat: int, card: int, rested: bool) -> None:
    """Deploys a Unit that is shown, or a token; asks which Unit makes room for it (R-19)."""
    if len(units(state, seat)) < table.MOST_UNITS:
        enter(state, seat, card, rested)
    else:
        state.then(Room(seat, card, rested))


def enter(state: GundamState, seat: int, card: int, rested: bool) -> None:
    """Puts a Unit into the battle area."""
    if not cards.TOKEN[card]:
        state.take(card, table.RESOLVING, seat)
    part = state.enter(CardInPlay(card, rested=rested, fresh=True), table.UNITS, seat)
    set_off(state, cards.DEPLOY, seat, part)


class Deploy(kit.Effect[CardInPlay, Table]):
    """Deploys a Unit, or a token."""

    id: ClassVar[str] = "deploy_unit"
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card", "rested")

    def __init__(self, seat: int, card: int, rested: bool) -> None:
        self.seat: Final = seat
        self.card: Final = card
        self.rested: Final = rested

    def resolve(self, state: GundamState) -> None:
        deploy(state, self.seat, self.card, self.rested)


class Room(kit.Question[CardInPlay, Table]):
    """Which of your Units goes to the trash to make room?"""

    id: ClassVar[str] = "room"
    kind: ClassVar[str] = "place"
    words: ClassVar[Mapping[str, str]] = {"card": "card"}
    __match_args__ = ("seat", "card", "rested")

    def __init__(self, seat: int, card: int, rested: bool) -> None:
        super().__init__(seat)
        self.card: Final = card
        self.rested: Final = rested

    def options(self, state: GundamState) -> list[int]:
        count = len(units(state, self.seat))
        return [state.place(table.UNITS, self.seat, index) for index in range(count)]

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        leave(state, state.at(picks[0]).serial, table.TRASH)
        enter(state, self.seat, self.card, self.rested)


def enter_base(state: GundamState, seat: int, card: int) -> None:
    """Deploys a Base that is shown; the one that is there goes to the trash (R-20)."""
    old = base_of(state, seat)
    if old is not None:
        leave(state, old.serial, table.TRASH)
    state.take(card, table.RESOLVING, seat)
    part = state.enter(CardInPlay(card), table.BASES, seat)
    set_off(state, cards.DEPLOY, seat, part)


# Pairing, Commands, abilities.


def pair(state: GundamState, seat: int, card: int, place: int) -> None:
    """Pays for a Pilot of the hand and puts it under a Unit (R-25)."""
    pay(state, seat, cards.COST[card])
    part = state.at(place)
    part.pilot = state.take(card, table.HAND, seat)
    set_off(state, cards.PAIRED, seat, part)


def play_command(state: GundamState, seat: int, card: int) -> None:
    """Pays for a Command; its effect happens at once (R-21)."""
    buy(state, seat, card)
    state.then(command_of(seat, card), kit.PutAway(seat, card, table.RESOLVING, table.TRASH))


def activated(state: GundamState, place: int) -> list[Resolution]:
    """Lists the activated abilities of a card in play and of its Pilot, ready to be resolved."""
    part, seat = state.at(place), state.owner(place)
    found = [
        Resolution(seat, card, part.serial, at)
        for card in (part.kind, part.pilot)
        for at in cards.OF_KIND[cards.ACTIVATED][card]
    ]
    support = number(state, part, seat, cards.SUPPORT)
    if support > 0:
        found.append(Resolution(seat, part.kind, part.serial, cards.SUPPORTS, count=support))
    return found


def find_activated(state: GundamState, place: int, word: str) -> Resolution:
    """Returns an activated ability of a card in play by its word, which it is known to have."""
    return next(run for run in activated(state, place) if run.printed().id == word)


def activate(state: GundamState, seat: int, place: int, word: str) -> None:
    """Pays for an ability of a card in play; its effect happens at once."""
    run, part = find_activated(state, place, word), state.at(place)
    ability = run.printed()
    pay(state, seat, ability.resources)
    if ability.rest:
        part.rested = True
    if ability.once:
        part.used |= used_mark(part, run.card, run.ability)
    state.then(run)
