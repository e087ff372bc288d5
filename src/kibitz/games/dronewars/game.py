"""Drone Wars as a game: two ships, two decks, two seats."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import ClassVar, Final, SupportsIndex

from kibitz import kit
from kibitz.agents.weights import list_weights, tuned_ranges
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.move import Move
from kibitz.core.options import Later, check_flags
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Choice, Range, Whole, choice_option, whole_option
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN, Reject
from kibitz.core.scene import NOT_THIS, Piece, Scene, Touches
from kibitz.core.typed import Saying
from kibitz.core.value import Json
from kibitz.games.dronewars import cards
from kibitz.games.dronewars.cards import LANES
from kibitz.games.dronewars.moves import KINDS, NO_SUCH_DRONE, NOT_IN_HAND, list_moves
from kibitz.games.dronewars.position import read_battle, write_battle
from kibitz.games.dronewars.rules import abilities, attacks, effects, phases
from kibitz.games.dronewars.rules.phases import Ask, asked_of
from kibitz.games.dronewars.scene import show_battle, show_offer, touched
from kibitz.games.dronewars.state import (
    DECK,
    LAYOUT,
    MOST_ROUNDS,
    RULESETS,
    SELECTION,
    Battle,
    Drone,
    Field,
    RuleSet,
    new_drone,
)
from kibitz.games.dronewars.text import typed
from kibitz.games.dronewars.text.descriptions import card_text, describe_move, drone_text, tell_news
from kibitz.games.dronewars.text.drawing import draw_battle
from kibitz.games.dronewars.view import sample_battle
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION
from kibitz.kit.game import wrong_phase

AGENTS: Final = "kibitz.games.dronewars.agents"
ROUND_CAPS: Final = Whole(0, MOST_ROUNDS)
RULESET_NAMES: Final = Choice(tuple(RULESETS))


class DroneWars(kit.CardGame[Drone, Field]):
    """A battle of two ships; both players know both deck lists and both drone lists."""

    id: ClassVar[str] = "dronewars"
    title: ClassVar[str] = "Drone Wars"
    version: ClassVar[int] = 1
    reads_only: ClassVar[bool] = True
    opponent: ClassVar[str] = "commander"
    adviser: ClassVar[str] = "ismcts:iterations=1000"

    def __init__(
        self,
        decks: str = "standard / standard",
        drones: str = "",
        placements: str = "",
        ruleset: str = "standard",
        reset_shields: bool = False,
        round_cap: SupportsIndex = 60,
        upgrades: bool = True,
        balance_patch: bool = False,
        unchecked: bool = False,
    ) -> None:
        check_flags(
            reset_shields=reset_shields,
            upgrades=upgrades,
            balance_patch=balance_patch,
            unchecked=unchecked,
        )
        round_cap = whole_option("round_cap", round_cap, ROUND_CAPS)
        super().__init__(seats=2)
        choice_option("ruleset", ruleset, RULESET_NAMES)
        self.loadouts: Final = cards.read_loadouts(
            decks, drones, placements, balance_patch, upgrades, unchecked
        )
        self.rules: Final = RuleSet(RULESETS[ruleset], reset_shields, round_cap, balance_patch)

    def kinds(self) -> list[type[Move[Battle]]]:
        return KINDS

    def layout(self) -> kit.Layout:
        return LAYOUT

    def board(self) -> Field:
        return Field(self.rules)

    def part(self, card: int) -> Drone:
        return new_drone(card)

    def effects(self) -> list[type[kit.Event]]:
        return [
            attacks.Interception,
            abilities.DiscardOne,
            abilities.MoveShields,
            effects.SearchDeck,
            effects.MoveDrones,
        ]

    def deal(self, state: Battle) -> None:
        for seat, loadout in enumerate(self.loadouts):
            state.cards[state.index(DECK, seat)] = loadout.cards.copy()
        phases.deal(
            state,
            tuple([loadout.fleet for loadout in self.loadouts]),
            tuple([loadout.placement for loadout in self.loadouts]),
        )
        phases.open_phase(state, SELECTION)
        phases.proceed(state)

    def gate(self, state: Battle, seat: int, kind: type[Move[Battle]]) -> Reject | None:
        """Refuses a whole kind of move: the turn, a pending question, or the phase."""
        if state.over:
            return Reject(GAME_ENDED, f"the game is over: {state.reason}")
        if kind.always or not issubclass(kind, kit.TableMove):
            return None
        if state.seat != seat:
            text = f"it is the turn of seat {state.seat}"
            return Reject(NOT_YOUR_TURN, text, seat=seat, turn=state.seat)
        asked = asked_of(state, seat)
        if asked is not None:
            if kind.id in asked.moves:
                return None
            text = f"seat {asked.seat} must answer first, with {' or '.join(asked.moves)}"
            return Reject(DECISION_PENDING, text, question=asked.id, seat=asked.seat)
        if kind.answers:
            return Reject(NO_DECISION, "nothing is asked now")
        if (kind.phases >> state.phase) & 1:
            return None
        return wrong_phase(kind, state)

    def settle(self, state: Battle) -> None:
        state.seat = decider(state)

    def play(self, state: Battle, move: Move[Battle], seat: int | None = None) -> None:
        """Carries out a legal move, and all that follows up to the next decision."""
        move.apply(state, state.seat if seat is None else seat)
        state.seat = decider(state)

    def legal(self, state: Battle) -> list[Move[Battle]]:
        """Lists the legal moves from ready-made ones."""
        return list_moves(state)

    def standing(self, state: Battle) -> list[float]:
        """Returns who is ahead, by the hull that each ship can still lose."""
        if state.over:
            return self.returns(state)
        own, other = self.score(state)
        total = own + other
        share = (own - other) / total if total else 0.0
        return [share, -share]

    def score(self, state: Battle) -> list[float]:
        """Returns how much hull each ship can lose before it is lost."""
        loss = state.board.rules.loss_hull
        hull = state.board.hull
        return [
            float(sum([max(0, hull[seat * LANES + lane] - loss) for lane in range(LANES)]))
            for seat in (0, 1)
        ]

    def agents(self) -> Mapping[str, Callable[..., Agent[Battle, Battle]]]:
        return {
            "tactical": Later(f"{AGENTS}:TACTICAL"),
            "strategic": Later(f"{AGENTS}:STRATEGIC"),
            "commander": Later(f"{AGENTS}:COMMANDER"),
            **{word: Later(f"{AGENTS}:PERSONALITIES", word) for word in cards.PERSONALITY_NAMES},
            "greedy": Later(f"{AGENTS}.policy:make_greedy"),
        }

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        from kibitz.games.dronewars.agents import strategic, tactical

        return {
            "tactical": tuned_ranges(tactical.BUILD),
            "strategic": tuned_ranges(strategic.DESCRIBED),
            "commander": tuned_ranges(strategic.COMMANDER),
        }

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        from kibitz.games.dronewars.agents import COMMANDER, STRATEGIC, tactical

        tactics, strategy = list_weights(tactical.BUILD), STRATEGIC.list_weights()
        return {
            "tactical": tactics,
            "strategic": strategy,
            "commander": COMMANDER.list_weights(),
            **{
                word: strategy if cards.PRESETS[name].brain == cards.STRATEGIC_BRAIN else tactics
                for word, name in cards.PERSONALITY_NAMES.items()
            },
        }

    def policy(self) -> Policy[Battle]:
        from kibitz.games.dronewars.agents.policy import Instinct

        return Instinct()

    def fill_board(self, board: Field, rng: Rng, viewer: int) -> None:
        """Secret choices are made by `sample`, which sees the phase."""

    def sample(self, view: Battle, rng: Rng) -> Battle:
        return sample_battle(view, rng)

    # Words.

    def read_written(self, text: str) -> Move[Battle] | None:
        return typed.read_written(text)

    def typed_words(self, text: str) -> list[str]:
        return typed.typed_words(text)

    def sayings(
        self, state: Battle, seat: int, moves: Sequence[Move[Battle]], words: Sequence[str]
    ) -> list[Saying[Battle]]:
        return typed.sayings(state, seat, moves, words)

    def propose(self, state: Battle, seat: int, words: Sequence[str]) -> Move[Battle] | None:
        return typed.propose(state, seat, words)

    def describe(self, view: Battle, move: Move[Battle]) -> str:
        """Says what a move does."""
        return describe_move(view, move)

    def news(self, before: Battle, after: Battle) -> list[str]:
        """Says what followed a move by itself: interceptions, lost sections, the end of a round."""
        return tell_news(before, after)

    def explain(self, view: Battle, advice: Advice[Battle]) -> list[str]:
        """Explains advice in the words of a player: the plan behind it, or what it scores by."""
        from kibitz.games.dronewars.agents.strategic.player import explain_plan
        from kibitz.games.dronewars.agents.tactical.player import explain_advice

        return [*explain_plan(advice), *explain_advice(view, advice)]

    def render(self, view: Battle) -> str:
        """Draws the battle, as lines of text."""
        return draw_battle(view)

    def scene(self, view: Battle) -> Scene:
        return show_battle(view)

    def touches(self, view: Battle, move: Move[Battle]) -> Touches:
        return touched(view, move)

    def offer(self, view: Battle, group: str) -> Piece:
        return show_offer(view, group)

    def refusal_priority(self, refusal: Reject) -> int:
        """Says how much a refusal helps: that a card or drone is not there helps less."""
        if refusal.error_code in (NOT_IN_HAND, NO_SUCH_DRONE):
            return NOT_THIS
        return super().refusal_priority(refusal)

    def position(self, view: Battle) -> dict[str, Json]:
        """Writes a view as a position; see `kibitz.games.dronewars.position`."""
        return write_battle(self, view)

    def read_position(self, document: object) -> Battle:
        """Reads a position as the view of the seat that asks; all problems come in one error."""
        return read_battle(self, document)

    # What there is.

    def option_help(self) -> Mapping[str, str]:
        """Says what each option means."""
        return {
            "decks": 'two decks such as "manticore / standard"; each a name or a list of cards',
            "drones": "a drone list for each seat, by name or as drones; usually that of the deck",
            "placements": 'the sections in lanes 1, 2 and 3 for each seat, or "ask"',
            "ruleset": "a section is lost at hull 5 (standard) or with any damage (first_hull)",
            "reset_shields": "whether sections lose their shields before new ones are placed",
            "round_cap": f"the round after which it is a draw, 1 to {MOST_ROUNDS}; 0 for none",
            "upgrades": "whether decks may hold upgrades and the cards that need them",
            "balance_patch": "whether the cards are those of the later balance patch",
            "unchecked": "whether decks may have any size and any number of copies",
        }

    def option_ranges(self) -> Mapping[str, Range]:
        return {"ruleset": RULESET_NAMES, "round_cap": ROUND_CAPS}

    def per_seat(self) -> Mapping[str, str]:
        """Names the options with a part for each seat."""
        between = f" {cards.SEPARATOR} "
        return {"decks": between, "drones": between, "placements": between}

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Lists what the options can name."""
        return {
            "decks": [f"{name}: {preset.words}" for name, preset in cards.PRESETS.items()],
            "drone lists": [
                f"{name}: {', '.join([cards.DRONES[kind].word for kind in fleet])}"
                for name, fleet in cards.FLEETS.items()
            ],
            "drones": [f"{drone.word}: {drone_text(drone)}" for drone in cards.DRONES[1:]],
            "sections": [section.word for section in cards.SECTIONS[1:]],
            "cards": [
                f"{card.word}: {card_text(card.number, self.rules.balance_patch)}"
                for card in cards.CARDS[1:]
            ],
        }

    def coverage(self) -> Mapping[str, Mapping[str, bool]]:
        """Tells what is implemented, by section and name."""
        return coverage_of(read_rules())


