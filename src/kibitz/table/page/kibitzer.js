// The kibitzer: a hint, ranked options with bars and reasons, the plan, and why not another move.

import { call, describeGame, Refused } from "./api.js";
import { button, el, refill, say } from "./dom.js";
import { change, settings } from "./keep.js";
import { symbol } from "./symbols.js";
import { language, t } from "./words.js";

/**
 * @typedef {{term: string, amount: number, text: string}} Reason
 * @typedef {[string, number][]} Touches
 * @typedef {{move: any, text: string, words?: string, touches?: Touches, score: number, reasons: Reason[], chance: number | null}} Option
 * @typedef {{text: string, words?: string, touches?: Touches, value: number, unit: string, options: Option[], plan: string[],
 *   plan_words?: string[], plan_touches?: Touches[], trace: any, explanation: string[], chance: number | null, seconds: number}} Advice
 * @typedef {{id: string, state: string, agent?: string, package?: string, seconds?: number, advice?: Advice, message?: string, ply: number,
 *   wanted?: string[]}} Answer
 * @typedef {{text: string, words: string}} Legal
 * @typedef {{
 *   legal: () => Legal[], allowed: () => string,
 *   point: (pointed: import("./pointing.js").Pointed) => void,
 *   play: ((text: string) => void) | null,
 *   where: () => {ply?: number, seat?: number}, hints: boolean, ready: () => Promise<void>,
 * }} Hooks
 */

const BUDGETS = [300, 1000, 3000, 10000];
/** Milliseconds that a request may wait for an answer before it asks again. */
const WAIT = 20;

