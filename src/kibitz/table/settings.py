"""The settings of the server: what they are, where they are read from, and what follows from them.

Settings come from a TOML file. Every one has a default, so an empty file is a valid one. A refusal
is one line that names the setting, what was given and what is expected.
"""

import json
import re
import textwrap
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from kibitz.agents.programs import read_declaration
from kibitz.arena.backend import cores
from kibitz.core.errors import AgentDefinitionError, KibitzError, suggest

# The largest file of settings, in bytes; the one that `write_settings` writes has about 7,000.
MOST_BYTES: Final = 100_000
# How many problems of a file are listed, and how much of a value is quoted.
MOST_PROBLEMS: Final = 5
LONGEST_VALUE: Final = 60
# Never quoted: the URL of a database may have a password in it.
SECRET: Final = frozenset({"store"})
# Written last: what follows the head of a table belongs to it.
TABLES: Final = frozenset({"bots", "limits"})
# Columns of the file that `write_settings` writes.
WIDTH: Final = 100
# The longest host or origin that is read: a DNS name has at most 253 characters.
LONGEST_HOST: Final = 300
PORTS: Final = {"http": 80, "https": 443}
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
# Addresses that stand for all addresses of the machine, loopback included.
EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})

HOST: Final = re.compile(
    r"(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::([0-9]{0,5}))?", re.ASCII
)


class SettingsError(KibitzError, ValueError):
    """A file of settings cannot be used; the message is one line."""


# Names of hosts, and origins.


class HostPort(NamedTuple):
    """A host as the `Host` header names it; the port is None where it has none."""

    host: str
    port: int | None


class Origin(NamedTuple):
    """Where a page comes from: the scheme, the host, and the port, even where it is the usual one.

    Two pages with the same origin trust each other.
    """

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        usual = self.port == PORTS[self.scheme]
        return f"{self.scheme}://{self.host}" + ("" if usual else f":{self.port}")


def read_host(text: str) -> HostPort | None:
    """Reads a host with or without a port, as in the `Host` header; None if it is none."""
    # The cache must not keep long texts.
    return parse_host(text) if len(text) <= LONGEST_HOST else None


@lru_cache(maxsize=1_024)
def parse_host(text: str) -> HostPort | None:
    """Does the work of `read_host`."""
    found = HOST.fullmatch(text.lower())
    if found is None:
        return None
    host, digits = found[1], found[2]
    port = int(digits) if digits else None
    if port is not None and port > 65_535:
        return None
    if host[0] != "[":
        return HostPort(host.removesuffix("."), port)
    try:
        return HostPort(f"[{IPv6Address(host[1:-1])}]", port)
    except ValueError:
        return None


def read_origin(text: str) -> Origin | None:
    """Reads an origin, as in the `Origin` header; None if it is none, such as `null`."""
    return parse_origin(text) if len(text) <= LONGEST_HOST else None


@lru_cache(maxsize=1_024)
def parse_origin(text: str) -> Origin | None:
    """Does the work of `read_origin`."""
    scheme, _, rest = text.partition("://")
    scheme = scheme.lower()
    found = read_host(rest)
    if scheme not in PORTS or found is None:
        return None
    return Origin(scheme, found.host, PORTS[scheme] if found.port is None else found.port)


