"""Moves: what refuses them, how they are written, and that all legal ones are listed."""

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest

from kibitz import kit
from kibitz.core import RuleEngine, seeded
from kibitz.core.game import derive_legal
from kibitz.games.gundam import Gundam
from kibitz.games.gundam.cards import CARDS
from kibitz.games.gundam.moves import (
    Activate,
    Answer,
    Attack,
    Block,
    DeployBase,
    DeployUnit,
    EndMain,
    PairPilot,
    PassAction,
    PassBlock,
    PlayCommand,
)
from kibitz.games.gundam.state import HAND, GundamMove, GundamState
from kibitz.kit import Concede
from kibitz.testing.enumeration import all_places, compare, staged_legal_moves
from tests.games.gundam.table import PASSES, Match, hit, long, moves, play, reasons, table

# Refusals: the table, the move, then the code, the sentence and the facts.

FIRST = "p0.units.1"
FOE = "p1.units.1"


def attacked(units: tuple[str, str], **rest: tuple[str, str]) -> Match:
    """Returns the block step of an attack on the player."""
    return play(table(units, hands=rest.get("hands", ("", ""))), "attack p0.1 p1")


def over() -> Match:
    """Returns a match that has ended."""
    return hit(table(("G05", ""), bases=("EXB", ""), shields=("", "")))


