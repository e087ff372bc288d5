"""Serves a menu in the browser, in one file and with the standard library alone.

    python examples/web_menu.py --game jaipur

One match against the game's opponent, served on 127.0.0.1. The page shows the table as seat 0 sees
it, legal moves as buttons, refused ones disabled with the reason, and what the game's adviser would
play. It holds the version of the state that it shows, so a click on an old page changes nothing.
"""

import sys
from argparse import ArgumentParser
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice
from typing import Any
from urllib.parse import parse_qs

from kibitz.agents.asking import choose_adviser, choose_opponent, consult
from kibitz.core import EnumeratedMove, KibitzError, Option, RuleEngine, group_by_category
from kibitz.games import load

STYLE = """
:root { color-scheme: light dark; --paper: #f4f5f2; --card: #fff; --ink: #1c2420; --soft: #5a655f;
  --line: #d9ded9; --accent: #1d6b4b; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #141816; --card: #1e2421; --ink: #e8ece9;
  --soft: #a0aba5; --line: #37403b; --accent: #6cc49a; --on-accent: #10201a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { display: grid; gap: 0 1.5rem; grid-template-columns: minmax(0, 1fr);
  max-width: 70rem; margin: 0 auto; padding: 1.25rem; }
@media (min-width: 56rem) {
  main { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); align-items: start; }
  header { grid-column: 1 / -1; } }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 0 0 .5rem; font-size: 1rem; }
h3 { margin: 1rem 0 .4rem; color: var(--soft); font-size: .875rem; font-weight: 600; }
header p { margin: .25rem 0 1rem; }
section p { margin: 0 0 .5rem; }
section { min-width: 0; margin-bottom: 1rem; padding: 1rem 1.125rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .625rem; }
pre { margin: 0; overflow-x: auto; font: .875rem/1.5 ui-monospace, monospace; }
ol, ul { margin: 0; padding-left: 1.25rem; }
button, .ask { display: block; width: 100%; margin: 0 0 .375rem; padding: .5rem .75rem;
  border: 1px solid var(--accent); border-radius: .5rem; background: none; color: inherit;
  font: inherit; text-align: left; text-decoration: none; cursor: pointer; }
button:hover, .ask:hover { background: var(--accent); color: var(--on-accent); }
button:disabled { border-style: dashed; border-color: var(--line); background: none;
  color: var(--soft); cursor: default; }
button:focus-visible, .ask:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.ask { text-align: center; font-weight: 600; }
small { display: block; font-size: .8125rem; }
"""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
<main>
<header><h1>{title}</h1><p role="status">{message}</p></header>
<div>
<section><h2>The table</h2><pre tabindex="0">{table}</pre></section>
<section><h2>What happened</h2><ul>{news}</ul></section>
</div>
<form method="post" action="/"><input type="hidden" name="version" value="{version}">
{advice}
<section><h2>Your moves</h2>
{menu}
</section>
</form>
</main>
</html>
"""
MOST_BYTES = 10_000
# How many moves of one kind are shown, and how many options of the adviser.
MOST_MOVES = 60
MOST_OPTIONS = 3
ME = 0


class Match:
    """The match that is served."""

    # Any: the game is known by name only.
    def __init__(self, game: str, seed: str | None) -> None:
        self.game = game
        self.deals = 0
        # With a seed, agents get no clock: the same clicks give the same match.
        self.timed = seed is None
        self.start(seed)

    def start(self, seed: str | None = None) -> None:
        """Deals; the other seats may have to move first."""
        self.engine: RuleEngine[Any, Any] = RuleEngine(load(self.game), seed=seed)
        self.deals += 1
        self.message = "Your move."
        self.news: list[str] = []
        self.play_others()

    @property
    def version(self) -> str:
        """Names the state: another one after every move, and in every match."""
        return f"{self.deals}.{self.engine.version}"

    def post(self, version: str, move: str) -> None:
        """Plays a move, or deals again; a refusal becomes the message."""
        if version != self.version:
            self.message = "The table has changed since you opened this page. Choose again."
        elif self.engine.outcome is not None:
            self.start()
        else:
            try:
                chosen = self.engine.game.parse(self.engine.state, move, ME)
                self.news = []
                self.execute("You", chosen, ME)
                self.message = "Your move."
                self.play_others()
            except KibitzError as error:
                self.message = str(error)

    def play_others(self) -> None:
        """Lets the game's opponent play for the other seats."""
        engine = self.engine
        spec = choose_opponent(engine.game, None, timed=self.timed)
        while engine.outcome is None and engine.seat != ME:
            found = consult(engine.game, spec, engine.observe(), timed=self.timed)
            self.execute(f"Seat {engine.seat}", found.advice.move, engine.seat)
        if engine.outcome is not None:
            winner = engine.outcome.winner
            result = "nobody wins" if winner is None else "you win" if winner == ME else "you lose"
            self.message = f"The match is over: {result} ({engine.outcome.reason})."

    def execute(self, who: str, move: Any, seat: int) -> None:
        """Plays a move and keeps what seat 0 may know of it, in words."""
        engine, before = self.engine, self.engine.view(ME)
        engine.play(move, seat)
        after = engine.view(ME)
        self.news += [f"{who}: {engine.game.describe(before, move)}"]
        self.news += engine.game.news(before, after)

    def page(self, *, ask: bool) -> str:
        """Draws what seat 0 may see, its menu, and the adviser's opinion if it was asked."""
        engine = self.engine
        return PAGE.format(
            title=escape(engine.game.title or engine.game.id),
            style=STYLE,
            message=escape(self.message),
            table=escape(engine.game.render(engine.view(ME))),
            news="".join(f"<li>{escape(line)}</li>" for line in self.news or ["Cards were dealt."]),
            version=self.version,
            advice=self.advice(ask),
            menu=self.menu(),
        )

    def menu(self) -> str:
        """Draws the moves by category: those that are legal first, then the others with why."""
        if self.engine.outcome is not None:
            return '<button name="move" value="">Deal again</button>'
        entries = self.engine.enumerate_moves(ME, include_metadata=True, max_per_move=MOST_MOVES)
        entries.sort(key=lambda entry: not entry.is_valid)
        return "\n".join(
            f"<h3>{escape((category or 'other').capitalize())}</h3>\n"
            + "\n".join(map(self.button, group))
            for category, group in group_by_category(entries).items()
        )

    def button(self, entry: EnumeratedMove[Any]) -> str:
        """Draws one move."""
        if entry.validation_error is None:
            return self.play_button(entry.move)
        name = (entry.metadata or {}).get("display_name", entry.move_id)
        shown = escape(str(name)) if entry.params is None else self.words(entry.move)
        reason = escape(entry.validation_error.reason)
        return f"<button disabled>{shown}<small>{reason}</small></button>"

    def play_button(self, move: Any, note: str = "") -> str:
        """Draws a button that plays a move."""
        value = escape(str(move), quote=True)
        return f'<button name="move" value="{value}">{self.words(move)}{note}</button>'

    def words(self, move: Any) -> str:
        """Says in words what a move does, for the player who sees the page."""
        return escape(self.engine.game.describe(self.engine.view(ME), move))

    def advice(self, ask: bool) -> str:
        """Draws the adviser's best options, best first, or a link that asks for them."""
        engine = self.engine
        if engine.outcome is not None:
            return ""
        if not ask:
            return '<a class="ask" href="/?ask">What would you play?</a>'
        spec = choose_adviser(engine.game, None, timed=self.timed)
        found = consult(engine.game, spec, engine.observe(), timed=self.timed)
        explained = engine.game.explain(engine.view(ME), found.advice)
        said = [f"<p>{escape(text)}</p>" for text in explained]
        for option in islice(found.advice.options, MOST_OPTIONS):
            why = escape(reasons_of(option, found.advice.unit))
            said.append(self.play_button(option.move, f"<small>{why}</small>"))
        return f"<section><h2>{escape(found.spec)} would play</h2>{''.join(said)}</section>"


