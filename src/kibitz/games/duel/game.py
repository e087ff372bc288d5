"""Duel, the tutorial game. A docstring is the rule."""

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Final, SupportsIndex, TypeAlias

from mypy_extensions import mypyc_attr

from kibitz import kit
from kibitz.core import (
    Agent,
    Domain,
    Move,
    Policy,
    Reject,
    Value,
    depends,
    int_range,
    one_of,
    optional,
    record_of,
    some_of,
)
from kibitz.core.options import Later
from kibitz.kit.drawing import card_names, doing, place_text, some_cards

# Zones of cards, the row of creatures, phases, and marks of what was done this turn.
HAND: Final = 0
DECK: Final = 1
PILE: Final = 2
FIELD: Final = 0
MAIN: Final = 0
END: Final = 1
CAST: Final = 1
DISCARDED: Final = 2


class Creature(kit.Card):
    """What is printed on a creature."""

    def __init__(self, row: kit.Row) -> None:
        super().__init__(row)
        self.cost: Final[int] = row.whole("cost")
        self.power: Final[int] = row.whole("power")
        self.health: Final[int] = row.whole("health")
        self.eager: Final[bool] = row.flag("eager")
        self.taunt: Final[bool] = row.flag("taunt")
        self.steals: Final[bool] = row.flag("steals")


CATALOGUE: Final[kit.Catalogue[Creature]] = kit.load_catalogue(
    "kibitz.games.duel", "data/cards.json", Creature
)
CARDS: Final[list[Creature]] = CATALOGUE.cards
LAYOUT: Final = kit.make_layout(
    CATALOGUE,
    # The oldest card of a hand is the first one that is exchanged, so its order matters.
    (kit.Zone("hand", "owner", ordered=True), kit.Zone("deck", "none", True), kit.Zone("pile")),
    ("field",),
    phases=("main", "end"),
    marks=("cast", "discarded"),
)


class Pools(kit.Board):
    """The mana and the life of both duellists, by seat."""

    __match_args__ = ("mana", "life")
    visibility: ClassVar[Mapping[str, str]] = {"mana": "public", "life": "public"}
    words: ClassVar[Mapping[str, str]] = {"mana": "number", "life": "number"}

    def __init__(self, mana: list[int], life: list[int]) -> None:
        self.mana = mana
        self.life = life

    def clone(self) -> "Pools":
        return Pools(self.mana[:], self.life[:])


DuelState: TypeAlias = kit.TableState[kit.Unit, Pools]


def draw(state: DuelState, seat: int) -> None:
    """Draws a card; an empty deck costs 2 life instead, so that every duel ends."""
    if not state.draw(seat, DECK, HAND):
        state.board.life[seat] -= 2


def hurt(state: DuelState, target: int, damage: int) -> None:
    """Deals damage to a duellist or a creature."""
    if target < 0:
        state.board.life[state.owner(target)] -= damage
    else:
        state.at(target).damage += damage


OWN: Final = LAYOUT.places(FIELD)
ENEMY: Final = LAYOUT.places(FIELD, owner=kit.FOE)
SPELLS: Final[dict[str, Domain]] = {"draw": one_of(None), "damage": ENEMY, "heal": optional(OWN)}


def check_mana(state: DuelState, seat: int, required: int) -> Iterator[Reject]:
    """Refuses what the seat cannot pay for."""
    mana = state.board.mana[seat]
    if required > mana:
        text = f"it costs {required} mana, you have {mana}"
        yield Reject("INSUFFICIENT_MANA", text, required=required, available=mana)


