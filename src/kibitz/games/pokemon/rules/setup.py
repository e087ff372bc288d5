"""Before the first turn: shuffling, mulligans, Prizes, the first Pokémon and the toss (R-2 to R-5).

The Prizes are set aside before the Pokémon are chosen; that makes no difference, because nobody
sees them. The seats choose one after the other; what they have chosen lies face down until both are
done.
"""

from typing import ClassVar

from kibitz.games.pokemon.cards.catalogue import IS_BASIC
from kibitz.games.pokemon.rules.steps import A_WORD, GO_FIRST, GO_SECOND, Ask
from kibitz.games.pokemon.state import (
    ACTIVE,
    BENCH,
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    DECK,
    DRAW,
    FACE_DOWN,
    HAND,
    LAYOUT,
    MAIN,
    PRIZES,
    Field,
    Fight,
    Pokemon,
    flip,
    pile,
)


def deal(s: Fight) -> None:
    """Gives both seats a hand with a Basic Pokémon and their Prizes; the cards are in the decks."""
    draw_hands(s)
    draw_bonus(s)
    for seat in (0, 1):
        set_prizes(s, seat)
    begin_choices(s)


def draw_hands(s: Fight) -> None:
    """Shuffles the decks and draws hands until both have a Basic Pokémon."""
    for seat in (0, 1):
        s.shuffle(DECK, seat)
        s.draw(seat, DECK, HAND, s.board.rules.opening_hand)
        while not has_basic(pile(s, HAND, seat)):
            mulligan(s, seat)


def draw_bonus(s: Fight) -> None:
    """Lets both seats draw for the mulligans of the other; enough for the Prizes is left."""
    for seat in (0, 1):
        bonus = s.board.rules.mulligan_bonus * mulligans_of(s, 1 - seat)
        spare = len(pile(s, DECK, seat)) - prize_count(s)
        s.draw(seat, DECK, HAND, max(0, min(bonus, spare)))


def prize_count(s: Fight) -> int:
    """Returns how many Prizes each seat has; in a sudden death it is one."""
    return s.board.rules.prize_count if s.board.sudden == 0 else 1


def set_prizes(s: Fight, seat: int) -> None:
    """Sets the Prizes of a seat aside."""
    s.draw(seat, DECK, PRIZES, prize_count(s))


def begin_choices(s: Fight) -> None:
    """Lets the seats choose their first Pokémon."""
    s.phase = CHOOSE_ACTIVE
    s.active = 0
    s.turn = 0


def has_basic(hand: list[int]) -> bool:
    """Tells whether an opening hand is valid; Clefairy Doll is not enough (R-2)."""
    return any(IS_BASIC[card] for card in hand)


def mulligan(s: Fight, seat: int) -> None:
    """Shows a hand to everybody, shuffles it back and draws another."""
    hand = pile(s, HAND, seat)[:]
    s.board.mulligans.append((seat, *hand))
    s.show(HAND, seat, LAYOUT.everybody)
    for card in hand:
        s.move(card, HAND, seat, DECK)
    s.shuffle(DECK, seat)
    s.draw(seat, DECK, HAND, len(hand))


def mulligans_of(s: Fight, seat: int) -> int:
    """Counts the mulligans of a seat."""
    return len([shown for shown in s.board.mulligans if shown[0] == seat])


def choose_active(s: Fight, seat: int, card: int) -> None:
    """Puts the first Active Pokémon down."""
    s.move(card, HAND, seat, FACE_DOWN)
    if seat == 0:
        s.active = 1
    else:
        s.phase = CHOOSE_BENCH
        s.active = 0


def choose_bench(s: Fight, seat: int, card: int) -> None:
    """Puts another Pokémon down, for the Bench."""
    s.move(card, HAND, seat, FACE_DOWN)


def finish_bench(s: Fight, seat: int) -> None:
    """Ends the choice of a seat; after the second one the match begins."""
    if seat == 0:
        s.active = 1
        return
    for owner in (0, 1):
        turn_up(s, owner)
    winner = 0 if flip(s) else 1
    if s.board.rules.winner_chooses:
        s.active = winner
        s.stack.append(GoFirst(winner))
    else:
        begin(s, winner)


def turn_up(s: Fight, seat: int) -> None:
    """Turns the chosen Pokémon of a seat up."""
    for at, card in enumerate(pile(s, FACE_DOWN, seat)[:]):
        s.take(card, FACE_DOWN, seat)
        s.enter(Pokemon(card), ACTIVE if at == 0 else BENCH, seat)


class GoFirst(Ask):
    """Do you play first or second?"""

    id: ClassVar[str] = "go_first"

    def asks(self) -> int:
        """Asks for a word."""
        return A_WORD

    def options(self, state: Fight) -> list[int]:
        """Returns both."""
        return [GO_FIRST, GO_SECOND]

    def pick(self, s: Fight, option: int) -> None:
        """Begins the first turn."""
        begin(s, self.seat if option == GO_FIRST else 1 - self.seat)


def begin(s: Fight, first: int) -> None:
    """Begins the first turn."""
    s.board.first = first
    s.active = first
    s.turn = 1
    s.phase = DRAW if s.board.rules.first_player_draws else MAIN


def restart(s: Fight) -> None:
    """Begins a sudden death: a new game with one Prize each (R-32)."""
    piles = len(s.cards)
    decks: list[list[int]] = []
    for seat in (0, 1):
        cards: list[int] = []
        for zone in range(piles // 2):
            cards += s.cards[zone + seat * (piles // 2)]
        for row in (s.rows[seat * 2], s.rows[seat * 2 + 1]):
            for pokemon in row:
                cards += pokemon.cards()
        decks.append(sorted(cards))
    field = s.board
    s.stack = []
    s.marks = 0
    s.board = Field(field.rules, sudden=field.sudden + 1, coins=field.coins, flips=field.flips)
    s.seen = [()] * piles
    s.content = [0] * piles
    s.rows = [[] for _ in s.rows]
    s.cards = [[] for _ in range(piles)]
    for seat in (0, 1):
        s.cards[s.index(DECK, seat)] = decks[seat]
    deal(s)
