"""`kibitz serve`: what it prints, and what it refuses to start with."""

import json
import os
import signal
import socket
import subprocess
import sys
import tomllib
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

PATIENCE = 60


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as a process, because one that is not refused would never end."""
    command = [sys.executable, "-m", "kibitz", "serve", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_settings_are_printed_with_their_defaults() -> None:
    done = serve("--print-settings")
    assert done.returncode == 0
    read = tomllib.loads(done.stdout)
    assert (read["host"], read["port"]) == ("127.0.0.1", 8000)
    assert read["limits"]["body_bytes"] == 65_536


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--port", "70000"), "--port"),
        (("--port", "x"), "--port"),
        (("--workers", "0"), "--workers"),
        (("--log", "xml"), "xml"),
        (("--settings", "{folder}/missing.toml"), "missing.toml"),
        (("--settings", "{folder}"), "{folder}"),
        (("--host", "no such host"), "no such host"),
        (("--host", "203.0.113.7"), "cannot listen on 203.0.113.7"),
        (("--store", "mysql://me:secret@host/db"), "unknown kind of database 'mysql'"),
        (("--store", "sqlite:///{folder}/none/table.db"), "there is no folder"),
        (("--store", "sqlite:///{folder}/text.db"), "not a Kibitz database"),
        (("--results", "{folder}/none"), "none"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    (tmp_path / "text.db").write_text("This is not a database, whatever its name says. " * 50)
    given = [word.replace("{folder}", str(tmp_path)) for word in words]
    done = serve("--port", "0", "--store", "sqlite://", *given)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("kibitz serve: ")
    assert message.replace("{folder}", str(tmp_path)) in line
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"prot = 1", "FILE: unknown setting 'prot': did you mean 'port' or 'proxies' or 'host'?"),
        (b"port = true", "FILE: invalid port=true: expected a whole number from 0 to 65_535"),
        (b"port =", "FILE is not TOML: invalid value (at end of document)"),
        (b"\xff", "FILE is not UTF-8 (byte 1)"),
    ],
)
def test_wrong_settings_are_wrong_usage_and_no_bug(
    tmp_path: Path, text: bytes, message: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(text)
    done = serve("--settings", str(file))
    assert done.stderr == f"kibitz serve: {message.replace('FILE', str(file))}\n"
    assert done.returncode == 2


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = serve("--port", str(port), "--store", f"sqlite:///{tmp_path / 'a.db'}")
    assert done.returncode == 2
    message = f"cannot listen on 127.0.0.1 port {port}: Address already in use"
    assert done.stderr == f"kibitz serve: {message}\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_well(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--json", "--workers", "1"]
    environment = {"XDG_STATE_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    ) as server:
        assert server.stdout is not None
        said = json.loads(server.stdout.readline())
        assert httpx.get(f"{said['url']}/health").json()["status"] == "ok"
        server.send_signal(number)
        _, errors = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0, errors
    assert "Traceback" not in errors
    assert (tmp_path / "kibitz" / "table.db").is_file()


def test_make_run_opens_the_table_and_ends_well_after_ctrl_c(tmp_path: Path) -> None:
    makefile = Path(__file__).parents[2] / "Makefile"
    words = ["-f", str(makefile), "run", f"BIN={Path(sys.executable).parent}", "SERVE=--workers 1"]
    # As a job of a shell in the background, where it has no terminal.
    with subprocess.Popen(
        ["make", *words, "-o", ".venv/.package"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""},
        start_new_session=True,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            url = line.removeprefix("The table is open at ").split(" ")[0]
            assert "<title>Kibitz</title>" in httpx.get(url).text
        finally:
            os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors


def test_a_port_that_nobody_named_may_be_another_one(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kibitz", "serve", "--json", "--workers", "1"]
    urls = set()
    with ExitStack() as stack:
        for name in ("one", "two"):
            environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / name)}
            process = stack.enter_context(
                subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
            )
            stack.callback(process.terminate)
            assert process.stdout is not None
            urls.add(json.loads(process.stdout.readline())["url"])
    assert len(urls) == 2
