"""Lorcana as a game: two decks, two seats, 20 lore."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, SupportsIndex

from kibitz import kit
from kibitz.agents.weights import list_weights, tuned_ranges
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.errors import InvalidMoveError
from kibitz.core.options import whole_option
from kibitz.core.ranges import Range
from kibitz.core.reject import Reject
from kibitz.core.scene import NOT_THIS, Piece, Scene, Touches
from kibitz.core.typed import Saying
from kibitz.core.value import Value
from kibitz.games.lorcana.agents.explanations import explain_advice
from kibitz.games.lorcana.agents.policy import GREEDY, TUNED, Appraiser, Instinct, standing
from kibitz.games.lorcana.cards import CARDS, LISTS, OPERATIONS
from kibitz.games.lorcana.moves import KINDS, list_moves
from kibitz.games.lorcana.rules import challenge, leaving, operations, turn
from kibitz.games.lorcana.rules.abilities import OPERATION_RULES, ChooseTarget, May, Resolution
from kibitz.games.lorcana.scene import show_game, show_offer, touched
from kibitz.games.lorcana.state import DECK, LAYOUT, CardInPlay, LorcanaMove, LorcanaState, Table
from kibitz.games.lorcana.text import typed
from kibitz.games.lorcana.text.descriptions import card_line, describe_move, news_of
from kibitz.games.lorcana.text.drawing import draw_table
from kibitz.kit.decks import SEPARATOR

RANDOM: Final = "random"
# Refusals that say only that a card is for another kind of move.
OTHER_KIND: Final = (
    *("ALREADY_INKED", "NOT_INKABLE", "NO_SHIFT", "WRONG_NAME"),
    *("NOT_A_SONG", "NO_BODYGUARD", "NO_ABILITY"),
)


class Lorcana(kit.CardGame[CardInPlay, Table]):
    """A game of Lorcana; both players know both deck lists."""

    id: ClassVar[str] = "lorcana"
    title: ClassVar[str] = "Lorcana"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy"
    adviser: ClassVar[str] = "ismcts:iterations=1000"
    new_first: ClassVar[bool] = False
    holder_goes_on: ClassVar[bool] = True

    def __init__(
        self, decks: str = "A / B", first: str = RANDOM, turn_limit: SupportsIndex = 200
    ) -> None:
        super().__init__(seats=2)
        if first not in (RANDOM, "0", "1"):
            raise ValueError(f"invalid first={first}: expected {RANDOM}, 0 or 1")
        self.first: Final = first
        self.appraiser: Final = Appraiser(self, TUNED)
        self.turn_limit: Final[int] = whole_option("turn_limit", turn_limit, 1, 10_000)
        self.decks: Final = LISTS.read(decks, with_files=True)
        # Records must not depend on a file that can change.
        self.record_option("decks", LISTS.written(decks, self.decks))

    def kinds(self) -> list[type[LorcanaMove]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Table:
        return Table([0, 0], [0, 0], [0, 0])

    def part(self, card: int) -> CardInPlay:
        return CardInPlay(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            *(turn.Alter, turn.Altered, Resolution, May, ChooseTarget, *operations.QUESTIONS),
            *(kit.PutAway, challenge.Damage, challenge.ChallengeOver),
        ]

    def deal(self, state: LorcanaState) -> None:
        for seat in (0, 1):
            state.add(self.decks[seat], DECK, seat)
        turn.deal(state, state.rng.below(2) if self.first == RANDOM else int(self.first))

    def check_state(self, state: LorcanaState) -> bool:
        return leaving.check(state)

    def triggered(self, state: LorcanaState, event: Value) -> list[kit.Effect[CardInPlay, Table]]:
        """Returns the event: it is the ability that was set off."""
        assert isinstance(event, Resolution)
        return [event]

    def flow(self, state: LorcanaState) -> bool:
        return turn.flow(state, self.turn_limit)

    def legal(self, state: LorcanaState) -> list[LorcanaMove]:
        if state.over or state.stack:
            return super().legal(state)
        return list_moves(state)

    def score(self, state: LorcanaState) -> list[float]:
        return [float(lore) for lore in state.board.lore]

    def standing(self, state: LorcanaState) -> list[float]:
        """Returns who is ahead, as the greedy player rates the table."""
        return self.returns(state) if state.over else standing(state, self.appraiser)

    def agents(self) -> Mapping[str, Callable[..., Agent[LorcanaState, LorcanaState]]]:
        return {"greedy": GREEDY}

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        return {"greedy": tuned_ranges(TUNED)}

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        return {"greedy": list_weights(TUNED)}

    def policy(self) -> Policy[LorcanaState]:
        return Instinct(self.appraiser)

    def explain(self, view: LorcanaState, advice: Advice[LorcanaState]) -> list[str]:
        """Says what to do, what comes of it, what speaks for it, and what is planned then."""
        return explain_advice(self, self.appraiser, view, advice)

    # Words.

    def read_written(self, text: str) -> LorcanaMove | None:
        """Reads the general notation; what players type otherwise is read by `sayings`."""
        try:
            return self.read_general(text)
        except InvalidMoveError:
            return None

    def typed_words(self, text: str) -> list[str]:
        return typed.typed_words(text)

    def sayings(
        self,
        state: LorcanaState,
        seat: int,
        moves: Sequence[LorcanaMove],
        words: Sequence[str],
    ) -> list[Saying[LorcanaState]]:
        return typed.sayings(state, seat, moves, words)

    def propose(self, state: LorcanaState, seat: int, words: Sequence[str]) -> LorcanaMove | None:
        """Finds an illegal move that a player may mean; songs also with singers unable to sing."""
        found = super().propose(state, seat, words)
        return typed.propose_song(state, seat, words) if found is None else found

    def short_form(self, view: LorcanaState, move: LorcanaMove) -> str:
        return typed.short_form(view, view.seat, move)

    def describe(self, view: LorcanaState, move: LorcanaMove) -> str:
        return describe_move(view, move)

    def news(self, before: LorcanaState, after: LorcanaState) -> list[str]:
        return news_of(before, after)

    def render(self, view: LorcanaState) -> str:
        return draw_table(view)

    def scene(self, view: LorcanaState) -> Scene:
        return show_game(view)

    def touches(self, view: LorcanaState, move: LorcanaMove) -> Touches:
        return touched(view, move)

    def offer(self, view: LorcanaState, group: str) -> Piece:
        return show_offer(view, group)

    def refusal_priority(self, refusal: Reject) -> int:
        """Says how much a refusal helps: that it is no song helps less than a rule."""
        return NOT_THIS if refusal.error_code in OTHER_KIND else super().refusal_priority(refusal)

    # What there is.

    def option_help(self) -> Mapping[str, str]:
        return {
            "decks": 'two decks such as "A / @mine.txt": A, B, C, lists of cards, or files',
            "first": "who plays first: random, 0 or 1",
            "turn_limit": "the turn after which the game is a draw",
        }

    def per_seat(self) -> Mapping[str, str]:
        return {"decks": f" {SEPARATOR} "}

    def lists(self) -> Mapping[str, Sequence[str]]:
        cards = [card_line(card.number) for card in CARDS[1:]]
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
            },
            "operations": done,
        }
