"""What moves are worth: the greedy player, and what searches are told.

A table is rated term by term: Units, Bases and Shields, cards and Resources of both seats, what the
active seat can still attack and play this turn, and what the other one can attack in its next. A
move is worth what it changes. If it leads to questions, it counts after the best answers, and an
attack counts after the battle, with the block that is best for the opponent. Values are in points;
a Shield counts about 40 of them.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from kibitz.agents import rating as shared
from kibitz.agents.rating import GreedyMaker
from kibitz.agents.weights import weight
from kibitz.core.agent import Reason
from kibitz.core.game import Game
from kibitz.core.ranges import Real
from kibitz.games.gundam import cards, moves
from kibitz.games.gundam import state as table
from kibitz.games.gundam.cards import CARDS, KIND, LEVEL, LINKS, Card
from kibitz.games.gundam.rules.abilities import Resolution
from kibitz.games.gundam.rules.battle import attackable, too_fresh
from kibitz.games.gundam.rules.in_play import ap, hp_left, number
from kibitz.games.gundam.state import CardInPlay, GundamMove, GundamState, base_of, units
from kibitz.kit.effects import Order

Rules: TypeAlias = Game[GundamState, GundamState]

VICTORY: Final = 10_000.0


@dataclass
class Rating:
    """What a table is rated by, in points: guesses, which `kibitz tune gundam greedy` tunes."""

    # Units, by what is printed on them and on their Pilots.
    ap: float = weight(8.0, "each AP of a Unit", Real(4.0, 16.0, log=True))
    hp: float = weight(6.0, "each HP left of a Unit", Real(3.0, 12.0, log=True))
    blocker: float = weight(10.0, "Blocker", Real(0.0, 20.0))
    guard: float = weight(4.0, "an active Unit with Blocker", Real(0.0, 16.0))
    pilot: float = weight(10.0, "a Unit with a Pilot", Real(0.0, 20.0))
    link: float = weight(8.0, "a Link Unit", Real(0.0, 20.0))
    ability: float = weight(3.0, "each ability that works more than once", Real(0.0, 10.0))
    # What protects the player.
    base: float = weight(16.0, "a Base", Real(0.0, 40.0))
    base_hp: float = weight(8.0, "each HP left of a Base", Real(4.0, 16.0, log=True))
    shield: float = weight(40.0, "each Shield", Real(20.0, 80.0, log=True))
    last_shields: float = weight(10.0, "each of the last 2 Shields, in addition", Real(0.0, 40.0))
    # What there is to play.
    card: float = weight(15.0, "each card in hand", Real(7.0, 30.0, log=True))
    most_cards: int = weight(9, "no more cards of a hand are counted")
    resource: float = weight(4.0, "each Resource, EX Resources too", Real(1.0, 12.0, log=True))
    # What can happen.
    attack: float = weight(
        0.8, "the share that attacks count which can still be made this turn", Real(0.0, 0.9)
    )
    later: float = weight(
        0.5, "the share that attacks count which can be made in the next turn", Real(0.0, 0.9)
    )
    finish: float = weight(120.0, "an attack that could win", Real(40.0, 300.0, log=True))
    play: float = weight(
        0.9, "the share that cards count which Resources can still pay for", Real(0.0, 1.0)
    )
    spare: float = weight(0.05, "the share that a card counts which is discarded or taken")


TUNED: Final = Rating()

# What a table is rated by, in the order of `Appraiser.terms`: what it means if a term rises, and if
# it falls.
TERM_WORDS: Final = cards.WORDS.pairs("terms")
TERMS: Final = tuple(TERM_WORDS)
# How many points make a game all but won.
ALL_BUT_WON: Final = 300.0
# How many answers are tried to see how a battle ends.
FEW_ANSWERS: Final = 6
# No turn has more to spend than counts.
MOST_FUNDS: Final = 15
# How a card in hand compares with others, if it is no Unit, by its kind.
IN_HAND: Final = {cards.PILOT: 30.0, cards.COMMAND: 25.0, cards.BASE: 30.0}
# A hand is kept with so many Units up to this level.
KEPT_UNITS: Final = 2
LOW_LEVEL: Final = 3
# A draw comes before other triggers, if nothing else matters.
DRAW_FIRST: Final = 0.01
# Questions that are answered by a rule of their own: their answers change nothing that is rated.
BY_RULE: Final = ("first", "mulligan", "discard")
# The kinds of abilities that work more than once.
LASTING: Final = (cards.STATIC, cards.ATTACK, cards.HITS_SHIELD, cards.KILLS_UNIT, cards.ACTIVATED)
# What an attack adds to the AP of a Unit, by the card with the ability.
ATTACK_BONUS: Final[list[int]] = [
    sum(
        operation.n
        for each in card.abilities
        for operation in each.do
        if each.kind == cards.ATTACK and operation.word == "ap" and operation.to == cards.SELF
    )
    for card in CARDS
]


class Appraiser(shared.Appraiser[GundamState, GundamState]):
    """Rates tables and moves by some weights."""

    def __init__(self, game: Rules, rating: Rating) -> None:
        super().__init__(game, TERM_WORDS, ALL_BUT_WON)
        self.rating: Final = rating
        self.hp: Final[float] = rating.hp
        # By Unit and Pilot: what they are worth without damage. By card: what playing it is worth.
        self.worths: Final[list[list[float]]] = [
            [printed_worth(unit, pilot, rating) for pilot in CARDS] for unit in CARDS
        ]
        self.gains: Final[list[float]] = [printed_gain(card, rating) for card in CARDS]

    # Tables.

    def terms(self, state: GundamState, seat: int, known: list[int] | None = None) -> list[float]:
        foe, rating = 1 - seat, self.rating
        attack, attacked = self.attacks(state, seat), -self.attacks(state, foe)
        play = 0.0
        if state.active == seat and state.phase < table.END_ACTION and not state.over:
            play = rating.play * self.plays(state, seat, known)
        most = rating.most_cards
        return [
            VICTORY if state.winner == seat else 0.0,
            -VICTORY if state.winner == foe else 0.0,
            self.side(state, seat),
            -self.side(state, foe),
            self.protection(state, seat),
            -self.protection(state, foe),
            rating.card * min(most, state.count(table.HAND, seat)),
            -rating.card * min(most, state.count(table.HAND, foe)),
            rating.resource * table.level(state, seat),
            -rating.resource * table.level(state, foe),
            attack,
            attacked,
            play,
        ]

    def worth(self, part: CardInPlay) -> float:
        """Returns what a Unit is worth."""
        return self.worths[part.kind][part.pilot] - self.hp * part.damage

    def side(self, state: GundamState, seat: int) -> float:
        """Adds up the Units of a seat."""
        total = 0.0
        for part in units(state, seat):
            total += self.worths[part.kind][part.pilot] - self.hp * part.damage
            if not part.rested and cards.PRINTED[part.kind][cards.BLOCKER]:
                total += self.rating.guard
        return total

    def protection(self, state: GundamState, seat: int) -> float:
        """Adds up the Base and the Shields of a seat."""
        rating, base = self.rating, base_of(state, seat)
        shields = state.count(table.SHIELDS, seat)
        total = rating.shield * shields + rating.last_shields * min(2, shields)
        if base is not None:
            total += rating.base + rating.base_hp * hp_left(state, base, seat)
        return total

    def plays(self, state: GundamState, seat: int, known: list[int] | None) -> float:
        """Returns the most that the active Resources can buy, by cards of the hand."""
        money, highest = min(MOST_FUNDS, table.funds(state, seat)), table.level(state, seat)
        hand = state.cards[state.index(table.HAND, seat)]
        low = [card for card in hand if cards.LEVEL[card] <= highest]
        return self.best_buy(money, low, known, cards.COST, self.gains)

    # What can happen.

    def attacks(self, state: GundamState, seat: int) -> float:
        """Rates what a seat can win by the attacks of this turn, or by those of its next."""
        if state.over:
            return 0.0
        if state.active != seat:
            return self.rating.later * self.prospects(state, seat, True)
        if state.phase >= table.END_ACTION:
            return 0.0
        return self.rating.attack * self.prospects(state, seat, False)

    def prospects(self, state: GundamState, seat: int, coming: bool) -> float:
        """Adds up what a seat's Units win in attacks, one after the other.

        Every Unit does the best that it can: it destroys an enemy Unit, or hits the Base, a Shield
        or the player. Each active enemy Unit with Blocker stops one of those hits. In a turn to
        come, all its Units are active.
        """
        foe, rating = 1 - seat, self.rating
        base = base_of(state, foe)
        left = 0 if base is None else hp_left(state, base, foe)
        shields, blockers = state.count(table.SHIELDS, foe), count_blockers(state, foe)
        total = 0.0
        for part in units(state, seat):
            power = self.power(state, part, seat, coming)
            if power <= 0:
                continue
            gain = 0.0
            if not cards.GIVES[cards.NO_PLAYER_ATTACK][part.kind]:
                if left > 0:
                    gain = rating.base_hp * min(power, left) + (rating.base if power >= left else 0)
                else:
                    gain = rating.shield if shields > 0 else rating.finish
            trade = self.best_trade(state, seat, part, power)
            if trade >= gain:
                total += trade
            elif blockers > 0:
                blockers -= 1
            else:
                total += gain
                if left > 0:
                    left -= power
                else:
                    shields -= 1
        return total

    def power(self, state: GundamState, part: CardInPlay, seat: int, coming: bool) -> int:
        """Returns the AP with which a seat's Unit attacks; 0 if it cannot attack."""
        if coming:
            # Without what ends with the turn.
            lasting = cards.PRINTED[part.kind][cards.AP] + cards.PRINTED[part.pilot][cards.AP]
            return lasting + attack_bonus(part)
        if part.rested or too_fresh(part) or number(state, part, seat, cards.NO_ATTACK) > 0:
            return 0
        return ap(state, part, seat) + attack_bonus(part)

    def best_trade(self, state: GundamState, seat: int, part: CardInPlay, power: int) -> float:
        """Returns the most that a Unit wins by destroying an enemy Unit that it may attack."""
        best, foe = 0.0, 1 - seat
        for target in units(state, foe):
            value = self.worth(target)
            if value <= best or not attackable(state, part, target, seat):
                continue
            if power >= hp_left(state, target, foe):
                damage = ap(state, target, foe)
                dies = damage >= hp_left(state, part, seat)
                best = max(best, value - (self.worth(part) if dies else self.hp * damage))
        return best

    # Moves.

    def on_turn(self, state: GundamState) -> int:
        return state.active

    def known(self, view: GundamState, seat: int) -> list[int]:
        return list(view.pile(table.HAND, seat))

    def unsettled(self, state: GundamState) -> bool:
        return len(state.stack) > 0 or state.phase == table.BLOCK

    def follow(self, state: GundamState, move: GundamMove) -> None:
        """Plays a move; in the action step of a battle both players pass then."""
        self.game.play(state, move)
        while state.phase == table.ACTION and not state.stack and not state.over:
            self.game.play(state, moves.PASS_ACTION)

    def compared(self, state: GundamState, seat: int) -> GundamState:
        """Returns the table after a pass in the steps of a battle; else the table as it is."""
        if state.stack or state.phase not in (table.BLOCK, table.ACTION):
            return state
        return self.after(
            state, moves.PASS_BLOCK if state.phase == table.BLOCK else moves.PASS_ACTION, seat
        )

    def settled(self, state: GundamState) -> GundamState:
        """Returns the table after the battle and the questions that are going on."""
        if state.over or (not state.stack and state.phase not in (table.BLOCK, table.ACTION)):
            return state
        if not state.stack and state.phase == table.ACTION:
            return self.after(state, moves.PASS_ACTION, state.active)
        return self.answered(state.clone(), state.active, [FEW_ANSWERS])

    def ruled(self, state: GundamState, seat: int, moves: list[GundamMove]) -> GundamMove | None:
        """Answers what depends on cards that nobody has seen: no Burst, any card."""
        asked = state.question()
        if asked is None:
            return None
        if asked.id == "burst":
            return moves[1]
        if asked.id == "take":
            return moves[-1] if state.count(table.DECK, asked.seat) else moves[0]
        if asked.id == "order":
            return moves[0]
        if asked.id not in BY_RULE:
            return None
        return self.highest(state, seat, moves) if asked.seat == seat else moves[0]

    def apart(self, state: GundamState, seat: int, move: GundamMove) -> list[Reason] | None:
        """Lists the reasons for passing, which counts 0, and for answers by a rule."""
        if isinstance(move, (moves.PassBlock, moves.PassAction)):
            return [Reason("pass", 0.0, "does nothing")]
        if isinstance(move, moves.Answer) and move.question in BY_RULE:
            return self.choice(state, seat, move)
        return None

    def costs(self, state: GundamState, seat: int, move: GundamMove) -> list[Reason]:
        """Adds to the effort which card is taken, and which trigger comes first.

        Ending the main phase takes none: it costs what could still have been done.
        """
        if isinstance(move, moves.EndMain):
            return []
        effort = super().costs(state, seat, move)
        if not isinstance(move, moves.Answer):
            return effort
        if move.question == "take" and move.picks:
            value = self.rating.spare * self.in_hand(move.picks[0])
            return [Reason("which card", value, "how much you can do with it"), *effort]
        asked = state.question()
        if isinstance(asked, Order) and draws(asked.waiting[move.picks[0]]):
            return [Reason("order", DRAW_FIRST, "draws before the rest happens"), *effort]
        return effort

    def choice(self, state: GundamState, seat: int, move: moves.Answer) -> list[Reason]:
        """Lists the reasons for an answer that changes nothing which is rated."""
        if move.question == "first":
            own = state.owner(move.picks[0]) == seat
            return [Reason("first", 1.0 if own else 0.0, "who begins attacks first")]
        if move.question == "mulligan":
            hand = [card for card in state.pile(table.HAND, seat) if KIND[card] == cards.UNIT]
            low = len([card for card in hand if LEVEL[card] <= LOW_LEVEL])
            text = f"{low} Units up to level {LOW_LEVEL}, {KEPT_UNITS} are enough"
            kept = float(low - KEPT_UNITS) + 0.5
            return [Reason("hand", kept if move.picks[0] == 0 else -kept, text)]
        value = 0.0
        for card in move.picks:
            value += self.rating.spare * self.in_hand(card)
        return [Reason("which card", -value, "how much you could do with it")]

    def in_hand(self, card: int) -> float:
        """Returns how much can be done with a card, compared with others."""
        kind = cards.KIND[card]
        return self.worths[card][0] if kind == cards.UNIT else IN_HAND[kind]


