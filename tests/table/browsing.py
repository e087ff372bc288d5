"""A real browser for tests: Chromium, visitors of the page, and what must never happen to them."""

import json
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page

# Seconds for anything that the page has to do, and for a whole test.
PATIENCE = 30.0
LONGEST = 900.0
DESKTOP, TABLET, PHONE = "desktop", "tablet", "phone"
SIZES: Mapping[str, tuple[int, int]] = {
    DESKTOP: (1280, 800),
    TABLET: (820, 1180),
    PHONE: (390, 844),
}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
# Messages of the console that nobody wants to see.
BAD = ("error", "warning")
# What axe checks: everything that WCAG asks for up to 2.2, A and AA, and what is usual besides.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]

T = TypeVar("T")


class Chromium:
    """A browser in a thread of its own.

    Playwright leaves an event loop running in the thread that uses it, where `asyncio.run` would
    fail ever after. So everything that talks to the browser runs in this thread; `conftest.py`
    moves tests there that use the fixture `chromium`.
    """

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "chromium")
        self.open: list[Visitor] = []
        self.browser: Browser = self.run(self._start)

    def _start(self) -> "Browser":
        from playwright.sync_api import sync_playwright

        self.driver = sync_playwright().start()
        return self.driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)

    def run(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """Calls a function in the thread of the browser."""
        return self.thread.submit(function, *arguments, **named).result(LONGEST)

    def visit(
        self,
        url: str,
        size: str = DESKTOP,
        *,
        motion: bool = False,
        scheme: str = "light",
        **settings: object,
    ) -> "Visitor":
        """Opens a window with a storage of its own; it is closed after the test.

        Args:
            url: the address of the server.
            size: `DESKTOP`, or `PHONE`, which has a touch screen.
            motion: whether pieces move.
            scheme: light or dark.
            settings: settings of the page, as its menu would store them.
        """
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            has_touch=size == PHONE,
            is_mobile=size == PHONE,
            locale="en-US",
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(1000 * PATIENCE)
        made = Visitor(context, url, size)
        self.open.append(made)
        if settings:
            made.open("")
            made.page.evaluate(
                "given => localStorage.setItem('kibitz.settings', JSON.stringify(given))", settings
            )
            made.page.reload()
        return made

    def close_windows(self) -> None:
        """Closes every window."""
        while self.open:
            self.open.pop().context.close()

    def close(self) -> None:
        """Ends the browser."""

        def end() -> None:
            self.browser.close()
            self.driver.stop()

        self.run(end)
        self.thread.shutdown()


class Visitor:
    """Somebody who looks at the page.

    Attributes:
        page: the window.
        problems: what must not happen: messages of the console at warning or above, errors of
            scripts, requests to anything but the server, and dialogs of the browser.
    """

    def __init__(self, context: "BrowserContext", url: str, size: str) -> None:
        self.context, self.url, self.size = context, url, size
        self.page: Page = context.new_page()
        self.problems: list[str] = []
        own = (f"{url}/", url.replace("http", "ws", 1) + "/", "data:", f"blob:{url}/")
        page, note = self.page, self.problems.append

        def look(sent: Any) -> None:  # Any: a request or a WebSocket
            if not sent.url.startswith(own):
                note(sent.url)

        def dismiss(asked: "Dialog") -> None:
            note(asked.message)
            asked.dismiss()

        page.on("console", lambda said: note(said.text) if said.type in BAD else None)
        page.on("pageerror", lambda error: note(str(error)))
        page.on("request", look)
        page.on("websocket", look)
        page.on("dialog", dismiss)

    def open(self, place: str) -> None:
        """Goes to a place of the page, such as `#/rules/leduc`."""
        self.page.goto(f"{self.url}/{place}")

    def find(self, selector: str) -> "Locator":
        """Finds elements."""
        return self.page.locator(selector)

    def press(self, name: str, role: str = "button") -> None:
        """Clicks what has a role and a name, or taps on it."""
        found = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        self.touch(found)

    def touch(self, found: "Locator") -> None:
        """Clicks an element, or taps on it."""
        if self.size == PHONE:
            found.tap()
        else:
            found.click()

    def wait(self, condition: str, argument: object = None) -> None:
        """Waits until a script is true."""
        self.page.wait_for_function(condition, arg=argument)

    def sit(self, match: str, token: str = "", **facts: object) -> None:
        """Goes to a match with the token of a seat, as if it had been taken in this window.

        Args:
            match: its id.
            token: the secret of the seat; a spectator has none.
            facts: what else the page keeps of a match, such as its `game`.
        """
        self.open("")
        kept = json.dumps({match: {"match": match, "token": token, "at": 1, **facts}})
        if token:
            self.page.evaluate("kept => localStorage.setItem('kibitz.matches', kept)", kept)
            self.page.reload()
        self.open(f"#/match/{match}")
        self.find(".felt .area, .felt .plate").first.wait_for()

    def resize(self, size: str) -> None:
        """Makes the window as large as another one; the touch screen stays as it was."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})

    def overflow(self) -> int:
        """Returns how many pixels the page is wider than its window."""
        found: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return found

    def axe(self) -> list[str]:
        """Returns what axe finds wrong with what is shown now.

        Playwright runs the script of axe itself, so the policy of the page stays as it is.
        """
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page, options={"runOnly": RULES, "resultTypes": ["violations"]})
        return [
            f"{each['id']}: {node['target']} {node['html'][:160]} {node['failureSummary']}"
            for each in found.response["violations"]
            for node in each["nodes"]
        ]

    def look(self, *sizes: str) -> list[str]:
        """Returns what axe finds in light and dark, at some sizes; without one, at this size.

        The window is left as it was.
        """
        found: list[str] = []
        # What flies to its place, or fades, is not there any more.
        self.wait("() => !document.querySelector('.ghost')")
        for size in sizes or (self.size,):
            if sizes:
                self.resize(size)
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme=scheme)
                found += [f"{size}, {scheme}: {each}" for each in self.axe()]
        if sizes:
            self.resize(sizes[0])
        return found

    def check(self) -> None:
        """Fails if something happened that must not, or if the page is too wide."""
        assert self.problems == [], self.problems
        assert self.overflow() <= 0
