// The table: shows a match, lets the player choose a move by touching pieces, and plays it.

import { call, describeGame, get, Live, newKey, Refused } from "./api.js";
import { bar, pieceOf } from "./card.js";
import { button, byId, copy, el, identity, pause, refill, say, toast } from "./dom.js";
import { Drag } from "./drag.js";
import { closeRules, showSheet, toggleRules } from "./drawer.js";
import { keep, keptMatch, moving, settings, tokenOf } from "./keep.js";
import { Kibitzer } from "./kibitzer.js";
import { settle, snapshot } from "./motion.js";
import { Pick } from "./pick.js";
import { pointAt } from "./pointing.js";
import { counters, drawScene } from "./scene.js";
import { confirmed, setStatus, setTone, setTop } from "./shell.js";
import { symbol } from "./symbols.js";
import { t, withNames } from "./words.js";

/** Milliseconds between the moves of others. */
const PAUSE = 650;
/** How long a move may be on its way before the table looks as if it waits, in milliseconds. */
const WAITING = 60;
/** How long an event waits for the decision that the server sends right behind it, in milliseconds. */
const BEHIND = 40;
/** How many earlier events the log has when the page is opened. */
const EARLIER = 30;
const SPEEDS = [0.5, 1, 2, 4];
/** Reasons that say no more than who has won. */
const SAID = ["won", "lost"];
/** Events after which the match has other players, or another end. */
const CHANGES = ["seated", "agent", "rematch", "resigned"];

/** Names as they are shown: the viewer is "You", equal names get their seat. @param {any} info @param {number | null} you */
export function seatNames(info, you) {
  const names = info.seats.map(
    (/** @type {any} */ each) => each.name.charAt(0).toUpperCase() + each.name.slice(1),
  );
  return names.map((/** @type {string} */ name, /** @type {number} */ at) => {
    if (at === you) return t("you");
    return names.filter((/** @type {string} */ each) => each === name).length > 1
      ? `${name} ${at + 1}`
      : name;
  });
}

/** How a match ended, in words. @param {any} result @param {number | null} you @param {string[]} names */
export function resultText(result, you, names) {
  if (!result) return "";
  const { winner, reason } = result;
  if (reason === "abandoned") return t("over.abandoned");
  let text = t("over.draw");
  if (winner !== null && winner !== undefined)
    text =
      winner === you
        ? t("over.won")
        : you === null
          ? t("over.winner", { name: names[winner] })
          : t("over.lost");
  else if (names.length === 1 && result.returns?.length)
    text = result.returns[0] > 0 ? t("over.won") : t("over.lost");
  if (reason === "resigned")
    return `${text}: ${result.seat === you ? t("over.resigned.you") : t("over.resigned", { name: names[result.seat] ?? "" })}`;
  return !reason || SAID.includes(reason) ? text : `${text}: ${withNames(reason, names, you)}`;
}