REFUSALS: list[tuple[Callable[[], Match], str, str, str, dict[str, object]]] = [
    (
        lambda: table(("G05", ""), hands=("G30", "")),
        "play_command G30",
        "WRONG_TIMING",
        "The Blue Giant belongs in an action step",
        {},
    ),
    (
        lambda: play(table(("G05r", ""), hands=("", "G12")), "end_main"),
        "play_command G12",
        "WRONG_TIMING",
        "Thoroughly Damaged belongs in your main phase",
        {},
    ),
    (
        lambda: play(table(("", "G18 G05")), "end_main"),
        "activate p1.1 support",
        "WRONG_TIMING",
        "support of Angelo's Geara Zulu belongs in your main phase",
        {},
    ),
    (
        lambda: table(hands=("G17", ""), ready=(5, 10)),
        "deploy_unit G17",
        "LEVEL_TOO_LOW",
        "Sinanju has level 6, you have 5 Resources",
        {"required": 6, "available": 5},
    ),
    (
        lambda: table(hands=("G15", ""), ready=(1, 10), rested=(4, 0)),
        "deploy_base G15",
        "COST_TOO_HIGH",
        "it costs 2, you have 1 active Resources",
        {"required": 2, "available": 1},
    ),
    (
        lambda: table(("G39r", ""), ready=(3, 10)),
        "activate p0.1 act",
        "COST_TOO_HIGH",
        "it costs 4, you have 3 active Resources",
        {"required": 4, "available": 3},
    ),
    (
        lambda: table(("G05+G10", ""), hands=("G11", "")),
        "pair_pilot G11 p0.1",
        "ALREADY_PAIRED",
        "GM has Amuro Ray as its Pilot",
        {"place": FIRST},
    ),
    (
        lambda: play(table(("G05", "G41")), "end_main"),
        "activate p1.1 act",
        "NOT_PAIRED",
        "Gundam Aerial (Mirasoul Flight Unit) has no Pilot",
        {},
    ),
    (
        lambda: play(table(bases=("G15", "EXB")), "activate p0.base act"),
        "activate p0.base act",
        "ONCE_PER_TURN",
        "White Base has used this ability this turn",
        {},
    ),
    (
        lambda: table(("G05r", "")),
        "attack p0.1 p1",
        "RESTED",
        "GM is rested",
        {"place": FIRST},
    ),
    (
        lambda: attacked(("G05", "G08r")),
        "block p1.1",
        "RESTED",
        "Demi Trainer is rested",
        {"place": FOE},
    ),
    (
        lambda: table(bases=("G16r", "EXB")),
        "activate p0.base act",
        "RESTED",
        "Asticassia School of Technology, Earth House is rested",
        {"place": "p0.bases.1"},
    ),
    (
        lambda: table(("G05n", "")),
        "attack p0.1 p1",
        "JUST_DEPLOYED",
        "GM was deployed this turn and is no Link Unit",
        {"place": FIRST},
    ),
    (
        lambda: play(
            table(("G33", ""), bases=("G38", "EXB")),
            *("activate p0.base act", "answer target [p0.1]"),
        ),
        "attack p0.1 p1",
        "CANNOT_ATTACK",
        "Aile Strike Gundam cannot attack this turn",
        {"place": FIRST},
    ),
    (
        lambda: table(("G09", "")),
        "attack p0.1 p1",
        "PLAYER_FORBIDDEN",
        "Zowort cannot attack the player",
        {"place": FIRST},
    ),
    (
        lambda: table(("G42", "G48")),
        "attack p0.1 p1.1",
        "TARGET_ACTIVE",
        "Kshatriya is active",
        {"place": FOE},
    ),
    (
        lambda: attacked(("G05", "G05")),
        "block p1.1",
        "NO_BLOCKER",
        "GM has no Blocker",
        {"place": FOE},
    ),
    (
        lambda: play(table(("G42", "G08")), "attack p0.1 p1.1"),
        "block p1.1",
        "IS_TARGET",
        "Demi Trainer is the target of the attack",
        {"place": FOE},
    ),
    (
        lambda: attacked(("G17+G26", "G08")),
        "block p1.1",
        "HIGH_MANEUVER",
        "the attacker has High-Maneuver",
        {},
    ),
    (
        lambda: table(("G05", "G05"), hands=("G12", "")),
        "play_command G12",
        "NO_TARGET",
        "Thoroughly Damaged finds no Unit that can be chosen",
        {},
    ),
    (
        lambda: table(("G20", "G05")),
        "activate p0.1 support",
        "NO_TARGET",
        "Gaza D (Sleeves) finds no Unit that can be chosen",
        {},
    ),
    (
        lambda: table(hands=("G05 G28", "")),
        "deploy_unit G03",
        "NOT_OFFERED",
        "card: G03 is not offered; offered: G05",
        {"field": "card", "given": "G03"},
    ),
    (
        lambda: table(("G39", "")),
        "activate p0.1 support",
        "NOT_OFFERED",
        "ability: support is not offered; offered: act",
        {"field": "ability", "given": "support"},
    ),
    (
        lambda: table(("G05", "G05r")),
        "attack p0.1 p0.1",
        "INVALID_TARGET",
        "target: p0.units.1 is not offered; offered: p1.units.1, p1",
        {"field": "target", "given": FIRST},
    ),
    (
        lambda: play(table(("G48", "G05 G05 G05"), hands=("G27", "")), "pair_pilot G27 p0.1"),
        "answer target [p1.1,p1.2,p1.3]",
        "WRONG_TARGET_COUNT",
        "picks: expected 1 to 2 of 3, got 3",
        {"field": "picks", "min": 1, "max": 2, "got": 3},
    ),
    (
        lambda: play(table(hands=("G34 G05", "")), "deploy_unit G34"),
        "answer discard []",
        "WRONG_TARGET_COUNT",
        "picks: expected 1 of 2, got 0",
        {"field": "picks", "min": 1, "max": 1, "got": 0},
    ),
    (
        lambda: play(table(("G48", "G05 G05"), hands=("G27", "")), "pair_pilot G27 p0.1"),
        "answer target [p1.1,p1.1]",
        "DUPLICATE_TARGETS",
        "picks: expected items in the order in which they are offered",
        {"field": "picks"},
    ),
    (
        lambda: play(table(("G05", "G05 G42+G44"), hands=("G10", "")), "pair_pilot G10 p0.1"),
        "answer target [p1.2]",
        "INVALID_TARGET",
        "picks: p1.units.2 is not offered; offered: p1.units.1",
        {"field": "picks", "given": "p1.units.2"},
    ),
    (
        lambda: play(table(("G05", ""), hands=("G26 G25", "")), "pair_pilot G26 p0.1"),
        "answer deploy [G05]",
        "NOT_OFFERED",
        "picks: G05 is not offered; offered: G25",
        {"field": "picks", "given": "G05"},
    ),
    (
        lambda: play(table(("G05", "G05"), hands=("G29", "")), "play_command G29"),
        "end_main",
        "DECISION_PENDING",
        "seat 0 must answer first: target",
        {"question": "target", "seat": 0},
    ),
    (lambda: table(), "answer burst [yes]", "NO_DECISION", "nothing is asked now", {}),
    (
        lambda: table(("G08", "")),
        "block p0.1",
        "WRONG_PHASE",
        "Block belongs in phase block; this is phase main",
        {"wanted": ("block",), "now": "main"},
    ),
    (
        lambda: play(table(hands=("", "G05")), "end_main"),
        "deploy_unit G05",
        "WRONG_PHASE",
        "Deploy unit belongs in phase main; this is phase end action",
        {"wanted": ("main",), "now": "end action"},
    ),
    (over, "end_main", "GAME_ENDED", "the game is over: battle damage", {}),
]


