// The value of every decision of a match, as a curve with its turning points and mistakes.

import { el, svg } from "./dom.js";
import { t } from "./words.js";

/**
 * @typedef {{ply: number, seat: number, value: number, lost: number, better: string, text: string, best: string, played: string, why: string, chance: boolean, unit: string}} Point
 * @typedef {{ply: number, kind: "blunder" | "slip" | "turn", from: number, to: number, point: Point}} Moment
 */

const WIDTH = 300,
  HEIGHT = 92;
/** What a decision must lose to be named, as a share of all that can be lost. */
const BLUNDER = 0.2,
  SLIP = 0.1,
  SWING = 0.15;
const MOST_TURNS = 3;

/** The lowest and the highest value of a curve. @param {Point[]} points */
function range(points) {
  if (points.every((each) => each.chance)) return [0, 1];
  const values = points.map((each) => each.value);
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

/** Finds what deserves a look: mistakes, and where the match turned. @param {Point[]} points @returns {Moment[]} */
export function moments(points) {
  const [low, high] = range(points),
    span = Math.max(1e-9, high - low);
  /** @type {Moment[]} */
  const found = [];
  points.forEach((point, at) => {
    const next = points[at + 1],
      lost = point.lost / span;
    const swing = next ? (next.value - point.value) / span : 0;
    if (lost >= SLIP)
      found.push({
        ply: point.ply,
        kind: lost >= BLUNDER ? "blunder" : "slip",
        from: point.value,
        to: next?.value ?? point.value,
        point,
      });
    else if (Math.abs(swing) >= SWING)
      found.push({ ply: point.ply, kind: "turn", from: point.value, to: next.value, point });
  });
  const turns = found
    .filter((each) => each.kind === "turn")
    .sort((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from))
    .slice(0, MOST_TURNS);
  return found.filter((each) => each.kind !== "turn" || turns.includes(each));
}

/**
 * Draws the curve.
 * @param {Point[]} points @param {number} plies @param {number} at
 * @param {(ply: number) => void} go
 */
export function drawCurve(points, plies, at, go) {
  const box = el("div", { class: "chart" });
  box.style.setProperty("--at", String(plies ? at / plies : 0));
  const drawing = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "curve",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": t("curve.label"),
  });
  box.append(drawing);
  if (!points.length) return box;
  const [low, high] = range(points),
    middle = points.every((each) => each.chance) ? 0.5 : 0;
  const x = (/** @type {number} */ ply) => (ply / Math.max(1, plies)) * WIDTH;
  const y = (/** @type {number} */ value) =>
    HEIGHT - 4 - ((value - low) / Math.max(1e-9, high - low)) * (HEIGHT - 8);
  const path = points
    .map((each, n) => `${n ? "L" : "M"}${x(each.ply).toFixed(1)} ${y(each.value).toFixed(1)}`)
    .join("");
  const last = points[points.length - 1];
  drawing.append(
    svg("line", { x1: 0, x2: WIDTH, y1: y(middle), y2: y(middle), class: "zero" }),
    svg("path", {
      d: `${path}L${x(last.ply)} ${y(middle)}L${x(points[0].ply)} ${y(middle)}z`,
      class: "under",
    }),
    svg("path", { d: path, class: "value" }),
  );
  // The list of mistakes has the same as buttons of full size, for fingers and for the keyboard.
  const marks = el("div", { class: "curve-marks", "aria-hidden": "true" });
  for (const each of moments(points)) {
    const title = t(`moment.${each.kind}`, { n: each.ply + 1 });
    const mark = el("span", { class: each.kind, title, onclick: () => go(each.ply) }, el("i"));
    Object.assign(mark.style, {
      left: `${(100 * each.ply) / Math.max(1, plies)}%`,
      top: `${(100 * y(each.point.value)) / HEIGHT}%`,
    });
    marks.append(mark);
  }
  box.append(marks);
  if (points.every((each) => each.chance))
    box.append(
      el(
        "ol",
        { class: "curve-scale", "aria-hidden": "true" },
        ...[1, 0.5, 0].map((share) => el("li", { text: `${100 * share} %` })),
      ),
    );
  drawing.addEventListener("click", (event) => {
    const edge = drawing.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    const share = (clientX - edge.left - 8) / (edge.width - 16);
    go(Math.round(Math.max(0, Math.min(1, share)) * plies));
  });
  return box;
}
