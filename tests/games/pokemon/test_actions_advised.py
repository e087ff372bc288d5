"""`kibitz advise pokemon`: the action to send, which a match in the position executes."""

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz.agents import make_agent
from kibitz.core import Action, Advice, IllegalMoveError, Json, Observation, seeded
from kibitz.core.agent import Agent
from kibitz.core.move import Move
from kibitz.core.state import plain
from kibitz.games.pokemon import PokemonTcg
from kibitz.games.pokemon.actions.ledger import Entry
from kibitz.games.pokemon.actions.lines import HIDDEN, is_outside, moves_of_action
from kibitz.games.pokemon.actions.match import Match, match_at
from kibitz.games.pokemon.cards import WORDS
from kibitz.games.pokemon.moves import DONE_MOVE, END_MOVE, Attack, Prize, asked_of
from kibitz.games.pokemon.rules.trainers import Arrange
from kibitz.games.pokemon.state import CHOOSE_ACTIVE, HAND, PRIZES, PokemonState, asking, pile
from tests.cli.command import kibitz, kibitz_process, printed
from tests.games.pokemon.random_decks import random_decks
from tests.games.pokemon.table import Table, knocked_out

KADABRA: dict[str, Json] = {
    "game": "pokemon",
    "viewer": 0,
    "decks": "blackout / zap",
    "turn": 9,
    "seats": [
        {
            "active": {"pokemon": "hitmonchan", "energy": ["fighting", "fighting"], "damage": 10},
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
FAST = ("generator", "greedy:worlds=1", "random")


def advise(*arguments: str, position: object = KADABRA) -> dict[str, Any]:
    """Runs the command with `--json`."""
    return printed(kibitz("advise", "pokemon", json.dumps(position), "--json", *arguments))


def match_of(document: object) -> Match:
    """Makes a match in a position."""
    game = PokemonTcg()
    return match_at(game, game.sample(game.read_position(document), seeded(1)))


# The command.


@pytest.mark.parametrize(
    "agent", ["generator", "greedy", "beam:nodes=50", "ismcts:iterations=30", "random"]
)
def test_action_of_every_agent_is_executed(agent: str) -> None:
    found = advise("--agent", agent, "--seed", "1")
    match = match_of(KADABRA)
    done = match.execute(found["action"])
    assert isinstance(done, Entry), done
    assert done.dto.player_id == "PLAYER1"


def test_json_has_the_action_and_the_explanation() -> None:
    found = advise("--agent", "generator")
    action = found["action"]
    assert sorted(action) == ["actionData", "actionType", "matchId", "playerId"]
    assert action["actionType"] == "PLAY_TRAINER"
    assert sorted(action["actionData"]) == ["cardId", "energyCardId", "target"]
    assert found["explanation"][0] == "Play Energy Removal on Kadabra."
    assert found["trace"]["step"] == "defence"


def test_terminal_shows_the_action_in_one_line_after_the_reasoning(tmp_path: Path) -> None:
    path = tmp_path / "kadabra.json"
    path.write_text(json.dumps(KADABRA))
    result = kibitz_process("advise", "pokemon", str(path), "--agent", "generator")
    assert result.code == 0, result.err
    assert "\x1b" not in result.out
    lines = result.out.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("action "))
    assert json.loads(lines[at + 1]) == advise("--agent", "generator")["action"]
    assert lines[at + 2].endswith(" is Psychic Energy on Kadabra")
    assert " Play Energy Removal on Kadabra." in lines[:at]
    head = "advice  generator, scores in points (for the order only) "
    assert lines.index(head.ljust(80, "─")) < at


def test_position_in_the_middle_of_a_card_has_no_action() -> None:
    table = Table("hitmonchan [FFW]", bench=["chansey"], against="onix").play("retreat > bench 1")
    document = table.game.position(table.game.view(table.fight, 0))
    found = advise("--agent", "generator", position=document)
    assert found["action"] is None
    assert found["text"] == "choose water"
    result = kibitz("advise", "pokemon", json.dumps(document), "--agent", "generator")
    assert "actionType" not in result.out


def test_other_games_have_no_action() -> None:
    position = (
        '{"to_move": 0, "cards": ["Ks", null], "public": null, "stakes": [1, 1], "raises": 0}'
    )
    assert printed(kibitz("advise", "leduc", position, "--json"))["action"] is None
    assert "action" not in kibitz("advise", "leduc", position).out


def changed(**fields: Json) -> str:
    return json.dumps({**KADABRA, **fields})


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ('{"viewer": 0', "the position is not JSON: "),
        ('{"viewer": 0}', "field 'seats' is missing"),
        (changed(decks="blackout / zapp"), "zap"),
        (changed(viewer=1), "seats[1].hand: expected the cards"),
        (changed(active=1), "the position is not what seat 1 sees, which is to move"),
        (changed(seats=[{"active": "hitmonchn"}, {}]), "did you mean 'hitmonchan'"),
        (changed(seats=[{}, {}]), "expected an Active Pokémon"),
        (
            changed(over={"winner": 0, "reason": "prizes"}),
            "there is nothing to decide in the position: the game is over",
        ),
    ],
)
def test_bad_positions_are_refused_in_one_line(position: str, words: str) -> None:
    result = kibitz("advise", "pokemon", position, "--agent", "generator")
    assert result.code == 2
    assert words in result.error_line()
    assert result.out == ""


