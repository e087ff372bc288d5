"""Random documents for tests, and real ones with random damage."""

from typing import Any

from hypothesis import strategies as st

# Values that people do not write and programs do.
ODD = st.sampled_from(
    [10**400, -(10**400), 2**63, 1e308, float("inf"), float("nan"), "", "\x00", "9" * 5000]
)
leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | ODD
documents = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def damaged_text(text: str, draw: Any) -> str:  # Any: Hypothesis' own function
    """Replaces, removes or inserts a few characters."""
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 3))
        inserted = draw(st.text(max_size=3) | st.sampled_from(["9" * 5000, "[[[[", "{", '"', "-"]))
        text = text[:start] + inserted + text[end:]
    return text


def damaged(document: Any, draw: Any) -> Any:  # Any: JSON, and Hypothesis' own function
    """Replaces one place of a document, or removes or adds a field."""
    if isinstance(document, dict) and document:
        name = draw(st.sampled_from(sorted(document)))
        change = draw(st.sampled_from(["deeper", "deeper", "remove", "add"]))
        rest = {key: item for key, item in document.items() if key != name}
        if change == "remove":
            return rest
        if change == "add":
            return {**document, draw(st.text(max_size=8)): draw(documents)}
        return {**document, name: damaged(document[name], draw)}
    if isinstance(document, list) and document:
        index = draw(st.integers(0, len(document) - 1))
        return [*document[:index], damaged(document[index], draw), *document[index + 1 :]]
    return draw(documents)