def check_once(state: DuelState, mark: int, action: str) -> Iterator[Reject]:
    """Refuses what was done this turn already."""
    if state.marks & mark:
        yield Reject("ONCE_PER_TURN", f"you may {action} once a turn")


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayCard(kit.TableMove[kit.Unit, Pools]):
    """Play a creature; it attacks from your next turn on, or at once if you pay for eagerness."""

    id: ClassVar[str] = "play_card"
    metadata: ClassVar[Mapping[str, object]] = {"category": "action", "priority": 1}
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": LAYOUT.cards_in(HAND),
        "mode": depends(lambda state, seat, chosen: modes(chosen["card"]), "choice"),
    }
    __match_args__ = ("card", "mode")

    def __init__(self, card: int, mode: str) -> None:
        self.card: Final = card
        self.mode: Final = mode

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return check_mana(state, seat, modes(self.card)[self.mode])

    def apply(self, state: DuelState, seat: int) -> None:
        state.board.mana[seat] -= modes(self.card)[self.mode]
        card = state.take(self.card, HAND, seat)
        state.enter(kit.Unit(card, spent=self.mode != "eager"), FIELD, seat)
        if CARDS[card].steals and state.count(HAND, 1 - seat):
            state.then(Forfeit(1 - seat))

    def sentence(self, view: DuelState) -> str:
        card = CARDS[self.card]
        start = f"Play {card.name} for {modes(self.card)[self.mode]} mana"
        if card.text and not card.eager:
            return f"{start}. {card.text}"
        turn = f"from {'your' if view.seat == view.viewer else 'their'} next turn on"
        return f"{start}; it attacks {'at once' if self.mode == 'eager' else turn}"


def modes(card: int) -> dict[str, int]:
    """Returns the ways in which a creature can be played, and what each costs."""
    cost = CARDS[card].cost
    return {"calm": cost, "eager": cost + 2} if CARDS[card].eager else {"calm": cost}


class Forfeit(kit.Question[kit.Unit, Pools]):
    """Which card do you give up to a thief?"""

    id: ClassVar[str] = "forfeit"

    def options(self, state: DuelState) -> list[int]:
        return sorted(set(state.pile(HAND, self.seat)))

    def answer(self, state: DuelState, picks: tuple[int, ...]) -> None:
        for card in picks:
            state.move(card, HAND, self.seat, PILE)


class Answer(kit.Answer[kit.Unit, Pools]):
    """Answer a question."""

    domains: ClassVar[Mapping[str, Domain]] = kit.answers_to(LAYOUT, Forfeit)

    def sentence(self, view: DuelState) -> str:
        return f"Give up {card_names(LAYOUT.titles, self.picks)}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Attack(kit.TableMove[kit.Unit, Pools]):
    """Attack your foe or one of their creatures, which strikes back; guards come first."""

    id: ClassVar[str] = "attack"
    metadata: ClassVar[Mapping[str, object]] = {"category": "combat"}
    source: ClassVar[str] = "attacker"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "attacker": OWN,
        "target": LAYOUT.places(FIELD, owner=kit.FOE, players=True),
    }
    __match_args__ = ("attacker", "target")

    def __init__(self, attacker: int, target: int) -> None:
        self.attacker: Final = attacker
        self.target: Final = target

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        if state.at(self.attacker).spent:
            yield Reject("SPENT", "it cannot attack any more this turn")
        foes = state.row(FIELD, 1 - seat)
        guards = [at for at in range(len(foes)) if CARDS[foes[at].kind].taunt]
        if guards and (self.target < 0 or not CARDS[state.at(self.target).kind].taunt):
            first = LAYOUT.place_word(state.place(FIELD, 1 - seat, guards[0]))
            name = CARDS[foes[guards[0]].kind].name
            yield Reject("GUARDED", f"the {name} must be attacked first", guard=first)

    def apply(self, state: DuelState, seat: int) -> None:
        attacker = state.at(self.attacker)
        attacker.spent = True
        if self.target >= 0:
            attacker.damage += CARDS[state.at(self.target).kind].power
        hurt(state, self.target, CARDS[attacker.kind].power)

    def sentence(self, view: DuelState) -> str:
        return f"Attack {place_text(view, self.target)} with {place_text(view, self.attacker)}"


