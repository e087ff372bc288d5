"""What is installed: games and agents as JSON, for people and programs.

`kibitz games` shows the same facts as the table. It has to be quick, so nothing here imports the
web framework or the database.
"""

import inspect
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeVar

from kibitz import games
from kibitz.agents import outside
from kibitz.agents.asking import CLOCK, choose_adviser, choose_opponent
from kibitz.agents.limits import BUDGETS
from kibitz.agents.outside import GAME, OWN_PACKAGE
from kibitz.agents.programs import Bot, check_game, declared_bots, introduction_of
from kibitz.agents.registry import (
    agent_names,
    built_in_names,
    factories,
    find_bot,
    find_factory,
    option_help,
    package_of,
    tunable_options,
)
from kibitz.core.errors import GameDefinitionError, KibitzError, UnknownGame
from kibitz.core.game import SPECTATOR, Game
from kibitz.core.options import TRUTHS, known_options, wanted_types
from kibitz.core.packages import UNKNOWN
from kibitz.core.randomness import seeded
from kibitz.core.ranges import Choice, Range, Real, Whole
from kibitz.core.value import Json
from kibitz.games.bugs import find_bug
from kibitz.table.naming import HUMAN
from kibitz.table.refusal import Refusal

T = TypeVar("T")

# The option that sets the number of seats, where a game has one, and the numbers that are tried if
# the game does not declare its range.
SEATS: Final = "seats"
MOST_SEATS: Final = 8
# A range with steps is a choice if it has no more numbers than this.
MOST_CHOICES: Final = 20
# The kinds of options, by the first of the types that an option takes.
KINDS: Final = {"bool": "switch", "int": "whole", "float": "number", "str": "text"}


# For the table.


@cache
def list_games() -> list[dict[str, Json]]:
    """Lists the installed games, each as `describe_loaded` does.

    A game that cannot be loaded has only `id`, `source` and `error`.

    The first call imports all games and agents, which takes about a second. The list is the same
    object on every call: do not change it.
    """
    rows, broken = describe_each(describe_loaded)
    return [*rows, *broken]


@cache
def describe_game(name: str) -> dict[str, Json]:
    """Describes a game as `list_games` does, and adds `lists`: what options can name, by heading.

    Such are decks, cards and encounters; most of them are too long for a list of all games. The
    document is the same object on every call: do not change it.

    Raises:
        Refusal: if there is no such game, or it cannot be loaded.
    """
    return ask_game(name, lambda game: {**describe_loaded(game), "lists": lists_of(game)})


@cache
def rules(name: str) -> str:
    """Returns the page of rules of a game, as Markdown.

    Raises:
        Refusal: if there is no such game, or it cannot be loaded.
    """
    return ask_game(name, lambda game: game.rules_text())


def ask_game(name: str, question: Callable[[Game[Any, Any]], T]) -> T:
    """Loads a game with its default options, and asks it something.

    Raises:
        Refusal: if there is no such game, or it fails.
    """
    try:
        return question(games.load(name))
    except UnknownGame as error:
        raise Refusal("GAME_NOT_FOUND", str(error)) from error
    except Exception as error:
        reason = f"{name} cannot be loaded: {reason_for(error)}"
        raise Refusal("GAME_NOT_FOUND", reason) from error


# Games.


def describe_each(
    describe: Callable[[Game[Any, Any]], dict[str, Json]],
) -> tuple[list[dict[str, Json]], list[dict[str, Json]]]:
    """Describes all games; returns those that cannot be loaded, with the error, as a second list.

    Args:
        describe: describes one game.
    """
    rows: list[dict[str, Json]] = []
    broken: list[dict[str, Json]] = []
    for name in games.names():
        try:
            rows.append(describe(games.load(name)))
        except Exception as error:  # noqa: BLE001 - another package can fail in any way
            source = games.find(name).source
            broken.append({"id": name, "source": source, "error": reason_for(error)})
    return rows, broken


def reason_for(error: Exception) -> str:
    """Says why a game or agent cannot be loaded, with file and line if its package is to blame."""
    bug = find_bug(error)
    what = "; ".join(error.problems) if isinstance(error, GameDefinitionError) else str(error)
    return what if bug is None or bug.package == OWN_PACKAGE else f"{what} ({bug.place})"


def row_of(game: Game[Any, Any]) -> dict[str, Json]:
    """Describes a game in one row, as `kibitz games` shows it; imports none of its agents."""
    return {
        "id": game.id,
        "title": game.title or game.id,
        "seats": game.seats,
        "version": game.version,
        "options": [*games.option_names(type(game))],
        "agents": [*agent_names(game)],
        "opponent": choose_opponent(game, None, timed=False),
        "adviser": choose_adviser(game, None, timed=False),
        "source": games.find(game.id).source,
    }