def decider(s: Battle) -> int:
    """Returns the seat that must decide: the one that is asked, or whose turn it is."""
    if s.stack:
        top = s.stack[-1]
        if isinstance(top, Ask):
            return top.seat
    return s.active


# Coverage. A card is implemented if there is a function for what it does. For the rest the modules
# of the rules and the moves are read as text: a drone is implemented if they read every special
# field of its type and use its keywords and its ability, a section if they use its ability and all
# its stats, an option if they read it.

# Fields that say something special about a type of drone; 0 or false if it has nothing of it.
SPECIAL: Final = (
    *("ship_bonus", "aura_shields", "attack_destroys", "attack_gains_attack", "move_gains_attack"),
    *("move_gains_speed", "lane_damaged_attack", "each_damaged_attack", "outer_attack"),
    *("outer_speed", "per_lane"),
)
# The options that have another name than the field of the rules.
OPTION_NAMES: Final = {"loss_hull": "ruleset"}
# Stats whose names in the code are not their words.
STAT_NAMES: Final = {"shields": "SHIELDS_PER_ROUND"}


def coverage_of(text: str) -> Mapping[str, Mapping[str, bool]]:
    """Tells for each section and name whether it is implemented by the code in a text."""
    return {
        "drones": {drone.name: has_drone(drone, text) for drone in cards.DRONES[1:]},
        "cards": {card.name: card.effect in effects.RULES for card in cards.CARDS[1:]},
        "sections": {section.name: has_section(section, text) for section in cards.SECTIONS[1:]},
        "keywords": {
            **{word: uses(text, word) for word in cards.KEYWORDS},
            "go again": reads(text, "go_again"),
            "max per lane": reads(text, "per_lane"),
        },
        "abilities": {
            word: uses(text, word) for word in [*cards.DRONE_ABILITIES[1:], *cards.SHIP_ABILITIES]
        },
        "options": {
            OPTION_NAMES.get(name, name): reads(text, name) for name in RuleSet.__match_args__
        },
    }


