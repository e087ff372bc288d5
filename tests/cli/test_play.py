import contextlib
import json
import os
import pty
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from tempfile import mkdtemp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.cli.play import Interrupts
from kibitz.core import read_record
from kibitz.games import names
from tests.cli.command import (
    PROMPT,
    command,
    default_signals,
    environment,
    kibitz,
    kibitz_process,
    read_until,
)
from tests.games.test_catalogue import offer_game

# In this deal seat 0 holds a king; against `random:seed=5` the lines below lead to an end.
DEAL = ("play", "leduc", "--seed", "4", "--opponent", "random:seed=5")


@pytest.fixture
def pile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installs the game of the agents' tests for one test."""
    site = tmp_path / "site"
    site.mkdir()
    offer_game(site, "pile-games", "pile = tests.agents.pile:Pile", {})
    monkeypatch.syspath_prepend(site)


# A match.


def test_play_shows_the_table_and_numbers_the_moves() -> None:
    result = kibitz(*DEAL)
    assert result.code == 0
    assert "Leduc hold'em  you are seat 0 against random (seat 1), move 1 ─" in result.out
    assert "\n seat 0: Ks, 1 in the pot, to move\n" in result.out
    assert "\n  1  call for nothing (check)\n  2  raise by 2, paying 2\n" in result.out


def test_play_takes_a_number_or_notation_to_the_end() -> None:
    result = kibitz(*DEAL, typed="raise\n" + "2\n" * 10)
    assert result.code == 0
    assert "you: raise by 2, paying 2" in result.out
    assert " random (seat 1): " in result.out
    assert "the end" in result.out
    assert any(word in result.out for word in ("You win", "You lose to random (seat 1)", "Draw"))


def test_play_explains_typos_and_illegal_moves() -> None:
    typed = "rase\n99\n0\nfold\nraise 3\n\nra\nquit\n"
    result = kibitz(*DEAL, typed=typed)
    assert result.code == 0
    assert "cannot read 'rase': unknown 'rase'; did you mean 'raise'?" in result.out
    assert "there is no move 99; the moves are numbered 1 to 2" in result.out
    assert "illegal move 'fold' at leduc ply 0: there is no raise to fold to" in result.out
    assert "cannot read 'raise 3'" in result.out
    assert "you: raise by 2" in result.out  # "ra" fits only one move


def test_play_helps_with_a_question_mark() -> None:
    out = kibitz(*DEAL, typed="?\nhelp\n").out
    assert out.count("take back your last move") == 2


def test_play_draws_a_seed_and_tells_it() -> None:
    result = kibitz("play", "leduc", "--opponent", "random", typed="quit\n")
    seed = result.out.partition("The seed is ")[2].split(".")[0]
    assert (len(seed), seed.isalpha()) == (14, True)
    assert f"kibitz play leduc --seed {seed} --opponent random\n" in result.out


def test_play_ends_politely_with_the_input() -> None:
    result = kibitz_process(*DEAL, typed="raise\n")
    assert result.code == 0
    assert result.err == ""
    again = "kibitz play leduc --seed 4 --opponent random:seed=5"
    assert f"End of input. Not saved; to play the same deal again:\n   {again}\n" in result.out


