"""Actions of players as JSON, for programs that drive a match from outside.

An action is `{matchId, playerId, actionType, actionData}`. What belongs into `actionData` is listed
here, for each type of action and for each Trainer and Power. Whether an action is allowed is not
decided here: `kibitz.games.pokemon.actions.match` turns it into moves of the game.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from kibitz.core.document import Document
from kibitz.core.errors import KibitzError
from kibitz.core.value import Json, Value, brief
from kibitz.games.pokemon import cards
from kibitz.games.pokemon.cards import Action
from kibitz.games.pokemon.rules.steps import A_CARD, A_SPOT, A_WORD, AN_ATTACK, AN_ELEMENT
from kibitz.games.pokemon.state import DECK, DISCARD, HAND, MOST_BENCH


class MatchState(StrEnum):
    """Where a match is."""

    CREATED = "CREATED"
    WAITING_FOR_PLAYERS = "WAITING_FOR_PLAYERS"
    DECK_VALIDATION = "DECK_VALIDATION"
    MATCH_APPROVAL = "MATCH_APPROVAL"
    PRE_GAME_SETUP = "PRE_GAME_SETUP"
    DRAWING_CARDS = "DRAWING_CARDS"
    SET_PRIZE_CARDS = "SET_PRIZE_CARDS"
    SELECT_ACTIVE_POKEMON = "SELECT_ACTIVE_POKEMON"
    SELECT_BENCH_POKEMON = "SELECT_BENCH_POKEMON"
    FIRST_PLAYER_SELECTION = "FIRST_PLAYER_SELECTION"
    INITIAL_SETUP = "INITIAL_SETUP"
    PLAYER_TURN = "PLAYER_TURN"
    BETWEEN_TURNS = "BETWEEN_TURNS"
    MATCH_ENDED = "MATCH_ENDED"
    CANCELLED = "CANCELLED"


class TurnPhase(StrEnum):
    """The phase of a turn."""

    DRAW = "DRAW"
    MAIN_PHASE = "MAIN_PHASE"
    ATTACK = "ATTACK"
    END = "END"
    SELECT_ACTIVE_POKEMON = "SELECT_ACTIVE_POKEMON"


class PlayerActionType(StrEnum):
    """What a player can do."""

    DRAW_CARD = "DRAW_CARD"
    DRAW_INITIAL_CARDS = "DRAW_INITIAL_CARDS"
    SET_PRIZE_CARDS = "SET_PRIZE_CARDS"
    PLAY_POKEMON = "PLAY_POKEMON"
    SET_ACTIVE_POKEMON = "SET_ACTIVE_POKEMON"
    ATTACH_ENERGY = "ATTACH_ENERGY"
    PLAY_TRAINER = "PLAY_TRAINER"
    EVOLVE_POKEMON = "EVOLVE_POKEMON"
    RETREAT = "RETREAT"
    ATTACK = "ATTACK"
    USE_ABILITY = "USE_ABILITY"
    GENERATE_COIN_FLIP = "GENERATE_COIN_FLIP"
    SELECT_PRIZE = "SELECT_PRIZE"
    DRAW_PRIZE = "DRAW_PRIZE"
    END_TURN = "END_TURN"
    COMPLETE_INITIAL_SETUP = "COMPLETE_INITIAL_SETUP"
    CONFIRM_FIRST_PLAYER = "CONFIRM_FIRST_PLAYER"
    APPROVE_MATCH = "APPROVE_MATCH"
    CONCEDE = "CONCEDE"


class PlayerIdentifier(StrEnum):
    """The two players."""

    PLAYER1 = "PLAYER1"
    PLAYER2 = "PLAYER2"


SEATS: Final = [PlayerIdentifier.PLAYER1, PlayerIdentifier.PLAYER2]
# The match that begins with a position.
POSITION_MATCH: Final = "match"


class PokemonPosition(StrEnum):
    """Where a Pokémon stands."""

    ACTIVE = "ACTIVE"
    BENCH_0 = "BENCH_0"
    BENCH_1 = "BENCH_1"
    BENCH_2 = "BENCH_2"
    BENCH_3 = "BENCH_3"
    BENCH_4 = "BENCH_4"


class StatusEffect(StrEnum):
    """Special conditions."""

    ASLEEP = "ASLEEP"
    CONFUSED = "CONFUSED"
    PARALYZED = "PARALYZED"
    POISONED = "POISONED"


class EnergyType(StrEnum):
    """Types, in the order of the game's own; ELECTRIC is Lightning."""

    GRASS = "GRASS"
    FIRE = "FIRE"
    WATER = "WATER"
    ELECTRIC = "ELECTRIC"
    PSYCHIC = "PSYCHIC"
    FIGHTING = "FIGHTING"
    COLORLESS = "COLORLESS"


