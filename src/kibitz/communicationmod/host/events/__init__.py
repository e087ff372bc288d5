"""The events of all acts, each as a story of its pages.

Ids, names and results are those of the game, as players know them; the words on the pages are ours.
"""

from typing import Final

from kibitz.communicationmod.host.events import act1, act2, act3, shrines
from kibitz.communicationmod.host.events.event import OWN, Event
from kibitz.communicationmod.host.run import COMPLETE, Run
from kibitz.communicationmod.host.screens import Story

EVENTS: Final = {
    event.id: event
    for event in (*act1.EVENTS, *act2.EVENTS, *act3.EVENTS, *shrines.SHRINES, *shrines.ONE_TIME)
}
# How likely a shrine or a one-time event is, in percent, while there are others.
SHRINE_PERCENT: Final = 25


def enter_event(run: Run) -> Story[None]:
    """Plays an event that the run has not met yet, if there is one."""
    event = pick_event(run)
    event.note(run)
    yield from event.story(event, run)
    run.phase = COMPLETE


def pick_event(run: Run) -> Event:
    """Picks an event; a shrine if none is left that can happen."""
    own: list[Event] = []
    others: list[Event] = []
    for event in EVENTS.values():
        if event.is_open(run):
            (own if event.kind == OWN else others).append(event)
    if run.dice.below(100) < SHRINE_PERCENT:
        own, others = others, own
    return run.dice.pick(own or others or [EVENTS["Purifier"]])
