// What a mistake lost, by the terms of an agent that has some.

import { difference } from "./advice.js";
import { askAdvice, number } from "./kibitzer.js";
import { t } from "./words.js";

/**
 * @typedef {import("./kibitzer.js").Option} Option
 * @typedef {import("./kibitzer.js").Advice} Advice
 */

/** How many terms are named. */
const MOST = 2;

/**
 * What an option is worth on the scale of the value of its advice: a chance, or an amount. The
 * score of a search is neither, but how often it tried the move.
 * @param {Advice} advice @param {Option} option @returns {number}
 */
export function worth(advice, option) {
  if (option.chance !== null) return option.chance;
  if (!advice.unit.startsWith("%")) return option.score;
  const traced = advice.trace.options.find(
    (/** @type {any} */ each) => each.move === option.text,
  );
  return traced?.value ?? advice.value;
}

/** What an option says about a term, which may have several reasons. @param {Option} option @param {string} term */
const textOf = (option, term) =>
  option.reasons
    .filter((each) => each.term === term && each.text)
    .map((each) => each.text)
    .join(", ");

/**
 * What the played move lacks against the better one, in words; empty if its terms do not tell.
 * @param {Option} better @param {Option} played
 */
export function lossText(better, played) {
  const terms = difference(better, played)
    .filter((each) => each.amount < 0 && each.term !== "tries")
    .slice(0, MOST)
    .map(({ term, amount }) => {
      const [theirs, own] = [better, played].map((option) => textOf(option, term));
      const values = { amount: number(amount), better: theirs, own };
      if (theirs && own && theirs !== own) return t("lost.both", values);
      return theirs ? t("lost.better", values) : t("lost.own", { ...values, own: own || term });
    });
  return terms.length ? t("lost", { terms: terms.join("; ") }) : "";
}

/**
 * Asks the opponent of the game about both moves: a search counts its tries and has no terms.
 * @param {string} match @param {string} token @param {any} game
 * @param {import("./curve.js").Point} point @param {number} ms
 * @returns {Promise<string>} empty if the opponent gives no advice, or sees no loss
 */
export async function askLoss(match, token, game, { ply, better, text }, ms) {
  const agent = String(game.opponent);
  if (!game.agents[agent.split(":")[0]]?.advises) return "";
  const { advice } = await askAdvice(match, token, { agent, ms, ply, wanted: [better, text] });
  const [theirs, own] = [better, text].map((move) =>
    advice?.options.find((each) => each.text === move),
  );
  return theirs && own ? lossText(theirs, own) : "";
}
