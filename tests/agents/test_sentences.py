"""Advice in sentences."""

import pytest

from kibitz.agents.sentences import advice_texts, listed, reasons_text, sentence
from kibitz.core import Reason


def test_a_sentence_begins_with_a_capital_and_ends_with_a_stop() -> None:
    assert [sentence("go on"), sentence("Done.")] == ["Go on.", "Done."]


@pytest.mark.parametrize(
    ("names", "text"),
    [("a", "a"), ("a b", "a and b"), ("a a b", "a and b"), ("a b c d", "a, b and 2 more")],
)
def test_names_are_listed_once(names: str, text: str) -> None:
    assert listed(names.split()) == text
    assert listed(["a", "b", "c"], 3) == "a, b and c"


def test_advice_has_one_thought_in_each_text() -> None:
    assert advice_texts("attack", "wins", "You win.", ["rest", "pass"]) == [
        "Attack: wins.",
        "You win.",
        "Planned after that: rest, then pass.",
    ]
    assert advice_texts("pass", "", "", []) == ["Pass."]


def test_reasons_are_those_that_change_most() -> None:
    reasons = [
        Reason("board", 2.0, "you get stronger"),
        Reason("effort", -9.0, "a move must be worth it"),
        Reason("cards", -15.0, "you have fewer cards"),
        Reason("lore", 0.0, "you gain lore"),
    ]
    text = "You have fewer cards (-15), you get stronger (+2)."
    assert reasons_text(reasons, ("board", "cards", "lore")) == text
    assert reasons_text(reasons, ()) == ""
