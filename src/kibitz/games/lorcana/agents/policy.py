"""What moves are worth: the greedy player, and what searches are told.

A table is rated term by term: lore, what is in play, cards and ink of both seats, what the active
seat can still do this turn, and what the other one can banish in the next. A move is worth what it
changes. If it leads to questions, it counts after the best answers. Values are in points; a lore
counts about 3 of them.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from kibitz.agents import rating as shared
from kibitz.agents.greedy import score_of
from kibitz.agents.rating import GreedyMaker
from kibitz.agents.weights import weight
from kibitz.core.agent import Observation, Reason
from kibitz.core.game import Game
from kibitz.core.ranges import Real
from kibitz.games.lorcana import cards
from kibitz.games.lorcana.cards import CARDS, COST, PRINTED, WILLPOWER, Card
from kibitz.games.lorcana.moves import Answer, Challenge, EndTurn, Ink
from kibitz.games.lorcana.rules.in_play import banned, lore_value, reaches
from kibitz.games.lorcana.state import (
    HAND,
    INKWELL,
    CardInPlay,
    LorcanaMove,
    LorcanaState,
    characters,
)
from kibitz.kit.modifiers import FOREVER

Rules: TypeAlias = Game[LorcanaState, LorcanaState]

VICTORY: Final = 1000.0


@dataclass
class Rating:
    """What a table is rated by, in points: guesses, which `kibitz tune lorcana greedy` tunes."""

    lore: float = weight(3.0, "each lore", Real(1.5, 6.0, log=True))
    card: float = weight(1.6, "each card in hand", Real(0.5, 4.0, log=True))
    most_cards: int = weight(8, "no more cards of the own hand are counted")
    ink: float = weight(2.4, "each of the first 4 cards of an inkwell", Real(1.0, 5.0, log=True))
    ink_next: float = weight(1.8, "each of the next 2", Real(0.5, 4.0, log=True))
    ink_last: float = weight(1.0, "each of the next 2; those after them count nothing")
    quest: float = weight(
        0.8, "each lore that own characters can still quest for this turn", Real(0.0, 2.5)
    )
    play: float = weight(
        0.8, "the share that cards count which the ready ink can still pay for", Real(0.0, 1.0)
    )
    threat: float = weight(
        0.45, "the share that the opponent's best trades in the next turn count", Real(0.0, 1.0)
    )
    scratch: float = weight(0.3, "each damage that a character takes in such a trade")
    spare: float = weight(
        0.1, "the share that a card counts which is inked or discarded", Real(0.0, 0.5)
    )
    reach: int = weight(2, "cards that cost more than the own ink and this are the first to go")
    # What is in play, by what is printed on it.
    character: float = weight(1.0, "each character in play", Real(0.0, 4.0))
    strength: float = weight(0.6, "each strength of a character", Real(0.2, 1.5, log=True))
    willpower: float = weight(0.5, "each willpower left", Real(0.2, 1.5, log=True))
    lore_value: float = weight(1.2, "each lore value of a character", Real(0.4, 4.0, log=True))
    ability: float = weight(0.7, "each ability that works more than once", Real(0.0, 2.0))
    evasive: float = weight(1.0, "Evasive", Real(0.0, 3.0))
    resist: float = weight(0.9, "each point of Resist")
    bodyguard: float = weight(0.6, "Bodyguard")
    ward: float = weight(0.5, "Ward")
    support: float = weight(0.5, "Support")
    alert: float = weight(0.4, "Alert")
    challenger: float = weight(0.3, "each point of Challenger")
    singer: float = weight(0.3, "Singer")
    rush: float = weight(0.2, "Rush")
    vanish: float = weight(-0.3, "Vanish")
    reckless: float = weight(-0.5, "Reckless")
    item: float = weight(1.0, "each item in play")
    item_cost: float = weight(0.3, "each ink that an item costs")
    location: float = weight(0.3, "each willpower left of a location")
    location_lore: float = weight(4.0, "each lore value of a location")
    idle_location: float = weight(1.0, "a location without lore value")
    action_cost: float = weight(0.4, "each ink that an action in hand costs", Real(0.0, 1.5))


TUNED: Final = Rating()

# What a table is rated by, in the order of `Appraiser.terms`: what it means if a term rises, and if
# it falls.
TERM_WORDS: Final = {
    "victory": ("you win", "you lose"),
    "lore": ("you gain lore", "you lose lore"),
    "foe's lore": ("the opponent loses lore", "the opponent gains lore"),
    "board": ("your side in play gets stronger", "your side in play gets weaker"),
    "foe's board": ("their side in play gets weaker", "their side in play gets stronger"),
    "cards": ("you have more cards in hand", "you have fewer cards in hand"),
    "foe's cards": ("the opponent has fewer cards", "the opponent has more cards"),
    "ink": ("you have more ink", "you have less ink"),
    "foe's ink": ("the opponent has less ink", "the opponent has more ink"),
    "chance to quest": ("more characters can still quest", "fewer characters can still quest"),
    "chance to play": ("you can still play more this turn", "you can still play less this turn"),
    "threat": (
        "they can banish less of yours next turn",
        "they can banish more of yours next turn",
    ),
}
TERMS: Final = tuple(TERM_WORDS)
# A useless move before a challenge that a Reckless character has to make.
DUTY: Final = 50.0
# How many points make a game all but won.
ALL_BUT_WON: Final = 25.0
# No turn has more ink to spend than counts.
MOST_INK: Final = 15
# What costs this much is put back before the first turn, as long as so many inkable cards stay.
EXPENSIVE: Final = 5
KEPT_INK: Final = 2
TOO_LITTLE_INK: Final = 10.0
# Questions that are answered by a rule of their own: their answers change nothing that is rated.
BY_RULE: Final = ("alter", "order", "bottom", "discard", "ink_card", "take")


class Fighter:
    """A character in a challenge of the turn to come.

    Attributes:
        kind: the card.
        worth: what it is worth in play.
        strength: the strength with which it challenges, or is challenged.
        resist: its Resist.
        left: how much damage banishes it.
        evasive: for an attacker, whether it may challenge those with Evasive; else Evasive.
        guard: whether it is a Bodyguard.
    """

    def __init__(
        self,
        kind: int,
        worth: float,
        strength: int,
        resist: int,
        left: int,
        evasive: bool,
        guard: bool,
    ) -> None:
        self.kind: Final = kind
        self.worth: Final = worth
        self.strength: Final = strength
        self.resist: Final = resist
        self.left: Final = left
        self.evasive: Final = evasive
        self.guard: Final = guard


class Appraiser(shared.Appraiser[LorcanaState, LorcanaState]):
    """Rates tables and moves by some weights."""

    def __init__(self, game: Rules, rating: Rating) -> None:
        super().__init__(game, TERM_WORDS, ALL_BUT_WON)
        self.rating: Final = rating
        self.card: Final[float] = rating.card
        self.scratch: Final[float] = rating.scratch
        # By card: what it is worth in play without damage, what a point of damage takes off, and
        # what it is worth to play it.
        self.worths: Final[list[float]] = [printed_worth(card, rating) for card in CARDS]
        self.per_damage: Final[list[float]] = [
            rating.willpower if card.kind == cards.CHARACTER else rating.location for card in CARDS
        ]
        self.gains: Final[list[float]] = [printed_gain(card, rating) for card in CARDS]
        steps = [rating.ink] * 4 + [rating.ink_next] * 2 + [rating.ink_last] * 2
        self.inks: Final[list[float]] = [sum(steps[:count], 0.0) for count in range(len(steps) + 1)]

    # Tables.

    def terms(self, state: LorcanaState, seat: int, known: list[int] | None = None) -> list[float]:
        foe = 1 - seat
        rating, lore = self.rating, state.board.lore
        won = 0.0
        if state.over and state.winner >= 0:
            won = VICTORY if state.winner == seat else -VICTORY
        statics = has_statics(state)
        quest = play = 0.0
        if state.active == seat and not state.over:
            quest = rating.quest * self.quests(state, seat, statics)
            play = rating.play * self.plays(state, seat, known)
        return [
            won,
            rating.lore * lore[seat],
            -rating.lore * lore[foe],
            self.side(state, seat),
            -self.side(state, foe),
            rating.card * min(rating.most_cards, state.count(HAND, seat)),
            -rating.card * state.count(HAND, foe),
            self.inks[min(len(self.inks) - 1, state.count(INKWELL, seat))],
            -self.inks[min(len(self.inks) - 1, state.count(INKWELL, foe))],
            quest,
            play,
            -rating.threat * self.threat(state, seat, statics),
        ]

    def worth(self, part: CardInPlay) -> float:
        """Returns what a card in play is worth."""
        return self.worths[part.kind] - self.per_damage[part.kind] * part.damage

    def side(self, state: LorcanaState, seat: int) -> float:
        """Adds up what a seat has in play."""
        total = 0.0
        for row in range(seat * 3, seat * 3 + 3):
            for part in state.rows[row]:
                total += self.worths[part.kind] - self.per_damage[part.kind] * part.damage
        return total

    def quests(self, state: LorcanaState, seat: int, statics: bool) -> float:
        """Adds up the lore that a seat can still quest for."""
        total = 0.0
        for part in characters(state, seat):
            if not part.exerted and not part.drying and can_quest(state, part, seat, statics):
                total += lore_value(state, part)
        return total

    def plays(self, state: LorcanaState, seat: int, known: list[int] | None) -> float:
        """Returns the most that the ready ink can buy, by cards of the hand."""
        ink, hand = min(MOST_INK, state.board.ink[seat]), state.cards[state.index(HAND, seat)]
        return self.best_buy(ink, hand, known, COST, self.gains)

    def threat(self, state: LorcanaState, seat: int, statics: bool) -> float:
        """Adds up the opponent's best trades with the exerted characters of a seat."""
        exposed = False
        for part in characters(state, seat):
            exposed = exposed or part.exerted
        if not exposed or not characters(state, 1 - seat):
            return 0.0
        active = state.active
        attackers = self.attackers(state, 1 - seat, statics)
        defenders = self.defenders(state, seat, statics)
        state.active = active
        trades: list[float] = []
        for defender in defenders:
            trade = self.best_trade(defender, attackers, defenders)
            if trade > 0.0:
                trades.append(trade)
        if len(trades) > len(attackers):
            trades.sort()
            trades = trades[len(trades) - len(attackers) :]
        total = 0.0
        for trade in trades:
            total += trade
        return total

    def attackers(self, state: LorcanaState, seat: int, statics: bool) -> list[Fighter]:
        """Lists the characters of a seat that can challenge; in a turn to come all of them can.

        What works in the turn of that seat counts, so `state.active` is that seat afterwards.
        """
        coming = state.active != seat
        state.active = seat
        found: list[Fighter] = []
        for part in characters(state, seat):
            if not coming and (part.exerted or part.drying):
                continue
            if not is_held_back(part, state.turn + 1 if coming else state.turn):
                alert = lasting(state, part, seat, cards.ALERT, statics) > 0
                more = lasting(state, part, seat, cards.CHALLENGER, statics)
                found.append(self.fighter(state, part, seat, statics, more, alert))
        return found

    def defenders(self, state: LorcanaState, seat: int, statics: bool) -> list[Fighter]:
        """Lists the exerted characters of a seat; `state.active` is the seat that challenges."""
        return [
            self.fighter(state, part, seat, statics, 0, False)
            for part in characters(state, seat)
            if part.exerted
        ]

    def fighter(
        self,
        state: LorcanaState,
        part: CardInPlay,
        seat: int,
        statics: bool,
        more: int,
        alert: bool,
    ) -> Fighter:
        """Returns a character as it fights, with some more strength, and maybe Alert."""
        return Fighter(
            part.kind,
            self.worth(part),
            max(0, lasting(state, part, seat, cards.STRENGTH, False) + more),
            lasting(state, part, seat, cards.RESIST, statics),
            WILLPOWER[part.kind] - part.damage,
            alert or lasting(state, part, seat, cards.EVASIVE, statics) > 0,
            lasting(state, part, seat, cards.BODYGUARD, statics) > 0,
        )

    def best_trade(
        self, defender: Fighter, attackers: list[Fighter], defenders: list[Fighter]
    ) -> float:
        """Returns the most that the opponent wins by banishing a character."""
        best = 0.0
        for attacker in attackers:
            if not banishes(attacker, defender):
                continue
            cost = (
                attacker.worth
                if banishes(defender, attacker)
                else self.scratch * max(0, defender.strength - attacker.resist)
            )
            if defender.worth - cost > best and may_challenge(attacker, defender, defenders):
                best = defender.worth - cost
        return best

    # Moves.

    def on_turn(self, state: LorcanaState) -> int:
        return state.active

    def known(self, view: LorcanaState, seat: int) -> list[int]:
        return list(view.pile(HAND, seat))

    def unsettled(self, state: LorcanaState) -> bool:
        return state.question() is not None

    def ruled(self, state: LorcanaState, seat: int, moves: list[LorcanaMove]) -> LorcanaMove | None:
        asked = state.question()
        if asked is None or asked.id not in BY_RULE:
            return None
        return self.highest(state, seat, moves) if asked.seat == seat else moves[0]

    def apart(self, state: LorcanaState, seat: int, move: LorcanaMove) -> list[Reason] | None:
        """Lists the reasons for ending the turn, which counts 0, and for answers by a rule."""
        if isinstance(move, EndTurn):
            return [Reason("end", 0.0, "ends the turn")]
        if isinstance(move, Answer) and move.question in BY_RULE:
            return self.choice(state, seat, move)
        return None

    def costs(self, state: LorcanaState, seat: int, move: LorcanaMove) -> list[Reason]:
        """Adds to the effort what an inked card could have been used for."""
        effort = super().costs(state, seat, move)
        if not isinstance(move, Ink):
            return effort
        given = self.given_up(state, seat, move.card)
        return [Reason("which card", -given, "how much you could do with it"), *effort]

    def given_up(self, state: LorcanaState, seat: int, card: int) -> float:
        """Returns what it costs to give this card up instead of another one.

        Cards that cost too much for now are the first to go, the most expensive one before others.
        """
        above = COST[card] - state.count(INKWELL, seat) - self.rating.reach
        kept = -float(COST[card]) if above > 0 else self.gains[card] + self.card
        return self.rating.spare * kept

    def choice(self, state: LorcanaState, seat: int, move: Answer) -> list[Reason]:
        """Lists the reasons for an answer that changes nothing which is rated."""
        picks = move.picks
        if move.question == "alter":
            return alter_reasons(state.pile(HAND, seat), picks)
        if move.question in ("order", "bottom"):
            return [Reason(move.question, 0.0, "the order hardly matters")]
        value = 0.0
        for card in picks:
            value += self.given_up(state, seat, card)
        if move.question == "take":
            gain = self.card * len(picks)
            return [
                Reason("cards", gain, TERM_WORDS["cards"][0]),
                Reason("which card", value, "how much you can do with it"),
            ]
        return [Reason("which card", -value, "how much you could do with it")]


