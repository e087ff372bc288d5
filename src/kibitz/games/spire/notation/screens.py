"""Choices in the middle of a fight: the screens on which the real game asks for cards.

The names of actions are those of the real game's classes as messages give them; those of the grid
and of Setup and Nightmare are less certain than the others. A screen that is not listed here is
refused.
"""

from typing import TYPE_CHECKING, Final

from kibitz.core.document import Document
from kibitz.core.options import offer
from kibitz.games.spire.cards import catalogue as cards
from kibitz.games.spire.cards.catalogue import FACE_MASK
from kibitz.games.spire.rules.effects import CARD_TASK, NO_TARGET, TURN_END_TASK
from kibitz.games.spire.rules.turn import AFTER_CODEX, AFTER_RETAINING
from kibitz.games.spire.state import (
    HAND_LIMIT,
    NOTHING,
    TO_COPY,
    TO_DISCARD,
    TO_DRAW_BOTTOM,
    TO_DRAW_TOP,
    TO_ENTER,
    TO_EXHAUST,
    TO_GAMBLE,
    TO_HAND,
    TO_REPEAT,
    TO_RETAIN,
    TO_SHUFFLE_IN,
    TO_TAKE,
    TO_UPGRADE,
    Fight,
    Task,
)

if TYPE_CHECKING:
    from kibitz.games.spire.notation.message import Reader

HAND_SELECT: Final = "HAND_SELECT"
GRID: Final = "GRID"
CARD_REWARD: Final = "CARD_REWARD"
NO_SCREEN: Final = "NONE"


class Asked:
    """What the player is asked for by an action.

    Attributes:
        choice: what happens to the cards.
        pile: where they come from.
        kind: the only type of card.
        lasts: how long they cost 0.
    """

    def __init__(
        self,
        choice: int,
        pile: int = cards.HAND,
        kind: int = cards.ANY_TYPE,
        lasts: int = cards.NO_CHANGE,
    ) -> None:
        self.choice: Final = choice
        self.pile: Final = pile
        self.kind: Final = kind
        self.lasts: Final = lasts


ACTIONS: Final[dict[str, dict[str, Asked]]] = {
    HAND_SELECT: {
        "ExhaustAction": Asked(TO_EXHAUST),
        "ArmamentsAction": Asked(TO_UPGRADE),
        "PutOnDeckAction": Asked(TO_DRAW_TOP),
        "DualWieldAction": Asked(TO_COPY, kind=cards.ATTACK_OR_POWER),
        "GamblingChipAction": Asked(TO_GAMBLE),
        "ForethoughtAction": Asked(TO_DRAW_BOTTOM, lasts=cards.UNTIL_PLAYED),
        "DiscardAction": Asked(TO_DISCARD),
        "RetainCardsAction": Asked(TO_RETAIN),
        "SetupAction": Asked(TO_DRAW_TOP, lasts=cards.UNTIL_PLAYED),
        "NightmareAction": Asked(TO_REPEAT),
    },
    GRID: {
        "DiscardPileToTopOfDeckAction": Asked(TO_DRAW_TOP, cards.DISCARD_PILE),
        "ExhumeAction": Asked(TO_HAND, cards.EXHAUST_PILE),
        "BetterDiscardPileToHandAction": Asked(TO_HAND, cards.DISCARD_PILE, lasts=cards.THIS_TURN),
        "SkillFromDeckToHandAction": Asked(TO_HAND, cards.DRAW_PILE, cards.SKILL),
        "AttackFromDeckToHandAction": Asked(TO_HAND, cards.DRAW_PILE, cards.ATTACK),
    },
    CARD_REWARD: {
        "DiscoveryAction": Asked(TO_TAKE, cards.OFFERED, lasts=cards.THIS_TURN),
        "ChooseOneColorless": Asked(TO_TAKE, cards.OFFERED),
        "CodexAction": Asked(TO_SHUFFLE_IN, cards.OFFERED),
        "ChooseOneAction": Asked(TO_ENTER, cards.OFFERED),
    },
}
STANCES: Final = {"calm": -1, "wrath": -2}
# The steps of cards that ask.
ASKING: Final = (
    cards.EXHAUST,
    cards.UPGRADE,
    cards.MOVE_CARD,
    cards.COPY_IN_HAND,
    cards.DISCOVER,
    cards.GAMBLE,
    cards.DISCARD,
    cards.REPEAT,
)
NIGHTMARE_COPIES: Final = 3


