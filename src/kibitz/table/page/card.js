// Draws one piece: a card, a unit in play, a token, a row of tokens, or a choice.

import { el } from "./dom.js";
import { drawing, isDrawn, loadDrawing } from "./drawings.js";
import { hasSymbol, symbol } from "./symbols.js";
import { t } from "./words.js";

/**
 * @typedef {{role: string, value: number | string, trend?: number}} Figure
 * @typedef {{role: string, value: number, most: number, guard?: number}} Bar
 * @typedef {{text: string, tone?: string, detail?: string}} Badge
 * @typedef {{text: string, value?: string, symbols?: string[], group?: string}} Line
 * @typedef {{name: string, face?: string, group?: string, kind?: string, detail?: string, tone?: string,
 *   symbol?: string, emblem?: string, figures?: Figure[], bars?: Bar[], badges?: Badge[], lines?: Line[],
 *   marks?: string[], symbols?: string[], count?: number, steps?: number[], spent?: number}} Piece
 * @typedef {{touch: (group: string, node: HTMLElement) => void, wanted?: (group: string) => boolean}} Hooks
 */

/** The piece of a node. @type {WeakMap<Element, Piece>} */
export const pieceOf = new WeakMap();

/** @type {Record<string, string>} */
const ROLE_SYMBOLS = { hull: "health", level: "up", shields: "shield" };

/** @param {Figure} each */
function figure(each) {
  const trend = (each.trend ?? 0) > 0 ? "more" : (each.trend ?? 0) < 0 ? "less" : "";
  const name = ROLE_SYMBOLS[each.role] ?? each.role;
  return el(
    "span",
    { class: `figure ${each.role} ${trend}`, title: each.role },
    hasSymbol(name) ? symbol(name) : el("i", { class: "role", text: each.role }),
    el("span", { text: each.value }),
  );
}

/** @param {Bar} each */
export function bar(each) {
  const words =
    t("piece.bar", { role: each.role, value: each.value, most: each.most }) +
    (each.guard ? `, ${t("piece.guard", { n: each.guard })}` : "");
  const box = el("div", {
    class: `bar-line ${each.role}`,
    role: "img",
    "aria-label": words,
    title: words,
  });
  const share = Math.max(0, Math.min(1, each.value / Math.max(1, each.most)));
  const fill = el("i", { class: share <= 0.34 ? "fill low" : "fill" });
  fill.style.setProperty("--share", String(share));
  box.append(fill, el("span", { class: "bar-text", text: `${each.value}/${each.most}` }));
  if (each.guard)
    box.append(el("span", { class: "guard" }, symbol("shield"), el("b", { text: each.guard })));
  return box;
}

/** @param {Badge} each */
export function badge(each) {
  return el("span", {
    class: `badge tone-${each.tone || "slate"}`,
    text: each.text,
    title: each.detail,
  });
}

/** @param {Piece} piece */
function picture(piece) {
  const { name, symbol: wanted, emblem } = piece;
  return (
    (isDrawn(wanted) && drawing(wanted, name, emblem)) ||
    (hasSymbol(wanted)
      ? symbol(wanted)
      : el("span", { class: "monogram", text: isDrawn(wanted) ? "" : name.slice(0, 1) }))
  );
}

/** The picture of a piece. A drawing comes after the rest: a table can be used without it. @param {Piece} piece */
export function art(piece) {
  const shown = picture(piece),
    box = el("div", { class: "art" }, shown);
  if (isDrawn(piece.symbol) && !shown.matches(".grown"))
    loadDrawing(piece.symbol).then(() => box.replaceChildren(picture(piece)));
  return box;
}

/** @param {string} name */
export const pip = (name) => el("i", { class: `pip el-${name}`, title: name }, symbol(name));

/** Calls a hook when a node is pressed, with the group that it belongs to then. @param {HTMLElement} node @param {Hooks} hooks */
function listen(node, hooks) {
  node.addEventListener("click", () => {
    const whole = /** @type {HTMLElement} */ (node.closest("[data-group]"));
    hooks.touch(whole.dataset.group ?? "", whole);
  });
  return node;
}

/** The button over a whole node with a group. @param {Hooks} hooks @param {string} label @param {string} [className] */
export const hitFor = (hooks, label, className = "hit") =>
  listen(el("button", { class: className, type: "button", "aria-label": label }), hooks);

/** @param {Line} each @param {Hooks | null} hooks */
export function line(each, hooks) {
  const parts = [
    el("span", { class: "pips" }, ...(each.symbols ?? []).map(pip)),
    el("span", { class: "line-text", text: each.text }),
    " ",
    el("b", { class: "line-value", text: each.value ?? "" }),
  ];
  const { group } = each;
  if (!group || !hooks) return el("div", { class: "line" }, ...parts);
  const made = el("button", { class: "line", type: "button", "data-group": group }, ...parts);
  return listen(made, hooks);
}

/** What a screen reader says for a piece. @param {Piece} piece */
export function spoken(piece) {
  const count = piece.count ?? 1,
    marks = piece.marks ?? [];
  if (marks.includes("hidden")) return t("piece.hidden", { n: count });
  const facts = [
    piece.name,
    ...(piece.figures ?? []).map((each) => `${each.role} ${each.value}`),
    ...(piece.bars ?? []).map((each) =>
      t("piece.bar", { role: each.role, value: each.value, most: each.most }),
    ),
    piece.detail,
    ...(piece.badges ?? []).map((each) => each.text),
    ...marks.filter((mark) => mark !== "base").map((mark) => t(`mark.${mark}`)),
  ];
  return (count > 1 ? `${count} × ` : "") + facts.filter(Boolean).join(", ");
}

