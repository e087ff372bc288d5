"""The course of a match: the setup, turns, retreating, what comes between turns, and the end.

The Prizes are set aside before the first Pokémon are chosen; that makes no difference, because
nobody sees them. The seats choose one after the other; what they have chosen lies face down until
both are done.
"""

from typing import ClassVar, Final

from kibitz import kit
from kibitz.games.pokemon.cards import (
    DEFENDER,
    HP,
    IS_BASIC,
    IS_DOLL,
    PLUS_POWER,
    RETREAT,
    energy_units,
)
from kibitz.games.pokemon.rules import in_play, steps
from kibitz.games.pokemon.rules.steps import Ask
from kibitz.games.pokemon.state import (
    ACTIVE,
    ASLEEP,
    BENCH,
    BY_DECK,
    BY_DRAW,
    BY_NO_POKEMON,
    BY_PRIZES,
    CHOOSE_ACTIVE,
    CHOOSE_BENCH,
    CONFUSED,
    DECK,
    DISCARD,
    DRAW,
    FACE_DOWN,
    HAND,
    HEALTHY,
    LAYOUT,
    MAIN,
    PARALYZED,
    PRIZES,
    Field,
    Pokemon,
    PokemonState,
    active,
    bench,
    flip,
    has_active,
    pile,
)

# Before the first turn: shuffling, mulligans, Prizes, the first Pokémon, the toss.


def deal(s: PokemonState) -> None:
    """Gives both seats a hand with a Basic Pokémon and their Prizes; the cards are in the decks."""
    draw_hands(s)
    draw_bonus(s)
    for seat in (0, 1):
        set_prizes(s, seat)
    begin_choices(s)


def draw_hands(s: PokemonState) -> None:
    """Shuffles the decks and draws hands until both have a Basic Pokémon."""
    for seat in (0, 1):
        s.shuffle(DECK, seat)
        s.draw(seat, DECK, HAND, s.board.rules.opening_hand)
        while not has_basic(pile(s, HAND, seat)):
            mulligan(s, seat)


def draw_bonus(s: PokemonState) -> None:
    """Lets both seats draw for the mulligans of the other; enough for the Prizes is left."""
    for seat in (0, 1):
        bonus = s.board.rules.mulligan_bonus * mulligans_of(s, 1 - seat)
        spare = len(pile(s, DECK, seat)) - prize_count(s)
        s.draw(seat, DECK, HAND, max(0, min(bonus, spare)))


def prize_count(s: PokemonState) -> int:
    """Returns how many Prizes each seat has; in a sudden death it is one."""
    return s.board.rules.prize_count if s.board.sudden == 0 else 1


def set_prizes(s: PokemonState, seat: int) -> None:
    """Sets the Prizes of a seat aside."""
    s.draw(seat, DECK, PRIZES, prize_count(s))


def begin_choices(s: PokemonState) -> None:
    """Lets the seats choose their first Pokémon."""
    s.phase = CHOOSE_ACTIVE
    s.active = 0
    s.turn = 0


def has_basic(hand: list[int]) -> bool:
    """Tells whether an opening hand is valid; Clefairy Doll is not enough (R-2)."""
    return any(IS_BASIC[card] for card in hand)


def mulligan(s: PokemonState, seat: int) -> None:
    """Shows a hand to everybody, shuffles it back and draws another."""
    hand = pile(s, HAND, seat)[:]
    s.board.mulligans.append((seat, *hand))
    s.show(HAND, seat, LAYOUT.everybody)
    for card in hand:
        s.move(card, HAND, seat, DECK)
    s.shuffle(DECK, seat)
    s.draw(seat, DECK, HAND, len(hand))


def mulligans_of(s: PokemonState, seat: int) -> int:
    """Counts the mulligans of a seat."""
    return len([shown for shown in s.board.mulligans if shown[0] == seat])


def choose_active(s: PokemonState, seat: int, card: int) -> None:
    """Puts the first Active Pokémon down."""
    s.move(card, HAND, seat, FACE_DOWN)
    if seat == 0:
        s.active = 1
    else:
        s.phase = CHOOSE_BENCH
        s.active = 0


def choose_bench(s: PokemonState, seat: int, card: int) -> None:
    """Puts another Pokémon down, for the Bench."""
    s.move(card, HAND, seat, FACE_DOWN)


def finish_bench(s: PokemonState, seat: int) -> None:
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


def turn_up(s: PokemonState, seat: int) -> None:
    """Turns the chosen Pokémon of a seat up."""
    for at, card in enumerate(pile(s, FACE_DOWN, seat)[:]):
        s.take(card, FACE_DOWN, seat)
        s.enter(Pokemon(card), ACTIVE if at == 0 else BENCH, seat)


class GoFirst(Ask):
    """Do you play first or second?"""

    id: ClassVar[str] = "go_first"

    def asks(self) -> int:
        return steps.A_WORD

    def options(self, state: PokemonState) -> list[int]:
        return [steps.GO_FIRST, steps.GO_SECOND]

    def pick(self, s: PokemonState, option: int) -> None:
        begin(s, self.seat if option == steps.GO_FIRST else 1 - self.seat)