def test_positions_of_all_phases_are_advised_on() -> None:
    whirled = Table("pidgey [WW]", against="chansey", their_bench=["abra", "onix"])
    tables = [
        opening(),
        opening().play("active chansey", "active abra"),
        opening(coin_toss="chooses").play("active chansey", "active abra", "done", "done"),
        knocked_out(),
        knocked_out().play("prize"),
        whirled.play("attack whirlwind"),
    ]
    kinds: list[str] = []
    for table in tables:
        s, game = table.fight, table.game
        document = game.position(game.view(s, s.seat))
        options = [
            f"-o{name}={value}" for name, value in game.options.items() if name == "coin_toss"
        ]
        found = advise("--agent", "generator", *options, position=document)
        kinds.append(found["action"]["actionType"])
        match = match_at(game, game.sample(game.read_position(document), seeded(3)))
        assert isinstance(match.execute(found["action"]), Entry)
    assert kinds == [
        "SET_ACTIVE_POKEMON",
        "PLAY_POKEMON",
        "CONFIRM_FIRST_PLAYER",
        "SELECT_PRIZE",
        "SET_ACTIVE_POKEMON",
        "SET_ACTIVE_POKEMON",
    ]


# All kinds of moves.


def action_of(table: Table, spec: str = "generator") -> tuple[Match, Action | None]:
    """Returns a match at a table, and the action that an agent's advice is written as."""
    s, game = table.fight, table.game
    agent = make_agent(game, spec)
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
    return match_at(game, s), game.action(seen, agent, agent.advise(seen))


def act(table: Table) -> tuple[str, dict[str, Any], Match]:
    """Executes what the generator advises; returns the type, the data and the match after it."""
    match, action = action_of(table)
    assert action is not None
    document: Any = action.document
    match.play(document)
    return document["actionType"], document["actionData"], match


def opening(**options: object) -> Table:
    return Table(
        "",
        against="",
        hand="pikachu, chansey, 2 water",
        their_hand="abra, 2 water",
        phase=CHOOSE_ACTIVE,
        turn=0,
        **options,  # type: ignore[arg-type]  # options by name
    )


