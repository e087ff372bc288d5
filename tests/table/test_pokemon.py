"""Matches of the Pokémon TCG as a service: tokens, actions, agents, and what survives a restart."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from kibitz.core.value import Json
from kibitz.games.pokemon.actions import generate_action, new_match
from kibitz.table import pokemon
from kibitz.table.pokemon import PLAYERS, PokemonMatches, Thought
from kibitz.table.refusal import Refusal
from kibitz.table.store import Conflict, Store, StoreError
from kibitz.table.workers import GAMES, AgentFailed, Limit, Workers

Document = dict[str, Any]  # Any: JSON that tests take apart
DECKS = ("brushfire", "zap")


@pytest.fixture
def place(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'table.db'}"


@pytest.fixture
def own_store(place: str) -> Iterator[Store]:
    found = Store(place)
    found.open()
    yield found
    found.close()
    GAMES.clear()


@pytest.fixture
def matches(own_store: Store) -> PokemonMatches:
    return PokemonMatches(own_store)


def begin(matches: PokemonMatches, **more: Any) -> tuple[str, list[str]]:
    """Creates a match; returns its id, and the tokens of both players."""
    made: Document = matches.create(DECKS, **{"seed": 7, **more})
    return made["match"], [*made["tokens"].values()]


def choose(
    matches: PokemonMatches, match: str, token: str, agent: str = "generator"
) -> dict[str, Json]:
    """Returns what an agent does, without a worker."""
    asked = matches.prepare(match, token)
    if not isinstance(asked, Thought):
        return asked.to_json()
    decided = pokemon.decide(20.0, asked.options, agent, None, asked.parts)
    return matches.write(match, token, asked.seq, decided)


def step(
    matches: PokemonMatches, match: str, tokens: list[str], agent: str = "generator"
) -> Document:
    """Lets the player act whom the match waits for."""
    for token in tokens:
        try:
            action = choose(matches, match, token, agent)
        except Refusal as refused:
            if refused.code != "NOT_YOUR_TURN":
                raise
        else:
            return matches.execute(match, token, action)
    raise AssertionError("nobody can act")


def play(matches: PokemonMatches, match: str, tokens: list[str], actions: int) -> None:
    for _ in range(actions):
        step(matches, match, tokens)


def refusal(function: Any, *arguments: Any, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        function(*arguments, **more)
    return caught.value


# Playing.


def test_the_service_generates_what_the_generator_does_and_the_match_goes_the_same_way(
    matches: PokemonMatches,
) -> None:
    match, tokens = begin(matches)
    other = new_match("brushfire / zap", seed=7, match_id=match)
    while other.result is None:
        player = other.waiting_for()[0]
        seat = other.players.index(player)
        expected = generate_action(other, player, PLAYERS[seat]).to_json()
        assert choose(matches, match, tokens[seat]) == expected
        other.play(expected)
        done = matches.execute(match, tokens[seat], expected)
        assert done["seq"] == len(other.history)
    assert matches.view(match, tokens[0])["result"] == str(other.result)
    standing = matches.store.standing(match)
    assert standing is not None
    assert (standing.status, standing.due) == ("over", False)
    assert standing.result == {
        "result": str(other.result),
        "winCondition": str(other.win_condition),
    }
    assert refusal(matches.prepare, match, tokens[0]).code == "MATCH_OVER"
    late = refusal(matches.execute, match, tokens[0], {"actionType": "DRAW_CARD", "actionData": {}})
    assert late.facts == {"actionError": "INVALID_STATE"}


@pytest.mark.parametrize("agent", ["sharp", "greedy", "random"])
def test_other_agents_decide_as_well(matches: PokemonMatches, agent: str) -> None:
    match, tokens = begin(matches)
    for _ in range(30):
        done = step(matches, match, tokens, agent)
    assert done["seq"] == 30


def test_players_have_ids_of_their_own(matches: PokemonMatches) -> None:
    match, tokens = begin(matches, players=("ash", "gary"))
    view: Document = matches.view(match, tokens[1])
    assert (view["matchId"], view["playerId"], view["opponentId"]) == (match, "gary", "ash")
    done = matches.execute(match, tokens[1], {"actionType": "APPROVE_MATCH", "actionData": {}})
    assert done["entry"]["playerId"] == "gary"  # type: ignore[index,call-overload]  # an object
    assert choose(matches, match, tokens[0]) == {
        "matchId": match,
        "playerId": "ash",
        "actionType": "APPROVE_MATCH",
        "actionData": {},
    }


def test_the_legal_actions_are_those_of_the_match(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    legal = matches.legal_actions(match, tokens[0])
    assert [action["actionType"] for action in legal] == ["APPROVE_MATCH"]  # type: ignore[index,call-overload]  # objects
    matches.execute(match, tokens[0], legal[0])
    assert matches.legal_actions(match, tokens[0]) == []


def test_a_refused_action_changes_nothing(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    before = matches.view(match, tokens[0])
    refused = refusal(
        matches.execute, match, tokens[0], {"actionType": "DRAW_CARD", "actionData": {}}
    )
    assert (refused.code, refused.facts) == ("ILLEGAL_MOVE", {"actionError": "INVALID_STATE"})
    assert "expected APPROVE_MATCH" in str(refused)
    for action in ({}, {"actionType": "DANCE", "actionData": {}}, {"matchId": "x"}):
        assert refusal(matches.execute, match, tokens[0], action).code == "ILLEGAL_MOVE"
    assert refusal(matches.execute, match, tokens[0], []).code == "INVALID_REQUEST"
    assert matches.view(match, tokens[0]) == before
    assert matches.store.events(match) == []


def test_a_key_makes_a_request_count_once(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    approve: Json = {"actionType": "APPROVE_MATCH", "actionData": {}}
    first = matches.execute(match, tokens[0], approve, key="a")
    again = matches.execute(match, tokens[0], approve, key="a")
    assert again == {**first, "repeated": True}
    assert matches.execute(match, tokens[1], approve, key="a")["seq"] == 2


def test_an_abandoned_match_is_over(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    matches.abandon(match)
    matches.abandon(match)
    again = PokemonMatches(matches.store)
    for each in (matches, again):
        assert each.view(match, tokens[0])["state"] == "CANCELLED"
    standing = matches.store.standing(match)
    assert standing is not None
    assert (standing.seq, standing.status) == (1, "over")


# Creating.


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"decks": ["zap"]}, "2 players and 1 decks: expected two of each"),
        ({"decks": ["zap", "no such deck"]}, "the deck of PLAYER2"),
        ({"decks": ["zap", "@/etc/passwd"]}, "the deck of PLAYER2"),
        ({"players": ["ash", "ash"]}, "both players are 'ash'"),
        ({"players": ["", "ash"]}, "expected 1 to 60 characters"),
        ({"options": {"no_such_option": 1}}, "the options"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    matches: PokemonMatches, wish: Document, message: str
) -> None:
    found = refusal(matches.create, **{"decks": DECKS, **wish})
    assert found.code == "INVALID_OPTION"
    assert message in str(found)
    assert matches.store.counts().get("open", 0) == 0


def test_a_random_seed_is_not_told(matches: PokemonMatches) -> None:
    match, tokens = begin(matches, seed=None)
    header = matches.store.header(match)
    assert header is not None
    play(matches, match, tokens, 20)
    for token in tokens:
        assert str(header.seed) not in json.dumps(matches.view(match, token))


# Who may see what.


def test_only_the_token_of_a_player_opens_a_match(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    _, others = begin(matches)
    for use in (matches.view, matches.legal_actions, matches.prepare):
        assert refusal(use, match, "").code == "TOKEN_MISSING"
        assert refusal(use, match, "x" * 43).code == "TOKEN_UNKNOWN"
        assert refusal(use, match, others[0]).code == "TOKEN_OF_ANOTHER_MATCH"
        assert refusal(use, "nowhere", tokens[0]).code == "MATCH_NOT_FOUND"
    action: Json = {"playerId": "PLAYER2", "actionType": "APPROVE_MATCH", "actionData": {}}
    assert "whose token this is" in str(refusal(matches.execute, match, tokens[0], action))
    stored = matches.store.tokens(match)
    assert not set(tokens) & set(stored.values())


def test_a_player_sees_no_hidden_cards_of_the_other(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    play(matches, match, tokens, 40)
    first, second = (matches.view(match, token) for token in tokens)
    opponent = first["opponent"]
    assert isinstance(opponent, dict)
    assert "hand" not in opponent
    hidden: Any = second["you"]
    shown = json.dumps({**first, "actionHistory": []})
    revealed = json.dumps(opponent)
    for card in hidden["hand"]:
        assert card["cardId"] not in shown or card["cardId"] in revealed


def test_an_agent_is_told_what_its_player_sees_and_nothing_else(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    asked = None
    for _ in range(40):
        step(matches, match, tokens)
        for seat, token in enumerate(tokens):
            try:
                asked = matches.prepare(match, token)
            except Refusal:
                continue
            if isinstance(asked, Thought):
                kept = matches._memory.get(match)
                assert kept is not None
                live = kept.match
                assert asked.parts.view == live.game.view(live.now.fight, seat)
                assert asked.parts.view != live.now.fight
                assert "seed" not in asked.options
    assert isinstance(asked, Thought)


# The store.


def test_a_match_goes_on_after_a_restart(place: str) -> None:
    def opened() -> Store:
        found = Store(place)
        found.open()
        return found

    store = opened()
    matches = PokemonMatches(store)
    match, tokens = begin(matches)
    play(matches, match, tokens, 60)
    before = [matches.view(match, token) for token in tokens]
    store.close()
    store = opened()
    again = PokemonMatches(store)
    assert [again.view(match, token) for token in tokens] == before
    play(again, match, tokens, 5)
    store.close()


def test_an_action_that_cannot_be_stored_did_not_happen(
    matches: PokemonMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = begin(matches)
    before = matches.view(match, tokens[0])
    approve: Json = {"actionType": "APPROVE_MATCH", "actionData": {}}
    for error, raised in ((StoreError("full"), StoreError), (Conflict("late"), Refusal)):

        def fail(*arguments: object, error: Exception = error) -> None:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr(matches.store, "append", fail)
            with pytest.raises(raised):
                matches.execute(match, tokens[0], approve)
        assert matches.view(match, tokens[0]) == before
    assert matches.execute(match, tokens[0], approve)["seq"] == 1


def test_a_match_of_other_rules_is_refused(
    matches: PokemonMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tokens = begin(matches)
    play(matches, match, tokens, 30)
    again = PokemonMatches(matches.store)
    monkeypatch.setattr(pokemon, "fingerprint", lambda match: "other")
    assert refusal(again.view, match, tokens[0]).code == "RULES_CHANGED"
    assert len(again._memory) == 0


def test_few_matches_are_kept_in_memory(
    matches: PokemonMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pokemon, "MOST_LIVE", 2)
    matches = PokemonMatches(matches.store)
    made = [begin(matches) for _ in range(4)]
    assert len(matches._memory) == 2
    for match, tokens in made:
        assert matches.view(match, tokens[0])["matchId"] == match


def test_a_match_that_somebody_changes_stays_in_memory(
    matches: PokemonMatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pokemon, "MOST_LIVE", 1)
    matches = PokemonMatches(matches.store)
    (match, tokens), (other, theirs) = begin(matches), begin(matches)
    append, stores, goes_on = matches.store.append, Event(), Event()

    def slow(*arguments: Any) -> None:
        stores.set()
        assert goes_on.wait(20)
        append(*arguments)

    monkeypatch.setattr(matches.store, "append", slow)
    approve: Json = {"actionType": "APPROVE_MATCH", "actionData": {}}
    with ThreadPoolExecutor() as threads:
        acting = threads.submit(matches.execute, match, tokens[0], approve)
        assert stores.wait(20)
        matches.view(other, theirs[0])  # there is room for one match only
        looking = threads.submit(matches.view, match, tokens[0])
        time.sleep(0.1)
        goes_on.set()
        assert acting.result()["seq"] == looking.result()["seq"] == 1
    assert matches.view(match, tokens[0])["seq"] == 1


# Agents.


def test_an_answer_to_an_older_question_is_refused(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    asked: object = None
    while not isinstance(asked, Thought):
        step(matches, match, tokens)
        for token in tokens:
            try:
                asked = matches.prepare(match, token)
                asker = token
            except Refusal:
                continue
    decided = pokemon.decide(20.0, asked.options, "generator", None, asked.parts)
    step(matches, match, tokens)
    assert refusal(matches.write, match, asker, asked.seq, decided).code == "STALE_VERSION"
    nonsense: list[Json] = [None, [], ["end"], [{"move": "end", "x": 1}]]
    for junk in nonsense:
        with pytest.raises((AgentFailed, Refusal)):
            matches.write(match, asker, asked.seq + 1, junk)


def test_the_generator_thinks_in_a_worker(matches: PokemonMatches) -> None:
    match, tokens = begin(matches)
    while matches.view(match, tokens[0])["state"] != "PLAYER_TURN":
        step(matches, match, tokens)

    async def ask() -> None:
        pool = Workers(1, grace=0.5)
        await pool.start()
        try:
            limit = Limit(20.0)
            for token in tokens:
                try:
                    action = await matches.generate(pool, match, token, limit)
                except Refusal as refused:
                    if refused.code != "NOT_YOUR_TURN":
                        raise
                    continue
                assert action == choose(matches, match, token)
                for agent in ("nobody", "tests.table.misfits:Raises"):
                    with pytest.raises(Refusal) as caught:
                        await matches.generate(pool, match, token, limit, agent)
                    assert caught.value.code == "INVALID_AGENT"
        finally:
            await pool.stop()

    asyncio.run(ask())