@pytest.mark.parametrize(
    ("build", "move", "code", "text", "context"),
    [pytest.param(*each, id=f"{each[2]}-{each[1]}") for each in REFUSALS],
)
def test_a_refusal_gives_its_code_its_facts_and_one_sentence(
    build: Callable[[], Match], move: str, code: str, text: str, context: dict[str, object]
) -> None:
    match = build()
    (refused,) = match.explain(match.parse(long(move)))
    assert (refused.error_code, refused.reason, refused.context) == (code, text, context)


def test_every_code_of_the_game_is_shown() -> None:
    # The codes of decks are in test_options.py.
    assert {each[2] for each in REFUSALS} == {
        *("WRONG_TIMING", "LEVEL_TOO_LOW", "COST_TOO_HIGH", "ALREADY_PAIRED", "NOT_PAIRED"),
        *("ONCE_PER_TURN", "RESTED", "JUST_DEPLOYED", "CANNOT_ATTACK", "PLAYER_FORBIDDEN"),
        *("TARGET_ACTIVE", "NO_BLOCKER", "IS_TARGET", "HIGH_MANEUVER", "NO_TARGET"),
        *("GAME_ENDED", "DECISION_PENDING", "NO_DECISION", "WRONG_PHASE", "NOT_OFFERED"),
        *("INVALID_TARGET", "WRONG_TARGET_COUNT", "DUPLICATE_TARGETS"),
    }


def test_only_the_player_whose_turn_it_is_acts() -> None:
    match = table(("G05", "G05"), hands=("", "G05 G29"))
    for move in ("attack p1.1 p0", "deploy_unit G05", "play_command G29", "end_main"):
        (refused,) = match.explain(match.parse(long(move), 1), 1)
        assert (refused.error_code, refused.reason, refused.context) == (
            *("NOT_YOUR_TURN", "it is the turn of seat 0", {"seat": 1, "turn": 0}),
        )
    match = play(match, "attack p0.1 p1")
    assert reasons(match, "pass_block", 0) == ["NOT_YOUR_TURN"]
    match = play(match, "pass_block")
    assert reasons(match, "pass_action", 0) == ["NOT_YOUR_TURN"]