export class Table extends HTMLElement {
  constructor() {
    super();
    this.ident = "";
    this.query = new URLSearchParams();
    this.token = "";
    /** @type {any} */
    this.info = null;
    /** @type {import("./scene.js").Scene | null} */
    this.scene = null;
    /** @type {number | null} */
    this.you = null;
    this.version = 0;
    /** @type {import("./pick.js").Move[]} */
    this.moves = [];
    /** @type {string[]} */
    this.steps = [];
    this.pick = new Pick([]);
    /** Nodes that look selected. @type {HTMLElement[]} */
    this.chosen = [];
    /** What the kibitzer points at. @type {import("./pointing.js").Pointed} */
    this.pointed = { steps: [], how: "" };
    this.over = false;
    /** @type {any} */
    this.result = null;
    /** @type {{seat: number} | null} */
    this.asked = null;
    this.note = "";
    /** Whether the result was closed. */
    this.seen = false;
    this.menu = "";
    /** The version of the position for which a move is on its way. @type {number | null} */
    this.sending = null;
    /** A secret for taking a seat, so that asking again gives the same seat. */
    this.seatKey = newKey();
    this.connected = true;
    /** @type {any[]} */
    this.queue = [];
    /** @type {any} */
    this.pending = null;
    /** Is called when a decision comes. */
    this.arrived = () => {};
    this.pumping = false;
    this.lastShown = 0;
    this.speed = 1;
    this.halted = false;
    /** @type {{version: number, found: Record<string, any>} | null} */
    this.refusals = null;
    /** @type {{seq: number, seat: number, text: string, news: string[]}[]} */
    this.log = [];
    this.names = /** @type {string[]} */ ([]);
    /** When the last click or key press was, and that of the move that is on its way. */
    this.clicked = 0;
    this.playStart = 0;
    /** Shows whole cards, once somebody points at one. @type {import("./reader.js").Reader | null} */
    this.reader = null;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  connectedCallback() {
    this.token = tokenOf(this.ident);
    this.table = el("section", { class: "felt", "aria-label": t("table.label") });
    this.hand = el("section", { class: "hand", "aria-label": t("hand.label") });
    this.prompt = el("p", { class: "prompt" });
    this.actions = el("div", { class: "actions" });
    this.makeSpeeds();
    this.logList = el("ol", { class: "log", "aria-label": t("log.label"), tabindex: "0" });
    this.panel = el("aside", { class: "panel", id: "panel", "aria-label": t("panel.label") });
    this.offline = el("p", {
      class: "offline",
      role: "status",
      hidden: true,
      text: t("table.offline"),
    });
    this.className = "app";
    this.append(
      this.offline,
      this.table,
      el("section", { class: "bar", "aria-label": t("bar.label") }, this.prompt, this.actions),
      this.hand,
      this.panel,
      button("", () => this.sheet(false), { class: "shade", "aria-label": t("close") }),
    );
    this.drag = new Drag(this, this);
    for (const kind of ["click", "keydown"])
      this.addEventListener(
        kind,
        (event) => {
          this.clicked = event.timeStamp;
        },
        true,
      );
    this.addEventListener("pointerover", (event) => {
      if (!this.reader) this.read().then((reader) => reader?.over(event));
    });
    // A long press begins before anything else, so the reader must be there.
    if (matchMedia("(pointer: coarse)").matches) this.read();
    document.addEventListener("keydown", this.keys);
    this.live = new Live(this.ident, this.token, {
      message: (message) => this.receive(message),
      status: (status, problem) => this.linked(status, problem),
    });
    this.load();
  }

  /** Loads what shows whole cards; without a connection, the next move of the mouse tries again. */
  async read() {
    const found = await import("./reader.js").catch(() => null);
    if (found) this.reader ??= new found.Reader(this, () => this.drag?.end());
    return this.reader;
  }

  disconnectedCallback() {
    this.live?.close();
    this.drag?.end();
    document.removeEventListener("keydown", this.keys);
    this.queue = [];
  }

  // What the server says.

  async load() {
    const { game } = keptMatch(this.ident) ?? {};
    if (game) describeGame(game).catch(() => {});
    try {
      await this.describe();
    } catch (error) {
      // An answer that never came is tried again by the WebSocket.
      if (error instanceof Refused && error.code !== "OFFLINE") this.linked("refused", error);
      else setTimeout(() => this.isConnected && this.load(), 1000);
      return;
    }
    try {
      const known = this.info.seq,
        from = Math.max(0, known - EARLIER),
        asked = `frames?after=${from}&limit=${EARLIER}&scenes=false`;
      const { frames } =
        known > from
          ? await get(`/matches/${this.ident}/${asked}`, this.token)
          : { frames: [] };
      // What waits to be shown comes into the log when it is.
      const last = this.log[0]?.seq ?? this.queue[0]?.seq ?? known + 1;
      this.log.unshift(
        ...frames
          .filter((/** @type {any} */ each) => each.seq < last)
          .map((/** @type {any} */ each) => ({
            seq: each.seq,
            seat: each.seat,
            text: each.text,
            news: each.news,
          })),
      );
      this.drawLog();
    } catch {
      // The log begins now.
    }
  }

  async describe() {
    const info = await get(`/matches/${this.ident}`, this.token),
      game = await describeGame(info.game);
    // Only now, so that what failed begins again from the start.
    const first = this.info === null;
    this.info = info;
    this.names = seatNames(this.info, this.info.you);
    if (first) {
      this.you = this.info.you;
      this.over = this.info.over;
      this.result = this.info.result;
      this.gameTitle = game.title;
      this.tone = game.tone;
      setTop({
        title: this.gameTitle,
        status: this.status,
        tone: this.scene?.tone || this.tone,
        tools: this.tools(),
      });
      this.fillPanel();
      this.remember();
    }
    if (this.scene) this.show();
  }

  tools() {
    return [
      button(t("rules"), () => this.rules(), { class: "tool wide-only" }, symbol("book")),
      button(t("ask.title"), () => this.sheet(true), {
        class: "tool ask narrow-only",
        "aria-controls": "panel",
      }),
    ];
  }

  /** @param {"on" | "off" | "refused"} status @param {any} [problem] */
  linked(status, problem) {
    if (status === "refused") {
      const code = problem?.code ?? "";
      const text =
        code === "MATCH_NOT_FOUND"
          ? t("problem.nomatch")
          : code === "NOT_WATCHED"
            ? t("problem.private")
            : problem?.message || t("problem.offline");
      this.replaceChildren(
        el(
          "div",
          { class: "empty" },
          el("p", { class: "empty-text", text }),
          el("a", { class: "primary", href: "#/", text: t("top.home") }),
        ),
      );
      setTop({ home: true });
      return;
    }
    if (status === "on" && !this.connected) toast(t("table.online"));
    this.connected = status === "on";
    if (this.offline) this.offline.hidden = this.connected;
  }

  /** @param {any} message */
  receive(message) {
    if (message.type === "state") {
      this.pending = message;
      this.arrived();
      if (!this.pumping && !this.queue.length) this.accept();
    } else if (message.type === "frame") {
      this.queue.push(message);
      this.pump();
    }
  }

  /** Shows what happened, one event after the other. */
  async pump() {
    if (this.pumping) return;
    this.pumping = true;
    while (this.queue.length && this.isConnected) {
      const gap = this.gap(this.queue[0]);
      const left = this.lastShown + gap - performance.now();
      if (left > 0 && gap) await pause(left);
      while (this.halted && this.isConnected) await pause(60);
      // Somebody may have gone home meanwhile, or seen it all.
      const frame = this.isConnected && this.queue.shift();
      if (!frame) break;
      await this.decisionAfter(frame);
      this.showFrame(frame);
      this.lastShown = performance.now();
    }
    this.pumping = false;
    if (this.pending && this.isConnected) this.accept();
  }

  /** Waits for the decision that an event leads to, so that both are drawn as one. @param {any} frame */
  async decisionAfter(frame) {
    const due = !frame.over && frame.version !== this.version && frame.scene.turn === this.you;
    if (!due || this.queue.length || this.pending?.version === frame.version) return;
    const arrival = new Promise((done) => {
      this.arrived = () => done(null);
    });
    await Promise.race([arrival, pause(BEHIND)]);
  }

  /** Milliseconds between an event and the one before. Players wait no longer than they must. @param {any} frame */
  gap(frame) {
    if (this.you === null) return PAUSE / this.speed;
    return frame.seat === this.you || this.queue.length > 15 || !moving() ? 0 : PAUSE;
  }

  /** Shows the last of what waits to be shown, without the rest. */
  catchUp() {
    const last = this.queue.pop();
    if (!last) return;
    const passed = this.queue.splice(0);
    this.log.push(...passed);
    this.showFrame(last);
    this.lastShown = performance.now();
    if (passed.some((each) => CHANGES.includes(each.kind))) this.describe().catch(() => {});
  }

  /** @param {any} frame */
  showFrame(frame) {
    if (frame.seq > (this.log.at(-1)?.seq ?? 0))
      this.log.push({ seq: frame.seq, seat: frame.seat, text: frame.text, news: frame.news });
    this.scene = frame.scene;
    this.over = frame.over;
    this.result = frame.result ?? this.result;
    if (frame.version !== this.version) {
      this.version = frame.version;
      this.moves = [];
      this.steps = [];
      this.pick = new Pick([]);
      this.chosen = [];
      this.asked = null;
      this.note = "";
      this.kibitzer?.reset();
    }
    if (frame.kind === "asked") this.asked = { seat: frame.seat };
    if (frame.kind === "answered")
      get(`/matches/${this.ident}/decision`, this.token)
        .then((found) => {
          this.asked = found.asked;
          this.drawBar();
        })
        .catch(() => {});
    if (CHANGES.includes(frame.kind)) this.describe().catch(() => {});
    if (!this.queue.length && this.pending?.version === frame.version)
      this.accept(frame.touches?.groups);
    else this.show(frame.touches?.groups);
    this.drawLog();
    if (this.playStart && frame.seat === this.you) this.measure();
    const told = [frame.text, ...(frame.news ?? [])].map((text) => this.named(text));
    say(`${this.names[frame.seat] ?? ""} ${told.join(". ")}`);
    if (this.over) {
      this.remember();
      say(resultText(this.result, this.you, this.names));
    }
  }

  /** Notes how long it took from the click until one's own move is on the screen. */
  measure() {
    const start = this.playStart;
    this.playStart = 0;
    // The first task after a frame begins when the browser has drawn it.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => performance.measure("click to drawn", { start });
      port2.postMessage(null);
    });
  }

  /** Takes over a decision. @param {[string, number][]} [touches] what the move before it touched */
  accept(touches) {
    const state = this.pending;
    this.pending = null;
    Object.assign(this, {
      scene: state.scene,
      you: state.seat,
      version: state.version,
      moves: state.moves,
      steps: state.steps,
      over: state.over,
      result: state.result,
      asked: state.asked,
      note: "",
      menu: "",
      chosen: [],
    });
    this.pick = new Pick(this.moves);
    this.kibitzer?.reset();
    this.show(touches);
    this.remember();
  }

  /** How the match stands, in one line. */
  get status() {
    return this.named(this.scene?.status ?? "");
  }

  /** A text of the game with the names of the players. @param {string} text */
  named(text) {
    return withNames(text, this.names, this.you);
  }

  /** Whether a move in this position is on its way. */
  get busy() {
    return this.sending === this.version;
  }

  /** Whether the viewer must decide now. */
  get open() {
    return !this.over && (this.moves.length > 0 || this.steps.length > 0) && !this.busy;
  }

  remember() {
    if (!this.info) return;
    const against = this.names.filter((_, at) => at !== this.you).join(", ");
    if (this.token || keptMatch(this.ident)) {
      keep(this.ident, {
        // Another tab may have removed it from its list, or taken a seat.
        ...(this.token ? { token: this.token, seat: this.you } : {}),
        game: this.info.game,
        title: this.gameTitle ?? "",
        tone: this.scene?.tone || this.tone || "",
        over: this.over,
        against,
        turn: this.open,
        status: this.over
          ? resultText(this.result, this.you, this.names)
          : this.status,
      });
    }
  }

  // Drawing.

  /** @returns {import("./scene.js").Seated[]} */
  seated() {
    if (!this.info) return [];
    return this.info.seats.map((/** @type {any} */ each) => {
      const free = each.kind === "person" && !each.taken;
      return {
        name: this.names[each.seat],
        kind: each.kind,
        free,
        note: each.kind === "agent" ? t("seat.agent") : free ? t("seat.free") : "",
        take: free && !this.token && !this.over ? () => this.take(each.seat) : null,
      };
    });
  }

  /** @param {[string, number][]} [touches] */
  show(touches) {
    const { scene, table, hand } = this;
    if (!scene || !table || !hand) return;
    const focused = this.focusedGroup(),
      scroll = table.scrollTop;
    const before = snapshot(this);
    drawScene(
      scene,
      table,
      hand,
      this.you === null
        ? null
        : {
            touch: (group, node) => this.touch(group, node),
            wanted: (group) => this.pick.touched.has(group),
          },
      this.seated(),
    );
    for (const area of /** @type {HTMLElement[]} */ ([
      ...hand.querySelectorAll(".cards > .area"),
    ])) {
      const nodes = /** @type {HTMLElement[]} */ ([...area.querySelectorAll("[data-group]")]);
      // On a phone, one of several areas shrinks while nothing in it can be played.
      const open =
        !this.moves.length ||
        area.parentElement?.childElementCount === 1 ||
        nodes.some((node) => this.pick.touched.has(node.dataset.group ?? ""));
      area.classList.toggle("shut", !open);
      area.style.setProperty(
        "--grow",
        String((open ? 1 : 0.4) * Math.max(3, area.querySelectorAll(".piece").length)),
      );
    }
    this.drawOutcome();
    setTone(scene.tone || this.tone || "");
    setStatus(this.status);
    document.title = `${this.open && this.info?.seats.length > 1 ? `● ${t("title.turn")} – ` : ""}${this.gameTitle ?? ""} – Kibitz`;
    this.showStates();
    // From here on, sizes are read: everything is laid out once, and not again after each change.
    if (scroll) table.scrollTop = scroll;
    this.reader?.redrawn();
    settle(before, this, touches);
    this.refocus(focused);
  }

  /** Who won, over the last position, until it is closed. */
  drawOutcome() {
    const { scene, table } = this;
    if (!this.over || this.seen || !scene || !table || !this.info) return;
    const text = resultText(this.result, this.you, this.names);
    if (!text) return;
    const [head, ...reason] = text.split(": ");
    table.append(
      el(
        "section",
        { class: "outcome", "aria-label": t("over.label") },
        button(
          "",
          (event) => {
            this.seen = true;
            /** @type {Element} */ (event.currentTarget).parentElement?.remove();
          },
          { class: "sheet-close", "aria-label": t("over.close"), title: t("over.close") },
          symbol("close"),
        ),
        el("h2", { text: head }),
        reason.length
          ? el("p", { class: "dim outcome-reason", text: reason.join(": ") })
          : null,
        el(
          "ul",
          {},
          ...(scene.sides ?? []).map((side) =>
            el(
              "li",
              {},
              this.result?.winner === side.seat ? symbol("crown", "symbol crown") : el("i"),
              el("b", { text: this.names[side.seat] ?? side.name }),
              counters(side, 3),
              ...(side.bars ?? []).map(bar),
            ),
          ),
        ),
      ),
    );
  }

  /** Where the keyboard is, in a way that survives drawing. */
  focusedGroup() {
    const active = document.activeElement;
    if (!active || !this.contains(active) || !active.closest(".felt, .hand, .bar")) return null;
    const node = /** @type {HTMLElement | null} */ (active.closest("[data-group]"));
    return {
      group: node?.dataset.group ?? "",
      bar: !!active.closest(".bar"),
      same: identity(active),
      area: /** @type {HTMLElement | null} */ (active.closest("[data-area]"))?.dataset.area,
    };
  }

  /** @param {ReturnType<Table["focusedGroup"]>} was */
  refocus(was) {
    const active = document.activeElement;
    if (!was || (active && this.contains(active) && identity(active) === was.same)) return;
    const hits = this.hits();
    const found =
      hits.find(
        (each) =>
          !was.bar &&
          /** @type {HTMLElement | null} */ (each.closest("[data-group]"))?.dataset.group ===
            was.group &&
          was.group,
      ) ??
      hits.find((each) => identity(each) === was.same) ??
      hits.find((each) => was.area && each.closest(`[data-area="${CSS.escape(was.area)}"]`)) ??
      hits.find((each) => each.closest(".legal")) ??
      hits.at(-1);
    found?.focus({ preventScroll: true });
  }

  showStates() {
    const some = this.pick.order.length > 0,
      { open } = this;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (
      this.querySelectorAll(".felt [data-group], .hand [data-group]")
    )) {
      const group = node.dataset.group ?? "",
        selected = this.chosen.includes(node);
      const next = open && this.pick.step(group) > 0;
      node.classList.toggle("selected", selected);
      node.classList.toggle("legal", next && !selected && (some || this.pick.starts.has(group)));
      node.classList.toggle("target", next && some && !selected);
      node.classList.toggle("away-now", open && some && !next && !selected);
      node.classList.toggle("closed", open && !some && !this.pick.touched.has(group));
      const hit = node.matches("button") ? node : node.querySelector(":scope > .hit");
      hit?.setAttribute("aria-pressed", String(selected));
      const count = pieceOf.get(node)?.count ?? 1,
        shown = count > 1 && node.querySelector(":scope > .count");
      if (shown)
        shown.textContent = selected ? `${this.pick.count(group)}/${count}` : String(count);
    }
    this.classList.toggle("is-over", this.over);
    this.drawBar();
    this.kibitzer?.choose(this.moves[this.pick.complete()[0]]?.text ?? "");
  }

  drawBar() {
    const { pick, actions, prompt } = this;
    if (!actions || !prompt || !this.scene) return;
    /** @type {HTMLElement[]} */
    const made = [];
    prompt.className = this.note ? "prompt refusal" : this.over ? "prompt result" : "prompt";
    if (this.asked && this.asked.seat !== this.you && this.you !== null && !this.over) {
      prompt.textContent = t("back.asked", { name: this.names[this.asked.seat] });
      made.push(
        button(t("back.agree"), () => this.act("take-back/answer", { agree: true }), {
          class: "primary",
        }),
        button(t("back.refuse"), () => this.act("take-back/answer", { agree: false })),
      );
    } else if (this.over) {
      prompt.textContent = resultText(this.result, this.you, this.names) || this.status;
      if (this.info?.rematch)
        made.push(
          el("a", {
            class: "primary",
            href: `#/match/${this.info.rematch}`,
            text: t("rematch.go"),
            onclick: () => this.follow(),
          }),
        );
      else if (this.token)
        made.push(button(t("rematch"), () => this.rematch(), { class: "primary" }));
      made.push(el("a", { class: "plain", href: `#/replay/${this.ident}`, text: t("replay") }));
    } else if (!this.open) this.waiting(prompt, made);
    else this.deciding(prompt, made, pick);
    const watching =
      this.you === null &&
      !this.over &&
      this.info?.seats.every((/** @type {any} */ each) => each.kind === "agent");
    if (watching && this.speeds) {
      this.showSpeeds();
      made.push(this.speeds);
    }
    refill(actions, ...made);
    pointAt(this, this.pointed);
  }

  /** @param {HTMLElement} prompt @param {HTMLElement[]} made */
  waiting(prompt, made) {
    const turn = this.scene?.turn ?? -1,
      seat = this.info?.seats[turn];
    if (this.asked && this.asked.seat === this.you) prompt.textContent = t("back.waiting");
    else if (seat && seat.kind === "person" && !seat.taken) {
      prompt.textContent = this.token
        ? t("seat.waiting")
        : t("seat.empty", { name: this.names[turn] });
      if (this.token)
        made.push(
          button(t("share.copy"), () => this.share(), { class: "primary" }, symbol("link")),
        );
    } else if (this.busy) prompt.textContent = this.note || t("bar.sending");
    else
      prompt.textContent =
        turn === this.you ? "" : t("bar.others", { name: this.names[turn] ?? "" });
  }

  /** @param {HTMLElement} prompt @param {HTMLElement[]} made @param {Pick} pick */
  deciding(prompt, made, pick) {
    const done = pick.complete(),
      fitting = pick.fitting();
    const question = this.scene?.question || (pick.touched.size ? t("bar.pick") : t("bar.move"));
    if (this.note) prompt.textContent = this.note;
    else if (!pick.order.length) prompt.textContent = question;
    else {
      const verbs = [...new Set(fitting.map((at) => this.moves[at].verb))].join(", ");
      prompt.textContent = done.length
        ? fitting.length > done.length
          ? t("bar.more", { verbs })
          : t("bar.confirm")
        : t("bar.with", { verbs, n: fitting.length });
    }
    done.slice(0, 6).forEach((at, rank) =>
      made.push(
        button(this.label(at), () => this.play(at), {
          class: rank ? "cap" : "primary cap",
          title: this.moves[at].text ?? "",
          "data-move": this.moves[at].text ?? "",
        }),
      ),
    );
    if (pick.order.length) {
      made.push(button(t("clear"), () => this.clear(), { class: "quiet", title: "Escape" }));
      return;
    }
    for (const [verb, found] of pick.buttons()) {
      if (found.length === 1)
        made.push(
          button(verb || this.label(found[0]), () => this.play(found[0]), {
            class: "cap",
            title: this.label(found[0]),
            "data-move": this.moves[found[0]].text ?? "",
          }),
        );
      else if (this.menu === verb)
        found.slice(0, 60).forEach((at) =>
          made.push(
            button(this.label(at), () => this.play(at), {
              class: "cap",
              "data-move": this.moves[at].text ?? "",
            }),
          ),
        );
      else
        made.push(
          button(
            `${verb} …`,
            () => {
              this.menu = verb;
              this.drawBar();
            },
            {
              "aria-haspopup": "true",
              "data-moves": found.map((at) => this.moves[at].text).join("\n"),
            },
          ),
        );
    }
    for (const kind of this.steps)
      made.push(
        button(`${kind.replaceAll("_", " ")} …`, () => this.stepwise(kind), { class: "cap" }),
      );
  }

  /** @param {number} at */
  label(at) {
    const move = this.moves[at];
    return (
      move.words ??
      (move.most === undefined
        ? move.verb
        : t("range", { verb: move.verb, n: this.pick.order.length }))
    );
  }

  /** Made once and only changed then, so that the keyboard stays where it is. */
  makeSpeeds() {
    this.halt = button(
      "",
      () => {
        this.halted = !this.halted;
        this.showSpeeds();
      },
      { class: "round" },
    );
    this.rates = SPEEDS.map((each) =>
      button(`${each}×`, () => {
        this.speed = each;
        this.showSpeeds();
      }),
    );
    this.skip = button(t("speed.now"), () => this.catchUp());
    this.speeds = el(
      "div",
      { class: "speed", role: "group", "aria-label": t("speed") },
      this.halt,
      ...this.rates,
      this.skip,
    );
  }

  showSpeeds() {
    const { halt, rates, skip } = this;
    if (!halt || !rates || !skip) return;
    const name = this.halted ? t("resume") : t("pause");
    if (halt.getAttribute("aria-label") !== name) {
      halt.setAttribute("aria-label", name);
      halt.replaceChildren(symbol(this.halted ? "play" : "pause"));
    }
    SPEEDS.forEach((each, at) => {
      rates[at].setAttribute("aria-pressed", String(each === this.speed));
      rates[at].classList.toggle("on", each === this.speed);
    });
    // What has the focus stays, also if there is nothing left to skip.
    skip.hidden = this.queue.length < 2 && document.activeElement !== skip;
  }

  drawLog() {
    const list = this.logList;
    if (!list) return;
    // Only what is new is added, unless earlier events came late.
    if (list.childElementCount > this.log.length || list.dataset.first !== String(this.log[0]?.seq))
      list.replaceChildren();
    list.dataset.first = String(this.log[0]?.seq);
    list.querySelector(".latest")?.classList.remove("latest");
    for (const each of this.log.slice(list.childElementCount)) {
      list.append(
        el(
          "li",
          {},
          el("b", {
            class: `seat s${each.seat}`,
            text: each.seat < 0 ? "" : (this.names[each.seat] ?? ""),
          }),
          el(
            "div",
            {},
            el("p", { class: "cap", text: this.named(each.text), title: this.named(each.text) }),
            ...(each.news ?? []).map((text) => el("p", { class: "news cap", text: this.named(text) })),
          ),
        ),
      );
    }
    list.lastElementChild?.classList.add("latest");
    list.scrollTop = list.scrollHeight;
  }

  fillPanel() {
    const { panel } = this;
    if (!panel) return;
    this.kibitzer = new Kibitzer();
    Object.assign(this.kibitzer, {
      match: this.ident,
      token: this.token,
      game: this.info.game,
      hooks: {
        legal: () =>
          this.moves.flatMap((move) =>
            move.text ? [{ text: move.text, words: move.words ?? move.text }] : [],
          ),
        allowed: () => this.adviceClosed(),
        point: (/** @type {import("./pointing.js").Pointed} */ pointed) => {
          this.pointed = pointed;
          pointAt(this, pointed);
        },
        // Not every legal move is in the list: one of a range, or of several steps.
        play: (/** @type {string} */ text) => {
          this.sheet(false);
          if (this.open) this.send({ text });
        },
        where: () => ({}),
        hints: true,
        ready: async () => {},
      },
    });
    const mine = this.you !== null;
    panel.replaceChildren(
      button(
        "",
        () => this.sheet(false),
        { class: "sheet-close narrow-only", "aria-label": t("close") },
        symbol("close"),
      ),
      ...(mine
        ? [this.kibitzer]
        : [
            el(
              "p",
              { class: "dim small watching" },
              symbol("eye"),
              el("span", { text: t("watching") }),
            ),
          ]),
      el(
        "section",
        { class: "log-box" },
        el("h2", { class: "panel-title", text: t("log.label") }),
        /** @type {HTMLElement} */ (this.logList),
      ),
      ...(mine ? [this.commandLine()] : []),
      el(
        "div",
        { class: "panel-foot" },
        mine
          ? button(
              t("back"),
              () => this.takeBack(),
              { class: "minor open-only", title: t("back.title") },
              symbol("back"),
            )
          : null,
        button(t("rules"), () => this.rules(), { class: "minor rules-too" }, symbol("book")),
        el(
          "a",
          { class: "minor", href: `#/replay/${this.ident}`, title: t("look.title") },
          symbol("eye"),
          el("span", { text: t("look") }),
        ),
        button(t("share"), () => this.share(), { class: "minor" }, symbol("link")),
        mine
          ? button(t("resign"), () => this.resign(), { class: "minor open-only danger" }, symbol("flag"))
          : null,
      ),
    );
  }

  commandLine() {
    const problem = el("p", { class: "refusal small", id: "typed-problem", role: "alert" });
    const words = el("datalist", { id: "typed-moves" });
    const input = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "text",
        id: "typed",
        placeholder: t("type.hint"),
        "aria-label": t("type.label"),
        autocomplete: "off",
        spellcheck: "false",
        list: "typed-moves",
        "aria-describedby": "typed-problem",
        autocapitalize: "off",
        enterkeyhint: "send",
      })
    );
    input.addEventListener("focus", () =>
      words.replaceChildren(
        ...this.moves.slice(0, 200).flatMap((move) =>
          move.text
            ? [
                el("option", {
                  value: /** @type {any} */ (move).short || move.text,
                  label: move.words,
                }),
              ]
            : [],
        ),
      ),
    );
    const form = el(
      "form",
      { class: "typed" },
      el("span", { class: "typed-mark", "aria-hidden": "true", text: "›" }),
      input,
      words,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      problem.textContent = "";
      const said = await this.send({ text });
      if (said) {
        problem.textContent = said;
        this.note = "";
        this.drawBar();
      } else input.value = "";
    });
    return el("div", { class: "typed-box" }, form, problem);
  }

  adviceClosed() {
    if (!this.info) return "";
    if (this.over) return t("ask.over");
    if (this.info.seats.filter((/** @type {any} */ each) => each.kind === "person").length > 1)
      return t("ask.people");
    return this.moves.length || this.steps.length ? "" : t("ask.turn");
  }

  // Selecting.

  /** @param {string} group @param {HTMLElement} node */
  touch(group, node) {
    if (this.drag?.justDropped) return;
    this.note = "";
    if (!this.open) {
      if (!this.over && !this.busy) this.refuse(node, t("bar.notyours"));
      return;
    }
    const pile = (pieceOf.get(node)?.count ?? 1) > 1;
    if (this.chosen.includes(node) && (!pile || !this.pick.step(group))) this.pick.remove(group);
    else if (!this.pick.add(group)) this.why(group, node);
    this.mark(node);
    this.playIfSure();
  }

  /** Plays what is selected if it is one move without a doubt, and nobody wants to be asked. */
  playIfSure() {
    const sure = this.pick.sure();
    if (sure >= 0 && !settings.confirm) this.play(sure);
  }

  /** @param {HTMLElement} node @param {string} text */
  refuse(node, text) {
    this.note = text;
    node.classList.remove("refused");
    void node.offsetWidth;
    node.classList.add("refused");
    say(text);
    this.drawBar();
  }

  /** Says why a piece cannot be touched; the server knows. @param {string} group @param {HTMLElement} node */
  async why(group, node) {
    const { version } = this;
    if (this.refusals?.version !== version) {
      try {
        const found = await get(`/matches/${this.ident}/refusals`, this.token);
        this.refusals = { version: found.version, found: found.refusals };
      } catch {
        this.refusals = null;
      }
    }
    if (version !== this.version) return;
    const found = this.refusals?.found[group];
    const text = found?.reason ?? found?.message ?? t("bar.nothing");
    this.refuse(node, text.charAt(0).toUpperCase() + text.slice(1));
  }

  /** Chooses which of the equal pieces look selected: the one that was touched, then the others. @param {HTMLElement | null} first */
  mark(first) {
    const { counts } = this.pick;
    const nodes = /** @type {HTMLElement[]} */ ([
      ...this.querySelectorAll(".felt [data-group], .hand [data-group]"),
    ]);
    const kept = this.chosen.filter((node) => counts.has(node.dataset.group ?? ""));
    this.chosen = [];
    for (const [group, count] of counts) {
      const own = nodes.filter((node) => node.dataset.group === group);
      own.sort(
        (a, b) =>
          Number(b === first) - Number(a === first) ||
          Number(kept.includes(b)) - Number(kept.includes(a)),
      );
      let left = count;
      for (const node of own) {
        if (left <= 0) break;
        this.chosen.push(node);
        left -= pieceOf.get(node)?.count ?? 1;
      }
    }
    this.showStates();
  }

  clear() {
    this.pick.clear();
    this.note = "";
    this.menu = "";
    this.mark(null);
  }

  // Playing.

  /** @param {number} at */
  play(at) {
    const move = this.moves[at];
    if (!move || !this.open) return;
    this.send(
      move.most === undefined ? { number: at } : { kind: move.kind, groups: [...this.pick.order] },
    );
  }

  /**
   * Sends a move; returns why it was refused, or an empty text.
   * @param {Record<string, unknown>} move
   */
  async send(move) {
    if (this.busy) return "";
    this.playStart = this.clicked || performance.now();
    const key = newKey(),
      { version } = this,
      body = { ...move, version };
    this.sending = version;
    // Mostly the answer is there before the next frame: what waits is drawn only if it takes longer.
    setTimeout(() => {
      if (this.sending === version) this.showStates();
    }, WAITING);
    for (let tries = 0; ; tries++) {
      try {
        await call("POST", `/matches/${this.ident}/moves`, { body, token: this.token, key });
        // The events come over the WebSocket, before this answer or after it. Until then the move
        // counts as on its way, so there is nothing to decide.
        return "";
      } catch (error) {
        const refused = error instanceof Refused ? error : new Refused("OFFLINE", String(error));
        const lost = ["OFFLINE", "SHUTTING_DOWN", "STORE_FAILED", "FAILED"].includes(refused.code);
        if (lost && tries < 40 && this.isConnected && this.version === version) {
          this.note = t("table.offline");
          this.drawBar();
          await pause(Math.min(4000, 300 * 2 ** tries));
          if (this.version === version) continue;
        }
        // The match has gone on, with this move or without it. What is selected now is new.
        if (this.version !== version) return "";
        this.sending = null;
        this.note = refused.message.charAt(0).toUpperCase() + refused.message.slice(1);
        this.pick.clear();
        this.mark(null);
        say(refused.message);
        if (refused.code === "STALE_VERSION") this.again();
        return this.note;
      }
    }
  }

  /** Asks for the decision again. */
  async again() {
    try {
      this.pending = await get(`/matches/${this.ident}/decision`, this.token);
      if (!this.pumping) this.accept();
    } catch {
      // The WebSocket will tell.
    }
  }

  /** @param {string} kind */
  async stepwise(kind) {
    const { askSteps } = await import("./steps.js");
    const text = await askSteps(this.ident, this.token, kind);
    if (text) this.send({ text });
  }

  /** Changes the match in another way than by a move. @param {string} path @param {unknown} body */
  async act(path, body) {
    try {
      return await call("POST", `/matches/${this.ident}/${path}`, {
        body,
        token: this.token,
        key: newKey(),
      });
    } catch (error) {
      toast(
        error instanceof Refused && error.code !== "OFFLINE" ? error.message : t("problem.offline"),
      );
      return null;
    }
  }

  async takeBack() {
    this.sheet(false);
    await this.act("take-back", undefined);
  }

  async resign() {
    if (this.over) return;
    if (await confirmed(t("resign.sure"), t("resign"))) {
      this.sheet(false);
      await this.act("resign", undefined);
    }
  }

  async rematch() {
    const found = await this.act("rematch", undefined);
    if (!found) return;
    this.info.rematch = found.match.match;
    this.follow();
    location.hash = `#/match/${found.match.match}`;
  }

  /** The token of this seat is good in the rematch, too. */
  follow() {
    if (this.token)
      keep(this.info.rematch, {
        token: this.token,
        game: this.info.game,
        title: this.gameTitle ?? "",
        tone: this.tone ?? "",
      });
  }

  /** @param {number} seat */
  async take(seat) {
    try {
      const found = await call("POST", `/matches/${this.ident}/seats/${seat}`, {
        body: { name: settings.name },
        key: `${this.seatKey}-${seat}`,
      });
      keep(this.ident, {
        token: found.token,
        seat,
        game: this.info.game,
        title: this.gameTitle ?? "",
        tone: this.tone ?? "",
      });
      // As a player everything is seen from the other side: begin again.
      const fresh = /** @type {Table} */ (document.createElement("kibitz-table"));
      fresh.ident = this.ident;
      this.replaceWith(fresh);
    } catch (error) {
      toast(error instanceof Refused ? error.message : t("problem.offline"));
      this.describe().catch(() => {});
    }
  }

  share() {
    copy(`${location.origin}${location.pathname}#/match/${this.ident}`, t("share.done"));
  }

  rules() {
    toggleRules(this, this.info.game).catch(() => toast(t("problem.offline")));
    this.sheet(false);
  }

  /** The kibitzer and the log are a sheet on a phone. @param {boolean} open */
  sheet(open) {
    showSheet(this, open);
  }

  // Keys.

  hits() {
    return /** @type {HTMLElement[]} */ ([
      ...this.querySelectorAll(
        ".felt .hit, .hand .hit, .felt button.line, .hand button.line, .actions button, .actions a",
      ),
    ]).filter((each) => each.getClientRects().length);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.metaKey ||
      document.querySelector("dialog[open]")
    )
      return;
    if (event.key === "Escape") {
      if (this.reader?.hide()) return;
      if (target.matches("input")) target.blur();
      this.sheet(false);
      closeRules(this);
      if (this.querySelector(".outcome")) {
        this.seen = true;
        this.querySelector(".outcome")?.remove();
      }
      this.drag?.end();
      if (this.open) this.clear();
      return;
    }
    if (target.matches("input, select, textarea")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.shiftKey)) {
      const first = /** @type {HTMLElement | null} */ (this.querySelector(".actions .primary"));
      first?.click();
      event.preventDefault();
    } else if (event.key === "i" && !event.ctrlKey) this.read().then((reader) => reader?.toggle());
    else if (event.key === "?") {
      this.sheet(true);
      this.kibitzer?.ask();
    } else if (event.key === "/") {
      this.sheet(true);
      byId("typed")?.focus();
      event.preventDefault();
    } else if (event.key.startsWith("Arrow") && !target.closest(".panel, .rules-drawer"))
      this.arrow(event);
  }

  /** Moves to the nearest piece in a direction. @param {KeyboardEvent} event */
  arrow(event) {
    const hits = this.hits(),
      active = /** @type {HTMLElement} */ (document.activeElement);
    event.preventDefault();
    if (!hits.includes(active)) {
      (hits.find((each) => each.closest(".legal")) ?? hits.at(-1))?.focus();
      return;
    }
    const [dx, dy] = /** @type {Record<string, number[]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[event.key];
    const now = active.getBoundingClientRect();
    /** @type {HTMLElement | null} */
    let best = null;
    let least = Infinity;
    for (const each of hits) {
      const box = each.getBoundingClientRect();
      const x = box.left + box.width / 2 - now.left - now.width / 2,
        y = box.top + box.height / 2 - now.top - now.height / 2;
      const ahead = x * dx + y * dy,
        beside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead > 4 && ahead + 2.5 * beside < least) [best, least] = [each, ahead + 2.5 * beside];
    }
    best?.focus();
  }
}
customElements.define("kibitz-table", Table);
