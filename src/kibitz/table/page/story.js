// How advice was found: first in sentences, then the data behind them.

import { el } from "./dom.js";
import { number } from "./kibitzer.js";
import { hasText, t } from "./words.js";

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

/** Words of a name such as BUILD_ADVANTAGE. @param {unknown} name */
const plain = (name) => String(name).toLowerCase().replaceAll("_", " ");
/** @param {any} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
/** The texts and lists of an object, in words. @param {any} value @param {string[]} names */
const named = (value, names) =>
  names
    .map((name) => value[name])
    .filter((each) => each !== null && each !== undefined && each !== "")
    .map((each) => (Array.isArray(each) ? each.map(plain).join(", ") : plain(each)))
    .filter(Boolean);

/** How much was looked at, in short. @param {any} trace */
export function facts(trace) {
  const lines = [];
  for (const key of ["iterations", "simulated", "worlds", "depth", "stopped"]) {
    const value = trace?.[key];
    if (typeof value === "number" && value > 0) lines.push(t(`trace.${key}`, { n: value }));
    else if (typeof value === "string" && value)
      lines.push(hasText(`stopped.${value}`) ? t(`stopped.${value}`) : value);
  }
  return lines;
}

/** What each part of a trace says in a sentence; a part that says nothing has none. @type {[string, (value: any, trace: any) => string][]} */
const SENTENCES = [
  [
    "mode",
    (mode) =>
      isObject(mode) ? [plain(mode.mode), mode.text].filter(Boolean).join(": ") : plain(mode),
  ],
  [
    "goal",
    (goal) =>
      isObject(goal)
        ? [
            named(goal, ["type", "approach", "strategy"]).join(", "),
            goal.lanes?.length ? t("story.lanes", { lanes: goal.lanes.join(", ") }) : "",
          ]
            .filter(Boolean)
            .join("; ")
        : plain(goal),
  ],
  [
    "paths",
    (paths) =>
      isObject(paths)
        ? t("story.paths.text", { n: paths.evaluated ?? 0, found: paths.found ?? 0 })
        : "",
  ],
  [
    "chosen",
    (chosen) =>
      [
        plain(chosen.type),
        chosen.step?.text,
        ...(chosen.future ?? []).map((/** @type {any} */ each) => each.text),
      ]
        .filter(Boolean)
        .join("; "),
  ],
  ["fallback", (why) => String(why)],
  ["step", (step) => (typeof step === "string" ? plain(step) : "")],
  [
    "knockouts",
    (all) =>
      all.length
        ? all
            .map((/** @type {any} */ each) =>
              t("story.knockout", { attack: each.attack, from: each.from, target: each.target }),
            )
            .join("; ")
        : t("story.knockouts.none"),
  ],
  [
    "threats",
    (all) => all.map((/** @type {any} */ each) => plain(each.target ?? each.tag ?? "")).join(", "),
  ],
  [
    "potions",
    (notes) =>
      Object.entries(notes)
        .map(([potion, note]) => `${plain(potion)} (${note})`)
        .join("; ") || t("story.potions.none"),
  ],
  [
    "expected",
    (found) =>
      [
        t("story.lost", { n: found.hp_lost ?? 0 }),
        found.won
          ? t("story.won")
          : (found.monsters ?? [])
              .map((/** @type {any} */ each) => t("story.left", { name: each.name, hp: each.hp }))
              .join(", "),
      ]
        .filter(Boolean)
        .join("; "),
  ],
  ["replan_after", (at) => t("story.replan", { n: at })],
  ["played on", (found) => t("story.fights", { n: found.fights ?? 0 })],
];

/**
 * What an agent did, as sentences: its plan, and the parts of its trace that say something.
 * @param {import("./kibitzer.js").Advice} advice @returns {string[]}
 */
export function story({ trace, text: move, words, plan, plan_words }) {
  const follows = plan_words?.length ? plan_words : (plan ?? []);
  const path = follows.length ? [words || move, ...follows].join(t("story.then")) : "";
  const lines = SENTENCES.flatMap(([name, say]) => {
    const value = trace?.[name];
    if (value === null || value === undefined || value === "") return [];
    const text = say(value, trace);
    const key = `story.${name.replaceAll(" ", ".")}`;
    return text ? [hasText(key) ? t(key, { text }) : text] : [];
  });
  if (path && !trace?.chosen) lines.push(t("story.chosen", { text: path }));
  const looked = facts(trace);
  return looked.length ? [...lines, t("story.looked", { text: looked.join(", ") })] : lines;
}
