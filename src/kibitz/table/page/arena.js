// The arena: tournaments between programs, started here or read from a folder of results.

import { call, describeGame, get, listGames, post, Refused } from "./api.js";
import { button, el, progress, refill, say, svg, toast } from "./dom.js";
import { ago, counted, openRecord, placeOf, resultLink } from "./home.js";
import { toneOf } from "./looks.js";
import * as plots from "./plots.js";
import { setTop } from "./shell.js";
import { symbol } from "./symbols.js";
import { t } from "./words.js";

/** Milliseconds between two looks at a tournament that is played, and at the list. */
const LOOK = 1000,
  LOOK_LIST = 5000;
/** A summary takes the server time: between two looks, so many times as long as one took. */
const PAUSE = 8;
const PAGE = 25,
  MOST_FETCHED = 200;
/** The most games whose course is drawn. */
const MOST_COURSE = 1000;
const MOST_AGENTS = 8;

const { ends, figure, number, percent, signed, written } = plots;
const short = (/** @type {number} */ share) => percent(share, 0);
const whole = (/** @type {number} */ value) => signed(value, 0);

/** @param {unknown} error */
const words = (error) =>
  error instanceof Refused && error.code !== "OFFLINE" ? error.message : t("problem.offline");

/** How many games a tournament has. @param {number} players @param {number} seats @param {number} deals */
function gamesOf(players, seats, deals) {
  const left = seats % players;
  let tables = 1;
  for (let at = 0; at < left; at++) tables = (tables * (players - at)) / (at + 1);
  return deals * Math.round(tables) * seats;
}

class Arena extends HTMLElement {
  constructor() {
    super();
    this.ident = "";
    this.query = new URLSearchParams();
    this.timer = 0;
    /** @type {any[]} */
    this.games = [];
    /** What is shown of the games of a tournament: the first, and a page of them. */
    this.start = 0;
    /** The first look at a tournament that is played: when, and how many games there were. */
    this.first = { at: 0, played: 0 };
    this.seen = "";
    /** What stays while a tournament is played. @type {{strength: HTMLElement, course: HTMLElement} | null} */
    this.boxes = null;
  }

