"""A menu in the browser: legal moves as buttons, refused ones disabled with the reason.

One match against a random player, served on 127.0.0.1 with the standard library alone. A page holds
the version of the state that it shows, so that a click on an old page changes nothing.
"""

from argparse import ArgumentParser
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs

from kibitz.agents import RandomAgent
from kibitz.core import EnumeratedMove, KibitzError, RuleEngine, group_by_category
from kibitz.games import load

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<main>
<h1>{title}</h1>
<p role="status">{message}</p>
<pre>{table}</pre>
<form method="post"><input type="hidden" name="version" value="{version}">
{menu}
</form>
</main>
</html>
"""
MOST_BYTES = 10_000


class Match:
    """The match that is served: seat 0 is the browser's."""

    # Any: the game is known by name only.
    def __init__(self, engine: RuleEngine[Any, Any]) -> None:
        self.engine = engine
        self.other = RandomAgent()
        self.message = "Your move."

    def page(self) -> str:
        """Draws what seat 0 may see, and its menu."""
        engine = self.engine
        entries = engine.enumerate_moves(0, include_metadata=True)
        if engine.outcome is not None:
            self.message = f"It is over: {engine.outcome.reason}, winner {engine.outcome.winner}."
        return PAGE.format(
            title=escape(engine.game.title or engine.game.id),
            message=escape(self.message),
            table=escape(engine.game.render(engine.view(0))),
            version=engine.version,
            menu="\n".join(
                f"<h2>{escape(category or 'other')}</h2>\n" + "\n".join(map(self.button, group))
                for category, group in group_by_category(entries).items()
            ),
        )

    def button(self, entry: EnumeratedMove[Any]) -> str:
        """Draws one move."""
        if entry.validation_error is not None:
            shown = entry.move_id if entry.params is None else self.words(entry)
            return f"<button disabled>{shown}</button> {escape(entry.validation_error.reason)}<br>"
        value = escape(str(entry.move), quote=True)
        return f'<button name="move" value="{value}">{self.words(entry)}</button><br>'

    def words(self, entry: EnumeratedMove[Any]) -> str:
        """Says in words what a move does, for the player who sees the page."""
        return escape(self.engine.game.describe(self.engine.view(0), entry.move))

    def play(self, version: str, text: str) -> None:
        """Plays a move of seat 0, then those of the other seat; a refusal becomes the message."""
        if version != str(self.engine.version):
            self.message = "The table has changed since you opened this page. Choose again."
            return
        try:
            self.engine.play(text, 0)
        except KibitzError as error:
            self.message = str(error)
            return
        self.message = "Your move."
        while self.engine.outcome is None and self.engine.seat != 0:
            self.engine.play(self.other.advise(self.engine.observe()).move)


class Handler(BaseHTTPRequestHandler):
    """Answers a browser."""

    match: Match

    def do_GET(self) -> None:
        if self.path != "/":
            self.send_error(404)
        else:
            self.answer()

    def do_POST(self) -> None:
        size = self.headers.get("Content-Length", "")
        if self.path != "/" or not size.isdecimal() or int(size) > MOST_BYTES:
            self.send_error(400)
            return
        form = parse_qs(self.rfile.read(int(size)).decode(errors="replace"))
        self.match.play(form.get("version", [""])[0], form.get("move", [""])[0])
        self.answer()

    def answer(self) -> None:
        body = self.match.page().encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keeps the terminal quiet."""


def main() -> None:
    """Serves one match until Ctrl-C."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="duel")
    parser.add_argument("--seed")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    Handler.match = Match(RuleEngine(load(arguments.game), seed=arguments.seed))
    with HTTPServer(("127.0.0.1", arguments.port), Handler) as server:
        print(f"Open http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
