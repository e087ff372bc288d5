"""What searches are told: moves for playouts, what moves change, and how a match stands."""

import math
from typing import Final

from kibitz.core.agent import Policy
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.randomness import Rng
from kibitz.games.pokemon.agents.sharp.endings import Judge
from kibitz.games.pokemon.agents.sharp.features import TUNED
from kibitz.games.pokemon.agents.worth import LOW_DECK
from kibitz.games.pokemon.cards.catalogue import ATTACKS, CARD_ATTACKS, HP
from kibitz.games.pokemon.moves import (
    Attach,
    Attack,
    Bench,
    Evolve,
    PlayTrainer,
    Retreat,
    UsePower,
    list_moves,
)
from kibitz.games.pokemon.rules.damage import EXPECTED, estimate
from kibitz.games.pokemon.rules.energy import can_pay
from kibitz.games.pokemon.state import (
    DECK,
    MAIN,
    PRIZES,
    Fight,
    active,
    bench,
    pile,
    pokemon_of,
)

# Playouts of 12 moves before the rating made no difference that 80 games could show.
HORIZON: Final = 0
# How many points of the rating make a match all but won, and how many the player who has just ended
# a turn has too many. Both fit the results of 160 matches of the sharp player against itself.
ALL_BUT_WON: Final = 80.0
HEAD_START: Final = 10.0
# No turn is ended quickly with more moves.
QUICK_MOVES: Final = 8
# How much of the result a Prize, 100 HP in play and an Energy card in play decide.
PRIZE_SHARE: Final = 0.14
HP_SHARE: Final = 0.08
ENERGY_SHARE: Final = 0.02
NO_BENCH: Final = 0.1
# How often a playout plays a Trainer or Power, and how often it retreats, in percent.
CARD_RATE: Final = 50
RETREAT_RATE: Final = 8


class Instinct(Policy[Fight]):
    """What searches are told: sensible moves for playouts, and what moves change."""

    def __init__(self, game: Game[Fight, Fight]) -> None:
        self.game: Final = game

    def choose(self, state: Fight, rng: Rng) -> Move[Fight] | None:
        """Evolves, fills the Bench, attaches Energy where it helps, plays cards, then attacks."""
        if state.phase != MAIN or state.stack:
            return None
        moves = list_moves(state)
        others: list[Move[Fight]] = []
        for move in moves:
            if isinstance(move, (Evolve, Bench)):
                return move
            if isinstance(move, (PlayTrainer, UsePower)):
                if rng.below(100) < CARD_RATE and is_wise(state, move):
                    others.append(move)
            elif isinstance(move, Retreat) and rng.below(100) < RETREAT_RATE:
                others.append(move)
        attach = choose_attachment(state, moves, rng)
        if attach is not None:
            return attach
        if others and rng.below(2):
            return others[rng.below(len(others))]
        return choose_attack(state, moves)

    def weigh(self, state: Fight, moves: list[Move[Fight]]) -> list[float]:
        """Returns what each move leads to at the end of the turn, as the sharp player rates it."""
        judge = Judge(self.game, state.seat, TUNED)
        return [judge.value(judge.after(state, move, False)) for move in moves]

    def horizon(self) -> int:
        """Asks for no playouts."""
        return HORIZON

    def estimate(self, state: Fight) -> list[float]:
        """Returns how the match stands at the end of this turn, by the rating of the sharp player.

        The turn is ended quickly first: the middle of a turn cannot be compared with its end.
        """
        state = state.clone()
        for _ in range(QUICK_MOVES):
            move = quick_move(state)
            if move is None:
                break
            self.game.play(state, move)
        judge = Judge(self.game, state.active, TUNED)
        points = judge.value(judge.ahead(state)) - HEAD_START
        share = 0.95 * math.tanh(points / ALL_BUT_WON)
        return [share, -share] if judge.seat == 0 else [-share, share]


def quick_move(s: Fight) -> Move[Fight] | None:
    """Returns a move that hardly ever hurts: an evolution, a Pokémon for the Bench, Energy."""
    if s.phase != MAIN or s.stack or s.over:
        return None
    attach: Move[Fight] | None = None
    for move in list_moves(s):
        if isinstance(move, (Evolve, Bench)):
            return move
        if isinstance(move, Attach) and attach is None:
            attach = move
    return attach


def is_wise(s: Fight, move: Move[Fight]) -> bool:
    """Tells whether a playout may play a card: none that empties the deck."""
    return len(pile(s, DECK, s.seat)) > LOW_DECK or isinstance(move, UsePower)


def choose_attachment(s: Fight, moves: list[Move[Fight]], rng: Rng) -> Move[Fight] | None:
    """Picks an attachment: to the Active if one of its attacks lacks Energy, else any."""
    found: list[Move[Fight]] = []
    front: list[Move[Fight]] = []
    for move in moves:
        if isinstance(move, Attach):
            found.append(move)
            if move.spot == 0:
                front.append(move)
    if not found:
        return None
    for number in CARD_ATTACKS[active(s, s.seat).kind]:
        if not can_pay(s, active(s, s.seat), ATTACKS[number]):
            return front[rng.below(len(front))]
    return found[rng.below(len(found))]


def choose_attack(s: Fight, moves: list[Move[Fight]]) -> Move[Fight]:
    """Picks the attack with the most damage; ends the turn if there is none."""
    best = moves[-1]
    most = -1.0
    for move in moves:
        if isinstance(move, Attack):
            number = CARD_ATTACKS[active(s, s.seat).kind][move.index(s, s.seat)]
            value = estimate(s, s.seat, ATTACKS[number], EXPECTED)
            if value > most:
                best, most = move, value
    return best


def expectation(s: Fight) -> float:
    """Estimates what seat 0 can expect, from -1 to 1."""
    value = 0.0
    for seat in (0, 1):
        sign = 1.0 if seat == 0 else -1.0
        hp = cards = 0
        for pokemon in pokemon_of(s, seat):
            hp += max(0, HP[pokemon.kind] - pokemon.damage)
            cards += len(pokemon.energy)
        value += sign * (HP_SHARE * hp / 100.0 + ENERGY_SHARE * cards)
        value -= sign * PRIZE_SHARE * len(pile(s, PRIZES, seat))
        if not bench(s, seat):
            value -= sign * NO_BENCH
    return max(-0.95, min(0.95, value))