  async connectedCallback() {
    this.className = "arena";
    setTop({ title: t("arena") });
    this.append(el("p", { class: "dim", text: t("arena.loading") }));
    try {
      this.games = await listGames();
      await (this.ident ? this.openResult() : this.openList());
    } catch (error) {
      this.replaceChildren(
        el(
          "div",
          { class: "empty" },
          el("p", { class: "empty-text", role: "alert", text: words(error) }),
          el("a", { class: "primary", href: "#/arena", text: t("arena.all") }),
        ),
      );
      if (!(error instanceof Refused)) throw error;
    }
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  // The list, and the form for a new one.

  async openList() {
    const found = await get("/arena/results");
    const list = el("section", { class: "card-box results", "aria-label": t("arena.results") });
    this.replaceChildren(
      el(
        "div",
        { class: "arena-head" },
        el("h2", { class: "home-title", text: t("arena.title") }),
        el("p", { class: "dim", text: t("arena.about") }),
      ),
      el(
        "div",
        { class: "arena-split" },
        list,
        found.tournaments
          ? this.form(found.most_games, found.results[0]?.game)
          : el("p", { class: "card-box dim small", text: t("arena.off") }),
      ),
    );
    const fill = (/** @type {any[]} */ rows) => {
      const text = JSON.stringify(rows);
      if (text === this.seen) return;
      this.seen = text;
      refill(
        list,
        el("h3", { text: t("arena.results") }),
        rows.length
          ? el(
              "ul",
              { class: "watch-list" },
              ...rows.map((row) => el("li", {}, resultLink(row, this.games))),
            )
          : el("p", { class: "dim small", text: t("arena.none") }),
      );
    };
    fill(found.results);
    const look = async () => {
      if (!document.hidden) {
        try {
          const next = await get("/arena/results");
          if (this.isConnected) fill(next.results);
        } catch {
          // Next time.
        }
      }
      if (this.isConnected) this.timer = setTimeout(look, LOOK_LIST);
    };
    this.timer = setTimeout(look, LOOK_LIST);
  }

  /** @param {number} most how many games a tournament may have @param {string} [last] the last game */
  form(most, last) {
    const problem = el("p", { class: "refusal", role: "alert" }),
      estimate = el("p", { class: "dim small", id: "arena-estimate", "aria-live": "polite" });
    const known = this.games.filter((each) => !each.error);
    const game = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { id: "arena-game" },
        ...known.map((each) =>
          el("option", { value: each.id, text: each.title, selected: each.id === last }),
        ),
      )
    );
    const deals = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "number",
        id: "arena-deals",
        min: 1,
        max: most,
        step: 1,
        value: 20,
        required: true,
        "aria-describedby": "arena-estimate",
      })
    );
    const box = el("div", { class: "agent-rows" });
    /** @type {{row: HTMLElement, spec: () => string}[]} */
    let agents = [];
    /** @type {any} */
    let about = null;
    const more = button(t("arena.add"), () => add(""), { class: "minor" });
    const go = el("button", { class: "primary", type: "submit", text: t("arena.start") });
    const update = () => {
      const seats = about?.seats ?? 2,
        games = gamesOf(agents.length, seats, Math.max(0, Math.round(Number(deals.value))));
      estimate.textContent =
        games > most
          ? t("arena.estimate.most", { n: games, games: written(games), most: written(most) })
          : t(seats === 1 ? "arena.estimate.alone" : "arena.estimate", {
              n: games,
              games: written(games),
            });
      more.hidden = agents.length >= MOST_AGENTS;
      for (const each of agents)
        /** @type {HTMLButtonElement} */ (each.row.querySelector("button")).disabled =
          agents.length <= (seats === 1 ? 1 : 2);
    };
    const add = (/** @type {string} */ spec) => {
      const [name, set = ""] = spec.split(/:(.*)/s),
        at = agents.length + 1;
      const plays = Object.entries(about.agents).filter(
        ([, each]) => /** @type {any} */ (each).plays,
      );
      const who = /** @type {HTMLSelectElement} */ (
        el(
          "select",
          { "aria-label": t("arena.agent", { n: at }) },
          ...plays.map(([each]) =>
            el("option", { value: each, text: each, selected: each === name }),
          ),
        )
      );
      const options = /** @type {HTMLInputElement} */ (
        el("input", {
          type: "text",
          value: set,
          maxlength: 200,
          spellcheck: "false",
          autocomplete: "off",
          "aria-label": t("arena.agent.options", { n: at }),
        })
      );
      const hint = () => {
        const found = Object.keys(about.agents[who.value]?.options ?? {});
        options.placeholder = found.length ? `${found[0]}=…` : t("arena.agent.plain");
        options.title = found.join(", ");
      };
      who.addEventListener("change", () => {
        options.value = "";
        hint();
      });
      hint();
      const made = {
        row: el("div", { class: "agent-row" }),
        spec: () => who.value + (options.value.trim() ? `:${options.value.trim()}` : ""),
      };
      const remove = button(
        "",
        () => {
          agents = agents.filter((each) => each !== made);
          made.row.remove();
          update();
          more.focus();
        },
        {
          class: "kept-drop",
          "aria-label": t("arena.remove", { n: at }),
          title: t("arena.remove", { n: at }),
        },
        symbol("close"),
      );
      made.row.append(playerMark(agents.length), who, options, remove);
      agents.push(made);
      box.append(made.row);
      update();
    };
    const choose = async () => {
      problem.textContent = "";
      agents = [];
      box.replaceChildren();
      const wanted = game.value;
      let found;
      try {
        found = await describeGame(wanted);
      } catch (error) {
        problem.textContent = words(error);
        return;
      }
      if (game.value !== wanted) return;
      about = found;
      for (const spec of [String(about.opponent), "random"]) add(spec);
    };
    game.addEventListener("change", choose);
    deals.addEventListener("input", update);
    const form = el(
      "form",
      { class: "card-box arena-form", "aria-label": t("arena.new") },
      el("h3", { text: t("arena.new") }),
      el(
        "div",
        { class: "field-row" },
        el("label", { for: "arena-game", text: t("arena.game") }),
        game,
      ),
      el(
        "fieldset",
        { class: "field-row" },
        el("legend", { text: t("arena.agents") }),
        box,
        el("div", {}, more),
      ),
      el(
        "div",
        { class: "field-row" },
        el("label", { for: "arena-deals", text: t("arena.deals") }),
        deals,
        estimate,
      ),
      problem,
      el("div", { class: "setup-row" }, go),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.textContent = "";
      go.setAttribute("disabled", "");
      try {
        const made = await post("/arena/results", {
          game: game.value,
          agents: agents.map((each) => each.spec()),
          deals: Number(deals.value),
        });
        location.hash = placeOf(made.name);
      } catch (error) {
        go.removeAttribute("disabled");
        problem.textContent = words(error);
        if (!(error instanceof Refused)) throw error;
      }
    });
    choose();
    return form;
  }

  // One result.

  async openResult() {
    const part = this.query.get("part") ?? "";
    this.path = `/arena/results/${encodeURIComponent(this.ident)}`;
    this.tournament = part;
    this.head = el("section", { class: "card-box arena-top", "aria-label": t("arena.outcome") });
    this.body = el("div", { class: "arena-body" });
    this.list = el("section", { class: "card-box", "aria-label": t("arena.games") });
    try {
      await this.look();
    } catch (error) {
      // A tournament that has just begun may have no games to read yet.
      if (!this.seen) throw error;
      this.again();
    }
  }

  /** @param {string} [more] */
  ask(more = "") {
    const part = new URLSearchParams({ part: this.tournament ?? "" });
    return `${this.path}${more}${more.includes("?") ? "&" : "?"}${part}`;
  }

  async look() {
    const began = performance.now();
    let found;
    try {
      found = await get(this.ask());
    } catch (error) {
      // A server that is started again plays it no more, but the result is there.
      if (!this.seen || (error instanceof Refused && error.code !== "OFFLINE")) throw error;
    }
    if (!this.isConnected) return;
    if (found && this.head && this.body && this.list) {
      if (!this.seen) this.replaceChildren(this.head, this.body, this.list);
      await this.show(found);
    }
    const took = performance.now() - began;
    if (found?.running ?? true) this.later(Math.max(LOOK, PAUSE * took));
  }

  /** @param {number} pause milliseconds until the next look */
  later(pause) {
    if (!this.isConnected) return;
    this.timer = setTimeout(async () => {
      try {
        await this.look();
      } catch (error) {
        toast(words(error));
        if (error instanceof Refused && error.code === "RESULT_NOT_FOUND") return;
        this.again();
      }
    }, pause);
  }

  /** Draws everything once more: what is read while it is written may be incomplete. */
  again() {
    this.seen = "again";
    this.later(LOOK);
  }

  /** @param {any} found */
  async show(found) {
    const game = this.games.find((each) => each.id === found.game),
      title = game?.title ?? found.game;
    const tell = this.wasRunning && !found.running;
    this.wasRunning = found.running;
    if (!this.first.at) {
      this.first = { at: Date.now(), played: found.played };
      setTop({
        title,
        status: [t(`arena.kind.${found.kind}`), this.ident, this.tournament]
          .filter(Boolean)
          .join(" · "),
        tone: toneOf(game ?? { id: found.game }),
        tools: [
          el("a", {
            class: "tool",
            href: this.tournament ? placeOf(this.ident) : "#/arena",
            text: this.tournament ? t("arena.whole") : t("arena.all"),
          }),
        ],
      });
    }
    const { changed: _changed, ...rest } = found;
    const text = JSON.stringify(rest);
    if (text === this.seen) return;
    this.seen = text;
    const verdict = found.kind === "tournament" ? this.verdict(found) : this.kindWords(found);
    if (found.running && found.played) verdict.short = t("arena.sofar", { text: verdict.short });
    if (this.head) refill(this.head, ...this.drawHead(found, verdict));
    if (tell) say(verdict.short);
    if (found.kind === "tournament") await this.drawTournament(found);
    else this.drawSeries(found);
  }

  /** @param {any} found @param {{short: string, long: string}} verdict */
  drawHead(found, verdict) {
    const count = counted(found),
      left = this.left(found);
    const stop = button(
      t("arena.stop"),
      async () => {
        stop.setAttribute("disabled", "");
        try {
          await this.show(await post(`${this.path}/stop`, undefined));
        } catch (error) {
          stop.removeAttribute("disabled");
          toast(words(error));
        }
      },
      { class: "plain" },
    );
    const setup = found.summary?.setup;
    const facts = [
      found.finished ? count : null,
      found.deals ? t("arena.facts.deals", { n: found.deals, deals: written(found.deals) }) : null,
      setup?.seed === undefined ? null : t("arena.facts.seed", { seed: String(setup.seed) }),
      found.started ? ago(Date.parse(found.started)) : null,
    ];
    return [
      el("h2", { class: "arena-verdict", text: verdict.short }),
      verdict.long ? el("p", { class: "dim small", text: verdict.long }) : null,
      found.finished
        ? null
        : el(
            "div",
            { class: "arena-progress" },
            progress(t("arena.progress"), found.played, found.planned, count),
            el("span", { class: "small", text: [count, left].filter(Boolean).join(" · ") }),
            found.running ? stop : el("span", { class: "small dim", text: t("arena.halted") }),
          ),
      found.failure
        ? el("p", { class: "refusal", text: t("arena.failed", { why: found.failure }) })
        : null,
      ...[...(found.summary?.errors ?? []), ...(found.problems ?? [])].map((each) =>
        el("p", { class: "refusal small", text: each }),
      ),
      el("p", { class: "fine dim", text: facts.filter(Boolean).join(" · ") }),
    ].filter((each) => each !== null);
  }

  /** How long a tournament that is played still takes. @param {any} found */
  left(found) {
    const seconds = (Date.now() - this.first.at) / 1000,
      games = found.played - this.first.played;
    if (!found.running || seconds < 2 || games < 1) return "";
    const rest = Math.ceil(((found.planned - found.played) * seconds) / games);
    return rest < 90
      ? t("arena.left.seconds", { n: rest })
      : t("arena.left.minutes", { n: Math.round(rest / 60) });
  }

  /** What a ladder, a matrix or a search is, in words. @param {any} found */
  kindWords(found) {
    return {
      short: t(`arena.kind.${found.kind}`),
      long: t(`arena.kind.${found.kind}.about`, { agent: found.agents[0] ?? "" }),
    };
  }

  /** What the games show, as the report says it. @param {any} found @returns {{short: string, long: string}} */
  verdict({ summary, running }) {
    const [best, second] = summary.standings;
    if (!summary.played) return { short: t("arena.verdict.none"), long: "" };
    if (!second) return { short: t("arena.verdict.alone", { name: best.label }), long: "" };
    const direct = summary.pairings.find(
      (/** @type {any} */ each) =>
        each.games && each.players.includes(best.player) && each.players.includes(second.player),
    );
    const names = { name: best.label, other: second.label };
    if (!direct)
      return {
        short: t("arena.verdict.rated", names),
        long: running ? "" : t("arena.verdict.apart"),
      };
    const key =
      direct.stronger === null ? "open" : direct.stronger === best.player ? "stronger" : "weaker";
    const own = direct.players[0] === best.player ? direct : turned(direct);
    const by = byMargin(summary);
    const values = {
      ...names,
      n: own.games,
      games: written(own.games),
      wins: written(own.wins),
      draws: written(own.draws),
      losses: written(own.losses),
      score: percent(own.score),
      margin: `${signed(own.margin)} ${unitOf(summary)}`,
      ends: by ? ends(own.margin_low, own.margin_high, signed) : ends(own.low, own.high, percent),
    };
    const seats = summary.seats.length,
      kind = seats === 1 ? "alone" : by ? "margin" : seats > 2 ? "ranks" : "score";
    return {
      short: t(`arena.verdict.${key}`, names),
      long: t(`arena.verdict.by.${kind}`, values),
    };
  }

  /** @param {any} found */
  async drawTournament(found) {
    const { summary } = found;
    if (!this.body || !this.list) return;
    const played = this.drawn;
    this.boxes ??= { strength: el("section", { class: "card-box" }), course: el("div", {}) };
    const { strength, course } = this.boxes;
    refill(
      strength,
      el("h3", { text: t("arena.standings") }),
      standings(summary),
      ratings(summary),
    );
    const many = summary.pairings.length > 1,
      [pairing] = summary.pairings;
    const aside = many
      ? cross(summary)
      : el(
          "div",
          { class: "arena-stack" },
          pairing?.games && summary.seats.length === 2 ? pairs(pairing) : null,
        );
    const ended = summary.endings.length ? endings(summary) : null;
    if (!many && ended) aside.append(ended);
    refill(this.body, strength, course, aside, ...(many && ended ? [ended] : []));
    if (found.played !== played) {
      this.drawn = found.played;
      await this.drawGames();
      if (!found.running || found.planned <= MOST_FETCHED) await this.drawCourse(summary);
    }
  }

  /** Draws the score or the mean return of each player, game by game. @param {any} summary */
  async drawCourse(summary) {
    /** @type {any[]} */
    const games = [];
    for (let start = 0; start !== null && games.length < MOST_COURSE;) {
      const page = await get(this.ask(`/games?start=${start}&limit=${MOST_FETCHED}`));
      games.push(...page.games);
      start = page.next;
    }
    if (!this.boxes || games.length < 2) return;
    const by = byMargin(summary),
      labels = summary.setup.players.length;
    const sums = Array(labels).fill(0),
      counts = Array(labels).fill(0);
    /** @type {[number, number][][]} */
    const lines = sums.map(() => []);
    const names = new Map(
      summary.standings.map((/** @type {any} */ each) => [each.label, each.player]),
    );
    games.forEach((each, at) => {
      const most = Math.max(...each.seats.map((/** @type {any} */ seat) => seat.return)),
        best = each.seats.filter((/** @type {any} */ seat) => seat.return === most).length;
      each.seats.forEach((/** @type {any} */ seat, /** @type {number} */ place) => {
        const player = names.get(seat.player);
        if (player === undefined || (each.ruling?.kind ?? "") === "skip") return;
        const won = each.winner === place;
        const shared = each.winner === null && seat.return === most && each.seats.length > 1;
        sums[player] += by ? seat.return : won ? 1 : shared ? 1 / best : 0;
        counts[player] += 1;
        lines[player].push([at + 1, sums[player] / counts[player]]);
      });
    });
    this.boxes.course.className = "card-box";
    this.boxes.course.replaceChildren(
      el("h3", { text: t("arena.course") }),
      plots.course(
        summary.standings.map((/** @type {any} */ each) => ({
          label: each.label,
          player: each.player,
          points: lines[each.player],
        })),
        {
          name: by
            ? t("arena.course.margin", { unit: unitOf(summary) })
            : t("arena.course.score"),
          middle: by ? 0 : 1 / summary.seats.length,
          most: games.length,
          write: by ? (value) => number(value, 1) : short,
          across: t("arena.course.games", { n: games.length, games: written(games.length) }),
        },
      ),
    );
  }

  /** Lists the games of a page. */
  async drawGames() {
    const page = await get(this.ask(`/games?start=${this.start}&limit=${PAGE}`));
    if (!this.list || !this.isConnected) return;
    const turn = (/** @type {string} */ text, /** @type {number | null} */ start) =>
      button(
        text,
        () => {
          this.start = start ?? 0;
          this.drawGames().catch((error) => toast(words(error)));
        },
        { class: "minor", disabled: start === null },
      );
    const names = page.games[0]?.seats.length ?? 0;
    const focused = this.list.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-game")
      : null;
    this.list.replaceChildren(
      el("h3", { text: t("arena.games") }),
      page.games.length
        ? plots.table({
            caption: t("arena.games.about"),
            name: "games-table",
            heads: [
              t("arena.game.number"),
              ...Array.from({ length: names }, (_, at) => t("seat.n", { n: at + 1 })),
              t("arena.game.moves"),
              t("arena.game.end"),
              t("replay"),
            ],
            rows: page.games.map((/** @type {any} */ each) => this.gameRow(each)),
          })
        : el("p", { class: "dim small", text: t("arena.games.none") }),
      page.total > PAGE
        ? el(
            "div",
            { class: "arena-pages" },
            turn(t("arena.games.back"), this.start ? Math.max(0, this.start - PAGE) : null),
            el("span", {
              class: "small dim",
              text: t("arena.games.at", {
                from: written(this.start + 1),
                to: written(Math.min(page.total, this.start + page.games.length)),
                n: page.total,
                total: written(page.total),
              }),
            }),
            turn(t("arena.games.next"), page.next === null ? null : this.start + PAGE),
          )
        : el("span", { hidden: true }),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.list.querySelector(`[data-game="${Number(focused)}"]`)
      )?.focus({ preventScroll: true });
  }

  /** @param {any} game */
  gameRow(game) {
    const open = button(
      t("replay"),
      async () => {
        open.setAttribute("disabled", "");
        open.classList.add("busy");
        open.setAttribute("aria-busy", "true");
        say(t("arena.game.wait"));
        try {
          await openRecord(
            await call("GET", this.ask(`/games/${game.number}/record`), { text: true }),
          );
        } catch (error) {
          toast(words(error));
        }
        open.removeAttribute("disabled");
        open.classList.remove("busy");
        open.removeAttribute("aria-busy");
      },
      {
        class: "minor",
        "data-game": game.number,
        "aria-label": t("arena.game.open", { n: game.number + 1 }),
      },
    );
    return [
      String(game.number + 1),
      ...game.seats.map((/** @type {any} */ seat, /** @type {number} */ at) =>
        el(
          "span",
          { class: game.winner === at ? "amount won" : "amount" },
          el("b", { text: seat.player }),
          el("small", {
            text: [
              number(seat.return, Number.isInteger(seat.return) ? 0 : 2),
              ...(game.winner === at ? [t("arena.game.won")] : []),
            ].join(" · "),
          }),
        ),
      ),
      written(game.plies),
      game.ruling?.error ?? game.reason,
      open,
    ];
  }

  // Ladders, matrices and searches.

  /** @param {any} found */
  drawSeries(found) {
    if (!this.body || !this.list) return;
    const { summary } = found;
    const made =
      found.kind === "ladder"
        ? ladder(summary)
        : found.kind === "matrix"
          ? matrix(summary)
          : tuning(summary);
    refill(this.body, ...made);
    this.list.hidden = !found.parts.length;
    this.list.setAttribute("aria-label", t("arena.parts"));
    this.list.replaceChildren(
      el("h3", { text: t("arena.parts") }),
      el(
        "ul",
        { class: "part-list" },
        ...[...found.parts]
          .sort((one, other) => one.localeCompare(other, "en", { numeric: true }))
          .map((part) =>
            el(
              "li",
              {},
              el("a", {
                class: "minor",
                href: placeOf(this.ident, part),
                text: partName(part, summary.matrix?.values),
              }),
            ),
          ),
      ),
    );
  }
}