# By what is printed.


def printed_worth(unit: Card, pilot: Card, rating: Rating) -> float:
    """Returns what a Unit without damage is worth with a Pilot, or with none (card 0)."""
    paired, linked = pilot.number > 0, LINKS[unit.number][pilot.number]
    worth = rating.ap * (unit.ap + pilot.ap) + rating.hp * (unit.hp + pilot.hp)
    worth += rating.blocker * unit.keywords[cards.BLOCKER]
    worth += rating.ability * (sum(unit.keywords) > unit.keywords[cards.BLOCKER])
    worth += rating.pilot * paired + rating.link * linked
    for card in (unit, pilot):
        for each in card.abilities:
            if each.kind in LASTING:
                worth += rating.ability
            # What is given to this Unit only, in every turn.
            met = (paired or cards.IF_PAIRED not in each.conditions) and (
                linked or cards.IF_LINKED not in each.conditions
            )
            if met and not each.to_mine and cards.IF_MY_TURN not in each.conditions:
                worth += rating.ap * each.gives[cards.AP] + rating.hp * each.gives[cards.HP]
    return worth


def printed_gain(card: Card, rating: Rating) -> float:
    """Returns what it is worth to play a card, by what is printed on it; 0 for Commands."""
    if card.kind == cards.UNIT:
        return max(0.0, printed_worth(card, CARDS[0], rating) - rating.card)
    if card.kind == cards.PILOT:
        return max(0.0, rating.ap * card.ap + rating.hp * card.hp + rating.pilot - rating.card)
    return 0.0


def attack_bonus(part: CardInPlay) -> int:
    """Returns how much AP a Unit gains when it attacks."""
    return ATTACK_BONUS[part.kind] + ATTACK_BONUS[part.pilot]


def count_blockers(state: GundamState, seat: int) -> int:
    """Counts the active Units with Blocker of a seat."""
    active = [part.kind for part in units(state, seat) if not part.rested]
    return len([card for card in active if cards.PRINTED[card][cards.BLOCKER]])


def draws(effect: object) -> bool:
    """Tells whether an ability that waits draws cards."""
    if not isinstance(effect, Resolution):
        return False
    return any(each.word == "draw" for each in effect.printed().do)


# The greedy player.


class Worth(shared.ChangeScorer[GundamState, GundamState]):
    """Adds up what a move changes; passing and ending the main phase count 0."""

    def __init__(self, rating: Rating = TUNED) -> None:
        unit = f"points (a Shield is {rating.shield:g})"
        super().__init__(partial(Appraiser, rating=rating), unit)


GREEDY: Final = GreedyMaker(TUNED, Worth)
