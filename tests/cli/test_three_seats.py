"""A game for three players: two opponents, and a result with ranks."""

import json
from pathlib import Path

import pytest

from kibitz.cli.screen import describe_result
from kibitz.core import Outcome, read_record
from tests.cli.command import kibitz
from tests.games.test_catalogue import offer_game

PLAY = ("play", "trio", "--seed", "1")


@pytest.fixture(autouse=True)
def trio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the game."""
    site = tmp_path / "site"
    site.mkdir()
    offer_game(site, "trio-games", "trio = tests.agents.trio:Trio", {})
    monkeypatch.syspath_prepend(site)


@pytest.mark.parametrize(
    ("opponents", "names"),
    [
        ((), ["human", "greedy:worlds=8,horizon=20", "greedy:worlds=8,horizon=20"]),
        (("-a", "random"), ["human", "random", "random"]),
        (("-a", "random", "-a", "beam"), ["human", "random", "beam"]),
    ],
)
def test_play_against_two_opponents(
    tmp_path: Path, opponents: tuple[str, ...], names: list[str]
) -> None:
    path = tmp_path / "match.jsonl"
    result = kibitz(*PLAY, *opponents, "--save", str(path), typed="1\n1\n1\n")
    assert (result.code, result.err) == (0, "")
    others = [name.partition(":")[0] for name in names]
    against = f"{others[1]} (seat 1) and {others[2]} (seat 2)"
    assert f"Trio  you are seat 0 against {against}, move 1 ─" in result.out
    for seat in (1, 2):
        assert f"\n {names[seat].partition(':')[0]} (seat {seat}): play " in result.out
    assert ": last trick (1. " in result.out
    record = read_record(path.read_text())
    assert record.names == names
    assert len(record.moves) == 9
    again = kibitz("replay", str(path), "--agent", "greedy")
    assert again.code == 0
    assert ": last trick (1. " in again.out


def test_result_ranks_the_seats() -> None:
    out = kibitz(*PLAY, "--seat", "1", "-a", "random", "-a", "greedy", typed="concede\n").out
    assert "You lose" not in out
    last = out.splitlines()[-1]
    assert last == (
        " Draw between random (seat 0) and greedy (seat 2): seat 1 conceded"
        " (1. random (seat 0) +0, 1. greedy (seat 2) +0, 3. you -1)"
    )


def test_agents_can_be_watched() -> None:
    watch = (*PLAY, "--seat", "none", "-a", "greedy", "-a", "random", "-a", "ismcts:iterations=50")
    document = json.loads(kibitz(*watch, "--json").out)
    assert document["names"] == ["greedy", "random", "ismcts:iterations=50"]
    assert sum(document["returns"]) == 3
    assert ": last trick (1. " in kibitz(*watch).out.splitlines()[-1]


@pytest.mark.parametrize(
    ("outcome", "seat", "words"),
    [
        (Outcome(1, "end", (1.0, 4.0, 2.0)), 1, "You win: end (1. Bob +4, 2. Cleo +2, 3. Ada +1)"),
        (
            Outcome(1, "end", (1.0, 4.0, 1.0)),
            0,
            "You lose to Bob: end (1. Bob +4, 2. Ada +1, 2. Cleo +1)",
        ),
        (
            Outcome(None, "end", (2.0, 0.0, 2.0)),
            None,
            "Draw between Ada and Cleo: end (1. Ada +2, 1. Cleo +2, 3. Bob +0)",
        ),
        (Outcome(None, "end", (0.0, 0.0, 0.0)), 0, "Draw: end (1. Ada +0, 1. Bob +0, 1. Cleo +0)"),
    ],
)
def test_result_of_three_players_is_described(
    outcome: Outcome, seat: int | None, words: str
) -> None:
    assert describe_result(outcome, ["Ada", "Bob", "Cleo"], seat).plain == words


def test_too_many_opponents_are_refused() -> None:
    assert kibitz(*PLAY, *("-a", "random") * 3).error_line() == (
        "kibitz play: too many opponents for trio: expected at most 2, got 3"
    )
    assert kibitz(*PLAY, "--seat", "3").error_line() == (
        "kibitz play: invalid --seat 3: expected 0 to 2, or none to watch"
    )