/** What a part is about: a matrix counts its values from 1. @param {string} part @param {string[]} [values] */
function partName(part, values) {
  const names = part.split("-").map((each) => values?.[Number(each) - 1] ?? each);
  return names.length === 2 ? names.join(" – ") : part;
}

/** The colour that a player of the form will have. @param {number} player */
const playerMark = (player) => plots.playerDot(player);

/** Whether returns decide who is better, and not wins. @param {any} summary */
const byMargin = (summary) => Boolean(summary.unit) || summary.seats.length === 1;

/** @param {any} summary */
const unitOf = (summary) => summary.unit || t("arena.returns");

/** A pairing from the point of view of its second player. @param {any} each */
function turned(each) {
  const back = (/** @type {number | null} */ value) => (value === null ? null : -value);
  return {
    ...each,
    players: [...each.players].reverse(),
    labels: [...each.labels].reverse(),
    wins: each.losses,
    losses: each.wins,
    score: 1 - each.score,
    low: 1 - each.high,
    high: 1 - each.low,
    margin: -each.margin,
    margin_low: back(each.margin_high),
    margin_high: back(each.margin_low),
  };
}

/** @param {any} mean @param {(value: number) => string} write */
const meanOf = ({ mean, low, high }, write) => ({ value: mean, low, high, write });