class EvolutionStage(StrEnum):
    """Stages of Pokémon."""

    BASIC = "BASIC"
    STAGE_1 = "STAGE_1"
    STAGE_2 = "STAGE_2"


class CoinFlipStatus(StrEnum):
    """How far a flip of the interactive mode is."""

    READY_TO_FLIP = "READY_TO_FLIP"
    FLIP_RESULT = "FLIP_RESULT"
    COMPLETED = "COMPLETED"


class CoinFlipContext(StrEnum):
    """What a coin is flipped for."""

    ATTACK = "ATTACK"
    STATUS_CHECK = "STATUS_CHECK"
    ABILITY = "ABILITY"
    TRAINER = "TRAINER"


class MatchResult(StrEnum):
    """How a match ended."""

    PLAYER1_WIN = "PLAYER1_WIN"
    PLAYER2_WIN = "PLAYER2_WIN"
    DRAW = "DRAW"
    CANCELLED = "CANCELLED"


class WinCondition(StrEnum):
    """Why it was won."""

    PRIZE_CARDS = "PRIZE_CARDS"
    NO_POKEMON = "NO_POKEMON"
    DECK_OUT = "DECK_OUT"
    CONCEDE = "CONCEDE"


class ActionValidationError(StrEnum):
    """Why an action is refused."""

    INVALID_STATE = "INVALID_STATE"
    INVALID_PHASE = "INVALID_PHASE"
    NOT_PLAYER_TURN = "NOT_PLAYER_TURN"
    INSUFFICIENT_RESOURCES = "INSUFFICIENT_RESOURCES"
    INVALID_TARGET = "INVALID_TARGET"
    RULE_VIOLATION = "RULE_VIOLATION"
    INVALID_ACTION = "INVALID_ACTION"


ELEMENT_TYPES: Final = [str(element) for element in EnergyType]
# With an option of the rules a Bench holds more than five.
POSITIONS: Final = ["ACTIVE", *[f"BENCH_{at}" for at in range(MOST_BENCH)]]
STAGES: Final = [str(stage) for stage in EvolutionStage]


class Refusal(Value):
    """Why an action is refused; the match is as before.

    Attributes:
        code: the code for machines.
        message: what was given and what would work.
    """

    __match_args__ = ("code", "message")

    def __init__(self, code: ActionValidationError, message: str) -> None:
        self.code: Final = code
        self.message: Final = message

    def to_json(self) -> dict[str, Json]:
        """Writes it as a JSON object."""
        return {"code": str(self.code), "message": self.message}


