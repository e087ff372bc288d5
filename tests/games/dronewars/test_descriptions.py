"""Everything that players read about a battle: no ids, right plurals, whole sentences.

Many battles are played, and whatever agents, `describe`, `render`, `explain` and `news` say about
them is held against the same rules of writing.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.agents import make_agent
from kibitz.core import Observation, seeded
from kibitz.core.game import SPECTATOR
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.state import Battle
from tests.games.dronewars.battles import every_card, random_battles, shaken
from tests.games.dronewars.table import Table

AGENTS = (
    *("tactical", "tactical:profile=ref", "tactical:profile=plus", "strategic", "commander"),
    *("strategic:passing=true,pass_least=-500", "greedy:worlds=1"),
)
THINGS = (
    "answer|card|drone|enemie|energy card|interceptor|lane|move|point|round|section|shield|step|"
    "threat|time|turn|world"
)
OTHERS = "(?:more |ready |other |own |enemy )?"
# An id in capitals or with an underscore, or a name of Python's.
IDS = re.compile(r"[A-Z]{2,}_[A-Z]|[a-z]_[a-z]|[a-z][A-Z][a-z]|\bNone\b|\bTrue\b|\bFalse\b|[{}<]")
ONE_OF_MANY = re.compile(rf"(?<![\d.,/])\b1 {OTHERS}(?:{THINGS})s\b")
NUMBER = r"(?<![\d.,/])(?<!lane )(?<!ound )\b(?:0|[2-9]|[1-9]\d+)"
MANY_OF_ONE = re.compile(
    rf"{NUMBER} {OTHERS}(?:card|drone|shield(?! (?:recharge|amplifier))|step|threat)\b"
)
TWICE = re.compile(r"\b([A-Za-z]+) \1\b", re.IGNORECASE)
ODD = re.compile(r" [,.;:)]|\( |\(\)|[,;:] ?[.,;:]|\.\.(?!\.)|  |^\s|\s$|: ?$")
# Words in capitals: the drawing's, keywords and abbreviations that players know.
CAPITALS = {"AI", "CPU", "LOST", "PASSED", "BRIDGE", "POWERCELL", "HUB", "TACTICAL"}
VERB = re.compile(
    r"\b(is|are|was|were|has|have|does|do|can|cannot|may|should|must|costs?|pays|draws?|takes?|gives?|"
    r"gains?|helps?|hits?|holds|guards|ignores|opens|destroys|looks|happens|readies|upgrades|adds?|"
    r"protects?|risks|rises|falls|stays?|loses|wins|needs|belongs|counts|survives|grows|becomes|"
    r"changes|calls|works|attacks?|kills?|removes|lets|plays?|deploy|keep|moves?|defends|comes|gets|"
    r"go|goes|intercept|intercepting|never|threatens?|pass|passing|protect|keeps|"
    r"follow|win|lose|fall)\b"
)


def problems(text: str, prose: bool = True) -> list[str]:
    """Lists what is wrong with a text; a drawing is no prose."""
    found = [
        name
        for name, rule in (
            ("an id", IDS),
            ("a plural of one", ONE_OF_MANY),
            ("a singular of many", MANY_OF_ONE),
            ("a doubled word", TWICE),
        )
        if rule.search(text)
    ]
    shouted = set(re.findall(r"\b[A-Z]{2,}\b", text)) - CAPITALS
    if shouted:
        found.append(f"capitals {shouted}")
    if prose and (ODD.search(text) or text.count("(") != text.count(")")):
        found.append("odd punctuation")
    return found


def sentence_problems(text: str) -> list[str]:
    """Lists what is wrong with whole sentences."""
    found = problems(text)
    if not text.endswith("."):
        found.append("no end")
    if not (text[:1].isupper() or text[:1].isdigit()):
        found.append("a small letter")
    if re.search(r"\bbut what\b|: what\b|\bbut [^.]*: \(", text):
        found.append("half a sentence")
    return found


def reason_problems(text: str) -> list[str]:
    """Lists what is wrong with a reason: a clause that can follow 'but'."""
    found = problems(text)
    if not VERB.search(text):
        found.append("no verb")
    if text.startswith("what ") or text.endswith((".", ",", ":")):
        found.append("half a clause")
    return found


@pytest.mark.parametrize(
    "text",
    [
        "enough for all 1 shields",
        "what the score of lane 3 changes",
        "2 shield left",
        "APPLY_PRESSURE",
        "apply_pressure",
        "the the section",
        "1 more steps are planned",
        "3 damage, ",
        "a drone ()",
    ],
)
def test_the_rules_of_writing_find_what_is_wrong(text: str) -> None:
    assert reason_problems(text)


def battles() -> Iterator[tuple[DroneWars, Battle]]:
    """Yields battles of several kinds, as they come and shaken."""
    games = (every_card(), DroneWars(decks="manticore / standard"), DroneWars(ruleset="first_hull"))
    for number, game in enumerate(games):
        for count, battle in enumerate(random_battles(game, f"texts/{number}", 3, 130)):
            if count % 5 == 0:
                yield game, battle
                if battle.turn and not battle.stack:
                    yield game, shaken(battle, f"texts/{number}/{count}")


def test_drawings_and_descriptions_are_well_written() -> None:
    wrong: dict[str, list[str]] = {}
    count = 0
    for game, battle in battles():
        for viewer in (0, 1, SPECTATOR):
            view = game.view(battle, viewer)
            drawing = game.render(view)
            for line in drawing.splitlines():
                wrong[line] = problems(line, prose=False)
            if viewer != battle.seat and viewer != SPECTATOR:
                continue
            for move in game.legal(battle):
                text = game.describe(view, move)
                wrong[text] = problems(text)
                count += 1
    assert {text: found for text, found in wrong.items() if found} == {}
    assert count > 5000


def test_what_agents_say_is_well_written() -> None:
    wrong: dict[str, list[str]] = {}
    for number, (game, battle) in enumerate(battles()):
        seat, moves = battle.seat, game.legal(battle)
        view = game.view(battle, seat)
        for spec in AGENTS:
            # Every other time somebody asks about all moves.
            wanted = tuple(moves) if number % 2 else ()
            seen = Observation(game, view, seat, moves, seeded(number), None, wanted)
            advice = make_agent(game, spec).advise(seen)
            for option in advice.options:
                for reason in option.reasons:
                    wrong[reason.text] = reason_problems(reason.text)
                    wrong[reason.term] = problems(reason.term)
            for text in game.explain(view, advice):
                wrong[text] = sentence_problems(text)
    assert {text: found for text, found in wrong.items() if found} == {}
    assert len(wrong) > 2000


def test_news_are_well_written() -> None:
    wrong: dict[str, list[str]] = {}
    kinds: set[str] = set()
    rng = seeded("news")
    for game in (every_card(), DroneWars(ruleset="first_hull")):
        for number in range(6):
            state = game.setup(seeded(f"news/{number}"))
            for _ in range(300):
                moves = game.legal(state)
                if not moves:
                    break
                before = [game.view(state, viewer) for viewer in (0, 1, SPECTATOR)]
                game.play(state, moves[rng.below(len(moves))])
                for viewer, view in zip((0, 1, SPECTATOR), before, strict=True):
                    for text in game.news(view, game.view(state, viewer)):
                        wrong[text] = sentence_problems(text)
                        kinds |= set(re.findall(r"over|begins|intercept|draw|lost|chosen", text))
    assert {text: found for text, found in wrong.items() if found} == {}
    assert kinds == {"over", "begins", "intercept", "draw", "lost", "chosen"}


# What is told.


def news_of(table: Table, move: str, viewer: int = 0) -> list[str]:
    """Plays a move and returns what a viewer hears about what follows."""
    before = table.game.view(table.battle, viewer)
    table.play(move)
    return table.game.news(before, table.game.view(table.battle, viewer))


def test_the_end_of_a_round_is_told_with_its_count() -> None:
    table = Table(
        lane1="scout, bomber",
        against2="guardian",
        hull=(10, 8, 5),
        energy=3,
        their_energy=0,
        passed=(1,),
        deck="2 nuke",
    )
    own = "you have 2 of 3 sections, 23 hull, 2 drones and 3 unspent energy"
    assert news_of(table, "pass") == [
        f"Round 2 is over: {own}; the enemy has 3 of 3 sections, 30 hull and 1 drone.",
        "Round 3 begins: the enemy is the first player, having passed first.",
        "You draw 2 nuke.",
    ]


def test_a_lost_section_is_told() -> None:
    table = Table(lane1="heavy fighter", their_hull=(6, 5, 10), their_shields=(0, 0, 3))
    assert news_of(table, "attack heavy fighter 1 > section") == [
        "Their bridge is lost: 1 of 3 stands."
    ]
    patch = Table(hand="emergency patch", hull=(5, 5, 10))
    assert news_of(patch, "play emergency patch > 1", 1) == [
        "Their bridge stands again: 2 of 3 stand."
    ]


def test_interceptions_are_told() -> None:
    table = Table(lane1="bomber", against1="scout, interceptor")
    may = "The enemy may intercept with scout 1 or interceptor 1."
    assert news_of(table, "attack bomber 1 > section") == [may]
    assert news_of(table, "intercept interceptor 1") == [
        "Their interceptor 1 intercepts your bomber 1."
    ]
    through = Table(lane1="bomber", against1="scout", their_hull=(6, 10, 10))
    assert news_of(through, "attack bomber 1 > section", 1) == []
    assert news_of(through, "decline", 1) == [
        "Nobody intercepts their bomber 1.",
        "Your bridge is lost: 2 of 3 stand.",
    ]


def test_the_end_of_deployment_is_told_with_its_count() -> None:
    table = Table(phase="deployment", lane1="scout", passed=(1,))
    assert news_of(table, "pass") == [
        "Deployment is over: you have 1 drone, the enemy has 0 drones."
    ]


def test_plain_moves_have_no_news() -> None:
    table = Table(lane1="scout", against1="scout exhausted")
    assert news_of(table, "attack scout 1 > scout 1") == []
    assert news_of(Table(lane1="scout"), "move scout 1 > 2") == []


# The page of rules.

RULES = Path(__file__).parents[3] / "src" / "kibitz" / "games" / "dronewars" / "data" / "rules.md"


def test_the_page_of_rules_can_be_read_in_a_terminal() -> None:
    lines = RULES.read_text(encoding="utf-8").splitlines()
    assert 40 <= len(lines) <= 76
    assert max(len(line) for line in lines) <= 78
    assert not any(line.startswith(("|", "# ", "```")) or "](" in line for line in lines)


def test_the_moves_on_the_page_of_rules_can_be_typed() -> None:
    game, found = DroneWars(), 0
    # `concede` has the seat of who types it.
    verbs = {kind.id for kind in game.kinds() if not kind.always}
    for code in re.findall(r"`([^`]+)`", RULES.read_text(encoding="utf-8")):
        if code.split()[0] in verbs:
            assert game.read_move(code).id == code.split()[0]
            found += 1
    assert found >= 15
