"""The operations that effects are made of, one function each, and the questions they ask."""

from collections.abc import Mapping
from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.gundam import state as table
from kibitz.games.gundam.cards import AP, GUARD, IMMUNE, KIND, NO_ATTACK, UNIT
from kibitz.games.gundam.rules import abilities, destruction, playing
from kibitz.games.gundam.rules.abilities import ChooseTarget, Resolution, go_on, targets
from kibitz.games.gundam.rules.in_play import change, guarded, lasting
from kibitz.games.gundam.state import CardInPlay, GundamState, Table, base_of, units
from kibitz.kit.errors import WRONG_TARGET_COUNT

# Units in play.


def choose(state: GundamState, run: Resolution) -> bool:
    """Lets the owner choose Units; without any, the rest does nothing (R-47, R-49)."""
    if abilities.candidates(state, run):
        state.then(ChooseTarget(run.seat, run))
    else:
        state.then(run.at_step(run.step + 1, ()))
    return False


def rest(state: GundamState, run: Resolution) -> bool:
    """Rests Units."""
    for part in targets(state, run):
        part.rested = True
    return True


def ready(state: GundamState, run: Resolution) -> bool:
    """Makes Units active."""
    for part in targets(state, run):
        part.rested = False
    return True


def damage(state: GundamState, run: Resolution) -> bool:
    """Deals effect damage."""
    for part in targets(state, run):
        part.damage += run.amount()
    return True


def heal(state: GundamState, run: Resolution) -> bool:
    """Removes damage, as much as there is (R-43)."""
    for part in targets(state, run):
        part.damage -= min(part.damage, run.amount())
    return True


def return_(state: GundamState, run: Resolution) -> bool:
    """Returns Units with their Pilots to the hands of their owners, for all to see."""
    for part in targets(state, run):
        destruction.leave(state, part.serial, table.HAND)
    return True


def destroy(state: GundamState, run: Resolution) -> bool:
    """Destroys Units."""
    destruction.destroy(state, [part.serial for part in targets(state, run)])
    return True


def change_all(state: GundamState, run: Resolution, stat: int, amount: int) -> bool:
    """Changes a number or keyword of all that an operation is about for a while."""
    for part in targets(state, run):
        change(state, part, stat, amount, run.operation().until)
    return True


def ap(state: GundamState, run: Resolution) -> bool:
    """Changes AP for a while."""
    return change_all(state, run, AP, run.amount())


def gain(state: GundamState, run: Resolution) -> bool:
    """Gives a keyword for a while."""
    return change_all(state, run, run.operation().keyword, run.amount())


def no_attack(state: GundamState, run: Resolution) -> bool:
    """Forbids to attack for a while."""
    return change_all(state, run, NO_ATTACK, 1)


def immune(state: GundamState, run: Resolution) -> bool:
    """Prevents battle damage from Units with low AP for a while."""
    return change_all(state, run, IMMUNE, run.operation().ap_max)


def guard_shields(state: GundamState, run: Resolution) -> bool:
    """Prevents damage from Units of a low level to the Base and Shields for a while."""
    operation = run.operation()
    mods = lasting(state, GUARD + run.seat, operation.level_max, operation.until)
    state.mods = (*state.mods, *mods)
    return True


def breach(state: GundamState, run: Resolution) -> bool:
    """Damages the enemy Base, or else destroys the top Shield."""
    foe = 1 - run.seat
    base = base_of(state, foe)
    if guarded(state, foe, run.card):
        return True
    if base is not None:
        base.damage += run.amount()
    else:
        destruction.destroy_shields(state, foe, 1, [])
    return True


# Cards in zones.


def draw(state: GundamState, run: Resolution) -> bool:
    """Draws cards."""
    return destruction.draw(state, run.seat, run.amount())


def discard(state: GundamState, run: Resolution) -> bool:
    """Lets the owner discard cards of their choice."""
    state.then(Discard(run.seat, run.amount()), run.next())
    return False


class Discard(kit.Question[CardInPlay, Table]):
    """Which cards of your hand do you discard?"""

    id: ClassVar[str] = "discard"
    count_code: ClassVar[str] = WRONG_TARGET_COUNT
    words: ClassVar[Mapping[str, str]] = {"count": "number"}
    __match_args__ = ("seat", "count")

    def __init__(self, seat: int, count: int) -> None:
        super().__init__(seat)
        self.count: Final = count

    def options(self, state: GundamState) -> tuple[int, ...]:
        return state.pile(table.HAND, self.seat)

    def bounds(self, count: int) -> tuple[int, int]:
        return (min(self.count, count), min(self.count, count))

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, table.HAND, self.seat, table.TRASH)