class RefusedError(KibitzError):
    """Carries a refusal to where the match answers."""

    def __init__(self, code: ActionValidationError, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class ExecuteActionDto:
    """An action of a player.

    Attributes:
        match_id: the match.
        player_id: the player.
        action_type: what the player does.
        action_data: the details, as in JSON.
    """

    __match_args__ = ("match_id", "player_id", "action_type", "action_data")

    def __init__(
        self,
        match_id: str,
        player_id: str,
        action_type: PlayerActionType,
        action_data: dict[str, Json],
    ) -> None:
        self.match_id: Final = match_id
        self.player_id: Final = player_id
        self.action_type: Final = action_type
        self.action_data: Final = action_data

    def to_json(self) -> dict[str, Json]:
        """Writes it as a JSON object with the four names."""
        return {
            "matchId": self.match_id,
            "playerId": self.player_id,
            "actionType": str(self.action_type),
            "actionData": self.action_data,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExecuteActionDto) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"{self.player_id}: {self.action_type} {self.action_data}"


# What belongs into `actionData`.

# What a field holds.
AN_ID: Final = "a card id"
IDS: Final = "a list of card ids"
A_POSITION: Final = "a position"
A_STAGE: Final = "a stage"
A_TYPE: Final = "a type"
AN_INDEX: Final = "a whole number"
A_FLAG: Final = "true or false"
INDICES: Final = "a list of whole numbers"
NESTED: Final = "an object"

# Which questions of the game a field answers.
ANSWERS: Final[dict[str, int]] = {
    AN_ID: A_CARD,
    IDS: A_CARD,
    A_STAGE: A_CARD,
    A_POSITION: A_SPOT,
    A_TYPE: AN_ELEMENT,
    AN_INDEX: AN_ATTACK,
    A_FLAG: A_WORD,
}

# Where the cards of a field lie, besides `HAND`, `DECK` and `DISCARD`.
NO_PLACE: Final = -1
THEIR_DISCARD: Final = -2
ATTACHED: Final = -3

# More than this is not read at all; no action needs it.
LONGEST_LIST: Final = 20
LONGEST_TEXT: Final = 100
MOST_FIELDS: Final = 20
HIGHEST_NUMBER: Final = 1_000_000
# How deeply choices can be nested: those of an attack, and those of the one that Metronome copies.
DEEPEST_CHOICES: Final = 2


class FieldSpec(NamedTuple):
    """A field of `actionData`.

    Attributes:
        name: its name.
        holds: what is in it.
        place: where its cards lie.
        most: how many cards it names at most.
        optional: whether it may be left out.
        unseen: whether its cards cannot be known before the action; in strict mode they are named
            by a second action.
        pays: whether its cards are a cost.
        card: the only card that it can name, where the game does not ask; 0 for any.
    """

    name: str
    holds: str
    place: int = NO_PLACE
    most: int = 1
    optional: bool = False
    unseen: bool = False
    pays: bool = False
    card: int = 0


CARD_ID: Final = FieldSpec("cardId", AN_ID, HAND)
TARGET: Final = FieldSpec("target", A_POSITION)
PAYMENT: Final = FieldSpec("selectedEnergyIds", IDS, ATTACHED, 20, pays=True)
ATTACK_PAYMENT: Final = FieldSpec("selectedEnergyIds", IDS, ATTACHED, 20, optional=True, pays=True)
CHOICES: Final = FieldSpec("choices", NESTED, optional=True)
# What the opening, `{prizeIndices}`, names does not matter: the top cards are taken.
PRIZE_INDICES: Final = FieldSpec("prizeIndices", INDICES, most=20, optional=True)
PRIZE_INDEX: Final = FieldSpec("prizeIndex", AN_INDEX)

# The fields of each type of action; those of Trainers and Powers come on top.
TYPE_FIELDS: Final[dict[PlayerActionType, list[FieldSpec]]] = {
    **{kind: [] for kind in PlayerActionType},
    PlayerActionType.CONFIRM_FIRST_PLAYER: [FieldSpec("goFirst", A_FLAG, optional=True)],
    PlayerActionType.SET_PRIZE_CARDS: [PRIZE_INDICES],
    PlayerActionType.SET_ACTIVE_POKEMON: [CARD_ID],
    PlayerActionType.PLAY_POKEMON: [CARD_ID, FieldSpec("position", A_POSITION, optional=True)],
    PlayerActionType.ATTACH_ENERGY: [FieldSpec("energyCardId", AN_ID, HAND), TARGET],
    PlayerActionType.EVOLVE_POKEMON: [FieldSpec("evolutionCardId", AN_ID, HAND), TARGET],
    PlayerActionType.RETREAT: [TARGET, PAYMENT],
    PlayerActionType.ATTACK: [FieldSpec("attackIndex", AN_INDEX), ATTACK_PAYMENT, CHOICES],
    PlayerActionType.SELECT_PRIZE: [PRIZE_INDEX],
    PlayerActionType.DRAW_PRIZE: [PRIZE_INDEX],
    PlayerActionType.USE_ABILITY: [CARD_ID, TARGET],
    PlayerActionType.PLAY_TRAINER: [CARD_ID],
}

# What is chosen for an attack besides its cost, by the question of the game.
ATTACK_CHOICES: Final[dict[str, FieldSpec]] = {
    "switching": FieldSpec("benchPosition", A_POSITION, optional=True),
    "discard_energy": FieldSpec("discardEnergyId", AN_ID, ATTACHED, optional=True),
    "amnesia": FieldSpec("attackIndex", AN_INDEX, optional=True),
    "metronome": FieldSpec("attackIndex", AN_INDEX, optional=True),
    "new_element": FieldSpec("type", A_TYPE, optional=True),
    "leech": FieldSpec("heal", A_FLAG, optional=True),
}
CHOICE_FIELDS: Final = [
    *{spec.name: spec for spec in ATTACK_CHOICES.values()}.values(),
    CHOICES,
]

TWO_OF_HAND: Final = FieldSpec("handCardIds", IDS, HAND, 2)
ONE_OF_DECK: Final = FieldSpec("selectedCardIds", IDS, DECK, unseen=True)

# The fields of each Trainer and Power besides its target, in the order in which the game asks.
TRAINER_FIELDS: Final[dict[str, list[FieldSpec]]] = {
    "super potion": [FieldSpec("energyCardId", AN_ID, ATTACHED, pays=True)],
    "energy removal": [FieldSpec("energyCardId", AN_ID, ATTACHED)],
    "super energy removal": [
        FieldSpec("ownTarget", A_POSITION),
        FieldSpec("ownEnergyCardId", AN_ID, ATTACHED, pays=True),
        FieldSpec("energyCardIds", IDS, ATTACHED, 2),
    ],
    "computer search": [TWO_OF_HAND, ONE_OF_DECK],
    "item finder": [TWO_OF_HAND, FieldSpec("selectedCardIds", IDS, DISCARD)],
    "energy retrieval": [
        FieldSpec("handCardId", AN_ID, HAND),
        FieldSpec("selectedCardIds", IDS, DISCARD, 2),
    ],
    "maintenance": [TWO_OF_HAND],
    "pokemon trader": [FieldSpec("discardCardIds", IDS, HAND), ONE_OF_DECK],
    "pokemon breeder": [FieldSpec("evolutionCardId", AN_ID, HAND)],
    "devolution spray": [FieldSpec("stage", A_STAGE)],
    "revive": [FieldSpec("pokemonCardId", AN_ID, DISCARD)],
    "pokemon flute": [FieldSpec("pokemonCardId", AN_ID, THEIR_DISCARD)],
    "pokedex": [FieldSpec("order", IDS, DECK, 5, optional=True, unseen=True)],
}
POWER_FIELDS: Final[dict[str, list[FieldSpec]]] = {
    "damage swap": [FieldSpec("destinationPokemon", A_POSITION)],
    "rain dance": [FieldSpec("selectedCardIds", IDS, HAND, card=cards.WATER_ENERGY)],
    "energy trans": [
        FieldSpec("selectedCardIds", IDS, ATTACHED, card=cards.GRASS_ENERGY),
        FieldSpec("targetPokemon", A_POSITION),
    ],
    "buzzap": [FieldSpec("targetPokemon", A_POSITION), FieldSpec("energyType", A_TYPE)],
}
# What the target of a Power is called that is not aimed at the Pokémon itself.
POWER_TARGETS: Final = {
    "damage swap": "sourcePokemon",
    "rain dance": "targetPokemon",
    "energy trans": "sourcePokemon",
}
OWN_POWER: Final = cards.TRAITS.index("power")


def trainer_target(action: Action) -> str:
    """Returns the field that names the target of a Trainer; empty if it has none."""
    if action.aim == cards.AT_NOTHING:
        return ""
    return "benchPosition" if action.aim in (cards.AT_OWN_BENCH, cards.AT_FOE_BENCH) else "target"


def power_target(action: Action) -> str:
    """Returns the field that names the target of a Power; `target` is the Pokémon that has it."""
    return "target" if OWN_POWER in action.traits else POWER_TARGETS.get(action.word, "target")


def trainer_fields(number: int) -> list[FieldSpec]:
    """Returns all fields of `actionData` for a Trainer, by the number of its action."""
    action = cards.ACTIONS[number]
    target = trainer_target(action)
    aim = [FieldSpec(target, A_POSITION)] if target else []
    return [CARD_ID, *aim, *TRAINER_FIELDS.get(action.word, [])]


def power_fields(number: int) -> list[FieldSpec]:
    """Returns all fields of `actionData` for a Power, by the number of its action."""
    action = cards.ACTIONS[number]
    target = power_target(action)
    aim = [] if target == "target" else [FieldSpec(target, A_POSITION)]
    return [CARD_ID, TARGET, *aim, *POWER_FIELDS.get(action.word, [])]


# Reading.


def read_action(document: object) -> ExecuteActionDto:
    """Reads an action from JSON; what is in `actionData` is checked when it is executed.

    Raises:
        RefusedError: if it is not an object with exactly the four fields.
    """
    whole = read_object(document, "action")
    place = Document(whole, "action")
    place.only(("matchId", "playerId", "actionType", "actionData"))
    match_id = place.field("matchId").text()
    player_id = place.field("playerId").text()
    kind = place.field("actionType").choice([str(each) for each in PlayerActionType])
    data = place.field("actionData")
    data.names()
    raise_problems(place)
    held = whole["actionData"]
    assert isinstance(held, dict)
    return ExecuteActionDto(match_id, player_id, PlayerActionType(kind), held)


def raise_problems(place: Document) -> None:
    """Raises one refusal with all problems of a document; does nothing if there are none."""
    if place.problems:
        problems = "; ".join(dict.fromkeys(place.problems))
        raise RefusedError(ActionValidationError.INVALID_ACTION, problems)


def read_object(value: object, path: str, depth: int = 0) -> dict[str, Json]:
    """Copies a JSON object; everything in it must be small."""
    if not isinstance(value, dict):
        raise wrong(path, NESTED, value)
    if len(value) > MOST_FIELDS:
        raise wrong(path, f"{MOST_FIELDS} fields at most", len(value))
    found: dict[str, Json] = {}
    for name, item in value.items():
        if not isinstance(name, str) or len(name) > LONGEST_TEXT:
            raise wrong(path, "names that are short texts", name)
        found[name] = read_value(item, f"{path}.{name}", depth)
    return found


def read_value(value: object, path: str, depth: int) -> Json:
    """Copies a JSON value."""
    if isinstance(value, list):
        if len(value) > LONGEST_LIST:
            raise wrong(path, f"a list of {LONGEST_LIST} at most", len(value))
        return [read_scalar(item, path) for item in value]
    if not isinstance(value, dict):
        return read_scalar(value, path)
    if depth > DEEPEST_CHOICES:
        raise wrong(path, f"{DEEPEST_CHOICES} levels of choices at most", "more")
    return read_object(value, path, depth + 1)


def read_scalar(value: object, path: str) -> Json:
    """Copies a text, a number, a truth value or null."""
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise wrong(path, f"a text of {LONGEST_TEXT} characters at most", len(value))
    if isinstance(value, int) and abs(value) > HIGHEST_NUMBER:
        raise wrong(path, f"a number up to {HIGHEST_NUMBER}", "a higher one")
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise wrong(path, "a text or a number", value)


def wrong(path: str, expected: str, value: object) -> RefusedError:
    """Says that something else was expected."""
    got = brief(value) if isinstance(value, (str, int, float)) else f"a {type(value).__name__}"
    text = f"{path[:120]}: expected {expected}, got {got}"
    return RefusedError(ActionValidationError.INVALID_ACTION, text)


def check_data(data: Mapping[str, Json], specs: Sequence[FieldSpec], path: str = "") -> None:
    """Refuses missing and extra fields, and values of another type.

    Raises:
        RefusedError: with all problems.
    """
    place = Document(dict(data), path or "actionData")
    place.only([spec.name for spec in specs])
    for spec in specs:
        if spec.name not in data:
            if not spec.optional:
                place.note(f"field {spec.name!r} is missing: expected {spec.holds}")
        elif spec.holds == NESTED:
            held = data[spec.name]
            if isinstance(held, dict):
                check_data(held, CHOICE_FIELDS, f"{place.path}.{spec.name}")
            else:
                place.field(spec.name).wanted(spec.holds)
        else:
            check_field(place.field(spec.name), spec)
    raise_problems(place)


def check_field(place: Document, spec: FieldSpec) -> None:
    """Notes a value of another type."""
    holds = spec.holds
    if holds in (IDS, INDICES):
        for item in place.items():
            if holds == IDS:
                item.text()
            else:
                item.integer(0)
        if isinstance(place.value, list) and len(place.value) > spec.most:
            place.note(f"expected {spec.most} at most, got {len(place.value)}")
    elif holds == AN_INDEX:
        place.integer(0)
    elif holds == A_FLAG:
        place.flag()
    elif holds == A_TYPE and spec.optional and place.value is None:
        return  # no type, where none need be chosen
    elif holds in (A_POSITION, A_STAGE, A_TYPE):
        known = {A_POSITION: POSITIONS, A_STAGE: STAGES[1:], A_TYPE: ELEMENT_TYPES[:-1]}
        place.choice(known[holds])
    else:
        place.text()