/** What ranks a player: its rating in the unit of the game or in Elo, alone its mean return. @param {any} each @param {any} summary */
function ratingOf(each, summary) {
  if (summary.seats.length === 1)
    return meanOf(each.returns, number);
  if (summary.unit && each.margin) return meanOf(each.margin, signed);
  return { value: each.elo ?? 0, low: each.elo_low, high: each.elo_high, write: whole };
}

/** @param {any} summary */
const ratingName = (summary) =>
  summary.seats.length === 1
    ? t("arena.rating.return")
    : summary.unit
      ? t("arena.rating.unit", { unit: summary.unit })
      : t("arena.rating.elo");

/** @param {any} each */
const faultsOf = (each) => each.forfeits + each.late + each.skipped;

/** The table of the players. @param {any} summary */
function standings(summary) {
  const alone = summary.seats.length === 1,
    faults = summary.standings.some((/** @type {any} */ each) => faultsOf(each));
  return plots.table({
    caption: t("arena.standings.about"),
    heads: [
      t("arena.player"),
      ratingName(summary),
      t(alone ? "arena.wins" : "arena.score"),
      t("arena.games"),
      t("arena.won"),
      ...(alone ? [] : [t("arena.drawn")]),
      t("arena.lost"),
      t("arena.time"),
      ...(faults ? [t("arena.forfeits")] : []),
    ],
    rows: summary.standings.map((/** @type {any} */ each) => {
      const rating = ratingOf(each, summary);
      return [
        el(
          "span",
          { class: "player" },
          plots.playerDot(each.player),
          el("span", { text: each.label }),
        ),
        figure(rating.write(rating.value), ends(rating.low, rating.high, rating.write)),
        figure(percent(each.score), ends(each.low, each.high, percent)),
        written(each.games),
        written(each.wins),
        ...(alone ? [] : [written(each.draws)]),
        written(each.losses),
        t("arena.ms", { n: number(each.times.mean, each.times.mean < 10 ? 2 : 0) }),
        ...(faults ? [written(faultsOf(each))] : []),
      ];
    }),
  });
}

