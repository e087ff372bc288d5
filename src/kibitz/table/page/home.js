// Home: the games as small tables, matches to go on with or to watch, and records to replay.

import { call, get, listGames, post, Refused } from "./api.js";
import { draw } from "./card.js";
import { button, el, progress, refill, toast } from "./dom.js";
import { forget, keep, keptMatches, onOtherTab, settings } from "./keep.js";
import { cardsOf, toneOf } from "./looks.js";
import { setTop } from "./shell.js";
import { symbol } from "./symbols.js";
import { hasText, language, t } from "./words.js";

const REFRESH = 5000;
/** How many tournaments are shown. */
const NEWEST = 3;

/** How long ago something was. @param {number} at in milliseconds */
export function ago(at) {
  const seconds = Math.round((at - Date.now()) / 1000),
    format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ])) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return t("now");
}

/** Deals a match, keeps the token, and goes there. @param {Record<string, unknown>} asked @param {any} game */
export async function begin(asked, game) {
  enter(await post("/matches", asked), game);
}

/** Keeps the token of a new match, and goes there. @param {any} made @param {any} game */
export function enter(made, game) {
  const [seat] = Object.keys(made.tokens),
    id = made.match.match;
  // Also without a seat: nothing else leads back to a match that is not public.
  keep(id, {
    token: seat === undefined ? "" : made.tokens[seat],
    seat: seat === undefined ? null : Number(seat),
    game: game.id,
    title: game.title,
    tone: game.tone,
  });
  location.hash = `#/match/${id}`;
}

/** Stores a record, and goes to its replay. @param {File | string} file */
export async function openRecord(file) {
  try {
    const body = typeof file === "string" ? file : await file.text();
    const made = await call("POST", "/records", { body, type: "application/x-ndjson" });
    location.hash = `#/replay/${made.match}`;
  } catch (error) {
    toast(
      error instanceof Refused && error.code !== "OFFLINE" ? error.message : t("problem.offline"),
    );
  }
}

/** @param {string} name @param {string} [part] */
export const placeOf = (name, part) =>
  `#/arena/${encodeURIComponent(name)}${part ? `?part=${encodeURIComponent(part)}` : ""}`;

/** How much of a result is played, in its unit. @param {any} row */
export const counted = (row) =>
  t(`arena.${row.unit}.of`, {
    played: row.played.toLocaleString(language),
    n: row.planned,
    planned: row.planned.toLocaleString(language),
  });

/**
 * One row of a list of tournaments.
 * @param {any} row @param {any[]} games
 */
export function resultLink(row, games) {
  const game = games.find((each) => each.id === row.game),
    title = game?.title ?? row.game;
  const state = row.problem
    ? t("arena.unreadable")
    : row.running
      ? counted(row)
      : !row.finished
        ? t("arena.row.part", { count: counted(row) })
        : row.best
          ? t(row.sure ? "arena.row.stronger" : "arena.row.first", { name: row.best })
          : t(`arena.kind.${row.kind}`);
  return el(
    "a",
    {
      class: `result-row tone-${toneOf(game ?? { id: row.game ?? "" })}`,
      href: placeOf(row.name),
    },
    el("span", {
      class: row.running ? "kept-dot live" : "kept-dot over",
      "aria-hidden": "true",
    }),
    el(
      "span",
      { class: "result-text" },
      el("b", { text: title ?? row.name }),
      el("span", { class: "dim", text: (row.agents ?? []).join(" – ") }),
    ),
    el(
      "span",
      { class: "result-state" },
      el("span", { text: state }),
      row.running
        ? progress(t("arena.progress"), row.played, row.planned, state)
        : el("span", {
            class: "dim fine",
            text: `${row.name} · ${ago(Date.parse(row.changed ?? row.started))}`,
          }),
    ),
  );
}

class Home extends HTMLElement {
  constructor() {
    super();
    this.timer = 0;
    /** Ends the listeners on the document. */
    this.leaving = new AbortController();
    /** @type {any[]} */
    this.games = [];
  }

  async connectedCallback() {
    setTop({ home: true });
    this.className = "home";
    this.grid = el("section", { class: "games", "aria-label": t("home.games") });
    this.mine = el("section", { class: "mine", "aria-label": t("home.continue") });
    this.watch = el("section", { class: "card-box", "aria-label": t("home.watch") });
    this.append(
      el("h2", { class: "home-title", text: t("home.title") }),
      this.mine,
      this.grid,
      el("div", { class: "home-row" }, this.watch, this.arenaBox(), this.dropBox()),
    );
    const { signal } = this.leaving;
    onOtherTab(() => this.drawMine(), signal);
    this.takeFiles(signal);
    this.drawMine();
    this.drawWatch([]);
    try {
      this.show(await listGames((now) => this.show(now)));
    } catch {
      this.grid.append(
        el("p", { class: "refusal", text: t("problem.offline") }),
        button(t("retry"), () => location.reload(), { class: "plain" }),
      );
    }
    this.refresh();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.leaving.abort();
  }

