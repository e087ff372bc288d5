"""Conservation: no card is lost, and none comes out of nothing."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kibitz.core.state import State
from kibitz.kit.state import TableState


def census(state: State) -> dict[str, int] | None:
    """Counts the cards of a table game by owner and definition; None for any other game.

    A definition with the property `token` comes and goes by the rules, so it is not counted.
    """
    if not isinstance(state, TableState):
        return None
    registry = state.table.layout.registry
    counted: Counter[str] = Counter()
    for card in state.table.all_cards():
        if card.definition_id and registry.get(card.definition_id).has("token"):
            continue
        counted[f"{card.definition_id or 'unknown card'} of seat {card.owner}"] += 1
    return dict(sorted(counted.items()))


def changes(before: Mapping[str, int], after: Mapping[str, int]) -> str:
    """Says what was lost and what was added between two counts; empty if nothing."""
    found: list[str] = []
    for name in dict.fromkeys([*before, *after]):
        change = after.get(name, 0) - before.get(name, 0)
        if change:
            found.append(f"{'lost' if change < 0 else 'added'} {abs(change)} {name}")
    return ", ".join(found)


# Any: tables of games with any board.
def assert_conserved(before: TableState[Any], after: TableState[Any]) -> None:
    """Asserts that two states of a match hold the same cards, whoever owns them.

    Raises:
        AssertionError: if a card was lost or added; names them.
    """
    found = changes(census(before) or {}, census(after) or {})
    if found:
        raise AssertionError(f"cards are not conserved: {found}")
