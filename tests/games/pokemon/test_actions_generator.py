"""The generator as a service: actions of a match that can always be executed."""

import pytest

from kibitz.core import Json, seeded
from kibitz.games.pokemon.actions.match import (
    ENDED,
    Match,
    MatchEnded,
    NoActionAvailable,
    generate_action,
    match_at,
    new_match,
)
from kibitz.games.pokemon.actions.schema import (
    ExecuteActionDto,
    MatchState,
    PlayerActionType,
    PlayerIdentifier,
    RefusedError,
)
from kibitz.games.pokemon.agents.generator.scoring import Settings
from kibitz.games.pokemon.cards import WORDS
from kibitz.games.pokemon.state import CHOOSE_ACTIVE, HAND, pile
from tests.games.pokemon.random_decks import random_decks
from tests.games.pokemon.table import Table

FIELDS = ["actionData", "actionType", "matchId", "playerId"]
MOST_ACTIONS = 60
MOST_TURNS = 200


def step(match: Match, player: str) -> ExecuteActionDto:
    """Executes what is generated for a player; the call changes nothing and never concedes."""
    before = match.fingerprint()
    action = generate_action(match, player, player)
    assert match.fingerprint() == before
    assert action.action_type is not PlayerActionType.CONCEDE
    assert sorted(action.to_json()) == FIELDS
    match.play(action)
    return action


def set_up(match: Match) -> list[tuple[MatchState, PlayerActionType]]:
    """Plays a match up to its first turn; returns what was done in which state."""
    done: list[tuple[MatchState, PlayerActionType]] = []
    while match.state is not MatchState.PLAYER_TURN:
        state = match.state
        done.append((state, step(match, match.waiting_for()[0]).action_type))
    return done


def play_out(match: Match) -> int:
    """Plays a match to its end; returns the most actions of a turn."""
    most = count = turn = 0
    while match.state not in ENDED:
        step(match, match.waiting_for()[-1])
        count = count + 1 if match.turn == turn else 1
        turn = match.turn
        most = max(most, count)
        assert turn <= MOST_TURNS
    return most


def test_b_02_setup_states() -> None:
    kinds = PlayerActionType
    expected = {
        MatchState.MATCH_APPROVAL: {kinds.APPROVE_MATCH},
        MatchState.DRAWING_CARDS: {kinds.DRAW_INITIAL_CARDS},
        MatchState.SET_PRIZE_CARDS: {kinds.SET_PRIZE_CARDS},
        MatchState.SELECT_ACTIVE_POKEMON: {kinds.SET_ACTIVE_POKEMON},
        MatchState.SELECT_BENCH_POKEMON: {kinds.PLAY_POKEMON, kinds.COMPLETE_INITIAL_SETUP},
        MatchState.FIRST_PLAYER_SELECTION: {kinds.CONFIRM_FIRST_PLAYER},
    }
    done = set_up(new_match("zap / brushfire", seed=3))
    assert {state: {kind for when, kind in done if when is state} for state in expected} == expected


def test_b_03_opening_takes_the_highest_scores_first() -> None:
    scores = Settings().scores
    for seed in range(6):
        match = new_match("blackout / overgrowth", seed=seed)
        chosen: dict[str, list[float]] = {player: [] for player in match.players}
        while match.state is not MatchState.PLAYER_TURN:
            player = match.waiting_for()[0]
            held = dict(match.now.ledger.items(match.seat_of(player), HAND))
            data = step(match, player).action_data
            if "cardId" in data:
                chosen[player].append(scores[held[str(data["cardId"])]])
        for found in chosen.values():
            assert found
            assert found == sorted(found, reverse=True)


def test_forced_actions_have_their_data() -> None:
    match = new_match(seed=1)
    set_up(match)
    player = match.waiting_for()[0]
    draw: dict[str, Json] = {
        "matchId": "match",
        "playerId": player,
        "actionType": "DRAW_CARD",
        "actionData": {},
    }
    assert step(match, player).to_json() == draw
    while match.state not in ENDED:
        action = step(match, match.waiting_for()[0])
        if action.action_type is PlayerActionType.SELECT_PRIZE:
            assert action.action_data == {"prizeIndex": 0}
            return
    pytest.fail("nobody has taken a Prize")


def actions(table: Table, count: int = 1) -> list[tuple[str, dict[str, Json]]]:
    """Executes generated actions of `PLAYER1`; returns their types and data without card ids."""
    match = match_at(table.game, table.fight)
    found = []
    for _ in range(count):
        action = step(match, "PLAYER1")
        data = {name: value for name, value in action.action_data.items() if name != "cardId"}
        found.append((str(action.action_type), data))
    return found


