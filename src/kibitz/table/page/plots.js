// Drawings of numbers: intervals, lines, shares, and tables with coloured cells.

import { el, svg } from "./dom.js";
import { language, t } from "./words.js";

/** The tones of the players, in the order of the setup. */
const TONES = ["teal", "orange", "indigo", "green", "red", "violet", "amber", "pink"];
const WIDTH = 300,
  HEIGHT = 120;
/** The most points of a line; a screen shows no more. */
const MOST_POINTS = 150;

/** @param {number} player */
export const toneOfPlayer = (player) => TONES[player % TONES.length];

/** @param {number} value @param {Intl.NumberFormatOptions} [how] */
export const written = (value, how = {}) =>
  new Intl.NumberFormat(language, { signDisplay: "negative", ...how })
    .format(value)
    .replace("-", "−");

/** @param {number} value @param {number} [digits] behind the point */
export const number = (value, digits = 2) =>
  written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A share as percent. @param {number} share @param {number} [digits] */
export const percent = (share, digits = 1) => `${number(100 * share, digits)}\u00a0%`;

/** A difference with its sign. @param {number} value @param {number} [digits] */
export const signed = (value, digits = 2) =>
  written(value, {
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

/** Round numbers between two ends, three to six of them. @param {number} low @param {number} high */
function ticksOf(low, high) {
  const rough = Math.max(1e-9, high - low) / 4,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((each) => each >= rough / power) ?? 10);
  const first = Math.ceil(low / step - 1e-9),
    last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}

/**
 * A dot in the colour of a player.
 * @param {number} player
 */
export const playerDot = (player) =>
  el("i", { class: `arena-dot tone-${toneOfPlayer(player)}`, "aria-hidden": "true" });

/**
 * @typedef {{label: string, player: number, value: number, low: number | null, high: number | null, text: string}} Row
 */

/**
 * Draws a value with its interval for each player. The numbers are in the texts, too.
 * @param {Row[]} rows
 * @param {{name: string, middle: number, ends?: [number, number], write: (value: number) => string}} axis
 */
export function intervals(rows, axis) {
  const all = rows.flatMap((each) => [each.low ?? each.value, each.high ?? each.value]);
  let [low, high] = axis.ends ?? [Math.min(axis.middle, ...all), Math.max(axis.middle, ...all)];
  if (!axis.ends) {
    const room = 0.06 * Math.max(1e-9, high - low);
    [low, high] = [low - room, high + room];
  }
  const x = (/** @type {number} */ value) => (100 * (value - low)) / (high - low);
  const ticks = ticksOf(low, high);
  const scale = el("span", { class: "plot-axis", "aria-hidden": "true" });
  for (const tick of ticks) {
    const mark = el("span", { text: axis.write(tick) });
    mark.style.setProperty("--at", `${x(tick)}%`);
    scale.append(mark);
  }
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", { class: "plot-name", text: axis.name }),
    el(
      "ul",
      { class: "plot-rows" },
      ...rows.map((each) => {
        const drawing = svg("svg", {
          class: `plot-row tone-${toneOfPlayer(each.player)}`,
          viewBox: "0 0 100 20",
          preserveAspectRatio: "none",
          "aria-hidden": "true",
        });
        const line = (/** @type {string} */ name, /** @type {number[]} */ [x1, x2, y1, y2]) =>
          svg("line", { class: name, x1, x2, y1, y2 });
        drawing.append(
          ...ticks.map((tick) => line("grid", [x(tick), x(tick), 0, 20])),
          line("middle", [x(axis.middle), x(axis.middle), 0, 20]),
        );
        if (each.low !== null && each.high !== null)
          drawing.append(line("span", [x(each.low), x(each.high), 10, 10]));
        drawing.append(line("point", [x(each.value), x(each.value), 10, 10]));
        return el(
          "li",
          {},
          el("span", { class: "plot-label", text: each.label }),
          drawing,
          el("span", { class: "plot-value", text: each.text }),
        );
      }),
    ),
    scale,
  );
}

/**
 * Draws how values went on, one line for each player.
 * @param {{label: string, player: number, points: [number, number][]}[]} lines
 * @param {{name: string, middle: number, most: number, write: (value: number) => string, across: string}} axis
 */