/** The plot of what ranks the players. @param {any} summary */
function ratings(summary) {
  const write = byMargin(summary) ? (/** @type {number} */ value) => number(value, 1) : whole;
  return plots.intervals(
    summary.standings.map((/** @type {any} */ each) => {
      const rating = ratingOf(each, summary);
      const text = rating.write(rating.value);
      return { ...rating, label: each.label, player: each.player, text };
    }),
    { name: t("arena.rating.plot", { name: ratingName(summary) }), middle: 0, write },
  );
}

/** How every two players did against each other. @param {any} summary */
function cross(summary) {
  const by = byMargin(summary),
    order = summary.standings,
    margins = summary.pairings.map((/** @type {any} */ each) => Math.abs(each.margin)),
    most = Math.max(1e-9, ...margins);
  return el(
    "section",
    { class: "card-box" },
    el("h3", { text: t("arena.cross") }),
    plots.heat({
      caption: by ? t("arena.cross.margin", { unit: unitOf(summary) }) : t("arena.cross.score"),
      corner: t("arena.player"),
      heads: order.map((/** @type {any} */ each) => each.label),
      cell: (row, column) => {
        const one = order[row].player,
          other = order[column].player;
        const found = summary.pairings.find(
          (/** @type {any} */ each) =>
            each.games &&
            one !== other &&
            each.players.includes(one) &&
            each.players.includes(other),
        );
        if (!found) return null;
        const own = found.players[0] === one ? found : turned(found);
        return by
          ? {
              text: signed(own.margin),
              note: ends(own.margin_low, own.margin_high, signed),
              tint: own.margin / most,
            }
          : {
              text: percent(own.score),
              note: ends(own.low, own.high, short),
              tint: 2 * own.score - 1,
            };
      },
    }),
  );
}

