// Advice as it is drawn: ranked options with bars and reasons, the plan, and how it was found.

import { button, el } from "./dom.js";
import { amount, number, percent } from "./kibitzer.js";
import { facts, story, tree } from "./story.js";
import { t } from "./words.js";

/**
 * @typedef {import("./kibitzer.js").Advice} Advice
 * @typedef {import("./kibitzer.js").Answer} Answer
 * @typedef {import("./kibitzer.js").Kibitzer} Kibitzer
 * @typedef {import("./kibitzer.js").Option} Option
 * @typedef {import("./kibitzer.js").Reason} Reason
 */

/** @param {number} value */
const signed = (value) => (value >= 0 ? "+" : "") + number(value);
/** @param {string} unit */
const unitName = (unit) => (unit.startsWith("%") ? t("unit.tries") : unit || t("unit.points"));

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

/** Draws an answer. @param {Kibitzer} own who asked @param {Answer} answer @param {Advice} advice */
export function drawAdvice(own, answer, advice) {
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
  own.digits = Math.max(...scores) - Math.min(...scores) < 0.1 ? 1 : 0;
  const list = el("ol", { class: "options" });
  advice.options.forEach((option, rank) =>
    list.append(drawOption(own, advice, option, rank, scores[rank], most, both, known)),
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
  box.append(whyNot(own, advice));
  const told = story(advice);
  if (Object.keys(advice.trace ?? {}).length)
    box.append(
      el(
        "details",
        { class: "trace" },
        el("summary", { text: t("ask.trace") }),
        told.length
          ? el("ul", { class: "story" }, ...told.map((text) => el("li", { text })))
          : null,
        el("details", {}, el("summary", { text: t("ask.data") }), tree(advice.trace)),
      ),
    );
  box.append(
    el("p", {
      class: "dim fine",
      text: [
        answer.agent?.split(":")[0],
        t("ask.count", { n: advice.options.length }),
        t("ask.took", { ms: Math.round(1000 * (answer.seconds ?? 0)) }),
        facts(advice.trace).join(" · "),
      ]
        .filter(Boolean)
        .join(" · "),
    }),
  );
  return box;
}

/** @param {Kibitzer} own @param {Advice} advice @param {Option} option @param {number} rank @param {number} score @param {number} most @param {boolean} both @param {boolean} known */
function drawOption(own, advice, option, rank, score, most, both, known) {
  const details = el("div", { class: "why", hidden: rank !== own.open });
  const head = el(
    "button",
    {
      class: `option ${rank === 0 ? "best" : ""} ${option.text === own.picked ? "mine" : ""}`,
      type: "button",
      "data-text": option.text,
      "aria-expanded": String(rank === own.open),
    },
    el("span", { class: "option-text cap", text: option.words || option.text }),
    el("b", {
      class: "score",
      text: known ? percent(score, own.digits) : amount(score, advice.unit),
    }),
    meter(score, most, both),
  );
  const over = () => own.point("line", option);
  const out = () => own.point("line");
  head.addEventListener("mouseenter", over);
  head.addEventListener("focus", over);
  head.addEventListener("mouseleave", out);
  head.addEventListener("blur", out);
  head.addEventListener("click", () => {
    details.hidden = !details.hidden;
    own.open = details.hidden ? -1 : rank;
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
  const play = own.hooks?.play;
  if (play)
    details.append(button(t("ask.play"), () => play(option.text), { class: "minor" }));
  return el("li", {}, head, details);
}

/** A question about any other move. @param {Kibitzer} own @param {Advice} advice */
function whyNot(own, advice) {
  // Beside the real game, nobody can be asked.
  if (!own.match) return el("span");
  const known = new Set(advice.options.map((each) => each.text));
  const rest = (own.hooks?.legal() ?? []).filter((each) => !known.has(each.text));
  own.unscored = new Set(rest.map((each) => each.text));
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
      value: own.unscored.has(own.picked) ? own.picked : "",
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
    if (wanted) own.ask({ wanted });
  });
  return form;
}
