"""The Pokémon Trading Card Game as a game: two decks, two seats."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, SupportsIndex

from kibitz import kit
from kibitz.core.agent import Action, Advice, Agent, Observation, Policy
from kibitz.core.options import Later, check_flags
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Choice, Range, Whole, choice_option, whole_option
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN, Reject
from kibitz.core.scene import NOT_THIS, Piece, Scene, Touches
from kibitz.core.typed import Saying
from kibitz.core.value import Json
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.moves import (
    KINDS,
    NOT_IN_HAND,
    WRONG_CARD,
    PokeMove,
    asked_of,
    list_moves,
)
from kibitz.games.pokemon.position import read_match, write_match
from kibitz.games.pokemon.rules import attacks, powers, steps, trainers, turn
from kibitz.games.pokemon.rules.steps import coverage_of
from kibitz.games.pokemon.scene import show_match, show_offer, touched
from kibitz.games.pokemon.state import (
    DECK,
    LAYOUT,
    MOST_BENCH,
    PRIZES,
    Field,
    Pokemon,
    PokemonMove,
    PokemonState,
    RuleSet,
    pile,
)
from kibitz.games.pokemon.text import typed
from kibitz.games.pokemon.text.descriptions import describe_move, news_of
from kibitz.games.pokemon.text.drawing import draw_match
from kibitz.games.pokemon.view import sample_match
from kibitz.kit.decks import SEPARATOR
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION
from kibitz.kit.game import wrong_phase

AGENTS: Final = "kibitz.games.pokemon.agents"
FIRST: Final = "first"
CHOOSES: Final = "chooses"
TOSSES: Final = Choice((FIRST, CHOOSES))
# The numbers that options may have; a deck must be enough for the first hand and the Prizes.
NUMBERS: Final[dict[str, Whole]] = {
    "trainers_per_turn": Whole(0, 60),
    "mulligan_bonus": Whole(0, 2),
    "retreats_per_turn": Whole(0, 60),
    "confusion_self_damage": Whole(20, attacks.FLAT_CONFUSION, 10),
    "prize_count": Whole(1, 20),
    "bench_size": Whole(1, MOST_BENCH),
    "opening_hand": Whole(1, 20),
    "deck_size": Whole(2, 200),
}


def number(name: str, given: object) -> int:
    """Returns an option that must be one of its numbers.

    Raises:
        ValueError: names the option and what is expected.
    """
    return whole_option(name, given, NUMBERS[name])


class PokemonTcg(kit.CardGame[Pokemon, Field]):
    """A match with two decks; both players know both deck lists."""

    id: ClassVar[str] = "pokemon"
    title: ClassVar[str] = "Pokémon TCG Base Set"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "sharp"
    adviser: ClassVar[str] = "sharp"

    def __init__(
        self,
        decks: str = "overgrowth / zap",
        first_player_draws: bool = True,
        first_player_may_attack: bool = True,
        trainers_per_turn: SupportsIndex = 0,
        mulligan_bonus: SupportsIndex = 2,
        retreats_per_turn: SupportsIndex = 0,
        confusion_self_damage: SupportsIndex = 20,
        confusion_blocks_retreat: bool = True,
        coin_toss: str = FIRST,
        sudden_death: bool = True,
        prize_count: SupportsIndex = 6,
        bench_size: SupportsIndex = 5,
        opening_hand: SupportsIndex = 7,
        deck_size: SupportsIndex = 60,
    ) -> None:
        check_flags(
            first_player_draws=first_player_draws,
            first_player_may_attack=first_player_may_attack,
            confusion_blocks_retreat=confusion_blocks_retreat,
            sudden_death=sudden_death,
        )
        trainers_per_turn = number("trainers_per_turn", trainers_per_turn)
        mulligan_bonus = number("mulligan_bonus", mulligan_bonus)
        retreats_per_turn = number("retreats_per_turn", retreats_per_turn)
        prize_count = number("prize_count", prize_count)
        bench_size = number("bench_size", bench_size)
        opening_hand = number("opening_hand", opening_hand)
        sizes = Whole(opening_hand + prize_count, NUMBERS["deck_size"].high)
        deck_size = whole_option("deck_size", deck_size, sizes)
        confusion_self_damage = number("confusion_self_damage", confusion_self_damage)
        super().__init__(seats=2)
        choice_option("coin_toss", coin_toss, TOSSES)
        self.decks: Final = cards.read_decks(decks, deck_size, with_files=True)
        # Records must not depend on a file that can change.
        self.record_option("decks", cards.LISTS.written(decks, self.decks))
        self.rules: Final = RuleSet(
            first_player_draws,
            first_player_may_attack,
            trainers_per_turn,
            mulligan_bonus,
            retreats_per_turn,
            confusion_self_damage,
            confusion_blocks_retreat,
            coin_toss == CHOOSES,
            sudden_death,
            prize_count,
            bench_size,
            opening_hand,
            deck_size,
        )

    def kinds(self) -> list[type[PokemonMove]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Field:
        return Field(self.rules)

    def part(self, card: int) -> Pokemon:
        return Pokemon(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            steps.Steps,
            *(turn.GoFirst, turn.TakePrizes, turn.Promotion, turn.Verdict),
            *(attacks.Strike, attacks.PayEnergy, attacks.Metronome, attacks.AttackOver),
            *(attacks.Leech, attacks.Switching, attacks.Amnesia, attacks.NewElement),
            attacks.DiscardEnergy,
            *(trainers.TrainerDone, trainers.DiscardHand, trainers.SearchDeck, trainers.HandToDeck),
            *(trainers.TradeAway, trainers.TradeFor, trainers.Arrange, trainers.RetrieveTrainer),
            *(trainers.RetrieveEnergy, trainers.Revive, trainers.Devolution, trainers.Breeding),
            trainers.OwnEnergy,
            *(powers.SwapDamage, powers.MoveEnergy, powers.BuzzapFor, powers.BuzzapElement),
            *(turn.PayRetreat, turn.Retreating, turn.NextTurn),
        ]

    def deal(self, state: PokemonState) -> None:
        for seat in (0, 1):
            state.cards[state.index(DECK, seat)] = self.decks[seat].copy()
        turn.deal(state)

    def gate(self, state: PokemonState, seat: int, kind: type[PokemonMove]) -> Reject | None:
        """Refuses a whole kind of move: the turn, a pending question, or the phase."""
        if state.over:
            return Reject(GAME_ENDED, f"the game is over: {state.reason}")
        if kind.always or not issubclass(kind, PokeMove):
            return None
        if state.seat != seat:
            text = f"it is the turn of seat {state.seat}"
            return Reject(NOT_YOUR_TURN, text, seat=seat, turn=state.seat)
        asked = asked_of(state, seat)
        if asked is not None:
            if kind.replies:
                return None
            text = f"seat {asked.seat} must answer first: {asked.id}"
            return Reject(DECISION_PENDING, text, question=asked.id, seat=asked.seat)
        if kind.answers:
            return Reject(NO_DECISION, "nothing is asked now")
        if (kind.phases >> state.phase) & 1:
            return None
        return wrong_phase(kind, state)

    def settle(self, state: PokemonState) -> None:
        turn.settle(state)

    def play(self, state: PokemonState, move: PokemonMove, seat: int | None = None) -> None:
        """Carries out a legal move, and all that follows up to the next decision."""
        if state.board.coins:
            state.board.coins = []
        move.apply(state, state.seat if seat is None else seat)
        turn.settle(state)

    def legal(self, state: PokemonState) -> list[PokemonMove]:
        return list_moves(state)

    def standing(self, state: PokemonState) -> list[float]:
        """Returns who is ahead, by Prizes first, then by HP and Energy in play."""
        if state.over:
            return self.returns(state)
        from kibitz.games.pokemon.agents.policy import expectation

        share = expectation(state)
        return [share, -share]

    def score(self, state: PokemonState) -> list[float]:
        prizes = self.rules.prize_count
        return [float(prizes - len(pile(state, PRIZES, seat))) for seat in (0, 1)]

    def agents(self) -> Mapping[str, Callable[..., Agent[PokemonState, PokemonState]]]:
        return {
            "greedy": Later(f"{AGENTS}.policy:make_greedy"),
            "generator": Later(f"{AGENTS}.generator.player:make_generator"),
            "sharp": Later(f"{AGENTS}.sharp.player:make_sharp"),
        }

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        from kibitz.games.pokemon.agents.sharp.player import SHARP_RANGES

        return {"sharp": SHARP_RANGES}

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        from kibitz.games.pokemon.agents.sharp.player import sharp_weights

        return {"sharp": sharp_weights()}

    def policy(self) -> Policy[PokemonState]:
        from kibitz.games.pokemon.agents.policy import Instinct

        return Instinct(self)

    def fill_board(self, board: Field, rng: Rng, viewer: int) -> None:
        """Leaves the board as it is: only `flips` is hidden, and it is empty except in tests."""

    def sample(self, view: PokemonState, rng: Rng) -> PokemonState:
        return sample_match(view, rng)

    # Words.

    def read_written(self, text: str) -> PokemonMove | None:
        return typed.read_written(text)

    def tidy(self, text: str) -> str:
        return typed.tidy(text)

    def typed_words(self, text: str) -> list[str]:
        return typed.typed_words(text)

    def sayings(
        self,
        state: PokemonState,
        seat: int,
        moves: Sequence[PokemonMove],
        words: Sequence[str],
    ) -> list[Saying[PokemonState]]:
        return typed.sayings(state, seat, moves, words)

    def describe(self, view: PokemonState, move: PokemonMove) -> str:
        return describe_move(view, move)

    def news(self, before: PokemonState, after: PokemonState) -> list[str]:
        return news_of(before, after)

    def explain(self, view: PokemonState, advice: Advice[PokemonState]) -> list[str]:
        from kibitz.games.pokemon.agents.explanations import explain_advice

        return explain_advice(view, advice)

    def action(
        self,
        seen: Observation[PokemonState, PokemonState],
        agent: Agent[PokemonState, PokemonState],
        advice: Advice[PokemonState],
    ) -> Action | None:
        """Writes advice as an action of a match; see `kibitz.games.pokemon.actions`."""
        from kibitz.games.pokemon.actions.lines import advised_action

        return advised_action(seen, agent, advice)

    def render(self, view: PokemonState) -> str:
        return draw_match(view)

    def scene(self, view: PokemonState) -> Scene:
        return show_match(view)

    def touches(self, view: PokemonState, move: PokemonMove) -> Touches:
        return touched(view, move)

    def offer(self, view: PokemonState, group: str) -> Piece:
        return show_offer(view, group)

    def refusal_priority(self, refusal: Reject) -> int:
        """Says how much a refusal helps: that a card is of another kind helps less than a rule."""
        if refusal.error_code in (WRONG_CARD, NOT_IN_HAND):
            return NOT_THIS
        return super().refusal_priority(refusal)

    def position(self, view: PokemonState) -> dict[str, Json]:
        """Writes a view as a position; see `kibitz.games.pokemon.position`."""
        return write_match(self, view)

    def read_position(self, document: object) -> PokemonState:
        """Reads a position as the view of the seat that asks; all problems come in one error."""
        return read_match(self, document)

    # What there is.

    def option_help(self) -> Mapping[str, str]:
        return {
            "decks": 'two decks such as "zap / @mine.txt": theme decks, lists of cards, or files',
            "first_player_draws": "whether the first player draws a card in the first turn",
            "first_player_may_attack": "whether the first player may attack in the first turn",
            "trainers_per_turn": "how many Trainers may be played in a turn; 0 for no limit",
            "mulligan_bonus": "cards that the other player draws for each mulligan, 0 to 2",
            "retreats_per_turn": "how often a player may retreat in a turn; 0 for no limit",
            "confusion_self_damage": "20 with Weakness and Resistance, or 30 flat",
            "confusion_blocks_retreat": "whether a confused Pokémon flips a coin to retreat",
            "coin_toss": "the winner of the toss plays first, or chooses who does",
            "sudden_death": "whether a tie is played out with one Prize each; else it is a draw",
            "prize_count": "the number of Prizes, 1 to 20",
            "bench_size": f"how many Pokémon a Bench holds, 1 to {MOST_BENCH}",
            "opening_hand": "the number of cards in the first hand, 1 to 20",
            "deck_size": "the number of cards in a deck",
        }

    def option_ranges(self) -> Mapping[str, Range]:
        return {**NUMBERS, "coin_toss": TOSSES}

    def per_seat(self) -> Mapping[str, str]:
        return {"decks": f" {SEPARATOR} "}

    def lists(self) -> Mapping[str, Sequence[str]]:
        return {
            "decks": [f"{name}: {content}" for name, content in cards.DECKS.items()],
            "pokemon": [card.word for card in cards.CARDS if card.type == "pokemon"],
            "trainers": [card.word for card in cards.CARDS if card.type == "trainer"],
            "energy": [card.word for card in cards.CARDS if card.type == "energy"],
            "letters of Energy": [
                f"{letter} {name}"
                for letter, name in zip(cards.ELEMENTS, cards.ELEMENT_NAMES, strict=True)
            ],
        }

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        return coverage_of()
