"""Fights of many kinds keep every law of the library."""

import pytest

from kibitz.games import load_with
from kibitz.testing import check_game

CHOICES = (
    "headbutt, havoc, armaments, warcry, true grit+, dual wield, burning pact, exhume, discovery,"
    " infernal blade, whirlwind, blood for blood, rampage, searing blow+3, offering, double tap,"
    " forethought, madness, purity, secret technique, the bomb, panache, mayhem, combust,"
    " corruption"
)
SILENT_CHOICES = (
    "survivor, acrobatics, dagger throw, prepared+, concentrate, setup, nightmare, alchemize,"
    " burst, calculated gamble, storm of steel+, tools of the trade, well-laid plans+, reflex,"
    " tactician, eviscerate, glass knife, masterful stab, endless agony, grand finale, malaise,"
    " doppelganger, corpse explosion, choke, bullet time, escape plan, noxious fumes, wraith form,"
    " distraction"
)
FIGHTS: dict[str, dict[str, object]] = {
    "gremlins": {
        "encounter": "gremlin gang",
        "deck": "exhaust",
        "potions": "fire, block, attack potion",
    },
    "slime boss": {
        "encounter": "slime boss",
        "deck": CHOICES,
        "relics": "pen nib=8, toolbox, gambling chip, nilry's codex, red skull, centennial puzzle",
        "potions": "liquid memories, gambler's brew, elixir",
    },
    "hexaghost": {
        "encounter": "hexaghost",
        "ascension": 20,
        "relics": "potion belt, shuriken, letter opener, runic dome, snecko eye",
        "potions": "entropic brew, stance potion, smoke bomb, fairy in a bottle",
    },
    "a list": {
        "encounter": "lagavulin, gremlin wizard, red slaver, looter",
        "deck": "strength",
        "relics": "necronomicon, orange pellets, du-vu doll, happy flower, velvet choker",
    },
    "lice": {
        "encounter": "3 louse",
        "deck": CHOICES,
        "potions": "essence of darkness, potion of capacity, distilled chaos",
        "hp": 40,
    },
    "choices of the silent": {
        "character": "silent",
        "encounter": "gremlin gang",
        "deck": SILENT_CHOICES,
        "relics": "ring of the snake, tingsha, hovering kite, dead branch, gambling chip, calipers",
        "potions": "gambler's brew, duplication potion, skill potion",
    },
    "poison": {
        "character": "silent",
        "encounter": "slime boss",
        "deck": SILENT_CHOICES,
        "relics": "the specimen, snecko skull, runic pyramid, chemical x, nilry's codex, toolbox",
        "potions": "cunning potion, entropic brew",
        "ascension": 20,
    },
    "gremlin leader": {
        "encounter": "gremlin leader",
        "deck": CHOICES,
        "relics": "runic dome, mark of pain, gremlin horn, centennial puzzle",
        "ascension": 18,
    },
    "automaton": {"encounter": "automaton", "deck": CHOICES, "relics": "toolbox", "ascension": 20},
    "reptomancer": {"encounter": "reptomancer", "deck": CHOICES, "relics": "runic dome", "hp": 60},
    "shapes": {"encounter": "4 shapes", "character": "silent", "deck": SILENT_CHOICES},
    "birds": {"encounter": "3 byrd, snake plant", "deck": SILENT_CHOICES, "character": "silent"},
    "darklings": {"encounter": "3 darklings", "deck": CHOICES, "max_hp": 300},
    "writhing mass": {
        "encounter": "writhing mass",
        "character": "silent",
        "deck": SILENT_CHOICES,
        "relics": "runic dome, tingsha, gambling chip",
        "ascension": 17,
        "max_hp": 300,
    },
    "worms": {"encounter": "jaw worm horde", "deck": CHOICES, "relics": "runic dome, toolbox"},
    "awakened one": {
        "encounter": "awakened one",
        "deck": CHOICES,
        "relics": "runic dome, nilry's codex, neow's lament",
        "potions": "duplication potion, fairy in a bottle",
        "ascension": 20,
        "max_hp": 400,
    },
    "time eater": {
        "encounter": "time eater",
        "character": "silent",
        "deck": SILENT_CHOICES,
        "relics": "runic dome, runic pyramid, unceasing top",
        "potions": "cunning potion, entropic brew",
        "max_hp": 400,
    },
    "donu and deca": {
        "encounter": "donu and deca",
        "character": "silent",
        "deck": SILENT_CHOICES,
        "ascension": 19,
    },
    "shield and spear": {
        "encounter": "shield and spear",
        "deck": CHOICES,
        "relics": "orange pellets, gremlin horn, snecko eye",
        "ascension": 18,
    },
    "the spear behind": {
        "encounter": "shield and spear",
        "character": "silent",
        "deck": SILENT_CHOICES,
        "potions": "smoke bomb, skill potion",
    },
    "the heart": {
        "encounter": "the heart",
        "deck": CHOICES,
        "relics": "necronomicon, medical kit, velvet choker",
        "ascension": 20,
    },
    "the heart of the silent": {
        "encounter": "the heart",
        "character": "silent",
        "deck": SILENT_CHOICES,
        "relics": "runic dome, dead branch, the specimen",
        "max_hp": 300,
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FIGHTS)
def test_fight_keeps_every_law(name: str) -> None:
    survey = check_game(lambda: load_with("spire", FIGHTS[name]), games=3, max_plies=600)
    assert survey.games == 3
