// Replay: any move of a match, seen from any seat, with the value of every decision on demand.

import { Analysis } from "./analysis.js";
import { call, get, listGames, Refused } from "./api.js";
import { button, copy, el, pause, refill, say, toast } from "./dom.js";
import { closeRules, showSheet, toggleRules } from "./drawer.js";
import { tokenOf } from "./keep.js";
import { Kibitzer } from "./kibitzer.js";
import { settle, snapshot } from "./motion.js";
import { pointAt } from "./pointing.js";
import { Reader } from "./reader.js";
import { drawScene } from "./scene.js";
import { setStatus, setTone, setTop } from "./shell.js";
import { symbol } from "./symbols.js";
import { resultText, seatNames } from "./table.js";
import { t, withNames } from "./words.js";

/** Milliseconds between two moves. */
const STEP = 1000;
const SPEEDS = [0.5, 1, 2, 4];
/** The tabs of the panel, and their texts. */
const TABS = [
  ["moves", "replay.moves"],
  ["moments", "moment.title"],
  ["ask", "ask.title"],
];
/** The most moves of an open match that are listed. */
const MOST_LISTED = 300;

class Replay extends HTMLElement {
  constructor() {
    super();
    this.ident = "";
    this.query = new URLSearchParams();
    this.token = "";
    /** @type {any} */
    this.info = null;
    this.ply = 0;
    this.plies = 0;
    /** Who decides in the position that is shown; null at the end. @type {number | null} */
    this.turn = null;
    /** Whose view; null for the own one. @type {number | null} */
    this.view = null;
    /** @type {Map<string, Promise<any>>} */
    this.plyCache = new Map();
    /** @type {{seat: number, text: string, words?: string}[]} */
    this.record = [];
    /** The legal moves of positions that somebody asked about. @type {Map<number, import("./kibitzer.js").Legal[]>} */
    this.legal = new Map();
    this.playing = false;
    /** How often it was started, so that an earlier start ends. */
    this.runs = 0;
    this.speed = 1;
    this.asked = 0;
    this.shown = -1;
    /** @type {string[]} */
    this.names = [];
    /** What the kibitzer points at. @type {import("./pointing.js").Pointed} */
    this.pointed = { steps: [], how: "" };
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  async connectedCallback() {
    this.token = tokenOf(this.ident);
    this.className = "app";
    this.table = el("section", { class: "felt", "aria-label": t("table.label") });
    this.hand = el("section", { class: "hand", "aria-label": t("hand.label") });
    this.bar = el("section", { class: "replay-bar", "aria-label": t("replay") });
    this.panel = el("aside", { class: "panel", id: "panel", "aria-label": t("panel.label") });
    this.append(
      this.table,
      this.bar,
      this.hand,
      this.panel,
      button("", () => this.sheet(false), { class: "shade", "aria-label": t("close") }),
    );
    this.reader = new Reader(this);
    document.addEventListener("keydown", this.keys);
    try {
      this.info = await get(`/matches/${this.ident}`, this.token);
      const [games] = await Promise.all([listGames(), this.info.over ? this.readRecord() : null]);
      this.game = games.find((each) => each.id === this.info.game) ?? {
        id: this.info.game,
        title: this.info.game,
      };
    } catch (error) {
      const code = error instanceof Refused ? error.code : "";
      this.replaceChildren(
        el(
          "div",
          { class: "empty" },
          el("p", {
            class: "empty-text",
            text:
              code === "MATCH_NOT_FOUND"
                ? t("problem.nomatch")
                : code === "NOT_WATCHED"
                  ? t("problem.private")
                  : error instanceof Refused
                    ? error.message
                    : t("problem.offline"),
          }),
          el("a", { class: "primary", href: "#/", text: t("top.home") }),
        ),
      );
      return;
    }
    this.plies = this.info.ply;
    this.names = seatNames(this.info, this.info.you);
    const seat = Number(this.query.get("seat") ?? NaN);
    if (this.info.over) this.view = Number.isInteger(seat) ? seat : (this.info.you ?? 0);
    setTop({
      title: this.game.title,
      status: "",
      tone: this.game.tone,
      tools: [
        button(
          t("rules"),
          () => toggleRules(this, this.info.game).catch((error) => this.explain(error)),
          { class: "tool wide-only" },
          symbol("book"),
        ),
        button(t("ask.title"), () => this.sheet(true), {
          class: "tool ask narrow-only",
          "aria-controls": "panel",
        }),
      ],
    });
    this.drawBar();
    this.fillPanel();
    const wanted = Number(this.query.get("ply") ?? NaN);
    this.go(
      Number.isInteger(wanted)
        ? Math.max(0, Math.min(this.plies, wanted))
        : this.info.over
          ? 0
          : this.plies,
    );
    if (!this.info.over) this.listOpen();
  }

  disconnectedCallback() {
    this.playing = false;
    document.removeEventListener("keydown", this.keys);
  }

  async readRecord() {
    this.recordText = /** @type {string} */ (
      await call("GET", `/matches/${this.ident}/record`, { token: this.token, text: true })
    );
    this.record = this.recordText
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .filter((each) => "move" in each);
  }

  /** An open match has no record yet: the moves are read one by one. */
  async listOpen() {
    for (let ply = 1; ply <= Math.min(this.plies, MOST_LISTED) && this.isConnected; ply++) {
      try {
        const found = await this.fetch(ply);
        this.record[ply - 1] = { seat: found.mover, text: found.text };
      } catch {
        return;
      }
      if (ply % 20 === 0) this.drawMoves();
    }
    this.drawMoves();
  }

  /** @param {number} ply @returns {Promise<any>} */
  fetch(ply) {
    const key = `${this.view}:${ply}`;
    let found = this.plyCache.get(key);
    if (!found) {
      found = get(
        `/matches/${this.ident}/plies/${ply}${this.view === null ? "" : `?seat=${this.view}`}`,
        this.token,
      );
      found.catch(() => this.plyCache.delete(key));
      this.plyCache.set(key, found);
    }
    return found;
  }

  /** Reads what could be played in the position that is shown; what was played is first. */
  async readLegal() {
    const { ply } = this;
    if (this.legal.has(ply)) return;
    const found = await get(`/matches/${this.ident}/plies/${ply}?moves=true`, this.token);
    const played = this.record[ply]?.text,
      moves = found.moves.filter((/** @type {any} */ each) => each.text);
    this.legal.set(
      ply,
      moves
        .map((/** @type {any} */ { text, words }) => ({
          text,
          words: text === played ? t("replay.played", { move: words }) : words,
        }))
        .sort((/** @type {any} */ a, /** @type {any} */ b) => Number(b.text === played) - Number(a.text === played)),
    );
  }

  /** Shows the table after so many moves. @param {number} ply */
  async go(ply) {
    const mine = ++this.asked;
    this.ply = Math.max(0, Math.min(this.plies, ply));
    this.drawSlider();
    let found;
    try {
      found = await this.fetch(this.ply);
    } catch {
      return;
    }
    if (mine !== this.asked || !this.isConnected) return;
    const moved = this.ply !== this.shown;
    this.show(found);
    if (moved) this.kibitzer?.reset();
    for (const next of [1, 2, -1])
      if (this.ply + next >= 0 && this.ply + next <= this.plies)
        this.fetch(this.ply + next).catch(() => {});
    const place = `#/replay/${this.ident}?ply=${this.ply}${this.view === null ? "" : `&seat=${this.view}`}`;
    if (location.hash !== place) history.replaceState(null, "", place);
  }

  /** @param {any} found */
  show(found) {
    const { table, hand } = this;
    if (!table || !hand) return;
    const before = snapshot(this);
    drawScene(
      found.scene,
      table,
      hand,
      null,
      this.info.seats.map((/** @type {any} */ each) => ({
        name: this.names[each.seat],
        kind: each.kind,
        note: each.agent ? t("seat.agent") : "",
        free: false,
      })),
    );
    this.turn = found.turn;
    this.drawPointed();
    this.reader?.redrawn();
    if (Math.abs(this.ply - this.shown) <= 2) settle(before, this);
    this.shown = this.ply;
    setTone(found.scene.tone || this.game.tone || "");
    setStatus(withNames(found.scene.status, this.names, this.info.you));
    const text =
      this.ply === 0 ? t("replay.start") : `${this.names[found.mover] ?? ""}: ${withNames(found.text, this.names, this.info.you)}`;
    if (this.said)
      this.said.textContent =
        this.ply === this.plies && this.info.over
          ? `${text} – ${resultText(this.info.result, this.info.you, this.names)}`
          : text;
    say(text);
    this.drawMarks();
  }

  /** What a move touches is known for the seat that decides, so it is marked in its view only. */
  drawPointed() {
    const seen = this.view === this.turn;
    pointAt(this, seen ? this.pointed : { steps: [], how: "" });
  }

  // The bar: slider, play, speed, view.

  drawBar() {
    this.said = el("p", { class: "prompt" });
    this.slider = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "range",
        class: "slider",
        min: 0,
        max: this.plies,
        value: this.ply,
        "aria-label": t("replay.move"),
      })
    );
    this.slider.addEventListener("input", () => {
      this.playing = false;
      this.go(Number(this.slider?.value));
      this.drawPlay();
    });
    this.playButton = button("", () => this.toggle(), { class: "tool round" });
    this.count = el("span", { class: "dim small" });
    const view = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("replay.view") },
        ...this.names.map((name, at) => el("option", { value: at, text: name })),
        el("option", { value: -1, text: t("replay.spectator") }),
      )
    );
    view.value = String(this.view ?? -1);
    view.addEventListener("change", () => {
      this.view = Number(view.value);
      this.analysis?.seenBy(this.side);
      this.drawMoves();
      this.shown = -9;
      this.go(this.ply);
    });
    const speed = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("speed") },
        ...SPEEDS.map((each) => el("option", { value: each, text: `${each}×` })),
      )
    );
    speed.value = "1";
    speed.addEventListener("change", () => {
      this.speed = Number(speed.value);
    });
    this.bar?.replaceChildren(
      this.slider,
      el(
        "div",
        { class: "replay-line" },
        button(
          "",
          () => this.step(-1),
          { class: "tool round", "aria-label": t("replay.back"), title: "←" },
          el("span", { text: "‹" }),
        ),
        this.playButton,
        button(
          "",
          () => this.step(1),
          { class: "tool round", "aria-label": t("replay.forward"), title: "→" },
          el("span", { text: "›" }),
        ),
        this.count,
        this.said,
        this.info.over ? view : null,
        speed,
      ),
    );
    this.drawPlay();
  }

  drawSlider() {
    if (!this.slider || !this.count) return;
    this.slider.value = String(this.ply);
    this.slider.setAttribute("aria-valuetext", t("replay.at", { at: this.ply, n: this.plies }));
    this.count.textContent = `${this.ply} / ${this.plies}`;
  }

  drawPlay() {
    this.playButton?.replaceChildren(symbol(this.playing ? "pause" : "play"));
    this.playButton?.setAttribute("aria-label", this.playing ? t("pause") : t("play"));
  }

  /** @param {number} by */
  step(by) {
    this.playing = false;
    this.drawPlay();
    this.go(this.ply + by);
  }

  async toggle() {
    this.playing = !this.playing;
    this.drawPlay();
    if (!this.playing) return;
    const mine = ++this.runs,
      runs = () => this.playing && this.runs === mine && this.isConnected;
    if (this.ply >= this.plies) await this.go(0);
    while (runs() && this.ply < this.plies) {
      await this.go(this.ply + 1);
      await pause(STEP / this.speed);
    }
    if (this.runs !== mine) return;
    this.playing = false;
    this.drawPlay();
  }

  // The panel: kibitzer, curve, moves.

  fillPanel() {
    const { panel } = this;
    if (!panel) return;
    this.kibitzer = new Kibitzer();
    Object.assign(this.kibitzer, {
      match: this.ident,
      token: this.token,
      game: this.info.game,
      hooks: {
        legal: () => this.legal.get(this.ply) ?? [],
        allowed: () =>
          !this.info.over ? t("replay.open") : this.ply >= this.plies ? t("replay.end") : "",
        point: (/** @type {import("./pointing.js").Pointed} */ pointed) => {
          this.pointed = pointed;
          this.drawPointed();
        },
        play: null,
        where: () => ({ ply: this.ply }),
        hints: false,
        ready: () => this.readLegal(),
      },
    });
    this.analysis = new Analysis();
    Object.assign(this.analysis, {
      looked: {
        match: this.ident,
        token: this.token,
        info: this.info,
        names: this.names,
        plies: this.plies,
        record: this.record,
      },
      side: this.side,
      go: (/** @type {number} */ ply) => this.step(ply - this.ply),
      changed: (/** @type {boolean} */ done) => {
        this.drawMoves();
        if (this.isConnected) this.showTab(done ? "moments" : "moves");
      },
    });
    this.movesList = el("ol", { class: "log moves-list", "aria-label": t("replay.moves") });
    this.movesList.addEventListener("click", (event) => {
      const found = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (event.target).closest("[data-ply]")
      );
      if (found) this.step(Number(found.dataset.ply) - this.ply);
    });
    this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": t("panel.label") });
    this.tabs.addEventListener("keydown", (event) => this.tabKey(event));
    this.tabs.append(
      ...TABS.map(([name, text]) =>
        button(t(text), () => this.showTab(name), {
          role: "tab",
          id: `tab-${name}`,
          "aria-controls": `tab-of-${name}`,
        }),
      ),
    );
    /** @param {string} name @param {HTMLElement} content */
    const body = (name, content) =>
      el(
        "div",
        {
          class: "tab-body",
          role: "tabpanel",
          id: `tab-of-${name}`,
          "data-tab": name,
          "aria-labelledby": `tab-${name}`,
        },
        content,
      );
    panel.replaceChildren(
      button(
        "",
        () => this.sheet(false),
        { class: "sheet-close narrow-only", "aria-label": t("close") },
        symbol("close"),
      ),
      ...(this.info.over ? [this.analysis] : []),
      this.tabs,
      body("moves", this.movesList),
      body("moments", this.analysis.list),
      body("ask", this.kibitzer),
      el(
        "div",
        { class: "panel-foot" },
        button(
          t("replay.position"),
          () => this.copyPosition(),
          { class: "minor", title: t("replay.position.title") },
          symbol("link"),
        ),
        button(
          t("share"),
          () => copy(location.href, t("share.done")),
          { class: "minor" },
          symbol("people"),
        ),
        this.info.over
          ? button(t("replay.download"), () => this.download(), { class: "minor" }, symbol("down"))
          : el("a", { class: "minor", href: `#/match/${this.ident}`, text: t("replay.table") }),
        this.info.over
          ? button(t("playon"), () => this.playOn(), { class: "minor" }, symbol("play"))
          : null,
      ),
    );
    this.showTab("moves");
    this.drawMoves();
  }

  /** @param {string} name */
  showTab(name) {
    for (const tab of /** @type {NodeListOf<HTMLElement>} */ (
      this.querySelectorAll("[role=tab]")
    )) {
      const on = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      tab.hidden = tab.id === "tab-moments" && !this.analysis?.judged.length;
    }
    for (const body of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-tab]")))
      body.hidden = body.dataset.tab !== name;
    this.drawMarks();
  }

  /** Arrows go from tab to tab. @param {KeyboardEvent} event */
  tabKey(event) {
    const tabs = /** @type {HTMLElement[]} */ ([
      ...this.querySelectorAll("[role=tab]:not([hidden])"),
    ]);
    const now = tabs.findIndex((each) => each === document.activeElement),
      last = tabs.length - 1;
    const to = /** @type {Record<string, number>} */ ({
      ArrowLeft: now > 0 ? now - 1 : last,
      ArrowRight: now < last ? now + 1 : 0,
      Home: 0,
      End: last,
    })[event.key];
    if (now < 0 || to === undefined) return;
    event.preventDefault();
    tabs[to].click();
    tabs[to].focus();
  }

  drawMoves() {
    const verdicts = new Map(this.analysis?.moments.map((each) => [each.ply, each.kind]));
    if (!this.movesList) return;
    refill(
      this.movesList,
      ...this.record.map((each, at) => {
        const kind = verdicts.get(at);
        return el(
          "li",
          {},
          el(
            "button",
            { type: "button", "data-ply": at + 1 },
            el("span", { class: "no", text: at + 1 }),
            el("b", { class: `seat s${each.seat}`, text: this.names[each.seat] ?? "" }),
            el("span", { class: "cap", text: withNames(each.text, this.names, this.info.you) }),
            kind && kind !== "turn"
              ? el("span", { class: `verdict ${kind}`, text: kind === "blunder" ? "??" : "?" })
              : null,
          ),
        );
      }),
    );
    this.drawMarks();
  }

  drawMarks() {
    const list = this.movesList;
    if (!list) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const now = /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${this.ply}"]`));
    now?.setAttribute("aria-current", "true");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
    this.analysis?.at(this.ply);
  }

  /** The seat whose chances are shown. */
  get side() {
    return this.view !== null && this.view >= 0 ? this.view : (this.info.you ?? 0);
  }

  /** Copies the position as the game writes it, for `kibitz advise` and other programs. */
  async copyPosition() {
    try {
      const { position } = await get(
        `/matches/${this.ident}/plies/${this.ply}/position`,
        this.token,
      );
      await copy(JSON.stringify(position), t("replay.position.done"));
    } catch (error) {
      this.explain(error);
    }
  }

  async playOn() {
    try {
      const { turn } = await this.fetch(this.ply);
      if (turn === null) toast(t("replay.end"));
      else
        await (
          await import("./playon.js")
        ).askPlayOn(this.info, this.token, this.ply, turn, this.names);
    } catch (error) {
      this.explain(error);
    }
  }

  /** @param {unknown} error */
  explain(error) {
    const refused = error instanceof Refused && error.code !== "OFFLINE";
    toast(refused ? error.message : t("problem.offline"));
  }

  download() {
    const link = /** @type {HTMLAnchorElement} */ (
      el("a", {
        href: URL.createObjectURL(
          new Blob([this.recordText ?? ""], { type: "application/x-ndjson" }),
        ),
        download: `${this.info.game}-${this.ident}.jsonl`,
      })
    );
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** @param {boolean} open */
  sheet(open) {
    showSheet(this, open);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      target.matches("input, select, textarea")
    )
      return;
    if (event.key === "Escape") {
      if (!this.reader?.hide() && !closeRules(this)) this.sheet(false);
    }
    else if (event.key === "ArrowLeft") this.step(-1);
    else if (event.key === "ArrowRight") this.step(1);
    else if (event.key === "Home") this.step(-this.ply);
    else if (event.key === "End") this.step(this.plies - this.ply);
    else if (event.key === " " && !target.matches("button, a")) this.toggle();
    else if (event.key === "?") {
      this.sheet(true);
      this.showTab("ask");
      this.kibitzer?.ask();
    } else return;
    event.preventDefault();
  }
}
customElements.define("kibitz-replay", Replay);
