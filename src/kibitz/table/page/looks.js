// How a game looks on the home page: three cards of its own. A game that is not named here gets
// a creature grown from its title, so it looks like itself, too.

/** @typedef {import("./card.js").Piece} Piece */

/** @param {string} symbol @param {string} tone @param {Partial<Piece>} [more] @returns {Piece} */
const card = (symbol, tone, more = {}) => ({ name: "", symbol, tone, ...more });

/** @type {Record<string, Piece[]>} */
const CARDS = {
  jaipur: [card("gold", "amber"), card("camel", "orange"), card("diamond", "red")],
  spire: [
    card("shield", "blue"),
    { name: "Jaw Worm", symbol: "beast", tone: "teal" },
    card("sword", "red"),
  ],
  pokemon: [
    { name: "Squirtle", symbol: "creature", emblem: "water", tone: "blue" },
    { name: "Pikachu", symbol: "creature", emblem: "lightning", tone: "amber" },
    { name: "Bulbasaur", symbol: "creature", emblem: "grass", tone: "green" },
  ],
  dronewars: [card("shield", "teal"), card("ship", "blue"), card("drone", "indigo")],
  leduc: [
    card("spade", "slate", { figures: [{ role: "rank", value: "J" }] }),
    card("heart", "red", { figures: [{ role: "rank", value: "Q" }] }),
    card("spade", "slate", { figures: [{ role: "rank", value: "K" }] }),
  ],
  lorcana: [
    { name: "Moana", symbol: "person", tone: "teal" },
    { name: "Snow Queen", symbol: "person", tone: "violet" },
    card("ink", "indigo"),
  ],
  gundam: [
    { name: "Zaku II", symbol: "mech", tone: "green" },
    { name: "Gundam", symbol: "mech", tone: "blue" },
    { name: "Char's Zaku II", symbol: "mech", tone: "red" },
  ],
  duel: [
    { name: "Imp", symbol: "creature", tone: "amber" },
    { name: "Guard", symbol: "creature", tone: "violet" },
    { name: "Wolf", symbol: "creature", tone: "teal" },
  ],
};

/** The tones of games whose table has none. @type {Record<string, string>} */
const TONES = { duel: "pink", spire: "slate" };

/** @param {any} game @returns {Piece[]} */
export function cardsOf(game) {
  const names = [`${game.title} 1`, game.title, `${game.title} 2`],
    tones = ["teal", game.tone || "indigo", "amber"];
  return Object.hasOwn(CARDS, game.id)
    ? CARDS[game.id]
    : names.map((name, at) => ({ name, symbol: "creature", tone: tones[at] }));
}

/** @param {any} game @returns {string} */
export const toneOf = (game) => game.tone || TONES[game.id] || "slate";
