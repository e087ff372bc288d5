"""Drone Wars as a game: two ships, two decks, two seats."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, SupportsIndex

from kibitz import kit
from kibitz.agents.weights import list_weights
from kibitz.core.agent import Advice, Agent, Policy
from kibitz.core.errors import InvalidMoveError
from kibitz.core.move import Move
from kibitz.core.notation import check_typed
from kibitz.core.options import check_flags, whole_option
from kibitz.core.randomness import Rng
from kibitz.core.ranges import Range
from kibitz.core.reject import GAME_ENDED, NOT_YOUR_TURN, Reject
from kibitz.core.value import Json
from kibitz.games.dronewars.agents import PERSONALITIES, strategic, tactical
from kibitz.games.dronewars.agents.strategic.report import explain_plan
from kibitz.games.dronewars.agents.tactical.wording import explain_advice
from kibitz.games.dronewars.agents.worth import Instinct, make_greedy
from kibitz.games.dronewars.cards.catalogue import CARDS, DRONES, LANES, SECTIONS
from kibitz.games.dronewars.cards.decks import FLEETS, PRESETS, SEPARATOR, read_loadouts
from kibitz.games.dronewars.moves import KINDS, list_moves
from kibitz.games.dronewars.notation.position import read_battle, write_battle
from kibitz.games.dronewars.notation.typed import (
    find_proposed,
    find_typed,
    read_written,
    unreadable,
)
from kibitz.games.dronewars.notation.wording import (
    card_text,
    describe_move,
    drone_text,
    tell_news,
)
from kibitz.games.dronewars.rules import abilities, attacks, effects, phases, setup
from kibitz.games.dronewars.rules.coverage import coverage_of, read_rules
from kibitz.games.dronewars.rules.questions import Ask, asked_of
from kibitz.games.dronewars.scene import draw_battle
from kibitz.games.dronewars.state import (
    DECK,
    LAYOUT,
    MOST_ROUNDS,
    PHASES,
    RULESETS,
    SELECTION,
    Battle,
    Drone,
    Field,
    RuleSet,
    new_drone,
)
from kibitz.games.dronewars.view import sample_battle
from kibitz.kit.errors import DECISION_PENDING, NO_DECISION, WRONG_PHASE

TACTICAL: Final = tactical.TacticalMaker()
STRATEGIC: Final = strategic.StrategicMaker()
COMMANDER: Final = strategic.StrategicMaker("", strategic.COMMANDER, strategic.COMMANDER_TACTICS)


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
        round_cap = whole_option("round_cap", round_cap, 0, MOST_ROUNDS)
        super().__init__(seats=2)
        if ruleset not in RULESETS:
            raise ValueError(f"invalid ruleset={ruleset}: expected {' or '.join(RULESETS)}")
        self.loadouts: Final = read_loadouts(
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
        setup.deal(
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
        return wrong_phase(kind.title(), kind.phases, state.phase)

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
            "tactical": TACTICAL,
            "strategic": STRATEGIC,
            "commander": COMMANDER,
            **PERSONALITIES,
            "greedy": make_greedy,
        }

    def tunable(self) -> Mapping[str, Mapping[str, Range]]:
        return {
            "tactical": tactical.RANGES,
            "strategic": strategic.RANGES,
            "commander": strategic.RANGES,
        }

    def agent_weights(self) -> Mapping[str, Mapping[str, tuple[float, str]]]:
        return {
            "tactical": list_weights(tactical.BUILD, tactical.MEANINGS),
            "strategic": STRATEGIC.list_weights(),
            "commander": COMMANDER.list_weights(),
        }

    def policy(self) -> Policy[Battle]:
        return Instinct()

    def fill_board(self, board: Field, rng: Rng, viewer: int) -> None:
        """Secret choices are made by `sample`, which sees the phase."""

    def sample(self, view: Battle, rng: Rng) -> Battle:
        return sample_battle(view, rng)

    # Words.

    def parse(self, state: Battle, text: str, seat: int | None = None) -> Move[Battle]:
        """Reads a move as a player would type it: `deploy scout 1`, `attack bomber 1 > section`.

        Raises:
            InvalidMoveError: if the text cannot be read.
            AmbiguousMoveError: if it fits several legal moves.
        """
        check_typed(text)
        mover = state.seat if seat is None else seat
        found = read_written(text) or find_typed(state, mover, text)
        if found is not None:
            return found
        try:
            return super().read_move(text)
        except InvalidMoveError:
            pass
        proposed = find_proposed(state, mover, text)
        if proposed is None:
            raise unreadable(state, mover, text)
        return proposed

    def read_move(self, text: str) -> Move[Battle]:
        """Reads a move as it is written or in the general notation, legal or not.

        Raises:
            InvalidMoveError: if the text names no move of this game.
        """
        check_typed(text)
        return read_written(text) or super().read_move(text)

    def describe(self, view: Battle, move: Move[Battle]) -> str:
        """Says what a move does."""
        return describe_move(view, move)

    def news(self, before: Battle, after: Battle) -> list[str]:
        """Says what followed a move by itself: interceptions, lost sections, the end of a round."""
        return tell_news(before, after)

    def explain(self, view: Battle, advice: Advice[Battle]) -> list[str]:
        """Explains advice in the words of a player: the plan behind it, or what it scores by."""
        return [*explain_plan(advice), *explain_advice(view, advice)]

    def render(self, view: Battle) -> str:
        """Draws the battle, as lines of text."""
        return draw_battle(view)

    def position(self, view: Battle) -> dict[str, Json]:
        """Writes a view as a position; see `kibitz.games.dronewars.notation.position`."""
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

    def per_seat(self) -> Mapping[str, str]:
        """Names the options with a part for each seat."""
        between = f" {SEPARATOR} "
        return {"decks": between, "drones": between, "placements": between}

    def lists(self) -> Mapping[str, Sequence[str]]:
        """Lists what the options can name."""
        return {
            "decks": [f"{name}: {preset.words}" for name, preset in PRESETS.items()],
            "drone lists": [
                f"{name}: {', '.join([DRONES[kind].word for kind in fleet])}"
                for name, fleet in FLEETS.items()
            ],
            "drones": [f"{drone.word}: {drone_text(drone)}" for drone in DRONES[1:]],
            "sections": [section.word for section in SECTIONS[1:]],
            "cards": [
                f"{card.word}: {card_text(card.number, self.rules.balance_patch)}"
                for card in CARDS[1:]
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


def wrong_phase(title: str, wanted: int, phase: int) -> Reject:
    """Says in which phase a kind of move is made."""
    names = [name.replace("_", " ") for at, name in enumerate(PHASES) if (wanted >> at) & 1]
    now = PHASES[phase].replace("_", " ")
    text = f"{title} belongs in phase {' or '.join(names)}; this is phase {now}"
    return Reject(WRONG_PHASE, text, wanted=tuple(names), now=now)