class Discard(kit.TableMove[kit.Unit, Pools]):
    """Exchange the oldest cards of your hand for new ones, once a turn."""

    id: ClassVar[str] = "discard"
    name: ClassVar[str] = "Exchange"
    domains: ClassVar[Mapping[str, Domain]] = {
        "count": int_range(1, lambda state, seat, chosen: state.count(HAND, seat))
    }
    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return check_once(state, DISCARDED, "discard")

    def apply(self, state: DuelState, seat: int) -> None:
        state.marks |= DISCARDED
        for card in state.pile(HAND, seat)[: self.count]:
            state.move(card, HAND, seat, PILE)
        for _ in range(self.count):
            draw(state, seat)

    def sentence(self, view: DuelState) -> str:
        cards = view.pile(HAND, view.seat)[: self.count]
        names = card_names(LAYOUT.titles, cards) if all(cards) else some_cards(self.count)
        return f"Exchange {names} for {some_cards(self.count)} of the deck"


class Cast(kit.TableMove[kit.Unit, Pools]):
    """Cast a spell for 2 mana, once a turn: draw a card, deal 1 damage, or heal."""

    id: ClassVar[str] = "cast"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "mode": one_of(*SPELLS),
        "target": depends(lambda state, seat, chosen: SPELLS[chosen["mode"]], LAYOUT.target),
    }
    __match_args__ = ("mode", "target")

    def __init__(self, mode: str, target: int | None) -> None:
        self.mode: Final = mode
        self.target: Final = target

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        yield from check_once(state, CAST, "cast")
        yield from check_mana(state, seat, 2)

    def apply(self, state: DuelState, seat: int) -> None:
        state.marks |= CAST
        state.board.mana[seat] -= 2
        if self.mode == "draw":
            draw(state, seat)
        elif self.target is None:
            state.board.life[seat] += 1
        elif self.mode == "damage":
            hurt(state, self.target, 1)
        else:
            state.at(self.target).damage = 0

    def sentence(self, view: DuelState) -> str:
        what = "draw a card" if self.mode == "draw" else "gain 1 life"
        if self.target is not None:
            name = place_text(view, self.target)
            what = f"heal {name}" if self.mode == "heal" else f"deal 1 damage to {name}"
        return f"Cast a spell for 2 mana: {what}"


@mypyc_attr(allow_interpreted_subclasses=True)
class PassTurn(kit.TableMove[kit.Unit, Pools]):
    """End your turn."""

    id: ClassVar[str] = "pass_turn"
    name: ClassVar[str] = "End turn"

    def apply(self, state: DuelState, seat: int) -> None:
        state.phase = END

    def sentence(self, view: DuelState) -> str:
        return "End the turn"


class Payment(Value):
    """What a ritual costs: a card thrown away, and mana."""

    __match_args__ = ("discard", "x")

    def __init__(self, discard: int, x: int) -> None:
        self.discard: Final = discard
        self.x: Final = x


class Ritual(kit.TableMove[kit.Unit, Pools]):
    """Throw a card away and pay 1 or 2 mana: one or two enemy creatures take that much damage."""

    id: ClassVar[str] = "ritual"
    slots: ClassVar[tuple[str, ...]] = ("victims",)
    records: ClassVar[tuple[type, ...]] = (Payment,)
    domains: ClassVar[Mapping[str, Domain]] = {
        "payment": record_of(Payment, discard=LAYOUT.cards_in(HAND), x=int_range(1, 2)),
        "victims": some_of(ENEMY, 1, 2),
    }
    __match_args__ = ("payment", "victims")

    def __init__(self, payment: Payment, victims: tuple[int, ...]) -> None:
        self.payment: Final = payment
        self.victims: Final = victims

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return check_mana(state, seat, self.payment.x)

    def apply(self, state: DuelState, seat: int) -> None:
        state.board.mana[seat] -= self.payment.x
        state.move(self.payment.discard, HAND, seat, PILE)
        for victim in self.victims:
            hurt(state, victim, self.payment.x)

    def sentence(self, view: DuelState) -> str:
        card, mana = CARDS[self.payment.discard].name, self.payment.x
        victims = " and ".join([place_text(view, victim) for victim in self.victims])
        return f"Throw {card} away for a ritual of {mana} mana: {mana} damage to {victims}"


