"""Checks for any game or agent, and builders for tests.

`check_game` and `check_agent` check a game or an agent against the laws of the library;
`check_hash_seeds` runs a game in two processes. The rest helps to write tests: scenarios, golden
records, brute force against enumeration, counts of positions, scripted chance.
"""

from kibitz.testing.agent_laws import check_agent
from kibitz.testing.checker import LAWS, check_game, check_hash_seeds
from kibitz.testing.enumeration import (
    Universe,
    assert_enumeration_complete,
    assert_enumeration_sound,
    assert_staged_equals_flat,
    brute_force,
    gather_universe,
)
from kibitz.testing.expect import (
    assert_conserved,
    census,
    expect_over,
    expect_refusal,
    expect_success,
)
from kibitz.testing.golden import check_golden, golden_paths, play_random
from kibitz.testing.laws import GameReport, LawBroken
from kibitz.testing.scenario import Scenario, scenario
from kibitz.testing.tree import ScriptedRng, TreeCount, perft, perft_table, walk_tree

__all__ = [
    "LAWS",
    "GameReport",
    "LawBroken",
    "Scenario",
    "ScriptedRng",
    "TreeCount",
    "Universe",
    "assert_conserved",
    "assert_enumeration_complete",
    "assert_enumeration_sound",
    "assert_staged_equals_flat",
    "brute_force",
    "census",
    "check_agent",
    "check_game",
    "check_golden",
    "check_hash_seeds",
    "expect_over",
    "expect_refusal",
    "expect_success",
    "gather_universe",
    "golden_paths",
    "perft",
    "perft_table",
    "play_random",
    "scenario",
    "walk_tree",
]
