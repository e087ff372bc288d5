"""The slice on the card kit, written plainly: zones, what is in play, moves and the turn.

The docstring of a move is its rule. What shows a card cannot be taken back.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

from mypy_extensions import mypyc_attr

from benchmarks.slice.cards import (
    ASLEEP,
    BASIC,
    BENCH_SIZE,
    BILL,
    CARDS,
    CATALOGUE,
    CONFUSED,
    DECKS,
    ENERGY,
    EVOLUTION,
    GUST,
    HAND_SIZE,
    PARALYZED,
    POISONED,
    POTION,
    PRIZE_COUNT,
    SEARCH,
    SWITCH,
    TRAINER,
    can_pay,
    damage_to,
    energy_units,
    has_basic,
)
from kibitz import kit
from kibitz.core import Domain, Move, Reject, depends, int_range
from kibitz.core.domains import Chosen

# Zones of cards, rows of Pokémon, phases of a turn, and marks of what was done in it.
HAND: Final = 0
DECK: Final = 1
PRIZES: Final = 2
DISCARD: Final = 3
ACTIVE: Final = 0
BENCH: Final = 1
BEGIN: Final = 0
MAIN: Final = 1
ATTACKED: Final = 2
BETWEEN: Final = 3
ATTACHED: Final = 1
STUCK: Final = 2
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    (
        kit.Zone("hand", "owner"),
        kit.Zone("deck", "none", ordered=True),
        kit.Zone("prizes", "none", ordered=True),
        kit.Zone("discard"),
    ),
    ("active", "bench"),
    phases=("begin", "main", "attacked", "between"),
    marks=("attached", "stuck"),
)


class Pokemon(kit.InPlay):
    """A Pokémon in play.

    Attributes:
        energy: the energy cards on it, in the order in which they came.
        under: what it has evolved from.
        status: asleep, confused, paralyzed or nothing.
        since: the turn in which it came into play or evolved.
    """

    __match_args__ = (
        *("kind", "serial", "mods", "damage", "energy", "under", "status", "poisoned", "since"),
    )
    words: ClassVar[Mapping[str, str]] = {
        "damage": "number",
        "energy": "card",
        "under": "card",
        "status": "number",
        "since": "number",
    }

    def __init__(
        self,
        kind: int,
        serial: int = 0,
        mods: tuple[kit.Modifier, ...] = (),
        damage: int = 0,
        energy: list[int] | None = None,
        under: list[int] | None = None,
        status: int = 0,
        poisoned: bool = False,
        since: int = 0,
    ) -> None:
        super().__init__(kind, serial, mods)
        self.damage = damage
        self.energy: list[int] = [] if energy is None else energy
        self.under: list[int] = [] if under is None else under
        self.status = status
        self.poisoned = poisoned
        self.since = since

    def clone(self) -> "Pokemon":
        return Pokemon(
            self.kind,
            self.serial,
            self.mods,
            self.damage,
            self.energy[:],
            self.under[:],
            self.status,
            self.poisoned,
            self.since,
        )

    def cards(self) -> list[int]:
        return [*self.energy, *self.under, self.kind]

    def is_out(self) -> bool:
        """Tells whether it is knocked out."""
        return self.damage >= CARDS[self.kind].hp

    def can_move(self) -> bool:
        """Tells whether it is awake and not paralyzed."""
        return self.status != ASLEEP and self.status != PARALYZED

    def cure(self) -> None:
        """Ends all conditions."""
        self.status = 0
        self.poisoned = False


class Field(kit.Board):
    """In which turn the active Pokémon of each seat was paralyzed last."""

    __match_args__ = ("paralyzed",)
    visibility: ClassVar[Mapping[str, str]] = {"paralyzed": "public"}
    words: ClassVar[Mapping[str, str]] = {"paralyzed": "number"}

    def __init__(self, paralyzed: list[int]) -> None:
        self.paralyzed = paralyzed

    def clone(self) -> "Field":
        return Field(self.paralyzed[:])


Match: TypeAlias = kit.TableState[Pokemon, Field]


# What happens.


def active_of(state: Match, seat: int) -> Pokemon | None:
    """Returns the active Pokémon of a seat; none while a new one is chosen."""
    row = state.row(ACTIVE, seat)
    return row[0] if row else None


def bring_in(state: Match, seat: int, card: int, row: int) -> None:
    """Brings a Basic from the hand into play."""
    part = Pokemon(state.take(card, HAND, seat), since=state.turn)
    state.enter(part, row, seat)


def swap(state: Match, place: int) -> None:
    """Swaps an active Pokémon with one of the same bench; its conditions end."""
    actives = state.row(ACTIVE, state.owner(place))
    bench = state.row(BENCH, state.owner(place))
    at = place // LAYOUT.spots
    actives[0].cure()
    actives[0], bench[at] = bench[at], actives[0]


def attack(state: Match, seat: int, index: int) -> None:
    """Lets the active Pokémon attack; whether somebody is knocked out, shows afterwards."""
    mine, foe = state.row(ACTIVE, seat)[0], state.row(ACTIVE, 1 - seat)[0]
    state.phase = ATTACKED
    if mine.status == CONFUSED and not state.rng.flip():
        mine.damage += 20
        return
    deed = CARDS[mine.kind].attacks[index]
    damage, own, condition = deed.damage, deed.hurt, 0
    if deed.flips:
        if state.rng.flip():
            damage += deed.plus
            condition = deed.heads
        else:
            own += deed.hurt_tails
            condition = deed.tails
    foe.damage += damage_to(foe.kind, mine.kind, damage)
    mine.damage += own
    if condition == POISONED:
        foe.poisoned = True
    elif condition:
        foe.status = condition
        if condition == PARALYZED:
            state.board.paralyzed[1 - seat] = state.turn


def can_retreat(state: Match, seat: int) -> bool:
    """Tells whether the active Pokémon can move, and has the energy to retreat."""
    mine = active_of(state, seat)
    if mine is None or state.marks & STUCK or not mine.can_move():
        return False
    return energy_units(mine.energy) >= CARDS[mine.kind].retreat


def retreat(state: Match, seat: int, place: int) -> None:
    """Pays with the oldest energy, and swaps; a confused Pokémon needs heads to do so."""
    mine = state.row(ACTIVE, seat)[0]
    cost = CARDS[mine.kind].retreat
    while cost > 0:
        card = mine.energy.pop(0)
        cost -= CARDS[card].units
        state.put(card, DISCARD, seat)
    if mine.status == CONFUSED and not state.rng.flip():
        state.marks |= STUCK
    else:
        swap(state, place)


def between_turns(state: Match) -> None:
    """Poison hurts, sleepers may wake up, and the one who has just moved can move again."""
    for seat in (state.active, 1 - state.active):
        for mine in state.row(ACTIVE, seat):
            if mine.poisoned:
                mine.damage += 10
            if mine.status == ASLEEP and not mine.is_out() and state.rng.flip():
                mine.status = 0
            # It lasts until the end of the next turn of its own.
            moved = seat == state.active and state.board.paralyzed[seat] < state.turn
            if mine.status == PARALYZED and moved:
                mine.status = 0


def begin_turn(state: Match) -> None:
    """Gives the turn to the next seat, which draws a card, or loses if it cannot."""
    if state.turn:
        state.active = 1 - state.active
    state.turn += 1
    state.marks = 0
    if not state.draw(state.active, DECK, HAND):
        state.win(1 - state.active, "no card to draw")


def any_out(state: Match) -> bool:
    """Tells whether any Pokémon is knocked out."""
    for row in state.rows:
        for mine in row:
            if mine.is_out():
                return True
    return False


def discard_outs(state: Match, seat: int) -> int:
    """Discards the knocked-out Pokémon of a seat with all cards on them; returns how many."""
    count = 0
    for row in (ACTIVE, BENCH):
        line = state.row(row, seat)
        for at in range(len(line) - 1, -1, -1):
            if line[at].is_out():
                count += 1
                for card in line.pop(at).cards():
                    state.put(card, DISCARD, seat)
    return count


def knock_outs(state: Match) -> None:
    """Discards who is knocked out; the foe takes prizes, and may have won."""
    lost = [discard_outs(state, 0), discard_outs(state, 1)]
    points = [0, 0]
    for seat in (0, 1):
        foe = 1 - seat
        if lost[foe]:
            state.draw(seat, PRIZES, HAND, lost[foe])
            points[seat] += not state.count(PRIZES, seat)
        points[seat] += not state.row(ACTIVE, foe) and not state.row(BENCH, foe)
    if points[0] or points[1]:
        # Both may have reached the end at once; then one who did so in two ways has won.
        ahead = 0 if points[0] > points[1] else 1
        state.win(kit.NOBODY if points[0] == points[1] else ahead, "knock-outs")
        return
    for seat in (state.active, 1 - state.active):
        if not state.row(ACTIVE, seat):
            state.then(Promote(seat))


# Questions.


class SetUp(kit.Question[Pokemon, Field]):
    """Which Basic is your first active Pokémon?"""

    id: ClassVar[str] = "setup"

    def options(self, state: Match) -> list[int]:
        found: list[int] = []
        for card in state.pile(HAND, self.seat):
            if BASIC[card] and card not in found:
                found.append(card)
        return found

    def answer(self, state: Match, picks: tuple[int, ...]) -> None:
        bring_in(state, self.seat, picks[0], ACTIVE)


class Promote(kit.Question[Pokemon, Field]):
    """Which Pokémon of your bench is the new active one?"""

    id: ClassVar[str] = "promote"
    kind: ClassVar[str] = "place"

    def options(self, state: Match) -> list[int]:
        size = len(state.row(BENCH, self.seat))
        return [state.place(BENCH, self.seat, at) for at in range(size)]

    def answer(self, state: Match, picks: tuple[int, ...]) -> None:
        state.row(ACTIVE, self.seat).append(state.drop(picks[0]))


class Pay(kit.Question[Pokemon, Field]):
    """Which two cards do you discard for a search?"""

    id: ClassVar[str] = "pay"
    least: ClassVar[int] = 2
    most: ClassVar[int] = 2

    def options(self, state: Match) -> tuple[int, ...]:
        return state.pile(HAND, self.seat)

    def answer(self, state: Match, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, HAND, self.seat, DISCARD)
        state.search(DECK, self.seat, 1 << self.seat)


class Fetch(kit.Question[Pokemon, Field]):
    """Which card do you take from your deck?"""

    id: ClassVar[str] = "fetch"

    def options(self, state: Match) -> list[int]:
        return sorted(set(state.pile(DECK, self.seat)))

    def answer(self, state: Match, picks: tuple[int, ...]) -> None:
        state.move(picks[0], DECK, self.seat, HAND)
        state.shuffle(DECK, self.seat)


class Answer(kit.Answer[Pokemon, Field]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, SetUp, Promote, Pay, Fetch)


# Moves.


class MainMove(kit.TableMove[Pokemon, Field]):
    """What a player may do in the main phase."""

    phases: ClassVar[int] = 1 << MAIN


class Bench(MainMove):
    """Put a Basic on your bench, which takes five."""

    id: ClassVar[str] = "bench"
    domains: ClassVar[Mapping[str, Domain]] = {"card": LAYOUT.cards_in(HAND, BASIC)}
    __match_args__ = ("card",)

    def __init__(self, card: int) -> None:
        self.card: Final = card

    def check(self, state: Match, seat: int) -> Iterator[Reject]:
        if len(state.row(BENCH, seat)) >= BENCH_SIZE:
            yield Reject("BENCH_FULL", f"your bench takes {BENCH_SIZE} Pokémon")

    def apply(self, state: Match, seat: int) -> None:
        bring_in(state, seat, self.card, BENCH)


class Attach(MainMove):
    """Attach an energy card to one of your Pokémon, once a turn."""

    id: ClassVar[str] = "attach"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND, ENERGY),
        "to": LAYOUT.places(ACTIVE, BENCH),
    }
    __match_args__ = ("card", "to")

    def __init__(self, card: int, to: int) -> None:
        self.card: Final = card
        self.to: Final = to

    def check(self, state: Match, seat: int) -> Iterator[Reject]:
        if state.marks & ATTACHED:
            yield Reject("ONCE_PER_TURN", "you may attach one energy card a turn")

    def apply(self, state: Match, seat: int) -> None:
        state.marks |= ATTACHED
        state.at(self.to).energy.append(state.take(self.card, HAND, seat))


def evolves_so(_state: Match, _seat: int, chosen: Chosen, part: Pokemon) -> bool:
    """Tells whether the chosen card goes on a Pokémon."""
    return part.kind == CARDS[chosen["card"]].evolves


class Evolve(MainMove):
    """Evolve a Pokémon that has been in play since an earlier turn; not in your first turn."""

    id: ClassVar[str] = "evolve"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND, EVOLUTION),
        "on": LAYOUT.places(ACTIVE, BENCH, where=evolves_so),
    }
    __match_args__ = ("card", "on")

    def __init__(self, card: int, on: int) -> None:
        self.card: Final = card
        self.on: Final = on

    def check(self, state: Match, seat: int) -> Iterator[Reject]:
        if state.turn <= 2 or state.at(self.on).since == state.turn:
            yield Reject("TOO_SOON", "it came into play this turn, or this is your first turn")

    def apply(self, state: Match, seat: int) -> None:
        part = state.at(self.on)
        part.under.append(part.kind)
        part.kind = state.take(self.card, HAND, seat)
        part.since = state.turn
        part.cure()


def is_hurt(_state: Match, _seat: int, _chosen: Chosen, part: Pokemon) -> bool:
    """Tells whether a Pokémon has damage to remove."""
    return part.damage > 0


AIMS: Final[dict[int, Domain]] = {
    GUST: LAYOUT.places(BENCH, owner=kit.FOE),
    SWITCH: LAYOUT.places(BENCH),
    POTION: LAYOUT.places(ACTIVE, BENCH, where=is_hurt),
}


def aims(_state: Match, _seat: int, chosen: Chosen) -> "Iterable[object] | Domain":
    """Returns what the chosen trainer card can be aimed at; nothing for the others."""
    return AIMS.get(chosen["card"], (None,))


class Trainer(MainMove):
    """Play a trainer card.

    Draw two (Bill); discard two for a card of your choice (Computer Search); swap an active
    Pokémon, theirs (Gust of Wind) or yours (Switch); or remove 20 damage (Potion).
    """

    id: ClassVar[str] = "trainer"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND, TRAINER),
        "target": depends(aims, LAYOUT.target),
    }
    __match_args__ = ("card", "target")

    def __init__(self, card: int, target: int | None) -> None:
        self.card: Final = card
        self.target: Final = target

    def check(self, state: Match, seat: int) -> Iterator[Reject]:
        if self.target is None and not state.count(DECK, seat):
            yield Reject("DECK_EMPTY", "there is no card in your deck")
        if self.card == SEARCH and state.count(HAND, seat) < 3:
            yield Reject("TOO_FEW_CARDS", "it costs two other cards of your hand")

    def apply(self, state: Match, seat: int) -> None:
        state.move(self.card, HAND, seat, DISCARD)
        if self.card == BILL:
            state.draw(seat, DECK, HAND, 2)
        elif self.card == SEARCH:
            state.then(Pay(seat), Fetch(seat))
        elif self.target is not None and self.card == POTION:
            part = state.at(self.target)
            part.damage = max(0, part.damage - 20)
        elif self.target is not None:
            swap(state, self.target)


class Retreat(MainMove):
    """Pay energy to swap your active Pokémon; a confused one needs heads."""

    id: ClassVar[str] = "retreat"
    domains: ClassVar[Mapping[str, Domain]] = {"to": LAYOUT.places(BENCH)}
    __match_args__ = ("to",)

    def __init__(self, to: int) -> None:
        self.to: Final = to

    def check(self, state: Match, seat: int) -> Iterator[Reject]:
        if not can_retreat(state, seat):
            yield Reject("CANNOT_RETREAT", "it cannot pay, or cannot move")

    def apply(self, state: Match, seat: int) -> None:
        retreat(state, seat, self.to)


class Strike(MainMove):
    """Attack, which ends your turn."""

    id: ClassVar[str] = "attack"
    domains: ClassVar[Mapping[str, Domain]] = {"index": int_range(0, 1)}
    __match_args__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index: Final = index

    def check(self, state: Match, seat: int) -> Iterator[Reject]:
        mine = active_of(state, seat)
        if mine is None or not mine.can_move():
            yield Reject("CANNOT_MOVE", "it is asleep or paralyzed")
            return
        attacks = CARDS[mine.kind].attacks
        if self.index >= len(attacks):
            yield Reject("NO_SUCH_ATTACK", f"it has {len(attacks)} attacks")
        elif not can_pay(mine.energy, attacks[self.index]):
            yield Reject("NOT_ENOUGH_ENERGY", "it has not the energy for it")

    def apply(self, state: Match, seat: int) -> None:
        attack(state, seat, self.index)


class EndTurn(MainMove):
    """End your turn."""

    id: ClassVar[str] = "end"

    def apply(self, state: Match, seat: int) -> None:
        state.phase = ATTACKED


# The game.


@mypyc_attr(allow_interpreted_subclasses=True)
class Slice(kit.CardGame[Pokemon, Field]):
    """Two decks of sixty; both players know what is in them."""

    id: ClassVar[str] = "slice"
    title: ClassVar[str] = "Slice (unofficial)"

    def kinds(self) -> list[type[Move[Match]]]:
        return [Bench, Attach, Evolve, Trainer, Retreat, Strike, EndTurn, Answer]

    def effects(self) -> list[type[kit.Event]]:
        return [SetUp, Promote, Pay, Fetch]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Field:
        return Field([0, 0])

    def part(self, card: int) -> Pokemon:
        return Pokemon(card)

    def deal(self, state: Match) -> None:
        """Deals hands with a Basic: any other hand is shuffled back and dealt again."""
        state.active = state.rng.below(2)
        for seat in (0, 1):
            hand, deck = state.index(HAND, seat), state.index(DECK, seat)
            while not has_basic(state.cards[hand]):
                # Nobody has seen a card yet, so there are no masks that must fit the piles.
                state.cards[hand], state.cards[deck] = [], list(DECKS[seat])
                state.shuffle(DECK, seat)
                state.draw(seat, DECK, HAND, HAND_SIZE)
            state.draw(seat, DECK, PRIZES, PRIZE_COUNT)
        state.then(SetUp(0), SetUp(1))

    def check_state(self, state: Match) -> bool:
        # Only attacks and what comes between turns deal damage.
        if state.phase == MAIN or not any_out(state):
            return False
        knock_outs(state)
        return True

    def flow(self, state: Match) -> bool:
        if state.phase == MAIN:
            return False
        if state.phase == ATTACKED:
            state.phase = BETWEEN
            between_turns(state)
        else:
            state.phase = MAIN
            begin_turn(state)
        return True

    def possible(self, world: Match) -> bool:
        """Tells whether every hand that is asked for its first Pokémon has one."""
        for effect in world.stack:
            if isinstance(effect, SetUp) and not effect.options(world):
                return False
        return True