def reasons_of(option: Option[Any], unit: str) -> str:
    """Writes the score of an option and why it has it."""
    share = unit.startswith("%")
    score = f"{option.score:.0%}" if share else f"{option.score:+.3g}"
    texts = [
        reason.text if reason.text else f"{reason.term} {reason.amount:+.3g}"
        for reason in option.reasons
    ]
    return f"{score}: {', '.join(texts)}"


class Handler(BaseHTTPRequestHandler):
    """Answers a browser."""

    match: Match

    def do_GET(self) -> None:
        if self.path in ("/", "/?ask"):
            self.answer(ask=self.path == "/?ask")
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        size = self.headers.get("Content-Length", "")
        if self.path != "/" or not size.isdecimal() or int(size) > MOST_BYTES:
            self.send_error(400)
            return
        form = parse_qs(self.rfile.read(int(size)).decode(errors="replace"))
        self.match.post(form.get("version", [""])[0], form.get("move", [""])[0])
        self.answer(ask=False)

    def answer(self, *, ask: bool) -> None:
        body = self.match.page(ask=ask).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keeps the terminal quiet."""


def main() -> None:
    """Serves matches until Ctrl-C."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="duel")
    parser.add_argument("--seed")
    parser.add_argument("--port", type=int, default=8000)
    arguments = parser.parse_args()
    try:
        Handler.match = Match(arguments.game, arguments.seed)
        server = HTTPServer(("127.0.0.1", arguments.port), Handler)
    except (KibitzError, OSError) as error:
        sys.exit(f"web_menu: {error}")
    with server:
        print(f"Open http://127.0.0.1:{server.server_port}/", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
