"""Lines of moves, as the beam grows them: where they led in each world, and what came of them."""

from typing import Final, Generic, TypeVar

from kibitz.core.agent import Reason
from kibitz.core.move import Move
from kibitz.core.state import State

S = TypeVar("S", bound=State)


class Node(Generic[S]):
    """A state that a line led to, what it is worth, and the moves tried from it.

    Attributes:
        state: the state.
        depth: how many moves led to it.
        reasons: its evaluation.
        score: the sum of the reasons.
        rests: whether the score counts beside what the moves tried from here lead to.
        loops: whether fewer moves lead to the same key, so that no line goes this way.
        twin: the better node with the same key and as many moves; lines are built on that one.
        value: the score, or after `settle` that of the best line through here.
        next: which child that line goes through; -1 where it ends.
    """

    def __init__(self, state: S, depth: int, reasons: list[Reason]) -> None:
        """Takes the state, how many moves led to it, and its evaluation."""
        self.state: Final = state
        self.depth: Final = depth
        self.reasons: Final = reasons
        self.score: Final = add_up([reason.amount for reason in reasons])
        self.rests = False
        self.loops = False
        self.twin: Node[S] | None = None
        self.moves: Final[list[Move[S]]] = []
        self.children: Final[list[Node[S]]] = []
        self.value = self.score
        self.next = -1

    def settle(self) -> None:
        """Takes over what the best child is worth; the children must be settled already."""
        for index, child in enumerate(self.children):
            worth = child.worth()
            if worth > self.value or (index == 0 and not self.rests):
                self.value = worth
                self.next = index

    def worth(self) -> float:
        """Returns the value; what goes on from a twin goes on from here as well."""
        if self.twin is None:
            return self.value
        return self.score + (self.twin.worth() - self.twin.score)

    def follow(self, plan: list[Move[S]]) -> list[Reason]:
        """Adds the moves of the best line to a plan and returns the reasons of its value."""
        node, behind = self, 0.0
        while True:
            if node.twin is not None:
                behind += node.score - node.twin.score
                node = node.twin
            elif node.next >= 0:
                plan.append(node.moves[node.next])
                node = node.children[node.next]
            else:
                break
        if behind == 0.0:
            return node.reasons
        return [*node.reasons, Reason("path", behind, "there is a better way to the same state")]


class World(Generic[S]):
    """One sampled world, with the nodes that lines reached in it.

    Attributes:
        root: the sampled state.
        openings: the quick scores of the first moves that can be tried here, by their index.
        first: the nodes that first moves led to, by their index.
        table: the node that lines are built on, by key.
        level: the newest nodes that lines may go on from.
        expanded: the nodes that moves were tried from and that count, shorter lines first.
    """

    def __init__(self, state: S, key: object) -> None:
        """Takes the sampled state and its key."""
        self.root: Final[Node[S]] = Node(state, 0, [])
        self.openings: Final[dict[int, float]] = {}
        self.first: Final[dict[int, Node[S]]] = {}
        self.table: Final[dict[object, Node[S]]] = {key: self.root}
        self.level: list[Node[S]] = []
        self.expanded: Final[list[Node[S]]] = []

    def place(self, key: object, node: Node[S]) -> bool:
        """Enters a node from which lines may go on under its key; returns if the key was known.

        Of two nodes with one key the better is built on. The other goes on as that one does, or
        is no way to go at all where the better took fewer moves.
        """
        known = self.table.get(key)
        if known is not None and (known is self.root or node.score <= known.score):
            if known.depth < node.depth:
                node.loops = True
            else:
                node.twin = known
            return True
        if known is not None and known.depth == node.depth:
            known.twin = node
        self.table[key] = node
        self.level.append(node)
        return known is not None

    def select(self, width: int) -> list[Node[S]]:
        """Takes the best nodes of the newest level that lines can go on from."""
        going = [node for node in self.level if node.twin is None]
        going.sort(key=lambda node: -node.score)
        self.level = []
        return going[:width]


class Line(Generic[S]):
    """What came of one first move: the mean over the worlds of the best line that begins so.

    Attributes:
        move: the first move.
        plan: how the line goes on in the first world.
        score: the sum of the reasons.
        reasons: the terms of the evaluation where the lines end, on average of the worlds.
    """

    def __init__(self, move: Move[S], plan: tuple[Move[S], ...], reasons: list[Reason]) -> None:
        """Takes the first move, what follows and the reasons, and adds them up."""
        self.move: Final = move
        self.plan: Final = plan
        self.score: Final = add_up([reason.amount for reason in reasons])
        self.reasons: Final = reasons


def add_up(amounts: list[float]) -> float:
    """Returns the sum of amounts, added one by one in their order.

    The built-in `sum` compensates for rounding from Python 3.12 on, so its result depends on the
    Python.
    """
    total = 0.0
    for amount in amounts:
        total += amount
    return total


def mean_reasons(worlds: list[list[Reason]]) -> list[Reason]:
    """Averages the terms of several worlds; a term that a world lacks counts as 0 there.

    A text stays where every world says the same; it should hold for one world and for all.
    """
    if len(worlds) == 1:
        return worlds[0]
    averaged = f"on average of {len(worlds)} worlds"
    amounts: dict[str, float] = {}
    texts: dict[str, str] = {reason.term: reason.text for reason in worlds[0]}
    for reasons in worlds:
        terms = [reason.term for reason in reasons]
        for reason in reasons:
            amounts[reason.term] = amounts.get(reason.term, 0.0) + reason.amount
            if texts.get(reason.term) != reason.text:
                texts[reason.term] = averaged
        for term in texts:
            if term not in terms:
                texts[term] = averaged
    return [Reason(term, amount / len(worlds), texts[term]) for term, amount in amounts.items()]