def printed_worth(card: Card, rating: Rating) -> float:
    """Returns what a card without damage is worth in play, by what is printed on it."""
    if card.kind == cards.ITEM:
        return rating.item + rating.item_cost * card.cost
    if card.kind != cards.CHARACTER:
        idle = 0.0 if card.lore else rating.idle_location
        return rating.location * card.willpower + rating.location_lore * card.lore + idle
    worth = rating.character + rating.strength * card.strength
    worth += rating.willpower * card.willpower + rating.lore_value * card.lore
    for ability in card.abilities:
        if ability.kind != cards.EFFECT and ability.on != cards.PLAYED:
            worth += rating.ability
    for number, word in enumerate(cards.KEYWORDS):
        count = card.keywords[number]
        # Shift and Sing Together count nothing in play, and how well somebody sings, little.
        worth += getattr(rating, word, 0.0) * (min(1, count) if number == cards.SINGER else count)
    return worth


def printed_gain(card: Card, rating: Rating) -> float:
    """Returns what it is worth to play a card, by what is printed on it."""
    if card.kind == cards.ACTION:
        return rating.action_cost * card.cost
    return max(0.0, printed_worth(card, rating) - rating.card)


def alter_reasons(hand: tuple[int, ...], picks: tuple[int, ...]) -> list[Reason]:
    """Lists the reasons for putting cards of the first hand back."""
    if not picks:
        return [Reason("keep", 0.0, "keeps the hand")]
    expensive = len([card for card in picks if COST[card] >= EXPENSIVE])
    ink = len([card for card in hand if cards.INKABLE[card]])
    left = ink - len([card for card in picks if cards.INKABLE[card]])
    found: list[Reason] = []
    if expensive:
        found.append(Reason("expensive", float(expensive), f"cost {EXPENSIVE} or more"))
    if expensive < len(picks):
        found.append(Reason("cheap", float(expensive - len(picks)), "could be played soon"))
    missing = max(0, min(ink, KEPT_INK) - left)
    if missing:
        found.append(Reason("ink", -TOO_LITTLE_INK * missing, "too few cards left for ink"))
    return found


