"""Slay the Spire as a game: one fight."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, SupportsIndex

from kibitz.agents.weights import list_weights, tuned_ranges
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.errors import suggest
from kibitz.core.game import Game
from kibitz.core.move import Move
from kibitz.core.options import Later
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Choice, Range, Whole, whole_option
from kibitz.core.reject import Reject
from kibitz.core.scene import NOT_NOW, Piece, Scene, Touches
from kibitz.core.typed import Saying
from kibitz.core.value import Json
from kibitz.games.spire import gear
from kibitz.games.spire.gear import POTION_BELT, slots_at
from kibitz.games.spire.monsters import (
    ACTS,
    ASCENSIONS,
    MONSTER_KINDS,
    POOLS,
    act_of,
    monsters_of,
    pick_encounter,
    room_of,
)
from kibitz.games.spire.moves import (
    CHOICE_PENDING,
    NO_CHOICE,
    Choose,
    Done,
    End,
    Play,
    UsePotion,
    list_moves,
)
from kibitz.games.spire.position import loadout
from kibitz.games.spire.position.reading import read_message
from kibitz.games.spire.position.writing import write_message
from kibitz.games.spire.rules.act3 import surround
from kibitz.games.spire.rules.coverage import coverage_of
from kibitz.games.spire.rules.intents import spawn
from kibitz.games.spire.rules.turn import settle, start_fight
from kibitz.games.spire.scene import show_fight, show_offer, touched
from kibitz.games.spire.state import LOST, WON, Fight
from kibitz.games.spire.text import (
    describe_move,
    draw_fight,
    guess_text,
    guessed,
    propose,
    read_written,
    sayings,
    tell_news,
    typed_words,
)
from kibitz.games.spire.view import sample_fight, view_of

AGENTS: Final = "kibitz.games.spire.agents"
CHARACTERS: Final = Choice(tuple(loadout.CHARACTERS))
HP: Final = Whole(0, loadout.MOST_HP)
LEVELS: Final = Whole(0, ASCENSIONS - 1)


class Spire(Game[Fight, Fight]):
    """One fight of Slay the Spire; it is won, lost or fled, and what counts is the HP kept."""

    id: ClassVar[str] = "spire"
    title: ClassVar[str] = "Slay the Spire"
    version: ClassVar[int] = 4
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "expert"
    adviser: ClassVar[str] = "expert"

    def __init__(
        self,
        character: str = "ironclad",
        deck: str = loadout.STARTER,
        relics: str = loadout.STARTER_RELICS,
        potions: str = "",
        hp: SupportsIndex = 0,
        max_hp: SupportsIndex = 0,
        ascension: SupportsIndex = 0,
        encounter: str = "act 1",
    ) -> None:
        own = character.lower()
        if own not in CHARACTERS.values:
            near = suggest(character, CHARACTERS.values)
            raise ValueError(f"invalid character={character}: {near}")
        ascension = whole_option("ascension", ascension, LEVELS)
        max_hp = whole_option("max_hp", max_hp, HP)
        hp = whole_option("hp", hp, Whole(0, max_hp or default_max_hp(ascension, own)))
        super().__init__(seats=1)
        self.character: Final = loadout.CHARACTERS.index(own)
        self.ascension: Final = ascension
        self.decks: Final = loadout.read_decks(deck, ascension, own)
        self.relics: Final = loadout.read_relics(relics, own)
        slots = slots_at(ascension, POTION_BELT in self.relics)
        self.potions: Final = loadout.read_potions(potions, slots)
        self.slots: Final = slots
        self.max_hp: Final = max_hp or default_max_hp(ascension, own)
        self.hp: Final = hp or self.max_hp
        self.cast: Final = loadout.read_encounter(encounter)

    def kinds(self) -> list[type[Move[Fight]]]:
        return [Play, UsePotion, Choose, Done, End]

    def setup(self, rng: Rng) -> Fight:
        cast = self.cast
        name = pick_encounter(POOLS[cast.pool], rng) if cast.pool else cast.encounter
        s = Fight(rng, 0, False, "", rng.fork(), rng.fork(), rng.fork(), self.ascension)
        s.room = room_of(name) if name else max([MONSTER_KINDS[kind].room for kind in cast.kinds])
        s.act = ACTS[name] if name else act_of(cast.kinds)
        s.character = self.character
        s.hp, s.max_hp = self.hp, self.max_hp
        decks = self.decks
        s.draw = (rng.pick(decks) if len(decks) > 1 else decks[0]).copy()
        for relic, counter in self.relics.items():
            s.relics[relic] = counter
        s.moments = gear.moments_of(s.relics)
        s.potions = self.potions + [gear.EMPTY_SLOT] * (self.slots - len(self.potions))
        for place, kind in enumerate(monsters_of(name, rng) if name else cast.kinds):
            s.monsters.append(spawn(s, kind, place))
        surround(s)
        start_fight(s)
        settle(s)
        return s

    def legal(self, state: Fight) -> list[Move[Fight]]:
        """Lists the legal moves from ready-made ones."""
        return list_moves(state)

    def returns(self, state: Fight) -> list[float]:
        """Returns the share of HP that was kept in a fight that is won, and -1 for a lost one."""
        if state.reason == WON:
            return [state.hp / state.max_hp]
        return [-1.0 if state.reason == LOST else 0.0]

    def standing(self, state: Fight) -> list[float]:
        """Returns the share of HP that the player is likely to keep."""
        from kibitz.games.spire.agents.policy import standing

        return [standing(state)]

    def agents(self) -> Mapping[str, Callable[..., Agent[Fight, Fight]]]:
        return {
            "expert": Later(f"{AGENTS}.planner:EXPERT"),
            "planner": Later(f"{AGENTS}.planner:PLANNER"),
            "greedy": Later(f"{AGENTS}.policy:GREEDY"),
            "beam": Later(f"{AGENTS}.policy:make_beam"),
            "simple": Later(f"{AGENTS}.planner:make_simple"),
        }

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        from kibitz.games.spire.agents.danger import DESCRIBED
        from kibitz.games.spire.agents.policy import TUNED_RATING

        planned = tuned_ranges(DESCRIBED)
        return {"expert": planned, "planner": planned, "greedy": tuned_ranges(TUNED_RATING)}

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        from kibitz.games.spire.agents.danger import DESCRIBED, TUNED
        from kibitz.games.spire.agents.policy import TUNED_RATING

        return {
            "expert": list_weights(TUNED),
            "planner": list_weights(DESCRIBED),
            "greedy": list_weights(TUNED_RATING),
        }

    def policy(self) -> Policy[Fight]:
        from kibitz.games.spire.agents.policy import Instinct

        return Instinct(self)

    def view(self, state: Fight, seat: int) -> Fight:
        return view_of(state)

    def sample(self, view: Fight, rng: Rng) -> Fight:
        return sample_fight(view, rng)

    # Words.

    def read_written(self, text: str) -> Move[Fight] | None:
        return read_written(text)

    def is_complete(self, state: Fight, seat: int, move: Move[Fight]) -> bool:
        """Tells whether a move is legal: otherwise `strike` may mean `strike+ > 1`."""
        return next(move.check(state, seat), None) is None

    def typed_words(self, text: str) -> list[str]:
        return typed_words(text)

    def sayings(
        self, state: Fight, seat: int, moves: Sequence[Move[Fight]], words: Sequence[str]
    ) -> list[Saying[Fight]]:
        return sayings(state, moves)

    def propose(self, state: Fight, seat: int, words: Sequence[str]) -> Move[Fight] | None:
        return propose(state, words)

    def describe(self, view: Fight, move: Move[Fight]) -> str:
        """Says what a move does, with the numbers of this moment."""
        return describe_move(view, move)

    def news(self, before: Fight, after: Fight) -> list[str]:
        """Says who died or left, what was lost and healed, and how the fight ended.

        The count at the end is that since the start of the fight, as the options have set it up.
        """
        return tell_news(before, after, self.hp, self.potions)

    def explain(self, view: Fight, advice: Advice[Fight]) -> list[str]:
        """Says what to play in which order, why, what to expect, and what to do with potions."""
        from kibitz.games.spire.agents.explanations import explain_advice

        guess = guess_text(view)
        return [*explain_advice(view, advice), *([guess] if guess else [])]

    def guesses(self, view: Fight) -> list[str]:
        return guessed(view)

    def render(self, view: Fight) -> str:
        """Draws the fight, as lines of text."""
        return draw_fight(view)

    def scene(self, view: Fight) -> Scene:
        return show_fight(view)

    def touches(self, view: Fight, move: Move[Fight]) -> Touches:
        return touched(view, move)

    def offer(self, view: Fight, group: str) -> Piece:
        return show_offer(view, group)

    def refusal_priority(self, refusal: Reject) -> int:
        """Says how much a refusal helps: that something is to be chosen first helps least."""
        if refusal.error_code in (CHOICE_PENDING, NO_CHOICE):
            return NOT_NOW
        return super().refusal_priority(refusal)

    def position(self, view: Fight) -> dict[str, Json]:
        """Writes a fight as a message of CommunicationMod."""
        return write_message(view)

    def read_position(self, document: object) -> Fight:
        """Reads a message of CommunicationMod, or only its `game_state`.

        Raises:
            PositionError: if it is not a fight, or content is missing or impossible.
        """
        return read_message(document)

    # What there is.

    def option_help(self) -> Mapping[str, str]:
        """Says what each option means."""
        return {
            "character": "who fights: ironclad or silent",
            "deck": 'a named deck, one of an act ("act 2"), or a list ("5 strike, bash+")',
            "relics": 'a list such as "starter, pen nib=9", or none',
            "potions": 'a list such as "fire potion, block potion"',
            "hp": "HP at the start; 0 for all of them",
            "max_hp": "the most HP; 0 for the usual 80 (Silent 70), from ascension 14 on 75 (66)",
            "ascension": "the ascension level, 0 to 20",
            "encounter": 'an encounter, a pool, or monsters such as "jaw worm, looter"',
        }

    def option_ranges(self) -> Mapping[str, Range]:
        """Returns the values that options may have; HP at the start are not above the most."""
        return {"character": CHARACTERS, "hp": HP, "max_hp": HP, "ascension": LEVELS}

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Lists what the options can name."""
        return {
            "pools": [*POOLS],
            "encounters": loadout.ENCOUNTER_NAMES,
            "monsters": loadout.MONSTER_NAMES,
            **{
                f"decks of the {character}": [
                    f"{name}: {content}" for name, content in decks.items()
                ]
                for character, decks in loadout.DECKS.items()
            },
            "cards": loadout.CARD_NAMES,
            "relics": loadout.RELIC_NAMES,
            "potions": loadout.POTION_NAMES,
        }

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        """Tells what is implemented, by section and name."""
        return coverage_of()


def default_max_hp(ascension: int, character: str = loadout.IRONCLAD) -> int:
    """Returns the maximum HP of a class."""
    lower = ascension >= loadout.LOWER_HP_FROM
    return (loadout.LOWER_MAX_HP if lower else loadout.MAX_HP)[character]
