"""The log of `kibitz spire` on the screen: followed while it grows, or replayed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from kibitz.cli.arguments import CheckFailed, UsageError
from kibitz.cli.screen import open_screen, print_json, show_header
from kibitz.core.errors import RecordError
from kibitz.core.value import Json
from kibitz.games.spire.notation.unknown import spaced
from kibitz.games.spire.scene import intent_words
from kibitz.live.client import log
from kibitz.live.client.message import Fields, Message
from kibitz.live.client.plain import announced, living
from kibitz.live.client.player import PASSIVE, Player, Settings
from kibitz.live.client.replay import Step
from kibitz.live.client.replay import replay as replay_entries

COMMAND_WIDTH = 18
# The rooms of the game, by their classes.
ROOMS = {
    "MonsterRoom": "monster",
    "MonsterRoomElite": "elite",
    "MonsterRoomBoss": "boss",
    "EventRoom": "event",
    "RestRoom": "rest",
    "ShopRoom": "shop",
    "TreasureRoom": "treasure",
    "TreasureRoomBoss": "boss treasure",
    "NeowRoom": "Neow",
    "EmptyRoom": "",
}
# The first sentences of an explanation: what to play, and what to expect.
SENTENCES = 2


class Viewer:
    """Prints the lines of a log for people, one after the other.

    Attributes:
        screen: where they are printed.
    """

    def __init__(self, screen: Console) -> None:
        self.screen = screen
        self.place: tuple[int, str] = (-1, "")
        self.turn: tuple[int, int] = (-1, -1)

    def show(self, entry: Fields, note: str = "") -> None:
        """Prints a line; `note` is added to a command."""
        kind = entry.text("type")
        if kind == log.START:
            settings = entry.child("settings")
            level = f"ascension {settings.number('ascension')}"
            words = f"{settings.text('agent')}, {settings.text('character')}, {level}"
            show_header(self.screen, "Slay the Spire", words)
        elif kind == log.STATE:
            self.show_state(Message(entry.child("message")))
        elif kind == log.DECISION:
            self.show_decision(entry, note)
        elif kind == log.END:
            show_header(self.screen, "end", entry.text("reason"))
        else:
            self.line(f"   {trouble(entry)}", "yellow")

    def line(self, text: str, style: str = "") -> None:
        """Prints one line as it is."""
        self.screen.print(Text(text, style=style), soft_wrap=True)

    def show_state(self, message: Message) -> None:
        """Prints where the run is, whenever that has changed."""
        game = message.game
        if not message.in_game:
            return
        place = (game.number("floor"), game.text("room_type"))
        if place != self.place:
            self.place, self.turn = place, (-1, -1)
            hp = f"{game.number('current_hp')} of {game.number('max_hp')} HP"
            gold = f"{game.number('gold')} gold"
            facts = [message.character, describe_room(place[1]), hp, gold]
            show_header(self.screen, f"floor {place[0]}", ", ".join(filter(None, facts)))
        combat = game.child("combat_state")
        turn = (place[0], combat.number("turn"))
        if message.in_combat and turn != self.turn:
            self.turn = turn
            left = combat.child("player").number("current_hp")
            self.line(f" turn {turn[1]}, {left} HP: {describe_monsters(combat)}", "bold")

    def show_decision(self, entry: Fields, note: str) -> None:
        """Prints a command with its reason."""
        for text in entry.texts("explanation")[:SENTENCES]:
            self.line(f"   {text}", "green")
        command = entry.text("command")
        passive = command.partition(" ")[0] in PASSIVE
        text = f"   {command:<{COMMAND_WIDTH}} {entry.text('why')}{note}"
        self.line(text, "dim" if passive else "")


def describe_monsters(combat: Fields) -> str:
    """Describes the living monsters in one line."""
    found: list[str] = []
    for _, monster in living(combat):
        damage = announced(monster)
        does = f"attacks for {damage}" if damage else intent_words(monster.text("intent"))
        name = monster.text("name") or spaced(monster.text("id"))
        found.append(f"{name} {monster.number('current_hp')} HP {does}")
    return ", ".join(found) or "no monsters"


def describe_room(room: str) -> str:
    """Names a room in words; the class of the game for a room that is not known."""
    return ROOMS.get(room, spaced(room).lower()) if room else ""


def trouble(entry: Fields) -> str:
    """Describes a line that is neither a state nor a command."""
    kind = entry.text("type")
    if kind == log.ERROR:
        return f"error: {entry.child('message').text('error')}"
    if kind == log.UNREADABLE:
        return f"cannot read a line: {entry.text('problem')}"
    if kind == log.SILENCE:
        return "the game says nothing"
    return f"note: {entry.text('text')}"


# Replaying.


def replay_log(path: Path, text: str, to: int | None, spec: str | None, as_json: bool) -> None:
    """Replays a log: decides again about every message, and compares.

    Raises:
        CheckFailed: if the log is damaged, or its own agent decides otherwise now.
        UsageError: if it has fewer commands than asked for.
    """
    try:
        entries = list(log.read_log(text))
        settings = log.read_settings(entries[0])
    except RecordError as error:
        raise CheckFailed(f"{path}: {error}") from None
    player = Player(replace(settings, agent=settings.agent if spec is None else spec))
    total = sum(entry.text("type") == log.DECISION for entry in entries)
    if to is not None and to > total:
        raise UsageError(f"invalid --to {to}: {path} has {total} commands")
    steps: list[Step] = []
    for step in replay_entries(entries, player):
        steps.append(step)
        if to is not None and step.number == to:
            break
    sent = [step for step in steps if step.replayed]
    different = [step for step in sent if step.differs]
    if as_json:
        print_json(document_of(entries[0], player.settings, steps))
    else:
        show_steps(steps, sent, different, player.settings.agent)
    if different and spec is None:
        first = different[0]
        other = f"command {first.number} was {first.entry.text('command')!r}"
        raise CheckFailed(
            f"{path}: {len(different)} of {len(sent)} commands differ: {other}, now"
            f" {first.replayed!r} (log of kibitz {entries[0].text('version')})"
        )


def show_steps(
    steps: Sequence[Step], sent: Sequence[Step], different: Sequence[Step], agent: str
) -> None:
    """Prints a replay for people."""
    screen = open_screen()
    viewer = Viewer(screen)
    for step in steps:
        viewer.show(step.entry, f"  ({agent} now: {step.replayed})" if step.differs else "")
    same = f"{len(sent) - len(different)} of {len(sent)}"
    screen.print(Text(f" Checked: {agent} sends the same command {same} times.", style="dim"))


def document_of(first: Fields, played: Settings, steps: Sequence[Step]) -> dict[str, Json]:
    """Writes a replay as a JSON object."""
    commands: list[Json] = [
        {
            "number": step.number,
            "command": step.entry.text("command"),
            "by": step.entry.text("by"),
            "why": step.entry.text("why"),
            "replayed": step.replayed,
        }
        for step in steps
        if step.replayed
    ]
    ends = [step.entry for step in steps if step.entry.text("type") == log.END]
    return {
        "log": log.KIND,
        "version": first.text("version"),
        "agent": played.agent,
        "character": played.character,
        "commands": commands,
        "same": sum(not step.differs for step in steps if step.replayed),
        "notes": [step.entry.text("text") for step in steps if step.entry.text("type") == log.NOTE],
        "end": ends[0].text("reason") if ends else None,
    }
