"""The benchmarks run, take every figure of the build they run on, and judge it rightly."""

import json
import math
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

import kibitz
from benchmarks import spire_client
from benchmarks.dronewars import QUICK_STATES
from benchmarks.planner import Entries, Job, crowds, middles, play, seeds_of
from benchmarks.planner import merged as rows_merged
from benchmarks.pokemon import QUICK_MATCHES, random_matches
from benchmarks.report import figure
from benchmarks.run import Result, result
from benchmarks.search import ROWS, merged
from benchmarks.spire import QUICK_FIGHTS, REFERENCES, Row, random_fights, random_step
from benchmarks.spire_client import Client, Journal, Pair, figures_of
from benchmarks.spire_client import merged as merged_rows
from benchmarks.strategic import AGENTS, LAYERS
from benchmarks.verdicts import TESTS, WORLDS, pair_of
from benchmarks.worker import CASES, Case, typical_state
from kibitz.arena.backend import cores
from kibitz.arena.statistics import expected_score
from kibitz.core import seeded
from kibitz.games.leduc import Leduc
from kibitz.games.spire import Spire
from tests.games.spire.table import Table, dummy

ROOT = Path(__file__).parents[2]
# The kinds of intervals where wins count, and where amounts do.
WON = {"pairing: score", "pairing: Elo", "score", "Elo", "seat", "alone: wins"}
PAID = {"pairing: chips", "chips", "return", "alone: return"}


