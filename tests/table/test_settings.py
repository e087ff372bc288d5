"""Settings: their file, its refusals, and what follows from them."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from kibitz.arena.backend import cores
from kibitz.table.settings import (
    MOST_BYTES,
    HostPort,
    Limits,
    Origin,
    Settings,
    SettingsError,
    allowed_hosts,
    change_settings,
    make_settings,
    names,
    read_host,
    read_origin,
    read_settings,
    warning,
    write_settings,
)


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "kibitz.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refusal_of(folder: Path, text: str | bytes) -> str:
    """Returns why a file is refused, without its name."""
    path = written(folder, text)
    with pytest.raises(SettingsError) as caught:
        read_settings(path)
    message = str(caught.value)
    assert "\n" not in message
    assert str(path) in message
    return message.replace(str(path), "FILE")


# Reading and writing.


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    found = read_settings(written(tmp_path, ""))
    assert found == Settings()
    assert (found.host, found.port, found.limits.body_bytes) == ("127.0.0.1", 8000, 65_536)


def test_a_file_is_read(tmp_path: Path) -> None:
    text = """
        port = 0
        agent_seconds = 5
        results = "runs"
        hosts = ["Kibitz.Example.org", "::1"]
        origins = ["https://Cards.example.org:443", "http://localhost:5173"]
        proxies = ["10.0.0.7", "fd00::/8"]
        log = "json"
        [limits]
        sockets = 12
    """
    found = read_settings(written(tmp_path, text))
    assert (found.port, found.agent_seconds, found.log) == (0, 5.0, "json")
    assert found.results == Path("runs")
    assert found.hosts == ("kibitz.example.org", "[::1]")
    assert found.origins == ("https://cards.example.org", "http://localhost:5173")
    assert found.proxies == ("10.0.0.7/32", "fd00::/8")
    assert found.limits == Limits(sockets=12)


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    assert read_settings(written(tmp_path, b"\xef\xbb\xbfport = 1")).port == 1


def test_the_written_file_has_every_setting_and_reads_as_the_defaults(tmp_path: Path) -> None:
    text = write_settings()
    assert read_settings(written(tmp_path, text)) == Settings()
    document = tomllib.loads(text)
    limits = document.pop("limits")
    unset = {name for name in names() if name.startswith("limits.")} | {
        "limits",
        "results",
        "spire_log",
    }
    assert set(document) == set(names()) - unset
    assert set(limits) == set(Limits.model_fields)
    assert '# results = "folder"' in text.splitlines()
    assert max(map(len, text.splitlines())) <= 100


def test_every_setting_is_described_and_every_number_has_bounds() -> None:
    for model in (Settings, Limits):
        for name, field in model.model_fields.items():
            assert field.description, name
            assert field.description.endswith("."), name
            assert not field.is_required(), name
            if field.annotation in (int, float):
                assert any(hasattr(item, "ge") for item in field.metadata), name
                assert any(hasattr(item, "le") for item in field.metadata), name


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().port = 3


def test_settings_of_the_command_line_replace_those_of_a_file() -> None:
    before = make_settings({"port": 1, "hosts": ["a.example"], "limits": {"sockets": 3}}, "file")
    after = change_settings(before, {"port": 2}, "command line")
    assert (after.port, after.hosts, after.limits.sockets) == (2, ("a.example",), 3)
    with pytest.raises(
        SettingsError, match=r"^command line: invalid port=70_000: expected a whole"
    ):
        change_settings(before, {"port": 70_000}, "command line")


# Refusals.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prot = 1", "FILE: unknown setting 'prot': did you mean 'port'"),
        ("body_bytes = 1", "FILE: unknown setting 'body_bytes': did you mean 'limits.body_bytes'"),
        ("limits.socket = 1", "FILE: unknown setting 'limits.socket': did you mean 'limits.sock"),
        ('"a\\nb" = 1', "FILE: unknown setting 'a\\nb': known: host, port"),
        ('port = "8000"', 'FILE: invalid port="8000": expected a whole number from 0 to 65_535'),
        ("port = 8000.0", "FILE: invalid port=8000.0: expected a whole number from 0 to 65_535"),
        ("port = true", "FILE: invalid port=true: expected a whole number from 0 to 65_535"),
        ("port = 65536", "FILE: invalid port=65_536: expected a whole number from 0 to 65_535"),
        ("port = {a = 1}", "FILE: invalid port={...}: expected a whole number from 0 to 65_535"),
        ("metrics = 1", "FILE: invalid metrics=1: expected true or false"),
        ('log = "xml"', 'FILE: invalid log="xml": expected "text" or "json"'),
        ("results = 3", "FILE: invalid results=3: expected a text"),
        ("agent_seconds = nan", "FILE: invalid agent_seconds=nan: expected a number from 0.1 to"),
        ("agent_seconds = inf", "FILE: invalid agent_seconds=inf: expected a number from 0.1 to"),
        ('hosts = "a"', 'FILE: invalid hosts="a": expected a list of at most 100 texts'),
        ("hosts = [1]", "FILE: invalid hosts[0]=1: expected a text"),
        ("hosts = [[[1]]]", "FILE: invalid hosts[0]=[[...]]: expected a text"),
        ('hosts = ["a:80"]', 'FILE: invalid hosts[0]="a:80": expected a name such as'),
        ('hosts = ["http://a"]', 'FILE: invalid hosts[0]="http://a": expected a name such as'),
        ('host = ""', 'FILE: invalid host="": expected an address such as "127.0.0.1"'),
        ('host = "a:1"', 'FILE: invalid host="a:1": expected an address such as "127.0.0.1"'),
        ('origins = ["null"]', 'FILE: invalid origins[0]="null": expected an origin such as'),
        ('origins = ["http://a/"]', 'FILE: invalid origins[0]="http://a/": expected an origin'),
        ('proxies = ["proxy"]', 'FILE: invalid proxies[0]="proxy": expected an address such as'),
        ("limits = 3", "FILE: invalid limits=3: expected a table"),
        ("limits.sockets = -1", "FILE: invalid limits.sockets=-1: expected a whole number from 0"),
        ("port =", "FILE is not TOML: invalid value (at end of document)"),
        (b"# \xff", "FILE is not UTF-8 (byte 3)"),
        ("a = " + "[" * 20_000, "FILE is not TOML: nested too deeply"),
        ("port = " + "9" * 5_000, "FILE is not TOML: exceeds the limit"),
        ("#" * (MOST_BYTES + 1), "FILE has more than 100,000 bytes: not a file of settings"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "bytes",
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    assert refusal_of(tmp_path, text).startswith(message)


def test_several_problems_are_listed_but_not_endlessly(tmp_path: Path) -> None:
    found = refusal_of(tmp_path, 'port = "a"\nlog = "b"')
    assert found.count("invalid") == 2
    found = refusal_of(tmp_path, "\n".join(f"zzz{at} = 1" for at in range(50)))
    assert found.count("unknown setting") == 5
    assert found.endswith("; and 45 more")


def test_long_values_are_cut(tmp_path: Path) -> None:
    found = refusal_of(tmp_path, f'log = "{"x" * 5_000}"')
    assert len(found) < 150


def test_the_url_of_the_store_is_never_shown(tmp_path: Path) -> None:
    url = "postgresql+psycopg://user:hunter2@host/" + "x" * 1_000
    found = refusal_of(tmp_path, f'store = "{url}"')
    assert found == "FILE: invalid store=...: expected a text of at most 1000 characters"
    assert "hunter2" not in repr(Settings(store=url[:60]))
    with pytest.raises(ValidationError) as caught:
        Settings(store=url)
    assert "hunter2" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^cannot read .*none\.toml: No such file"):
        read_settings(tmp_path / "none.toml")
    with pytest.raises(SettingsError, match=r"^cannot read .*: Is a directory$"):
        read_settings(tmp_path)
    with pytest.raises(SettingsError, match=r"^cannot read .*: embedded null byte$"):
        read_settings(tmp_path / "a\0b")


TOML_VALUES = st.recursive(
    st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(names()[:16]) | st.text(max_size=9), TOML_VALUES))
def test_any_values_are_taken_or_refused_in_one_line(values: dict[str, object]) -> None:
    message = "here: "
    try:
        make_settings(values, "here")
    except SettingsError as error:
        message = str(error)
    assert message.startswith("here: ")
    assert message.isprintable()


# What follows.


def test_there_is_always_a_worker() -> None:
    assert Settings(workers=3).worker_count() == 3
    assert Settings().worker_count() == max(1, cores() - 1)


@pytest.mark.parametrize(
    ("host", "hosts", "expected"),
    [
        ("127.0.0.1", (), {"localhost", "127.0.0.1", "[::1]"}),
        ("localhost", (), {"localhost", "127.0.0.1", "[::1]"}),
        ("[::1]", (), {"localhost", "127.0.0.1", "[::1]"}),
        ("127.0.0.9", (), {"localhost", "127.0.0.1", "[::1]", "127.0.0.9"}),
        ("127.0.0.1", ("a.example",), {"localhost", "127.0.0.1", "[::1]", "a.example"}),
        ("192.168.0.5", (), None),
        ("0.0.0.0", (), None),
        ("table.example", (), None),
        ("192.168.0.5", ("a.example",), {"192.168.0.5", "a.example"}),
        ("0.0.0.0", ("a.b",), {"0.0.0.0", "a.b", "localhost", "127.0.0.1", "[::1]"}),
        ("::", ("a.b",), {"[::]", "a.b", "localhost", "127.0.0.1", "[::1]"}),
    ],
)
def test_names_of_the_server(host: str, hosts: tuple[str, ...], expected: set[str] | None) -> None:
    assert allowed_hosts(Settings(host=host, hosts=hosts)) == expected


@pytest.mark.parametrize(
    ("host", "tls", "warned"),
    [
        ("127.0.0.1", False, False),
        ("localhost", False, False),
        ("::1", False, False),
        ("0.0.0.0", False, True),
        ("192.168.0.5", False, True),
        ("table.example", False, True),
        ("0.0.0.0", True, False),
    ],
)
def test_a_server_that_others_can_reach_without_tls_is_warned_of(
    host: str, tls: bool, warned: bool
) -> None:
    found = warning(Settings(host=host, tls_in_front=tls))
    assert (found is not None) == warned
    if found is not None:
        assert f"listens on {host} without TLS" in found


# Hosts and origins.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("localhost", ("localhost", None)),
        ("LocalHost:8000", ("localhost", 8000)),
        ("a.example.:80", ("a.example", 80)),
        ("a.example:", ("a.example", None)),
        ("127.0.0.1:0", ("127.0.0.1", 0)),
        ("[::1]:8000", ("[::1]", 8000)),
        ("[0:0:0:0:0:0:0:1]", ("[::1]", None)),
        ("xn--bcher-kva.example", ("xn--bcher-kva.example", None)),
    ],
)
def test_hosts_are_read(text: str, expected: tuple[str, int | None]) -> None:
    assert read_host(text) == HostPort(*expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":80",
        "::1",
        "[::1",
        "[1.2.3.4]",
        "[:::]",
        "a b",
        "a/b",
        "a@b",
        "a..b",
        ".a",
        "a:80:80",
        "a:-1",
        "a:65536",
        "a:٣",
        "b\u00fccher.example",
        "a,b",
        "localhost\n",
        "x" * 400,
    ],
)
def test_what_is_not_a_host_is_refused(text: str) -> None:
    assert read_host(text) is None
    assert read_origin(f"http://{text}") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://localhost:8000", ("http", "localhost", 8000)),
        ("HTTPS://A.example", ("https", "a.example", 443)),
        ("http://[::1]", ("http", "[::1]", 80)),
    ],
)
def test_origins_are_read(text: str, expected: tuple[str, str, int]) -> None:
    assert read_origin(text) == Origin(*expected)


@pytest.mark.parametrize("text", ["null", "", "localhost", "file://", "ftp://a", "http://a/b"])
def test_what_is_not_an_origin_is_refused(text: str) -> None:
    assert read_origin(text) is None


@given(st.text(max_size=30) | st.text("htps:/[].0123456789abcdef", max_size=30))
def test_any_text_is_a_host_or_origin_or_none(text: str) -> None:
    host, origin = read_host(text), read_origin(text)
    if host is not None:
        assert read_host(host.host) == HostPort(host.host, None)
    if origin is not None:
        assert read_origin(str(origin)) == origin
