"""Measures Gundam, and plays random games with each pair of decks to look for broken rules.

Run by `make bench WHAT=gundam`, which makes the compiled build first. The figures are random games
and actions a second, the time of lists and copies, of a decision of `greedy`, and the iterations of
`ismcts` in the middle of a game; then random actions a second without the quick list of moves.

The second part is a check of the rules: every move that was listed is asked whether it is legal,
and after every game the cards are counted.

The results are saved in `benchmarks/results/gundam.json`.
"""

from benchmarks.one_game import Pair, measure_card_game
from kibitz.games.gundam import Gundam

GAMES = 10_000
PAIRS = ("A / B", "C / D")


def main() -> None:
    pairs = [Pair(decks, Gundam(decks=decks)) for decks in PAIRS]
    measure_card_game("gundam", pairs, GAMES, __doc__)


if __name__ == "__main__":
    main()
