// Starts the page: texts, theme, and which part is shown for an address.

import { byId, el, toast } from "./dom.js";
import { applyTheme, setTop } from "./shell.js";
import { loadWords, t } from "./words.js";

/** The parts by the first word of the address, and the element of each. @type {Record<string, [string, string]>} */
const PARTS = {
  "": ["./home.js", "kibitz-home"],
  new: ["./setup.js", "kibitz-setup"],
  match: ["./table.js", "kibitz-table"],
  replay: ["./replay.js", "kibitz-replay"],
  rules: ["./rules.js", "kibitz-rules"],
  arena: ["./arena.js", "kibitz-arena"],
  spire: ["./spire.js", "kibitz-spire"],
};
let shown = 0;

async function route() {
  const now = ++shown;
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [part, id = ""] = path.split("/");
  const found = Object.hasOwn(PARTS, part) ? PARTS[part] : PARTS[""];
  try {
    await import(found[0]);
  } catch (error) {
    toast(t("problem.offline"));
    throw error;
  }
  if (now !== shown) return;
  const made = el(found[1]);
  Object.assign(made, { ident: decodeURIComponent(id), query: new URLSearchParams(query) });
  document.body.dataset.part = part || "home";
  byId("main").replaceChildren(made);
  scrollTo(0, 0);
}

addEventListener("hashchange", route);
applyTheme();
await loadWords();
setTop({ home: true });
await route();
