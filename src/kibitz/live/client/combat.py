"""Decisions in fights by an agent of the simulator: its moves are made into commands."""

import time
from collections.abc import Callable, Collection
from typing import Final

from kibitz.agents.registry import make_agent
from kibitz.core.agent import Advice, Agent, Observation
from kibitz.core.document import Document
from kibitz.core.errors import PositionError
from kibitz.core.move import Move
from kibitz.core.randomness import seeded
from kibitz.games.spire import Spire
from kibitz.games.spire.agents import OptimizedAgent, PlanFollower
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards.potions import POTION_NUMBERS
from kibitz.games.spire.moves import Choose, Done, End, Play, UsePotion
from kibitz.games.spire.notation.loadout import CHARACTERS
from kibitz.games.spire.notation.message import NO_POTION, Reader
from kibitz.games.spire.notation.screens import HAND_SELECT, NO_SCREEN
from kibitz.games.spire.notation.unknown import Unknown, spaced
from kibitz.games.spire.rules.effects import pile_of
from kibitz.games.spire.state import Fight
from kibitz.live.client.message import PROCEED, RETURN, Decision, Fields, Message
from kibitz.live.client.plain import PlainFighter, potion_command

# Where a message has the cards that a choice is made from.
PILES: Final = {
    cards.HAND: "hand",
    cards.DISCARD_PILE: "discard_pile",
    cards.EXHAUST_PILE: "exhaust_pile",
    cards.DRAW_PILE: "draw_pile",
}
UNPLAYABLE: Final = {"cost": cards.UNPLAYABLE}
# How many of an agent's options go into the log.
LOGGED: Final = 5


class Fighter:
    """Decides in fights.

    Attributes:
        spec: the agent, as it is written on the command line.
        note: is told what the log should say.
    """

    def __init__(self, spec: str, note: Callable[[str], None]) -> None:
        """Makes the agent.

        Args:
            spec: the agent.
            note: is told what the log should say.

        Raises:
            KibitzError: if there is no such agent, or it refuses an option.
        """
        self.spec: Final = spec
        self.game: Final = Spire()
        agent = make_agent(self.game, spec)
        self.agent: Final[Agent[Fight, Fight]] = (
            PlanFollower(agent) if isinstance(agent, OptimizedAgent) else agent
        )
        self.plain: Final = PlainFighter()
        self.note: Final = note
        # The turn of the last potion, and how many were used in it: messages do not say.
        self.potion_turn = (-1, -1)
        self.potions_used = 0

    def plan(self, message: Message, refused: Collection[str]) -> Decision | None:
        """Asks the agent; None if it cannot answer.

        Args:
            message: a state during a fight.
            refused: commands that the game has refused in this situation.
        """
        if message.screen != NO_SCREEN and "choose" not in message.commands:
            return None  # all cards are chosen
        if message.character and message.character not in CHARACTERS:
            name = message.character
            self.note(f"the simulator does not have the class {name}: plain rules decide")
            return None
        try:
            view = self.read(message)
        except PositionError as error:
            self.note(f"plain rules decide: {error}")
            return None
        self.note_unknown(message, view)
        began = time.perf_counter()
        advice = self.ask(message, view)
        spent = time.perf_counter() - began
        decision = self.first_allowed(message, view, advice, refused, spent)
        if decision is None or decision.command != "end":
            return decision
        return self.play_unknown(message, view, refused) or decision

    def note_unknown(self, message: Message, view: Fight) -> None:
        """Notes what is not in the tables."""
        if view.unknown:
            self.note(f"not in the tables, played around: {Unknown(view.unknown)}")
        for potion in message.game.children("potions"):
            if potion.id() not in POTION_NUMBERS and potion.id() != NO_POTION:
                name = spaced(potion.text("id"))
                self.note(f"not in the tables, played around: the potion {name}")

    # Reading.

    def read(self, message: Message) -> Fight:
        """Reads the fight; a card that the game does not let us play is not playable here either.

        Raises:
            PositionError: if the simulator cannot play this.
        """
        raw = message.raw.value
        view = self.game.read_position(raw)
        forbidden = self.forbidden(message, view)
        if forbidden:
            view = self.game.read_position(without(message, forbidden))
        turn = (message.game.number("floor"), view.turn)
        if turn != self.potion_turn:
            self.potion_turn, self.potions_used = turn, 0
        view.potions_used = self.potions_used
        return view

    def forbidden(self, message: Message, view: Fight) -> list[int]:
        """Lists the places of cards that the rules would let us play, and the game does not."""
        if view.choice:
            return []
        hand = message.game.child("combat_state").children("hand")
        barred = [place for place, card in enumerate(hand) if not card.flag("is_playable", True)]
        if not barred:
            return []
        playable = {move.number for move in self.game.legal(view) if isinstance(move, Play)}
        return [place for place in barred if view.hand[place] in playable]

    def ask(self, message: Message, view: Fight) -> Advice[Fight]:
        """Asks the agent, with the same chance for the same state of the same run."""
        run = message.game.number("seed"), message.game.number("floor"), view.turn
        rng = seeded(f"{run}: {len(view.hand)}, {view.energy}")
        # A message can know less than a player who has watched the fight, so the view is not
        # compared with that of the world.
        moves = self.game.legal(self.game.sample(view, rng))
        return self.agent.advise(Observation(self.game, view, 0, moves, rng))

    # Answering.

    def first_allowed(
        self,
        message: Message,
        view: Fight,
        advice: Advice[Fight],
        refused: Collection[str],
        spent: float,
    ) -> Decision | None:
        """Returns the best option that can be sent and was not refused."""
        for move in [advice.move, *[option.move for option in advice.options]]:
            command = self.command(message, view, move)
            if command and command not in refused and message.allows(command):
                if isinstance(move, UsePotion):
                    self.potions_used += 1
                why = self.game.describe(view, move)
                details = self.details(view, advice, move, spent)
                return Decision(command, why, self.spec, details)
        return None

    def details(
        self, view: Fight, advice: Advice[Fight], move: Move[Fight], spent: float
    ) -> dict[str, object]:
        """Returns what the log keeps of a decision."""
        details: dict[str, object] = {
            "move": str(move),
            "ms": round(1000 * spent, 1),
            "options": [
                {"move": str(option.move), "score": round(option.score, 3)}
                for option in advice.options[:LOGGED]
            ],
        }
        if move == advice.move:
            details["explanation"] = list(self.game.explain(view, advice))
        return details

    def command(self, message: Message, view: Fight, move: Move[Fight]) -> str:
        """Writes a move as a command; empty if it cannot be written."""
        if isinstance(move, End):
            return "end"
        if isinstance(move, Play):
            aim = f" {move.target}" if move.target >= 0 else ""
            return f"play {view.hand.index(move.number) + 1}{aim}"
        if isinstance(move, UsePotion):
            return potion_command(message, view.slot_of(move.number), move.target)
        if isinstance(move, Done):
            return message.listed(PROCEED) or message.listed(RETURN)
        assert isinstance(move, Choose)
        place = chosen_place(message, move.number)
        return f"choose {place}" if place >= 0 else ""

    def play_unknown(
        self, message: Message, view: Fight, refused: Collection[str]
    ) -> Decision | None:
        """Plays a card that the simulator does not know, rather than end the turn with it."""
        return self.plain.play(message, refused, lambda place: is_unknown(view.hand[place]))