def run(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def outcome(case: Case, interpreted: float, compiled: float) -> Result:
    median = {"interpreted": interpreted, "compiled": compiled}
    return Result("some", case, median, {build: [value] for build, value in median.items()})


def nothing(quick: bool) -> float:
    return 0.0


@pytest.mark.parametrize("name", [name for name in CASES if name != "memory-growth"])
def test_every_case_takes_a_figure(name: str) -> None:
    assert CASES[name].measure(True) > 0.0


@pytest.mark.slow
def test_memory_does_not_grow_with_enumeration() -> None:
    assert CASES["memory-growth"].measure(True) < 1024.0


def test_worker_prints_the_figures_of_its_build() -> None:
    done = run("benchmarks.worker", "--quick", "leduc-clone", "leduc-legal")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["build"] == ("compiled" if kibitz.COMPILED else "interpreted")
    assert list(found["figures"]) == ["leduc-clone", "leduc-legal"]


def test_run_refuses_an_unknown_figure() -> None:
    done = run("benchmarks.run", "--only", "leduc-speed")
    assert done.returncode == 2
    assert "leduc-playouts" in done.stderr


def test_run_refuses_a_missing_build(tmp_path: Path) -> None:
    done = run("benchmarks.run", "--compiled", str(tmp_path / "none"))
    assert done.returncode == 2
    assert "`make bench` makes it" in done.stderr


def test_run_refuses_no_repeats() -> None:
    done = run("benchmarks.run", "--repeats", "0")
    assert done.returncode == 2
    assert "at least 1 is needed" in done.stderr


def test_result_is_the_median_of_the_repeats() -> None:
    runs = {"interpreted": {"leduc-clone": [3.0, 1.0, 2.0]}, "compiled": {"leduc-clone": [0.5]}}
    found = result("leduc-clone", runs)
    assert found.median == {"interpreted": 2.0, "compiled": 0.5}
    assert found.ratio == 4.0
    assert found.to_json()["runs"] == {"interpreted": [3.0, 1.0, 2.0], "compiled": [0.5]}


@pytest.mark.parametrize(
    ("case", "interpreted", "compiled", "met"),
    [
        (Case("us", nothing, interpreted=100.0, compiled=10.0), 99.0, 9.0, True),
        (Case("us", nothing, interpreted=100.0, compiled=10.0), 101.0, 9.0, False),
        (Case("us", nothing, interpreted=100.0, compiled=10.0), 99.0, 11.0, False),
        (Case("us", nothing, ratio=3.0), 30.0, 10.0, True),
        (Case("us", nothing, ratio=3.0), 29.0, 10.0, False),
        (Case("moves/s", nothing, ratio=3.0), 10.0, 30.0, True),
        (Case("moves/s", nothing, ratio=3.0), 30.0, 10.0, False),
        (Case("moves/s", nothing, compiled=20.0), 10.0, 20.0, True),
        (Case("moves/s", nothing, compiled=20.0), 10.0, 19.0, False),
        (Case("kB", nothing, interpreted=1024.0, once=True), 0.0, 0.0, True),
        (Case("us", nothing), 1.0, 5.0, True),
    ],
)
def test_result_tells_whether_what_is_wanted_is_met(
    case: Case, interpreted: float, compiled: float, met: bool
) -> None:
    found = outcome(case, interpreted, compiled)
    assert found.is_met == met
    assert found.row()[-1] == ("" if not found.wanted() else "met" if met else "MISSED")


@pytest.mark.parametrize(
    ("value", "written"),
    [(6_933_000.4, "6,933,000"), (128.4, "128"), (13.44, "13.4"), (0.456, "0.46")],
)
def test_figures_are_written_with_three_digits(value: float, written: str) -> None:
    assert figure(value) == written


def test_typical_state_is_the_same_each_time_and_not_over() -> None:
    one, other = typical_state(Leduc()), typical_state(Leduc())
    assert one == other
    assert not one.over


@pytest.mark.peers
@pytest.mark.needs("open_spiel", "rlcard")
def test_peers_are_measured_in_one_run_on_the_compiled_build() -> None:
    done = run("benchmarks.peers", "--quick", "--json")
    if kibitz.COMPILED:
        assert done.returncode == 0, done.stderr
        events = json.loads(done.stdout)["events"]
        assert {name: len(results) for name, results in events.items()} == {"leduc": 5, "rummy": 5}
    else:
        assert done.returncode == 2
        assert "`make bench WHAT=peers` finds it" in done.stderr


@pytest.mark.slow
def test_arena_is_measured_on_one_core_and_on_two() -> None:
    done = run("benchmarks.arena", "--quick", "--json")
    if cores() < 2:
        assert done.returncode == 2
        assert "there is only one" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    for found in json.loads(done.stdout)["results"]:
        assert found["games"] == 2
        assert found["ratio"] > 0


def test_verdicts_are_simulated_in_every_setting(tmp_path: Path) -> None:
    saved = tmp_path / "verdicts.json"
    done = run("benchmarks.verdicts", "--quick", "--output", str(saved))
    assert done.returncode == 0, done.stderr
    document = json.loads(saved.read_text())
    for world in WORLDS:
        kinds = document["coverage"][world.name]
        assert set(kinds) == (WON if world.game == "jaipur" else PAID)
        assert all(0 <= share <= 100 for share in kinds.values())
    assert document["errors"].keys() == TESTS.keys()
    for name in (*document["coverage"], *document["errors"]):
        assert f"\n{name}  " in done.stdout


def test_simulated_games_have_the_strengths_they_claim() -> None:
    for world in WORLDS:
        rng = Random(world.name)
        pairs = [pair_of(world, rng, rng.random(), world.difference(0, 1)) for _ in range(4000)]
        mean = fmean(margin for pair in pairs for margin in pair)
        if world.game == "leduc":
            assert mean == pytest.approx(1.0, abs=0.5)
        else:
            truth = expected_score(world.difference(0, 1))
            assert (2 + mean) / 4 == pytest.approx(truth, abs=0.03)


def test_search_plays_its_rows_and_names_them() -> None:
    done = run("benchmarks.search", "--quick", "--only", "trees-leduc", "--only", "widening-leduc")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if "-leduc" in line]
    assert [row[:2] for row in rows] == [["widening-leduc", "2"], ["trees-leduc", "2"]]
    refused = run("benchmarks.search", "--only", "trees-poker")
    assert refused.returncode == 2
    assert "trees-leduc" in refused.stderr


