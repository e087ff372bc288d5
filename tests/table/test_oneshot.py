"""Advice for positions, in the formats of the games and of programs outside."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kibitz import games
from kibitz.core import RuleEngine
from kibitz.core.randomness import seeded
from kibitz.games.pokemon.actions import match_at
from kibitz.table import oneshot
from kibitz.table.oneshot import PositionQuestion
from kibitz.table.refusal import Refusal
from kibitz.table.workers import GAMES, AgentFailed, Limit, Workers

DATA = Path(__file__).parent.parent / "data"
Document = dict[str, Any]  # Any: JSON that tests take apart
LEDUC: Document = {
    "to_move": 0,
    "cards": ["Ks", None],
    "public": "Kh",
    "stakes": [5, 9],
    "raises": 1,
}
POKEMON: Document = {
    "viewer": 0,
    "turn": 9,
    "seats": [
        {
            "active": {"pokemon": "hitmonchan", "energy": ["fighting"] * 2, "damage": 10},
            "bench": ["staryu"],
            "hand": ["water", "energy removal", "machop"],
            "prizes": 3,
        },
        {
            "active": {"pokemon": "kadabra", "energy": ["psychic"] * 3, "damage": 30},
            "bench": ["pikachu"],
            "hand": 4,
            "prizes": 4,
        },
    ],
}
DECKS: Document = {"decks": "blackout / zap"}


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Forgets the games that this process has made as if it were a worker."""
    yield
    GAMES.clear()


def advise(game: str, position: object, **more: Any) -> Document:
    """Answers a question as a worker does."""
    document: Any = position
    found = oneshot.answer(20.0, PositionQuestion(game, document, **more))
    assert isinstance(found, dict)
    json.dumps(found, allow_nan=False)
    return found


