"""The slice plays alike on the kit and by hand, keeps the laws, and no search mixes its cards.

The benchmark of the kit measures it in a copy of the project, and judges the figures rightly.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

import pytest

from benchmarks.kit import BARE, HOT, NOW, PLAIN, SLICES, Wanted, add_slice, checkout, verdicts
from benchmarks.kit_worker import positions
from benchmarks.slice import BareSlice, HotSlice, Slice
from benchmarks.slice.bare.state import BareMatch, Side
from benchmarks.slice.bare.state import Pokemon as BarePokemon
from benchmarks.slice.cards import CARDS, DECKS
from benchmarks.slice.game import ACTIVE, BENCH, DECK, DISCARD, HAND, PRIZES, Match, Pokemon
from kibitz import kit
from kibitz.agents.ismcts import EXPLORATION, LIMIT, WIDENING, MoveNode, Settings, TreeSearch
from kibitz.core import Domain, Game, Move, Policy, RuleEngine, State, int_range
from kibitz.core.domains import leaves
from kibitz.core.game import derive_legal
from kibitz.core.randomness import seeded
from kibitz.games.duel import Duel
from kibitz.testing import check_game

ROOT = Path(__file__).parents[2]
# Any: tables of any game.
AnyTable: TypeAlias = kit.TableState[Any, Any]


# One game, three times.


def played(mon: Pokemon | BarePokemon) -> tuple[object, ...]:
    """Returns all that the two versions know of a Pokémon in play."""
    return (mon.kind, mon.damage, mon.energy, mon.under, mon.status, mon.poisoned, mon.since)


def on_the_kit(state: Match, seat: int) -> tuple[object, ...]:
    piles = [list(state.pile(zone, seat)) for zone in (HAND, DECK, PRIZES, DISCARD)]
    rows = [[played(mon) for mon in state.row(row, seat)] for row in (ACTIVE, BENCH)]
    return (*piles, *rows)


def by_hand(side: Side) -> tuple[object, ...]:
    active = [] if side.active is None else [played(side.active)]
    bench = [played(mon) for mon in side.bench]
    return (side.hand, side.deck, side.prizes, sorted(side.discard), active, bench)


def assert_alike(state: Match, bare: BareMatch) -> None:
    assert [on_the_kit(state, seat) for seat in (0, 1)] == [by_hand(side) for side in bare.sides]
    for name in ("seat", "over", "reason", "winner", "turn", "active", "phase"):
        assert getattr(state, name) == getattr(bare, name), name


@pytest.mark.parametrize("seed", range(25))
def test_kit_and_hand_play_the_same_game(seed: int) -> None:
    """One seed and the same choices give the same cards everywhere, coins and shuffles included."""
    game, hot, bare = Slice(), HotSlice(), BareSlice()
    state, other = game.setup(seeded(seed)), bare.setup(seeded(seed))
    rng = seeded(f"choices/{seed}")
    assert_alike(state, other)
    while not state.over:
        moves, same = game.legal(state), bare.legal(other)
        assert hot.legal(state) == moves == derive_legal(game, state)
        assert same == derive_legal(bare, other)
        assert len(moves) == len(same)
        choice = rng.below(len(moves))
        game.play(state, moves[choice])
        bare.play(other, same[choice])
        assert_alike(state, other)


def test_decks_hold_sixty_cards_of_nineteen_kinds() -> None:
    assert [len(deck) for deck in DECKS] == [60, 60]
    assert {card.number for card in CARDS[1:]} == {*DECKS[0], *DECKS[1]}
    assert len(CARDS) == 1 + 19


def cards_by_hand(state: BareMatch) -> dict[str, int]:
    """Counts the cards of the bare slice, which the library does not know, by seat."""
    counted: Counter[str] = Counter()
    for seat, side in enumerate(state.sides):
        cards = [*side.hand, *side.deck, *side.prizes, *side.discard]
        for mon in [*([side.active] if side.active else []), *side.bench]:
            cards += [*mon.energy, *mon.under, mon.kind]
        counted.update(f"{CARDS[card].id} of seat {seat}" for card in cards)
    return dict(sorted(counted.items()))


def test_bare_slice_keeps_the_laws() -> None:
    report = check_game(
        BareSlice, games=4, every=16, conserved=cards_by_hand, skip=["positions read back"]
    )
    assert all(report.kinds.values()), report.kinds


@pytest.mark.parametrize("game", [Slice, HotSlice])
def test_slice_keeps_the_laws(game: type[Slice]) -> None:
    report = check_game(game, games=4, every=16)
    assert all(report.kinds.values()), report.kinds


# Trees that mix cards.


def named_cards(state: AnyTable, move: Move[AnyTable]) -> tuple[object, ...]:
    """Returns which cards a move names: those of its parameters, and what is at its places now."""
    chosen = dict(zip(move.__match_args__, move.params(), strict=True))
    found: list[object] = []
    for path, domain in leaves(move.domains):
        value: object = move
        for name in path.split("."):
            value = getattr(value, name)
        words = domain.given(chosen)
        for item in value if isinstance(value, tuple) else (value,):
            if words.kind == "card":
                found.append(item)
            elif words.kind == "place" and isinstance(item, int):
                found.append(item if item < 0 else tuple(state.at(item).cards()))
    return tuple(found)


class Mixtures:
    """Searches positions of a game and counts the nodes under which one move means several cards.

    Attributes:
        nodes: how many nodes were visited twice or more.
        mixed: in how many of them a move named other cards in one world than in another.
    """

    def __init__(self, meaning: Callable[[Any, Any], object]) -> None:
        self.meaning = meaning
        self.played: list[object] = []
        self.nodes = 0
        self.mixed = 0

    def note(self, state: object, move: object) -> None:
        """Notes what a move means in a world, just before it is played there."""
        self.played.append(self.meaning(state, move))

    def search(self, game: Game[Any, Any], states: list[State], iterations: int) -> None:
        """Searches states of a game whose `play` calls `note`."""
        for state in states:
            seen = RuleEngine(game, seed=0, state=state).observe()
            search = TreeSearch(seen, Settings(iterations, EXPLORATION, WIDENING, True, LIMIT))
            meanings: dict[int, set[object]] = {}
            nodes: dict[int, MoveNode[Any]] = {}
            for _ in range(iterations):
                self.played.clear()
                search.iterate()
                for node, meant in zip(search.path, self.played, strict=False):
                    meanings.setdefault(id(node), set()).add(meant)
                    nodes[id(node)] = node
            often = [name for name, node in nodes.items() if node.visits > 1]
            self.nodes += len(often)
            self.mixed += sum(len(meanings[name]) > 1 for name in often)


class WatchedDuel(Duel):
    """Duel, with every move noted before it is played; its policy would play moves, too."""

    mixtures: Mixtures

    def policy(self) -> Policy[AnyTable]:
        return Policy()

    def play(self, state: AnyTable, move: Move[AnyTable], seat: int | None = None) -> None:
        self.mixtures.note(state, move)
        super().play(state, move, seat)


class WatchedSlice(HotSlice):
    """The slice, with every move noted before it is played."""

    mixtures: Mixtures

    def play(self, state: Match, move: Move[Match], seat: int | None = None) -> None:
        self.mixtures.note(state, move)
        super().play(state, move, seat)


@pytest.mark.parametrize("kind", [WatchedDuel, WatchedSlice])
def test_no_node_of_a_search_mixes_cards(kind: type[WatchedDuel] | type[WatchedSlice]) -> None:
    game = kind()
    game.mixtures = Mixtures(named_cards)
    game.mixtures.search(game, positions(game, 3), 300)
    assert game.mixtures.nodes > 100
    assert game.mixtures.mixed == 0


SUITS: Final = kit.read_catalogue([{"id": word} for word in "abcdef"], kit.Card)
HELD: Final = kit.make_layout(
    SUITS,
    (kit.Zone("hand", "owner"), kit.Zone("pile", ordered=True), kit.Zone("deck", "none")),
)


class Nothing(kit.Board):
    """A board without variables."""

    def clone(self) -> "Nothing":
        return Nothing()


IndexTable: TypeAlias = kit.TableState[kit.Unit, Nothing]


class PlayIndex(kit.TableMove[kit.Unit, Nothing]):
    """Play a card by its index in your hand, as no game of the kit should."""

    id: ClassVar[str] = "play"
    domains: ClassVar[Mapping[str, Domain]] = {
        "index": int_range(0, lambda state, seat, chosen: len(state.pile(0, seat)) - 1)
    }
    __match_args__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index: Final = index

    def apply(self, state: IndexTable, seat: int) -> None:
        state.move(state.pile(0, seat)[self.index], 0, seat, 1)
        state.active = 1 - seat
        if not state.pile(0, 1 - seat):
            first = sum(state.pile(1, 0)[:2]) > sum(state.pile(1, 1)[:2])
            state.win(0 if first else 1, "the first two cards")


class IndexGame(kit.CardGame[kit.Unit, Nothing]):
    """Three of six cards for each player; whoever plays the higher two first wins."""

    id: ClassVar[str] = "indexes"
    mixtures: Mixtures

    def kinds(self) -> list[type[Move[IndexTable]]]:
        return [PlayIndex]

    def layout(self) -> kit.Layout:
        return HELD

    def board(self) -> Nothing:
        return Nothing()

    def deal(self, state: IndexTable) -> None:
        for seat in (0, 1):
            state.add([card.number for card in SUITS.cards[1:]], 2, seat)
            for _ in range(3):
                state.move(state.rng.pick(state.pile(2, seat)), 2, seat, 0)

    def play(self, state: IndexTable, move: Move[IndexTable], seat: int | None = None) -> None:
        self.mixtures.note(state, move)
        super().play(state, move, seat)


def card_at_index(state: IndexTable, move: PlayIndex) -> int:
    return state.pile(0, state.seat)[move.index]


def test_nodes_that_mix_cards_are_counted() -> None:
    game = IndexGame()
    game.mixtures = Mixtures(card_at_index)
    game.mixtures.search(game, [game.setup(seeded(seed)) for seed in (0, 1)], 200)
    assert game.mixtures.mixed > game.mixtures.nodes / 4


# The benchmark of the kit.


def test_copied_slice_names_only_its_new_place(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    add_slice(tmp_path)
    for path in tmp_path.rglob("*.py"):
        assert "benchmarks" not in path.read_text(encoding="utf-8"), path
    assert {path.name for path in (tmp_path / "games").iterdir()} == set(SLICES)


def test_unknown_revision_is_left_out(tmp_path: Path) -> None:
    assert not checkout("no-such-revision", tmp_path)


def test_kit_before_is_judged_by_its_share_of_play_by_hand() -> None:
    now = {
        PLAIN: {"play": 160_000.0},
        HOT: {"play": 590_000.0},
        BARE: {"play": 1_081_000.0},
        "duel": {"clone": 0.7},
    }
    times, share, clone = verdicts({NOW: now})
    assert times.value == pytest.approx(160_000 / 26_600)
    assert [entry.row()[-1] for entry in (times, share, clone)] == ["met", "MISSED", "met"]


@pytest.mark.parametrize(
    ("wanted", "row"),
    [
        (Wanted("speed", 6.0, least=6), ["speed", "6.00", ">= 6", "met"]),
        (Wanted("speed", 5.9, least=6), ["speed", "5.90", ">= 6", "MISSED"]),
        (Wanted("time", 1.5, most=1.5), ["time", "1.50", "< 1.5", "MISSED"]),
        (Wanted("time", 1.4), ["time", "1.40", "", ""]),
    ],
)
def test_figures_are_judged_by_what_is_wanted(wanted: Wanted, row: list[str]) -> None:
    assert wanted.row() == row


@pytest.mark.slow
def test_quick_run_takes_every_figure() -> None:
    command = [sys.executable, "-m", "benchmarks.kit", "--quick", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert list(figures[NOW]) == [*SLICES, "duel"]
    for game in figures[NOW].values():
        assert all(value > 0 for value in game.values())


def test_run_refuses_no_rounds() -> None:
    command = [sys.executable, "-m", "benchmarks.kit", "--rounds", "0"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "at least 1 is needed" in done.stderr
