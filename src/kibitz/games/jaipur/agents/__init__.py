"""The players made for Jaipur: `utility`, `greedy`, and the policy that guides a search."""

from kibitz.games.jaipur.agents.greedy import explain_move, make_greedy
from kibitz.games.jaipur.agents.policy import Trader
from kibitz.games.jaipur.agents.utility import UTILITY_RANGES, make_utility

__all__ = ["UTILITY_RANGES", "Trader", "explain_move", "make_greedy", "make_utility"]