def begin(s: PokemonState, first: int) -> None:
    """Begins the first turn."""
    s.board.first = first
    s.active = first
    s.turn = 1
    s.phase = DRAW if s.board.rules.first_player_draws else MAIN


def restart(s: PokemonState) -> None:
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


# Knock outs, Prizes, promotion, and the end of the match.

NOBODY: Final = -1


class TakePrizes(Ask):
    """Take your Prizes."""

    id: ClassVar[str] = "take_prizes"
    __match_args__ = ("seat", "left")

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left: Final = left

    def options(self, state: PokemonState) -> list[int]:
        """Nothing is chosen: Prizes lie face down."""
        return []

    def decline(self, s: PokemonState) -> None:
        """Takes one, and asks for the next."""
        s.draw(self.seat, PRIZES, HAND, 1)
        if self.left > 1 and pile(s, PRIZES, self.seat):
            s.stack.append(TakePrizes(self.seat, self.left - 1))


class Promotion(Ask):
    """Which Pokémon becomes your Active one?"""

    id: ClassVar[str] = "promotion"

    def asks(self) -> int:
        return steps.A_SPOT

    def options(self, state: PokemonState) -> list[int]:
        return list(range(1, len(bench(state, self.seat)) + 1))

    def pick(self, s: PokemonState, option: int) -> None:
        in_play.promote(s, self.seat, option - 1)


class Verdict(kit.Effect[Pokemon, Field]):
    """Tells whether somebody has won; otherwise who lacks an Active Pokémon promotes one."""

    id: ClassVar[str] = "verdict"

    def resolve(self, state: PokemonState) -> None:
        decide(state)


def knock_outs(s: PokemonState) -> None:
    """Discards the knocked out Pokémon; then come Prizes, the verdict and promotions."""
    prizes = [0, 0]
    found = False
    for place in range(len(s.rows)):
        row = s.rows[place]
        for at in range(len(row) - 1, -1, -1):
            pokemon = row[at]
            if pokemon.damage >= HP[pokemon.kind]:
                found = True
                row.pop(at)
                seat = place // 2
                in_play.discard_pokemon(s, seat, pokemon)
                if not IS_DOLL[pokemon.kind]:
                    prizes[1 - seat] += 1
    if found:
        award(s, prizes)


def award(s: PokemonState, prizes: list[int]) -> None:
    """Lets both players take the Prizes they have won; the active player takes first (R-31)."""
    s.stack.append(Verdict())
    for seat in (1 - s.active, s.active):
        count = min(prizes[seat], len(pile(s, PRIZES, seat)))
        if count > 0:
            s.stack.append(TakePrizes(seat, count))


def decide(s: PokemonState) -> None:
    """Ends the match if somebody has won (R-32); else asks for promotions."""
    score = [achieved(s, 0), achieved(s, 1)]
    if score[0] == 0 and score[1] == 0:
        for seat in (s.active, 1 - s.active):  # the last one asked comes first
            if not has_active(s, seat):
                s.stack.append(Promotion(seat))
    elif score[0] != score[1]:
        winner = 0 if score[0] > score[1] else 1
        finish(s, winner, BY_NO_POKEMON if pile(s, PRIZES, winner) else BY_PRIZES)
    elif s.board.rules.sudden_death:
        restart(s)
    else:
        finish(s, NOBODY, BY_DRAW)


def achieved(s: PokemonState, seat: int) -> int:
    """Counts which conditions for winning a seat meets."""
    foe = 1 - seat
    count = 0 if pile(s, PRIZES, seat) else 1
    return count if has_active(s, foe) or bench(s, foe) else count + 1


def finish(s: PokemonState, winner: int, reason: str) -> None:
    """Ends the match."""
    s.stack = []
    s.win(winner, reason)


# Turns.


def settle(s: PokemonState) -> None:
    """Goes on with what waits on the stack until somebody must decide."""
    while s.stack and not s.over:
        top = s.stack[-1]
        if isinstance(top, Ask):
            s.seat = top.seat
            return
        s.stack.pop()
        top.resolve(s)
    s.seat = s.active


def draw_card(s: PokemonState, seat: int) -> None:
    """Draws the card of the turn; with an empty deck the player loses (R-6)."""
    if not pile(s, DECK, seat):
        finish(s, 1 - seat, BY_DECK)
        return
    s.draw(seat, DECK, HAND, 1)
    s.phase = MAIN


# Retreating.


def retreat_problem(s: PokemonState, seat: int) -> str:
    """Says why the Active Pokémon cannot retreat; nothing if it can (R-15, R-16)."""
    pokemon = active(s, seat)
    limit = s.board.rules.retreats_per_turn
    if not bench(s, seat):
        return "there is no Pokémon on the Bench"
    if IS_DOLL[pokemon.kind]:
        return "it cannot retreat"
    if pokemon.condition == ASLEEP or pokemon.condition == PARALYZED:
        return "it is asleep" if pokemon.condition == ASLEEP else "it is paralyzed"
    if pokemon.stuck_turn == s.turn:
        return "it has tried to retreat this turn"
    if limit and s.board.retreats >= limit:
        return f"no more than {limit} retreats are allowed in a turn"
    if RETREAT[pokemon.kind] == 0 and not in_play.may_idle(s, seat):
        return "you have only moved to and fro: do something else first"
    return ""