def describe_loaded(game: Game[Any, Any]) -> dict[str, Json]:
    """Describes a game.

    Returns:
        `id`, `title`, `seats` with the default options, `version` of the rules, the default
        `opponent` and `adviser`, the package that is the `source`, the `tone` of its table and the
        `unit` of its returns, which are empty where it has none, and:

        - `seat_counts`: all possible numbers of seats.
        - `options`: see `describe_options`.
        - `agents`: by name, those of the game first; see `describe_agent`.
        - `error`: null.
    """
    agents: dict[str, Json] = {name: describe_agent(game, name) for name in agent_names(game)}
    return {
        **row_of(game),
        "tone": tone_of(game),
        "unit": game.unit,
        "seat_counts": [*seat_counts(game)],
        "options": describe_options(game),
        "agents": agents,
        "error": None,
    }


def lists_of(game: Game[Any, Any]) -> dict[str, Json]:
    """Lists what the options of a game can name, by heading."""
    return {heading: [*names] for heading, names in game.lists().items()}


def tone_of(game: Game[Any, Any]) -> str:
    """Returns the tone of a game's table; empty if it has none."""
    with suppress(Exception):  # a scene that fails is reported to those who play
        state = game.setup(seeded(0))
        return game.scene(game.view(state, SPECTATOR)).tone
    return ""


def seat_counts(game: Game[Any, Any]) -> list[int]:
    """Returns the possible numbers of seats: one, unless `seats` is an option of the game."""
    if SEATS not in games.option_names(type(game)):
        return [game.seats]
    span = game.option_ranges().get(SEATS)
    tried = range(1, MOST_SEATS + 1)
    if isinstance(span, Whole):
        tried = range(span.low, span.high + 1, span.step)
    found = {game.seats}
    for count in tried:
        with suppress(Exception):  # the game refuses it
            found.add(games.load(game.id, **{SEATS: count}).seats)
    return sorted(found)


# Options.


def describe_options(game: Game[Any, Any]) -> dict[str, Json]:
    """Describes the options of a game, by name.

    Each has:

    - `kind`: `whole` (a number), `number`, `switch`, `choice` (of `choices`), `text`, or `list`: a
      list, or one text with a value for each seat and the `separator` between them.
    - `default`, and whether it is `optional`, so that null is allowed.
    - `help`: what it means; null if the game does not say.
    - `choices`, `least` and `most`: the values that are allowed; null where that is not known. Not
      all of them need be allowed together with those of other options.
    """
    texts, spans, between = game.option_help(), game.option_ranges(), game.per_seat()
    defaults, known = game.options, known_options(type(game)) or {}
    return {
        name: {
            **describe_parameter(known[name], defaults.get(name), texts.get(name)),
            **describe_values(spans.get(name), wanted_types(known[name])),
            **describe_separator(between.get(name)),
        }
        for name in games.option_names(type(game))
    }


def describe_parameter(
    parameter: inspect.Parameter, default: Json, meaning: str | None
) -> dict[str, Json]:
    """Describes what the signature tells about an option, and what it means."""
    types = wanted_types(parameter)
    kind = "text" if not types or "str" in types else KINDS[types[0]]
    return {
        "kind": "list" if isinstance(default, list) else kind,
        "default": default,
        "optional": "None" in types,
        "help": meaning,
    }


def describe_values(span: Range | None, types: Sequence[str]) -> dict[str, Json]:
    """Describes the values that an option may have."""
    choices = choices_of(span, types)
    if choices is not None:
        return {"kind": "choice", "choices": choices, "least": None, "most": None}
    bounded = span if isinstance(span, (Whole, Real)) else None
    return {
        "choices": None,
        "least": None if bounded is None else bounded.low,
        "most": None if bounded is None else bounded.high,
    }


def describe_separator(separator: str | None) -> dict[str, Json]:
    """Describes an option that may have a value for each seat."""
    found: dict[str, Json] = {"separator": separator}
    return found if separator is None else {"kind": "list", **found}


def choices_of(span: Range | None, types: Sequence[str]) -> list[Json] | None:
    """Lists the values of an option that has only a few; None for other options."""
    if isinstance(span, Choice) and not all(value in TRUTHS for value in span.values):
        numbers = types[:1] == ["int"]
        return [int(value) if numbers else value for value in span.values]
    if isinstance(span, Whole) and span.step > 1:
        found = range(span.low, span.high + 1, span.step)
        return [*found] if len(found) <= MOST_CHOICES else None
    return None


