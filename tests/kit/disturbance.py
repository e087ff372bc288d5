"""Random operations on a table, for properties that hold whatever happens."""

from hypothesis import strategies as st

from kibitz.core import seeded
from kibitz.kit import FACE_DOWN, CardTable
from kibitz.kit.errors import ZoneError
from kibitz.kit.knowledge import shows_marks
from tests.kit.skirmish import zones

PER_PLAYER = [zone.id for zone in zones() if zone.per_player]
STEPS = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 999), st.integers(0, 999)), max_size=40
)


def disturb(table: CardTable, verb: int, pick: int, where: int) -> None:
    """Does something to the table that numbers decide; what is refused must change nothing."""
    cards = [card.id for card in table.all_cards()]
    card = cards[pick % len(cards)]
    zone = PER_PLAYER[where % len(PER_PLAYER)]
    seat = where % table.seats
    before = table.key()
    try:
        if verb <= 2:
            table.move(card, zone, seat, "top" if verb else "bottom", face_down=where % 5 == 0)
        elif verb == 3:
            table.shuffle(zone, seat, seeded(pick))
        elif verb == 4:
            table.draw("deck", zone, where % 4, seat)
        elif verb == 5:
            table.reveal(card, [pick % table.seats], "turn" if where % 2 else "")
        elif verb == 6 and shows_marks(table.zones[table.card(card).zone]):
            # Elsewhere a mark is hidden, and a sampled table cannot have it.
            table.set_flag(card, FACE_DOWN if where % 2 else "tapped", pick % 3 > 0)
        else:
            table.expire("turn")
    except ZoneError:
        assert table.key() == before
