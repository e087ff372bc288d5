"""Finds what people should not have to read: raw ids, doubled articles, empty parentheses."""

import re

ROUGH = {
    "an id": re.compile(r"\w+_\w+|[A-Za-z]*[a-z][A-Z]\w*|\w+:\w+"),
    "a word in capitals": re.compile(r"\b(?!HP\b|X\b|DEMO\b)[A-Z]{2,}\b"),
    "a doubled word": re.compile(r"\b(the|a|an|and|of|on|to|HP) \1\b", re.IGNORECASE),
    "two articles": re.compile(r"\b(?:a|an|the) (?:a|an|the)\b", re.IGNORECASE),
    "empty brackets": re.compile(r"\(\s*\)|\[\s*\]|\{\s*\}"),
    "a space before a mark": re.compile(r" [,;.:)]"),
    "a doubled mark": re.compile(r"[,;:]{2,}|\.\.$|,\."),
    "a huge number": re.compile(r"[0-9]{5,}"),
    "a Python value": re.compile(r"\b(?:None|True(?! Grit)|False|nan|inf)\b"),
}
SPACES = re.compile(r"\S  +\S")


def rough_spots(text: str, table: bool = False) -> list[str]:
    """Lists what is wrong with a text for people; a table may have columns."""
    found: list[str] = []
    for what, pattern in ROUGH.items():
        found.extend(f"{what}: {match[0]!r} in {text!r}" for match in pattern.finditer(text))
    if not table:
        found.extend(f"spare spaces in {text!r}" for _ in SPACES.finditer(text))
    if text != text.strip() and not table:
        found.append(f"spaces around {text!r}")
    return found
