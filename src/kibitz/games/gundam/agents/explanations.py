"""Advice in words: what to do, what comes of it, and what speaks for it."""

from functools import partial
from typing import Final

from kibitz.agents.sentences import explain_moves, listed
from kibitz.core.agent import Advice
from kibitz.games.gundam import cards, moves
from kibitz.games.gundam.agents.policy import TERM_WORDS, Rules, attack_bonus
from kibitz.games.gundam.cards import CARDS, LINKS, PILOT_NAME, WORDS
from kibitz.games.gundam.rules.battle import fight_damage, unblockable
from kibitz.games.gundam.rules.in_play import ap, guarded, hp_left, number
from kibitz.games.gundam.state import SHIELDS, CardInPlay, GundamMove, GundamState, base_of, units
from kibitz.kit.drawing import has_places, param_names, place_name

# What to do with a move, by its kind.
ORDERS: Final = WORDS.texts("orders")


def explain_advice(game: Rules, view: GundamState, advice: Advice[GundamState]) -> list[str]:
    """Explains advice, one thought in each text; what to do comes first."""
    order, outcome = partial(order_text, game, view), partial(outcome_text, view)
    return explain_moves(advice, TERM_WORDS, order, outcome, partial(follows, view))


def order_text(game: Rules, view: GundamState, move: GundamMove) -> str:
    """Says what to do with a move."""
    if move.id not in ORDERS:
        return game.describe(view, move)
    names = PILOT_NAME if isinstance(move, moves.PairPilot) else view.layout.titles
    return ORDERS[move.id].format(**param_names(move, names.__getitem__, partial(name_at, view)))


def name_at(view: GundamState, place: int) -> str:
    """Names the card at a place, or the player."""
    return "the player" if place < 0 else place_name(view, place, view.layout.titles)


def follows(view: GundamState, last: GundamMove, move: GundamMove) -> bool:
    """Tells whether a view still shows what a planned move names: no Unit has left play."""
    kept = isinstance(last, (moves.DeployUnit, moves.DeployBase, moves.PairPilot))
    return kept and not isinstance(move, moves.Answer) and has_places(view, move)


# What comes of it.


def outcome_text(view: GundamState, move: GundamMove) -> str:
    """Says what comes of a move, as far as the table shows it; empty if that is nothing."""
    seat = view.seat
    if isinstance(move, moves.DeployUnit):
        card = CARDS[move.card]
        return f"{card.ap} AP and {card.hp} HP{cost_text(card.cost)}"
    if isinstance(move, moves.DeployBase):
        base = base_of(view, seat)
        instead = "" if base is None else f" instead of {hp_left(view, base, seat)}"
        return f"{CARDS[move.card].hp} HP{instead}{cost_text(CARDS[move.card].cost)}"
    if isinstance(move, moves.PairPilot):
        return pair_text(view, seat, move)
    if isinstance(move, moves.PlayCommand):
        return cost_text(CARDS[move.card].cost).strip()
    if isinstance(move, moves.Attack):
        return attack_text(view, seat, move)
    if isinstance(move, moves.Block):
        attacker = view.part(view.board.attacker)
        blocker = view.at(move.unit)
        return "" if attacker is None else fight_text(view, 1 - seat, attacker, blocker)
    if isinstance(move, moves.PassBlock):
        return unblocked_text(view)
    return ""


def cost_text(cost: int) -> str:
    """Says what a card costs."""
    return f" for {cost} Resource{'' if cost == 1 else 's'}" if cost else ""


def pair_text(view: GundamState, seat: int, move: moves.PairPilot) -> str:
    """Says what numbers a Unit has with a Pilot, and whether that makes it a Link Unit."""
    after = view.clone()
    part = after.at(move.unit)
    part.pilot = move.card
    numbers = f"{ap(after, part, seat)} AP and {hp_left(after, part, seat)} HP"
    if not LINKS[part.kind][part.pilot]:
        return numbers
    at_once = " that may attack at once" if part.fresh and not part.rested else ""
    return f"{numbers}, a Link Unit{at_once}"


def attack_text(view: GundamState, seat: int, move: moves.Attack) -> str:
    """Says how an attack ends without a block, and who could block it."""
    attacker, target = view.at(move.unit), None if move.target < 0 else view.at(move.target)
    text = fight_text(view, seat, attacker, target, attack_bonus(attacker))
    names = blockers(view, seat, attacker, target)
    return f"{text}, but {listed(names)} could block" if names else text


def blockers(
    view: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay | None
) -> list[str]:
    """Names the Units that could block an attack."""
    if number(view, attacker, seat, cards.HIGH_MANEUVER) > 0:
        return []
    foe = 1 - seat
    able = [part for part in units(view, foe) if not part.rested and part is not target]
    able = [part for part in able if number(view, part, foe, cards.BLOCKER) > 0]
    return [CARDS[part.kind].name for part in able]


def unblocked_text(view: GundamState) -> str:
    """Says what the attack that is going on does without a block."""
    board, seat = view.board, view.active
    attacker, target = view.part(board.attacker), view.part(board.target)
    if attacker is None:
        return ""
    if unblockable(view):
        return "the attacker has High-Maneuver"
    return fight_text(view, seat, attacker, target)


def hit_text(view: GundamState, seat: int, attacker: CardInPlay, more: int = 0) -> str:
    """Says what an attack on the player does; the attacker may gain some AP."""
    foe, dealt = 1 - seat, ap(view, attacker, seat) + more
    base, shields = base_of(view, foe), view.count(SHIELDS, foe)
    if dealt <= 0:
        return "no damage without AP"
    if base is None and not shields:
        return "wins the game" if seat == view.seat else "loses the game"
    if guarded(view, foe, attacker.kind):
        return "no damage to the Base and the Shields in this battle"
    if base is not None:
        left, name = hp_left(view, base, foe) - dealt, CARDS[base.kind].name
        if left <= 0:
            return f"destroys {name}, with {count_text(shields)} left"
        return f"{dealt} damage, and {name} has {left} HP left"
    count = min(shields, 2 if number(view, attacker, seat, cards.SUPPRESSION) > 0 else 1)
    what = "2 Shields" if count == 2 else "a Shield"
    return f"destroys {what}, with {count_text(shields - count)} left"


def count_text(shields: int) -> str:
    """Counts Shields."""
    return f"{shields or 'no'} Shield{'' if shields == 1 else 's'}"


def fight_text(
    view: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay | None, more: int = 0
) -> str:
    """Says who is destroyed when a seat's Unit attacks another one, and who is left with what."""
    if target is None:
        return hit_text(view, seat, attacker, more)
    dealt, received = fight_damage(view, seat, attacker, target, more)
    left, own = hp_left(view, target, 1 - seat) - dealt, hp_left(view, attacker, seat) - received
    names = CARDS[attacker.kind].name, CARDS[target.kind].name
    if left <= 0 and own <= 0:
        return "both are destroyed"
    if left <= 0:
        return f"{names[1]} is destroyed, and {names[0]} has {own} HP left"
    if own <= 0:
        return f"{names[0]} is destroyed, and {names[1]} has {left} HP left"
    return f"{names[0]} has {own} HP left, and {names[1]} {left}"
