// Elements from data: text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds that what is said stays empty, so that the same words are read again. */
const SPEAK = 60;

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element. `text` becomes its text, `on…` a listener; what is null or false is left out.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name === "text") made.textContent = String(value);
    else if (name.startsWith("on"))
      made.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children)
    if (child !== null && child !== undefined && child !== false) made.append(child);
  return made;
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * A button.
 * @param {string} text @param {(event: Event) => void} act
 * @param {Record<string, unknown>} [attributes] @param {...Child} children
 */
export function button(text, act, attributes = {}, ...children) {
  return el(
    "button",
    { type: "button", onclick: act, ...attributes },
    ...children,
    text ? el("span", { text }) : null,
  );
}

/**
 * How far something is, as a bar.
 * @param {string} label @param {number} now @param {number} most @param {string} [text]
 */
export function progress(label, now, most, text) {
  const bar = el("div", {
    class: "progress",
    role: "progressbar",
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": most,
    "aria-valuenow": now,
    "aria-valuetext": text,
  });
  bar.style.setProperty("--share", `${(100 * now) / Math.max(1, most)}%`);
  return bar;
}

/** Files that only some parts need, by name. @type {Map<string, Promise<void>>} */
const files = new Map();

/** Loads a stylesheet, or a script before it is imported; goes on without one that does not come. @param {string} name */
export function loadFile(name) {
  const known = files.get(name);
  if (known) return known;
  const rel = name.endsWith(".css") ? "stylesheet" : "modulepreload",
    link = el("link", { rel, href: `/page/${name}` });
  /** @type {Promise<void>} */
  const coming = new Promise((done) => {
    for (const each of ["load", "error"]) link.addEventListener(each, () => done());
  });
  document.head.append(link);
  files.set(name, coming);
  return coming;
}

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What tells a control from those beside it. @param {Element} node */
export const identity = (node) =>
  [node.tagName, ...["id", "href", "aria-label"].map((each) => node.getAttribute(each))]
    .concat(node.textContent)
    .join("\n");

/** @param {Element} box */
const controlsIn = (box) =>
  /** @type {HTMLElement[]} */ ([
    ...box.querySelectorAll("a, button, input, select, summary, [tabindex='0']"),
  ]).filter((each) => each.getClientRects().length);

/**
 * Replaces what is in a box; nodes that stay are not touched. The focus stays on the same control,
 * or else on what has its place.
 * @param {Element} box @param {...Node} children
 */
export function refill(box, ...children) {
  const active = document.activeElement;
  const inside = active !== null && active !== box && box.contains(active);
  const same = inside ? identity(active) : "",
    at = inside ? controlsIn(box).findIndex((each) => each === active) : -1;
  const kept = new Set(children);
  for (const each of [...box.childNodes]) if (!kept.has(each)) each.remove();
  children.forEach((each, place) => {
    if (box.childNodes[place] !== each) box.insertBefore(each, box.childNodes[place] ?? null);
  });
  if (!inside || box.contains(document.activeElement)) return;
  const now = controlsIn(box);
  const found = now.find((each) => identity(each) === same) ?? now[at] ?? now.at(-1);
  found?.focus({ preventScroll: true });
}

/** What is about to be said together. @type {string[]} */
let sentences = [];

/** Says something to a screen reader, also if it was the last thing to be said. @param {string} text */
export function say(text) {
  const live = byId("live");
  if (!sentences.length)
    setTimeout(() => {
      live.textContent = sentences.join(". ");
      sentences = [];
    }, SPEAK);
  live.textContent = "";
  sentences.push(text);
}

/** Shows a short message for some seconds. @param {string} text */
export function toast(text) {
  const made = el("p", { class: "toast", text });
  byId("toasts").append(made);
  setTimeout(() => made.remove(), 4500);
}

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Copies a text, and says so. @param {string} text @param {string} done */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // Without a secure context there is no clipboard: show the text, so that it can be selected.
    toast(text);
  }
}
