"""What is implemented, from the code and the card table.

An attack, Power or Trainer is implemented if there is a function for each of its steps and for all
that it needs. A card is, if all of that is true of it. An option of the rules is, if the code
reads it; the code is read as text, so this works where the sources are installed, as they always
are.
"""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from kibitz.games.pokemon.cards.catalogue import CARDS, Attack, Card
from kibitz.games.pokemon.rules.actions import is_complete
from kibitz.games.pokemon.rules.steps import STEP_RULES
from kibitz.games.pokemon.state import RuleSet

SETS: Final = {"base1": "Base Set"}
# The option has another name than the field of the rules.
OPTION_NAMES: Final = {"winner_chooses": "coin_toss"}


def coverage_of() -> Mapping[str, Mapping[str, bool]]:
    """Tells for each section and name whether it is implemented."""
    found: dict[str, dict[str, bool]] = {}
    for card in CARDS[1:]:
        section = SETS[card.code.partition("-")[0]]
        found.setdefault(section, {})[f"{card.name} ({card.code})"] = has_card(card)
    text = "\n".join(sources(files("kibitz.games.pokemon")))
    return {
        **found,
        "attacks": {
            f"{card.name}: {attack.name}": has_attack(attack)
            for card in CARDS
            for attack in card.attacks
        },
        "powers": {power.name: is_complete(power) for card in CARDS for power in card.powers},
        "trainers": {play.name: is_complete(play) for card in CARDS for play in card.plays},
        "options": {
            OPTION_NAMES.get(name, name): re.search(rf"\brules\.{name}\b", text) is not None
            for name in RuleSet.__match_args__
        },
    }


def has_attack(attack: Attack) -> bool:
    """Tells whether every step of an attack is carried out; those before the damage always are."""
    return all(STEP_RULES[step.code] is not None for step in attack.after)


def has_card(card: Card) -> bool:
    """Tells whether everything on a card is implemented."""
    actions = [*card.plays, *card.powers]
    return all(map(has_attack, card.attacks)) and all(map(is_complete, actions))


def sources(folder: Traversable) -> Iterator[str]:
    """Returns the texts of all modules of this game but this one."""
    for place in folder.iterdir():
        if place.is_dir():
            yield from sources(place)
        elif place.name.endswith(".py") and place.name != "coverage.py":
            yield place.read_text(encoding="utf-8")
