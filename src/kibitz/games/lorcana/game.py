"""Lorcana as a game: two decks, two seats, 20 lore."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, SupportsIndex

from kibitz import kit
from kibitz.agents.rating import Instinct, RatedPlay
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.ranges import Choice, Range, Whole, choice_option, whole_option
from kibitz.core.reject import Reject
from kibitz.core.scene import NOT_THIS, Piece
from kibitz.games.lorcana.cards import CARDS, LISTS
from kibitz.games.lorcana.moves import KINDS, list_moves
from kibitz.games.lorcana.rules import challenge, leaving, operations, turn
from kibitz.games.lorcana.rules.abilities import OPERATION_RULES, ChooseTarget, May, Resolution
from kibitz.games.lorcana.scene import show_card, show_game, show_offer, touched
from kibitz.games.lorcana.state import DECK, LAYOUT, CardInPlay, LorcanaMove, LorcanaState, Table
from kibitz.games.lorcana.text import typed
from kibitz.games.lorcana.text.descriptions import card_line, describe_move, news_of
from kibitz.games.lorcana.text.drawing import draw_table
from kibitz.kit.decks import SEPARATOR

RANDOM: Final = "random"
FIRST: Final = Choice((RANDOM, "0", "1"))
TURNS: Final = Whole(1, 10_000)
# Refusals that say only that a card is for another kind of move.
OTHER_KIND: Final = (
    *("ALREADY_INKED", "NOT_INKABLE", "NO_SHIFT", "WRONG_NAME"),
    *("NOT_A_SONG", "NO_BODYGUARD", "NO_ABILITY"),
)

TEXTS: Final = kit.Texts(
    *(typed.SYNONYMS, typed.sayings, typed.short_form, describe_move, news_of),
    *(draw_table, show_game, touched, show_card),
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
        super().__init__(2, TEXTS)
        self.first: Final = choice_option("first", first, FIRST)
        self.turn_limit: Final[int] = whole_option("turn_limit", turn_limit, TURNS)
        self.decks: Final = LISTS.read(decks, with_files=True)
        # Records must not depend on a file that can change.
        self.record_option("decks", LISTS.written(decks, self.decks))
        self.rated: Final = RatedPlay(self, "kibitz.games.lorcana.agents.policy")

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
        return self.returns(state) if state.over else self.rated.appraiser().standing(state)

    def agents(self) -> Mapping[str, Callable[..., Agent[LorcanaState, LorcanaState]]]:
        return self.rated.agents()

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        return self.rated.tunable()

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        return self.rated.agent_weights()

    def policy(self) -> Policy[LorcanaState]:
        return Instinct(self.rated.appraiser())

    def explain(self, view: LorcanaState, advice: Advice[LorcanaState]) -> list[str]:
        """Says what to do, what comes of it, what speaks for it, and what is planned then."""
        from kibitz.games.lorcana.agents.explanations import explain_advice
        from kibitz.games.lorcana.agents.policy import TUNED, Appraiser

        return explain_advice(self, Appraiser(self, TUNED), view, advice)

    # Words.

    def propose(self, state: LorcanaState, seat: int, words: Sequence[str]) -> LorcanaMove | None:
        """Finds an illegal move that a player may mean; songs also with singers unable to sing."""
        found = super().propose(state, seat, words)
        return typed.propose_song(state, seat, words) if found is None else found

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

    def option_ranges(self) -> Mapping[str, Range]:
        return {"first": FIRST, "turn_limit": TURNS}

    def per_seat(self) -> Mapping[str, str]:
        return {"decks": f" {SEPARATOR} "}

    def lists(self) -> Mapping[str, Sequence[str]]:
        cards = [card_line(card.number) for card in CARDS[1:]]
        decks = [f"{name}: {LISTS.write(deck)}" for name, deck in LISTS.named.items()]
        return {"decks": decks, "cards": cards}

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        """Tells which cards and operations are implemented: those with a rule for all they do."""
        return OPERATION_RULES.coverage(
            {
                f"{card.id} {card.name}": [part.word for each in card.abilities for part in each.do]
                for card in CARDS[1:]
            }
        )
