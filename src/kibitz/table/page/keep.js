// What this browser remembers: settings, and the tokens of seats by match.

const SETTINGS = "kibitz.settings",
  MATCHES = "kibitz.matches";
const MOST = 60;

/**
 * @typedef {{theme: string, language: string, motion: string, confirm: boolean, name: string,
 *   budget: number, always: boolean}} Settings
 * @typedef {{match: string, game: string, title: string, tone: string, token: string, seat: number | null,
 *   status: string, over: boolean, turn: boolean, at: number, against: string}} Kept
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  language: "auto",
  motion: "auto",
  confirm: false,
  name: "",
  budget: 1000,
  always: false,
};

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may have no storage: the page works, but forgets.
  }
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(SETTINGS) };

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  write(SETTINGS, settings);
}

/** @type {Record<string, Kept>} */
const kept = read(MATCHES) ?? {};

/** Matches of this browser, the last used first. @returns {Kept[]} */
export const keptMatches = () => Object.values(kept).sort((a, b) => b.at - a.at);

/** @param {string} match @returns {Kept | undefined} */
export const keptMatch = (match) => (Object.hasOwn(kept, match) ? kept[match] : undefined);

/** The token of the own seat; empty for a spectator. @param {string} match */
export const tokenOf = (match) => keptMatch(match)?.token ?? "";

/** @param {string} match @param {Partial<Kept>} changes */
export function keep(match, changes) {
  kept[match] = {
    ...{
      match,
      game: "",
      title: "",
      tone: "",
      token: "",
      seat: null,
      status: "",
      over: false,
      turn: false,
      against: "",
    },
    ...kept[match],
    ...changes,
    at: Date.now(),
  };
  for (const old of keptMatches().slice(MOST)) delete kept[old.match];
  write(MATCHES, kept);
}

/** @param {string} match */
export function forget(match) {
  delete kept[match];
  write(MATCHES, kept);
}

/** Whether pieces move and others' moves come one after the other. */
export const moving = () =>
  settings.motion === "on" ||
  (settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches);

/** A list that was fetched before, to show at once. @param {string} key */
export const cached = (key) => read(`kibitz.cache.${key}`);
/** @param {string} key @param {unknown} value */
export const cache = (key, value) => write(`kibitz.cache.${key}`, value);