def is_loopback(host: str) -> bool:
    """Tells whether an address can only be reached from this machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


# The checks of single settings. What they raise is the end of a sentence that begins with the
# setting and its value.


def without_brackets(text: str) -> str:
    """Returns an IPv6 address without the brackets that URLs put around it."""
    return text[1:-1] if text[:1] == "[" and text[-1:] == "]" else text


def check_bound(text: str) -> str:
    """Checks an address to listen on, and returns it in lower case and without brackets."""
    try:
        return str(ip_address(without_brackets(text)))
    except ValueError:
        found = read_host(text)
    if found is None or ":" in text:
        raise ValueError('expected an address such as "127.0.0.1", or a name, without a port')
    return found.host


def check_host(text: str) -> str:
    """Checks a name for the `Host` header, and returns it as the header has it."""
    try:
        address = ip_address(without_brackets(text))
        return f"[{address}]" if address.version == 6 else str(address)
    except ValueError:
        found = read_host(text)
    if found is None or ":" in text:
        raise ValueError('expected a name such as "kibitz.example.org", without scheme and port')
    return found.host


def check_origin(text: str) -> str:
    """Checks an origin, and returns it as browsers write it."""
    found = read_origin(text)
    if found is None:
        raise ValueError('expected an origin such as "https://kibitz.example.org", without a path')
    return str(found)


def check_proxy(text: str) -> str:
    """Checks an address or a network of addresses."""
    try:
        return str(ip_network(text))
    except ValueError:
        raise ValueError(
            'expected an address such as "10.0.0.7", or a network such as "10.0.0.0/24"'
        ) from None


def check_bots(bots: dict[str, str]) -> dict[str, str]:
    """Checks the declarations of bots."""
    for name, command in bots.items():
        try:
            read_declaration(f"{name}={command}")
        except AgentDefinitionError as error:
            raise ValueError(str(error)) from None
    return bots


Bound = Annotated[str, AfterValidator(check_bound)]
Host = Annotated[str, AfterValidator(check_host)]
Proxy = Annotated[str, AfterValidator(check_proxy)]
OriginText = Annotated[str, AfterValidator(check_origin)]
Bots = Annotated[dict[str, str], AfterValidator(check_bots)]

# The settings. They are strict: 8000 is not "8000", and 1 is not true. The exceptions are those
# that TOML writes in another way than Python keeps them: lists and paths.

STRICT: Final = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True)


class Limits(BaseModel):
    """How much anybody may ask for.

    An address is the address of a client; for IPv6 it is the network of 64 bits, because one
    client has all addresses in it.
    """

    model_config = STRICT

    body_bytes: int = Field(
        default=65_536,
        ge=1_024,
        le=100_000_000,
        description="The largest body of a request, in bytes.",
    )
    record_bytes: int = Field(
        default=2_000_000,
        ge=1_024,
        le=100_000_000,
        description="The largest imported record, in bytes.",
    )
    requests_per_second: int = Field(
        default=50,
        ge=0,
        le=1_000_000,
        description="How many requests a second one address may send in the long run; a message "
        "on a WebSocket counts as a request. 0 means no limit.",
    )
    request_burst: int = Field(
        default=200,
        ge=1,
        le=1_000_000,
        description="How many requests one address may send at once after a pause.",
    )
    requests_per_address: int = Field(
        default=200,
        ge=1,
        le=1_000_000,
        description="How many requests of one address may be open at a time; one that waits for "
        "news counts for as long as it waits.",
    )
    request_seconds: float = Field(
        default=30.0,
        ge=0.1,
        le=3_600.0,
        allow_inf_nan=False,
        description="How many seconds a client may take to send a request; a connection on which "
        "no request arrives is closed as well.",
    )
    sockets: int = Field(
        default=5_000, ge=0, le=1_000_000, description="How many WebSockets may be open."
    )
    sockets_per_address: int = Field(
        default=200,
        ge=0,
        le=1_000_000,
        description="How many WebSockets one address may have open.",
    )
    socket_message_bytes: int = Field(
        default=4_096,
        ge=64,
        le=16_777_216,
        description="The longest message that a client may send on a WebSocket, in bytes.",
    )
    matches_per_address: int = Field(
        default=500,
        ge=1,
        le=1_000_000,
        description="How many matches one address may create in an hour. An address that has used "
        "them up gets them back one by one: with 500, one every 7.2 seconds. Matches count even "
        "if they are over. A restart of the server resets the count.",
    )
    open_matches: int = Field(
        default=100_000,
        ge=1,
        le=100_000_000,
        description="How many matches may be open; beyond that, nobody can create another one.",
    )
    advice_per_address: int = Field(
        default=4,
        ge=1,
        le=10_000,
        description="How many questions for advice one address may have open at a time; a game of "
        "a tournament that is played again for its record counts, too.",
    )
    advice_waiting: int = Field(
        default=64,
        ge=0,
        le=100_000,
        description="How many questions for advice, from all addresses together, may wait for a "
        "worker.",
    )
    tournament_games: int = Field(
        default=2_000,
        ge=1,
        le=1_000_000,
        description="How many games a tournament that somebody starts may have.",
    )
    live_matches: int = Field(
        default=500,
        ge=1,
        le=1_000_000,
        description="How many matches are kept in memory; the others are read from the store when "
        "they are needed.",
    )


class Settings(BaseModel):
    """The settings of a server."""

    model_config = STRICT

    host: Bound = Field(
        default="127.0.0.1",
        description='The address to listen on. "127.0.0.1" can be reached from this machine only, '
        '"0.0.0.0" and "::" from everywhere.',
    )
    port: int = Field(default=8_000, ge=0, le=65_535, description="The port; 0 means any free one.")
    store: str = Field(
        default="",
        max_length=1_000,
        repr=False,
        description='Where matches are stored: "sqlite:///matches.db" is a file, '
        '"postgresql+psycopg://user@host/database" a database. Empty means that the command '
        "decides.",
    )
    workers: int = Field(
        default=0,
        ge=0,
        le=1_024,
        description="In how many processes agents think; 0 means one less than this machine has "
        "cores, and at least one.",
    )
    agent_seconds: float = Field(
        default=30.0,
        ge=0.1,
        le=3_600.0,
        allow_inf_nan=False,
        description="How long an agent that plays may think about a move, in seconds.",
    )
    advice_seconds: float = Field(
        default=10.0,
        ge=0.1,
        le=3_600.0,
        allow_inf_nan=False,
        description="How long advice may take at most, in seconds, even if a request asks for "
        "more.",
    )
    results: Path | None = Field(
        default=None,
        strict=False,
        description="A folder with results of the arena to show, and for tournaments that people "
        "start here. Unset means the folder `results` beside the SQLite file, or without one in "
        "your folder for program states.",
    )
    tournaments: int = Field(
        default=1,
        ge=0,
        le=64,
        description="How many tournaments that people start may be played at a time; 0 means that "
        "nobody can start one.",
    )
    spire: Literal["local", "always", "never"] = Field(
        default="local",
        description="Whether the table shows what the client of Slay the Spire on this machine "
        'plays: "local" means only if nobody else can reach the server, so not with another host, '
        'with hosts or proxies, or with tls_in_front; "always" means everybody who can reach it.',
    )
    spire_log: Path | None = Field(
        default=None,
        strict=False,
        description="The log of that client, or the folder of its logs, of which the newest is "
        "shown; the folder that the client uses if unset.",
    )
    hosts: tuple[Host, ...] = Field(
        default=(),
        strict=False,
        max_length=100,
        description='More names that people reach the server by, such as "kibitz.example.org". '
        "Requests to other names are refused, because a page on the internet could send them. "
        "Needed behind a reverse proxy. Without them, a server that listens elsewhere than on "
        "loopback answers to any name.",
    )
    origins: tuple[OriginText, ...] = Field(
        default=(),
        strict=False,
        max_length=100,
        description='Other origins, such as "https://cards.example.org", whose pages may open '
        "WebSockets and send requests that change something.",
    )
    proxies: tuple[Proxy, ...] = Field(
        default=(),
        strict=False,
        max_length=100,
        description="Addresses or networks of reverse proxies. Their headers X-Forwarded-For and "
        "X-Forwarded-Proto are believed; those of others are not. They have to pass on Host.",
    )
    tls_in_front: bool = Field(
        default=False, description="Whether a reverse proxy encrypts the connections with TLS."
    )
    abandon_days: int = Field(
        default=14,
        ge=0,
        le=36_500,
        description="After how many days without a move an open match is abandoned; 0 means never.",
    )
    forget_days: int = Field(
        default=90,
        ge=0,
        le=36_500,
        description="After how many days a match that is over is deleted; 0 means never.",
    )
    log: Literal["text", "json"] = Field(
        default="text", description='How the log is written: as "text", or as "json" for programs.'
    )
    metrics: bool = Field(
        default=True, description="Whether the server shows metrics for Prometheus."
    )
    bots: Bots = Field(
        default={},
        description='Programs that play as agents, by name: lines such as ace = "python3 ace.py". '
        "They speak the protocol for bots; everybody who reaches the server can play against them.",
    )
    limits: Limits = Field(
        default=Limits(),
        description="How much anybody may ask for. An address is the address of a client; for IPv6 "
        "it is the network of 64 bits, because one client has all addresses in it.",
    )

    def worker_count(self) -> int:
        """Returns how many processes agents think in."""
        return self.workers or max(1, cores() - 1)

    def proxy_networks(self) -> list[IPv4Network | IPv6Network]:
        """Returns the addresses of trusted reverse proxies, as networks."""
        return [ip_network(text) for text in self.proxies]


# What follows from them.


def allowed_hosts(settings: Settings) -> frozenset[str] | None:
    """Returns the names that a `Host` header may have, without a port; None if any.

    A page on the internet can let its own name point to 127.0.0.1, and would then share the origin
    of this server (DNS rebinding). It cannot change what browsers send as `Host`.
    """
    local = is_loopback(settings.host)
    if not local and not settings.hosts:
        return None
    found = {*settings.hosts, check_host(settings.host)}
    return frozenset(found | LOOPBACK if local or settings.host in EVERYWHERE else found)


def warning(settings: Settings) -> str | None:
    """Returns what an administrator should know before the server starts; None if nothing."""
    if is_loopback(settings.host) or settings.tls_in_front:
        return None
    return (
        f"the server listens on {settings.host} without TLS: anybody on the way can read the "
        "tokens of players; use a reverse proxy with TLS and set tls_in_front, or listen on "
        "127.0.0.1"
    )


# Reading.


def read_settings(path: Path) -> Settings:
    """Reads settings from a TOML file.

    Raises:
        SettingsError: if the file cannot be read, or has unknown names or invalid values.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f"cannot read {path}: {reason}") from None
    if len(content) > MOST_BYTES:
        raise SettingsError(f"{path} has more than {MOST_BYTES:,} bytes: not a file of settings")
    try:
        # Some editors write a byte order mark, which TOML does not have.
        document = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SettingsError(f"{path} is not UTF-8 (byte {error.start + 1})") from None
    except RecursionError:
        raise SettingsError(f"{path} is not TOML: nested too deeply") from None
    except ValueError as error:  # also numbers with too many digits
        reason = str(error)
        raise SettingsError(f"{path} is not TOML: {reason[:1].lower()}{reason[1:]}") from None
    return make_settings(document, str(path))


