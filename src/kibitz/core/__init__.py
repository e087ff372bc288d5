"""The kernel: moves, games, the engine, observations, chance and records. It knows no cards."""

from kibitz.core.agent import (
    Advice,
    Agent,
    Observation,
    Option,
    Policy,
    Reason,
    observation_of,
    play_out,
    seat_values,
)
from kibitz.core.definition import Candidate, MoveContext, MoveDefinition
from kibitz.core.domains import (
    Domain,
    Step,
    depends,
    int_range,
    one_of,
    optional,
    record_of,
    some_of,
)
from kibitz.core.engine import Event, Execution, RuleEngine
from kibitz.core.enumeration import (
    EnumeratedMove,
    EnumerationOptions,
    EnumerationReport,
    group_by_category,
)
from kibitz.core.errors import (
    AmbiguousMoveError,
    EnumerationLimit,
    GameDefinitionError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
    PositionError,
    ReadOnlyViolation,
    RecordError,
    RuleError,
    UnknownMove,
    UnknownPlayer,
)
from kibitz.core.game import SPECTATOR, Game, Outcome, derive_legal
from kibitz.core.move import Move, Reject
from kibitz.core.randomness import Rng, hidden_rng, seeded
from kibitz.core.ranges import Choice, Range, Real, Whole, read_range
from kibitz.core.record import Record, read_record, replay, write_record
from kibitz.core.state import Part, State, state_hash
from kibitz.core.streams import Streams
from kibitz.core.value import Json, Value

__all__ = [
    "SPECTATOR",
    "Advice",
    "Agent",
    "AmbiguousMoveError",
    "Candidate",
    "Choice",
    "Domain",
    "EnumeratedMove",
    "EnumerationLimit",
    "EnumerationOptions",
    "EnumerationReport",
    "Event",
    "Execution",
    "Game",
    "GameDefinitionError",
    "IllegalMoveError",
    "InvalidMoveError",
    "Json",
    "KibitzError",
    "Move",
    "MoveContext",
    "MoveDefinition",
    "Observation",
    "Option",
    "Outcome",
    "Part",
    "Policy",
    "PositionError",
    "Range",
    "ReadOnlyViolation",
    "Real",
    "Reason",
    "Record",
    "RecordError",
    "Reject",
    "Rng",
    "RuleEngine",
    "RuleError",
    "State",
    "Step",
    "Streams",
    "UnknownMove",
    "UnknownPlayer",
    "Value",
    "Whole",
    "depends",
    "derive_legal",
    "group_by_category",
    "hidden_rng",
    "int_range",
    "observation_of",
    "one_of",
    "optional",
    "play_out",
    "read_range",
    "read_record",
    "record_of",
    "replay",
    "seat_values",
    "seeded",
    "some_of",
    "state_hash",
    "write_record",
]
