// The texts of the page, in the language of the reader.

import { settings } from "./keep.js";

/** @typedef {string | {one: string, other: string}} Text */

/** Languages with a file of texts, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @type {Record<string, Text>} */
let texts = {};
let plural = new Intl.PluralRules("en");
export let language = "en";

/** Loads the texts of the chosen language, or of the browser's. */
export async function loadWords() {
  const wanted = settings.language === "auto" ? navigator.languages : [settings.language];
  language =
    wanted.map((each) => each.split("-")[0]).find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";
  texts = (await import(`./texts/${language}.js`)).default;
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/**
 * A text with its values filled in; `n` chooses between one and many.
 * @param {string} key @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const found = texts[key] ?? key;
  const text =
    typeof found === "string"
      ? found
      : found[plural.select(Number(values.n ?? 0)) === "one" ? "one" : "other"];
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}

/**
 * A text of the game, with the names of players instead of "seat 0". The texts of games are English.
 * @param {string} text @param {string[]} names @param {number | null} you
 */
export const withNames = (text, names, you) =>
  text.replace(/\bseat (\d+)\b/g, (whole, seat) =>
    Number(seat) === you ? "you" : (names[Number(seat)] ?? whole),
  );

/** Whether there is a text for a key. @param {string} key */
export const hasText = (key) => Object.hasOwn(texts, key);
