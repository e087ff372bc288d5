import contextlib
import json
import os
import pty
import signal
import struct
import subprocess
import termios
from fcntl import ioctl
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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

# In this deal seat 0 holds a king; against `random:seed=3` the lines below lead to an end.
DEAL = ("play", "leduc", "--seed", "4", "--opponent", "random:seed=3")


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
    assert "Leduc hold'em  you are seat 0, move 1, seed 4" in result.out
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
    assert "cannot read 'rase' as a move of leduc; did you mean 'raise'?" in result.out
    assert "there is no move 99; the moves are numbered 1 to 2" in result.out
    assert "illegal move 'fold' at leduc ply 0: there is no raise to fold to" in result.out
    assert "cannot read 'raise 3'" in result.out
    assert "you: raise by 2" in result.out  # "ra" fits only one move


def test_play_helps_with_a_question_mark() -> None:
    out = kibitz(*DEAL, typed="?\nhelp\n").out
    assert out.count("take back your last move") == 2


def test_play_draws_a_seed_and_tells_it() -> None:
    result = kibitz("play", "leduc", "--opponent", "random", typed="quit\n")
    seed = result.out.partition(", seed ")[2].split()[0]
    assert (len(seed), seed.isalpha()) == (14, True)
    assert f"kibitz play leduc --seed {seed}\n" in result.out


def test_play_ends_politely_with_the_input() -> None:
    result = kibitz_process(*DEAL, typed="raise\n")
    assert result.code == 0
    assert result.err == ""
    again = "kibitz play leduc --seed 4"
    assert f"End of input. Not saved; to play the same deal again: {again}\n" in result.out


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
    out = kibitz(*DEAL, typed="hint\nwhy\nwhy call\nhint greedy:worlds=2\n").out
    assert "advice  greedy:worlds=8,horizon=20" in out
    assert "advice  greedy:worlds=2" in out
    assert "later" in out
    assert out.count("  score ") == 2
    assert "at once, on average of 8 worlds" in out


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
    again = "kibitz play pile --seed 'two words' -o stones=12 -o quick=true"
    assert f"Goodbye. Not saved; to play the same deal again: {again}\n" in out


# Keeping a match.


def test_saved_match_replays_and_resumes(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    first = kibitz_process(*DEAL, "--save", "match.jsonl", typed="call\n", folder=tmp_path)
    assert first.code == 0
    assert "Saved to match.jsonl; to continue: kibitz play --resume match.jsonl" in first.out
    played = len(read_record(path.read_text()).moves)
    assert played >= 1
    assert kibitz("replay", str(path)).code == 0
    second = kibitz("play", "--resume", str(path), typed="call\n" * 10)
    assert second.code == 0
    assert "the end" in second.out
    record = read_record(path.read_text())
    assert len(record.moves) > played
    assert record.names == ["human", "random:seed=3"]
    assert record.result
    assert kibitz("replay", str(path)).code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["match.jsonl"]


def test_save_command_keeps_the_match_from_then_on(tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    out = kibitz(*DEAL, typed=f"call\nsave {path}\nquit\n").out
    assert f"Saved to {path}; further moves are saved there too." in out
    assert f"to continue: kibitz play --resume {path}" in out
    assert read_record(path.read_text()).game == "leduc"


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
    path.write_text(path.read_text().replace("random:seed=3", "Ada"))
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
        (["ledoc"], "there is no game 'ledoc'; did you mean 'leduc'?"),
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
    assert f"Stopped. Saved to {path}; to continue: kibitz play --resume {path}" in output
    assert errors == "kibitz play: interrupted\n"
    assert read_record(path.read_text()).moves
    for stream in (running.stdin, running.stdout, running.stderr):
        stream.close()


class Terminal:
    """A match at a real terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str) -> None:
        self.side, self.other = pty.openpty()
        ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=self.other,
            stdout=self.other,
            stderr=self.other,
            env=environment({"TERM": "xterm-256color"}),
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
        os.close(self.side)
        self.process.kill()
        self.process.wait()

    def type(self, text: str) -> None:
        os.write(self.side, text.encode())

    def interrupt(self) -> None:
        """Types Ctrl-C, again if nothing comes of it, as a person would.

        CPython's readline notices a signal only while it waits for a key, not between writing the
        prompt and waiting.
        """
        for _ in range(6):
            self.type("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
                return

    def read(self, wanted: str = PROMPT) -> str:
        return read_until(self.side, wanted)

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


def test_terminal_ends_cleanly_on_ctrl_c() -> None:
    with Terminal(*DEAL) as terminal:
        terminal.read()
        terminal.interrupt()
        code, rest = terminal.end()
        assert code == 130
        assert "Stopped. Not saved; to play the same deal again: kibitz play leduc --seed 4" in rest
        assert "kibitz play: interrupted" in rest
        assert "Traceback" not in rest


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