def make_settings(values: Mapping[str, object], source: str) -> Settings:
    """Makes settings from values by name, such as those of a file.

    Args:
        values: the values; `limits` is a mapping of its own.
        source: where they come from, for the error message.

    Raises:
        SettingsError: if a name is unknown or a value is invalid.
    """
    try:
        return Settings.model_validate(dict(values))
    except ValidationError as error:
        # Any: pydantic's own description of an error.
        found: list[Any] = error.errors(include_url=False)
        problems = [describe_problem(each) for each in found[:MOST_PROBLEMS]]
        if len(found) > MOST_PROBLEMS:
            problems.append(f"and {len(found) - MOST_PROBLEMS} more")
        raise SettingsError(f"{source}: " + "; ".join(problems)) from None


def change_settings(settings: Settings, changes: Mapping[str, object], source: str) -> Settings:
    """Returns settings with some of them changed, such as those given on the command line.

    Raises:
        SettingsError: as for `make_settings`.
    """
    return make_settings({**settings.model_dump(), **changes}, source)


def describe_problem(problem: Mapping[str, Any]) -> str:  # Any: see make_settings
    """Writes what pydantic found wrong as we write it."""
    place: tuple[str | int, ...] = problem["loc"]
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)[1:]
    if problem["type"] == "extra_forbidden":
        return f"unknown setting {shorten(repr(name))}: {suggest(name, names())}"
    if problem["type"] == "value_error":
        expected = str(problem["ctx"]["error"])
    else:
        expected = "expected " + expectation(place)
    given = "..." if name in SECRET else shorten(toml_value(problem["input"]))
    return f"invalid {name}={given}: {expected}"