/**
 * The name, and a title behind a dash on a line of its own; the style makes it so small that the
 * longest word of the name fits.
 * @param {Piece} piece
 */
function nameOf(piece) {
  const [name, ...rest] = piece.name.split(" - ");
  const made = el("span", { class: "name", text: name });
  if (rest.length)
    made.append(
      el("span", { class: "away", text: " - " }),
      el("span", { class: "name-title", text: rest.join(" - ") }),
    );
  const longest = Math.max(...name.split(/[\s-]+/).map((word) => word.length), 4);
  made.style.setProperty("--word", String(longest));
  return made;
}

/** A card with a rank and a suit, as in a pack of cards. @param {Piece} piece @param {Figure} rank */
function ranked(piece, rank) {
  const corner = () =>
    el(
      "span",
      { class: "corner" },
      el("b", { text: rank.value }),
      hasSymbol(piece.symbol) ? symbol(piece.symbol) : null,
    );
  return el("div", { class: "face ranked" }, corner(), art(piece), corner());
}

/** @param {Piece} piece @param {string} kind @param {string} size @param {Hooks | null} hooks @param {HTMLElement} made */
function drawFace(piece, kind, size, hooks, made) {
  const figures = piece.figures ?? [];
  const cost = figures.find((each) => each.role === "cost"),
    rank = figures.find((each) => each.role === "rank");
  const rest = figures.filter((each) => each !== cost && each !== rank);
  if (rank && kind === "card" && !rest.length) {
    made.append(ranked(piece, rank));
    return;
  }
  const isIntent = kind === "unit" && size === "big";
  if (isIntent)
    made.append(
      el(
        "div",
        { class: rest.length ? "intent" : "intent none", title: piece.detail },
        ...rest.map(figure),
      ),
    );
  const trend = cost?.trend ?? 0,
    drawn = art(piece);
  if (piece.emblem && size !== "tall") drawn.append(pip(piece.emblem));
  made.append(
    el(
      "div",
      { class: "face" },
      el(
        "header",
        {},
        cost
          ? el("span", {
              class: `cost ${trend < 0 ? "less" : trend > 0 ? "more" : ""}`,
              text: cost.value,
            })
          : null,
        nameOf(piece),
        // Beside a short name there is room; on a card the name needs it.
        piece.emblem && size === "tall" ? pip(piece.emblem) : null,
      ),
      drawn,
      ...(piece.bars ?? []).map(bar),
      piece.symbols?.length ? el("div", { class: "pips" }, ...piece.symbols.map(pip)) : null,
      piece.lines?.length
        ? el("div", { class: "lines" }, ...piece.lines.map((each) => line(each, hooks)))
        : null,
      piece.detail && !isIntent ? el("p", { class: "detail", text: piece.detail }) : null,
      piece.badges?.length ? el("div", { class: "badges" }, ...piece.badges.map(badge)) : null,
      rest.length && !isIntent ? el("footer", { class: "figures" }, ...rest.map(figure)) : null,
    ),
  );
}

/**
 * Draws a piece.
 * @param {Piece} piece @param {Hooks | null} hooks without them, nothing can be touched
 * @param {string} [size]
 * @returns {HTMLElement}
 */
export function draw(piece, hooks, size = "") {
  const kind = piece.kind ?? "card",
    marks = piece.marks ?? [],
    hidden = marks.includes("hidden");
  const made = el("div", {
    class: `piece ${kind} tone-${piece.tone || "slate"} ${size} ${marks.join(" ")}`,
    "data-face": piece.face || piece.name,
    "data-group": piece.group || null,
    "data-mark": marks.includes("exhausted") ? t("mark.exhausted") : null,
  });
  pieceOf.set(made, piece);
  if (kind === "track") return drawTrack(made, piece);
  if (hidden) made.append(el("div", { class: "back" }));
  else drawFace(piece, kind, size, hooks, made);
  if ((piece.count ?? 1) > 1) made.append(el("span", { class: "count", text: piece.count }));
  const label = spoken(piece),
    { group } = piece;
  if (group && hooks) made.prepend(hitFor(hooks, label));
  else {
    // Lines that can be touched must stay reachable, so only a whole without them is one picture.
    if (!made.querySelector("button")) {
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", label);
    }
  }
  return made;
}

/** @param {HTMLElement} made @param {Piece} piece */
function drawTrack(made, piece) {
  const steps = piece.steps ?? [],
    spent = piece.spent ?? 0,
    left = steps.slice(spent);
  made.setAttribute("role", "img");
  made.setAttribute(
    "aria-label",
    t("piece.track", { name: piece.name, left: left.length ? left.join(", ") : "–" }),
  );
  const row = el("span", { class: "steps" });
  steps.forEach((value, at) =>
    row.append(el("i", { class: at < spent ? "step spent" : "step", text: value })),
  );
  made.append(
    el(
      "span",
      { class: "track-name" },
      symbol(piece.symbol ?? ""),
      el("span", { text: piece.name }),
    ),
    row,
  );
  return made;
}