/** How the pairs of games of two players ended. @param {any} pairing */
function pairs(pairing) {
  const kinds = ["won", "won-half", "split", "lost-half", "lost"];
  return el(
    "section",
    { class: "card-box" },
    el("h3", { text: t("arena.pairs") }),
    plots.shares(
      t("arena.pairs.about", { name: pairing.labels[0] }),
      Object.entries(pairing.pairs).map(([result, count], at) => ({
        label: result.replace("-", " : "),
        count: Number(count),
        kind: kinds[at],
      })),
    ),
  );
}

/** Why games ended, and how long they were. @param {any} summary */
function endings(summary) {
  return el(
    "section",
    { class: "card-box" },
    el("h3", { text: t("arena.endings") }),
    el(
      "ul",
      { class: "endings" },
      ...summary.endings.map((/** @type {any} */ each) => {
        const bar = svg(
          "svg",
          {
            class: "plot-bar",
            viewBox: "0 0 100 10",
            preserveAspectRatio: "none",
            "aria-hidden": "true",
          },
          svg("rect", { x: 0, y: 0, width: 100 * each.share, height: 10 }),
        );
        return el(
          "li",
          {},
          el("span", { text: each.reason }),
          bar,
          el("span", { class: "plot-value", text: short(each.share) }),
        );
      }),
    ),
    el("p", {
      class: "fine dim",
      text: t("arena.length", {
        median: number(summary.plies.p50, 0),
        most: number(summary.plies.max, 0),
      }),
    }),
  );
}

