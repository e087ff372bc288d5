"""Checks for any game or agent, and builders for tests.

`check_game` and `check_agent` check a game or an agent against the laws of the library;
`check_hash_seeds` runs a game in two processes. The rest helps to write tests: scenarios, golden
records, brute force against enumeration, counts of positions, scripted chance.
"""

from kibitz.testing.agent_laws import check_agent as check_agent
from kibitz.testing.checker import LAWS as LAWS
from kibitz.testing.checker import check_game as check_game
from kibitz.testing.checker import check_hash_seeds as check_hash_seeds
from kibitz.testing.enumeration import Universe as Universe
from kibitz.testing.enumeration import assert_enumeration_complete as assert_enumeration_complete
from kibitz.testing.enumeration import assert_enumeration_sound as assert_enumeration_sound
from kibitz.testing.enumeration import assert_staged_equals_flat as assert_staged_equals_flat
from kibitz.testing.enumeration import brute_force as brute_force
from kibitz.testing.enumeration import gather_universe as gather_universe
from kibitz.testing.expect import assert_conserved as assert_conserved
from kibitz.testing.expect import census as census
from kibitz.testing.expect import expect_over as expect_over
from kibitz.testing.expect import expect_refusal as expect_refusal
from kibitz.testing.expect import expect_success as expect_success
from kibitz.testing.golden import check_golden as check_golden
from kibitz.testing.golden import golden_paths as golden_paths
from kibitz.testing.golden import play_random as play_random
from kibitz.testing.laws import GameReport as GameReport
from kibitz.testing.laws import LawBroken as LawBroken
from kibitz.testing.scenario import Scenario as Scenario
from kibitz.testing.scenario import scenario as scenario
from kibitz.testing.tree import ScriptedRng as ScriptedRng
from kibitz.testing.tree import TreeCount as TreeCount
from kibitz.testing.tree import perft as perft
from kibitz.testing.tree import perft_table as perft_table
from kibitz.testing.tree import walk_tree as walk_tree
