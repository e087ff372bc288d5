"""Metrics: what they count, and how many series there can be."""

import logging
from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kibitz.table.metrics import CONTENT_TYPE, WATCHED, Metrics
from kibitz.table.refusal import STATUS

AGENTS = {"leduc": ["random", "ismcts"]}


@pytest.fixture
def metrics() -> Metrics:
    """Metrics that know two agents of one game."""
    return Metrics(lambda game: AGENTS.get(game, []))


def samples(metrics: Metrics) -> dict[str, float]:
    """Returns all figures by name and labels, as Prometheus reads them."""
    body, kind = metrics.render()
    assert kind == CONTENT_TYPE
    found = {}
    for family in text_string_to_metric_families(body.decode()):
        for sample in family.samples:
            labels = ",".join(f"{key}={sample.labels[key]}" for key in sorted(sample.labels))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_requests_are_counted_by_method_route_and_status(metrics: Metrics) -> None:
    metrics.answered("GET", "/matches/{id}", 200, 0.003)
    metrics.answered("GET", "/matches/{id}", 200, 0.02)
    metrics.answered("BREW", "/matches/{id}", 405, 0.0001)
    metrics.answered("WEBSOCKET", "/matches/{id}/socket", 101, None)
    found = samples(metrics)
    requests = "kibitz_requests_total"
    assert found[requests + "{method=GET,route=/matches/{id},status=200}"] == 2
    assert found[requests + "{method=other,route=/matches/{id},status=405}"] == 1
    assert found[requests + "{method=WEBSOCKET,route=/matches/{id}/socket,status=101}"] == 1
    seconds = "kibitz_request_seconds"
    assert found[seconds + "_count{route=/matches/{id}}"] == 3
    assert found[seconds + "_bucket{le=0.001,route=/matches/{id}}"] == 1
    assert found[seconds + "_bucket{le=0.005,route=/matches/{id}}"] == 2
    assert found[seconds + "_bucket{le=10.0,route=/matches/{id}}"] == 3
    assert not any("socket}" in name for name in found if name.startswith(seconds))


def test_refusals_are_counted_by_code(metrics: Metrics) -> None:
    for code in ("TOO_MANY", "TOO_MANY", "made up 1", "made up 2"):
        metrics.refused(code)
    found = samples(metrics)
    assert found["kibitz_refusals_total{code=TOO_MANY}"] == 2
    assert found["kibitz_refusals_total{code=other}"] == 2
    assert "TOO_MANY" in STATUS


def test_sockets_and_events_are_counted(metrics: Metrics) -> None:
    metrics.socket_opened()
    metrics.socket_opened()
    metrics.socket_closed()
    metrics.wrote("move")
    found = samples(metrics)
    assert found["kibitz_sockets_open"] == 1
    assert found["kibitz_events_total{kind=move}"] == 1


def test_agents_are_counted_by_name_without_options(metrics: Metrics) -> None:
    metrics.agent_answered("leduc", "ismcts:iterations=200", 0.2)
    metrics.agent_answered("leduc", "ismcts:iterations=300", 0.7)
    count = "kibitz_agent_seconds_count"
    assert samples(metrics)[count + "{agent=ismcts,game=leduc}"] == 2


def test_any_number_of_unknown_agents_and_games_is_one_series(metrics: Metrics) -> None:
    for at in range(50):
        metrics.agent_answered("leduc", f"agent{at}", 0.2)
        metrics.agent_answered("leduc", f"module{at}:Class", 0.2)
        metrics.agent_answered(f"game{at}", "random", 0.2)
    counts = {
        name: value for name, value in samples(metrics).items() if "agent_seconds_count" in name
    }
    assert counts == {
        "kibitz_agent_seconds_count{agent=other,game=leduc}": 100,
        "kibitz_agent_seconds_count{agent=other,game=other}": 50,
    }


def test_agents_of_installed_games_are_known() -> None:
    metrics = Metrics()
    metrics.agent_answered("leduc", "ismcts", 0.2)
    metrics.agent_answered("no such game", "ismcts", 0.2)
    count = "kibitz_agent_seconds_count"
    assert samples(metrics)[count + "{agent=ismcts,game=leduc}"] == 1
    assert samples(metrics)[count + "{agent=other,game=other}"] == 1


def test_figures_from_elsewhere_are_read_when_somebody_looks(metrics: Metrics) -> None:
    busy: Iterator[int] = iter([1, 2])
    metrics.watch("workers_busy", lambda: next(busy))
    metrics.watch("worker_restarts", lambda: 3)
    metrics.watch("worker_failures", lambda: {"late": 4, "crashed": 5})
    metrics.watch("matches", lambda: {"open": 6, "over": 7})
    found = samples(metrics)
    assert found["kibitz_workers_busy"] == 1
    assert found["kibitz_worker_restarts_total"] == 3
    assert found["kibitz_worker_failures_total{kind=late}"] == 4
    assert found["kibitz_worker_failures_total{kind=crashed}"] == 5
    assert found["kibitz_matches{status=open}"] == 6
    assert found["kibitz_matches{status=over}"] == 7
    assert samples(metrics)["kibitz_workers_busy"] == 2


def test_a_later_function_replaces_an_earlier_one(metrics: Metrics) -> None:
    metrics.watch("live_matches", lambda: 1)
    metrics.watch("live_matches", lambda: 2)
    assert samples(metrics)["kibitz_live_matches"] == 2


def test_every_figure_can_be_watched(metrics: Metrics) -> None:
    before = samples(metrics)
    for name, watched in WATCHED.items():
        metrics.watch(name, (lambda: {"x": 9}) if watched.label else (lambda: 9))
    found = samples(metrics)
    assert sum(found[name] == 9 for name in found.keys() - before.keys()) == len(WATCHED)


def test_a_figure_that_cannot_be_read_does_not_hide_the_others(
    metrics: Metrics, caplog: pytest.LogCaptureFixture
) -> None:
    metrics.watch("workers_busy", lambda: 1 // 0)
    metrics.watch("workers_queued", lambda: 8)
    with caplog.at_level(logging.WARNING, "kibitz.table"):
        found = samples(metrics)
    assert "kibitz_workers_busy" not in found
    assert found["kibitz_workers_queued"] == 8
    assert "cannot read the figure workers_busy" in caplog.text


def test_an_unknown_figure_is_refused(metrics: Metrics) -> None:
    with pytest.raises(ValueError, match="there is no figure 'worker_busy': did you mean 'workers"):
        metrics.watch("worker_busy", lambda: 1)


def test_servers_in_one_process_count_for_themselves(metrics: Metrics) -> None:
    other = Metrics()
    metrics.socket_opened()
    assert samples(metrics)["kibitz_sockets_open"] == 1
    assert samples(other)["kibitz_sockets_open"] == 0
    assert samples(other)["process_start_time_seconds"] > 0
