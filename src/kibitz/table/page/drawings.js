// Drawings that grow from a name: people, mechs, creatures, monsters and craft. The same name
// always looks the same. Every drawing is a few paths in a box of 100 by 80, in shades of the tone
// of its piece: `a` the tone, `b` lighter, `c` darker, `f` pale, `l` light and `d` dark.

import { svg } from "./dom.js";

/** @param {string} text */
function hash(text) {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ letter.charCodeAt(0), 16777619) >>> 0;
  return found;
}

const MIRROR = "matrix(-1 0 0 1 100 0)";

/** A drawing that is made part by part, from behind to the front. */
export class Sketch {
  /** @param {string} name @param {string} kind */
  constructor(name, kind) {
    this.name = name;
    this.seed = hash(`${kind} ${name}`);
    this.box = svg("svg", { viewBox: "0 0 100 80", class: "grown", "aria-hidden": "true" });
  }

  /** A number below `count`, the next one of this name. @param {number} count */
  next(count) {
    this.seed = Math.imul(this.seed ^ (this.seed >>> 15), 2246822519) >>> 0;
    return (this.seed >>> 8) % count;
  }

  /** One of several paths. @param {string[]} paths */
  pick(...paths) {
    return paths[this.next(paths.length)];
  }

  /** Whether the name has one of some words. @param {RegExp} words */
  says(words) {
    return words.test(this.name.toLowerCase());
  }

  /** @param {string} shade @param {string} d */
  add(shade, d) {
    if (d) this.box.append(svg("path", { class: shade, d }));
  }

  /** The same at the left and at the right. @param {string} shade @param {string} d */
  both(shade, d) {
    this.add(shade, d);
    if (d) this.box.append(svg("path", { class: shade, d, transform: MIRROR }));
  }

  /** @param {string} shade @param {number} cx @param {number} cy @param {number} rx @param {number} [ry] */
  dot(shade, cx, cy, rx, ry = rx) {
    this.box.append(svg("ellipse", { class: shade, cx, cy, rx, ry }));
  }

  /** Eyes at both sides of the middle. @param {number} gap @param {number} y @param {number} size */
  eyes(gap, y, size) {
    for (const x of [50 - gap, 50 + gap]) {
      this.dot("l", x, y, size);
      this.dot("d", x + size * 0.15, y + size * 0.1, size * 0.52);
    }
  }
}

/** The file of every kind of drawing: a table loads those that it needs. @type {Record<string, string>} */
const FILES = {
  person: "people",
  mech: "mechs",
  creature: "creatures",
  slime: "monsters",
  insect: "monsters",
  golem: "monsters",
  ghost: "monsters",
  plant: "monsters",
  beast: "monsters",
  raider: "monsters",
  hero: "monsters",
  drone: "craft",
  ship: "craft",
  diamond: "goods",
  gold: "goods",
  silver: "goods",
  cloth: "goods",
  spice: "goods",
  leather: "goods",
  camel: "goods",
  chips: "goods",
};

/** What has come, by file. @type {Record<string, Record<string, (at: Sketch, trait: string) => void>>} */
const loaded = {};

/** What has a drawing besides its symbol. @param {string | undefined} symbol @returns {symbol is string} */
export const isDrawn = (symbol) => !!symbol && Object.hasOwn(FILES, symbol);

/** Loads what draws a symbol; without a connection there is no drawing. @param {string} symbol one that `isDrawn` */
export async function loadDrawing(symbol) {
  const file = FILES[symbol];
  loaded[file] ??= await import(`./${file}.js`).catch(() => ({}));
}

/**
 * Draws a symbol, or nothing before it is loaded.
 * @param {string} symbol one that `isDrawn`
 * @param {string} name what it grows from
 * @param {string} [trait] the element of a creature
 */
export function drawing(symbol, name, trait = "") {
  const draw = loaded[FILES[symbol]]?.[symbol];
  if (!draw) return null;
  const at = new Sketch(name, symbol);
  draw(at, trait);
  return at.box;
}
