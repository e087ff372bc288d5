import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import kibitz, kibitz_process, printed

DATA = Path(__file__).parent.parent / "data"
POSITION = '{"to_move": 0, "cards": ["Ks", null], "public": "Kh", "stakes": [5, 9], "raises": 1}'


def test_advise_ranks_the_moves_with_their_reasons() -> None:
    result = kibitz("advise", "leduc", POSITION, "--agent", "greedy:worlds=8,horizon=20")
    assert result.code == 0, result.err
    assert "seat 0 to move, 3 legal moves" in result.out
    lines = result.out[result.out.index("advice") :].splitlines()
    assert "scores in chips" in lines[0]
    assert lines[1].split()[0] == "1"
    assert "raise" in lines[1]  # a pair of kings cannot lose
    assert "gain" in lines[1]
    assert "fold" in lines[3]
    assert "end (-5)" in lines[3]


def test_the_adviser_of_the_game_is_asked_if_nobody_is_named() -> None:
    document = json.loads(kibitz("advise", "leduc", POSITION, "--seed", "1", "--json").out)
    assert document["agent"] == "ismcts:iterations=5000"
    assert document["unit"] == "% of the tries"


@pytest.mark.parametrize("agent", ["greedy", "ismcts:iterations=200", "beam:expand=1", "random"])
@pytest.mark.parametrize("move", ["fold", "call", "raise", "3"])
def test_advise_answers_for_any_legal_move(agent: str, move: str) -> None:
    ask = ("advise", "leduc", POSITION, "--agent", agent, "--seed", "1")
    plain = json.loads(kibitz(*ask, "--json").out)
    asked = json.loads(kibitz(*ask, "--json", "--why", move).out)
    assert asked["text"] == plain["text"]
    scores = {option["text"]: option["score"] for option in asked["options"]}
    assert {"3": "raise"}.get(move, move) in scores
    for option in plain["options"]:
        assert scores[option["text"]] == option["score"]
    out = kibitz(*ask, "--why", move).out
    assert out.count("\nwhy  ") == 1


def test_advise_refuses_to_answer_for_a_move_that_is_not_legal() -> None:
    free = POSITION.replace("[5, 9]", "[5, 5]").replace('"raises": 1', '"raises": 0')
    result = kibitz("advise", "leduc", free, "--why", "fold")
    assert result.code == 2
    assert "illegal move 'fold': there is no raise to fold to" in result.error_line()


def test_advise_reads_a_file_or_the_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(POSITION)
    from_file = kibitz("advise", "leduc", str(path), "--agent", "greedy:worlds=4")
    from_input = kibitz_process(
        "advise", "leduc", "-", "--agent", "greedy:worlds=4", typed=POSITION
    )
    assert from_file.code == 0
    assert from_file.out == from_input.out


def test_advise_as_json_adds_up() -> None:
    document = json.loads(kibitz("advise", "leduc", POSITION, "--json").out)
    assert (document["game"], document["seat"]) == ("leduc", 0)
    assert document["text"] == document["options"][0]["text"]
    assert len(document["options"]) == 3
    for option in document["options"]:
        assert option["score"] == pytest.approx(sum(r["amount"] for r in option["reasons"]))


def test_advise_is_the_same_for_the_same_seed() -> None:
    def scores(seed: str) -> list[float]:
        out = kibitz("advise", "leduc", POSITION, "--agent", "random", "--seed", seed, "--json").out
        return [option["score"] for option in json.loads(out)["options"]]

    assert scores("3") == scores("3")
    assert scores("3") != scores("4")
    assert scores("three") == scores("three")


