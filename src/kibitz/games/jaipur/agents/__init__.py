"""The players made for Jaipur: `utility`, `greedy`, and the policy that guides a search."""

from kibitz.games.jaipur.agents.greedy import make_greedy
from kibitz.games.jaipur.agents.policy import Trader
from kibitz.games.jaipur.agents.utility import make_utility

__all__ = ["Trader", "make_greedy", "make_utility"]
