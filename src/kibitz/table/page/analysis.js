// An agent looks at every decision of a match: the curve of the chances, and what was a mistake.

import { describeGame, Refused } from "./api.js";
import { drawCurve, moments } from "./curve.js";
import { button, el, pause, progress, refill, toast } from "./dom.js";
import { amount, askAdvice, number, percent } from "./kibitzer.js";
import { askLoss, lossText, worth } from "./mistakes.js";
import { symbol } from "./symbols.js";
import { t } from "./words.js";

/** Milliseconds that an agent may think about each decision; the first is the default. */
const BUDGETS = [150, 500, 2000];
/** What counts wins, so that one scale fits all seats. */
const SEARCH = "ismcts";
/** How many mistakes are listed. */
const MOST = 20;

/**
 * A decision, valued for the seat that made it.
 * @typedef {import("./curve.js").Point & {own: number}} Judged
 * @typedef {{match: string, token: string, info: any, names: string[], plies: number, record: {seat: number, text: string}[]}} Looked
 */

export class Analysis extends HTMLElement {
  constructor() {
    super();
    /** What is analysed. @type {Looked | null} */
    this.looked = null;
    /** @type {any} */
    this.game = null;
    /** @type {Judged[]} */
    this.judged = [];
    /** The next move to look at. */
    this.next = 0;
    this.running = false;
    /** How often it was started, so that an earlier start ends. */
    this.runs = 0;
    this.agent = "";
    this.budget = BUDGETS[0];
    /** The seat whose chances are shown, and the move that is shown. */
    this.side = 0;
    this.ply = 0;
    /** @type {(ply: number) => void} */
    this.go = () => {};
    /** Called when there is more to show, and at the end. @type {(done: boolean) => void} */
    this.changed = () => {};
    /** Where the mistakes are listed. */
    this.list = el("div", { class: "tab-body moment-box" });
  }