def test_advise_shows_as_many_moves_as_asked_for() -> None:
    result = kibitz("advise", "leduc", POSITION, "--top", "1")
    assert "and 2 more" in result.out
    assert "more" not in kibitz("advise", "leduc", POSITION, "--top", "0").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["leduk", POSITION], "there is no game 'leduk'; did you mean 'leduc'?"),
        (["leduc", "nowhere.json"], "cannot read the position nowhere.json: No such file"),
        (["leduc", "/"], "cannot read the position /: Is a directory"),
        (["leduc", "{"], "the position is not JSON: "),
        (["leduc", "{}"], "field 'cards' is missing"),
        (["leduc", POSITION.replace("Ks", "Xx")], "unknown 'Xx'"),
        (["leduc", POSITION.replace("raises", "rises")], "unknown field 'rises'; did you mean"),
        (["leduc", POSITION, "--agent", "gredy"], "did you mean 'greedy'?"),
        (["leduc", POSITION, "--agent", "greedy:wrlds=2"], "did you mean 'worlds'?"),
        (["leduc", POSITION, "--option", "size=3"], "leduc takes no options"),
        (["leduc", POSITION, "--option", "size"], "invalid option 'size': expected key=value"),
        (["leduc", POSITION, "-o", "a=1", "-o", "a=2"], "option 'a' is given twice"),
    ],
)
def test_advise_refuses_bad_input_in_one_line(arguments: list[str], words: str) -> None:
    result = kibitz("advise", *arguments)
    assert result.code == 2
    assert words in result.error_line()
    assert result.error_line().startswith("kibitz advise: ")
    assert result.out == ""


def test_advise_refuses_a_position_in_which_all_is_over() -> None:
    over = (
        '{"to_move": 0, "cards": [null, "Qh"], "public": null, "stakes": [1, 3], "raises": 1,'
        ' "over": true}'
    )
    result = kibitz("advise", "leduc", over)
    assert result.code == 2
    assert "there is nothing to decide in the position: the game is over" in result.error_line()


@pytest.mark.parametrize("agent", ["utility", "greedy", "ismcts:iterations=5"])
def test_advise_refuses_a_position_that_hides_the_hand_of_who_is_to_move(agent: str) -> None:
    hidden = (
        '{"to_move": 1, "market": {"gold": 1, "silver": 2, "camel": 2}, "merchants":'
        ' [{"hand": {"leather": 2, "cloth": 1}, "herd": 2}, {"hidden": 4, "herd": 3}]}'
    )
    result = kibitz("advise", "jaipur", hidden, "--agent", agent)
    assert result.code == 2
    assert "the position is not what seat 1 sees, which is to move" in result.error_line()
    assert kibitz("advise", "jaipur", hidden.replace('"to_move": 1', '"to_move": 0')).code == 0


def test_advise_refuses_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(b"\xff\xfe\xff")
    assert "it is not UTF-8 text" in kibitz("advise", "leduc", str(path)).error_line()


@given(st.text(max_size=40) | st.from_regex(r"\{[\w\":, \[\]]*\}"), st.text(max_size=20))
def test_advise_survives_any_position_and_agent(position: str, agent: str) -> None:
    result = kibitz("advise", "leduc", "--agent", agent, "--", position)
    assert result.code == 2
    result.error_line()


# Slay the Spire: what is not simulated.


def fight(**game: object) -> str:
    """Returns a recorded message of a fight, with some fields of the run changed."""
    message = json.loads((DATA / "spire_first_turn.json").read_text())
    message["game_state"].update(game)
    message["game_state"]["combat_state"]["hand"][0]["id"] = "mymod:Frostbolt"
    message["game_state"]["combat_state"]["hand"][0]["name"] = "Frostbolt"
    return json.dumps(message)


@pytest.mark.parametrize("name", ["DEFECT", "WATCHER"])
def test_advise_refuses_classes_that_are_not_simulated(name: str) -> None:
    result = kibitz("advise", "spire", fight(**{"class": name}))
    assert result.code == 2
    assert result.error_line().endswith(
        f"the class {name} is not simulated: only IRONCLAD and THE_SILENT are"
    )


@pytest.mark.parametrize("agent", ["planner", "greedy:worlds=1"])
def test_advise_says_which_part_is_a_guess(agent: str) -> None:
    relics = [{"id": "mymod:Compass", "name": "Compass", "counter": -1}]
    arguments = ["advise", "spire", fight(relics=relics), "--agent", agent, "--seed", "1"]
    text = "Partly a guess: the card Frostbolt and the relic Compass are not simulated."
    assert text in kibitz(*arguments).out
    found = printed(kibitz(*arguments, "--json"))
    assert found["guesses"] == ["the card Frostbolt", "the relic Compass"]
    explanation = found["explanation"]
    assert isinstance(explanation, list)
    assert explanation[-1] == text