/** The rungs of a ladder. @param {any} document */
function ladder(document) {
  const rungs = document.rungs ?? [],
    against = rungs.some((/** @type {any} */ each) => each.against);
  const cell = (/** @type {any} */ pairing) =>
    pairing ? figure(percent(pairing.score), ends(pairing.low, pairing.high, percent)) : "–";
  /** @type {plots.Row[]} */
  const rows = rungs
    .filter((/** @type {any} */ each) => each.step)
    .map((/** @type {any} */ each) => ({
      label: String(each.budget),
      player: 0,
      value: each.step.score,
      low: each.step.low,
      high: each.step.high,
      text: percent(each.step.score),
    }));
  return [
    el(
      "section",
      { class: "card-box" },
      el("h3", { text: t("arena.ladder.rungs") }),
      plots.table({
        caption: t("arena.ladder.about"),
        heads: [
          t("arena.player"),
          t("arena.time"),
          t("arena.ladder.step"),
          t("arena.ladder.gain"),
          ...(against ? [t("arena.ladder.against", { name: document.ladder.against })] : []),
        ],
        rows: rungs.map((/** @type {any} */ each) => [
          each.agent,
          each.ms === null ? "–" : t("arena.ms", { n: number(each.ms) }),
          cell(each.step),
          each.step
            ? figure(
                signed(each.step.margin),
                ends(each.step.margin_low, each.step.margin_high, signed),
              )
            : "–",
          ...(against ? [cell(each.against)] : []),
        ]),
      }),
      rows.length
        ? plots.intervals(rows, {
            name: t("arena.ladder.plot", { name: document.ladder.budget }),
            middle: 0.5,
            write: short,
          })
        : null,
    ),
  ];
}