def has_drone(drone: cards.DroneType, text: str) -> bool:
    """Tells whether everything special about a type of drone is implemented."""
    words = [word for bit, word in enumerate(cards.KEYWORDS) if (drone.keywords >> bit) & 1]
    words += [cards.DRONE_ABILITIES[drone.ability]] if drone.ability else []
    fields = [name for name in SPECIAL if getattr(drone, name)]
    return all(uses(text, word) for word in words) and all(reads(text, name) for name in fields)


def has_section(section: cards.Section, text: str) -> bool:
    """Tells whether the ability of a section and the stats that it gives are implemented."""
    given = [cards.SHIP_STATS[stat] for stat, amount in enumerate(section.amounts[0]) if amount]
    words: Sequence[str] = [STAT_NAMES.get(word, word) for word in given]
    return all(uses(text, word) for word in [*words, cards.SHIP_ABILITIES[section.ability]])


def uses(text: str, word: str) -> bool:
    """Tells whether the code uses the constant for a word outside of its imports."""
    name = word.upper().replace(" ", "_")
    return re.search(rf"\b{name}\b", text) is not None


def reads(text: str, name: str) -> bool:
    """Tells whether the code reads an attribute."""
    return re.search(rf"\.{name}\b", text) is not None


def read_rules() -> str:
    """Reads the modules of the rules and the moves, without their imports."""
    package = files("kibitz.games.dronewars")
    places = [*package.joinpath("rules").iterdir(), package.joinpath("moves.py")]
    texts = [each.read_text(encoding="utf-8") for each in places if each.name.endswith(".py")]
    imports = re.compile(r"^from \S+ import (?:\([^)]*\)|.*)$", re.MULTILINE)
    return "\n".join([imports.sub("", text) for text in texts])
