"""A battlefield to aim at: cards on a table without rules, and specifications of any kind."""

from typing import TypeAlias

from hypothesis import strategies as st

from kibitz.core.randomness import seeded
from kibitz.kit.board import Board
from kibitz.kit.cards import CardDefinition, CardRegistry
from kibitz.kit.flow import Flow
from kibitz.kit.state import EVERYTHING, NOBODY_WON, TableState
from kibitz.kit.table import CardTable
from kibitz.kit.targets import ALL, Count, TargetSpec, at_least, exactly, up_to
from kibitz.kit.trackers import Trackers
from kibitz.kit.zones import Layout, Zone

Field: TypeAlias = TableState[Board]

REGISTRY = CardRegistry(
    [
        CardDefinition("imp", "Imp", "creature", {"cost": 1}),
        CardDefinition("ogre", "Ogre", "creature", {"cost": 3}),
        CardDefinition("sword", "Sword", "item", {"cost": 2}),
        CardDefinition("token", "Token", "creature"),
    ]
)
ZONES = [
    Zone("hand", visibility="private"),
    Zone("field"),
    Zone("market", per_player=False),
]


def field(*cards: tuple[str, str, int], seats: int = 2, layout: Layout | None = None) -> Field:
    """Lays out cards (definition, zone, seat) as c1, c2, ... on a table."""
    table = CardTable(layout or Layout(REGISTRY, ZONES, seats))
    for definition_id, zone, seat in cards:
        table.create(definition_id, zone, seat)
    return TableState(
        seeded(1), 0, False, "", NOBODY_WON, EVERYTHING, table, Flow(), Trackers(), [], Board()
    )


def skirmish() -> Field:
    """Seat 0 has an imp and an ogre on the field, seat 1 an ogre, a sword and a token."""
    return field(
        ("imp", "field", 0),
        ("ogre", "field", 0),
        ("ogre", "field", 1),
        ("sword", "field", 1),
        ("token", "field", 1),
        ("imp", "hand", 0),
        ("sword", "market", -1),
    )


def make_spec(
    selector: str,
    count: Count,
    owner: str,
    zones: tuple[str, ...],
    types: tuple[str, ...],
    exclude_self: bool,
    different: bool,
    players: str,
    relations: tuple[str, ...],
) -> TargetSpec | None:
    try:
        return TargetSpec(
            selector, count, owner, zones, types, None, exclude_self, different, players, relations
        )
    except ValueError:
        return None


specs = st.builds(
    make_spec,
    st.sampled_from(["self", "chosen", "chosen", "chosen", "all", "each", "any", "random"]),
    st.sampled_from([exactly(1), exactly(2), up_to(0), up_to(1), up_to(2), at_least(1), ALL]),
    st.sampled_from(["you", "opponent", "any"]),
    st.sampled_from([(), ("field",), ("market", "hand")]),
    st.sampled_from([(), ("creature",), ("item", "creature")]),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "", "controller", "opponent", "each-player", "each-opponent"]),
    st.sampled_from([(), ("other than #1",), ("same controller as #1",), ("lower cost than #1",)]),
)
layouts = st.lists(
    st.tuples(
        st.sampled_from(["imp", "ogre", "sword", "token"]),
        st.sampled_from(["hand", "field"]),
        st.integers(0, 1),
    ),
    min_size=1,
    max_size=4,
)