@pytest.mark.slow
def test_spire_takes_its_figures_and_plays_ten_fights_at_random() -> None:
    done = run("benchmarks.spire", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    build = "compiled" if kibitz.COMPILED else "interpreted"
    assert [entry["name"] for entry in found["results"]] == [
        name for name in CASES if name.startswith("spire-")
    ]
    assert all(entry[build] > 0 for entry in found["results"])
    assert [row["fights"] for row in found["random fights"]] == [QUICK_FIGHTS] * 10


@pytest.mark.slow
def test_pokemon_takes_its_figures_and_counts_mulligans() -> None:
    done = run("benchmarks.pokemon", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [entry["name"] for entry in found["results"]] == [
        name for name in CASES if name.startswith("pokemon-")
    ]
    assert [row["matches"] for row in found["random matches"]] == [QUICK_MATCHES] * 5


@pytest.mark.slow
def test_dronewars_takes_its_figures_and_times_decisions() -> None:
    done = run("benchmarks.dronewars", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [entry["name"] for entry in found["results"]] == [
        name for name in CASES if name.startswith("dronewars-")
    ]
    assert found["decisions"]["states"] == QUICK_STATES
    assert 0 < found["decisions"]["median"] <= found["decisions"]["99 %"]


@pytest.mark.slow
def test_strategic_times_layers_and_decisions() -> None:
    done = run("benchmarks.strategic", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["interpreted"]
    assert list(found["times"]) == [*LAYERS, *AGENTS]
    assert 0 < found["times"]["strategic"]["median"] <= found["times"]["strategic"]["99 %"]
    assert found["most paths"] <= 30


def test_mulligans_are_as_frequent_as_they_must_be() -> None:
    row = random_matches("overgrowth", 200)
    assert row.basics == 14
    assert math.isclose(row.expected, 0.1386, abs_tol=1e-4)
    assert row.agrees
    assert not row._replace(mulligans=row.hands // 2).agrees


def test_spire_refuses_no_fights() -> None:
    done = run("benchmarks.spire", "--quick", "--fights", "0")
    assert done.returncode == 2
    assert "at least 1 is needed" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", REFERENCES)
def test_random_fights_end_as_in_other_simulators(name: str) -> None:
    row = random_fights(name, 1000)
    assert row.agrees, row.gaps()


def test_random_step_takes_the_card_at_the_place_that_was_drawn() -> None:
    hands: set[tuple[str, ...]] = set()
    rng = seeded("places")
    for _ in range(100):
        table = Table("strike, defend, strike, bash", dummy(90))
        random_step(Spire(), table.fight, rng)
        hands.add(tuple(table.hand()) if table.fight.turn == 1 else ("the turn is over",))
    assert hands == {
        ("defend", "strike", "bash"),
        ("strike", "strike", "bash"),
        ("strike", "defend", "bash"),
        ("strike", "defend", "strike"),
        ("the turn is over",),
    }


def test_random_step_skips_a_card_equal_to_its_left_neighbour() -> None:
    rng = seeded("neighbours")
    ended = 0
    for _ in range(2000):
        table = Table("strike, strike, strike", dummy(90))
        random_step(Spire(), table.fight, rng)
        ended += table.fight.turn - 1
    assert ended / 2000 == pytest.approx(0.5, abs=0.04)


def test_row_that_is_far_from_the_reference_differs() -> None:
    assert not Row("Cultist", [37] * 900, [7, 8] * 500).agrees
    assert Row("Cultist", [30, 44] * 273, [7, 8] * 500).agrees
    assert not Row("Cultist", [33, 35] * 273, [7, 8] * 500).agrees
    assert not Row("Cultist", [30, 44] * 273, [8] * 1000).agrees


def test_a_row_of_the_search_replaces_the_run_before_and_keeps_the_others(tmp_path: Path) -> None:
    def played(name: str, *scores: float) -> dict[str, object]:
        row = next(row for row in ROWS if row.name == name)
        match = {"seed": 0, "scores": [*scores], "margins": [*scores], "speeds": [3.0, 2.0]}
        return {**row._asdict(), "matches": [match]}

    path = tmp_path / "search.json"
    first = [played("trees-duel", 1.0, 0.5), played("all-duel", 0.5, 0.5)]
    path.write_text(json.dumps(merged(first, path)), encoding="utf-8")
    path.write_text(json.dumps(merged([played("trees-duel", 0.0, 0.5, 0.5)], path)))
    rows = json.loads(path.read_text(encoding="utf-8"))["rows"]
    assert [(row["name"], row["games"], row["score"]) for row in rows] == [
        ("all-duel", "4", "50.0 %"),
        ("trees-duel", "6", "33.3 %"),
    ]
    assert rows[1]["one"] == "ismcts:ms=10,trees=2"
    assert rows[1]["deals"] == [{"0.0": 1, "0.5": 2}]
    swept = merged([played("cutoff-duel", 1.0, 1.0)], tmp_path / "none.json")["rows"]
    assert isinstance(swept, list)
    assert (swept[0]["Elo"], swept[0]["by seed"]) == ("all won", "all won")


def test_planners_are_timed_in_the_same_states(tmp_path: Path) -> None:
    saved = tmp_path / "planner.json"
    done = run(
        "benchmarks.planner", "--quick", "--only", "times", "--states", "6", "--output", str(saved)
    )
    assert done.returncode == 0, done.stderr
    times = json.loads(saved.read_text())["times"]
    for build in times.values():
        assert {"planner", "expert", "planner:ms=80", "expert:ms=80"} < set(build["agents"])
        for row in build["agents"].values():
            assert 0 < row["median"] <= row["p99"] <= row["longest"]
            assert 0 <= row["in time"] <= 1


def test_rows_of_the_planner_are_measured_one_by_one(tmp_path: Path) -> None:
    saved = tmp_path / "planner.json"
    rows = ["--only", "strength", "--character", "silent", "--act", "3", "--output", str(saved)]
    for agent in ("simple", "random"):
        done = run("benchmarks.planner", "--quick", *rows, "--agent", agent)
        assert done.returncode == 0, done.stderr
    found = json.loads(saved.read_text())["strength"]
    measured = {(row["agent"], row["character"], row["act"]) for row in found}
    assert measured == {("simple", "silent", 3), ("random", "silent", 3)}
    assert {row["pool"] for row in found} == {"weak", "strong", "elite", "boss"}


def test_a_row_of_the_planner_replaces_the_run_before() -> None:
    before: Entries = [{"agent": "simple", "act": 1, "won": 1}, {"agent": "simple", "act": 2}]
    after = rows_merged(before, [{"agent": "simple", "act": 1, "won": 0}], ("agent", "act"))
    assert after == [{"agent": "simple", "act": 2}, {"agent": "simple", "act": 1, "won": 0}]


def test_planners_meet_the_same_fights_with_potions_and_without() -> None:
    jobs = [
        Job(agent, "gremlin nob", "starter", "fire potion", 30, seeds_of(3, 0))
        for agent in ("planner:worlds=1", "planner:worlds=1,potions_a_turn=0")
    ]
    used, without = (play(job) for job in jobs)
    assert [result.danger for result in used] == [result.danger for result in without]
    assert any(result.used for result in used)
    assert not any(result.used for result in without)


def test_planner_benchmark_refuses_no_fights() -> None:
    done = run("benchmarks.planner", "--fights", "0")
    assert done.returncode == 2
    assert "--fights: at least 1 is needed, not 0" in done.stderr


def test_middles_of_fights_are_decisions_in_later_turns_of_all_acts_and_classes() -> None:
    found = [*middles(18)]
    for seen in found:
        assert seen.view.turn >= 2
        assert len(seen.moves) > 1
    assert {(seen.view.act, seen.view.character) for seen in found} == {
        (act, character) for act in (1, 2, 3) for character in (0, 1)
    }


def test_crowds_have_ten_cards_and_many_monsters() -> None:
    for seen in crowds(6):
        assert len(seen.view.hand) == 10
        assert seen.view.living() >= 3


# Clients of Slay the Spire.


def test_a_client_is_measured_over_whole_runs() -> None:
    client = [sys.executable, str(ROOT / "tests/communicationmod/random_client.py"), "{seed}"]
    done = run("benchmarks.spire_client", "--quick", "--runs", "3", "--each", "2", "--", *client)
    assert done.returncode == 0, done.stderr
    row = done.stdout.splitlines()[2].split()
    assert row[:10] == ["client", "3", *["0", "(0-56)"] * 4]
    assert row[10:14] == ["0", "0", "0", "0"]


def test_a_client_that_fails_is_counted() -> None:
    client = [sys.executable, "-c", "print('ready', flush=True); input(); 1 / 0"]
    done = run("benchmarks.spire_client", "--quick", "--runs", "1", "--", *client)
    assert done.returncode == 1
    assert "client: child ended ['ZeroDivisionError: division by zero']" in done.stderr
    assert done.stdout.splitlines()[2].split()[10:12] == ["0", "1"]


def test_figures_of_clients_are_summed_up() -> None:
    report = {
        "reason": "done", "exit_code": 0, "runs": [{"acts_beaten": 3}, {"acts_beaten": 1}],
        "commands": 10, "refused": 2, "refused_again": 1, "handshake": 0.5, "first_answer": 0.25,
        "combat_times": [1.0, 0.001, 0.003], "combat_cpu": [0.9, 0.0005, 0.0025],
    }  # fmt: skip
    hanging = {**report, "reason": "no answer", "refused_again": 0}
    found = figures_of([Pair(report, ""), Pair(hanging, ""), Pair(report, "Traceback")])
    assert (found.runs, found.hangs, found.failures) == (6, 1, 1)
    assert [share.runs for share in found.beaten] == [6, 3, 3, 0]
    assert [share.low < 0.5 < share.high for share in found.beaten] == [False, True, True, False]
    assert (found.refused, found.refused_again) == (6, 2)
    assert (found.combat_median, found.combat_first) == (2.0, 1000.0)
    assert found.cpu_median == 1.5
    assert found.times == [2.0, 3.0, 1.5, 2.5, 1000.0, 250.0, 500.0]
    assert not found.is_clean


def test_a_class_is_measured_and_saved_beside_the_other(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    for character in ("ironclad", "silent"):
        words = ["--characters", character, "--agents", "simple", "--runs", "2", "--each", "1"]
        done = run("benchmarks.spire_client", *words, "--workers", "2", "--save", str(path))
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[2].startswith(f"{character}, simple")
    assert [*tmp_path.iterdir()] == [path]
    rows = json.loads(path.read_text())["rows"]
    assert [(row["character"], row["agent"]) for row in rows] == [
        ("ironclad", "simple"),
        ("silent", "simple"),
    ]
    for row in rows:
        assert (row["runs"], row["hangs"], row["failures"], row["refused_again"]) == (2, 0, 0, 0)
        assert row["build"] in ("compiled", "interpreted")
        assert f"--characters {row['character']} --agents simple --runs 2" in row["command"]
        assert 0 < row["combat_median"] <= row["combat_p99"]
        assert [share["runs"] for share in row["beaten"]][3] == 0


def test_a_benchmark_of_clients_goes_on_where_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.journal"
    played: list[int] = []

    def play(command: object, seed: int, runs: int, options: object) -> Pair:
        played.append(seed)
        return Pair({"seed": seed}, "")

    monkeypatch.setattr(spire_client, "play", play)
    journal = Journal(path)
    for seed in (0, 1):
        journal.play(["client"], seed, 10, [])
    with path.open("a") as file:
        file.write('\n{"task": "[cut')
    played.append(-1)
    again = Journal(path)
    assert [again.play(["client"], seed, 10, []).report["seed"] for seed in (0, 1, 2)] == [0, 1, 2]
    assert played == [0, 1, -1, 2]
    again.play(["client"], 0, 5, [])  # not the same task
    assert played[-1] == 0
    assert len(Journal(path).done) == 4
    again.end()
    assert not path.exists()


def test_a_row_that_is_measured_again_replaces_only_itself() -> None:
    old = {"character": "silent", "agent": "expert", "build": "compiled", "seed": 0, "won": 1}
    other = {**old, "character": "ironclad"}
    elsewhere = {**old, "seed": 1000}
    assert merged_rows([old, other], [{**old, "won": 2}, elsewhere]) == [
        other,
        {**old, "won": 2},
        elsewhere,
    ]
    assert Client([], "silent", "expert").name == "silent, expert"