# Agents.


def describe_agent(game: Game[Any, Any], name: str) -> dict[str, Json]:
    """Describes an agent that can play a game.

    Returns:
        - `package`: the package that provides it, with its version.
        - `clock`: whether it can be given a time for a decision, in milliseconds.
        - `plays` and `advises`: whether it may do so at a table.
        - `options`: by name, each with `kind`, `default`, `optional` and `help` as in
          `describe_options`, and `tuned`: the range in which `kibitz tune` searches, as it is
          written there; null if there is none. `least` and `most` are known of the budgets of
          agents of Kibitz, such as `ms`, and null elsewhere.
        - `weights`: how many options it has in addition: the numbers that it judges by, which
          `kibitz games GAME --weights AGENT` lists.
        - `problem`: why it cannot be used; null if it can.
    """
    bot = declared_bots().get(name)
    if bot is not None:
        row = bot_row(bot, game)
        if row["problem"] is not None:
            return unusable(str(row["package"]), str(row["problem"]))
    elif name not in factories(game):
        same_name = outside.entries()[name]
        row = agent_row(same_name[0], same_name)
        if row["problem"] is not None:
            return unusable(same_name[0].package, str(row["problem"]))
    try:
        return describe_usable(game, name)
    except Exception as error:  # noqa: BLE001 - another package can fail in any way
        return unusable(package_of(game, name), f"cannot be loaded: {reason_for(error)}")


def describe_usable(game: Game[Any, Any], name: str) -> dict[str, Json]:
    """Describes an agent whose package works."""
    known = dict(known_options(find_factory(game, name)) or {})
    if name not in factories(game) and next(iter(known), None) == GAME:
        del known[GAME]  # it is given by whoever makes the agent
    package = package_of(game, name)
    weights, texts = game.agent_weights().get(name, {}), option_help(game, name)
    tuned: Mapping[str, Range] = {}
    with suppress(KibitzError):  # it plays all the same
        tuned = tunable_options(game, name)
    options: dict[str, Json] = {
        option: {
            **describe_parameter(parameter, default_of(parameter), texts.get(option)),
            **describe_budget(option, package),
            "tuned": str(tuned[option]) if option in tuned else None,
        }
        for option, parameter in known.items()
        if option not in weights
    }
    usable = name != HUMAN
    return {
        "package": package,
        "clock": CLOCK in known,
        "plays": usable,
        "advises": usable,
        "options": options,
        "weights": len(weights),
        "problem": None,
    }


def describe_budget(option: str, package: str) -> dict[str, Json]:
    """Describes the values that an option of an agent may have, as far as they are known."""
    known = option in BUDGETS and package.partition(" ")[0] == OWN_PACKAGE
    return {"least": 1 if known else None, "most": BUDGETS[option] if known else None}


def default_of(parameter: inspect.Parameter) -> Json:
    """Returns the default of an agent's option; null if there is none, or it is not JSON."""
    value: object = parameter.default
    with suppress(TypeError, ValueError):
        found: Json = json.loads(json.dumps(value, allow_nan=False))
        return found
    return None


def unusable(package: str, problem: str) -> dict[str, Json]:
    """Describes an agent that cannot be used."""
    return {
        "package": package,
        "clock": False,
        "plays": False,
        "advises": False,
        "options": {},
        "weights": 0,
        "problem": problem,
    }


def bot_row(bot: Bot, game: Game[Any, Any] | None = None) -> dict[str, Json]:
    """Describes a bot as `agent_row` does; with a game, whether it plays that one."""
    package, problem = UNKNOWN, None
    try:
        introduction = introduction_of(bot)
        package = introduction.package
        if game is not None:
            find_bot(game, bot.name)
            check_game(bot, introduction, game.id)
    except KibitzError as error:
        problem = f"cannot be used: {error}"
    target = shlex.join(bot.words)
    return {"name": bot.name, "package": package, "target": target, "problem": problem}


def agent_row(
    entry: outside.AgentEntry, same_name: Sequence[outside.AgentEntry]
) -> dict[str, Json]:
    """Describes one agent of another package, and why it cannot be used by its name."""
    problem = None
    try:
        entry.find()
    except Exception as error:  # noqa: BLE001 - another package can fail in any way
        problem = f"cannot be loaded: {reason_for(error)}"
    if problem is None and entry.name in built_in_names():
        problem = f"has the name of a built-in agent; use {entry.target()}"
    elif problem is None and len(same_name) > 1:
        problem = f"has the name of another agent; use {entry.target()}"
    return {
        "name": entry.name,
        "package": entry.package,
        "target": entry.target(),
        "problem": problem,
    }