def is_unknown(card: int) -> bool:
    """Tells whether a card is not in the table."""
    return card & cards.FACE_MASK >= cards.FIRST_UNKNOWN


def without(message: Message, places: Collection[int]) -> dict[str, object]:
    """Returns a message in which some cards of the hand cannot be played."""
    combat = message.game.child("combat_state")
    hand = [
        {**card.value, **UNPLAYABLE} if place in places else card.value
        for place, card in enumerate(combat.children("hand"))
    ]
    game = {**message.game.value, "combat_state": {**combat.value, "hand": hand}}
    return {**message.raw.value, "game_state": game}


def chosen_place(message: Message, number: int) -> int:
    """Returns the place of a card on the screen that asks for one; -1 if it is not there.

    The screen lists cards in an order of its own, and cards that are selected leave it. So the card
    is found by its uuid.
    """
    reader = Reader()
    reader.read(Document(message.game.value))
    pile = pile_of(reader.s, reader.s.picks_from)
    if reader.s.picks_from == cards.OFFERED:
        return pile.index(number) if number in pile else -1
    source = message.game.child("combat_state").children(PILES[reader.s.picks_from])
    shown = message.detail.children("hand" if message.screen == HAND_SELECT else "cards")
    for card, own in zip(source, pile, strict=True):
        place = place_of(card, shown)
        if own == number and place >= 0:
            return place
    return -1


def place_of(card: Fields, shown: list[Fields]) -> int:
    """Returns the place of a card in a list, by its uuid or else by what it is; -1 for nowhere."""
    uuid = card.text("uuid")
    for place, other in enumerate(shown):
        if uuid and other.text("uuid") == uuid:
            return place
    same = [same_card(card, other) for other in shown]
    return same.index(True) if True in same else -1


def same_card(card: Fields, other: Fields) -> bool:
    """Tells whether two cards are equal."""
    fields = ("upgrades", "cost")
    return card.id() == other.id() and all(
        card.number(name) == other.number(name) for name in fields
    )
