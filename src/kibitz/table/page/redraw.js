// Draws again what has changed, and only that: a browser styles, lays out and paints everything
// that is replaced, also if it looks the same.

import { pieceOf } from "./card.js";

/**
 * What was drawn into a box, without what has happened to it since.
 * @type {WeakMap<Element, Element>}
 */
const copies = new WeakMap();

/** Tells an element from those beside it. @param {Element} node */
const nameOf = (node) =>
  node.getAttribute("data-area") ??
  node.getAttribute("data-seat") ??
  node.getAttribute("class")?.split(" ")[0] ??
  "";

/**
 * Whether what was drawn can become something else. A piece cannot: one that differs is another.
 * @param {Node} was @param {Node} now
 */
function alike(was, now) {
  if (!(was instanceof Element) || !(now instanceof Element)) return was.isEqualNode(now);
  return now.classList.contains("piece")
    ? was.isEqualNode(now)
    : was.tagName === now.tagName && nameOf(was) === nameOf(now);
}

/** @param {Element} root */
const piecesIn = (root) =>
  root.classList.contains("piece") ? [root] : [...root.querySelectorAll(".piece")];

/** @param {Element} node @param {string} name @param {string | null} value */
function setAttribute(node, name, value) {
  // As an attribute, a style would be inline, which the policy of the page forbids.
  if (name === "style") /** @type {HTMLElement} */ (node).style.cssText = value ?? "";
  else if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** @param {Element} live @param {Element} copy @param {Element} now */
function change(live, copy, now) {
  if (copy.isEqualNode(now)) {
    // What looks the same may still know something else, such as a text that is not shown here.
    const fresh = piecesIn(now);
    piecesIn(live).forEach((each, at) => {
      const piece = pieceOf.get(fresh[at]);
      if (piece) pieceOf.set(each, piece);
    });
    return;
  }
  for (const name of new Set([...copy.getAttributeNames(), ...now.getAttributeNames()])) {
    const value = now.getAttribute(name);
    if (value === copy.getAttribute(name)) continue;
    for (const each of [live, copy]) setAttribute(each, name, value);
  }
  // Also if it had the look of a piece to be touched, and is none any more.
  if (live.getAttribute("class") !== now.getAttribute("class"))
    live.setAttribute("class", now.getAttribute("class") ?? "");
  changeInside(live, copy, now);
}

/** @param {Element} live @param {Element} copy @param {Element} now */
function changeInside(live, copy, now) {
  const drawn = [...live.childNodes],
    copied = [...copy.childNodes];
  let at = 0;
  /** @param {number} end */
  const drop = (end) => {
    for (; at < end; at++) {
      drawn[at].remove();
      copied[at].remove();
    }
  };
  for (const each of [...now.childNodes]) {
    const found = copied.findIndex((was, place) => place >= at && alike(was, each));
    if (found < 0) {
      copy.insertBefore(each.cloneNode(true), copied[at] ?? null);
      live.insertBefore(each, drawn[at] ?? null);
      continue;
    }
    drop(found);
    if (each instanceof Element)
      change(
        /** @type {Element} */ (drawn[at]),
        /** @type {Element} */ (copied[at]),
        each,
      );
    at++;
  }
  drop(copied.length);
}

/**
 * Makes a box hold what was drawn for it. What was drawn the same before stays, with its listeners,
 * its focus and its place on the screen; so listeners ask what is drawn there when they are called.
 * @param {Element} box @param {...Node} children
 */
export function redraw(box, ...children) {
  const now = document.createElement("div");
  now.append(...children);
  let copy = copies.get(box);
  if (!copy || copy.childNodes.length > box.childNodes.length) {
    copy = document.createElement("div");
    copies.set(box, copy);
  }
  // What others have put behind it is not part of it.
  while (box.childNodes.length > copy.childNodes.length) box.lastChild?.remove();
  changeInside(box, copy, now);
}
