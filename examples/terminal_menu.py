"""A menu for the terminal: pick a kind of move, then answer its questions one by one.

    python examples/terminal_menu.py --game jaipur

You play seat 0 against the game's opponent.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, TypeVar

from kibitz.agents import make_agent
from kibitz.agents.asking import choose_opponent
from kibitz.core import KibitzError, Move, RuleEngine, State, Step, group_by_category
from kibitz.games import load
from kibitz.kit import TableState
from kibitz.kit.drawing import card_text, place_text

S = TypeVar("S", bound=State)
V = TypeVar("V")
T = TypeVar("T")


class Leave(Exception):
    """The player wants to leave, or the input has ended."""


def ask(prompt: str, options: dict[str, T]) -> T:
    """Shows numbered options until one of them is picked."""
    labels = list(options)
    for number, label in enumerate(labels, 1):
        print(f"  {number}  {label}")
    while True:
        try:
            answer = input(f"{prompt} (1-{len(labels)}, q to leave)> ").strip()
        except EOFError:
            raise Leave from None
        if answer == "q":
            raise Leave
        if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(labels):
            return options[labels[int(answer) - 1]]
        print(f"  {answer!r} is not one of the numbers")


def pick_kind(engine: RuleEngine[S, V], seat: int) -> str:
    """Lists the kinds of moves by category; a kind that cannot be played now says why."""
    entries = engine.enumerate_moves(seat, include_metadata=True)
    options: dict[str, str] = {}
    for category, group in group_by_category(entries).items():
        for move_id in dict.fromkeys(entry.move_id for entry in group):
            mine = [entry for entry in group if entry.move_id == move_id]
            valid = sum(entry.is_valid for entry in mine)
            error = mine[0].validation_error
            if valid:
                description = (mine[0].metadata or {}).get("description", "")
                options[f"[{category or 'other'}] {move_id} ({valid}): {description}"] = move_id
            elif error is not None:
                print(f"  -  [{category or 'other'}] {move_id}: {error.reason}")
    return ask("move", options)


def pick_several(
    field: str, labels: Sequence[str], options: Sequence[object], least: int, most: int
) -> tuple[object, ...]:
    """Asks for one item after the other; the answer is a tuple in the order of the options."""
    picked: list[int] = []
    while len(picked) < most:
        # Of equal items one is shown, as often as there is another one.
        left = {labels[at]: at for at in range(len(options)) if at not in picked}
        done = {"(no more)": -1} if len(picked) >= least else {}
        index = ask(field, done | left)
        if index < 0:
            break
        picked.append(index)
    return tuple(options[index] for index in sorted(picked))


def pick_move(engine: RuleEngine[S, V], seat: int) -> Move[S]:
    """Asks the questions of one kind of move, until only one legal move is left."""
    kind = pick_kind(engine, seat)
    chosen: dict[str, object] = {}
    entries = engine.enumerate_moves(seat, valid_only=True, move_ids=[kind])
    legal = [entry.move for entry in entries]
    while len(legal) > 1:
        step = engine.next_choices(kind, chosen, seat, valid_only=True)
        if step is None:
            break
        labels = labels_of(engine.view(seat), step)
        if step.many:
            answer: object = pick_several(step.field, labels, step.options, step.min, step.max)
        else:
            answer = ask(step.field, dict(zip(labels, step.options, strict=True)))
        left = [move for move in legal if answer_of(move, step.field) == answer]
        if left:
            chosen[step.field] = answer
            legal = left
        else:
            print(f"  no legal move has {step.field} {answer}")
    return legal[0]


def labels_of(view: object, step: Step) -> list[str]:
    """Names the options as the player sees them: cards by name, places by what is there."""
    if not isinstance(view, TableState) or step.kind not in ("card", "place"):
        return list(step.labels)
    names: list[str] = []
    for option in step.options:
        if option is None:
            names.append("(none)")
        else:
            is_card = step.kind == "card"
            names.append(card_text(view.layout, option) if is_card else place_text(view, option))
    return names


def answer_of(move: Move[S], path: str) -> object:
    """Reads a parameter, or a field of a nested one such as `payment.x`."""
    value: object = move
    for name in path.split("."):
        value = getattr(value, name)
    return value


def main() -> None:
    """Plays seat 0 against the game's opponent."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="duel")
    parser.add_argument("--seed")
    arguments = parser.parse_args()
    try:
        engine: RuleEngine[Any, Any] = RuleEngine(load(arguments.game), seed=arguments.seed)
    except KibitzError as error:
        sys.exit(f"terminal_menu: {error}")
    game = engine.game
    # Without a clock, the same seed and the same answers give the same match.
    other = make_agent(game, choose_opponent(game, None, timed=False))
    try:
        while engine.outcome is None:
            if engine.seat == 0:
                print(game.render(engine.view(0)))
                move = pick_move(engine, 0)
            else:
                move = other.advise(engine.observe()).move
            before = engine.view(0)
            print(f"seat {engine.seat}: {game.describe(before, move)}")
            engine.play(move)
            print(*(f"  {line}\n" for line in game.news(before, engine.view(0))), sep="", end="")
    except Leave:
        print("\nGoodbye.")
    else:
        print(f"winner: {engine.outcome.winner} ({engine.outcome.reason})")


if __name__ == "__main__":
    main()
