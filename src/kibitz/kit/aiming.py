"""Aiming: what stands against a target, asked of one specification in one state."""

from typing import Any, Final

from kibitz.core.errors import suggest
from kibitz.kit.cards import CardId
from kibitz.kit.errors import ZoneError
from kibitz.kit.instances import Card
from kibitz.kit.state import TableState
from kibitz.kit.target_spec import Relation, Selection, TargetSpec, player_target, seat_of

# What stands against a target, in words.
OBSTACLES: Final = {
    "unknown": "there is no such card or player",
    "card": "only players can be chosen",
    "player": "not this player",
    "zone": "it is in the wrong zone",
    "owner": "it is on the wrong side",
    "type": "it is of the wrong type",
    "filter": "it is not of the kind asked for",
    "self": "the source cannot choose itself",
    "source": "only the source itself is meant",
    "taken": "it was chosen before",
    "relation": "it does not fit what was chosen before",
}


class Aim:
    """One act of aiming: a specification, who aims, from which card, and what was chosen before."""

    def __init__(
        self,
        spec: TargetSpec,
        state: TableState[Any],
        seat: int,
        source: str | None,
        chosen: tuple[Selection, ...],
    ) -> None:
        """Takes the specification and all that it is read by.

        Raises:
            ZoneError: if the specification names a zone that the table does not have.
        """
        for zone in spec.zones:
            if zone not in state.table.zones:
                hint = suggest(zone, state.table.zones)
                raise ZoneError(f"a target is sought in the zone {zone!r}; {hint}")
        self.spec: Final = spec
        self.state: Final = state
        self.table: Final = state.table
        self.seat: Final = seat
        self.source: Final = source
        self.chosen: Final = chosen

    def legal(self) -> list[str]:
        """Lists the legal targets in the order of the table: cards, then players."""
        if self.spec.selector == "self":
            return [self.source] if self.source is not None else []
        found: list[str] = []
        if self.spec.takes_cards:
            for zone, seat in self.table.layout.places:
                if self.spec.zones and zone.id not in self.spec.zones:
                    continue
                for card_id in self.table.cards(zone.id, seat):
                    if self.obstacle_to_card(self.table.card(card_id)) == "":
                        found.append(card_id)
        if self.spec.players:
            for seat in range(self.table.seats):
                player = player_target(seat)
                if self.obstacle_to_player(player, seat) == "":
                    found.append(player)
        return found

    def obstacle(self, target: str) -> str:
        """Returns what stands against a target, as a key of `OBSTACLES`; empty if nothing does."""
        if self.spec.selector == "self":
            return "" if target == self.source else "source"
        seat = seat_of(target)
        if seat is not None:
            return self.obstacle_to_player(target, seat)
        if not self.spec.takes_cards:
            return "card"
        if not self.table.has(target):
            return "unknown"
        return self.obstacle_to_card(self.table.card(CardId(target)))

    def obstacle_to_card(self, card: Card) -> str:
        """Returns what stands against a card: zone, side, type, filter, then what is excluded."""
        spec = self.spec
        if spec.zones and card.zone not in spec.zones:
            return "zone"
        if spec.owner == "you" and card.controller != self.seat:
            return "owner"
        if spec.owner == "opponent" and (card.controller == self.seat or card.controller < 0):
            return "owner"
        if spec.card_types and self.type_of(card) not in spec.card_types:
            return "type"
        if spec.filter is not None and not spec.filter.matches(card, self.table):
            return "filter"
        if spec.exclude_self and card.id == self.source:
            return "self"
        return self.obstacle_before(card.id)

    def obstacle_to_player(self, player: str, seat: int) -> str:
        """Returns what stands against a player."""
        players = self.spec.players
        if seat >= self.table.seats:
            return "unknown"
        if not players or (players == "controller" and seat != self.seat):
            return "player"
        if players in ("opponent", "each-opponent") and seat == self.seat:
            return "player"
        return self.obstacle_before(player)

    def obstacle_before(self, target: str) -> str:
        """Returns what in the answers to earlier slots stands against a target."""
        if self.spec.different:
            for selection in self.chosen:
                if target in selection:
                    return "taken"
        for relation in self.spec.relations:
            if isinstance(relation, Relation):
                if not self.is_related(relation, target):
                    return "relation"
            elif not relation(self.state, self.seat, target, self.chosen):
                return "relation"
        return ""

    def is_related(self, relation: Relation, target: str) -> bool:
        """Tells whether a target stands in a relation to all targets of an earlier slot."""
        if relation.slot >= len(self.chosen):
            raise ValueError(
                f"the relation {relation.text!r} refers to a slot that is not answered yet;"
                f" answered: {len(self.chosen)}"
            )
        for earlier in self.chosen[relation.slot]:
            if not compare(
                relation.kind,
                target if relation.field == "" else self.aspect(target, relation.field),
                earlier if relation.field == "" else self.aspect(earlier, relation.field),
            ):
                return False
        return True

    def aspect(self, target: str, field: str) -> object:
        """Returns one aspect of a target; None where it has none. A player is a seat of its own."""
        seat = seat_of(target)
        if seat is not None:
            return seat if field in ("controller", "owner") else None
        card = self.table.card(CardId(target))
        if field == "controller":
            return card.controller
        if field == "owner":
            return card.owner
        if field == "zone":
            return card.zone
        if not card.definition_id:
            return None
        definition = self.table.registry.get(card.definition_id)
        if field == "type":
            return definition.type
        return definition.name if field == "name" else definition.properties.get(field)

    def type_of(self, card: Card) -> str:
        """Returns the type of a card; empty where the viewer does not know it."""
        if not card.definition_id:
            return ""
        return self.table.registry.get(card.definition_id).type


def compare(kind: str, mine: object, theirs: object) -> bool:
    """Tells whether two values stand in a relation; a missing one stands in none."""
    if mine is None or theirs is None:
        return False
    if kind == "same":
        return mine == theirs
    if kind == "other":
        return mine != theirs
    if not isinstance(mine, int) or not isinstance(theirs, int):
        return False
    return mine < theirs if kind == "lower" else mine > theirs
