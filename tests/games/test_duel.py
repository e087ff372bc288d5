"""The rules of a duel, one by one; enumeration in duels stands in tests/scenarios."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from kibitz.agents import make_agent
from kibitz.core import IllegalMoveError, InvalidMoveError, RuleEngine
from kibitz.games import load
from kibitz.games.duel import Duel
from kibitz.games.duel.agents import Material
from kibitz.games.duel.game import (
    DECK,
    DISCARDED,
    FIELD,
    HAND,
    LAYOUT,
    PILE,
    DuelState,
    PlayCard,
    Pools,
)
from kibitz.kit import Unit
from kibitz.kit.errors import INVALID_TARGET
from kibitz.testing import Scenario, assert_conserved, expect_refusal, scenario

Match = RuleEngine[DuelState, DuelState]


def duel() -> Scenario[Unit, Pools]:
    return scenario(Duel())


def play(match: Match, *moves: str) -> Match:
    before = match.state.clone()
    for move in moves:
        match.play(move)
    assert_conserved(before, match.state)
    return match


def names(match: Match, zone: int, seat: int) -> list[str]:
    return [LAYOUT.card_word(card) for card in match.state.pile(zone, seat)]


def creatures(match: Match, seat: int) -> list[str]:
    return [LAYOUT.card_word(unit.kind) for unit in match.state.row(FIELD, seat)]


def test_given_a_new_duel_then_three_cards_each_and_the_first_turn_draws_none() -> None:
    match = RuleEngine(Duel(), seed=1)
    assert [len(match.state.pile(HAND, seat)) for seat in (0, 1)] == [3, 3]
    assert [len(match.state.pile(DECK, seat)) for seat in (0, 1)] == [17, 17]
    assert (match.state.turn, match.seat) == (1, 0)
    assert (match.state.board.mana, match.state.board.life) == ([5, 5], [20, 20])


def test_given_the_turn_passes_then_mana_is_full_a_card_is_drawn_and_creatures_are_fresh() -> None:
    match = (
        duel().put("field", 1, "imp", spent=True).put("deck", 1, "ogre").set(mana=[1, 0]).engine()
    )
    play(match, "pass_turn")
    assert match.seat == 1
    assert match.state.board.mana == [1, 5]
    assert names(match, HAND, 1) == ["ogre"]
    assert not match.state.row(FIELD, 1)[0].spent


def test_given_an_eager_wolf_when_played_then_it_costs_two_more_and_attacks_at_once() -> None:
    match = duel().put("hand", 0, "wolf", "wolf").engine()
    play(match, "play_card wolf eager", "attack p0.field.1 p1")
    assert (match.state.board.mana[0], match.state.board.life[1]) == (1, 18)
    with pytest.raises(IllegalMoveError, match="cannot attack any more"):
        match.play("attack p0.field.1 p1")
    with pytest.raises(IllegalMoveError, match="it costs 2 mana, you have 1"):
        match.play("play_card wolf calm")


def test_given_a_calm_creature_when_played_then_it_waits_for_the_next_turn() -> None:
    match = duel().put("hand", 0, "imp").engine()
    play(match, "play_card imp calm")
    with pytest.raises(IllegalMoveError, match="cannot attack any more"):
        match.play("attack p0.field.1 p1")


def test_given_an_imp_when_asked_to_be_eager_then_it_is_not_offered() -> None:
    match = duel().put("hand", 0, "imp").engine()
    with pytest.raises(IllegalMoveError, match="mode: eager is not offered; offered: calm"):
        match.play("play_card imp eager")


def test_given_two_creatures_when_they_fight_then_both_take_damage_and_the_weaker_dies() -> None:
    match = duel().put("field", 0, "ogre").put("field", 1, "wolf").engine()
    play(match, "attack p0.field.1 p1.field.1")
    assert names(match, PILE, 1) == ["wolf"]
    assert match.state.row(FIELD, 0)[0].damage == 2


def told(match: Match, move: str, seat: int = 0) -> list[str]:
    before = match.view(seat)
    match.play(move)
    return match.game.news(before, match.view(seat))


def test_news_tell_what_died_and_what_was_drawn() -> None:
    match = duel().put("field", 0, "ogre").put("field", 1, "wolf", "imp").engine()
    assert told(match, "attack p0.field.1 p1.field.1") == ["seat 1 loses Wolf"]
    match = duel().put("deck", 1, "ogre").put("deck", 0, "imp", "wolf").engine()
    assert told(match, "cast draw -") == ["seat 0 draws Wolf"]
    assert told(match, "pass_turn") == ["seat 1 draws a card"]
    assert told(match, "pass_turn", seat=1) == ["seat 0 draws a card"]


def test_news_tell_what_an_empty_deck_costs() -> None:
    match = duel().put("hand", 0, "imp", "imp").put("deck", 0, "wolf").engine()
    assert told(match, "discard 2") == [
        "seat 0 draws Wolf",
        "seat 0 has no card to draw and loses 2 life",
    ]
    assert told(match, "pass_turn") == ["seat 1 has no card to draw and loses 2 life"]
    match = duel().put("field", 0, "imp").engine()
    assert told(match, "attack p0.field.1 p1") == []


def test_given_equal_creatures_when_they_fight_then_both_die() -> None:
    match = duel().put("field", 0, "wolf").put("field", 1, "wolf").engine()
    play(match, "attack p0.field.1 p1.field.1")
    assert (names(match, PILE, 0), names(match, PILE, 1)) == (["wolf"], ["wolf"])
    assert (creatures(match, 0), creatures(match, 1)) == ([], [])


def test_given_a_creature_dies_then_those_behind_it_move_up() -> None:
    match = duel().put("field", 0, "ogre", "ogre").put("field", 1, "imp", "wolf").engine()
    play(match, "attack p0.field.1 p1.field.1", "attack p0.field.2 p1.field.1")
    assert creatures(match, 1) == []


def test_given_a_guard_then_it_must_be_attacked_first() -> None:
    match = duel().put("field", 0, "imp").put("field", 1, "wolf", "guard").engine()
    for target in ("p1", "p1.field.1"):
        with pytest.raises(IllegalMoveError, match=r"p1\.field\.2 must be attacked first"):
            match.play(f"attack p0.field.1 {target}")
    play(match, "attack p0.field.1 p1.field.2")


def test_given_an_exchange_then_the_oldest_cards_go_and_as_many_come_once_a_turn() -> None:
    match = duel().put("hand", 0, "imp", "wolf", "imp").put("deck", 0, "ogre", "ogre").engine()
    play(match, "discard 2")
    assert names(match, HAND, 0) == ["imp", "ogre", "ogre"]
    assert names(match, PILE, 0) == ["imp", "wolf"]
    assert match.state.marks == DISCARDED
    with pytest.raises(IllegalMoveError, match="you may discard once a turn"):
        match.play("discard 1")


@pytest.mark.parametrize(
    ("spell", "life", "damage", "hand"),
    [
        ("draw -", 20, 1, 1),
        ("damage p1.field.1", 20, 1, 0),
        ("heal p0.field.1", 20, 0, 0),
        ("heal -", 21, 1, 0),
    ],
)
def test_given_a_spell_when_cast_then_it_does_what_it_says(
    spell: str, life: int, damage: int, hand: int
) -> None:
    start = duel().put("field", 0, "ogre", damage=1).put("field", 1, "wolf").put("deck", 0, "imp")
    match = play(start.engine(), f"cast {spell}")
    board = match.state.board
    assert (board.life[0], board.mana[0], len(names(match, HAND, 0))) == (life, 3, hand)
    assert match.state.row(FIELD, 0)[0].damage == damage
    assert creatures(match, 1) == ([] if spell.startswith("damage") else ["wolf"])
    with pytest.raises(IllegalMoveError, match="you may cast once a turn"):
        match.play("cast draw -")


def test_given_a_ritual_then_a_card_and_mana_are_paid_and_both_victims_suffer() -> None:
    match = duel().put("hand", 0, "ogre").put("field", 1, "imp", "wolf").engine()
    play(match, "ritual Payment{discard=ogre,x=2} [p1.field.1,p1.field.2]")
    assert names(match, PILE, 1) == ["imp", "wolf"]
    assert names(match, PILE, 0) == ["ogre"]
    assert match.state.board.mana[0] == 3


def test_given_a_thief_and_an_empty_hand_when_played_then_nothing_is_asked() -> None:
    match = play(duel().put("hand", 0, "thief").engine(), "play_card thief calm")
    assert match.state.question() is None
    assert match.seat == 0


def test_given_an_empty_deck_when_drawing_then_it_costs_life_and_can_kill() -> None:
    match = play(duel().set(life=[20, 2]).engine(), "pass_turn")
    assert match.outcome is not None
    assert (match.outcome.winner, match.state.board.life) == (0, [20, 0])


@pytest.mark.parametrize(
    "moves",
    [
        ["play_card imp calm"],
        ["play_card thief calm", "answer forfeit [guard]"],
        ["discard 1"],
        ["cast draw -"],
        ["ritual Payment{discard=imp,x=1} [p1.field.1]"],
        ["pass_turn"],
    ],
)
def test_given_a_move_that_showed_a_card_when_a_player_undoes_then_it_stays(
    moves: list[str],
) -> None:
    start = duel().put("hand", 0, "imp", "thief").put("field", 0, "wolf").put("field", 1, "ogre")
    start.put("deck", 0, "imp", "ogre", "wolf").put("deck", 1, "imp", "wolf", "ogre")
    start.put("hand", 1, "imp", "guard")
    match = play(start.engine(), *moves)
    played = match.state_hash
    assert not match.undo(player_facing=True)
    assert (match.state_hash, match.ply) == (played, len(moves))
    assert match.undo()


def test_given_a_card_that_had_to_come_when_a_player_undoes_then_it_is_taken_back() -> None:
    match = play(duel().put("deck", 0, "ogre", "ogre").engine(), "cast draw -")
    assert match.undo(player_facing=True)


def test_given_an_attack_when_a_player_undoes_then_it_is_taken_back() -> None:
    match = duel().put("field", 0, "wolf").put("field", 1, "guard").engine()
    before = match.state_hash
    match.play("attack p0.field.1 p1.field.1")
    assert match.undo(player_facing=True)
    assert match.state_hash == before


def test_life_is_an_option_and_is_checked() -> None:
    assert load("duel", life="7").setup(RuleEngine(Duel(), seed=1).state.rng).board.life == [7, 7]
    with pytest.raises(Exception, match="invalid life=0: expected 1 or more"):
        load("duel", life=0)


def test_material_counts_life_creatures_and_cards() -> None:
    match = duel().put("field", 0, "ogre").set(life=[20, 4]).engine()
    seen = match.observe()
    best = max(seen.moves, key=lambda move: sum(r.amount for r in Material().reasons(seen, move)))
    assert str(best) == "attack p0.field.1 p1"
    terms = {reason.term: reason.amount for reason in Material().reasons(seen, best)}
    assert terms == {"victory": 100.0, "foe's life": 4.0}
    with pytest.raises(ValueError, match=r"^invalid worlds=0: expected 1 or more$"):
        Material(0)


def test_the_policy_weighs_moves_as_the_greedy_duellist_does() -> None:
    game = Duel()
    policy, agent = game.policy(), make_agent(game, "greedy:worlds=4")
    match = RuleEngine(game, seed=3)
    looked = 0
    while match.outcome is None:
        seen = match.observe()
        total = [0.0] * len(seen.moves)
        for number in range(4):
            world = game.sample(seen.view, seen.rng.child(f"world {number}"))
            before = world.key()
            weights = policy.weigh(world, seen.moves)
            assert weights is not None
            assert world.key() == before
            total = [sum(pair) for pair in zip(total, weights, strict=True)]
        weight_of = {move: value / 4 for move, value in zip(seen.moves, total, strict=True)}
        advice = agent.advise(seen)
        for option in advice.options:
            assert option.score == pytest.approx(weight_of[option.move])
        assert weight_of[advice.move] == pytest.approx(max(weight_of.values()))
        looked += len(seen.moves)
        match.play(advice.move)
    assert looked > 200


def test_the_beam_plans_a_turn_that_greed_does_not_see() -> None:
    """A guard stands before a foe with one life left: it is worth more than it can be hit for."""
    match = (
        duel()
        .put("field", 0, "ogre", "imp")
        .put("field", 1, "guard")
        .set(life=[20, 1], mana=[0, 0])
        .engine()
    )
    advice = make_agent(match.game, "beam").advise(match.observe())
    assert [str(move) for move in (advice.move, *advice.plan)] == [
        "attack p0.field.1 p1.field.1",
        "attack p0.field.2 p1",
    ]
    assert [reason.term for reason in advice.options[0].reasons] == ["gain", "end"]


def test_the_beam_beats_the_greedy_duellist() -> None:
    """A few duels only: the arena measures by how much."""
    game = Duel()
    players = [make_agent(game, "beam:worlds=4"), make_agent(game, "greedy")]
    won = 0
    for number in range(8):
        match = RuleEngine(game, seed=number // 2, agent_seed=number // 2)
        while match.outcome is None:
            seen = match.observe()
            match.play(players[(seen.seat + number) % 2].advise(seen).move)
        won += match.outcome.winner == number % 2
    assert won >= 6


# Names at the border.


@pytest.mark.parametrize(
    ("move", "code", "reason"),
    [
        ("play_card ogre calm", "INSUFFICIENT_MANA", "it costs 4 mana, you have 3"),
        (
            "play_card guard calm",
            "NOT_OFFERED",
            "card: guard is not offered; offered: ogre, wolf",
        ),
        (
            "attack p0.field.2 p1",
            INVALID_TARGET,
            "attacker: p0.field.2 is not offered; offered: p0.field.1",
        ),
        (
            "attack p0.field.1 p0",
            INVALID_TARGET,
            "target: p0 is not offered; offered: p1.field.1, p1",
        ),
        (
            "cast damage p1.field.9999",
            INVALID_TARGET,
            "target: p1.field.9999 is not offered; offered: p1.field.1",
        ),
        (
            "ritual Payment{discard=imp,x=3} [p1.field.1]",
            "NOT_OFFERED",
            "payment.discard: imp is not offered; offered: ogre, wolf",
        ),
        ("answer forfeit [ogre]", "NO_DECISION", "nothing is asked now"),
    ],
)
def test_given_a_move_by_names_that_is_not_legal_then_the_refusal_says_why(
    move: str, code: str, reason: str
) -> None:
    start = duel().put("hand", 0, "ogre", "wolf").put("field", 0, "imp").put("field", 1, "ogre")
    match = start.set(mana=[3, 5]).engine()
    error = expect_refusal(match, move, code)
    assert error.reason == reason
    document = match.game.parse(match.state, move).to_json()
    assert match.game.move_from_json(document) == match.game.parse(match.state, move)
    assert match.execute(match.game.move_from_json(document)).error == error
    play(match, "attack p0.field.1 p1.field.1")  # the match goes on


@pytest.mark.parametrize(
    ("text", "document", "wanted"),
    [
        ("play_card impp calm", {"card": "impp", "mode": "calm"}, "did you mean 'imp'"),
        ("play_card 4 calm", {"card": 4, "mode": "calm"}, "expected the word for a card, got 4"),
        ('play_card "?" calm', {"card": "?", "mode": "calm"}, "there is no card '?'"),
    ],
)
def test_given_a_card_that_does_not_exist_then_the_move_cannot_be_read(
    text: str, document: dict[str, object], wanted: str
) -> None:
    match = duel().put("hand", 0, "imp").engine()
    before = match.state_hash
    for read in (
        lambda: match.play(text),
        lambda: match.game.move_from_json({"move": "play_card", **document}),
    ):
        with pytest.raises(InvalidMoveError, match=re.escape(wanted)):
            read()
    assert match.state_hash == before
    match.play("play_card imp calm")


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("p2", "'p2': there are seats 0 to 1"),
        ("p7.field.1", "'p7.field.1': there are seats 0 to 1"),
        ("p1.feild.1", "did you mean 'field'"),
        ("p1.field.0", "places count from 1"),
        ("p1.field", "'p1.field' is no place; expected one such as 'p0.field.1'"),
        ("p1.field.12345", "'p1.field.12345' is no place"),
        ("wolf", "'wolf' is no place"),
    ],
)
def test_given_a_place_that_cannot_exist_then_the_move_cannot_be_read(
    word: str, wanted: str
) -> None:
    match = duel().put("field", 0, "imp").engine()
    before = match.state_hash
    document = {"move": "attack", "attacker": "p0.field.1", "target": word}
    for read in (
        lambda: match.play(f"attack p0.field.1 {word}"),
        lambda: match.game.move_from_json(document),
    ):
        with pytest.raises(InvalidMoveError, match=re.escape(wanted)):
            read()
    assert match.state_hash == before
    match.play("attack p0.field.1 p1")


def test_moves_are_named_in_every_form() -> None:
    match = duel().put("hand", 0, "ogre").put("field", 0, "imp").put("field", 1, "wolf").engine()
    written = {str(move): move for move in match.legal_moves()}
    move = written["attack p0.field.1 p1.field.1"]
    assert move.to_json() == {"move": "attack", "attacker": "p0.field.1", "target": "p1.field.1"}
    view = match.view(0)
    assert match.game.describe(view, move) == "Attack: Imp (p0.field.1), Wolf (p1.field.1)"
    hero = written["attack p0.field.1 p1"]
    assert match.game.describe(view, hero) == "Attack: Imp (p0.field.1), seat 1"
    ritual = written["ritual Payment{discard=ogre,x=1} [p1.field.1]"]
    assert match.game.describe(view, ritual) == ("Ritual: discard Ogre and x 1, Wolf (p1.field.1)")
    entry = next(e for e in match.iter_moves(0) if isinstance(e.params, PlayCard))
    assert (entry.source_card_id, entry.targets) == ("ogre", None)
    step = match.next_choices("play_card", {}, 0)
    assert step is not None
    assert step.labels == ("ogre",)


def test_given_a_question_then_its_answers_are_named_in_every_form() -> None:
    match = duel().put("hand", 0, "thief").put("hand", 1, "imp", "imp", "ogre").engine()
    match.play("play_card thief calm")
    assert "asked of seat 1: Which card do you give up to a thief?" in match.game.render(
        match.view(1)
    )
    move = match.legal_moves()[1]
    assert str(move) == "answer forfeit [ogre]"
    assert move.to_json() == {"move": "answer", "question": "forfeit", "picks": ["ogre"]}
    assert match.game.describe(match.view(1), move) == "Answer: forfeit, Ogre"
    error = expect_refusal(match, "answer forfeit [wolf]", "NOT_OFFERED")
    assert error.reason == "picks: wolf is not offered; offered: imp, ogre"
    error = expect_refusal(match, "answer forfeit [imp,ogre]", "NOT_OFFERED")
    assert error.reason == "picks: expected 1 of 2, got 2"
    with pytest.raises(InvalidMoveError, match="picks: there is no such question"):
        match.play("answer tribute [imp]")
    match.play("answer forfeit [imp]")
    assert names(match, HAND, 1) == ["imp", "ogre"]


def test_the_tutorial_game_stays_under_320_lines() -> None:
    folder = Path(str(files("kibitz.games.duel")))
    rules = [path for path in folder.glob("*.py") if path.name != "agents.py"]
    lines = [line for path in rules for line in path.read_text().splitlines() if line.strip()]
    assert len(lines) < 320