def test_play_says_how_to_come_back_when_the_input_was_closed() -> None:
    done = subprocess.run(
        command(*DEAL),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0
    assert "End of input." in done.stdout


def test_play_colours_nothing_in_a_pipe() -> None:
    result = kibitz_process(*DEAL, typed="hint\nraise\nquit\n")
    assert "\033" not in result.out


def test_play_as_another_seat() -> None:
    result = kibitz("play", "leduc", "--seed", "4", "--seat", "1", "--opponent", "random")
    assert "you are seat 1" in result.out
    assert " random (seat 0): " in result.out


# Commands.


def test_hint_ranks_and_why_gives_the_reasons() -> None:
    agent = "greedy:worlds=8,horizon=20"
    typed = "hint\nwhy\nwhy call\nwhy raise\nhint random\n"
    out = kibitz(*DEAL, "--kibitzer", agent, typed=typed).out
    assert f"advice  {agent}, scores in chips" in out
    assert "advice  random, scores in random numbers" in out
    assert "later" in out
    assert out.count("  score ") == 3
    assert out.count("  best ") == 1
    assert "what the move changes at once, on average over 8 possible deals" in out


def test_the_adviser_of_the_game_gives_hints_and_its_opponent_plays() -> None:
    result = kibitz("play", "jaipur", "--seed", "4", typed="hint\ntake camels\nquit\n")
    assert "advice  ismcts:iterations=5000, scores in % of the tries" in result.out
    assert " greedy (seat 1): " in result.out


@pytest.mark.parametrize("agent", ["utility", "ismcts:iterations=60", "beam:expand=2"])
def test_why_answers_for_every_legal_move(agent: str) -> None:
    asked = "".join(f"why {number}\n" for number in range(1, 22))
    out = kibitz("play", "jaipur", "--seed", "9", "--kibitzer", agent, typed=f"{asked}quit\n").out
    count = int(out[: out.index("your move")].rstrip().splitlines()[-1].split()[0])
    assert out.count(f"\nwhy  {agent}, scores in ") == count
    assert "gives no score" not in out


def test_hint_is_the_same_each_time_and_after_a_typo() -> None:
    out = kibitz(*DEAL, typed="hint random:seed=2\nzzz\nhint random:seed=2\n").out
    parts = out.split("advice  random:seed=2")
    assert parts[1].splitlines()[1:3] == parts[2].splitlines()[1:3]


def test_why_tells_what_speaks_against_an_illegal_move() -> None:
    out = kibitz(*DEAL, typed="why fold\nwhy nonsense\n").out
    assert "illegal move 'fold': there is no raise to fold to" in out
    assert "cannot read 'nonsense'" in out


def test_hint_of_an_unknown_agent_is_refused_and_play_goes_on() -> None:
    out = kibitz(*DEAL, typed="hint gredy\nhint greedy:worlds=x\nraise\n").out
    assert "did you mean 'greedy'?" in out
    assert "expected a whole number" in out
    assert "you: raise" in out


def test_moves_and_table_show_again() -> None:
    out = kibitz(*DEAL, typed="moves\nmoves call\nmoves zzz\ntable\n").out
    assert out.count("call for nothing") == 3
    assert out.count("raise by 2") == 2
    assert "no legal move starts with 'zzz'; known: call, raise" in out
    assert out.count("public card: not dealt yet") == 2


def test_position_can_be_given_to_advise() -> None:
    out = kibitz(*DEAL, typed="position\n").out
    line = next(line for line in out.splitlines() if line.startswith("{"))
    assert json.loads(line)["cards"] == ["Ks", None]
    assert kibitz("advise", "leduc", line).code == 0


def test_undo_goes_back_to_the_last_decision(pile: None) -> None:
    typed = "undo\ntake 1\nundo\ntake 2\nquit\n"
    out = kibitz("play", "pile", "--seed", "1", "--opponent", "random", typed=typed).out
    assert "cannot undo: you have not moved yet" in out
    assert "Took back take 1; take " in out
    assert out.count("stones: 10") == 2
    assert "you: take 2 of 10 stones" in out


def test_word_is_a_move_before_it_is_a_command_unless_it_has_a_slash(pile: None) -> None:
    out = kibitz("play", "pile", typed="/moves\n/nonsense\n/quit\n").out
    assert out.count("take 1 of 10 stones") == 2
    assert "cannot read '/nonsense'" in out
    assert "Goodbye." in out


def test_play_accepts_what_is_allowed_at_any_time(pile: None) -> None:
    out = kibitz("play", "pile", "--opponent", "random", typed="concede\n").out
    assert "You lose to random (seat 1): conceded" in out


def test_play_takes_options_of_the_game(pile: None) -> None:
    out = kibitz("play", "pile", "-o", "stones=2", typed="2\n").out
    assert "stones: 2" in out
    assert "You win: last stone" in out


def test_play_says_how_to_play_the_same_deal_with_the_same_options(pile: None) -> None:
    options = ("-o", "stones=12", "-o", "quick=yes")
    out = kibitz("play", "pile", "--seed", "two words", *options, typed="quit\n").out
    again = (
        "kibitz play pile --seed 'two words' --opponent greedy:worlds=8,horizon=20"
        " -o stones=12 -o quick=true"
    )
    assert f"Goodbye. Not saved; to play the same deal again:\n   {again}\n" in out


def test_play_names_the_opponent_and_the_kibitzer_from_the_start() -> None:
    assert kibitz(*DEAL, "--kibitzer", "beam").out.splitlines()[:2] == [
        " You are seat 0, against random:seed=5 (seat 1). Hints come from beam.",
        " The seed is 4. Type rules to read the rules, ? for help.",
    ]


def test_rules_shows_a_page_of_the_rules(pile: None) -> None:
    out = kibitz(*DEAL, typed="rules\n").out
    assert "\n The showdown\n" in out
    assert "##" not in out
    assert "`" not in out
    assert " - take: Take stones from the pile.\n" in kibitz("play", "pile", typed="rules\n").out


def test_q_leaves_and_h_helps() -> None:
    out = kibitz(*DEAL, typed="h\nq\n").out
    assert "take back your last move" in out
    assert "Goodbye." in out


def test_only_move_is_played_and_shown_unless_that_is_switched_off(pile: None) -> None:
    game = ("play", "pile", "-o", "stones=1")
    played = kibitz(*game)
    assert " you (the only move): take 1 of 1 stones\n" in played.out
    assert "You win: last stone" in played.out
    assert "You win" not in kibitz(*game, "--no-auto").out
    again = kibitz(*game, "--no-auto", typed="quit\n").out
    assert again.endswith(" --no-auto\n")
    switched = kibitz(*game, "--no-auto", typed="auto maybe\nauto on\n").out
    assert "invalid auto maybe: expected on or off" in switched
    assert "You win" in switched
    off = kibitz("play", "pile", "-o", "stones=2", "-a", "random", typed="auto\nauto off\n").out
    assert off.count("if you have only one move, you are asked for it") == 2


def test_undo_goes_back_behind_moves_that_were_played_by_themselves() -> None:
    fight = ("play", "spire", "--encounter", "jaw worm", "--deck", "strike", "--seed", "1")
    out = kibitz(*fight, typed="strike\nundo\nundo\n").out
    assert out.count(" you (the only move): end") == 1
    assert "Took back strike > 1; end." in out
    assert "cannot undo: you have not moved yet" in out


def test_news_are_told_after_moves_of_both_players() -> None:
    mine = kibitz("play", "leduc", "--seed", "4", "--seat", "1", "-a", "random", typed="call\n").out
    assert re.search(r"\n you: call[^\n]*\n   the public card is ..\n", mine)
    theirs = kibitz(*DEAL, typed="call\n" * 3).out
    assert re.search(r"\n random \(seat 1\): call[^\n]*\n   the public card is ..\n", theirs)
    watched = kibitz("play", "leduc", "--seat", "none", "-a", "random", "--seed", "1").out
    assert "\n      the public card is Qs\n" in watched


def test_hint_of_a_person_is_refused() -> None:
    out = kibitz(*DEAL, typed="hint human\nraise\n").out
    assert "invalid hint human: expected an agent, such as greedy" in out
    assert "you: raise" in out


def test_leaving_tells_the_whole_command_to_come_back(pile: None, tmp_path: Path) -> None:
    options = ("--seat", "1", "-a", "random:seed=3", "--kibitzer", "beam", "-o", "stones=12")
    out = kibitz("play", "pile", "--seed", "5", *options, "--no-auto", typed="quit\n").out
    again = re.search(r"again:\n   kibitz (.*)\n", out)
    assert again is not None
    assert shlex.split(again[1]) == [
        *("play", "pile", "--seed", "5", "--seat", "1", "--opponent", "random:seed=3"),
        *("-o", "stones=12", "--kibitzer", "beam", "--no-auto"),
    ]
    same = kibitz(*shlex.split(again[1]), typed="quit\n").out
    assert same == out
    path = tmp_path / "match.jsonl"
    arguments = ("play", "pile", *options, "--no-auto", "--save", str(path))
    saved = kibitz(*arguments, typed="take 1\nquit\n").out
    assert saved.endswith(f":\n   kibitz play --resume {path} --kibitzer beam --no-auto\n")


# Keeping a match.


def test_saved_match_replays_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = kibitz_process(*DEAL, "--save", "match.jsonl", typed="call\n", folder=tmp_path)
    assert first.code == 0
    assert "The match is saved; to continue:\n   kibitz play --resume match.jsonl\n" in first.out
    played = len(read_record(path.read_text()).moves)
    assert played >= 1
    assert kibitz("replay", str(path)).code == 0
    second = kibitz("play", "--resume", str(path), typed="call\n" * 10)
    assert second.code == 0
    assert "the end" in second.out
    record = read_record(path.read_text())
    assert len(record.moves) > played
    assert record.names == ["human", "random:seed=5"]
    assert record.result
    assert kibitz("replay", str(path)).code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["match.jsonl"]


def test_save_command_keeps_the_match_from_then_on(tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    out = kibitz(*DEAL, typed=f"call\nsave {path}\nquit\n").out
    assert f"Saved to {path}; further moves are saved there too." in out
    assert f"to continue:\n   kibitz play --resume {path}\n" in out
    assert read_record(path.read_text()).game == "leduc"


def test_save_finds_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    out = kibitz(*DEAL, typed="save ~/match.jsonl\nsave ~nobody-at-all/match.jsonl\n").out
    assert f"Saved to {tmp_path / 'match.jsonl'};" in out
    assert "there is no folder ~nobody-at-all" in out
    assert read_record((tmp_path / "match.jsonl").read_text()).game == "leduc"


def test_save_without_a_name_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Saved to leduc-4.jsonl" in kibitz(*DEAL, typed="save\nsave\n").out
    assert (tmp_path / "leduc-4.jsonl").exists()


def test_save_never_overwrites_another_file(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("precious")
    refused = kibitz(*DEAL, "--save", str(path))
    assert refused.code == 2
    assert "it exists; choose a new file" in refused.error_line()
    out = kibitz(*DEAL, typed=f"save {path}\nsave {tmp_path}\nsave {tmp_path}/no/x\nquit\n").out
    assert "it exists; choose a new file" in out
    assert "it is a folder" in out
    assert "there is no folder" in out
    assert path.read_text() == "precious"


def test_resume_refuses_what_does_not_fit(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    assert kibitz(*DEAL, "--save", str(path), typed="call\n").code == 0
    for extra, words in (
        (["--seed", "5"], f"--seed cannot be used with --resume: {path} has its own"),
        (["duel"], "is a record of 'leduc', not of 'duel'"),
        (["--seat", "7"], "invalid --seat 7: expected 0 or 1, or none to watch"),
        (["--save", str(path)], "it exists"),
    ):
        assert words in kibitz("play", "--resume", str(path), *extra).error_line()
    edited = path.read_text().replace('"seat": 0', '"seat": 1', 1)
    (tmp_path / "edited.jsonl").write_text(edited)
    refused = kibitz("play", "--resume", str(tmp_path / "edited.jsonl"))
    assert refused.code == 1
    assert "move 1" in refused.error_line()


def test_resume_refuses_a_match_that_is_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    kibitz("play", "leduc", "--seat", "none", "--save", str(path))
    refused = kibitz("play", "--resume", str(path))
    assert f"is over; to see it: kibitz replay {path}" in refused.error_line()


def test_resume_with_another_opponent_and_seat(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    kibitz(*DEAL, "--save", str(path), typed="raise\n")
    resume = ("play", "--resume", str(path), "--seat", "1", "-a", "greedy:worlds=2")
    assert kibitz(*resume).code == 0
    assert read_record(path.read_text()).names == ["greedy:worlds=2", "human"]


def test_resume_with_an_unknown_name_takes_the_default_opponent(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    kibitz(*DEAL, "--save", str(path), typed="raise\n")
    path.write_text(path.read_text().replace("random:seed=5", "Ada"))
    assert kibitz("play", "--resume", str(path)).code == 0
    assert read_record(path.read_text()).names[1].startswith("greedy")


# Watching.


def test_watch_plays_to_the_end() -> None:
    result = kibitz(
        "play", "leduc", "--seat", "none", "--seed", "4", "-a", "greedy", "-a", "random"
    )
    assert result.code == 0
    assert "greedy (seat 0)" in result.out
    assert "random (seat 1)" in result.out
    assert "wins: " in result.out or "Draw" in result.out


def test_watch_as_json_is_a_whole_match() -> None:
    arguments = ("play", "leduc", "--seat", "none", "--seed", "4", "--opponent", "random", "--json")
    document = json.loads(kibitz(*arguments).out)
    assert document["game"] == "leduc"
    assert document["seed"] == 4
    assert document["names"] == ["random", "random"]
    assert document["moves"]
    assert sum(document["returns"]) == 0
    assert kibitz(*arguments).out == kibitz(*arguments).out


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "no game given; known: " + ", ".join(names())),
        (["leduk"], "there is no game 'leduk'; did you mean 'leduc'?"),
        (["leduc", "--seat", "2"], "invalid --seat 2: expected 0 or 1, or none to watch"),
        (["leduc", "--seat", "first"], "invalid --seat first: expected 0 or 1"),
        (["leduc", "--opponent", "gredy"], "leduc has no agent 'gredy'; did you mean 'greedy'?"),
        (["leduc", "-a", "random:sed=1"], "random has no option 'sed'; did you mean 'seed'?"),
        (
            ["leduc", "-a", "random", "-a", "greedy"],
            "too many opponents for leduc: expected at most 1, got 2",
        ),
        (["leduc", "--kibitzer", "nobody"], "leduc has no agent 'nobody'"),
        (
            ["leduc", "--kibitzer", "human"],
            "invalid --kibitzer human: expected an agent, such as greedy",
        ),
        (["leduc", "-o", "size=3"], "leduc takes no options"),
        (["leduc", "--json"], "--json needs --seat none"),
        (["leduc", "--save", "no/such/folder/x"], "there is no folder no/such/folder"),
        (["--resume", "nowhere.jsonl"], "cannot read the record nowhere.jsonl: No such file"),
    ],
)
def test_play_refuses_bad_input_in_one_line(arguments: list[str], words: str) -> None:
    result = kibitz("play", *arguments)
    assert result.code == 2
    assert words in result.error_line()
    assert result.out == ""


@settings(max_examples=50)
@given(st.lists(st.text(st.characters(exclude_characters="\n\r"), max_size=12), max_size=6))
def test_play_survives_any_input(lines: list[str]) -> None:
    # "save" is left out: a path that somebody types is written to.
    typed = "\n".join(line for line in lines if not line.strip().lower().startswith("save"))
    result = kibitz(*DEAL, typed=typed)
    assert result.code == 0, result
    assert result.err == ""


# Real processes and terminals.


def test_ctrl_c_saves_the_match_and_exits_with_130(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    running = subprocess.Popen(
        command(*DEAL, "--save", str(path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=default_signals,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    assert running.stderr is not None
    read_until(running.stdout.fileno(), PROMPT)
    running.stdin.write(b"call\n")
    running.stdin.flush()
    read_until(running.stdout.fileno(), PROMPT)
    for _ in range(6):  # a signal between the prompt and the wait for a line is noticed late
        running.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.wait(5)
            break
    output = running.stdout.read().decode()
    errors = running.stderr.read().decode()
    assert running.wait() == 130
    assert f"Stopped. The match is saved; to continue:\n   kibitz play --resume {path}\n" in output
    assert errors == "kibitz play: interrupted\n"
    assert read_record(path.read_text()).moves
    for stream in (running.stdin, running.stdout, running.stderr):
        stream.close()


class Terminal:
    """A match at a real terminal of 80 columns and 24 lines, with a folder for program states."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        extra: Mapping[str, str] | None = None,
        program: Sequence[str] | None = None,
    ) -> None:
        self.side, self.other = pty.openpty()
        ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.folder = Path(mkdtemp())
        self.process = subprocess.Popen(
            [*program, *arguments] if program else command(*arguments),
            stdin=self.other,
            stdout=self.other,
            stderr=self.other,
            env=environment(
                {"TERM": "xterm-256color", "XDG_STATE_HOME": str(self.folder), **(extra or {})}
            ),
            start_new_session=True,
            preexec_fn=self.take_control,
        )
        os.close(self.other)

    def take_control(self) -> None:
        """Makes the terminal the one whose Ctrl-C the process feels."""
        default_signals()
        ioctl(self.other, termios.TIOCSCTTY, 0)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            os.close(self.side)
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)

    def type(self, text: str) -> None:
        os.write(self.side, text.encode())

    def interrupt(self, wanted: str) -> str:
        """Types Ctrl-C, again if nothing comes of it, as a person would; returns what was read.

        CPython's readline notices a signal only while it waits for a key, not between writing the
        prompt and waiting. It then notices both as one.
        """
        for _ in range(6):
            self.type("\x03")
            with contextlib.suppress(TimeoutError):
                return read_until(self.side, wanted, patience=5)
        raise TimeoutError(f"{wanted!r} did not come")

    def read(self, wanted: str = PROMPT) -> str:
        return read_until(self.side, wanted)

    def saved(self) -> list[Path]:
        """Returns the matches that have saved themselves."""
        return sorted((self.folder / "kibitz" / "matches").glob("*"))

    def end(self) -> tuple[int, str]:
        """Returns the exit code and what was left on the screen."""
        rest = read_until(self.side, "\0")
        return self.process.wait(), rest


def test_terminal_shows_colours_and_completes_moves() -> None:
    with Terminal(*DEAL) as terminal:
        assert "\033[1;36m" in terminal.read()
        terminal.type("rai\t\n")
        assert "raise\033[0m by 2, paying 2\r\n" in terminal.read()
        terminal.type("quit\n")
        code, rest = terminal.end()
        assert code == 0
        assert "Goodbye." in rest


def test_terminal_ends_politely_on_ctrl_d() -> None:
    with Terminal(*DEAL) as terminal:
        terminal.read()
        terminal.type("\x04")
        code, rest = terminal.end()
        assert code == 0
        assert "End of input." in rest


def test_terminal_drops_a_line_on_ctrl_c_and_leaves_on_two_at_an_empty_prompt() -> None:
    warning = "To leave, press Ctrl-C again or type quit."
    with Terminal(*DEAL) as terminal:
        terminal.read()
        terminal.type("rai")
        terminal.read("rai")
        assert warning not in terminal.interrupt(PROMPT)
        assert warning in terminal.interrupt(PROMPT)
        terminal.type("moves\n")  # something else was typed, so it counts from the start
        terminal.read()
        assert warning in terminal.interrupt(PROMPT)
        assert "Goodbye. Not saved;" in terminal.interrupt("Goodbye. Not saved;")
        code, rest = terminal.end()
        assert code == 0
        assert "Traceback" not in rest
        assert terminal.saved() == []  # no move was played


def test_ctrl_c_is_remembered_until_something_waits() -> None:
    interrupts = Interrupts()
    with interrupts.wait(), pytest.raises(KeyboardInterrupt):
        interrupts.handle(signal.SIGINT, None)
    interrupts.handle(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt), interrupts.wait():
        pytest.fail("it was pressed before")
    with interrupts.wait():
        pass
    interrupts.handle(signal.SIGINT, None)
    interrupts.handle(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):  # something does not end by itself
        interrupts.handle(signal.SIGINT, None)


# A search that a test never waits for.
ENDLESS = "ismcts:iterations=1000000000"


@pytest.mark.parametrize("kibitzer", [ENDLESS, "greedy:worlds=1000000000,horizon=20"])
def test_ctrl_c_stops_a_hint_and_the_match_goes_on(kibitzer: str) -> None:
    with Terminal(*DEAL, "--kibitzer", kibitzer) as terminal:
        terminal.read()
        terminal.type("hint\n")
        terminal.read("the kibitzer is thinking")
        assert "Stopped." in terminal.interrupt(PROMPT)
        terminal.type("call\n")
        assert "for nothing (check)" in terminal.read()
        terminal.type("q\n")
        assert terminal.end()[0] == 0


def test_ctrl_c_lets_an_opponent_think_again_and_then_leaves() -> None:
    with Terminal("play", "leduc", "--seed", "4", "-a", ENDLESS) as terminal:
        terminal.read()
        terminal.type("raise\n")
        terminal.read("is thinking")
        warning = "ismcts (seat 1) starts to think again; to leave, press Ctrl-C again."
        terminal.interrupt(warning)
        terminal.read("is thinking")
        terminal.interrupt("Goodbye. The match is saved; to continue:")
        assert terminal.end()[0] == 0
        [path] = terminal.saved()
        assert [move.text for move in read_record(path.read_text()).moves] == ["raise"]


def test_match_saves_itself_and_the_command_to_continue_works() -> None:
    with Terminal(*DEAL, "--kibitzer", "beam") as terminal:
        terminal.read()
        terminal.type("call\n")
        terminal.read()
        [path] = terminal.saved()
        assert read_record(path.read_text()).moves
        terminal.type("quit\n")
        code, rest = terminal.end()
        assert code == 0
        plain = re.sub(r"\033\[[0-9;]*m", "", rest)
        again = re.search(r"to continue:\r\n   kibitz (.*)\r\n", plain)
        assert again is not None
        arguments = shlex.split(again[1])
        assert arguments == ["play", "--resume", str(path), "--kibitzer", "beam"]
        resumed = kibitz(*arguments, typed="quit\n")
        assert "against random:seed=5 (seat 1). Hints come from beam:ms=1000." in resumed.out
        assert "move 3" in resumed.out


def test_match_moves_to_the_file_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    with Terminal(*DEAL) as terminal:
        terminal.read()
        terminal.type("call\n")
        terminal.read()
        assert len(terminal.saved()) == 1
        terminal.type(f"save {path}\n")
        terminal.read()
        assert terminal.saved() == []
        terminal.type("quit\n")
        assert terminal.end()[0] == 0
    assert read_record(path.read_text()).moves


def test_match_is_played_where_it_cannot_be_saved(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    with Terminal(*DEAL, extra={"XDG_STATE_HOME": str(blocked)}) as terminal:
        screen = terminal.read()
        assert "this match is not saved" in " ".join(screen.split())
        terminal.type("call\n")
        terminal.read()
        terminal.type("quit\n")
        code, rest = terminal.end()
        assert code == 0
        assert "Goodbye. Not saved;" in rest


def test_match_survives_a_terminal_that_is_closed() -> None:
    with Terminal(*DEAL) as terminal:
        terminal.read()
        terminal.type("call\n")
        terminal.read()
        os.close(terminal.side)
        assert terminal.process.wait(60) != 0
        [path] = terminal.saved()
        assert read_record(path.read_text()).moves[0].text == "call"
        assert kibitz("replay", str(path)).code == 0


def test_match_survives_being_killed() -> None:
    with Terminal(*DEAL) as terminal:
        terminal.read()
        terminal.type("call\n")
        terminal.read()
        terminal.process.kill()
        terminal.process.wait()
        [path] = terminal.saved()
        assert kibitz("play", "--resume", str(path), typed="quit\n").code == 0


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_prompt_has_no_colour_where_none_is_wanted(extra: dict[str, str]) -> None:
    with Terminal(*DEAL, extra=extra) as terminal:
        screen = terminal.read()
        assert not re.search(r"\033\[[0-9;]*3[0-7]", screen)
        assert "\033[1;36m" not in screen
        terminal.type("hint\n")
        screen += terminal.read()
        terminal.type("quit\n")
        code, rest = terminal.end()
        assert code == 0
        if "TERM" in extra:
            assert "\033" not in screen + rest


def test_rules_are_shown_by_a_pager_if_they_are_longer_than_the_screen() -> None:
    with Terminal(*DEAL, extra={"PAGER": "sed s/^/paged/"}) as terminal:
        terminal.read()
        terminal.type("rules\n")
        assert "paged The showdown" in terminal.read()
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_make_play_ends_without_an_error_after_ctrl_c() -> None:
    makefile = Path(__file__).parents[2] / "Makefile"
    options = ["GAME=leduc", f"BIN={Path(sys.executable).parent}", "-o", ".venv/.package"]
    with Terminal("-f", str(makefile), "play", *options, program=["make"]) as terminal:
        terminal.read()
        terminal.interrupt("To leave, press Ctrl-C again")
        terminal.interrupt("Goodbye.")
        code, rest = terminal.end()
        assert code == 0, rest
        assert "make" not in rest


def test_terminal_keeps_the_table_and_the_moves_on_one_screen() -> None:
    with Terminal("play", "duel", "--seed", "4", "--opponent", "random") as terminal:
        screen = terminal.read()
        # A blank line comes first and may scroll away.
        assert len(screen.splitlines()) <= 25
        assert "pass_turn" in screen
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_terminal_shows_a_hint_with_bars() -> None:
    with Terminal(*DEAL, "--kibitzer", "greedy:worlds=4,horizon=9") as terminal:
        terminal.read()
        terminal.type("hint\n")
        assert "━" in terminal.read()
        terminal.type("quit\n")
        assert terminal.end()[0] == 0