def names() -> list[str]:
    """Lists all settings, those of `limits` as `limits.sockets`."""
    return [*Settings.model_fields, *(f"limits.{name}" for name in Limits.model_fields)]


def expectation(place: tuple[str | int, ...]) -> str:
    """Says what a setting has to be; the place is its name, or its names in `limits`."""
    if place[0] == "limits" and len(place) > 1:
        return expected_of(Limits.model_fields[str(place[1])])
    if len(place) > 1:  # an item of a list
        return "a text"
    return expected_of(Settings.model_fields[str(place[0])])


def expected_of(field: FieldInfo) -> str:
    """Says what the value of a field has to be."""
    kind = field.annotation
    most = next((item.max_length for item in field.metadata if hasattr(item, "max_length")), None)
    if kind is int:
        return f"a whole number {range_of(field)}"
    if kind is float:
        return f"a number {range_of(field)}"
    if kind is bool:
        return "true or false"
    if get_origin(kind) is Literal:
        return " or ".join(toml_value(word) for word in get_args(kind))
    if get_origin(kind) is tuple:
        return f"a list of at most {most} texts"
    if kind is Limits or get_origin(kind) is dict:
        return "a table"
    return "a text" if most is None else f"a text of at most {most} characters"


def range_of(field: FieldInfo) -> str:
    """Says which numbers a field takes; empty if it does not take numbers."""
    least = [item.ge for item in field.metadata if hasattr(item, "ge")]
    most = [item.le for item in field.metadata if hasattr(item, "le")]
    return f"from {toml_value(least[0])} to {toml_value(most[0])}" if least and most else ""