  /** A record can be dropped anywhere on the page. @param {AbortSignal} signal */
  takeFiles(signal) {
    /** @param {boolean} over */
    const mark = (over) => this.querySelector(".drop")?.classList.toggle("over", over);
    document.addEventListener(
      "dragover",
      (event) => {
        event.preventDefault();
        mark(true);
      },
      { signal },
    );
    // It has no other target when it leaves the window.
    document.addEventListener("dragleave", (event) => event.relatedTarget || mark(false), {
      signal,
    });
    document.addEventListener(
      "drop",
      (event) => {
        event.preventDefault();
        mark(false);
        const [file] = event.dataTransfer?.files ?? [];
        if (file) openRecord(file);
      },
      { signal },
    );
  }

  /** @param {any[]} games */
  show(games) {
    this.games = games.filter((each) => !each.error);
    this.grid?.replaceChildren(
      ...this.games.map((each) => this.gameCard(each)),
      ...games
        .filter((each) => each.error)
        .map((each) => el("p", { class: "broken fine dim", text: `${each.id}: ${each.error}` })),
    );
  }

  /** @param {any} game */
  gameCard(game) {
    const tone = toneOf(game);
    const fan = el(
      "div",
      { class: "fan-art", "aria-hidden": "true" },
      ...cardsOf(game).map((piece) => draw(piece, null, "deal")),
    );
    const seats =
      game.seat_counts.length > 1
        ? `${game.seat_counts[0]}–${game.seat_counts.at(-1)}`
        : String(game.seats);
    const note =
      game.seats === 1
        ? t("home.solo")
        : t("home.against");
    const play = button(
      t("home.play"),
      async () => {
        play.setAttribute("disabled", "");
        const seatsWanted =
          settings.name && game.seats > 1
            ? {
                seats: [
                  { kind: "person", join: true, name: settings.name },
                  ...Array(game.seats - 1).fill({ kind: "agent" }),
                ],
              }
            : {};
        if (!(await this.start({ game: game.id, ...seatsWanted }, game)))
          play.removeAttribute("disabled");
      },
      { class: "primary play-now", "aria-label": t("home.play.game", { game: game.title }) },
    );
    return el(
      "article",
      { class: `game tone-${tone} ground-tone` },
      fan,
      game.id === "spire"
        ? el("a", { class: "beside-link", href: "#/spire", text: t("spire.beside") })
        : null,
      el(
        "div",
        { class: "game-text" },
        el("h3", { text: game.title }),
        el(
          "p",
          { class: "dim fine" },
          el(
            "span",
            { class: "seats" },
            symbol(game.seats === 1 ? "hero" : "people"),
            el("span", { text: seats }),
          ),
          el("span", { text: note }),
        ),
        hasText(`about.${game.id}`)
          ? el("p", { class: "game-about", text: t(`about.${game.id}`) })
          : null,
      ),
      el(
        "div",
        { class: "game-row" },
        play,
        el("a", {
          class: "plain",
          href: `#/new/${game.id}`,
          text: t("home.options"),
          "aria-label": t("home.options.game", { game: game.title }),
        }),
        el("a", {
          class: "quiet",
          href: `#/rules/${game.id}`,
          text: t("rules"),
          "aria-label": t("home.rules.game", { game: game.title }),
        }),
      ),
    );
  }

  drawMine() {
    const found = keptMatches().slice(0, 8);
    const open = found.filter((each) => !each.over),
      over = found.filter((each) => each.over).slice(0, 4);
    if (!this.mine) return;
    this.mine.hidden = !found.length;
    refill(
      this.mine,
      ...[...open, ...over].map((each) => {
        const line = el(
          "a",
          {
            class: `kept tone-${toneOf({ id: each.game, tone: each.tone })}`,
            href: each.over ? `#/replay/${each.match}` : `#/match/${each.match}`,
          },
          el("span", { class: "kept-dot", "aria-hidden": "true" }),
          el(
            "span",
            { class: "kept-text" },
            el("b", { text: each.title || each.game }),
            el("span", {
              class: "dim fine",
              text: [
                each.against,
                each.over ? each.status : each.turn ? t("home.turn") : each.status,
              ]
                .filter(Boolean)
                .join(" · "),
            }),
          ),
          el("span", { class: "fine kept-go", text: each.over ? t("replay") : t("home.go") }),
        );
        const drop = button(
          "",
          () => {
            forget(each.match);
            this.drawMine();
          },
          { class: "kept-drop", "aria-label": t("home.forget"), title: t("home.forget") },
          symbol("close"),
        );
        return el("div", { class: "kept-row" }, line, drop);
      }),
    );
  }