def test_explain_gives_all_objections_in_order() -> None:
    match = table(hands=("G29 G30", ""), ready=(1, 10))
    assert reasons(match, "play_command G30") == ["WRONG_TIMING", "LEVEL_TOO_LOW", "NO_TARGET"]
    assert reasons(match, "play_command G29") == ["LEVEL_TOO_LOW", "COST_TOO_HIGH", "NO_TARGET"]
    match = table(("G05+G10", ""), hands=("G26", ""), ready=(0, 10), rested=(1, 0))
    assert reasons(match, "pair_pilot G26 p0.1") == [
        *("LEVEL_TOO_LOW", "COST_TOO_HIGH", "ALREADY_PAIRED"),
    ]
    match = table(("G41", ""), ready=(1, 10))
    assert reasons(match, "activate p0.1 act") == [
        *("WRONG_TIMING", "COST_TOO_HIGH", "NOT_PAIRED", "NO_TARGET"),
    ]
    match = table(("G09rn", "G05"))
    assert reasons(match, "attack p0.1 p1") == ["RESTED", "JUST_DEPLOYED", "PLAYER_FORBIDDEN"]
    assert reasons(match, "attack p0.1 p1.1") == ["RESTED", "JUST_DEPLOYED", "TARGET_ACTIVE"]
    match = play(table(("G17+G26", "G05r")), "attack p0.1 p1.1")
    assert reasons(match, "block p1.1") == ["RESTED", "NO_BLOCKER", "IS_TARGET", "HIGH_MANEUVER"]


# Notation and JSON.

FORMS: list[tuple[GundamMove, str, dict[str, object]]] = [
    (DeployUnit(5), "deploy_unit G05", {"card": "G05"}),
    (DeployBase(15), "deploy_base G15", {"card": "G15"}),
    (PairPilot(12, 0), f"pair_pilot G12 {FIRST}", {"card": "G12", "unit": FIRST}),
    (PlayCommand(29), "play_command G29", {"card": "G29"}),
    (Activate(0, "support"), f"activate {FIRST} support", {"card": FIRST, "ability": "support"}),
    (
        Activate(1, "act"),
        "activate p0.bases.1 act",
        {"card": "p0.bases.1", "ability": "act"},
    ),
    (Attack(0, 2), f"attack {FIRST} {FOE}", {"unit": FIRST, "target": FOE}),
    (Attack(4, -2), "attack p0.units.2 p1", {"unit": "p0.units.2", "target": "p1"}),
    (EndMain(), "end_main", {}),
    (Block(2), f"block {FOE}", {"unit": FOE}),
    (PassBlock(), "pass_block", {}),
    (PassAction(), "pass_action", {}),
    (Concede(1), "concede 1", {"seat": 1}),
    (Answer("first", (-1,)), "answer first [p0]", {"question": "first", "picks": ["p0"]}),
    (
        Answer("mulligan", (1,)),
        "answer mulligan [redraw]",
        {"question": "mulligan", "picks": ["redraw"]},
    ),
    (
        Answer("target", (2, 6)),
        f"answer target [{FOE},p1.units.2]",
        {"question": "target", "picks": [FOE, "p1.units.2"]},
    ),
    (Answer("room", (0,)), f"answer room [{FIRST}]", {"question": "room", "picks": [FIRST]}),
    (Answer("burst", (0,)), 'answer burst ["yes"]', {"question": "burst", "picks": ["yes"]}),
    (Answer("order", (1,)), "answer order [1]", {"question": "order", "picks": [1]}),
    (Answer("take", ()), "answer take []", {"question": "take", "picks": []}),
    (Answer("take", (19,)), "answer take [G19]", {"question": "take", "picks": ["G19"]}),
    (Answer("deploy", (25,)), "answer deploy [G25]", {"question": "deploy", "picks": ["G25"]}),
    (
        Answer("discard", (5, 5)),
        "answer discard [G05,G05]",
        {"question": "discard", "picks": ["G05", "G05"]},
    ),
]


@pytest.mark.parametrize(("move", "text", "fields"), FORMS, ids=[form[1] for form in FORMS])
def test_a_move_is_written_and_read_back(
    move: GundamMove, text: str, fields: dict[str, object]
) -> None:
    game = Gundam()
    assert str(move) == text
    assert game.read_move(text) == move
    assert move.to_json() == {"move": move.id, **fields}
    assert game.move_from_json(move.to_json()) == move