/** The cells of a matrix. @param {any} document */
function matrix(document) {
  const values = document.matrix.values,
    found = document.cells ?? [];
  return [
    el(
      "section",
      { class: "card-box" },
      el("h3", { text: t("arena.cross") }),
      plots.heat({
        caption: t("arena.matrix.about"),
        corner: document.matrix.option,
        heads: values,
        heading: [...values, t("arena.matrix.all")],
        cell: (row, column) => {
          const each =
            column === values.length
              ? (document.totals ?? []).find((/** @type {any} */ one) => one.value === values[row])
              : found.find(
                  (/** @type {any} */ one) =>
                    one.row === values[row] && one.column === values[column],
                );
          return each?.games
            ? {
                text: percent(each.score),
                note: ends(each.low, each.high, short),
                tint: 2 * each.score - 1,
              }
            : null;
        },
      }),
    ),
  ];
}

/** The trials of a search, the best first. @param {any} document */
function tuning(document) {
  const trials = (document.tried ?? []).map((/** @type {any} */ each) => ({
    ...each,
    last: each.checkpoints.at(-1),
  }));
  trials.sort((/** @type {any} */ a, /** @type {any} */ b) => b.last.value - a.last.value);
  return [
    el(
      "section",
      { class: "card-box" },
      el("h3", { text: t("arena.tuning.trials") }),
      plots.table({
        caption: t("arena.tuning.about"),
        heads: [
          t("arena.tuning.trial"),
          t("arena.player"),
          t("arena.score"),
          t("arena.tuning.margin"),
          t("arena.deals"),
        ],
        rows: trials.map((/** @type {any} */ each) => [
          String(each.number),
          each.agent,
          percent(each.last.score),
          signed(each.last.margin),
          `${written(each.last.deals)}${each.stopped ? ` · ${t("arena.tuning.stopped")}` : ""}`,
        ]),
      }),
    ),
  ];
}

customElements.define("kibitz-arena", Arena);
