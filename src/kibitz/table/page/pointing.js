// Points at the pieces of a move that an adviser would play, and of those that it expects after it.

import { pieceOf } from "./card.js";
import { t } from "./words.js";

/** A move to point at: its text, and the groups that it touches with how many pieces of each. @typedef {{text: string, touches: [string, number][]}} Step */
/** What is pointed at: one move as a hint, or the moves of a plan in their order. @typedef {{steps: Step[], how: "hint" | "line" | ""}} Pointed */

/** How many moves of a plan are numbered on the table. */
const MOST = 6;
/** What a piece is pressed with, or the piece itself where it cannot be touched. @param {HTMLElement} node */
const spoken = (node) => node.querySelector(":scope > .hit") ?? node;

/** @param {HTMLElement} root */
function clear(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (
    root.querySelectorAll(".hint, [data-step]")
  )) {
    node.classList.remove("hint");
    delete node.dataset.step;
    spoken(node).removeAttribute("aria-description");
  }
}

/**
 * Marks the pieces of moves in place of those that were marked before; a move without pieces marks
 * its button.
 * @param {HTMLElement} root @param {Pointed} pointed
 */
export function pointAt(root, { steps, how }) {
  clear(root);
  if (!how) return;
  const nodes = /** @type {HTMLElement[]} */ ([
    ...root.querySelectorAll(".felt [data-group], .hand [data-group]"),
  ]);
  const shown = steps.slice(0, how === "hint" ? 1 : MOST);
  shown.forEach(({ text, touches }, at) => {
    const used = new Set();
    for (const [group, count] of touches) {
      let left = count;
      const own = nodes.filter((node) => node.dataset.group === group && !used.has(node));
      // The second of two equal cards stands for the second step.
      own.sort((a, b) => Number("step" in a.dataset) - Number("step" in b.dataset));
      for (const node of own) {
        if (left <= 0) break;
        used.add(node);
        left -= pieceOf.get(node)?.count ?? 1;
        if (at === 0) node.classList.add("hint");
        if (shown.length > 1)
          node.dataset.step = node.dataset.step
            ? `${node.dataset.step} ${at + 1}`
            : String(at + 1);
        spoken(node).setAttribute(
          "aria-description",
          node.dataset.step ? t("hint.step", { steps: node.dataset.step }) : t("hint.piece"),
        );
      }
    }
    if (at > 0 || touches.length) return;
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (
      root.querySelectorAll(".actions [data-move], .actions [data-moves]")
    ))
      if (each.dataset.move === text || each.dataset.moves?.split("\n").includes(text)) {
        each.classList.add("hint");
        each.setAttribute("aria-description", t("hint.piece"));
      }
  });
}