def test_setup() -> None:
    table = opening()
    assert act(table)[0] == "SET_ACTIVE_POKEMON"
    table.play("active chansey")
    kind, _, match = act(table)  # now the other player
    assert (kind, str(match.state)) == ("SET_ACTIVE_POKEMON", "SELECT_BENCH_POKEMON")
    table.play("active abra")
    assert act(table)[0] == "PLAY_POKEMON"
    table.play("bench pikachu")
    kind, _, match = act(table)
    assert (kind, match.waiting_for()) == ("COMPLETE_INITIAL_SETUP", ["PLAYER2"])
    table.play("done")
    kind, _, match = act(table)
    assert (kind, str(match.state)) == ("COMPLETE_INITIAL_SETUP", "FIRST_PLAYER_SELECTION")


def test_winner_of_the_toss_goes_first() -> None:
    table = opening(coin_toss="chooses").play("active chansey", "active abra", "done", "done")
    kind, data, match = act(table)
    assert (kind, data) == ("CONFIRM_FIRST_PLAYER", {"goFirst": True})
    assert str(match.state) == "PLAYER_TURN"
    assert match.first_player == match.players[table.fight.seat]


def test_attacks_with_costs_and_targets() -> None:
    kind, data, _ = act(Table("charizard [RRRRW]", against="onix 80"))
    assert (kind, len(data["selectedEnergyIds"])) == ("ATTACK", 2)
    lure = Table("ninetales [RR]", against="chansey", their_bench=["onix", "abra"])
    assert act(lure)[1] == {"attackIndex": 0, "choices": {"benchPosition": "BENCH_1"}}
    metronome = Table("clefairy [WWW]", against="charmeleon [RRW] 40")
    assert act(metronome)[1] == {"attackIndex": 1, "choices": {"attackIndex": 1}}


def test_trainer_with_several_answers() -> None:
    table = Table(
        "hitmonchan 30 [FW]",
        hand="super energy removal",
        bench=["machop [F]"],
        against="hitmonchan [FFW]",
    )
    kind, data, match = act(table)
    assert kind == "PLAY_TRAINER"
    assert sorted(data) == ["cardId", "energyCardIds", "ownEnergyCardId", "ownTarget", "target"]
    assert len(match.now.fight.rows[2][0].energy) == 1


def test_prize_and_promotion() -> None:
    table = knocked_out()
    assert act(table)[:2] == ("SELECT_PRIZE", {"prizeIndex": 0})
    kind, data, match = act(table.play("prize"))
    assert kind == "SET_ACTIVE_POKEMON"
    assert match.now.ledger.top(match.now.fight.rows[0][0], 0) == data["cardId"]


def test_replacement_after_whirlwind() -> None:
    table = Table("pidgey [WW]", against="chansey", their_bench=["abra", "onix"])
    assert act(table.play("attack whirlwind"))[0] == "SET_ACTIVE_POKEMON"