def refusal(game: str, position: object, **more: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as caught:
        advise(game, position, **more)
    return caught.value.code, str(caught.value)


def recorded(name: str) -> Document:
    found: Document = json.loads((DATA / f"spire_{name}.json").read_text())
    return found


# Every game.


@pytest.mark.parametrize("game", games.names())
def test_positions_of_every_game_get_advice(game: str) -> None:
    made = games.load(game)
    engine = RuleEngine(made, seed=1)
    position = made.position(engine.view(engine.seat))
    found = advise(game, position, agent="random", seed=1)
    assert (found["game"], found["seat"], found["agent"]) == (game, engine.seat, "random")
    assert found["package"].startswith("kibitz ")
    assert made.move_from_json(found["advice"]["move"]) in engine.legal_moves()
    assert found["advice"]["options"][0]["words"]


def test_the_adviser_of_the_game_has_a_clock_unless_there_is_a_seed() -> None:
    assert advise("leduc", LEDUC, ms=20)["agent"] == "ismcts:ms=20"
    assert advise("leduc", LEDUC, agent="ismcts:ms=9000", ms=20)["agent"] == "ismcts:ms=20"
    assert advise("leduc", LEDUC, agent="greedy")["agent"] == "greedy"
    assert advise("leduc", LEDUC, seed=3)["agent"] == "ismcts:iterations=5000"


def test_the_same_seed_gives_the_same_advice() -> None:
    def ask(seed: int | None) -> Document:
        found = advise("leduc", LEDUC, agent="random", seed=seed)
        advice: Document = {**found["advice"], "seconds": 0}
        return advice

    assert ask(3) == ask(3)
    assert ask(None) == ask(None)
    assert ask(3) != ask(4)


def test_a_position_may_be_text() -> None:
    assert advise("leduc", json.dumps(LEDUC), agent="greedy")["seat"] == 0
    code, text = refusal("leduc", '{"to_move": ', agent="greedy")
    assert code == "INVALID_POSITION"
    assert "the position" in text


def test_a_wanted_move_is_among_the_options() -> None:
    found = advise("leduc", LEDUC, agent="greedy", wanted=["fold"])
    assert "fold" in [option["text"] for option in found["advice"]["options"]]


# Refusals.


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ({"game": "chess"}, "GAME_NOT_FOUND", "there is no game 'chess'"),
        ({"options": {"life": 3}}, "INVALID_OPTION", "leduc takes no options"),
        ({"agent": "nobody"}, "INVALID_AGENT", "leduc has no agent 'nobody'"),
        ({"agent": "ismcts:"}, "INVALID_AGENT", "no options in"),
        ({"agent": "human"}, "INVALID_AGENT", "expected the name of an installed agent"),
        ({"agent": "tests.table.misfits:Raises"}, "INVALID_AGENT", "expected the name"),
        ({"position": []}, "INVALID_POSITION", "expected an object"),
        ({"wanted": ["dance"]}, "INVALID_MOVE", "dance"),
        ({"wanted": ["raise"]}, "ILLEGAL_MOVE", "raise"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    change: Mapping[str, Any], code: str, message: str
) -> None:
    wish: Document = {"game": "leduc", "position": {**LEDUC, "raises": 2}, "agent": "greedy"}
    found, text = refusal(**{**wish, **change})
    assert found == code
    assert message in text


def test_all_problems_of_a_position_are_named() -> None:
    code, text = refusal("leduc", {**LEDUC, "public": "Xx", "stakes": [5]}, agent="greedy")
    assert code == "INVALID_POSITION"
    assert "public" in text
    assert "stakes" in text


def test_a_game_that_is_over_leaves_nothing_to_decide() -> None:
    made = games.load("leduc")
    engine = RuleEngine(made, seed=1)
    while engine.outcome is None:
        engine.play(engine.legal_moves()[-1])
    code, text = refusal("leduc", made.position(engine.view(0)))
    assert code == "INVALID_POSITION"
    assert "over" in text


# Programs outside.


def test_pokemon_gets_an_action_that_the_match_of_the_position_takes() -> None:
    found = advise("pokemon", POKEMON, options=DECKS, agent="generator")
    assert found["action"] == {
        "matchId": "match",
        "playerId": "PLAYER1",
        "actionType": "PLAY_TRAINER",
        "actionData": {"cardId": "P1-060", "target": "ACTIVE", "energyCardId": "P2-002"},
    }
    assert found["note"] == "P1-060 is Energy Removal, P2-002 is Psychic Energy on Kadabra"
    assert found["advice"]["explanation"]
    game: Any = games.load("pokemon", **DECKS)
    match = match_at(game, game.sample(game.read_position(POKEMON), seeded(0)))
    assert match.play(found["action"]).number == 1


@pytest.mark.parametrize("whole", [True, False])
def test_spire_reads_a_message_of_communication_mod_and_answers_with_a_command(
    whole: bool,
) -> None:
    message = recorded("first_turn")
    found = advise("spire", message if whole else message["game_state"], agent="simple", seed=1)
    verb, *numbers = found["action"]["command"].split()
    hand = message["game_state"]["combat_state"]["hand"]
    assert verb == "play"
    assert hand[int(numbers[0]) - 1]["is_playable"]
    assert found["seat"] == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda message: message["available_commands"].remove("play"),
        lambda message: [
            card.update(is_playable=False) for card in message["game_state"]["combat_state"]["hand"]
        ],
    ],
)
def test_spire_gives_no_command_that_the_game_does_not_allow(
    change: Callable[[Document], object],
) -> None:
    message = recorded("first_turn")
    change(message)
    action = advise("spire", message, agent="simple", seed=1)["action"]
    assert action in (None, {"command": "end"})


def test_spire_chooses_a_card_on_a_screen() -> None:
    action = advise("spire", recorded("headbutt"), agent="simple", seed=1)["action"]
    assert action["command"].startswith("choose ")


def test_a_message_without_a_fight_is_refused() -> None:
    code, text = refusal("spire", {"available_commands": ["start"], "in_game": False})
    assert code == "INVALID_POSITION"
    assert text


def test_other_games_have_no_action() -> None:
    assert advise("leduc", LEDUC, agent="greedy")["action"] is None


# In a worker.


def test_a_worker_answers_and_refuses() -> None:
    async def ask() -> None:
        pool = Workers(1, grace=0.5)
        await pool.start()
        try:
            limit = Limit(20.0)
            question = PositionQuestion("pokemon", POKEMON, DECKS, "generator")
            found = await oneshot.advise(pool, question, limit)
            assert found["agent"] == "generator"
            assert found["action"]
            with pytest.raises(Refusal, match="nobody"):
                await oneshot.advise(pool, question._replace(agent="nobody"), limit)
            slow = PositionQuestion("leduc", LEDUC, {}, "ismcts:iterations=100000000", seed=1)
            with pytest.raises(AgentFailed, match="in time"):
                await oneshot.advise(pool, slow, Limit(0.3))
        finally:
            await pool.stop()

    asyncio.run(ask())
