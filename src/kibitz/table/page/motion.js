// Moves pieces from where they lay to where they lie. Nothing has an id, so pieces are matched:
// first in the same area, then by what they are, those that the move touched first.

import { moving } from "./keep.js";

const TIME = 260;

/** Notes where pieces lie. @param {Element} root */
export function snapshot(root) {
  if (!moving()) return [];
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".piece:not(.ghost)")]).map(
    (node) => ({
      node,
      face: node.dataset.face,
      area: /** @type {HTMLElement | null} */ (node.closest("[data-area]"))?.dataset.area,
      group: node.dataset.group,
      hidden: node.classList.contains("hidden"),
      box: node.getBoundingClientRect(),
    }),
  );
}

/** @typedef {ReturnType<typeof snapshot>[number]} Seen */

/** Lets pieces come from where they lay. @param {Seen[]} before @param {Element} root @param {[string, number][]} [touches] */
export function settle(before, root, touches = []) {
  if (!moving() || !before.length) return;
  const after = snapshot(root),
    used = new Set();
  const touched = new Set(touches.map(([group]) => group));
  /** @param {(old: Seen) => boolean} test */
  const claim = (test) => {
    const at = before.findIndex((old, index) => !used.has(index) && test(old));
    if (at >= 0) used.add(at);
    return at < 0 ? null : before[at];
  };
  /** @type {[Seen, Seen | null][]} */
  const pairs = after.map((now) => [
    now,
    claim((old) => old.face === now.face && old.area === now.area),
  ]);
  for (const pair of pairs) {
    pair[1] ??=
      claim((old) => old.face === pair[0].face && touched.has(old.group ?? "")) ??
      claim((old) => old.face === pair[0].face && old.area !== pair[0].area && !old.hidden);
  }
  const deck = after.find((each) => each.hidden && /deck|draw/.test(each.area ?? ""));
  for (const [now, old] of pairs) {
    const from = old?.box ?? deck?.box;
    if (!from) {
      now.node.animate([{ opacity: 0, transform: "scale(.9)" }, {}], { duration: TIME });
      continue;
    }
    const dx = from.left - now.box.left,
      dy = from.top - now.box.top;
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    const scale = Math.min(2, Math.max(0.3, from.width / Math.max(1, now.box.width)));
    now.node.animate(
      [
        {
          transform: `translate(${dx}px, ${dy}px) scale(${scale})`,
          transformOrigin: "0 0",
          zIndex: 5,
          opacity: old ? 1 : 0.4,
        },
        { transform: "none", transformOrigin: "0 0", zIndex: 5 },
      ],
      { duration: TIME, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
  }
  before.forEach((old, at) => {
    if (used.has(at) || old.hidden) return;
    const ghost = /** @type {HTMLElement} */ (old.node.cloneNode(true));
    ghost.classList.add("ghost");
    Object.assign(ghost.style, {
      left: `${old.box.left}px`,
      top: `${old.box.top}px`,
      width: `${old.box.width}px`,
      height: `${old.box.height}px`,
    });
    document.body.append(ghost);
    ghost
      .animate([{ opacity: 0.9 }, { opacity: 0, transform: "scale(.85)" }], { duration: TIME })
      .finished.finally(() => ghost.remove());
  });
}