class Fixed:
    """Plays the moves that it is told, or else the first."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def advise(self, seen: Observation[PokemonState, PokemonState]) -> Advice[PokemonState]:
        named = [move for move in seen.moves if str(move) in self.texts]
        return Advice((named or seen.moves)[0], 0.0, ())


def fixed_action(table: Table, *texts: str) -> Any:
    """Returns the action of moves that are told."""
    s, game = table.fight, table.game
    agent = Fixed(*texts)
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(0))
    action = game.action(seen, agent, agent.advise(seen))
    assert action is not None
    return action.document


def test_equal_cards_are_not_taken_for_each_other() -> None:
    # The two Water of the hand must be paid, so the game does not ask; then Water is looked for.
    table = Table("onix", hand="computer search, 2 water", deck="30 psychic, water")
    document = fixed_action(table, "play computer search", "choose water")
    match = match_at(table.game, table.fight)
    match.play(document)
    assert [WORDS[card] for card in pile(match.now.fight, HAND, 0)] == ["water"]


def test_cards_that_are_seen_only_then_are_left_in_their_order() -> None:
    table = Table("onix", hand="pokedex", deck="5 water, 5 psychic")
    document = fixed_action(table, "play pokedex")
    assert sorted(document["actionData"]) == ["cardId"]
    assert isinstance(match_at(table.game, table.fight).execute(document), Entry)


def test_illegal_advice_is_refused() -> None:
    table = Table("onix", against="abra")
    game, view = table.game, table.game.view(table.fight, 0)
    seen = Observation(game, view, 0, game.legal(table.fight), seeded(0))
    advice = Advice[PokemonState](Attack("slash"), 0.0, ())
    with pytest.raises(IllegalMoveError, match="advises attack slash, which is not legal; expec"):
        game.action(seen, Fixed("end"), advice)
    assert game.action(seen, Fixed("end"), Advice(END_MOVE, 0.0, ())) is not None


# Any position.


def positions(count: int) -> list[tuple[PokemonTcg, PokemonState, int]]:
    """Returns states of random matches in which an action is due, with a number each."""
    found: list[tuple[PokemonTcg, PokemonState, int]] = []
    rng = seeded("positions to advise on")
    while len(found) < count:
        game = PokemonTcg(random_decks(rng))
        s = game.setup(rng.child(f"match {len(found)}"))
        for _ in range(300):
            if s.over:
                break
            asked = asked_of(s, s.seat)
            if rng.below(12) == 0 and (asked is None or is_outside(asked)):
                found.append((game, s.clone(), len(found)))
            game.play(s, game.random_move(s, rng))
    return found[:count]


def asked_again(
    game: PokemonTcg, s: PokemonState, agent: Agent[PokemonState, PokemonState], seed: int
) -> tuple[Observation[PokemonState, PokemonState], Advice[PokemonState]]:
    """Asks an agent, with the same chance every time."""
    seen = Observation(game, game.view(s, s.seat), s.seat, game.legal(s), seeded(seed))
    return seen, agent.advise(seen)


def follow(game: PokemonTcg, s: PokemonState, made: list[Move[PokemonState]]) -> PokemonState:
    """Plays moves on a copy; answers that bad coins make needless are left out."""
    world = s.clone()
    world.board.rules = asking(world.board.rules)
    for move in made:
        if move in game.legal(world):
            game.play(world, move)
    asked = asked_of(world, s.seat)
    if isinstance(asked, Arrange):  # cards that were not seen before stay as they are
        game.play(world, DONE_MOVE)
    return world


@pytest.mark.parametrize("spec", FAST)
def test_actions_do_what_the_advised_moves_do(spec: str) -> None:
    kinds: set[str] = set()
    for game, s, seed in positions(200):
        agent = make_agent(game, spec)
        seen, advice = asked_again(game, s, agent, seed)
        action = game.action(seen, agent, advice)
        assert action is not None
        again, same = asked_again(game, s, agent, seed)
        made = moves_of_action(again, agent, same.move)
        world = game.sample(seen.view, seeded(HIDDEN))
        match = match_at(game, world)
        document: Any = action.document
        done = match.execute(document)
        assert isinstance(done, Entry), (str(advice.move), done)
        assert len(game.explain(seen.view, advice)) > (1 if spec == "generator" else 0)
        kinds.add(str(document["actionType"]))
        after = match.now.fight
        if isinstance(advice.move, Prize):
            assert len(pile(after, PRIZES, s.seat)) == len(pile(s, PRIZES, s.seat)) - 1
        elif str(match.state) != "FIRST_PLAYER_SELECTION":
            assert plain(after) == plain(follow(game, world, made)), str(advice.move)
        # In the match as it really is, only a card of the deck may be out of reach.
        if "selectedCardIds" not in document["actionData"]:
            assert isinstance(match_at(game, s).execute(document), Entry), str(advice.move)
    assert len(kinds) >= 8, kinds


def test_ids_do_not_depend_on_what_is_hidden() -> None:
    game = PokemonTcg()
    view = game.read_position(KADABRA)
    found = set()
    for seed in range(5):
        match = match_at(game, game.sample(view, seeded(seed)))
        found.add(json.dumps(match.view("PLAYER1")["you"]))
    assert len(found) == 1
