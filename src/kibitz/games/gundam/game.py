"""The Gundam Card Game as a game: two decks, two seats, Shields."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from kibitz import kit
from kibitz.agents.rating import Instinct, RatedPlay
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.ranges import Choice, Range, choice_option
from kibitz.games.gundam import state as table
from kibitz.games.gundam.cards import CARDS, LISTS, RESOURCE
from kibitz.games.gundam.moves import KINDS, list_moves
from kibitz.games.gundam.rules import battle, destruction, operations, playing, turn
from kibitz.games.gundam.rules.abilities import OPERATION_RULES, Resolution
from kibitz.games.gundam.scene import show_card, show_game, touched
from kibitz.games.gundam.state import LAYOUT, CardInPlay, GundamMove, GundamState, Table
from kibitz.games.gundam.text import typed
from kibitz.games.gundam.text.descriptions import card_line, describe_move, news_of
from kibitz.games.gundam.text.drawing import draw_table
from kibitz.kit.decks import SEPARATOR

ASK: Final = "ask"
FIRST: Final = Choice((ASK, "0", "1"))

TEXTS: Final = kit.Texts(
    *(typed.SYNONYMS, typed.sayings, typed.short_form, describe_move, news_of),
    *(draw_table, show_game, touched, show_card),
)


class Gundam(kit.CardGame[CardInPlay, Table]):
    """A game of the Gundam Card Game; both players know both deck lists."""

    id: ClassVar[str] = "gundam"
    title: ClassVar[str] = "Gundam Card Game"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "greedy"
    adviser: ClassVar[str] = "ismcts:iterations=1000"

    def __init__(self, decks: str = "A / B", first: str = ASK) -> None:
        super().__init__(2, TEXTS)
        self.first: Final = choice_option("first", first, FIRST)
        self.decks: Final = LISTS.read(decks, with_files=True)
        # Records must not depend on a file that can change.
        self.record_option("decks", LISTS.written(decks, self.decks))
        self.rated: Final = RatedPlay(self, "kibitz.games.gundam.agents.policy")

    def kinds(self) -> list[type[GundamMove]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Table:
        return Table([0, 0], [0, 0], [0, 0], [table.RESOURCE_DECK, table.RESOURCE_DECK])

    def part(self, card: int) -> CardInPlay:
        return CardInPlay(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            *(turn.First, turn.Mulligan, turn.SetUp, Resolution, kit.PutAway),
            *(destruction.FallenShield, playing.Deploy, *operations.QUESTIONS),
        ]

    def deal(self, state: GundamState) -> None:
        for seat in (0, 1):
            state.add(self.decks[seat], table.DECK, seat)
            state.shuffle(table.DECK, seat)
        if self.first == ASK:
            # A random player decides who begins.
            state.then(turn.First(state.rng.below(2)))
        else:
            turn.begin(state, int(self.first))

    def decider(self, state: GundamState) -> int:
        return battle.decider(state)

    def check_state(self, state: GundamState) -> bool:
        return destruction.check(state)

    def flow(self, state: GundamState) -> bool:
        return turn.flow(state)

    def legal(self, state: GundamState) -> list[GundamMove]:
        if state.over or state.stack:
            return super().legal(state)
        return list_moves(state)

    def score(self, state: GundamState) -> list[float]:
        """Counts the Shields of each seat."""
        return [float(state.count(table.SHIELDS, seat)) for seat in (0, 1)]

    def standing(self, state: GundamState) -> list[float]:
        """Returns who is ahead, as the greedy player rates the table."""
        return self.returns(state) if state.over else self.rated.appraiser().standing(state)

    def agents(self) -> Mapping[str, Callable[..., Agent[GundamState, GundamState]]]:
        return self.rated.agents()

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        return self.rated.tunable()

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        return self.rated.agent_weights()

    def policy(self) -> Policy[GundamState]:
        return Instinct(self.rated.appraiser(), skips_forced=True)

    def explain(self, view: GundamState, advice: Advice[GundamState]) -> list[str]:
        """Says what to do, what comes of it, what speaks for it, and what is planned then."""
        from kibitz.games.gundam.agents.explanations import explain_advice

        return explain_advice(self, view, advice)

    # What there is.

    def option_help(self) -> Mapping[str, str]:
        return {
            "decks": 'two decks such as "A / @mine.txt": A to D, lists of cards, or files',
            "first": "who begins: 0, 1, or ask a random player",
        }

    def option_ranges(self) -> Mapping[str, Range]:
        return {"first": FIRST}

    def per_seat(self) -> Mapping[str, str]:
        return {"decks": f" {SEPARATOR} "}

    def lists(self) -> Mapping[str, Sequence[str]]:
        cards = [card_line(card.number) for card in CARDS[1:] if card.kind != RESOURCE]
        decks = [f"{name}: {LISTS.write(deck)}" for name, deck in LISTS.named.items()]
        return {"decks": decks, "cards": cards}

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        """Tells which cards and operations are implemented: those with a rule for all they do."""
        return OPERATION_RULES.coverage(
            {
                f"{card.id} {card.name}": [part.word for each in card.abilities for part in each.do]
                for card in CARDS[1:]
                if not card.token and card.kind != RESOURCE
            }
        )
