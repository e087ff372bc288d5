"""Advice in words: what to do, what comes of it, and what speaks for it."""

from functools import partial
from typing import Final

from kibitz.agents.sentences import explain_moves, listed
from kibitz.core.agent import Advice
from kibitz.games.lorcana import cards, moves
from kibitz.games.lorcana.agents import policy
from kibitz.games.lorcana.agents.policy import TERM_WORDS, Appraiser, Rules
from kibitz.games.lorcana.cards import CARDS, TITLE, WILLPOWER
from kibitz.games.lorcana.moves import first_name
from kibitz.games.lorcana.rules.challenge import strength_in_challenge
from kibitz.games.lorcana.rules.in_play import keyword, lore_value, strength
from kibitz.games.lorcana.state import INKWELL, WINNING_LORE, CardInPlay, LorcanaMove, LorcanaState
from kibitz.kit.drawing import has_places, param_names

# What to do with a move, by its kind.
ORDERS: Final = {
    "ink": "ink {card}",
    "play": "play {card}",
    "shift": "shift {card} onto {onto}",
    "sing": "sing {card} with {singers}",
    "quest": "quest with {character}",
    "challenge": "challenge {defender} with {attacker}",
    "use": "use {card}",
    "move": "move {character} to {to}",
    "end_turn": "end the turn",
}


def explain_advice(
    game: Rules, appraiser: Appraiser, view: LorcanaState, advice: Advice[LorcanaState]
) -> list[str]:
    """Explains advice, one thought in each text; what to do comes first."""
    order, outcome = partial(order_text, game, view), partial(outcome_text, appraiser, view)
    return explain_moves(advice, TERM_WORDS, order, outcome, partial(follows, view))


def order_text(game: Rules, view: LorcanaState, move: LorcanaMove) -> str:
    """Says what to do with a move."""
    if move.id not in ORDERS:
        return game.describe(view, move)
    text = ORDERS[move.id].format(**param_names(move, TITLE.__getitem__, partial(name_at, view)))
    return f"{text} exerted" if isinstance(move, moves.Play) and move.exerted else text


def name_at(view: LorcanaState, place: int) -> str:
    """Names the card at a place; with its version if another one has the same name."""
    part = view.at(place)
    for row in view.rows:
        for other in row:
            if other.kind != part.kind and cards.NAME[other.kind] == cards.NAME[part.kind]:
                return CARDS[part.kind].name
    return first_name(part.kind)


def follows(view: LorcanaState, last: LorcanaMove, move: LorcanaMove) -> bool:
    """Tells whether a view still shows what a planned move names, and the turn goes on."""
    kept = isinstance(last, (moves.Ink, moves.Quest, moves.MoveTo, moves.Shift))
    if isinstance(last, moves.Play):
        kept = cards.KIND[last.card] != cards.ACTION
    return kept and not isinstance(move, moves.Answer) and has_places(view, move)


# What comes of it.


def outcome_text(appraiser: Appraiser, view: LorcanaState, move: LorcanaMove) -> str:
    """Says what comes of a move, as far as the table shows it; empty if that is nothing."""
    seat = view.seat
    if isinstance(move, moves.Ink):
        return f"you have {view.count(INKWELL, seat) + 1} ink then"
    if isinstance(move, (moves.Play, moves.Shift)):
        return card_text(move)
    if isinstance(move, moves.Sing):
        return f"it costs no ink instead of {cards.COST[move.card]}"
    if isinstance(move, moves.Quest):
        return quest_text(appraiser, view, seat, move.character)
    if isinstance(move, moves.Challenge):
        return challenge_text(view, seat, move)
    return ""


def card_text(move: moves.Play | moves.Shift) -> str:
    """Says what a card costs, and what it brings into play."""
    card = CARDS[move.card]
    cost = card.keywords[cards.SHIFT] if isinstance(move, moves.Shift) else card.cost
    if card.kind != cards.CHARACTER:
        return f"for {cost} ink"
    numbers = f"{card.strength} strength, {card.willpower} willpower and {card.lore} lore"
    return f"{numbers} for {cost} ink"


def quest_text(appraiser: Appraiser, view: LorcanaState, seat: int, place: int) -> str:
    """Says how much lore a quest brings, and who can challenge the character then."""
    gained = lore_value(view, view.at(place))
    if view.board.lore[seat] + gained >= WINNING_LORE:
        return f"{gained} lore, which wins the game"
    able, deadly = challengers(appraiser, view, seat, place)
    if not able:
        return f"{gained} lore, and nothing of theirs can challenge it"
    if not deadly:
        return f"{gained} lore, and nothing of theirs can banish it in one challenge"
    return f"{gained} lore, but {listed(deadly)} could banish it next turn"


def challengers(
    appraiser: Appraiser, view: LorcanaState, seat: int, place: int
) -> tuple[list[str], list[str]]:
    """Names who can challenge a character in the next turn once it is exerted, and banish it."""
    after = view.clone()
    after.at(place).exerted = True
    statics = policy.has_statics(after)
    attackers = appraiser.attackers(after, 1 - seat, statics)
    defenders = appraiser.defenders(after, seat, statics)
    own = appraiser.fighter(after, after.at(place), seat, statics, 0, False)
    able = [each for each in attackers if policy.may_challenge(each, own, defenders)]
    deadly = [each for each in able if policy.banishes(each, own)]
    return [first_name(each.kind) for each in able], [first_name(each.kind) for each in deadly]


def challenge_text(view: LorcanaState, seat: int, move: moves.Challenge) -> str:
    """Says who is banished in a challenge, and what damage is left on the others."""
    attacker, defender = view.at(move.attacker), view.at(move.defender)
    dealt = strength_in_challenge(view, attacker, seat)
    dealt = max(0, dealt - keyword(view, defender, 1 - seat, cards.RESIST))
    received = 0
    if cards.KIND[defender.kind] == cards.CHARACTER:
        resisted = keyword(view, attacker, seat, cards.RESIST)
        received = max(0, strength(view, defender) - resisted)
    dies, kills = is_banished(attacker, received), is_banished(defender, dealt)
    if kills and dies:
        return "both are banished"
    if not kills:
        total = f"{defender.damage + dealt} of {WILLPOWER[defender.kind]} damage"
        left = f"{name_at(view, move.defender)} is left with {total}"
        return f"{left}, and {name_at(view, move.attacker)} is banished" if dies else left
    hurt = attacker.damage + received
    return f"banishes it and survives{f' with {hurt} damage' if hurt else ' without damage'}"


def is_banished(part: CardInPlay, damage: int) -> bool:
    """Tells whether some more damage banishes a card in play."""
    return part.damage + damage >= WILLPOWER[part.kind]
