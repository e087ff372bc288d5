"""The Gundam Card Game as a game: two decks, two seats, Shields."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from kibitz import kit
from kibitz.agents.weights import list_weights, tuned_ranges
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.errors import InvalidMoveError
from kibitz.core.ranges import Range
from kibitz.core.scene import Piece, Scene, Touches
from kibitz.core.typed import Saying
from kibitz.core.value import Value
from kibitz.games.gundam.agents.explanations import explain_advice
from kibitz.games.gundam.agents.policy import GREEDY, TUNED, Appraiser, Instinct, standing
from kibitz.games.gundam.cards import CARDS, LISTS, OPERATIONS, RESOURCE
from kibitz.games.gundam.moves import KINDS, list_moves
from kibitz.games.gundam.rules import battle, destruction, operations, playing, turn
from kibitz.games.gundam.rules.abilities import OPERATION_RULES, ChooseTarget, Resolution
from kibitz.games.gundam.scene import show_game, show_offer, touched
from kibitz.games.gundam.state import (
    DECK,
    LAYOUT,
    RESOURCE_DECK,
    SHIELDS,
    CardInPlay,
    GundamMove,
    GundamState,
    Table,
)
from kibitz.games.gundam.text import typed
from kibitz.games.gundam.text.descriptions import card_line, describe_move, news_of
from kibitz.games.gundam.text.drawing import draw_table
from kibitz.kit.decks import SEPARATOR

ASK: Final = "ask"


class Gundam(kit.CardGame[CardInPlay, Table]):
    """A game of the Gundam Card Game; both players know both deck lists."""

    id: ClassVar[str] = "gundam"
    title: ClassVar[str] = "Gundam Card Game"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy"
    adviser: ClassVar[str] = "ismcts:iterations=1000"

    def __init__(self, decks: str = "A / B", first: str = ASK) -> None:
        super().__init__(seats=2)
        if first not in (ASK, "0", "1"):
            raise ValueError(f"invalid first={first}: expected {ASK}, 0 or 1")
        self.first: Final = first
        self.appraiser: Final = Appraiser(self, TUNED)
        self.decks: Final = LISTS.read(decks, with_files=True)
        # Records must not depend on a file that can change.
        self.record_option("decks", LISTS.written(decks, self.decks))

    def kinds(self) -> list[type[GundamMove]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Table:
        return Table([0, 0], [0, 0], [0, 0], [RESOURCE_DECK, RESOURCE_DECK])

    def part(self, card: int) -> CardInPlay:
        return CardInPlay(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            *(turn.First, turn.Mulligan, turn.SetUp),
            *(Resolution, ChooseTarget, kit.PutAway),
            *(destruction.FallenShield, destruction.Burst),
            *(playing.Deploy, playing.Room),
            *(operations.Discard, operations.DeployCard, operations.TakeCard),
        ]

    def deal(self, state: GundamState) -> None:
        for seat in (0, 1):
            state.add(self.decks[seat], DECK, seat)
        turn.deal(state)
        if self.first == ASK:
            # A random player decides who begins.
            state.then(turn.First(state.rng.below(2)))
        else:
            turn.begin(state, int(self.first))

    def decider(self, state: GundamState) -> int:
        return battle.decider(state)

    def check_state(self, state: GundamState) -> bool:
        return destruction.check(state)

    def triggered(self, state: GundamState, event: Value) -> list[kit.Effect[CardInPlay, Table]]:
        """Returns the event: it is the ability that was set off."""
        assert isinstance(event, Resolution)
        return [event]

    def flow(self, state: GundamState) -> bool:
        return turn.flow(state)

    def legal(self, state: GundamState) -> list[GundamMove]:
        if state.over or state.stack:
            return super().legal(state)
        return list_moves(state)

    def score(self, state: GundamState) -> list[float]:
        """Counts the Shields of each seat."""
        return [float(state.count(SHIELDS, seat)) for seat in (0, 1)]

    def standing(self, state: GundamState) -> list[float]:
        """Returns who is ahead, as the greedy player rates the table."""
        return self.returns(state) if state.over else standing(state, self.appraiser)

    def agents(self) -> Mapping[str, Callable[..., Agent[GundamState, GundamState]]]:
        return {"greedy": GREEDY}

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        return {"greedy": tuned_ranges(TUNED)}

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        return {"greedy": list_weights(TUNED)}

    def policy(self) -> Policy[GundamState]:
        return Instinct(self.appraiser)

    def explain(self, view: GundamState, advice: Advice[GundamState]) -> list[str]:
        """Says what to do, what comes of it, what speaks for it, and what is planned then."""
        return explain_advice(self, view, advice)

    # Words.

    def read_written(self, text: str) -> GundamMove | None:
        """Reads the general notation; what players type otherwise is read by `sayings`."""
        try:
            return self.read_general(text)
        except InvalidMoveError:
            return None

    def typed_words(self, text: str) -> list[str]:
        return typed.typed_words(text)

    def sayings(
        self,
        state: GundamState,
        seat: int,
        moves: Sequence[GundamMove],
        words: Sequence[str],
    ) -> list[Saying[GundamState]]:
        return typed.sayings(state, seat, moves, words)

    def short_form(self, view: GundamState, move: GundamMove) -> str:
        return typed.short_form(view, view.seat, move)

    def describe(self, view: GundamState, move: GundamMove) -> str:
        return describe_move(view, move)

    def news(self, before: GundamState, after: GundamState) -> list[str]:
        return news_of(before, after)

    def render(self, view: GundamState) -> str:
        return draw_table(view)

    def scene(self, view: GundamState) -> Scene:
        return show_game(view)

    def touches(self, view: GundamState, move: GundamMove) -> Touches:
        return touched(view, move)

    def offer(self, view: GundamState, group: str) -> Piece:
        return show_offer(view, group)

    # What there is.

    def option_help(self) -> Mapping[str, str]:
        return {
            "decks": 'two decks such as "A / @mine.txt": A to D, lists of cards, or files',
            "first": "who begins: 0, 1, or ask a random player",
        }

    def per_seat(self) -> Mapping[str, str]:
        return {"decks": f" {SEPARATOR} "}

    def lists(self) -> Mapping[str, Sequence[str]]:
        cards = [card_line(card.number) for card in CARDS[1:] if card.kind != RESOURCE]
        decks = [f"{name}: {LISTS.write(deck)}" for name, deck in LISTS.named.items()]
        return {"decks": decks, "cards": cards}

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        """Tells which cards and operations are implemented: those with a rule for all they do."""
        done = {word: OPERATION_RULES[at] is not None for at, word in enumerate(OPERATIONS)}
        return {
            "cards": {
                f"{card.id} {card.name}": all(
                    done[operation.word] for each in card.abilities for operation in each.do
                )
                for card in CARDS[1:]
                if not card.token and card.kind != RESOURCE
            },
            "operations": done,
        }
