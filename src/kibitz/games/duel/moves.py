"""What a duellist may do; a docstring is the rule, and what shows a card cannot be taken back."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from kibitz import kit
from kibitz.core import Domain, Reject, Value, depends, int_range, one_of, record_of, some_of
from kibitz.games.duel.state import DuelState, Pools, draw, hurt
from kibitz.kit import CardId, TargetSpec, between, up_to

HAND: Final = kit.cards_in("hand")
SPELLS: Final = {
    "draw": kit.targets(TargetSpec(zones="field", count=up_to(0))),
    "damage": kit.targets(TargetSpec(zones="field", owner="opponent")),
    "heal": kit.targets(TargetSpec(zones="field", owner="you", count=up_to(1))),
}


def check_mana(state: DuelState, seat: int, required: int) -> Iterator[Reject]:
    """Refuses what the seat cannot pay for."""
    mana = state.board.mana[seat]
    if required > mana:
        text = f"it costs {required} mana, you have {mana}"
        yield Reject("INSUFFICIENT_MANA", text, required=required, available=mana)


def check_once(state: DuelState, seat: int, action: str) -> Iterator[Reject]:
    """Refuses what the seat has done this turn already."""
    if state.trackers.check(action, seat):
        yield Reject("ONCE_PER_TURN", f"you may {action} once a turn")


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayCard(kit.TableMove[Pools]):
    """Play a creature; it attacks from your next turn on, or at once if you pay for eagerness."""

    id: ClassVar[str] = "play_card"
    undo_barrier: ClassVar[bool] = True
    metadata: ClassVar[Mapping[str, object]] = {"category": "action", "priority": 1}
    source: ClassVar[str] = "card"
    domains: ClassVar[Mapping[str, Domain]] = {
        "card": HAND,
        "mode": depends(lambda state, seat, chosen: modes(state, chosen["card"]), "choice"),
    }
    __match_args__ = ("card", "mode")

    def __init__(self, card: str, mode: str) -> None:
        self.card: Final = CardId(card)
        self.mode: Final = mode

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return check_mana(state, seat, modes(state, self.card)[self.mode])

    def apply(self, state: DuelState, seat: int) -> None:
        state.board.mana[seat] -= modes(state, self.card)[self.mode]
        state.table.move(self.card, "field", seat)
        state.table.set_flag(self.card, "spent", self.mode != "eager")
        hand = state.table.cards("hand", 1 - seat)
        if hand and state.table.definition(self.card).has("steals"):
            state.ask(kit.Decision("theft", 1 - seat, "forfeit", tuple(hand)))


def modes(state: DuelState, card: CardId) -> dict[str, int]:
    """Returns the ways in which a creature can be played, and what each costs."""
    creature = state.table.definition(card)
    cost = creature.number("cost")
    return {"calm": cost, "eager": cost + 2} if creature.has("eager") else {"calm": cost}


@mypyc_attr(allow_interpreted_subclasses=True)
class Attack(kit.TableMove[Pools]):
    """Attack your foe or one of their creatures, which strikes back; guards come first."""

    id: ClassVar[str] = "attack"
    metadata: ClassVar[Mapping[str, object]] = {"category": "combat"}
    source: ClassVar[str] = "attacker"
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "attacker": kit.cards_in("field"),
        "target": kit.targets(TargetSpec(zones="field", owner="opponent", players="opponent")),
    }
    __match_args__ = ("attacker", "target")

    def __init__(self, attacker: str, target: str) -> None:
        self.attacker: Final = CardId(attacker)
        self.target: Final = target

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        table = state.table
        if table.flag(self.attacker, "spent"):
            yield Reject("SPENT", f"{self.attacker} cannot attack any more this turn")
        guards = [c for c in table.cards("field", 1 - seat) if table.definition(c).has("taunt")]
        if guards and self.target not in guards:
            yield Reject("GUARDED", f"{guards[0]} must be attacked first", guards=tuple(guards))

    def apply(self, state: DuelState, seat: int) -> None:
        state.table.set_flag(self.attacker, "spent")
        if state.table.has(self.target):
            hurt(state, self.attacker, state.table.definition(CardId(self.target)).number("power"))
        hurt(state, self.target, state.table.definition(self.attacker).number("power"))


class Discard(kit.TableMove[Pools]):
    """Exchange the oldest cards of your hand for new ones, once a turn."""

    id: ClassVar[str] = "discard"
    undo_barrier: ClassVar[bool] = True
    domains: ClassVar[Mapping[str, Domain]] = {
        "count": int_range(1, lambda state, seat, chosen: state.table.count("hand", seat))
    }
    __match_args__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count: Final = count

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return check_once(state, seat, "discard")

    def apply(self, state: DuelState, seat: int) -> None:
        state.trackers.mark("discard", seat)
        for card in state.table.cards("hand", seat)[: self.count]:
            state.table.move(card, "pile")
            draw(state, seat)


class Cast(kit.TableMove[Pools]):
    """Cast a spell for 2 mana, once a turn: draw a card, deal 2 damage, or heal."""

    id: ClassVar[str] = "cast"
    undo_barrier: ClassVar[bool] = True
    slots: ClassVar[tuple[str, ...]] = ("target",)
    domains: ClassVar[Mapping[str, Domain]] = {
        "mode": one_of(*SPELLS),
        "target": depends(lambda state, seat, chosen: SPELLS[chosen["mode"]]),
    }
    __match_args__ = ("mode", "target")

    def __init__(self, mode: str, target: str | None) -> None:
        self.mode: Final = mode
        self.target: Final = target

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        yield from check_once(state, seat, "cast")
        yield from check_mana(state, seat, 2)

    def apply(self, state: DuelState, seat: int) -> None:
        state.trackers.mark("cast", seat)
        state.board.mana[seat] -= 2
        if self.mode == "draw":
            draw(state, seat)
        elif self.target is None:
            state.board.life[seat] += 1
        elif self.mode == "damage":
            hurt(state, self.target, 2)
        else:
            state.table.clear_counter(CardId(self.target), "damage")


@mypyc_attr(allow_interpreted_subclasses=True)
class PassTurn(kit.EndTurn[Pools]):
    """End your turn."""

    id: ClassVar[str] = "pass_turn"
    undo_barrier: ClassVar[bool] = True


class Payment(Value):
    """What a ritual costs: a card thrown away, and mana."""

    __match_args__ = ("discard", "x")

    def __init__(self, discard: tuple[str, ...], x: int) -> None:
        self.discard: Final = discard
        self.x: Final = x


class Ritual(kit.TableMove[Pools]):
    """Throw a card away and pay 1 or 2 mana: one or two enemy creatures take so much damage."""

    id: ClassVar[str] = "ritual"
    undo_barrier: ClassVar[bool] = True
    slots: ClassVar[tuple[str, ...]] = ("victims",)
    records: ClassVar[tuple[type, ...]] = (Payment,)
    domains: ClassVar[Mapping[str, Domain]] = {
        "payment": record_of(Payment, discard=some_of(HAND, 1, 1), x=int_range(1, 2)),
        "victims": kit.targets(TargetSpec(zones="field", owner="opponent", count=between(1, 2))),
    }
    __match_args__ = ("payment", "victims")

    def __init__(self, payment: Payment, victims: tuple[str, ...]) -> None:
        self.payment: Final = payment
        self.victims: Final = victims

    def check(self, state: DuelState, seat: int) -> Iterator[Reject]:
        return check_mana(state, seat, self.payment.x)

    def apply(self, state: DuelState, seat: int) -> None:
        state.board.mana[seat] -= self.payment.x
        state.table.move(CardId(self.payment.discard[0]), "pile")
        for victim in self.victims:
            hurt(state, victim, self.payment.x)


class Forfeit(kit.Choose[Pools]):
    """Give a card up to a thief."""

    id: ClassVar[str] = "forfeit"
    answers: ClassVar[str] = "forfeit"
    undo_barrier: ClassVar[bool] = True

    def apply(self, state: DuelState, seat: int) -> None:
        state.table.move(CardId(str(self.choice)), "pile")