def test_b_01_single_action() -> None:
    assert actions(Table("onix", bench=["onix"])) == [("END_TURN", {})]


def test_attacks_name_their_index() -> None:
    slash = actions(Table("charmeleon [RRW]", against="weedle"))
    assert slash == [("ATTACK", {"attackIndex": 0})]  # B-08
    bubblebeam = actions(Table("gyarados [WWWW]", against="charmander"))
    assert bubblebeam == [("ATTACK", {"attackIndex": 1})]  # B-09


def test_b_13_bench_knockout() -> None:
    table = Table("abra", bench=["hitmonchan [FFW]"], against="electabuzz")
    retreat: dict[str, Json] = {"target": "BENCH_0", "selectedEnergyIds": []}
    assert actions(table, 2) == [("RETREAT", retreat), ("ATTACK", {"attackIndex": 1})]


def test_trainers_name_their_targets() -> None:
    potion = Table("pikachu 20", hand="potion", against="rattata [W]")
    assert actions(potion) == [("PLAY_TRAINER", {"target": "ACTIVE"})]  # B-14
    bench = Table("onix", bench=["abra 20"], hand="potion", against="magneton [LLWW]")
    assert actions(bench) == [("PLAY_TRAINER", {"target": "BENCH_0"})]  # B-16
    power = Table("ponyta [WW]", hand="pluspower", against="rattata")
    assert actions(power, 2) == [  # B-18
        ("PLAY_TRAINER", {"target": "ACTIVE"}),
        ("ATTACK", {"attackIndex": 0}),
    ]


def test_b_19_energy_removal_names_the_card() -> None:
    table = Table(
        "onix 80", hand="energy removal", against="machop", their_bench=["charizard [RRRR]"]
    )
    [(kind, data)] = actions(table)
    assert kind == "PLAY_TRAINER"
    assert data["target"] == "BENCH_0"
    assert str(data["energyCardId"]).startswith("P2-")


def test_costs_of_attacks_name_the_energy() -> None:
    [(_, data)] = actions(Table("charizard [RRRRW]", against="onix 80"))
    assert data["attackIndex"] == 0
    chosen = data["selectedEnergyIds"]
    assert isinstance(chosen, list)
    assert len(chosen) == 2


def test_wrong_calls_say_what_is_wrong() -> None:
    match = new_match(seed=1)
    set_up(match)
    first = match.waiting_for()[0]
    other = next(player for player in match.players if player != first)
    with pytest.raises(NoActionAvailable, match=f"does not wait for {other} but for {first}"):
        generate_action(match, other, other)
    with pytest.raises(ValueError, match="PLAYER1 is PLAYER1, not PLAYER2"):
        generate_action(match, "PLAYER1", PlayerIdentifier.PLAYER2)
    with pytest.raises(RefusedError):
        generate_action(match, "nobody", "PLAYER1")
    play_out(match)
    with pytest.raises(MatchEnded, match="the match is over"):
        generate_action(match, first, first)


@pytest.mark.parametrize("decks", ["overgrowth / blackout", "brushfire / zap", "random"])
@pytest.mark.parametrize("mode", ["plain", "strict", "interactive"])
def test_b_26_always_legal_always_ends(decks: str, mode: str) -> None:
    for seed in range(3):
        chosen = random_decks(seeded(f"{mode}/{seed}")) if decks == "random" else decks
        match = new_match(
            chosen, seed=seed, strict=mode == "strict", interactive=mode == "interactive"
        )
        assert play_out(match) <= MOST_ACTIONS
        assert match.result is not None


def test_develop_first_is_legal_as_well() -> None:
    match = new_match("zap / zap", seed=5)
    settings = Settings(policy="develop_first")
    while match.state not in ENDED:
        player = match.waiting_for()[0]
        match.play(generate_action(match, player, player, settings))
        assert match.turn <= MOST_TURNS


def test_of_equal_scores_the_lower_number_is_chosen_in_any_order_of_the_hand() -> None:
    firsts: set[str] = set()
    for turned in (False, True):
        table = Table("", against="", hand="growlithe, squirtle, magikarp", phase=CHOOSE_ACTIVE)
        table.fight.turn = 0
        if turned:
            pile(table.fight, HAND, 0).reverse()
        match = match_at(table.game, table.fight)
        held = dict(match.now.ledger.items(0, HAND))
        listed = match.legal_actions("PLAYER1")
        firsts.add(WORDS[held[str(listed[0].action_data["cardId"])]])
        action = generate_action(match, "PLAYER1", "PLAYER1")
        assert WORDS[held[str(action.action_data["cardId"])]] == "growlithe"
    assert firsts == {"growlithe", "squirtle"}, "the order of the list is that of the hand"
