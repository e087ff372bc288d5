// What slides over the table: the panel as a sheet on a small screen, and the rules of the game.

import { button, byId, el, loadFile } from "./dom.js";
import { symbol } from "./symbols.js";
import { t } from "./words.js";

/** What opened the rules of a page. @type {WeakMap<Element, Element | null>} */
const openers = new WeakMap();

/** Puts the focus on the first of some elements that can be seen. @param {...(Element | null)} wanted */
function focusFirst(...wanted) {
  const found = wanted.find((each) => each?.checkVisibility({ visibilityProperty: true }));
  /** @type {HTMLElement} */ (found ?? byId("main")).focus();
}

/** Shows or hides the panel where it is a sheet; the focus goes with it. @param {HTMLElement} root @param {boolean} open */
export function showSheet(root, open) {
  const panel = root.querySelector(".panel"),
    inside = !!panel?.contains(document.activeElement);
  root.classList.toggle("panel-open", open);
  const close = panel?.querySelector(".sheet-close");
  if (open && !inside && close?.checkVisibility({ visibilityProperty: true }))
    /** @type {HTMLElement} */ (close).focus();
  if (!open && inside && !panel?.checkVisibility({ visibilityProperty: true }))
    focusFirst(document.querySelector(".tool.ask"));
}

/** Opens the rules of a game beside the table, or closes them. @param {HTMLElement} root @param {string} game */
export async function toggleRules(root, game) {
  if (closeRules(root)) return;
  const opener = document.activeElement;
  await Promise.all([import("./rules.js"), loadFile("rules.css")]);
  if (!root.isConnected || root.querySelector(".rules-drawer")) return;
  openers.set(root, opener);
  const page = el("kibitz-rules");
  Object.assign(page, { ident: game, inline: true });
  const close = button(
    "",
    () => closeRules(root),
    { class: "sheet-close", "aria-label": t("close") },
    symbol("close"),
  );
  root.append(el("aside", { class: "rules-drawer", "aria-label": t("rules") }, close, page));
  close.focus();
}

/** Closes the rules; whether they were open. @param {HTMLElement} root */
export function closeRules(root) {
  const box = root.querySelector(".rules-drawer");
  if (!box) return false;
  const inside = box.contains(document.activeElement);
  box.remove();
  if (inside) focusFirst(openers.get(root) ?? null, document.querySelector(".tool.ask"));
  return true;
}
