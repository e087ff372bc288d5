"""Moves of Drone Wars as they are written and typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import RuleEngine, seeded
from kibitz.core.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kibitz.games.dronewars import DroneWars
from kibitz.games.dronewars.cards import CARD_WORDS, DRONE_WORDS, SECTION_WORDS
from kibitz.games.dronewars.text.typed import VERB_WAYS
from tests.games.dronewars.table import Table

GAME = DroneWars()


def usual() -> Table:
    """Returns an action phase with something of everything."""
    return Table(
        lane1="bomber, scout exhausted",
        lane2="scout, scout, repair",
        lane3="sniper",
        against1="guardian, standard fighter",
        against2="scout, heavy fighter 2/0",
        against3="jammer, bomber",
        hand="laser blast, laser blast+, nuke, adrenaline rush, emergency patch, reposition,"
        " maneuver, system reboot",
        deck="10 nuke",
        hull=(10, 8, 6),
        shields=(3, 1, 0),
    )


def typed(table: Table, text: str) -> str:
    """Returns the notation of the move that a text is read as."""
    return str(table.game.parse(table.battle, text))


def refusal(table: Table, text: str) -> str:
    """Returns why a typed move is refused."""
    with pytest.raises(IllegalMoveError) as caught:
        RuleEngine(table.game, state=table.battle).play(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("attack bomber 1 > guardian 1", "attack bomber 1 > guardian 1"),
        ("ATTACK  bomber 1>guardian", "attack bomber 1 > guardian 1"),
        ("attack bomber guardian", "attack bomber 1 > guardian 1"),
        ("bomber guard", "attack bomber 1 > guardian 1"),
        ("attack guardian", "attack bomber 1 > guardian 1"),
        ("attack bomber in lane 1 > standard fighter 1", "attack bomber 1 > standard fighter 1"),
        ("bomber std", "attack bomber 1 > standard fighter 1"),
        ("att Bomber on Standard Fighter", "attack bomber 1 > standard fighter 1"),
        ("scout heavy", "attack scout 2 > heavy fighter 2"),
        ("scout 2.2 heavy", "attack scout 2.2 > heavy fighter 2"),
        ("attack scout 2 power cell", "attack scout 2 > section"),
        ("attack scout 2 > section", "attack scout 2 > section"),
        ("laser blast scout", "play laser blast > scout 2"),
        ("laser blast+ scout", "play laser blast+ > scout 2"),
        ("play laser blast > own scout 2.2", "play laser blast > own scout 2.2"),
        ("laser blast+ my bomber", "play laser blast+ > own bomber 1"),
        ("laser blast enemy jammer", "play laser blast > jammer 3"),
        ("nuke 2", "play nuke > 2"),
        ("nuke lane 2", "play nuke > 2"),
        ("adrenaline", "play adrenaline rush > scout 1"),
        ("patch hub", "play emergency patch > 3"),
        ("emergency patch Drone Control Hub", "play emergency patch > 3"),
        ("reposition 2 to 1", "play reposition > 2 > 1"),
        ("maneuver bomber 2", "play maneuver > bomber 1 > 2"),
        ("reboot", "play system reboot"),
        ("move bomber 2", "move bomber 1 > 2"),
        ("mo bo l2", "move bomber 1 > 2"),
        ("use sniper scout", "use sniper 3 > scout 2"),
        ("recall bomber", "recall bomber 1"),
        ("reallocate bridge > hub", "reallocate 1 > 3"),
        ("realloc 1 2", "reallocate 1 > 2"),
        ("recalc", "recalculate"),
        ("pass", "pass"),
        ("end", "pass"),
    ],
)
def test_move_is_read_as_a_player_types_it(text: str, move: str) -> None:
    assert typed(usual(), text) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("scout 1", "deploy scout 1"),
        ("standard 2", "deploy standard fighter 2"),
        ("Bomber to lane 3", "deploy bomber 3"),
        ("dep heavy l2", "deploy heavy fighter 2"),
        ("pa", "pass"),
    ],
)
def test_deployment_is_read_as_a_player_types_it(text: str, move: str) -> None:
    assert typed(Table(phase="deployment", budget=3), text) == move


def test_a_drone_has_one_notation() -> None:
    table = Table(lane1="bomber, swarm, swarm 1/0 speed=2", against1="scout, scout 1/0")
    attacks = [move for move in table.legal() if move.startswith("attack swarm 1.2")]
    assert attacks == [
        "attack swarm 1.2 > scout 1",
        "attack swarm 1.2 > scout 1.2",
        "attack swarm 1.2 > section",
    ]
    # Without the lane it is read as the same move.
    assert typed(table, "attack swarm 1.2 > scout.2") == "attack swarm 1.2 > scout 1.2"
    assert typed(table, "attack bomber 1 > scout") == "attack bomber 1 > scout 1"
    drawing = table.game.render(table.game.view(table.battle, 0))
    assert "*swarm 1.2" in drawing
    assert "*scout 1.2" in drawing
    assert ".2 " not in drawing.replace(" 1.2 ", "")
    table.play("attack bomber 1 > section")
    assert table.legal() == ["intercept scout 1", "intercept scout 1.2", "decline"]
    assert typed(table, "intercept scout.2") == "intercept scout 1.2"
    assert "intercept with scout 1 or scout 1.2" in table.game.render(table.battle)


def test_records_with_drones_without_lanes_can_be_replayed() -> None:
    table = Table(lane1="bomber", against1="scout, scout 1/0")
    engine = RuleEngine(table.game, seed=0, state=table.battle)
    for document in (
        {"move": "attack", "drone": "bomber 1", "target": "scout.2"},
        {"move": "intercept", "drone": "scout"},
    ):
        assert engine.execute(table.game.move_from_json(document), engine.seat).error is None
    assert engine.state.rows[3][0].shields == 0


def test_answers_need_no_first_word() -> None:
    table = Table(lane1="bomber", against1="scout, interceptor")
    table.play("attack bomber 1 > section")
    assert typed(table, "scout") == "intercept scout 1"
    assert typed(table, "block interceptor 1") == "intercept interceptor 1"
    assert typed(table, "no") == "decline"
    search = Table(hand="strategic planning", deck="2 nuke, 3 out think")
    search.play("play strategic planning")
    assert typed(search, "nuke") == "choose nuke"


def test_decisions_of_the_other_phases_are_read() -> None:
    shields = Table(phase="shield_allocation", shields=(0, 0, 0))
    shields.battle.board.left = 2
    assert typed(shields, "shield bridge") == "shield 1"
    assert typed(shields, "sh 3") == "shield 3"
    over = Table(phase="drone_removal", lane1="scout, bomber")
    assert typed(over, "bomber") == "remove bomber 1"
    hand = Table(phase="optional_discard", hand="2 nuke, out think")
    hand.battle.board.left = 2
    assert typed(hand, "out") == "discard out think"
    assert typed(hand, "done") == "done"
    game = DroneWars()
    s = game.setup(seeded("typed"))
    first = game.legal(s)[0]
    assert game.parse(s, str(first).split()[1]) == first


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        (
            "attack scout",
            "attack scout 2 > scout 2; attack scout 2 > heavy fighter 2; attack scout 2",
        ),
        ("laser scout", "play laser blast > scout 2; play laser blast. > scout 2"),
        ("nuke", "play nuke > 1; play nuke > 2; play nuke > 3"),
        ("scout", "fits 6 moves: attack scout 2 > scout 2;"),
        ("recall scout", "recall scout 1; recall scout 2"),
        ("re", "reallocate 1 > 2; .*reallocate"),
        ("attack", "fits 11 moves: attack bomber 1 > guardian 1; .* and 5 more"),
    ],
)
def test_ambiguous_text_is_refused_with_the_candidates(text: str, candidates: str) -> None:
    with pytest.raises(AmbiguousMoveError, match=candidates):
        typed(usual(), text)


def test_equal_drones_are_not_ambiguous() -> None:
    table = Table(lane1="scout, scout", against1="bomber, bomber")
    assert typed(table, "scout bomber") == "attack scout 1 > bomber 1"
    assert typed(table, "move scout 2") == "move scout 1 > 2"
    assert typed(table, "recall scout") == "recall scout 1"
    other = Table(lane1="scout, scout 1/0", against1="bomber")
    with pytest.raises(AmbiguousMoveError, match=r"attack scout 1 > bomber 1; attack scout 1\.2"):
        typed(other, "scout bomber")


def test_name_of_a_drone_alone_does_not_recall_it() -> None:
    table = Table(lane1="scout exhausted")
    assert "recall scout 1" in table.legal()
    assert refusal(table, "scout").endswith("scout 1 is exhausted")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack bomber 1 > scuot", "unknown 'scuot'; did you mean 'scout'"),
        ("attak bomber section", "unknown 'attak'; did you mean 'attack'"),
        ("play", "cannot read 'play': expected play laser blast > guardian 1; .* more"),
        ("qqqq", "unknown 'qqqq'; legal now: attack bomber 1 > guardian 1;"),
        ("p", "cannot read 'p'; legal now"),
        ("7", "cannot read '7'"),
        (">", "cannot read '>'"),
        ("", "no move was given"),
        ("x" * 300, "a move of 300 characters: expected 200 at most"),
    ],
)
def test_unreadable_text_says_what_would_do(text: str, message: str) -> None:
    with pytest.raises(InvalidMoveError, match=message):
        typed(usual(), text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack scout 1 > guardian 1", "scout 1 is exhausted"),
        ("scout 1 guardian", "scout 1 is exhausted"),
        ("bomber section", "a ready Guardian protects the section in lane 1"),
        ("bomber heavy", "bomber 1 cannot attack heavy fighter 2; in lane 1: guardian 1, standard"),
        ("move bomber 3", "lane 3 is not beside lane 1"),
        ("adren scout 2", "adrenaline rush cannot be played on scout 2 now; expected scout 1"),
        ("laser blast bomber", "on bomber 3 now: a ready Jammer protects the drones in its lane"),
        ("target lock scout", "target lock is not in the hand; in it: laser blast, laser blast"),
        ("use bomber", "bomber 1 has no ability to use"),
        ("use repair scout", "repair 2 cannot be used on scout 2; there is nothing to use it on"),
        ("gladiator 1", "Deploy a drone belongs in phase deployment; this is phase action"),
        ("intercept scout", "nothing is asked now"),
    ],
)
def test_refusal_says_why(text: str, message: str) -> None:
    assert message in refusal(usual(), text)


def test_refusal_names_what_is_missing() -> None:
    table = Table(hand="nuke", energy=6)
    assert "nuke costs 7 energy, and you have 6" in refusal(table, "nuke 2")
    poor = Table(phase="deployment", budget=1, energy=1)
    assert "bomber costs 3, and you have budget 1 and energy 1" in refusal(poor, "bomber 1")
    assert "sniper is not in your active pool: scout" in refusal(poor, "sniper 1")
    assert "Play a card belongs in phase action" in refusal(poor, "nuke 1")


def test_question_must_be_answered_first() -> None:
    table = Table(lane1="bomber", against1="scout", their_hand="nuke")
    table.play("attack bomber 1 > section")
    assert "must answer first, with intercept or decline" in refusal(table, "nuke 1")


VOCABULARY = st.sampled_from(
    [
        *VERB_WAYS,
        *("own", "enemy", ">", "on", "to", "1", "2", "3", "2.2", "9", "lane", "section", "end"),
        *CARD_WORDS[1:],
        *DRONE_WORDS[1:],
        *SECTION_WORDS[1:],
    ]
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(VOCABULARY, max_size=6).map(" ".join))


@given(text=TEXTS, plies=st.integers(0, 80), seed=st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_or_refused(text: str, plies: int, seed: int) -> None:
    s, rng = GAME.setup(seeded(f"typed/{seed}")), seeded(f"typed/{seed}/moves")
    while plies and not s.over:
        GAME.play(s, GAME.random_move(s, rng))
        plies -= 1
    before = s.key()
    for seat in (0, 1):
        try:
            move = GAME.parse(s, text, seat)
        except (InvalidMoveError, AmbiguousMoveError):
            continue
        assert not move.invalid()
        assert str(GAME.parse(s, str(move), seat)) == str(move)
    assert s.key() == before, "reading a text changes nothing"


@given(plies=st.integers(0, 200), seed=st.integers(0, 20))
@settings(max_examples=30, deadline=None)
def test_every_legal_move_is_read_as_written(plies: int, seed: int) -> None:
    s, rng = GAME.setup(seeded(f"written/{seed}")), seeded(f"written/{seed}/moves")
    while plies and not s.over:
        GAME.play(s, GAME.random_move(s, rng))
        plies -= 1
    for move in GAME.legal(s):
        assert GAME.parse(s, str(move)) == move
        assert GAME.read_move(str(move)) == move
        # Without the marks between its parts it means the same, or something is equal.
        loose = GAME.parse(s, str(move).replace(">", " ").upper())
        assert loose in GAME.legal(s)