def test_every_kind_of_move_and_question_has_its_form() -> None:
    assert {form[0].id for form in FORMS} == {kind.id for kind in Gundam().kinds()}
    asked = {form[0].question for form in FORMS if isinstance(form[0], Answer)}
    assert asked == {
        *("first", "mulligan", "target", "room", "burst", "order", "take", "deploy", "discard"),
    }


# Step by step.

POSITIONS: dict[str, Match] = {
    "the main phase": table(
        ("G18 G05r G39r G41+G11n G42", "G05 G03r G48r"),
        bases=("G15", "G16"),
        hands=("G05 G12 G12 G28 G30 G10 G15 G16 G17", ""),
    ),
    "a block": attacked(("G05", "G08 G09 G33r")),
    "an action": play(
        table(("G05", "G41+G11"), hands=("", "G28 G14 G30 G05")), "attack p0.1 p1", "pass_block"
    ),
    "targets": play(table(("G48", "G05 G05 G05"), hands=("G27", "")), "pair_pilot G27 p0.1"),
    "a discard": play(table(hands=("G05 G05 G03 " * 4, "")), "end_main", *PASSES),
    "room": play(table(("G05 G05 G05 G05 G05 G05", ""), hands=("G24", "")), "deploy_unit G24"),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_steps_lead_to_the_listed_moves(name: str) -> None:
    match = POSITIONS[name]
    reached: list[GundamMove] = []
    for kind in match.game.rulebook().kinds:
        entries = match.enumerate_moves(match.seat, move_ids=[kind.id], valid_only=True)
        legal = [entry.move for entry in entries]
        staged = staged_legal_moves(match, kind, match.seat, {}, legal)
        compare(kind.id, match.seat, staged, legal)
        reached += staged
    assert reached


def test_the_moves_of_a_main_phase() -> None:
    match = table(
        ("G18 G05r G39r G42", "G05 G03r"), bases=("G15", "G16"), hands=("G05 G05 G12 G30", "")
    )
    assert moves(match) == [
        "deploy_unit G05",
        *(f"pair_pilot G12 p0.{at}" for at in (1, 2, 3, 4)),
        *(f"pair_pilot G30 p0.{at}" for at in (1, 2, 3, 4)),
        "play_command G12",
        *("activate p0.1 support", "activate p0.3 act", "activate p0.base act"),
        *("attack p0.1 p1.2", "attack p0.1 p1"),
        *("attack p0.4 p1.1", "attack p0.4 p1.2", "attack p0.4 p1"),
        "end_main",
    ]


# Enumeration against brute force.

ABILITIES = ("support", "act", "deploy", "burst")


def every_move(state: GundamState, seat: int) -> Iterator[GundamMove]:
    """Yields the moves that could be legal at all, and many that cannot."""
    cards = range(1, len(CARDS))
    places = all_places(state)
    yield from (EndMain(), PassBlock(), PassAction())
    for card in cards:
        yield from (DeployUnit(card), DeployBase(card), PlayCommand(card))
    hands = sorted({*state.pile(HAND, 0), *state.pile(HAND, 1), 5, 10, 12})
    for card, place in product(hands, places):
        yield PairPilot(card, place)
    for place in places:
        yield Block(place)
        yield from (Activate(place, word) for word in ABILITIES)
    for one, other in product(places, places):
        yield Attack(one, other)
    yield from every_answer(state, seat, places)


def every_answer(state: GundamState, seat: int, places: list[int]) -> Iterator[GundamMove]:
    """Yields answers to all questions, with everything that could be picked."""
    cards = range(1, len(CARDS))
    for id in ("take", "deploy", "discard"):
        yield Answer(id, ())
        yield from (Answer(id, (card,)) for card in cards)
    hand = state.pile(HAND, seat)
    for size in range(2, 5 if len(hand) > 10 else 2):
        yield from (Answer("discard", picks) for picks in combinations(hand, size))
    for id in ("mulligan", "burst", "order"):
        yield from (Answer(id, (number,)) for number in range(6))
    for id in ("first", "target", "room"):
        yield Answer(id, ())
        yield from (Answer(id, (place,)) for place in places)
    for size in (2, 3):
        yield from (Answer("target", picks) for picks in combinations(places, size))


def positions(count: int, every: int) -> Iterator[RuleEngine[GundamState, GundamState]]:
    """Yields positions of random matches between all decks, one in `every`."""
    rng = seeded("positions of Gundam")
    decks = ("A / B", "C / D", "A / D", "C / B")
    while True:
        match = RuleEngine(Gundam(decks[rng.below(4)]), seed=rng.below(1 << 30))
        while match.outcome is None:
            if rng.below(every) == 0:
                yield match
                count -= 1
                if count == 0:
                    return
            # A kind of move first, so that rare kinds are played, too.
            listed = match.legal_moves()
            kind = rng.pick(list(dict.fromkeys(move.id for move in listed)))
            match.play(rng.pick([move for move in listed if move.id == kind]))


def compare_with_brute_force(count: int, every: int) -> set[str]:
    """Compares legal moves with all moves that can be played; returns the kinds and questions."""
    seen: set[str] = set()
    for match in positions(count, every):
        state, seat = match.state, match.seat
        listed = match.game.legal(state.clone())
        assert listed == derive_legal(match.game, state.clone()), "as enumerate and check say"
        assert len(set(listed)) == len(listed), "no move twice"
        tried = dict.fromkeys(every_move(state, seat))
        asked = state.question() is not None
        possible = [move for move in tried if isinstance(move, Answer) == asked]
        found = {move for move in possible if match.can_execute(move, seat)}
        assert set(listed) == found, f"{set(listed) ^ found}"
        seen |= {move.question if isinstance(move, Answer) else move.id for move in listed}
    return seen


def test_legal_moves_are_what_brute_force_finds() -> None:
    assert len(compare_with_brute_force(40, 13)) > 9


@pytest.mark.slow
def test_legal_moves_are_what_brute_force_finds_in_1000_positions() -> None:
    assert compare_with_brute_force(1000, 13) >= {
        *("deploy_unit", "deploy_base", "pair_pilot", "play_command", "activate", "attack"),
        *("end_main", "block", "pass_block", "pass_action"),
        *("first", "mulligan", "target", "room", "burst", "order", "take", "deploy", "discard"),
    }


# The quick list.


def compare_lists(decks: str, count: int) -> set[str]:
    """Compares the quick list with the plain one in positions of random games.

    Returns:
        The ids of the kinds that were listed.
    """
    game, rng = Gundam(decks), seeded(f"lists {decks}")
    state: GundamState = game.setup(rng.fork())
    kinds: set[str] = set()
    for _ in range(count):
        if state.over:
            state = game.setup(rng.fork())
        moves = game.legal(state)
        assert moves == kit.CardGame.legal(game, state)
        kinds |= {type(move).id for move in moves}
        game.play(state, rng.pick(moves))
    return kinds


@pytest.mark.parametrize("decks", ["A / B", "C / D", "D / A"])
def test_the_quick_list_is_the_plain_list(decks: str) -> None:
    kinds = compare_lists(decks, 2_000)
    main = {"deploy_unit", "deploy_base", "pair_pilot", "play_command", "attack", "end_main"}
    assert kinds >= main | {"activate", "block", "pass_block", "pass_action", "answer"}


@pytest.mark.slow
@pytest.mark.parametrize("decks", ["A / B", "C / D", "B / C"])
def test_the_quick_list_is_the_plain_list_in_20000_positions(decks: str) -> None:
    compare_lists(decks, 20_000)