# What works in a turn to come.


def banishes(fighter: Fighter, other: Fighter) -> bool:
    """Tells whether the damage of a character banishes another one."""
    return fighter.strength - other.resist >= other.left


def may_challenge(attacker: Fighter, defender: Fighter, defenders: list[Fighter]) -> bool:
    """Tells whether a character may challenge an exerted one; the others may be Bodyguards."""
    if defender.evasive and not attacker.evasive:
        return False
    if not defender.guard:
        for other in defenders:
            if other.guard and (attacker.evasive or not other.evasive):
                return False
    return True


def has_statics(state: LorcanaState) -> bool:
    """Tells whether any static ability is in play."""
    for row in state.rows:
        for part in row:
            if cards.HAS_STATIC[part.kind]:
                return True
    return False


def can_quest(state: LorcanaState, part: CardInPlay, seat: int, statics: bool) -> bool:
    """Tells whether nothing forbids a character to quest."""
    if PRINTED[part.kind][cards.RECKLESS]:
        return False
    return (not part.mods and not statics) or banned(state, part, seat, cards.CANNOT_QUEST) == 0


def lasting(state: LorcanaState, part: CardInPlay, seat: int, stat: int, statics: bool) -> int:
    """Returns a number or keyword without what ends with the turn."""
    value = PRINTED[part.kind][stat]
    for mod in part.mods:
        if mod.stat == stat and mod.until == FOREVER:
            value += mod.amount
    if statics:
        for row in range(len(state.rows)):
            for source in state.rows[row]:
                if cards.HAS_STATIC[source.kind]:
                    for ability in CARDS[source.kind].abilities:
                        gain = ability.gain[stat]
                        if gain and reaches(state, source, row // 3, ability, part, seat):
                            value += gain
    return value


def is_held_back(part: CardInPlay, turn: int) -> bool:
    """Tells whether a character cannot challenge in a turn."""
    return any(mod.stat == cards.CANNOT_CHALLENGE and mod.until == turn for mod in part.mods)


# The greedy player.


class Worth(shared.ChangeScorer[LorcanaState, LorcanaState]):
    """Adds up what a move changes."""

    def __init__(self, rating: Rating = TUNED) -> None:
        unit = f"points (a lore is {rating.lore:g})"
        super().__init__(partial(Appraiser, rating=rating), unit)

    def reasons(
        self, seen: Observation[LorcanaState, LorcanaState], move: LorcanaMove
    ) -> list[Reason]:
        """Lists every term that the move changes; ending the turn counts 0."""
        found = super().reasons(seen, move)
        forced = not any(isinstance(other, (EndTurn, Answer)) for other in seen.moves)
        if forced and not isinstance(move, Challenge) and score_of(found) <= 0.0:
            found.append(Reason("duty", -DUTY, "a Reckless character must challenge first"))
        return found


GREEDY: Final = GreedyMaker(TUNED, Worth)
