"""The story of a run: from Neow through the acts to the end."""

import contextlib
from typing import Final

from kibitz.communicationmod.host import screens, stock
from kibitz.communicationmod.host.acts import LAST_PLAIN, PLAYABLE
from kibitz.communicationmod.host.events.act3 import meet_heart
from kibitz.communicationmod.host.fights import (
    BOSS_GOLD,
    NO_GOLD,
    POOR_BOSSES_FROM,
    POOR_PERCENT,
    win,
)
from kibitz.communicationmod.host.map import Node
from kibitz.communicationmod.host.neow import meet_neow
from kibitz.communicationmod.host.rewards import BOSS_ODDS, gain_relic
from kibitz.communicationmod.host.rooms import enter
from kibitz.communicationmod.host.run import COMPLETE, EVENT, Died, Run
from kibitz.communicationmod.host.screens import Back, Story

BOSS_RELICS: Final = 3


def play_run(run: Run) -> Story[None]:
    """Plays a whole run."""
    yield from to_the_end(run, climb(run))


def to_the_end(run: Run, story: Story[None]) -> Story[None]:
    """Plays a story, and ends the run after it or when the player dies."""
    with contextlib.suppress(Died):
        yield from story
    yield screens.game_over(run.score, run.victory)


def climb(run: Run) -> Story[None]:
    """Plays everything before the end."""
    yield from meet_neow(run)
    yield from climb_act(run)
    while goes_on(run):
        run.enter_act()
        yield from climb_act(run)
    run.victory = True


def goes_on(run: Run) -> bool:
    """Tells whether another act follows; the last one needs the three keys."""
    number = run.act.number
    if number >= min(run.setup.acts, PLAYABLE):
        return False
    return number < LAST_PLAIN or run.has_all_keys()


def climb_act(run: Run) -> Story[None]:
    """Plays an act: the rooms of the map, the bosses, and what comes after them."""
    back: Back | None = None
    while True:
        node = yield from travel(run, back)
        run.node = node
        run.floor += 1
        if node is None:
            break
        back = yield from enter(run, node)
    for place, boss in enumerate(run.act.bosses):
        run.floor += place > 0
        yield from meet_boss(run, boss)
    run.acts_beaten += 1
    run.floor += 1
    if run.act.number < LAST_PLAIN:
        yield from open_boss_chest(run)
    elif run.act.number == LAST_PLAIN:
        run.room, run.phase = "VictoryRoom", EVENT
        yield from meet_heart(run)
    else:
        run.room = "TrueVictoryRoom"


def travel(run: Run, back: Back | None) -> Story[Node | None]:
    """Lets the player choose the next room; None for the boss."""
    run.phase = COMPLETE
    while True:
        nodes = run.next_nodes()
        answer = yield screens.map_screen(run.node, nodes, back is not None)
        if answer != screens.LEAVE:
            return nodes[answer] if nodes else None
        if back is not None:
            yield from back()


def meet_boss(run: Run, boss: str) -> Story[None]:
    """Plays a boss; those of the last acts give nothing."""
    run.room = "MonsterRoomBoss"
    if run.act.number >= LAST_PLAIN:
        yield from win(run, boss, NO_GOLD, None)
    else:
        poor = run.ascension >= POOR_BOSSES_FROM
        low, high = (gold * POOR_PERCENT // 100 if poor else gold for gold in BOSS_GOLD)
        yield from win(run, boss, (low, high), BOSS_ODDS)
    run.bosses_killed.append(boss)


def open_boss_chest(run: Run) -> Story[None]:
    """Lets the player take a relic of the boss."""
    run.room = "TreasureRoomBoss"
    relics = [run.next_relic(stock.BOSS) for _ in range(BOSS_RELICS)]
    is_open = False
    while (yield screens.chest("BossChest", is_open)) != screens.PROCEED:
        is_open = True
        answer = yield screens.boss_reward(relics)
        if answer != screens.LEAVE:
            yield from gain_relic(run, relics[answer])
