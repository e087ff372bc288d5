"""The whole tree of Leduc hold'em, for tests that look at every state."""

import pytest

from kibitz.games.leduc import Leduc, LeducState
from kibitz.testing.tree import TreeNode, tree_nodes


@pytest.fixture(scope="module")
def nodes() -> list[TreeNode[LeducState]]:
    return list(tree_nodes(Leduc()))


@pytest.fixture(scope="module")
def states(nodes: list[TreeNode[LeducState]]) -> list[LeducState]:
    return [node.state for node in nodes if node.state is not None]