  connectedCallback() {
    this.className = "replay-box";
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("curve.label"));
    this.draw();
    describeGame(this.looked?.info.game)
      .then((found) => {
        this.game = found;
        this.draw();
      })
      .catch(() => {});
  }

  disconnectedCallback() {
    this.running = false;
  }

  /** What was found, as the seat sees it that is shown. @returns {import("./curve.js").Point[]} */
  get points() {
    return this.judged.map((each) => ({
      ...each,
      value: each.seat === this.side ? each.own : each.chance ? 1 - each.own : -each.own,
    }));
  }

  /** Mistakes and turning points. With more than two seats, one's loss is nobody's gain. */
  get moments() {
    const found = moments(this.points);
    return this.hasCurve ? found : found.filter((each) => each.kind !== "turn");
  }

  get hasCurve() {
    return (this.looked?.names.length ?? 0) <= 2;
  }

  /** @param {number} ply */
  at(ply) {
    this.ply = ply;
    const plies = this.looked?.plies ?? 0;
    /** @type {HTMLElement | null} */ (this.querySelector(".chart"))?.style.setProperty(
      "--at",
      String(plies ? ply / plies : 0),
    );
  }

  /** @param {number} side */
  seenBy(side) {
    this.side = side;
    this.draw();
  }

  // Drawing.

  draw() {
    const { looked } = this;
    if (!looked) return;
    /** @type {HTMLElement[]} */
    const parts = [];
    if (this.judged.length && this.hasCurve) {
      const { points } = this;
      const about = !points[0].chance
        ? t("curve.value")
        : this.side === looked.info.you
          ? t("curve.chance.you")
          : t("curve.chance", { name: looked.names[this.side] ?? "" });
      parts.push(
        el("p", { class: "fine dim", text: about }),
        drawCurve(points, looked.plies, this.ply, this.go),
      );
    }
    if (this.running)
      parts.push(
        progress(t("curve.ask"), this.next, looked.plies),
        button(
          t("cancel"),
          () => {
            this.running = false;
            this.draw();
          },
          { class: "minor" },
        ),
      );
    else {
      if (this.next < looked.plies)
        parts.push(
          button(
            this.next ? t("resume") : t("curve.ask"),
            () => this.run(),
            { class: "plain" },
            symbol(this.next ? "play" : "speed"),
          ),
        );
      parts.push(this.chooser());
    }
    refill(this, ...parts);
    refill(this.list, this.mistakes());
  }

  chooser() {
    const names = Object.entries(this.game?.agents ?? {})
      .filter(([, each]) => /** @type {any} */ (each).advises)
      .map(([name]) => name);
    const agent = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("curve.agent") },
        el("option", { value: "", text: this.game ? this.standard().split(":")[0] : "" }),
        ...names
          .filter((name) => name !== this.standard().split(":")[0])
          .map((name) => el("option", { value: name, text: name })),
      )
    );
    agent.value = this.agent;
    agent.addEventListener("change", () => {
      // Another agent has another scale.
      Object.assign(this, { agent: agent.value, judged: [], next: 0 });
      this.draw();
      this.changed(false);
    });
    const budget = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("curve.budget") },
        ...BUDGETS.map((ms) =>
          el("option", { value: ms, text: t("ask.seconds", { n: number(ms / 1000) }) }),
        ),
      )
    );
    budget.value = String(this.budget);
    budget.addEventListener("change", () => {
      this.budget = Number(budget.value);
    });
    return el("div", { class: "chooser" }, agent, budget);
  }

  mistakes() {
    const found = this.moments;
    if (!found.length) return el("p", { class: "dim small", text: t("moment.none") });
    const worst = [...found]
      .sort((a, b) => b.point.lost - a.point.lost)
      .slice(0, MOST)
      .sort((a, b) => a.ply - b.ply);
    return el("div", { class: "moments" }, ...worst.map((each) => this.mistake(each)));
  }

  /** @param {import("./curve.js").Moment} moment */
  mistake({ ply, kind, from, to, point }) {
    const write = (/** @type {number} */ value) =>
      point.chance ? percent(value) : `${amount(value, "")} ${point.unit}`.trim();
    const head = t(`moment.${kind}.text`, {
      n: ply + 1,
      name: this.looked?.names[point.seat] ?? "",
      move: point.played,
    });
    const more =
      kind === "turn"
        ? `${write(from)} → ${write(to)}`
        : t("moment.better", {
            move: point.best,
            lost: point.chance
              ? t("moment.points", { n: Math.round(100 * point.lost) })
              : write(point.lost),
          });
    return el(
      "button",
      { type: "button", class: kind, onclick: () => this.go(ply) },
      el("b", { text: head }),
      el("span", { class: "dim", text: more }),
      point.why && kind !== "turn" ? el("span", { class: "dim", text: point.why }) : null,
    );
  }

  // Asking.

  /** Who is asked unless somebody else is chosen: a search, where there is an opponent to win against. */
  standard() {
    const many = (this.looked?.names.length ?? 0) > 1;
    return many && this.game?.agents[SEARCH] ? SEARCH : String(this.game?.adviser ?? "");
  }

  /** Asks about every decision that is left, one after the other. */
  async run() {
    const { looked } = this;
    if (!looked) return;
    const mine = ++this.runs;
    this.running = true;
    this.draw();
    try {
      this.game ??= await describeGame(looked.info.game);
      while (this.next < looked.plies && this.running && this.isConnected) {
        const found = await this.judge(looked, this.next);
        // It was cancelled, and somebody went on before this answer came.
        if (mine !== this.runs) return;
        if (found === "again") continue;
        if (found) this.judged.push(found);
        this.next++;
        if (this.next % 4 === 0) this.draw();
      }
      if ((this.agent || this.standard()) === SEARCH) await this.explain(looked);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.code === "OFFLINE" ? t("problem.offline") : error.message);
    } finally {
      if (mine === this.runs) {
        this.running = false;
        this.draw();
        this.changed(this.judged.length > 0);
      }
    }
  }

  /**
   * Asks about a decision; null if nothing is known about it.
   * @param {Looked} looked @param {number} ply @returns {Promise<Judged | "again" | null>}
   */
  async judge({ match, token, record }, ply) {
    const { seat, text: played } = record[ply],
      agent = this.agent || (this.standard() === SEARCH ? SEARCH : "");
    let advice;
    try {
      const asked = { agent, ms: this.budget, ply, wanted: [played] };
      ({ advice } = await askAdvice(match, token, asked));
    } catch (error) {
      if (!(error instanceof Refused) || error.code === "OFFLINE") throw error;
      // Another question of this address is still being thought about.
      if (error.code !== "TOO_MANY") return null;
      await pause(1000);
      return "again";
    }
    // A search does not think about a forced move, so it knows no value.
    if (!advice || advice.trace?.stopped === "forced") return null;
    const best = advice.options[0],
      own = advice.options.find((each) => each.text === played);
    const value = best.chance ?? advice.value;
    return {
      ply,
      seat,
      chance: best.chance !== null,
      unit: agent === SEARCH ? this.game.unit : advice.unit,
      own: value,
      value,
      lost: own ? Math.max(0, worth(advice, best) - worth(advice, own)) : 0,
      better: best.text,
      text: played,
      best: best.words || best.text,
      played: own?.words || played,
      why: (own && lossText(best, own)) || advice.explanation?.[0] || "",
    };
  }

  /** A search counts its tries: what a mistake lost, the opponent of the game says. @param {Looked} looked */
  async explain({ match, token }) {
    for (const { kind, ply, point } of this.moments) {
      if (!this.running || !this.isConnected) return;
      if (kind === "turn") continue;
      const why = await askLoss(match, token, this.game, point, this.budget).catch((error) => {
        if (!(error instanceof Refused)) throw error;
        return "";
      });
      const found = this.judged.find((each) => each.ply === ply);
      if (found && why) found.why = why;
    }
  }
}
customElements.define("kibitz-analysis", Analysis);
