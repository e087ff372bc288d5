"""Advice in words: what to do, what comes of it, and what speaks for it."""

from kibitz.agents.sentences import MOST_PLANNED, advice_texts, listed, reasons_text
from kibitz.core.agent import Advice
from kibitz.games.gundam import cards, moves
from kibitz.games.gundam.agents.policy import TERM_WORDS, Rules, attack_bonus
from kibitz.games.gundam.cards import CARDS, LINKS
from kibitz.games.gundam.rules.battle import unblockable
from kibitz.games.gundam.rules.in_play import ap, guarded, hp_left, immune, number
from kibitz.games.gundam.state import SHIELDS, CardInPlay, GundamMove, GundamState, base_of, units


def explain_advice(game: Rules, view: GundamState, advice: Advice[GundamState]) -> list[str]:
    """Explains advice, one thought in each text; what to do comes first."""
    reasons = reasons_text(advice.options[0].reasons, TERM_WORDS) if advice.options else ""
    return advice_texts(
        order_text(game, view, advice.move),
        outcome_text(view, advice.move),
        reasons,
        plan_texts(game, view, advice),
    )


# What to do.


def order_text(game: Rules, view: GundamState, move: GundamMove) -> str:
    """Says what to do with a move."""
    if isinstance(move, (moves.DeployUnit, moves.DeployBase)):
        return f"deploy {CARDS[move.card].name}"
    if isinstance(move, moves.PairPilot):
        return f"pair {pilot_name(move.card)} with {name_at(view, move.unit)}"
    if isinstance(move, moves.PlayCommand):
        return f"play {CARDS[move.card].name}"
    if isinstance(move, moves.Activate):
        return f"use {move.ability} of {name_at(view, move.card)}"
    if isinstance(move, moves.Attack):
        target = "the player" if move.target < 0 else name_at(view, move.target)
        return f"attack {target} with {name_at(view, move.unit)}"
    if isinstance(move, moves.Block):
        return f"block with {name_at(view, move.unit)}"
    if isinstance(move, moves.PassBlock):
        return "do not block"
    if isinstance(move, moves.PassAction):
        return "pass"
    return "end the main phase" if isinstance(move, moves.EndMain) else game.describe(view, move)


def name_at(view: GundamState, place: int) -> str:
    """Names the card at a place; with its number in the row if another one has the same name."""
    part = view.at(place)
    row = view.rows[place % view.layout.spots]
    name = CARDS[part.kind].name
    if len([other for other in row if CARDS[other.kind].name == name]) == 1:
        return name
    return f"{name} ({place // view.layout.spots + 1})"


def pilot_name(card: int) -> str:
    """Returns the name of a Pilot, or of the pilot part of a Command."""
    pilot = CARDS[card].pilot
    return CARDS[card].name if pilot is None else pilot.name


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
    attacker = view.at(move.unit)
    if move.target < 0:
        text = hit_text(view, seat, attacker, attack_bonus(attacker))
    else:
        text = fight_text(view, seat, attacker, view.at(move.target), attack_bonus(attacker))
    names = blockers(view, seat, attacker, move.target)
    return f"{text}, but {listed(names)} could block" if names else text


def blockers(view: GundamState, seat: int, attacker: CardInPlay, target: int) -> list[str]:
    """Names the Units that could block an attack."""
    if number(view, attacker, seat, cards.HIGH_MANEUVER) > 0:
        return []
    serial = 0 if target < 0 else view.at(target).serial
    return [
        CARDS[part.kind].name
        for part in units(view, 1 - seat)
        if not part.rested
        and part.serial != serial
        and number(view, part, 1 - seat, cards.BLOCKER) > 0
    ]


def unblocked_text(view: GundamState) -> str:
    """Says what the attack that is going on does without a block."""
    board, seat = view.board, view.active
    attacker, target = view.part(board.attacker), view.part(board.target)
    if attacker is None:
        return ""
    if unblockable(view):
        return "the attacker has High-Maneuver"
    if target is None:
        return hit_text(view, seat, attacker)
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
    view: GundamState, seat: int, attacker: CardInPlay, target: CardInPlay, more: int = 0
) -> str:
    """Says who is destroyed when a seat's Unit attacks another one, and who is left with what."""
    dealt, received = ap(view, attacker, seat) + more, ap(view, target, 1 - seat)
    left = hp_left(view, target, 1 - seat) - (0 if immune(target, dealt) else dealt)
    if left <= 0 and number(view, attacker, seat, cards.FIRST_STRIKE) > 0:
        received = 0
    own = hp_left(view, attacker, seat) - (0 if immune(attacker, received) else received)
    names = CARDS[attacker.kind].name, CARDS[target.kind].name
    if left <= 0 and own <= 0:
        return "both are destroyed"
    if left <= 0:
        return f"{names[1]} is destroyed, and {names[0]} has {own} HP left"
    if own <= 0:
        return f"{names[0]} is destroyed, and {names[1]} has {left} HP left"
    return f"{names[0]} has {own} HP left, and {names[1]} {left}"


# What is planned.


def plan_texts(game: Rules, view: GundamState, advice: Advice[GundamState]) -> list[str]:
    """Says what is planned next, as far as the places of the view stay what they are."""
    words: list[str] = []
    if keeps_places(advice.move):
        for move in advice.plan[:MOST_PLANNED]:
            if isinstance(move, moves.Answer) or not is_shown(view, move):
                break
            words.append(order_text(game, view, move))
            if not keeps_places(move):
                break
    return words


def keeps_places(move: GundamMove) -> bool:
    """Tells whether nothing leaves play with a move, and the same player decides next."""
    return isinstance(move, (moves.DeployUnit, moves.DeployBase, moves.PairPilot))


def is_shown(view: GundamState, move: GundamMove) -> bool:
    """Tells whether a view shows all cards in play that a move names."""
    spots = view.layout.spots
    for name, value in zip(move.__match_args__, move.params(), strict=True):
        # Cards are places only where they are used.
        if not isinstance(value, int) or (name == "card" and not isinstance(move, moves.Activate)):
            continue
        if value >= 0 and value // spots >= len(view.rows[value % spots]):
            return False
    return True
