"""Who is stronger is what the game is about: chips in Leduc, wins where nothing else counts."""

import pytest

from kibitz.arena.backend import Serial
from kibitz.arena.playing import play_batch
from kibitz.arena.setup import Setup
from kibitz.arena.summary import Summary, summarise
from kibitz.arena.tournament import play

TIGHT, LOOSE = "tests.arena.poker:Tight", "tests.arena.poker:Loose"


@pytest.fixture(scope="module")
def summary() -> Summary:
    """Plays 500 deals between a player who folds most hands and one who never does."""
    setup = Setup("leduc", (LOOSE, TIGHT), deals=500, seed=0)
    return summarise(setup, play_batch(setup, list(setup.schedule())))


def test_player_who_wins_chips_but_few_games_is_the_stronger_one(summary: Summary) -> None:
    (pairing,) = summary.pairings
    # The tight player loses four games of five, and is far weaker by wins alone.
    assert pairing.low > 0.75
    assert pairing.elo is not None
    assert pairing.elo > 190
    assert pairing.margin_high is not None
    assert pairing.margin_high < 0
    assert pairing.stronger == 1
    best, last = summary.standings
    assert (best.label, last.label) == (TIGHT, LOOSE)
    assert best.margin is not None
    assert last.margin is not None
    assert best.margin.low is not None
    assert best.margin.low > 0
    assert last.margin.mean == pytest.approx(-best.margin.mean)
    assert best.margin.mean == pytest.approx(-pairing.margin / 2)
    assert best.elo is not None
    assert best.elo < -95


def test_deals_save_games_in_leduc(summary: Summary) -> None:
    (pairing,) = summary.pairings
    # Independent games with this score would need a wider interval for it.
    wide = 2 * 1.96 * (pairing.score * (1 - pairing.score) / pairing.games) ** 0.5
    assert pairing.high - pairing.low < 0.9 * wide


def test_sequential_test_follows_the_chips() -> None:
    setup = Setup("leduc", (TIGHT, LOOSE), deals=2000, sprt="0:1", seed=0)
    found = summarise(setup, play(setup, Serial()))
    assert found.sprt is not None
    assert found.sprt.verdict == "H1"
    assert found.played == 2 * found.sprt.pairs < setup.size()