@mypyc_attr(allow_interpreted_subclasses=True)
class Duel(kit.CardGame[kit.Unit, Pools]):
    """A duel; both decks hold four of each creature, and both duellists know that."""

    id: ClassVar[str] = "duel"
    title: ClassVar[str] = "Duel"
    version: ClassVar[int] = 3
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy"
    adviser: ClassVar[str] = "ismcts:iterations=2000"

    def __init__(self, life: SupportsIndex = 20) -> None:
        # SupportsIndex, because compiled code would turn True into 1.
        if isinstance(life, bool) or not isinstance(life, int) or life < 1:
            raise ValueError(f"invalid life={life!r}: expected 1 or more")
        super().__init__(seats=2)
        self.life: Final[int] = life

    def option_help(self) -> Mapping[str, str]:
        return {"life": "the life of each duellist at the start"}

    def kinds(self) -> list[type[Move[DuelState]]]:
        return [PlayCard, Attack, Discard, Cast, PassTurn, Ritual, Answer, kit.Concede]

    def effects(self) -> list[type[kit.Event]]:
        return [Forfeit]

    def agents(self) -> Mapping[str, Callable[..., Agent[DuelState, DuelState]]]:
        return {"greedy": Later("kibitz.games.duel.agents:make_greedy")}

    def policy(self) -> Policy[DuelState]:
        from kibitz.games.duel.agents import Tactics  # Its module imports this one.

        return Tactics(self)

    def score(self, state: DuelState) -> list[float]:
        return [float(life) for life in state.board.life]

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Pools:
        return Pools([5, 5], [self.life, self.life])

    def part(self, card: int) -> kit.Unit:
        return kit.Unit(card)

    def deal(self, state: DuelState) -> None:
        for seat in (0, 1):
            for card in CARDS[1:]:
                state.add([card.number] * 4, DECK, seat)
            state.shuffle(DECK, seat)
            state.draw(seat, DECK, HAND, 3)
        state.turn = 1

    def news(self, before: DuelState, after: DuelState) -> list[str]:
        """Tells what died, what was drawn, and who lost life without a deck."""
        found: list[str] = []
        for seat in (0, 1):
            alive = [unit.serial for unit in after.row(FIELD, seat)]
            dead = [unit.kind for unit in before.row(FIELD, seat) if unit.serial not in alive]
            if dead:
                found.append(f"{doing(after, seat, 'lose{s}')} {card_names(LAYOUT.titles, dead)}")
            drawn = len(before.pile(DECK, seat)) - len(after.pile(DECK, seat))
            if drawn:
                cards = after.pile(HAND, seat)[-drawn:]
                names = card_names(LAYOUT.titles, cards) if all(cards) else some_cards(drawn)
                found.append(f"{doing(after, seat, 'draw{s}')} {names}")
            lost = before.board.life[seat] - after.board.life[seat]
            # Nothing else costs a duellist life in their own turn, or when it begins.
            if lost > 0 and (seat == before.active or after.turn > before.turn):
                found.append(f"{doing(after, seat, 'lose{s}')} {lost} life: no card to draw")
        return found

    def check_state(self, state: DuelState) -> bool:
        """Buries the dead; whoever has no life left has lost."""
        buried = False
        for seat in (0, 1):
            field = state.row(FIELD, seat)
            for at in range(len(field) - 1, -1, -1):
                if field[at].damage >= CARDS[field[at].kind].health:
                    state.put(field.pop(at).kind, PILE, seat)
                    buried = True
            if state.board.life[seat] <= 0:
                state.win(1 - seat, "no life left")
        return buried

    def flow(self, state: DuelState) -> bool:
        """Begins a turn when one has ended: mana and creatures are fresh, and a card is drawn."""
        if state.phase == MAIN:
            return False
        state.phase, state.marks = MAIN, 0
        state.turn += 1
        state.active = seat = 1 - state.active
        state.board.mana[seat] = 5
        for unit in state.row(FIELD, seat):
            unit.spent = False
        draw(state, seat)
        return True
