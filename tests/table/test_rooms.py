"""Rooms: who watches a match, and what they are told."""

from kibitz.core.game import SPECTATOR
from kibitz.table.rooms import Room, Told, Wanted, Watcher


def test_a_room_knows_whose_views_are_watched() -> None:
    room = Room(3)
    people = [Watcher(seat, "") for seat in (SPECTATOR, SPECTATOR, 0)]
    for each in people:
        room.add(each)
    assert room.wanted() == Wanted(3, frozenset((SPECTATOR, 0)))
    room.told.append(Told(4, {SPECTATOR: "a", 0: "b"}))
    room.remove(people[0])
    assert room.wanted() == Wanted(4, frozenset((SPECTATOR, 0)))
    room.remove(people[0])  # has left before
    room.remove(people[2])
    assert room.wanted() == Wanted(4, frozenset((SPECTATOR,)))
    room.remove(people[1])
    assert room.wanted().viewers == frozenset()


def test_events_are_found_if_all_of_them_are_there_for_the_viewer() -> None:
    room = Room(3)
    told = [Told(seq, {SPECTATOR: "a"}) for seq in (4, 5, 6)]
    room.told.extend(told)
    assert room.after(3, SPECTATOR) == told
    assert room.after(5, SPECTATOR) == told[2:]
    assert room.after(6, SPECTATOR) == []
    assert room.after(2, SPECTATOR) is None
    assert room.after(3, 0) is None