export function course(lines, axis) {
  // The first few games swing widely; the scale is for what follows.
  const late = lines.flatMap((each) =>
    each.points.slice(Math.floor(each.points.length / 8)).map((point) => point[1]),
  );
  let low = Math.min(axis.middle, ...late),
    high = Math.max(axis.middle, ...late);
  const room = 0.08 * Math.max(1e-9, high - low);
  [low, high] = [low - room, high + room];
  const x = (/** @type {number} */ at) => (WIDTH * at) / Math.max(1, axis.most);
  const y = (/** @type {number} */ value) => HEIGHT * (1 - (value - low) / (high - low));
  const drawing = svg("svg", {
    class: "plot-lines",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": `${axis.name}. ${lines
      .map((each) => `${each.label}: ${axis.write(each.points.at(-1)?.[1] ?? axis.middle)}`)
      .join(", ")}`,
  });
  const ticks = ticksOf(low, high);
  drawing.append(
    ...ticks.map((tick) =>
      svg("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(tick), y2: y(tick) }),
    ),
    svg("line", { class: "middle", x1: 0, x2: WIDTH, y1: y(axis.middle), y2: y(axis.middle) }),
    ...lines.map((each) => {
      const step = Math.max(1, Math.ceil(each.points.length / MOST_POINTS));
      const shown = each.points.filter(
        (_, at) => at % step === 0 || at === each.points.length - 1,
      );
      return svg("polyline", {
        class: `line tone-${toneOfPlayer(each.player)}`,
        points: shown.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" "),
      });
    }),
  );
  const scale = el("span", { class: "plot-side", "aria-hidden": "true" });
  for (const tick of ticks) {
    const mark = el("span", { text: axis.write(tick) });
    mark.style.setProperty("--at", `${(100 * y(tick)) / HEIGHT}%`);
    scale.append(mark);
  }
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", { class: "plot-name", text: axis.name }),
    el("div", { class: "plot-body" }, scale, drawing),
    el(
      "p",
      { class: "plot-foot fine dim", "aria-hidden": "true" },
      el("span", { text: "0" }),
      el("span", { text: axis.across }),
    ),
    el(
      "ul",
      { class: "plot-legend" },
      ...lines.map((each) =>
        el("li", {}, playerDot(each.player), el("span", { text: each.label })),
      ),
    ),
  );
}

/**
 * Draws parts of a whole as one bar, with a legend that has the numbers.
 * @param {string} name @param {{label: string, count: number, kind: string}[]} parts
 */
export function shares(name, parts) {
  const total = parts.reduce((sum, each) => sum + each.count, 0);
  const shown = parts.filter((each) => each.count);
  const drawing = svg("svg", {
    class: "plot-bar",
    viewBox: "0 0 100 10",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  let from = 0;
  for (const each of shown) {
    const width = (100 * each.count) / total;
    drawing.append(svg("rect", { class: each.kind, x: from, y: 0, width, height: 10 }));
    from += width;
  }
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", { class: "plot-name", text: name }),
    drawing,
    el(
      "ul",
      { class: "plot-legend" },
      ...shown.map((each) =>
        el(
          "li",
          {},
          el("i", { class: `arena-dot ${each.kind}`, "aria-hidden": "true" }),
          el("span", { text: `${each.label}: ${written(each.count)}` }),
        ),
      ),
    ),
  );
}

/** A table that scrolls sideways where it is too wide, below a line that says what it shows. @param {string} caption @param {HTMLElement} table */
const boxed = (caption, table) =>
  el(
    "div",
    { class: "plot" },
    el("p", { class: "plot-name", text: caption, "aria-hidden": "true" }),
    el("div", { class: "table-box", tabindex: 0, role: "group", "aria-label": caption }, table),
  );

/**
 * A table in which each of some things meets each other one.
 * @param {{caption: string, corner: string, heads: string[], heading?: string[],
 *   cell: (row: number, column: number) => {text: string, note: string, tint: number} | null}} what
 *   the tint is between -1 (far behind) and 1 (far ahead)
 */
export function heat({ caption, corner, heads, heading = heads, cell }) {
  return boxed(
    caption,
    el(
      "table",
      { class: "arena-table heat", "aria-label": caption },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col", text: corner }),
          ...heading.map((text) => el("th", { scope: "col", text })),
        ),
      ),
      el(
        "tbody",
        {},
        ...heads.map((head, row) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", text: head }),
            ...heading.map((_, column) => {
              const found = cell(row, column);
              if (!found) return el("td", { class: "blank", text: "–" });
              const made = el(
                "td",
                { class: found.tint >= 0 ? "ahead" : "behind" },
                el("b", { text: found.text }),
                el("small", { text: found.note }),
              );
              made.style.setProperty(
                "--tint-share",
                `${Math.round(60 * Math.min(1, Math.abs(found.tint)))}%`,
              );
              return made;
            }),
          ),
        ),
      ),
    ),
  );
}

/**
 * A table.
 * @param {{caption: string, heads: string[], rows: (Node | string)[][], name?: string}} what
 */
export function table({ caption, heads, rows, name = "" }) {
  return boxed(
    caption,
    el(
      "table",
      { class: `arena-table ${name}`, "aria-label": caption },
      el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col", text })))),
      el(
        "tbody",
        {},
        ...rows.map(([first, ...cells]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, first),
            ...cells.map((each) => el("td", {}, each)),
          ),
        ),
      ),
    ),
  );
}

/** A value with its interval below it. @param {string} text @param {string} note */
export const figure = (text, note) =>
  el("span", { class: "amount" }, el("b", { text }), note ? el("small", { text: note }) : null);

/** The ends of an interval. @param {number | null} low @param {number | null} high @param {(value: number) => string} write */
export const ends = (low, high, write) =>
  low === null || high === null ? "" : t("arena.ends", { low: write(low), high: write(high) });