  async refresh() {
    clearTimeout(this.timer);
    if (!this.isConnected) return;
    if (!document.hidden) {
      try {
        const found = await get("/matches?limit=12");
        this.drawWatch(found.matches);
      } catch {
        // Next time.
      }
    }
    this.timer = setTimeout(() => this.refresh(), REFRESH);
  }

  /** @param {any[]} matches */
  drawWatch(matches) {
    const rows = matches
      .filter((each) => each.watched !== false)
      .slice(0, 8)
      .map((each) => {
        const game = this.games.find((one) => one.id === each.game),
          over = each.status === "over";
        return el(
          "li",
          {},
          el(
            "a",
            {
              class: `watch-row tone-${toneOf(game ?? { id: each.game })}`,
              href: `#/${over ? "replay" : "match"}/${each.match}`,
            },
            el("span", { class: over ? "kept-dot over" : "kept-dot live", "aria-hidden": "true" }),
            el("b", { text: game?.title ?? each.game }),
            el("span", {
              class: "dim",
              text: each.seats.map((/** @type {any} */ seat) => seat.name).join(" – "),
            }),
            el("span", {
              class: "dim fine",
              text: [
                each.from ? t("playon.from") : "",
                over
                  ? t("home.over", { when: ago(1000 * each.changed) })
                  : t("home.moves", { n: each.seq }),
              ]
                .filter(Boolean)
                .join(" · "),
            }),
          ),
        );
      });
    if (!this.watch) return;
    const head = el("h3", { text: t("home.watch") });
    if (rows.length) refill(this.watch, head, el("ul", { class: "watch-list" }, ...rows));
    else
      refill(
        this.watch,
        head,
        el("p", { class: "dim small", text: t("home.watch.none") }),
        el(
          "div",
          {},
          button(
            t("home.watch.programs"),
            () => this.watchPrograms(),
            { class: "plain" },
            symbol("eye"),
          ),
        ),
      );
  }

  /** Lets two programs play the game that was played last, and watches them. */
  async watchPrograms() {
    const some = this.games.filter((each) => each.seats > 1),
      last = keptMatches().find((kept) => some.some((each) => each.id === kept.game));
    const game = some.find((each) => each.id === last?.game) ?? some[0];
    const seats = Array(game?.seats ?? 0).fill({ kind: "agent" });
    if (game) await this.start({ game: game.id, seats }, game);
  }

  /** Begins a match, or says why not; whether it was begun. @param {Record<string, unknown>} asked @param {any} game */
  async start(asked, game) {
    try {
      await begin(asked, game);
      return true;
    } catch (error) {
      toast(
        error instanceof Refused && error.code !== "OFFLINE" ? error.message : t("problem.offline"),
      );
      return false;
    }
  }

  /** The newest tournaments, and the way to all of them. */
  arenaBox() {
    const list = el("ul", { class: "watch-list" });
    const box = el(
      "section",
      { class: "card-box", "aria-label": t("arena") },
      el("h3", { text: t("arena") }),
      list,
      el("div", {}, el("a", { class: "plain", href: "#/arena", text: t("arena.more") })),
    );
    Promise.all([get("/arena/results"), listGames()])
      .then(([found, games]) => {
        if (!found.results.length)
          list.replaceWith(el("p", { class: "dim small", text: t("arena.about") }));
        list.replaceChildren(
          ...found.results
            .slice(0, NEWEST)
            .map((/** @type {any} */ row) => el("li", {}, resultLink(row, games))),
        );
      })
      .catch(() => {
        // The link is enough.
      });
    return box;
  }

  dropBox() {
    const input = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "file",
        class: "away",
        id: "record-file",
        accept: ".jsonl,.json,.ndjson,text/plain",
      })
    );
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) openRecord(file);
      // The same file again is a change, too.
      input.value = "";
    });
    const label = el(
      "label",
      { class: "drop", for: "record-file" },
      symbol("down"),
      el("span", { text: t("home.drop") }),
    );
    return el(
      "section",
      { class: "card-box", "aria-label": t("home.replay") },
      el("h3", { text: t("home.replay") }),
      input,
      label,
    );
  }
}
customElements.define("kibitz-home", Home);
