"""The arena: tournaments that measure who plays better, by how much, and with what confidence.

A `Setup` describes a tournament, `play` plays it on a backend, `summarise` computes the statistics,
and the rest writes them to files. The same setup gives the same results on any backend.
"""

from kibitz.arena.backend import Backend, ProcessPool, Serial, cores, local_backend
from kibitz.arena.export import GameRow, game_rows, write_csv, write_parquet
from kibitz.arena.journal import (
    Journal,
    JournalContent,
    read_journal,
    resume_journal,
    start_journal,
)
from kibitz.arena.playing import GameFailed, play_batch, play_game
from kibitz.arena.ray_cluster import RayCluster
from kibitz.arena.report import html_report
from kibitz.arena.result import GameResult, fingerprint, read_result
from kibitz.arena.setup import ArenaError, Fixture, Setup, has_time_limit, read_setup
from kibitz.arena.statistics import (
    Rating,
    Sprt,
    SprtRun,
    SprtState,
    bradley_terry,
    deal_interval,
    elo_difference,
    expected_score,
    percentile,
    read_sprt,
    wilson,
)
from kibitz.arena.summary import Ending, Pairing, Share, Spread, Standing, Summary, summarise
from kibitz.arena.tournament import play

__all__ = [
    "ArenaError",
    "Backend",
    "Ending",
    "Fixture",
    "GameFailed",
    "GameResult",
    "GameRow",
    "Journal",
    "JournalContent",
    "Pairing",
    "ProcessPool",
    "Rating",
    "RayCluster",
    "Serial",
    "Setup",
    "Share",
    "Spread",
    "Sprt",
    "SprtRun",
    "SprtState",
    "Standing",
    "Summary",
    "bradley_terry",
    "cores",
    "deal_interval",
    "elo_difference",
    "expected_score",
    "fingerprint",
    "game_rows",
    "has_time_limit",
    "html_report",
    "local_backend",
    "percentile",
    "play",
    "play_batch",
    "play_game",
    "read_journal",
    "read_result",
    "read_setup",
    "read_sprt",
    "resume_journal",
    "start_journal",
    "summarise",
    "wilson",
    "write_csv",
    "write_parquet",
]