/** @param {number} value */
export function number(value) {
  const size = Math.abs(value);
  return new Intl.NumberFormat(language, {
    maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2,
    useGrouping: false,
  })
    .format(value)
    .replace("-", "−");
}
/** @param {number} value @param {string} unit */
export function amount(value, unit) {
  return unit.startsWith("%") ? `${number(100 * value)} %` : number(value);
}
/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(100 * share)} %`;

/**
 * Asks, and waits for the answer.
 * @param {string} match @param {string} token @param {Record<string, unknown>} asked
 * @param {(id: string) => void} [begun] @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function askAdvice(match, token, asked, begun, signal) {
  let found = await call("POST", `/matches/${match}/advice`, { body: asked, token, signal });
  begun?.(found.id);
  while (found.state === "thinking")
    found = await call("GET", `/matches/${match}/advice/${found.id}?wait=${WAIT}`, {
      token,
      signal,
    });
  return found;
}

export class Kibitzer extends HTMLElement {
  constructor() {
    super();
    this.match = "";
    this.token = "";
    this.game = "";
    this.agent = "";
    /** @type {Hooks | null} */
    this.hooks = null;
    /** @type {Answer | null} */
    this.answer = null;
    /** What draws answers. @type {typeof import("./advice.js") | null} */
    this.drawing = null;
    this.state = "off";
    this.note = "";
    /** Whether only the cards are pointed at. */
    this.hinting = false;
    this.open = 0;
    this.asked = 0;
    this.thinking = "";
    /** @type {string[]} */
    this.wanted = [];
    this.picked = "";
    /** Legal moves that are not among the options of the answer. @type {Set<string>} */
    this.unscored = new Set();
    this.digits = 0;
    /** The game, once it is known. @type {any} */
    this.described = null;
  }

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", t("ask.title"));
    this.draw();
    describeGame(this.game)
      .then((found) => {
        this.described = found;
        this.draw();
      })
      .catch(() => {});
  }

  disconnectedCallback() {
    this.cancel();
  }

  /** Forgets the advice: the position has changed. */
  reset() {
    this.cancel();
    this.answer = null;
    this.note = "";
    this.wanted = [];
    this.picked = "";
    this.open = 0;
    this.hinting = false;
    this.state = "off";
    this.point("");
    this.draw();
  }

  cancel() {
    this.asked++;
    if (this.thinking)
      call("DELETE", `/matches/${this.match}/advice/${this.thinking}`, { token: this.token }).catch(
        () => {},
      );
    this.thinking = "";
    if (this.state === "thinking") this.state = this.answer ? "done" : "off";
  }

  /** Asks the agent. @param {{hint?: boolean, wanted?: string}} [how] */
  async ask({ hint = false, wanted = "" } = {}) {
    if (!this.hooks || this.hooks.allowed()) {
      this.draw();
      return;
    }
    this.cancel();
    const mine = ++this.asked;
    if (wanted && !this.wanted.includes(wanted)) this.wanted.push(wanted);
    this.hinting = hint;
    this.state = "thinking";
    this.note = "";
    this.draw();
    try {
      const asked = {
        agent: this.agent,
        ms: settings.budget,
        wanted: this.wanted,
        ...this.hooks.where(),
      };
      const [found, drawing] = await Promise.all([
        askAdvice(this.match, this.token, asked, (id) => {
          if (mine === this.asked) this.thinking = id;
        }),
        // Nobody needs it before the first answer.
        import("./advice.js"),
        this.hooks.ready(),
      ]);
      this.drawing = drawing;
      if (mine !== this.asked) return;
      this.thinking = "";
      if (found.state === "done" && found.advice) {
        this.answer = found;
        this.state = "done";
        // The server says how the game writes what was typed.
        const meant = found.wanted?.[this.wanted.indexOf(wanted)] ?? wanted;
        const at = wanted ? found.advice.options.findIndex((each) => each.text === meant) : 0;
        this.open = Math.max(0, at);
        if (wanted && at < 0) this.note = t("ask.unscored", { agent: found.agent ?? "" });
      } else {
        this.state = "off";
        this.note = found.message ?? t("ask.failed");
      }
    } catch (error) {
      if (mine !== this.asked) return;
      this.thinking = "";
      this.state = this.answer ? "done" : "off";
      this.wanted = this.wanted.filter((each) => each !== wanted);
      this.note =
        error instanceof Refused && error.code !== "OFFLINE" ? error.message : t("problem.offline");
    }
    this.draw();
    const advice = this.state === "done" && this.answer?.advice;
    if (!advice) return;
    this.point(this.hinting ? "hint" : "line");
    say(
      this.hinting
        ? this.hintText()
        : t("ask.come", { move: advice.options[0]?.words || advice.words || advice.text }),
    );
  }

  /** Points at the advice, or at another option of it. @param {"hint" | "line" | ""} how @param {Option} [option] */
  point(how, option) {
    const advice = this.answer?.advice;
    /** @type {import("./pointing.js").Step[]} */
    const steps = [];
    if (how && advice) {
      const { text, touches } = option ?? advice;
      steps.push({ text, touches: touches ?? [] });
      // The plan belongs to the best move.
      if (text === advice.text)
        advice.plan.forEach((each, at) =>
          steps.push({ text: each, touches: advice.plan_touches?.[at] ?? [] }),
        );
    }
    this.hooks?.point({ steps, how });
  }

  /** The selection on the table means this move. @param {string} text */
  choose(text) {
    if (this.picked === text) return;
    this.picked = text;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".option")))
      row.classList.toggle("mine", row.dataset.text === text);
    const input = /** @type {HTMLInputElement | null} */ (this.querySelector(".why-list"));
    if (input && text && this.unscored.has(text)) input.value = text;
  }

  draw() {
    const closed = this.hooks?.allowed() ?? "";
    const parts = [
      el(
        "div",
        { class: "ask-head" },
        el("h2", { class: "panel-title", text: t("ask.title") }),
        this.chooser(),
      ),
    ];
    if (this.state === "thinking") {
      parts.push(
        el(
          "div",
          { class: "ask-row", role: "status" },
          el("span", { class: "spinner", "aria-hidden": "true" }),
          el("span", { class: "dim", text: t("ask.thinking") }),
          button(
            t("cancel"),
            () => {
              this.cancel();
              this.draw();
            },
            { class: "minor" },
          ),
        ),
      );
    } else if (closed) parts.push(el("p", { class: "dim small", text: closed }));
    else if (!this.answer || this.hinting) {
      if (this.answer && this.hinting)
        parts.push(
          el("p", { class: "hint-text" }, symbol("bulb"), el("span", { text: this.hintText() })),
        );
      else parts.push(el("p", { class: "dim small", text: t("ask.off") }));
      parts.push(
        el(
          "div",
          { class: "ask-row" },
          this.hinting || !this.hooks?.hints
            ? null
            : button(
                t("ask.hint"),
                () => this.ask({ hint: true }),
                { class: "plain" },
                symbol("bulb"),
              ),
          button(t("ask.now"), () => (this.answer ? this.reveal() : this.ask()), {
            class: "primary",
            title: "?",
          }),
        ),
      );
    }
    if (this.note) parts.push(el("p", { class: "refusal small", role: "status", text: this.note }));
    if (this.drawing && this.answer?.advice && !this.hinting && !closed)
      parts.push(this.drawing.drawAdvice(this, this.answer, this.answer.advice));
    refill(this, ...parts);
  }

  reveal() {
    this.hinting = false;
    this.draw();
    this.point("line");
  }

  hintText() {
    return this.answer?.advice?.touches?.length ? t("ask.look") : t("ask.look.button");
  }

  chooser() {
    const agents = Object.entries(this.described?.agents ?? {})
      .filter(([, each]) => /** @type {any} */ (each).advises)
      .map(([name]) => name);
    const adviser = String(this.described?.adviser ?? "").split(":")[0];
    const who = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("ask.agent") },
        el("option", {
          value: "",
          text: adviser ? t("ask.default", { agent: adviser }) : t("ask.adviser"),
        }),
        ...agents
          .filter((name) => name !== adviser)
          .map((name) => el("option", { value: name, text: name })),
      )
    );
    who.value = this.agent;
    who.addEventListener("change", () => {
      this.agent = who.value;
      this.again();
    });
    const time = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("ask.budget") },
        ...BUDGETS.map((ms) =>
          el("option", { value: ms, text: t("ask.seconds", { n: number(ms / 1000) }) }),
        ),
      )
    );
    time.value = String(BUDGETS.includes(settings.budget) ? settings.budget : 1000);
    time.addEventListener("change", () => {
      change({ budget: Number(time.value) });
      this.again();
    });
    return el("div", { class: "chooser" }, who, time);
  }

  again() {
    if (this.answer && !this.hinting) this.ask();
  }
}
customElements.define("kibitz-kibitzer", Kibitzer);
