"""The arena: tournaments that measure who plays better, by how much, and with what confidence.

A `Setup` describes a tournament, `play` plays it on a backend, `summarise` computes the statistics,
and the rest writes them to files. The same setup gives the same results on any backend.
"""

from kibitz.arena.backend import Backend, ProcessPool, Serial, cores, local_backend
from kibitz.arena.comparison import Comparison, compare_players
from kibitz.arena.effects import Effect, effects_of
from kibitz.arena.export import columns_of, game_rows, write_csv, write_parquet
from kibitz.arena.journal import (
    Journal,
    JournalContent,
    Origin,
    read_journal,
    resume_journal,
    start_journal,
)
from kibitz.arena.ladder import Ladder, Rung, climb
from kibitz.arena.matrix import Matrix, scores_of, totals_of
from kibitz.arena.playing import GameFailed, play_batch, play_game
from kibitz.arena.ray_cluster import RayCluster
from kibitz.arena.report import html_report, ladder_report, matrix_report
from kibitz.arena.result import Course, GameResult, Ruling, fingerprint, read_result
from kibitz.arena.schedule import Fixture, Schedule
from kibitz.arena.setup import ArenaError, Setup, has_time_limit, read_setup
from kibitz.arena.statistics import (
    Rating,
    Sprt,
    SprtRun,
    SprtState,
    bradley_terry,
    deal_interval,
    elo_difference,
    expected_score,
    margin_ratings,
    mean_interval,
    percentile,
    read_sprt,
    sprt_of,
    wilson,
)
from kibitz.arena.summary import Ending, Mean, Pairing, Share, Spread, Standing, Summary, summarise
from kibitz.arena.tournament import Verification, play, verify
from kibitz.arena.trials import Search, Trial, find_space
from kibitz.arena.tuning import best_of, search_trials

__all__ = [
    "ArenaError",
    "Backend",
    "Comparison",
    "Course",
    "Effect",
    "Ending",
    "Fixture",
    "GameFailed",
    "GameResult",
    "Journal",
    "JournalContent",
    "Ladder",
    "Matrix",
    "Mean",
    "Origin",
    "Pairing",
    "ProcessPool",
    "Rating",
    "RayCluster",
    "Ruling",
    "Rung",
    "Schedule",
    "Search",
    "Serial",
    "Setup",
    "Share",
    "Spread",
    "Sprt",
    "SprtRun",
    "SprtState",
    "Standing",
    "Summary",
    "Trial",
    "Verification",
    "best_of",
    "bradley_terry",
    "climb",
    "columns_of",
    "compare_players",
    "cores",
    "deal_interval",
    "effects_of",
    "elo_difference",
    "expected_score",
    "find_space",
    "fingerprint",
    "game_rows",
    "has_time_limit",
    "html_report",
    "ladder_report",
    "local_backend",
    "margin_ratings",
    "matrix_report",
    "mean_interval",
    "percentile",
    "play",
    "play_batch",
    "play_game",
    "read_journal",
    "read_result",
    "read_setup",
    "read_sprt",
    "resume_journal",
    "scores_of",
    "search_trials",
    "sprt_of",
    "start_journal",
    "summarise",
    "totals_of",
    "verify",
    "wilson",
    "write_csv",
    "write_parquet",
]
