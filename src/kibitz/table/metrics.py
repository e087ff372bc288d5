"""Figures about a running server, in the text format of Prometheus.

Every server has its own registry, so several of them can run in one process. The number of series
is bounded: a route is a template, never a path, and an agent or game that is not known by name
counts as `other`.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from kibitz import games
from kibitz.agents.registry import agent_names, split_spec
from kibitz.core.errors import KibitzError, suggest
from kibitz.table.refusal import STATUS

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
OTHER: Final = "other"
METHODS: Final = frozenset(
    ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET")
)
# In seconds.
REQUEST_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
AGENT_BUCKETS: Final = (0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

# A figure that is read when somebody looks: a number, or numbers by the value of a label.
Reading = Callable[[], float | Mapping[str, float]]

log = logging.getLogger(__name__)


class Watched(NamedTuple):
    """A figure that is read from elsewhere.

    Attributes:
        title: what it means.
        label: the name of its label; empty if it is a single number.
        total: whether it only ever grows.
    """

    title: str
    label: str = ""
    total: bool = False


# By the name to pass to `Metrics.watch`; the metric is `kibitz_` and this name.
WATCHED: Final[Mapping[str, Watched]] = {
    "workers_busy": Watched("Workers that think"),
    "workers_queued": Watched("Questions that wait for a worker"),
    "worker_restarts": Watched("Workers that were replaced", total=True),
    "worker_failures": Watched("Questions that no agent answered, by kind", "kind", total=True),
    "live_matches": Watched("Matches in memory"),
    "agents_due": Watched("Matches in which an agent must act"),
    "matches": Watched("Matches in the store, by status", "status"),
    "advice_waiting": Watched("Questions for advice that wait"),
    "tournaments": Watched("Tournaments that are played"),
}


@lru_cache(maxsize=256)
def known_agents(game: str) -> frozenset[str]:
    """Returns the names of the agents that can play a game; none if there is no such game."""
    try:
        return frozenset(agent_names(games.load(game)))
    except KibitzError:
        return frozenset()


class Metrics:
    """The figures of one server; all methods may be called from any thread."""

    def __init__(self, agents: Callable[[str], Collection[str]] = known_agents) -> None:
        """Makes the figures, all of them zero.

        Args:
            agents: returns the agents of a game that are counted by name.
        """
        self.registry: Final = CollectorRegistry()
        self._agents: Final = agents
        self._readings: Final[dict[str, Reading]] = {}
        self._requests: Final = Counter(
            "kibitz_requests",
            "Requests and WebSockets that were answered",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._request_seconds: Final = Histogram(
            "kibitz_request_seconds",
            "Seconds until a request was answered; WebSockets are not in it",
            ["route"],
            buckets=REQUEST_BUCKETS,
            registry=self.registry,
        )
        self._refusals: Final = Counter(
            "kibitz_refusals", "Refused requests, by code", ["code"], registry=self.registry
        )
        self._sockets: Final = Gauge(
            "kibitz_sockets_open", "WebSockets that are open", registry=self.registry
        )
        self._events: Final = Counter(
            "kibitz_events", "Events that were written, by kind", ["kind"], registry=self.registry
        )
        self._agent_seconds: Final = Histogram(
            "kibitz_agent_seconds",
            "Seconds that agents thought about a move or advice",
            ["game", "agent"],
            buckets=AGENT_BUCKETS,
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)
        self.registry.register(WatchedFigures(self._readings))

    # Counting.

    def answered(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Counts a request.

        Args:
            method: its method, or `WEBSOCKET`.
            route: the template of its path.
            status: the status of the answer.
            seconds: how long it took; None for a WebSocket, which is open as long as it likes.
        """
        method = method if method in METHODS else OTHER
        self._requests.labels(method, route, str(status)).inc()
        if seconds is not None:
            self._request_seconds.labels(route).observe(seconds)

    def refused(self, code: str) -> None:
        """Counts a refusal by its code."""
        self._refusals.labels(code if code in STATUS else OTHER).inc()

    def socket_opened(self) -> None:
        """Counts a WebSocket as open."""
        self._sockets.inc()

    def socket_closed(self) -> None:
        """Counts a WebSocket as closed."""
        self._sockets.dec()

    def wrote(self, kind: str) -> None:
        """Counts an event that was written."""
        self._events.labels(kind).inc()

    def agent_answered(self, game: str, agent: str, seconds: float) -> None:
        """Counts an answer of an agent.

        Args:
            game: the id of the game.
            agent: the specification of the agent, with or without its options.
            seconds: how long it thought.
        """
        known = self._agents(game)
        name = split_spec(agent)[0]
        self._agent_seconds.labels(
            game if known else OTHER, name if name in known else OTHER
        ).observe(seconds)

    # Figures from elsewhere.

    def watch(self, name: str, reading: Reading) -> None:
        """Reads a figure from a function whenever somebody looks; a later function replaces it.

        Args:
            name: one of `WATCHED`.
            reading: returns the number, or the numbers by kind or status. If it fails, the figure
                is left out. It is called from the thread that calls `render`.

        Raises:
            ValueError: if there is no such figure.
        """
        if name not in WATCHED:
            raise ValueError(f"there is no figure {name!r}: {suggest(name, WATCHED)}")
        self._readings[name] = reading

    def render(self) -> tuple[bytes, str]:
        """Returns all figures as text, and its content type."""
        return generate_latest(self.registry), CONTENT_TYPE


class WatchedFigures(Collector):
    """Reads the figures that come from elsewhere."""

    def __init__(self, readings: Mapping[str, Reading]) -> None:
        self._readings: Final = readings

    def collect(self) -> Iterable[Metric]:
        """Yields the figures that can be read."""
        for name, reading in [*self._readings.items()]:
            try:
                found = reading()
            except Exception:  # a broken figure must not hide the others
                log.warning("cannot read the figure %s", name, exc_info=True)
                continue
            yield family_of(name, WATCHED[name], found)


def family_of(name: str, watched: Watched, found: float | Mapping[str, float]) -> Metric:
    """Makes a metric from what was read."""
    kind = CounterMetricFamily if watched.total else GaugeMetricFamily
    labels = [watched.label] if watched.label else []
    family = kind(f"kibitz_{name}", watched.title, labels=labels)
    if isinstance(found, Mapping):
        for value, number in found.items():
            family.add_metric([value], number)
    else:
        family.add_metric([], found)
    return family
