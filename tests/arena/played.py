"""Results made by hand, for tests that need no real games."""

from kibitz.arena.result import GameResult


def played(
    number: int,
    players: tuple[int, int] = (0, 1),
    winner: int | None = 0,
    *,
    deal: int = 0,
    returns: tuple[float, float] | None = None,
    reason: str = "showdown",
    choices: tuple[tuple[int, ...], tuple[int, ...]] = ((2, 3), (2,)),
    micros: tuple[tuple[int, ...], tuple[int, ...]] = ((1000, 2000), (500,)),
    record: str | None = None,
) -> GameResult:
    """Makes a result; the winner is a seat."""
    won = {None: (0.0, 0.0), 0: (1.0, -1.0), 1: (-1.0, 1.0)}[winner]
    plies = sum(map(len, choices))
    return GameResult(
        number,
        deal,
        players,
        winner,
        won if returns is None else returns,
        reason,
        plies,
        f"hash {number}",
        choices,
        micros,
        record,
    )


def head_to_head(*pairs: tuple[int | None, int | None]) -> list[GameResult]:
    """Plays a deal for each pair: which player won its first game and its second, None for none.

    In the second game the seats are swapped, so player 0 sits in seat 1.
    """
    found: list[GameResult] = []
    for deal, (first, second) in enumerate(pairs):
        found.append(played(2 * deal, (0, 1), first, deal=deal))
        seat = None if second is None else 1 - second
        found.append(played(2 * deal + 1, (1, 0), seat, deal=deal))
    return found
