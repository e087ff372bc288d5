"""Messages of the Silent for tests, as the host writes them: her turns, and what she is asked."""

import copy
from dataclasses import dataclass

from tests.communicationmod.client_messages import Document
from tests.communicationmod.test_host_combat import Table

HER_DECK = "4 strike, 4 defend, survivor, neutralize, dagger throw, blade dance, deadly poison"


@dataclass(frozen=True)
class Choice:
    """A choice of cards of the hand, and how it comes about.

    Attributes:
        id: the name of the test.
        action: the class of the action, as messages name it.
        deck: a deck with which it comes about.
        steps: the cards to play and commands to send until then.
        count: how many cards are chosen.
        optional: whether fewer can be chosen.
    """

    id: str
    action: str
    deck: str
    steps: tuple[str, ...]
    count: int = 1
    optional: bool = False


OTHERS = "2 strike, 2 defend, 2 neutralize, predator, leg sweep"
CHOICES = (
    Choice("survivor", "DiscardAction", f"3 survivor, {OTHERS}", ("Survivor",)),
    Choice("acrobatics", "DiscardAction", f"3 acrobatics, {OTHERS}", ("Acrobatics",)),
    Choice("dagger throw", "DiscardAction", f"3 dagger throw, {OTHERS}", ("Dagger Throw",)),
    Choice("prepared", "DiscardAction", f"3 prepared+, {OTHERS}", ("Prepared+",), 2),
    Choice("concentrate", "DiscardAction", f"3 concentrate, {OTHERS}", ("Concentrate",), 3),
    Choice(
        "tools of the trade",
        "DiscardAction",
        f"3 tools of the trade+, {OTHERS}",
        ("Tools of the Trade+", "end"),
    ),
    Choice("setup", "SetupAction", f"3 setup, {OTHERS}", ("Setup",)),
    Choice("nightmare", "NightmareAction", f"3 nightmare, {OTHERS}", ("Nightmare",)),
    Choice(
        "well-laid plans",
        "RetainCardsAction",
        f"3 well-laid plans+, {OTHERS}",
        ("Well-Laid Plans+", "end"),
        2,
        optional=True,
    ),
)


def asked(choice: Choice) -> Table:
    """Returns a fight in which the player is asked."""
    for seed in range(30):
        table = Table(choice.deck, "none", "", seed, "silent")
        hand = [card["name"] for card in table.state["combat_state"]["hand"]]
        if choice.steps[0] not in hand:
            continue
        for step in choice.steps:
            if step == "end":
                table.send(step)
            else:
                table.play(step)
        assert table.state["current_action"] == choice.action
        return table
    raise AssertionError(f"{choice.steps[0]} is never in the first hand")


def choice_screen(choice: Choice) -> Document:
    """Returns the message in which the player is asked."""
    return message_of(asked(choice))


def first_turn(deck: str) -> Document:
    """Returns the first message of a fight."""
    return message_of(Table(deck, "starter", "poison potion", 1, "silent"))


def message_of(table: Table) -> Document:
    """Returns the message of a fight, without a map."""
    message = copy.deepcopy(dict(table.mod.message()))
    state = message["game_state"]
    assert isinstance(state, dict)
    return {**message, "game_state": {**state, "map": []}}