def can_pay_retreat(pokemon: Pokemon) -> bool:
    """Tells whether a Pokémon has the Energy for its retreat cost."""
    cost = RETREAT[pokemon.kind]
    for energy in pokemon.energy:
        if cost <= 0:
            break
        cost -= energy_units(energy)
    return cost <= 0


def retreat(s: PokemonState, seat: int, index: int) -> None:
    """Pays for a retreat to a place on the Bench; asks with what where there is a choice."""
    s.board.retreats += 1
    s.board.idle = s.board.idle + 1 if RETREAT[active(s, seat).kind] == 0 else 0
    s.stack.append(Retreating(seat, index))
    pay_retreat(s, seat, ())


def pay_retreat(s: PokemonState, seat: int, held: tuple[int, ...]) -> None:
    """Discards the Energy for a retreat, or asks for the next card."""
    pokemon = active(s, seat)
    cost = RETREAT[pokemon.kind]
    if cost == 0:
        return
    ways = [way for way in in_play.retreat_ways(pokemon.energy, cost) if way[: len(held)] == held]
    asks = s.board.rules.asks_always and len(ways[0]) > len(held)
    if len(ways) > 1 or asks:
        steps.ask(s, PayRetreat(seat, held))
        return
    for energy in ways[0]:
        in_play.discard_energy(s, seat, pokemon, energy)


class PayRetreat(Ask):
    """Which Energy do you discard to retreat?"""

    id: ClassVar[str] = "pay_retreat"
    __match_args__ = ("seat", "held")

    def __init__(self, seat: int, held: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.held: Final = held

    def options(self, state: PokemonState) -> list[int]:
        pokemon = active(state, self.seat)
        return steps.next_of(in_play.retreat_ways(pokemon.energy, RETREAT[pokemon.kind]), self.held)

    def pick(self, s: PokemonState, option: int) -> None:
        pay_retreat(s, self.seat, (*self.held, option))


class Retreating(kit.Effect[Pokemon, Field]):
    """Retreats after the cost was paid."""

    id: ClassVar[str] = "retreating"
    __match_args__ = ("seat", "index")

    def __init__(self, seat: int, index: int) -> None:
        self.seat: Final = seat
        self.index: Final = index

    def resolve(self, state: PokemonState) -> None:
        """Flips for confusion, then switches."""
        pokemon = active(state, self.seat)
        blocks = state.board.rules.confusion_blocks_retreat
        if pokemon.condition == CONFUSED and blocks and not flip(state):
            pokemon.stuck_turn = state.turn
        else:
            in_play.switch_active(state, self.seat, self.index)


# Between turns.


def end_turn(s: PokemonState) -> None:
    """Ends the turn of the active seat."""
    seat = s.active
    own, other = active(s, seat), active(s, 1 - seat)
    suffer(s, own)
    if own.condition == PARALYZED and own.paralyzed < s.turn:
        own.condition = HEALTHY
        own.paralyzed = 0
    discard_trainers(s, seat, PLUS_POWER)
    suffer(s, other)
    discard_trainers(s, 1 - seat, DEFENDER)
    expire(s, own)
    expire(s, other)
    if own.poison or other.poison:
        s.stack.append(NextTurn())
        knock_outs(s)
    else:
        next_turn(s)


def suffer(s: PokemonState, pokemon: Pokemon) -> None:
    """Lets poison hurt a Pokémon and a sleeping one wake up on heads."""
    pokemon.damage += pokemon.poison
    if pokemon.condition == ASLEEP and pokemon.damage < HP[pokemon.kind] and flip(s):
        pokemon.condition = HEALTHY


def discard_trainers(s: PokemonState, seat: int, card: int) -> None:
    """Discards the PlusPowers or the Defenders of a seat."""
    for row in (s.rows[seat * 2], s.rows[seat * 2 + BENCH]):
        for pokemon in row:
            if not pokemon.trainers:
                continue
            while card in pokemon.trainers:
                pokemon.trainers.remove(card)
                s.put(card, DISCARD, seat)


def expire(s: PokemonState, pokemon: Pokemon) -> None:
    """Ends what was done to or for a Pokémon in the turn before."""
    if pokemon.shield_turn < s.turn and pokemon.bond_turn < s.turn:
        in_play.clear_shield(pokemon)
    if pokemon.blind_turn < s.turn and pokemon.disabled_turn < s.turn:
        in_play.clear_handicaps(pokemon)


class NextTurn(kit.Effect[Pokemon, Field]):
    """Begins the turn of the other seat."""

    id: ClassVar[str] = "next_turn"

    def resolve(self, state: PokemonState) -> None:
        next_turn(state)


def next_turn(s: PokemonState) -> None:
    """Begins the turn of the other seat."""
    s.turn += 1
    s.active = 1 - s.active
    s.marks = 0
    s.phase = DRAW
    s.board.trainers = 0
    s.board.retreats = 0
    s.board.idle = 0
