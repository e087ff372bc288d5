"""Transactions that share a commit, because each commit waits for the disk."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, Engine

from kibitz.core.errors import KibitzError

T = TypeVar("T")


class Transaction(Generic[T]):
    """Something to do in a transaction, and what came of it.

    Attributes:
        over: whether it was committed, or has failed.
    """

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.over = False
        self._work: Final = work
        self._results: list[T] = []
        self._error: BaseException | None = None

    def run(self, engine: Engine) -> None:
        """Runs alone."""
        self._error = None
        try:
            with engine.begin() as connection:
                self._results = [self._work(connection)]
        except BaseException as error:  # noqa: BLE001 - `outcome` raises it
            self._error = error
        self.over = True

    def run_in(self, connection: Connection) -> None:
        """Runs as a part of a larger transaction, which goes on if this part is refused."""
        try:
            with connection.begin_nested():
                self._results = [self._work(connection)]
        except KibitzError as error:
            self._error = error

    def end(self, error: BaseException | None = None) -> None:
        """Ends with the larger transaction, which may have failed."""
        self._error = error or self._error
        self.over = True

    def outcome(self) -> T:
        """Returns what the work has returned, or raises what it has raised."""
        if self._error is not None:
            raise self._error
        return self._results[0]


def run_together(engine: Engine, transactions: Sequence[Transaction[Any]]) -> None:
    """Runs transactions as one where possible: each commit waits for the disk."""
    if len(transactions) == 1 or not commit_together(engine, transactions):
        for each in transactions:
            each.run(engine)


def commit_together(engine: Engine, transactions: Sequence[Transaction[Any]]) -> bool:
    """Runs transactions as one; each of them may be refused and change nothing.

    Returns:
        Whether they are over; not if one has failed, so that the database has undone all of them.
    """
    complete = False
    try:
        with engine.begin() as connection:
            for each in transactions:
                each.run_in(connection)
            complete = True
    except BaseException as error:  # noqa: BLE001 - `Transaction.outcome` raises it
        if not complete:
            return False
        for each in transactions:
            each.end(error)
    else:
        for each in transactions:
            each.end()
    return True
