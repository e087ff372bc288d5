// What this browser remembers: settings, and the tokens of seats by match.

const SETTINGS = "kibitz.settings",
  MATCHES = "kibitz.matches";
const MOST = 60;

/**
 * @typedef {{theme: string, language: string, motion: string, confirm: boolean, name: string,
 *   budget: number}} Settings
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
};

/** What could not be stored: in a window without storage the page works, but forgets. @type {Map<string, string>} */
const unstored = new Map();

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(SETTINGS) };

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, read(SETTINGS), changes);
  write(SETTINGS, settings);
}

/**
 * Calls a function when another tab has changed settings or matches, until the signal ends it.
 * @param {() => void} act @param {AbortSignal} [signal]
 */
export function onOtherTab(act, signal) {
  addEventListener(
    "storage",
    ({ key }) => {
      if (key === null || key === SETTINGS || key === MATCHES) act();
    },
    { signal },
  );
}

onOtherTab(() => Object.assign(settings, DEFAULTS, read(SETTINGS)));

// Other tabs write the matches, too, so they are read whenever they are needed.

/** @returns {Record<string, Kept>} */
const readMatches = () => read(MATCHES) ?? {};

/** Matches of this browser, the last used first. @returns {Kept[]} */
export const keptMatches = () => Object.values(readMatches()).sort((a, b) => b.at - a.at);

/** @param {string} match @returns {Kept | undefined} */
export function keptMatch(match) {
  const kept = readMatches();
  return Object.hasOwn(kept, match) ? kept[match] : undefined;
}

/** The token of the own seat; empty for a spectator. @param {string} match */
export const tokenOf = (match) => keptMatch(match)?.token ?? "";

/** @param {string} match @param {Partial<Kept>} changes */
export function keep(match, changes) {
  const kept = readMatches();
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
  // The token of an open match is worth more than the memory of a finished one.
  const surplus = Object.values(kept)
    .filter((each) => each.match !== match)
    .sort((a, b) => Number(b.over) - Number(a.over) || a.at - b.at)
    .slice(0, Math.max(0, Object.keys(kept).length - MOST));
  for (const old of surplus) delete kept[old.match];
  write(MATCHES, kept);
}

/** @param {string} match */
export function forget(match) {
  const kept = readMatches();
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
