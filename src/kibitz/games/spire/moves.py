"""What the player may do: play a card, use a potion, choose what is asked for, or end the turn.

Equal cards of the hand are one move, and so are equal potions. The classes say what is legal;
`list_moves` lists the same moves faster.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from kibitz.core.errors import suggest
from kibitz.core.move import Move, Reject
from kibitz.games.spire import cards
from kibitz.games.spire.cards import FACE_MASK, FACES
from kibitz.games.spire.gear import EMPTY_SLOT, POTIONS, SMOKE_BOMB
from kibitz.games.spire.monsters import BOSS
from kibitz.games.spire.rules.combat import cost_of
from kibitz.games.spire.rules.operations import can_choose, choose, finish_choice, pile_of
from kibitz.games.spire.rules.playing import (
    NORMALITY_LIMIT,
    can_be_played,
    card_limit,
    play_from_hand,
    use_potion,
)
from kibitz.games.spire.rules.turn import end_turn, settle
from kibitz.games.spire.state import CALM, NO_TARGET, WRATH, Fight

# The codes of this game's own refusals.
NOT_IN_HAND: Final = "NOT_IN_HAND"
NOT_PLAYABLE: Final = "NOT_PLAYABLE"
NOT_ENOUGH_ENERGY: Final = "NOT_ENOUGH_ENERGY"
CARD_LIMIT: Final = "CARD_LIMIT"
WRONG_TARGET: Final = "WRONG_TARGET"
NO_SUCH_POTION: Final = "NO_SUCH_POTION"
CHOICE_PENDING: Final = "CHOICE_PENDING"
NO_CHOICE: Final = "NO_CHOICE"
NOT_OFFERED: Final = "NOT_OFFERED"

# No fight has more monsters, the dead ones included.
MOST_MONSTERS: Final = 16


# The words for cards.

CARD_FACES: Final[dict[str, int]] = {name.lower(): side for side, name in enumerate(cards.NAMES)}
STANCE_WORDS: Final = {"calm": -CALM, "wrath": -WRATH}
STANCE_NAMES: Final = {-CALM: "calm", -WRATH: "wrath"}
FREE: Final = "free"


def card_word(card: int) -> str:
    """Writes a card: its name, and in braces what a fight has changed about it.

    `bash {0}` costs 0 this turn, `bash {=0}` in this fight, `bash {free}` until it is played,
    `rampage {+5}` has grown by 5, and `glass knife {-2}` has lost 2 damage.
    """
    if card < 0:
        return STANCE_NAMES[card]
    name = cards.NAMES[card & FACE_MASK].lower()
    if card < FACES:
        return name
    tags: list[str] = []
    turn = card >> cards.TURN_COST_SHIFT & cards.COST_MASK
    fight = card >> cards.FIGHT_COST_SHIFT & cards.COST_MASK
    if turn > 0:
        tags.append(str(turn - 1))
    if fight > 0:
        tags.append(f"={fight - 1}")
    if card & cards.FREE_ONCE:
        tags.append(FREE)
    if cards.growth(card) > 0:
        tags.append(f"{growth_sign(card)}{cards.growth(card)}")
    return f"{name} {{{' '.join(tags)}}}"


def growth_sign(card: int) -> str:
    """Returns the sign of what a card has grown by: only Glass Knife gets weaker."""
    return "-" if card & FACE_MASK & ~1 == cards.GLASS_KNIFE else "+"


def read_card(word: str) -> int:
    """Reads what `card_word` writes; -1 for anything else."""
    if word in STANCE_WORDS:
        return STANCE_WORDS[word]
    name, _, rest = word.partition(" {")
    card = CARD_FACES.get(name, cards.NO_CARD)
    if card < 0 or not rest:
        return card
    for tag in rest.removesuffix("}").split(" "):
        digits = tag.lstrip("=+-")
        if tag == FREE:
            card |= cards.FREE_ONCE
        elif not (digits.isascii() and digits.isdecimal() and len(digits) < 6):
            return cards.NO_CARD
        elif tag[0] in "+-":
            card = cards.grown(card, int(digits))
        elif int(digits) >= cards.COST_MASK:
            return cards.NO_CARD
        elif tag[0] == "=":
            card = cards.with_fight_cost(card, int(digits))
        else:
            card = cards.with_turn_cost(card, int(digits))
    return card if card_word(card) == word else cards.NO_CARD


def near(word: str, known: Iterable[str]) -> str:
    """Writes which known name a word could mean; there are too many to list all of them."""
    found = suggest(" ".join(word.lower().split())[:40], known)
    return "kibitz games spire lists all" if found.startswith("known: ") else found


def target_word(target: int) -> str:
    """Writes a target: nothing, or the number of a monster from 1."""
    return "" if target == NO_TARGET else f" > {target + 1}"


def check_target(state: Fight, aimed: bool, target: int) -> Iterator[Reject]:
    """Yields what is wrong with a target."""
    if not aimed:
        if target != NO_TARGET:
            yield Reject(WRONG_TARGET, "it has no target")
    elif target == NO_TARGET:
        yield Reject(WRONG_TARGET, "it needs a target: the number of a monster")
    elif not 0 <= target < len(state.monsters):
        count = len(state.monsters)
        yield Reject(WRONG_TARGET, f"there is no monster {target + 1}: expected 1 to {count}")
    elif not state.monsters[target].alive:
        yield Reject(WRONG_TARGET, f"monster {target + 1} is gone")


class Play(Move[Fight]):
    """Play a card of the hand."""

    id: ClassVar[str] = "play"
    name: ClassVar[str] = "Play a card"
    source: ClassVar[str] = "card"
    __match_args__ = ("card", "target")

    def __init__(self, card: str, target: int = NO_TARGET) -> None:
        self.card: Final = card
        self.target: Final = target
        self.number: Final = read_card(card)

    @classmethod
    def enumerate(cls, state: Fight, seat: int) -> Iterator[Move[Fight]]:
        moves: list[Move[Fight]] = []
        for card in unique(state.hand):
            word = card_word(card)
            if cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY:
                moves.extend([Play(word, target) for target in range(len(state.monsters))])
            else:
                moves.append(Play(word))
        return iter(moves)

    def invalid(self) -> list[str]:
        if self.number >= 0:
            return []
        return [f"unknown card {self.card!r}; {near(self.card, CARD_FACES)}"]

    def check(self, state: Fight, seat: int) -> Iterator[Reject]:
        card = self.number
        if state.choice:
            yield Reject(CHOICE_PENDING, "choose what is asked for first")
        if card not in state.hand:
            yield Reject(NOT_IN_HAND, f"{self.card} is not in the hand")
            return
        if not can_be_played(state, card):
            yield Reject(NOT_PLAYABLE, f"{self.card} cannot be played now")
        cost = cost_of(state, card)
        if cost > state.energy:
            yield Reject(
                NOT_ENOUGH_ENERGY,
                f"{self.card} costs {cost}, and there is {state.energy} energy",
                cost=cost,
                energy=state.energy,
            )
        limit = card_limit(state)
        if state.cards_played >= limit:
            yield Reject(CARD_LIMIT, f"no more than {limit} cards can be played this turn")
        aimed = cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY
        yield from check_target(state, aimed, self.target)

    def apply(self, state: Fight, seat: int) -> None:
        play_from_hand(state, self.number, self.target)
        settle(state)

    def __str__(self) -> str:
        return self.card + target_word(self.target)


class UsePotion(Move[Fight]):
    """Use a potion of the belt."""

    id: ClassVar[str] = "potion"
    name: ClassVar[str] = "Use a potion"
    source: ClassVar[str] = "potion"
    __match_args__ = ("potion", "target")

    def __init__(self, potion: str, target: int = NO_TARGET) -> None:
        self.potion: Final = potion
        self.target: Final = target
        self.number: Final = POTION_WORDS.get(potion, EMPTY_SLOT)

    @classmethod
    def enumerate(cls, state: Fight, seat: int) -> Iterator[Move[Fight]]:
        moves: list[Move[Fight]] = []
        for potion in unique(state.potions):
            if potion < 0:
                continue
            word = POTIONS[potion].name.lower()
            if POTIONS[potion].aimed:
                moves.extend([UsePotion(word, target) for target in range(len(state.monsters))])
            else:
                moves.append(UsePotion(word))
        return iter(moves)

    def invalid(self) -> list[str]:
        if self.number >= 0:
            return []
        return [f"unknown potion {self.potion!r}; {near(self.potion, POTION_WORDS)}"]

    def check(self, state: Fight, seat: int) -> Iterator[Reject]:
        if state.choice:
            yield Reject(CHOICE_PENDING, "choose what is asked for first")
        if self.number not in state.potions:
            yield Reject(NO_SUCH_POTION, f"there is no {self.potion} in the belt")
            return
        if POTIONS[self.number].automatic:
            yield Reject(NOT_PLAYABLE, f"{self.potion} works by itself")
        elif state.slot_of(self.number) < 0:
            yield Reject(NOT_PLAYABLE, f"{self.potion} cannot be used now")
        if self.number == SMOKE_BOMB and state.room == BOSS:
            yield Reject(NOT_PLAYABLE, "nobody flees from a boss")
        yield from check_target(state, POTIONS[self.number].aimed, self.target)

    def apply(self, state: Fight, seat: int) -> None:
        use_potion(state, self.number, self.target)
        settle(state)

    def __str__(self) -> str:
        return self.potion + target_word(self.target)


POTION_WORDS: Final[dict[str, int]] = {potion.name.lower(): potion.number for potion in POTIONS}


class Choose(Move[Fight]):
    """Choose a card that is asked for."""

    id: ClassVar[str] = "choose"
    name: ClassVar[str] = "Choose a card"
    source: ClassVar[str] = "card"
    __match_args__ = ("card",)

    def __init__(self, card: str) -> None:
        self.card: Final = card
        self.number: Final = read_card(card)

    @classmethod
    def enumerate(cls, state: Fight, seat: int) -> Iterator[Move[Fight]]:
        if not state.choice:
            return iter(())
        pile = pile_of(state, state.picks_from)
        return iter([Choose(card_word(card)) for card in listed(state, pile)])

    def invalid(self) -> list[str]:
        if self.number >= 0 or self.card in STANCE_WORDS:
            return []
        return [f"unknown card {self.card!r}; {near(self.card, CARD_FACES)}"]

    def check(self, state: Fight, seat: int) -> Iterator[Reject]:
        if not state.choice:
            yield Reject(NO_CHOICE, "nothing is asked for")
        elif self.number not in pile_of(state, state.picks_from) or not can_choose(
            state, state.choice, self.number, state.picks_type
        ):
            yield Reject(NOT_OFFERED, f"{self.card} cannot be chosen")

    def apply(self, state: Fight, seat: int) -> None:
        choose(state, self.number)
        settle(state)

    def __str__(self) -> str:
        return f"choose {self.card}"


class Done(Move[Fight]):
    """Choose no more cards."""

    id: ClassVar[str] = "done"
    name: ClassVar[str] = "Choose no more"

    def check(self, state: Fight, seat: int) -> Iterator[Reject]:
        if not state.choice:
            yield Reject(NO_CHOICE, "nothing is asked for")
        elif not state.optional:
            yield Reject(CHOICE_PENDING, "a card must be chosen")

    def apply(self, state: Fight, seat: int) -> None:
        finish_choice(state)
        settle(state)


class End(Move[Fight]):
    """End the turn."""

    id: ClassVar[str] = "end"
    name: ClassVar[str] = "End the turn"

    def check(self, state: Fight, seat: int) -> Iterator[Reject]:
        if state.choice:
            yield Reject(CHOICE_PENDING, "choose what is asked for first")

    def apply(self, state: Fight, seat: int) -> None:
        end_turn(state)
        settle(state)


def unique(pile: list[int]) -> list[int]:
    """Lists the different cards of a pile, in order."""
    found: list[int] = []
    for card in pile:
        if card not in found:
            found.append(card)
    return found


def listed(state: Fight, pile: list[int]) -> list[int]:
    """Lists the cards of a pile that can be chosen.

    The order of the draw pile is secret, so its cards are listed by their numbers.
    """
    found = [
        card for card in unique(pile) if can_choose(state, state.choice, card, state.picks_type)
    ]
    return sorted(found) if pile is state.draw else found


# The quick list of legal moves. Moves are values, so one object of each serves every fight.

# For each face the play without a target, then on each monster; made when they are first needed.
PLAYS: Final[list[list[Move[Fight]]]] = [[] for _ in range(len(cards.NAMES))]
CHANGED_PLAYS: Final[dict[int, list[Move[Fight]]]] = {}
POTION_USES: Final[list[list[Move[Fight]]]] = []
CHOICES: Final[dict[int, Move[Fight]]] = {}
END: Final = End()
DONE: Final = Done()


def plays_of(card: int) -> list[Move[Fight]]:
    """Returns the plays of a card: without a target, then on each monster."""
    if card < FACES:
        found = PLAYS[card]
        if not found:
            found.extend(make_plays(card))
        return found
    if card not in CHANGED_PLAYS:
        CHANGED_PLAYS[card] = make_plays(card)
    return CHANGED_PLAYS[card]


def make_plays(card: int) -> list[Move[Fight]]:
    """Makes the plays of a card."""
    word = card_word(card)
    return [Play(word, target) for target in range(NO_TARGET, MOST_MONSTERS)]


for each in POTIONS:
    POTION_USES.append(
        [UsePotion(each.name.lower(), target) for target in range(NO_TARGET, MOST_MONSTERS)]
    )


def list_moves(state: Fight) -> list[Move[Fight]]:
    """Lists the legal moves."""
    moves: list[Move[Fight]] = []
    if state.over:
        return moves
    if state.choice:
        list_choices(state, moves)
        return moves
    if state.cards_played < NORMALITY_LIMIT or state.cards_played < card_limit(state):
        list_plays(state, moves)
    list_potions(state, moves)
    moves.append(END)
    return moves


def list_plays(state: Fight, moves: list[Move[Fight]]) -> None:
    """Adds the plays of cards."""
    hand = state.hand
    energy = state.energy
    monsters = state.monsters
    for place in range(len(hand)):
        card = hand[place]
        again = False
        for before in range(place):
            if hand[before] == card:
                again = True
                break
        if again or cost_of(state, card) > energy or not can_be_played(state, card):
            continue
        plays = plays_of(card)
        if cards.AIMS[card & FACE_MASK] == cards.AT_ENEMY:
            for target in range(len(monsters)):
                if monsters[target].alive:
                    moves.append(plays[target + 1])
        else:
            moves.append(plays[0])


def list_potions(state: Fight, moves: list[Move[Fight]]) -> None:
    """Adds the uses of potions."""
    held = state.potions
    for slot in range(len(held)):
        number = held[slot]
        if number < 0 or number in held[:slot] or POTIONS[number].automatic:
            continue
        if state.slot_of(number) < 0 or (number == SMOKE_BOMB and state.room == BOSS):
            continue
        uses = POTION_USES[number]
        if POTIONS[number].aimed:
            for target in range(len(state.monsters)):
                if state.monsters[target].alive:
                    moves.append(uses[target + 1])
        else:
            moves.append(uses[0])


def list_choices(state: Fight, moves: list[Move[Fight]]) -> None:
    """Adds the answers to what is asked for."""
    for card in listed(state, pile_of(state, state.picks_from)):
        if card not in CHOICES:
            CHOICES[card] = Choose(card_word(card))
        moves.append(CHOICES[card])
    if state.optional:
        moves.append(DONE)
