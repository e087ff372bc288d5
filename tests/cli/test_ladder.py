import json
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

from kibitz.arena.backend import Serial
from kibitz.arena.journal import read_journal
from kibitz.arena.result import GameResult
from kibitz.arena.schedule import Fixture
from kibitz.arena.setup import Setup
from tests.arena.stage import offer_stage
from tests.cli.command import kibitz, kibitz_process, printed

pytestmark = pytest.mark.usefixtures("elsewhere")

# Played in this process, which needs no others to start.
QUICK = (
    "ladder",
    "leduc",
    "greedy",
    "--from",
    "1",
    "--steps",
    "2",
    "--deals",
    "4",
    "--seed",
    "0",
    "--workers",
    "1",
)


def without_times(document: object) -> object:
    """Returns a ladder without the times, which differ between two runs."""
    assert isinstance(document, dict)
    return [{**rung, "ms": None} for rung in document["rungs"]]


def test_ladder_shows_what_each_doubling_is_worth() -> None:
    result = kibitz(*QUICK)
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("Leduc hold'em  greedy, 4 deals for each match")
    assert lines[1].split()[:4] == ["worlds", "against", "half", "95"]
    assert lines[1].endswith("time per move")
    assert [line.split()[0] for line in lines[2:5]] == ["1", "2", "4"]
    assert lines[2].split()[1:4] == ["-", "-", "-"]
    assert " to " in lines[3]
    repeat = "to repeat: kibitz ladder leduc greedy --budget worlds --from 1 --steps 2 --deals 4"
    assert f"\n{repeat} --seed 0\n" in result.out


def test_ladder_draws_a_seed_and_tells_it() -> None:
    result = kibitz(*QUICK[: QUICK.index("--seed")], "--workers", "1", "--out", "kept")
    seed = result.out.partition(" --seed ")[2].split()[0]
    assert (len(seed), seed.isalpha()) == (14, True)
    assert json.loads(Path("kept/ladder.json").read_text())["ladder"]["seed"] == seed
    assert f"--seed {seed}" in Path("kept/report.html").read_text()


def test_ladder_has_another_agent_play_every_rung() -> None:
    out = kibitz(*QUICK, "--against", "random").out
    assert "against random" in out
    document = printed(kibitz(*QUICK, "--against", "random", "--json"))
    assert isinstance(document["rungs"], list)
    assert [rung["budget"] for rung in document["rungs"]] == [1, 2, 4]
    assert all(rung["against"]["games"] == 8 for rung in document["rungs"])
    assert "--against random" in str(document["command"])


def test_ladder_saves_every_match_as_a_tournament() -> None:
    document = printed(kibitz(*QUICK, "--out", "runs", "--json"))
    assert json.loads(Path("runs/ladder.json").read_text()) == document
    for name in ("2-1", "4-2"):
        assert Path("runs", name, "report.html").is_file()
        assert len(read_journal(Path("runs", name, "journal.jsonl")).results) == 8
    assert printed(kibitz("ladder", "--resume", "runs", "--json")) == document


class Impatient(Serial):
    """Somebody presses Ctrl-C after some games."""

    def play(
        self, setup: Setup, fixtures: Iterable[Fixture]
    ) -> Generator[list[GameResult], None, None]:
        for number, results in enumerate(super().play(setup, fixtures)):
            yield results
            if number == 1 and str(setup.players[0]) == "greedy:worlds=4":
                raise KeyboardInterrupt


@pytest.mark.parametrize("out", [("--out", "runs"), ()])
def test_ladder_can_be_interrupted_and_continued(
    out: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("kibitz.arena.backend.local_backend", lambda workers: Impatient())
        result = kibitz(*QUICK, *out)
    assert result.code == 130
    assert result.out.startswith("Leduc hold'em")
    if not out:
        assert result.err == (
            "kibitz ladder: interrupted after 1 of 2 matches; with --out FOLDER, a ladder can be"
            " continued\n"
        )
        return
    assert result.err == (
        "kibitz ladder: interrupted; 1 of 2 matches are saved in runs; to continue: kibitz ladder"
        " --resume runs\n"
    )
    assert 0 < len(read_journal(Path("runs/4-2/journal.jsonl")).results) < 8
    resumed = printed(kibitz("ladder", "--resume", "runs", "--workers", "1", "--json"))
    assert without_times(resumed) == without_times(printed(kibitz(*QUICK, "--json")))


@pytest.mark.parametrize("game", ["patience", "trio"])
def test_ladder_takes_games_for_any_number_of_players(game: str, tmp_path: Path) -> None:
    extra = offer_stage(tmp_path / "site")
    wanted = (
        "ladder",
        game,
        "greedy",
        *["--from", "1", "--steps", "1", "--deals", "4", "--seed", "0"],
    )
    result = kibitz_process(*wanted, "--workers", "1", extra=extra)
    assert result.code == 0, result.err
    assert "return (95 %)" in result.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ladder",), "no game given; known: "),
        (("ladder", "leduc"), "no agent given; kibitz games lists them"),
        (("ladder", "leduc", "random"), "random has no budget to double: expected an option"),
        ((*QUICK, "--budget", "ms"), "greedy has no option 'ms'; known: worlds, horizon"),
        ((*QUICK, "--steps", "31"), "invalid steps=31: expected 1 to 30"),
        ((*QUICK, "--resume", "runs"), "GAME, --from, --steps, --deals, --seed cannot be used"),
        (("ladder", "--resume", "runs"), "there is no ladder in runs: it has no ladder.json"),
    ],
)
def test_ladder_refuses_wrong_use(arguments: tuple[str, ...], words: str) -> None:
    line = kibitz(*arguments).error_line()
    assert line.startswith("kibitz ladder: ")
    assert words in line
