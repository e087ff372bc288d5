// The kibitzer: a hint, ranked options with bars and reasons, the plan, and why not another move.

import { call, describeGame, Refused } from "./api.js";
import { button, el, refill, say } from "./dom.js";
import { change, settings } from "./keep.js";
import { symbol } from "./symbols.js";
import { hasText, language, t } from "./words.js";

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
 *   where: () => {ply?: number, seat?: number}, hints: boolean,
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
/** @param {number} value */
const signed = (value) => (value >= 0 ? "+" : "") + number(value);
/** @param {number} value @param {string} unit */
export function amount(value, unit) {
  return unit.startsWith("%") ? `${number(100 * value)} %` : number(value);
}
/** @param {number} share @param {number} [digits] */
export const percent = (share, digits = 0) =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(100 * share)} %`;
/** @param {string} unit */
const unitName = (unit) => (unit.startsWith("%") ? t("unit.tries") : unit || t("unit.points"));

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

/** What an option lacks against the best one, the biggest difference first. @param {Option} best @param {Option} other @returns {Reason[]} */
export function difference(best, other) {
  /** @type {Map<string, Reason>} */
  const found = new Map();
  for (const each of other.reasons)
    found.set(each.term, { ...each, amount: (found.get(each.term)?.amount ?? 0) + each.amount });
  for (const each of best.reasons) {
    const old = found.get(each.term);
    found.set(each.term, {
      term: each.term,
      text: each.text || old?.text || each.term,
      amount: (old?.amount ?? 0) - each.amount,
    });
  }
  return [...found.values()]
    .filter((each) => Math.abs(each.amount) > 1e-6)
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}

/** How far an option is behind the best one, in words; empty for the best. @param {Advice} advice @param {Option} option */
function behindText(advice, option) {
  const best = advice.options[0];
  if (option === best) return "";
  const [mine, theirs] = [option.chance, best.chance];
  if (mine !== null && theirs !== null)
    return t("ask.behind.chance", { n: number(Math.max(0, 100 * (theirs - mine))) });
  return t("ask.behind", {
    amount: amount(best.score - option.score, advice.unit),
    unit: unitName(advice.unit),
  });
}

/** Bars grow from zero, to the right for what is good. @param {number} value @param {number} most @param {boolean} both */
function meter(value, most, both) {
  const made = el(
    "span",
    { class: `meter ${both ? "both" : ""} ${value < 0 ? "minus" : ""}`, "aria-hidden": "true" },
    el("i"),
  );
  made.style.setProperty("--share", String(Math.min(1, Math.abs(value) / Math.max(most, 1e-9))));
  return made;
}

/** @param {Reason[]} reasons @param {string} unit */
function reasonList(reasons, unit) {
  const shown = [...reasons]
    .filter((each) => Math.abs(each.amount) > 1e-9)
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
  const most = Math.max(...shown.map((each) => Math.abs(each.amount)), 1e-9);
  // One reason that is the whole score says nothing as a bar.
  if (shown.length === 1)
    return el("p", { class: "reason-only cap", text: shown[0].text || shown[0].term });
  return el(
    "ul",
    { class: "reasons" },
    ...shown.map((each) => {
      const bar = el(
        "span",
        { class: `diverge ${each.amount < 0 ? "minus" : "plus"}`, "aria-hidden": "true" },
        el("i"),
      );
      bar.style.setProperty("--share", String(Math.abs(each.amount) / most));
      return el(
        "li",
        { class: "reason" },
        el("span", { class: "reason-text cap", text: each.text || each.term }),
        bar,
        el("b", { text: unit.startsWith("%") ? amount(each.amount, unit) : signed(each.amount) }),
      );
    }),
  );
}

/** Data as a readable tree. @param {any} value @param {number} [depth] @returns {Node} */
export function tree(value, depth = 0) {
  if (value === null || value === undefined || typeof value !== "object") {
    return el("span", {
      class: "leaf",
      text:
        typeof value === "number"
          ? number(value)
          : value === null || value === undefined
            ? "–"
            : value === true
              ? t("yes")
              : value === false
                ? t("no")
                : String(value),
    });
  }
  if (Array.isArray(value)) {
    if (value.every((each) => each === null || typeof each !== "object"))
      return el("span", {
        class: "leaf",
        text:
          value
            .map((each) => (typeof each === "number" ? number(each) : String(each)))
            .join(", ") || "–",
      });
    const rows = value.every((each) => each && typeof each === "object" && !Array.isArray(each));
    if (rows) return table(value, depth);
    return el(
      "ol",
      { class: "tree-list" },
      ...value.map((each) => el("li", {}, tree(each, depth + 1))),
    );
  }
  return el(
    "dl",
    { class: "tree" },
    ...Object.entries(value).flatMap(([name, each]) => [
      el("dt", { text: name.replaceAll("_", " ") }),
      el("dd", {}, tree(each, depth + 1)),
    ]),
  );
}

/** @param {any[]} rows @param {number} depth */
function table(rows, depth) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return el(
    "div",
    { class: "tree-scroll", tabindex: "0" },
    el(
      "table",
      { class: "tree-table" },
      el(
        "thead",
        {},
        el("tr", {}, ...names.map((name) => el("th", { text: name.replaceAll("_", " ") }))),
      ),
      el(
        "tbody",
        {},
        ...rows.map((row) =>
          el("tr", {}, ...names.map((name) => el("td", {}, tree(row[name], depth + 1)))),
        ),
      ),
    ),
  );
}

/** What the agent did, as sentences, from the parts of the trace that have one. @param {any} trace */
function story(trace) {
  const lines = [];
  for (const key of ["mode", "goal", "iterations", "simulated", "worlds", "depth", "stopped"]) {
    const value = trace?.[key];
    if ((typeof value === "number" && value > 0) || (typeof value === "string" && value)) {
      const said = key === "stopped" && hasText(`stopped.${value}`) ? t(`stopped.${value}`) : value;
      lines.push(
        t(`trace.${key}`, typeof value === "number" ? { n: value } : { n: 0, text: said }),
      );
    }
  }
  return lines.join(" · ");
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
      const found = await askAdvice(this.match, this.token, asked, (id) => {
        if (mine === this.asked) this.thinking = id;
      });
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
    const best = !option || option.text === advice?.text;
    const first = option ?? advice;
    const steps =
      !how || !advice || !first
        ? []
        : [first, ...(best ? advice.plan.map((text, at) => ({ text, touches: advice.plan_touches?.[at] })) : [])];
    this.hooks?.point({
      steps: steps.map(({ text, touches }) => ({ text, touches: touches ?? [] })),
      how,
    });
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
    if (this.answer?.advice && !this.hinting && !closed)
      parts.push(this.shown(this.answer, this.answer.advice));
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

  /** @param {Answer} answer @param {Advice} advice */
  shown(answer, advice) {
    const box = el("div", { class: "advice" });
    const [first, second, ...more] = advice.explanation ?? [];
    if (first) {
      box.append(
        el(
          "div",
          { class: "explain" },
          el("p", { class: "lead", text: first }),
          second ? el("p", { text: second }) : null,
          more.length
            ? el(
                "details",
                {},
                el("summary", { text: t("ask.more") }),
                ...more.map((text) => el("p", { text })),
              )
            : null,
        ),
      );
    }
    const chances = advice.options.map((each) => each.chance),
      known = chances.every((each) => each !== null);
    const scores = advice.options.map((each, at) =>
      known ? /** @type {number} */ (chances[at]) : each.score,
    );
    const most = known ? 1 : Math.max(...scores.map(Math.abs), 1e-9),
      both = !known && scores.some((each) => each < 0);
    // Chances that are close to each other need a digit more to be told apart.
    this.digits = Math.max(...scores) - Math.min(...scores) < 0.1 ? 1 : 0;
    const list = el("ol", { class: "options" });
    advice.options.forEach((option, rank) =>
      list.append(this.option(advice, option, rank, scores[rank], most, both, known)),
    );
    box.append(
      el("p", {
        class: "fine dim scale",
        text: known ? t("ask.scale.chance") : t("ask.scale", { unit: unitName(advice.unit) }),
      }),
      list,
    );
    const plan = advice.plan_words?.length ? advice.plan_words : advice.plan;
    if (plan.length)
      box.append(
        el(
          "div",
          { class: "plan" },
          el("b", { text: t("ask.plan") }),
          el("ol", {}, ...plan.map((text) => el("li", { class: "cap", text }))),
        ),
      );
    box.append(this.whyNot(advice));
    const said = story(advice.trace);
    if (Object.keys(advice.trace ?? {}).length)
      box.append(
        el(
          "details",
          { class: "trace" },
          el("summary", { text: t("ask.trace") }),
          tree(advice.trace),
        ),
      );
    box.append(
      el("p", {
        class: "dim fine",
        text: [
          answer.agent?.split(":")[0],
          t("ask.count", { n: advice.options.length }),
          t("ask.took", { ms: Math.round(1000 * (answer.seconds ?? 0)) }),
          said,
        ]
          .filter(Boolean)
          .join(" · "),
      }),
    );
    return box;
  }

  /** @param {Advice} advice @param {Option} option @param {number} rank @param {number} score @param {number} most @param {boolean} both @param {boolean} known */
  option(advice, option, rank, score, most, both, known) {
    const details = el("div", { class: "why", hidden: rank !== this.open });
    const head = el(
      "button",
      {
        class: `option ${rank === 0 ? "best" : ""} ${option.text === this.picked ? "mine" : ""}`,
        type: "button",
        "data-text": option.text,
        "aria-expanded": String(rank === this.open),
      },
      el("span", { class: "option-text cap", text: option.words || option.text }),
      el("b", {
        class: "score",
        text: known ? percent(score, this.digits) : amount(score, advice.unit),
      }),
      meter(score, most, both),
    );
    const over = () => this.point("line", option);
    const out = () => this.point("line");
    head.addEventListener("mouseenter", over);
    head.addEventListener("focus", over);
    head.addEventListener("mouseleave", out);
    head.addEventListener("blur", out);
    head.addEventListener("click", () => {
      details.hidden = !details.hidden;
      this.open = details.hidden ? -1 : rank;
      head.setAttribute("aria-expanded", String(!details.hidden));
    });
    details.append(reasonList(option.reasons, advice.unit));
    if (rank > 0) {
      const gaps = difference(advice.options[0], option)
        .filter((each) => each.term !== "tries")
        .slice(0, 2);
      details.append(
        el(
          "p",
          { class: "why-not" },
          el("b", { text: `${t("ask.why")} ` }),
          el("span", {
            text:
              behindText(advice, option) +
              (gaps.length && !advice.unit.startsWith("%")
                ? ` ${t("ask.mostly", { terms: gaps.map((each) => `${each.text || each.term} (${signed(each.amount)})`).join("; ") })}`
                : ""),
          }),
        ),
      );
    }
    const play = this.hooks?.play;
    if (play)
      details.append(button(t("ask.play"), () => play(option.text), { class: "minor" }));
    return el("li", {}, head, details);
  }

  /** @param {Advice} advice */
  whyNot(advice) {
    // Beside the real game, nobody can be asked.
    if (!this.match) return el("span");
    const known = new Set(advice.options.map((each) => each.text));
    const rest = (this.hooks?.legal() ?? []).filter((each) => !known.has(each.text));
    this.unscored = new Set(rest.map((each) => each.text));
    const moves = el(
      "datalist",
      { id: "why-moves" },
      ...rest.map((each) => el("option", { value: each.text, label: each.words })),
    );
    const input = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "text",
        class: "why-list",
        list: "why-moves",
        placeholder: t("ask.why.which"),
        "aria-label": t("ask.why.which"),
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        value: this.unscored.has(this.picked) ? this.picked : "",
      })
    );
    const form = el(
      "form",
      { class: "why-row" },
      input,
      moves,
      el("button", { type: "submit", class: "minor", text: t("ask.why") }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wanted = input.value.trim();
      if (wanted) this.ask({ wanted });
    });
    return form;
  }
}
customElements.define("kibitz-kibitzer", Kibitzer);