def shorten(text: str) -> str:
    """Cuts a text that is quoted in a message."""
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


# Writing.


def toml_value(value: object) -> str:
    """Writes a value as TOML does, as far as settings and messages need it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:_}" if abs(value) >= 10_000 else str(value)
    if isinstance(value, str | Path):
        return json.dumps(str(value)).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        # No list of settings has a list in it, and a wrong one may be nested deeply.
        items = ["[...]" if isinstance(item, list) else toml_value(item) for item in value]
        return "[" + ", ".join(items) + "]"
    return "{...}" if isinstance(value, Mapping) else str(value)


def write_settings() -> str:
    """Writes the defaults as a TOML file in which comments explain every setting."""
    lines = ["# The settings of kibitz serve, with their defaults.", ""]
    for name, field in Settings.model_fields.items():
        if name not in TABLES:
            lines += write_setting(name, field)
    lines += [*comment(Settings.model_fields["bots"].description or ""), "[bots]", ""]
    limits = Settings.model_fields["limits"]
    lines += [*comment(limits.description or ""), "[limits]", ""]
    for name, field in Limits.model_fields.items():
        lines += write_setting(name, field)
    return "\n".join(lines).rstrip("\n") + "\n"


def write_setting(name: str, field: FieldInfo) -> list[str]:
    """Writes one setting, its explanation first and an empty line last."""
    default = field.default
    line = f'# {name} = "folder"' if default is None else f"{name} = {toml_value(default)}"
    values = range_of(field).capitalize()
    text = f"{field.description} {values}." if values else str(field.description)
    return [*comment(text), line, ""]


def comment(text: str) -> list[str]:
    """Writes a text as lines of comment."""
    return [f"# {line}" for line in textwrap.wrap(text, WIDTH - 2)]
