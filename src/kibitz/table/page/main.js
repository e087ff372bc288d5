// Starts the page: texts, theme, and which part is shown for an address.

import { byId, el, loadFile, toast } from "./dom.js";
import { onOtherTab } from "./keep.js";
import { applyTheme, setTop } from "./shell.js";
import { loadWords, t } from "./words.js";

/** Scripts of a table, so that one does not wait for another that imports it. */
const TABLE = ["drag.js", "drawer.js", "kibitzer.js", "motion.js", "pick.js", "pointing.js", "redraw.js", "scene.js"];
/** The parts by the first word of the address: the script, the element, and what comes with them. @type {Record<string, string[]>} */
const PARTS = {
  "": ["./home.js", "kibitz-home", "home.css"],
  new: ["./setup.js", "kibitz-setup", "home.css"],
  match: ["./table.js", "kibitz-table", ...TABLE],
  replay: ["./replay.js", "kibitz-replay"],
  rules: ["./rules.js", "kibitz-rules", "rules.css"],
  arena: ["./arena.js", "kibitz-arena", "home.css", "arena.css"],
  spire: ["./spire.js", "kibitz-spire", "spire.css"],
};
let shown = 0;

/** The address in its parts: `#/match/id?query`. */
function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [part, id = ""] = path.split("/");
  return { part, id, query };
}

/** Loads what belongs to the part that the address names; returns its element. */
async function importPart() {
  const { part } = place();
  const [script, element, ...files] = Object.hasOwn(PARTS, part) ? PARTS[part] : PARTS[""];
  await Promise.all([import(script), ...files.map(loadFile)]);
  return element;
}

async function route() {
  const now = ++shown,
    { part, id, query } = place();
  let element;
  try {
    element = await importPart();
  } catch (error) {
    toast(t("problem.offline"));
    throw error;
  }
  if (now !== shown) return;
  const made = el(element),
    main = byId("main");
  Object.assign(made, { ident: decoded(id), query: new URLSearchParams(query) });
  document.body.dataset.part = part || "home";
  // Whoever came here by a link or a button goes on in the new part.
  const moved = main.childElementCount > 0;
  main.replaceChildren(made);
  if (moved && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Somebody may have typed the address. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

addEventListener("hashchange", route);
applyTheme();
onOtherTab(applyTheme);
// The part comes while the texts do.
importPart().catch(() => {});
await loadWords();
setTop({ home: true });
await route();
