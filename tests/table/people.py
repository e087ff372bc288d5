"""People who play at the page in a browser: with the mouse, with the keyboard, by typing."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kibitz.core.randomness import Rng
from tests.table.browsing import PHONE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import JSHandle, Locator

MOUSE, KEYS, TYPED = "mouse", "keys", "typed"
# The most key presses on the way to a piece.
MOST_STEPS = 12
MOST_TABS = 300

# What the page says about the decision: null while others move.
DECISION = """() => {
  const table = document.querySelector("kibitz-table");
  if (!table?.scene || table.pumping || table.queue.length || table.pending) return null;
  if (!table.over && !table.open) return null;
  return { over: table.over, version: table.version, moves: table.moves, steps: table.steps,
    wide: document.documentElement.scrollWidth - innerWidth };
}"""

# How many pieces of a group are selected; -1 once the move is sent.
COUNT = """([group, version]) => {
  const table = document.querySelector("kibitz-table");
  return table.version !== version || !table.open ? -1 : table.pick.count(group);
}"""

# A point where nothing covers a piece of a group, so that a click hits it.
POINT = """([group]) => {
  const all = [...document.querySelectorAll(".felt [data-group], .hand [data-group]")]
    .filter((node) => node.dataset.group === group);
  const free = all.find((node) => !node.classList.contains("selected")) ?? all[0];
  if (!free) return null;
  const look = () => {
    const box = free.getBoundingClientRect();
    for (const y of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      for (const x of [0.5, 0.25, 0.75, 0.1, 0.9]) {
        const at = [box.left + x * box.width, box.top + y * box.height];
        if (document.elementFromPoint(...at)?.closest("[data-group]") === free) return at;
      }
    }
    return null;
  };
  const seen = look();
  if (seen) return seen;
  free.scrollIntoView({ block: "center", inline: "center" });
  return look();
}"""

# What the keyboard reaches for a group.
HIT = """([group]) => {
  const all = [...document.querySelectorAll(".felt [data-group], .hand [data-group]")]
    .filter((node) => node.dataset.group === group);
  const free = all.find((node) => !node.classList.contains("selected")) ?? all[0];
  return !free ? null : free.matches("button") ? free : free.querySelector(":scope > .hit");
}"""

CLASS = "each => each.className"

OUTER = "each => each.outerHTML"

# Which arrow leads from where the keyboard is towards an element, empty when it is there; and what
# tells this step from others.
ARROW = """(target) => {
  const now = document.activeElement;
  if (now === target) return ["", ""];
  if (!now || now === document.body) return ["ArrowDown", ""];
  const a = now.getBoundingClientRect(), b = target.getBoundingClientRect();
  const x = b.left + b.width / 2 - a.left - a.width / 2;
  const y = b.top + b.height / 2 - a.top - a.height / 2;
  const across = Math.abs(x) > Math.abs(y);
  const arrow = across ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp";
  return [arrow, `${arrow} ${a.left} ${a.top}`];
}"""


class Person:
    """Somebody who plays one match at the page, with one way of input.

    Attributes:
        visitor: the window.
        way: `MOUSE` (on a phone, a finger), `KEYS` or `TYPED`.
        played: how many decisions were made.
    """

    def __init__(self, visitor: Visitor, way: str, rng: Rng) -> None:
        self.visitor, self.page, self.way, self.rng = visitor, visitor.page, way, rng
        self.played = 0

    def deal(self, game: str, agent: str, seed: str, **options: object) -> None:
        """Starts a match with the form of the game."""
        page = self.page
        self.visitor.open(f"#/new/{game}")
        page.locator(".setup-form").wait_for()
        for name, value in options.items():
            field = page.get_by_label(name.capitalize().replace("_", " "), exact=True)
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
                field.blur()
        for who in page.locator(".agent-box select").all():
            if who.is_visible():
                who.select_option(agent)
        page.locator("#seed").fill(seed)
        self.visitor.press("Deal")
        page.locator("kibitz-table").wait_for()

    def decision(self) -> Any:
        """Waits for the next decision, or for the end."""
        found = self.page.wait_for_function(DECISION).json_value()
        assert found["wide"] <= 0, f"the page is {found['wide']} pixels too wide"
        return found

    def play_on(self, most: int = 1000) -> Any:
        """Plays random moves until the match is over; returns the last decision."""
        while not (state := self.decision())["over"]:
            assert self.played < most, "the match does not end"
            self.play(state, self.choose(state))
        return state

    def choose(self, state: Any) -> Any:
        """Chooses a move of a decision."""
        return self.rng.pick(state["moves"])

    def play(self, state: Any, move: Any) -> None:
        """Plays a move, and waits until it is played."""
        self.played += 1
        if self.way == TYPED and "text" in move:
            self.type(move["text"])
        else:
            self.select(state, move)
        self.visitor.wait(
            "version => document.querySelector('kibitz-table').version !== version",
            state["version"],
        )

    # Selecting.

    def select(self, state: Any, move: Any) -> None:
        """Touches the pieces of a move, then its button if there is a doubt."""
        version, left = state["version"], move.get("least", 0)
        for group, wanted in move["touches"]:
            count = wanted if "text" in move else min(wanted, left)
            left -= count
            while 0 <= (now := self.page.evaluate(COUNT, [group, version])) < count:
                self.touch(group)
                then = self.page.evaluate(COUNT, [group, version])
                assert then != now, f"touching {group} for {json.dumps(move)} did nothing"
        if self.page.evaluate(COUNT, ["", version]) == 0:
            self.confirm(move)

    def touch(self, group: str) -> None:
        """Touches a piece of a group."""
        if self.way == KEYS:
            self.walk(lambda: self.page.evaluate_handle(HIT, [group]))
            self.page.keyboard.press("Enter")
            return
        point = self.page.evaluate(POINT, [group])
        assert point, f"{group} cannot be seen"
        self.press(*point)

    def press(self, x: float, y: float) -> None:
        """Clicks a point, or taps on it."""
        if self.visitor.size == PHONE:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def confirm(self, move: Any) -> None:
        """Presses the button of a move, in the menu of its verb if it is there."""
        text = move.get("text", "")
        wanted = json.dumps(text, ensure_ascii=False)
        buttons = self.page.locator(f".actions [data-move={wanted}]")
        if not buttons.count():
            self.act(self.page.locator(f".actions [data-moves*={wanted}]").first)
        elif self.way == KEYS and move["touches"] and "primary" in buttons.first.evaluate(CLASS):
            self.page.keyboard.press("Control+Enter")
            return
        self.act(buttons.first)

    def act(self, button: "Locator") -> None:
        """Presses a button of the bar."""
        if self.way == KEYS:
            self.walk(button.element_handle)
            self.page.keyboard.press("Enter")
        else:
            self.visitor.touch(button)

    # The keyboard.

    def walk(self, find: Callable[[], "JSHandle"]) -> None:
        """Goes to an element with the arrow keys, and the rest of the way with Tab.

        The page may be drawn again on the way, so the element is found again at every step.
        """
        seen: set[str] = set()
        for _ in range(MOST_STEPS):
            arrow, place = find().evaluate(ARROW)
            if not arrow:
                return
            if place in seen:
                break
            seen.add(place)
            self.page.keyboard.press(arrow)
        for _ in range(MOST_TABS):
            if not find().evaluate(ARROW)[0]:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {find().evaluate(OUTER)}")

    # Typing.

    def type(self, text: str) -> None:
        """Types a move."""
        self.page.locator("#typed").wait_for(state="attached")
        if self.visitor.size == PHONE:
            if not self.page.locator("kibitz-table.panel-open").count():
                self.page.locator(".tool.ask").tap()
            self.page.locator("#typed").tap()
        elif not self.page.locator("#typed:focus").count():
            self.page.keyboard.press("/")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
