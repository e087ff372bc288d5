"""Advice in words: what to do, what comes of it, and what speaks for it."""

from kibitz.agents.sentences import MOST_PLANNED, advice_texts, listed, reasons_text
from kibitz.core.agent import Advice
from kibitz.games.lorcana import cards, moves
from kibitz.games.lorcana.agents import policy
from kibitz.games.lorcana.agents.policy import TERM_WORDS, Appraiser, Rules
from kibitz.games.lorcana.cards import CARDS, WILLPOWER
from kibitz.games.lorcana.moves import first_name
from kibitz.games.lorcana.rules.challenge import strength_in_challenge
from kibitz.games.lorcana.rules.in_play import keyword, lore_value, strength
from kibitz.games.lorcana.state import INKWELL, WINNING_LORE, CardInPlay, LorcanaMove, LorcanaState


def explain_advice(
    game: Rules, appraiser: Appraiser, view: LorcanaState, advice: Advice[LorcanaState]
) -> list[str]:
    """Explains advice, one thought in each text; what to do comes first."""
    reasons = reasons_text(advice.options[0].reasons, TERM_WORDS) if advice.options else ""
    return advice_texts(
        order_text(game, view, advice.move),
        outcome_text(appraiser, view, advice.move),
        reasons,
        plan_texts(game, view, advice),
    )


# What to do.


def order_text(game: Rules, view: LorcanaState, move: LorcanaMove) -> str:
    """Says what to do with a move."""
    if isinstance(move, moves.Ink):
        return f"ink {CARDS[move.card].name}"
    if isinstance(move, moves.Play):
        return f"play {CARDS[move.card].name}{' exerted' if move.exerted else ''}"
    if isinstance(move, moves.Shift):
        return f"shift {CARDS[move.card].name} onto {name_at(view, move.onto)}"
    if isinstance(move, moves.Sing):
        singers = [name_at(view, place) for place in move.singers]
        return f"sing {CARDS[move.card].name} with {listed(singers, len(singers))}"
    if isinstance(move, moves.Quest):
        return f"quest with {name_at(view, move.character)}"
    if isinstance(move, moves.Challenge):
        return f"challenge {name_at(view, move.defender)} with {name_at(view, move.attacker)}"
    if isinstance(move, moves.Use):
        return f"use {name_at(view, move.card)}"
    if isinstance(move, moves.MoveTo):
        return f"move {name_at(view, move.character)} to {name_at(view, move.to)}"
    return "end the turn" if isinstance(move, moves.EndTurn) else game.describe(view, move)


def name_at(view: LorcanaState, place: int) -> str:
    """Names the card at a place; with its version if another one has the same name."""
    part = view.at(place)
    for row in view.rows:
        for other in row:
            if other.kind != part.kind and cards.NAME[other.kind] == cards.NAME[part.kind]:
                return CARDS[part.kind].name
    return first_name(part.kind)


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


# What is planned.


def plan_texts(game: Rules, view: LorcanaState, advice: Advice[LorcanaState]) -> list[str]:
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


def keeps_places(move: LorcanaMove) -> bool:
    """Tells whether nothing leaves play with a move, and the turn goes on."""
    if isinstance(move, moves.Play):
        return cards.KIND[move.card] != cards.ACTION
    return isinstance(move, (moves.Ink, moves.Quest, moves.MoveTo, moves.Shift))


def is_shown(view: LorcanaState, move: LorcanaMove) -> bool:
    """Tells whether a view shows all cards in play that a move names."""
    places: list[int] = [*move.singers] if isinstance(move, moves.Sing) else []
    for name, value in zip(move.__match_args__, move.params(), strict=True):
        # Cards are places only where they are used.
        if isinstance(value, int) and (name != "card" or isinstance(move, moves.Use)):
            places.append(value)
    spots = view.layout.spots
    return all(place // spots < len(view.rows[place % spots]) for place in places)