def shield_to_hand(state: GundamState, run: Resolution) -> bool:
    """Takes the top Shield into the hand; only its owner sees it."""
    state.draw(run.seat, table.SHIELDS, table.HAND)
    return True


def this_to_hand(state: GundamState, run: Resolution) -> bool:
    """Takes the card of a Burst into the hand, for all to see."""
    state.put(state.take(run.card, table.RESOLVING, run.seat), table.HAND, run.seat)
    return True


def deploy_this(state: GundamState, run: Resolution) -> bool:
    """Deploys the card of a Burst."""
    if KIND[run.card] == UNIT:
        state.then(playing.Deploy(run.seat, run.card, False), run.next())
        return False
    playing.enter_base(state, run.seat, run.card)
    return True


def do_command(state: GundamState, run: Resolution) -> bool:
    """Does what the Command does (R-45)."""
    state.then(abilities.command_of(run.seat, run.card), run.next())
    return False


def token(state: GundamState, run: Resolution) -> bool:
    """Deploys tokens."""
    operation = run.operation()
    new = playing.Deploy(run.seat, operation.token, operation.rested)
    state.then(*[new] * run.amount(), run.next())
    return False


def token_by_units(state: GundamState, run: Resolution) -> bool:
    """Deploys the token that goes with the number of Units of its owner."""
    tokens = run.operation().tokens
    card = tokens[min(len(units(state, run.seat)), len(tokens) - 1)]
    state.then(playing.Deploy(run.seat, card, run.operation().rested), run.next())
    return False


def deploy_from_hand(state: GundamState, run: Resolution) -> bool:
    """Lets the owner deploy a Unit of the hand without paying."""
    state.then(DeployCard(run.seat, run))
    return False


def look(state: GundamState, run: Resolution) -> bool:
    """Looks at the top cards of the deck, takes one, and puts the others under the deck."""
    state.draw(run.seat, table.DECK, table.LOOKED, run.amount())
    state.then(TakeCard(run.seat, run))
    return False


class PickCard(abilities.AbilityQuestion):
    """One card of a zone that fits an ability, or none."""

    least: ClassVar[int] = 0
    zone: ClassVar[int] = table.HAND

    def options(self, state: GundamState) -> list[int]:
        take = self.run.operation().take
        assert take is not None
        return [card for card in state.pile(self.zone, self.seat) if take.fits(card)]


class DeployCard(PickCard):
    """Which Unit of your hand do you deploy?"""

    id: ClassVar[str] = "deploy"

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        state.then(self.run.next())
        for card in picks:
            playing.show(state, self.seat, card)
            playing.deploy(state, self.seat, card, False)


class TakeCard(PickCard):
    """Which of the cards that you look at do you take?"""

    id: ClassVar[str] = "take"
    zone: ClassVar[int] = table.LOOKED

    def answer(self, state: GundamState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.put(state.take(card, table.LOOKED, self.seat), table.HAND, self.seat)
        state.bury(table.LOOKED, self.seat, table.DECK)
        destruction.check_deck(state, self.seat)
        if not state.over:
            go_on(state, self.run.next())


# Resources.


def ready_resource(state: GundamState, run: Resolution) -> bool:
    """Makes rested Resources active, as far as there are any."""
    board = state.board
    count = min(run.amount(), board.rested[run.seat])
    board.rested[run.seat] -= count
    board.ready[run.seat] += count
    return True


def ex_resource(state: GundamState, run: Resolution) -> bool:
    """Places EX Resources, not beyond the limit."""
    ex = state.board.ex
    ex[run.seat] = min(table.MOST_EX, ex[run.seat] + run.amount())
    return True


abilities.OPERATION_RULES.add(
    *(choose, rest, ready, damage, heal, return_, destroy, ap, gain, no_attack, immune),
    *(guard_shields, breach, draw, discard, shield_to_hand, this_to_hand, deploy_this),
    *(do_command, token, token_by_units, deploy_from_hand, look, ready_resource, ex_resource),
)
# Everything that is asked while abilities are resolved and cards are deployed.
QUESTIONS: Final = (ChooseTarget, playing.Room, destruction.Burst, TakeCard, DeployCard, Discard)