def read_screen(game: Document, combat: Document, reader: "Reader") -> None:
    """Reads what the player is asked to choose, if something is asked."""
    screen = game.optional("screen_type", NO_SCREEN).text()
    if screen == NO_SCREEN or not game.has("screen_type"):
        return
    if screen not in ACTIONS:
        known = ", ".join([NO_SCREEN, *ACTIONS])
        game.note(f"screen_type: expected {known} in a fight, got {screen!r}")
        return
    action = game.optional("current_action", "").text()
    asked = ACTIONS[screen].get(action)
    if asked is None:
        names = offer(action, ACTIONS[screen])
        game.note(f"current_action: cannot play {action!r} on {screen}; {names}")
        return
    place = game.field("screen_state")
    s = reader.s
    s.choice = asked.choice
    s.picks_from = asked.pile
    s.picks_type = asked.kind
    s.lasts = asked.lasts
    if screen == CARD_REWARD:
        s.picks = 1
        for item in place.field("cards").items():
            stance = STANCES.get(item.optional("id", "").text().lower(), 0)
            asks_stance = asked.choice == TO_ENTER and stance != 0
            s.offered.append(stance if asks_stance else reader.read_card(item))
    elif screen == HAND_SELECT:
        chosen = place.optional("selected", [])
        s.chosen = sorted(reader.read_cards(chosen, this_turn=True))
        most = place.optional("max_cards", 1).integer(1, 99)
        s.optional = place.optional("can_pick_zero", False).flag()
        s.picks = min(HAND_LIMIT, most) - len(s.chosen)
    else:
        s.picks = place.optional("num_cards", 1).integer(1, 99)
        s.picks = min(HAND_LIMIT, s.picks)
        s.optional = place.optional("any_number", False).flag()
    if s.picks < 1:
        game.note("screen_state: all cards are chosen already; expected one that is left to choose")
    remember_card(combat, s, reader)
    remember_end(s)


def remember_end(s: Fight) -> None:
    """Lets the end of the turn go on after a choice that belongs to it."""
    if s.choice == TO_RETAIN:
        s.monsters_turn = True
        s.agenda.append(Task(TURN_END_TASK, 0, 0, 0, AFTER_RETAINING, 0))
    elif s.choice == TO_SHUFFLE_IN:
        s.agenda.append(Task(TURN_END_TASK, 0, 0, 0, AFTER_CODEX, 0))


def remember_card(combat: Document, s: Fight, reader: "Reader") -> None:
    """Lets the card in play go on after the choice."""
    if s.choice == TO_REPEAT:
        s.copies = NIGHTMARE_COPIES
    if not combat.has("card_in_play"):
        return
    card = reader.read_card(combat.field("card_in_play"))
    if s.choice == TO_COPY:
        s.copies = 1 + (card & 1)
    for step, op in enumerate(cards.EFFECTS[card & FACE_MASK], 1):
        if op.code in ASKING:
            s.agenda.append(Task(CARD_TASK, card, NO_TARGET, 0, step, 0))
            return


def action_of(view: Fight) -> tuple[str, str]:
    """Returns the screen and the action that ask for the pending choice."""
    near = ("", "")
    for screen, actions in ACTIONS.items():
        for name, asked in actions.items():
            if asked.choice == view.choice and asked.pile == view.picks_from:
                if (asked.kind, asked.lasts) == (view.picks_type, view.lasts):
                    return screen, name
                near = (screen, name) if near == ("", "") else near
    return near if view.choice != NOTHING else (NO_SCREEN, "")
