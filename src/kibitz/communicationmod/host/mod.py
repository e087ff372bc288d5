"""The mod's side of the protocol, without a process: one command in, one message out.

Same seed and same commands, same messages.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kibitz.communicationmod.host import screens
from kibitz.communicationmod.host.combat import Combat
from kibitz.communicationmod.host.journey import play_run
from kibitz.communicationmod.host.run import Run, RunSetup
from kibitz.communicationmod.host.screens import Refused, Screen, Story
from kibitz.core.randomness import seeded
from kibitz.core.value import Json
from kibitz.games.spire import gear
from kibitz.games.spire.position import loadout
from kibitz.games.spire.position.message import COMBAT, NO_SCREEN, PROCEED, RETURN
from kibitz.games.spire.position.writing import write_envelope

HIGHEST_ASCENSION: Final = 20
# Digits of seeds as the game shows them; the letter O is read as 0.
SEED_DIGITS: Final = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ"
KEYS: Final = frozenset(
    [
        "confirm", "cancel", "map", "deck", "draw_pile", "discard_pile", "exhaust_pile",
        "end_turn", "up", "down", "left", "right", "drop_card",
        *(f"card_{place}" for place in range(1, 11)),
    ]
)  # fmt: skip
# Commands that are available all the time in a run, whether or not the game is busy.
ALWAYS: Final = ("key", "click", "wait", "state")
# How many further questions a busy game can stay busy for.
MOST_BUSY: Final = 2

Message = dict[str, Json]


class Mod:
    """The game with the mod in it.

    Args:
        seed: the seed of everything; runs that are started without a seed take theirs from it.
        setup: how runs begin; `start` says the class and the ascension.
        busy: how likely the game is still busy after a command, from 0 to 1.

    Attributes:
        run: the run that is being played; None in the main menu.
        screen: its screen.
        finished: the runs that were played to their end.
    """

    def __init__(self, seed: int = 0, setup: RunSetup | None = None, busy: float = 0.0) -> None:
        self.setup: Final = setup or RunSetup()
        self.busy: Final = busy
        self.seeds: Final = seeded(f"host {seed}").child("seeds")
        self.dice: Final = seeded(f"host {seed}").child("busy")
        self.run: Run | None = None
        self.screen = Screen(NO_SCREEN)
        self.story: Story[None] | None = None
        self.finished: Final[list[Run]] = []
        self.frames = 0  # how many more questions it stays busy for

    # Commands.

    def answer(self, line: str) -> Message:
        """Executes a command and returns the message that answers it."""
        words = line.lower().split()
        try:
            self.execute(words)
        except Refused as refusal:
            return {"error": str(refusal), "ready_for_command": self.frames == 0}
        if words[0] in ("state", "wait"):
            self.frames = max(0, self.frames - 1)
        elif self.run is not None and self.dice.random() < self.busy:
            self.frames = 1 + self.dice.below(MOST_BUSY)
        return self.message()

    def execute(self, words: list[str]) -> None:
        """Executes a command.

        Raises:
            Refused: if that is not possible.
        """
        word = words[0] if words else ""
        possible = self.commands()
        for family in (PROCEED, RETURN):
            if word in family and any(name in possible for name in family):
                word = next(name for name in family if name in possible)
        if word not in possible:
            raise screens.unavailable(word, possible)
        if isinstance(self.screen, Combat):
            self.screen.unread = False
        verbs: dict[str, Callable[[list[str]], None]] = {
            "start": self.start,
            "play": self.play,
            "end": self.end,
            "choose": self.choose,
            "potion": self.potion,
            "key": self.key,
            "click": self.click,
            "wait": self.wait,
        }
        if word in verbs:
            verbs[word](words)
        elif word in PROCEED:
            self.go_on(self.screen.proceed())
        elif word in RETURN:
            self.go_on(self.screen.leave())

    def start(self, words: list[str]) -> None:
        """Starts a run: `start CLASS [ASCENSION] [SEED]`."""
        name = argument(words, 1)
        character = "silent" if name == "the_silent" else name
        if character not in loadout.CHARACTERS:
            raise screens.invalid(words[1], words)
        ascension = number(words, 2) if len(words) > 2 else self.setup.ascension
        if not 0 <= ascension <= HIGHEST_ASCENSION:
            raise screens.out_of_bounds(words[2], words)
        seed = seed_number(words[3]) if len(words) > 3 else self.next_seed()
        if seed is None:
            raise screens.invalid(words[3], words)
        try:
            run = Run(seed, replace(self.setup, character=character, ascension=ascension))
        except ValueError:  # the deck that runs begin with is one of another class
            raise screens.invalid(words[1], words) from None
        self.begin(run, play_run(run))

    def next_seed(self) -> int:
        """Returns the seed of the next run that names none."""
        return signed(self.seeds.word() << 32 | self.seeds.word())

    def begin(self, run: Run, story: Story[None]) -> None:
        """Plays a story of a run from its start: a whole one, or only a room for a test."""
        self.run = run
        self.story = story
        self.screen = next(story)

    def go_on(self, answer: int | None) -> None:
        """Goes on with the story, if the screen is done; at its end there is the main menu."""
        if answer is None or self.story is None or self.run is None:
            return
        try:
            self.screen = self.story.send(answer)
        except StopIteration:
            self.finished.append(self.run)
            self.run = self.story = None
            self.screen = Screen(NO_SCREEN)

    def play(self, words: list[str]) -> None:
        """Plays a card: `play CARD [TARGET]`, cards from 1 and monsters from 0."""
        combat = self.combat()
        place = number(words, 1)
        place = 9 if place == 0 else place - 1
        if not 0 <= place < len(combat.fight.hand):
            raise screens.out_of_bounds(words[1], words)
        target = self.target(words, 2) if len(words) > 2 else None
        self.go_on(combat.play(place, target))

    def target(self, words: list[str], place: int) -> int:
        """Reads the index of a monster."""
        target = number(words, place)
        if not 0 <= target < len(self.combat().fight.monsters):
            raise screens.out_of_bounds(words[place], words)
        return target

    def combat(self) -> Combat:
        """Returns the fight that is going on."""
        assert isinstance(self.screen, Combat)
        return self.screen

    def end(self, words: list[str]) -> None:
        """Ends the turn."""
        self.go_on(self.combat().end())

    def choose(self, words: list[str]) -> None:
        """Chooses something by its index or its name: `choose INDEX|NAME`."""
        names = self.screen.choices()
        word = argument(words, 1)
        wanted = " ".join(words[1:])
        if is_whole(word) and len(words) == 2:
            place = int(word)
            if not 0 <= place < len(names):
                raise screens.out_of_bounds(word, words)
        elif wanted in names:
            place = names.index(wanted)
        else:
            raise screens.invalid(wanted, words)
        self.go_on(self.screen.choose(place))

    def potion(self, words: list[str]) -> None:
        """Uses or throws away a potion: `potion use|discard SLOT [TARGET]`."""
        verb = argument(words, 1)
        if verb not in ("use", "discard"):
            raise screens.invalid(verb, words)
        slot = number(words, 2)
        run = self.run
        assert run is not None
        if not 0 <= slot < len(run.potions):
            raise Refused(screens.NO_SUCH_SLOT)
        potion = run.potions[slot]
        if potion == gear.EMPTY_SLOT:
            raise Refused(screens.EMPTY_SLOT)
        if verb == "discard":
            run.potions[slot] = gear.EMPTY_SLOT
            return
        shown = self.belt(run)[slot]
        if not (isinstance(shown, dict) and shown["can_use"] is True):
            raise Refused(screens.CANNOT_USE)
        if isinstance(self.screen, Combat):
            aimed = gear.POTIONS[potion].aimed
            self.go_on(self.screen.use_potion(slot, self.target(words, 3) if aimed else -1))
        else:
            run.drink(slot)

    def key(self, words: list[str]) -> None:
        """Presses a key, which changes nothing here: `key NAME [FRAMES]`."""
        if argument(words, 1) not in KEYS:
            raise screens.invalid(words[1], words)
        if len(words) > 2:
            number(words, 2)

    def click(self, words: list[str]) -> None:
        """Clicks, which changes nothing here: `click left|right X Y [FRAMES]`."""
        if argument(words, 1) not in ("left", "right"):
            raise screens.invalid(words[1], words)
        for place in range(2, max(4, len(words))):
            number(words, place)

    def wait(self, words: list[str]) -> None:
        """Waits: `wait FRAMES`."""
        if number(words, 1) < 0:
            raise screens.out_of_bounds(words[1], words)

    # Messages.

    def commands(self) -> list[str]:
        """Lists what is available, in the mod's order."""
        if self.run is None:
            return ["start", "state"]
        if self.frames:
            return [*ALWAYS]
        screen = self.screen
        found: list[str] = []
        fighting = isinstance(screen, Combat) and not screen.is_asking()
        if isinstance(screen, Combat) and screen.has_playable():
            found.append("play")
        if not fighting and screen.choices():
            found.append("choose")
        if fighting:
            found.append("end")
        if any(potion != gear.EMPTY_SLOT for potion in self.run.potions):
            found.append("potion")
        found.extend(button for button in (screen.right, screen.left) if button)
        return [*found, *ALWAYS]

    def message(self) -> Message:
        """Writes the state, stable or not."""
        state = None if self.run is None else self.game_state(self.run)
        return write_envelope(self.commands(), self.frames == 0, state)

    def game_state(self, run: Run) -> dict[str, Json]:
        """Writes the `game_state`."""
        screen = self.screen
        state: dict[str, Json] = {
            "screen_name": screen.name(),
            "is_screen_up": screen.name() != NO_SCREEN,
            "screen_type": screen.type,
            "screen_state": screen.state(),
            "room_phase": run.phase,
            "action_phase": "EXECUTING_ACTIONS" if self.frames else "WAITING_ON_USER",
            "room_type": run.room,
            "current_hp": run.hp,
            "max_hp": run.max_hp,
            "floor": run.floor,
            "act": run.act.number,
            "act_boss": run.boss,
            "gold": run.gold,
            "seed": run.seed,
            "class": run.owner,
            "ascension_level": run.ascension,
            "relics": [relic.write() for relic in run.relics],
            "deck": run.write_deck(),
            "potions": self.belt(run),
            "map": run.act.map.write(),
            "keys": {**run.keys},
        }
        if isinstance(screen, Combat) and screen.is_asking():
            state["current_action"] = screen.action()
        if "choose" in self.commands():
            state["choice_list"] = [*screen.choices()]
        if run.phase == COMBAT and run.combat is not None:
            state["combat_state"] = run.combat.write_combat()
        return state

    def belt(self, run: Run) -> list[Json]:
        """Writes the potions."""
        if isinstance(self.screen, Combat):
            return self.screen.write_potions()
        return run.write_potions()


# Arguments.


def argument(words: list[str], place: int) -> str:
    """Returns a word of a command; refuses the command if it has too few."""
    if place >= len(words):
        raise screens.missing(words)
    return words[place]


def is_whole(word: str) -> bool:
    """Tells whether a word is a whole number."""
    return word.removeprefix("-").isdecimal() and word.isascii() and len(word) < 10


def number(words: list[str], place: int) -> int:
    """Returns an argument that is a whole number."""
    word = argument(words, place)
    if not is_whole(word):
        raise screens.invalid(word, words)
    return int(word)


# Seeds.


def signed(value: int) -> int:
    """Returns the lowest 64 bits as a signed number."""
    low = value & (1 << 64) - 1
    return low - (1 << 64) if low >> 63 else low


def seed_number(text: str) -> int | None:
    """Reads a seed as the game shows it; None if it is not one."""
    value = 0
    for letter in text.upper().replace("O", "0"):
        if letter not in SEED_DIGITS:
            return None
        value = value * len(SEED_DIGITS) + SEED_DIGITS.index(letter)
    return signed(value)
