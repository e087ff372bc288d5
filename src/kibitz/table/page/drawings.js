// Drawings that grow from a name: people, mechs, creatures, monsters and craft. The same name
// always looks the same. Every drawing is a few paths in a box of 100 by 80, in shades of the tone
// of its piece: `a` the tone, `b` lighter, `c` darker, `f` pale, `l` light and `d` dark.

import { svg } from "./dom.js";

/** @param {string} text */
export function hash(text) {
  let found = 2166136261;
  for (const letter of text) found = Math.imul(found ^ letter.charCodeAt(0), 16777619) >>> 0;
  return found;
}

const MIRROR = "matrix(-1 0 0 1 100 0)";

/** A drawing that is made part by part, from behind to the front. */
class Sketch {
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

/** @param {Sketch} at */
function person(at) {
  const animal = at.says(/mouse|cat\b|jaguar|cub|lion|horse|dog|stitch|goofy|wolf|scar|fox|bear/);
  const long = at.next(5);
  if (!animal)
    at.add(
      "c",
      [
        "M31 36C26 8 74 8 69 36L75 68H25z",
        "M33 34C30 10 70 10 67 34L69 52H31z",
        "M34 30C32 12 68 12 66 30L62 44H38z",
        "M31 30C22 44 34 48 26 66 40 72 36 50 37 40L63 40C64 50 60 72 74 66 66 48 78 44 69 30z",
        "",
      ][long],
    );
  if (at.next(3) === 0) at.both("c", "M10 80C12 60 22 50 42 54L50 60V80z");
  at.add("a", "M15 80C16 64 30 58 42 55H58C70 58 84 64 85 80z");
  const collar = at.next(6);
  at.add(
    "b",
    [
      "M40 55L50 72 60 55z",
      "M36 57L50 66 64 57 66 62 50 74 34 62z",
      "M46 58H54V80H46z",
      "M15 80C16 70 22 64 29 61L34 80zM85 80C84 70 78 64 71 61L66 80z",
      "M24 60L76 80H64L18 66z",
      "",
    ][collar],
  );
  if (collar === 1 || collar === 5) at.both("c", "M42 54L31 50 36 66 50 62z");
  at.dot(collar % 2 ? "l" : "c", 50, 66, 2.6);
  at.add("f", "M45 46H55V57Q50 62 45 57z");
  const shade = animal ? "b" : "f";
  const hair = at.next(6);
  if (animal) {
    const round = at.says(/mouse|bear/);
    at.both(round ? "c" : "a", round ? "M34 8a10 10 0 1 1-.1 0z" : "M33 26L28 4 47 17z");
    if (!round) at.both("b", "M34 21L32 10 42 17z");
  } else at.both("f", "M36 35a4 5 0 1 0 0 8z");
  at.dot(shade, 50, 36, 14 + at.next(3), 16 + at.next(2));
  if (animal) {
    at.dot("l", 50, 44, 8, 6);
    at.dot("d", 50, 40.5, 2.8, 2);
    at.add("a", "M34 30C36 16 64 16 66 30 58 24 54 30 50 24 46 30 42 24 34 30z");
  } else
    at.add(
      "c",
      [
        "M34 38C30 14 70 14 66 38 62 28 56 25 50 25S38 28 34 38z",
        "M34 40C29 12 68 10 67 36 60 28 52 26 45 23 42 30 38 33 34 40z",
        "M66 40C71 12 32 10 33 36 40 28 48 26 55 23 58 30 62 33 66 40z",
        "M33 36C26 28 32 16 40 17 42 10 56 9 60 16 70 15 74 28 67 36 62 26 56 28 50 26 44 28 38 26 33 36z",
        "M34 34C34 16 44 14 48 8L50 14 56 7 56 14C64 16 67 24 66 34 60 25 40 25 34 34z",
        "M35 32C36 18 64 18 65 32 58 26 42 26 35 32z",
      ][hair],
    );
  const crown = at.says(/queen|king|prince|royal|court/);
  const hats = crown
    ? 0
    : at.says(/captain|pirate|pilot|sergeant|soldier|mate\b/)
      ? 1
      : at.says(/sorcer|wizard|witch|fairy|magic|sage|charlatan/)
        ? 2
        : animal
          ? 9
          : 3 + at.next(6);
  if (hats === 0) {
    at.add("l", "M36 23L33 7 43 14 50 3 57 14 67 7 64 23Q50 18 36 23z");
    at.dot("a", 50, 15, 2.4);
  } else if (hats === 1) {
    at.add("c", "M26 25C30 12 40 6 50 6S70 12 74 25C62 19 38 19 26 25z");
    at.add("l", "M46 12l4-4 4 4-4 5z");
  } else if (hats === 2) {
    at.add("a", "M30 24Q46 18 48 0 58 12 70 24 50 17 30 24z");
    at.add("l", "M48 9l1.5 3 3 .5-2 2 .5 3-3-1.5-3 1.5.5-3-2-2 3-.5z");
  } else if (hats === 3) at.add("b", "M34 29Q50 20 66 29L66 24Q50 14 34 24z");
  else if (hats === 4) at.both("b", "M50 15L36 6V24z");
  else if (hats === 5) {
    at.add("a", "M27 40C24 6 76 6 73 40L67 48C70 20 58 20 50 20S30 20 33 48z");
  } else if (hats === 6) at.dot("l", 64, 22, 4.5);
  at.both("d", "M43.5 35.5a1.9 2.5 0 1 0 .1 0z");
  if (at.says(/wicked|scar|cruella|malef|gothel|hook|jafar|gaston|mastermind/))
    at.both("stroke", "M39 31l7 3");
  else at.both("stroke", at.pick("M40 32q3-2.5 6 0", "M40 32h6", "M40 33l5-2"));
  if (!animal) {
    at.add("stroke", at.pick("M45 46q5 4 10 0", "M45 46q6 3 9-1.5", "M46 47h8"));
    const beard = at.next(7);
    if (beard === 0 && long > 1)
      at.add("c", "M36 42Q42 44 45 43 50 41 55 43 58 44 64 42 64 60 50 62 36 60 36 42zM46 47h8z");
    if (beard === 1 && long > 1) at.add("c", "M42 44q4-4 8-1 4-3 8 1-4 2-8 0-4 2-8 0z");
  } else at.add("stroke", "M45 47q2.5 3 5 0 2.5 3 5 0");
}

/** @param {Sketch} at */
function mech(at) {
  const tank = at.says(/tank/),
    winged = at.says(/wing|freedom|bird|strike|tallgeese|flight/),
    mono = at.says(/zaku|gouf|zulu|dra-|gyan|sinanju|gaza|kshatriya|zowort/),
    hero = at.says(/gundam|aerial/);
  const back = winged ? 0 : 1 + at.next(4);
  if (back === 0) {
    at.both("c", "M40 34L4 8 14 34 8 36 20 48 40 46z");
    at.both("b", "M40 36L12 18 19 36 40 44z");
  } else if (back === 1) at.both("c", "M40 30L30 12H20L24 34z");
  else if (back === 2) at.both("c", "M38 30V10h-8v26z");
  else if (back === 3) at.add("c", "M30 16H70V46H30z");
  if (tank) {
    at.add("c", "M22 60H78L86 68 80 78H20L14 68z");
    for (const x of [26, 38, 50, 62, 74]) at.dot("b", x, 70, 4.5);
  } else {
    const leg = at.pick("M40 54L30 66 27 80H45L48 56z", "M41 54L34 64 30 80H44L48 56z");
    at.both("a", leg);
    at.both("b", at.pick("M32 66L28 80H40L42 64z", "M36 60L33 68 43 68 45 58z"));
    at.both("c", "M28 76L25 80H46V76z");
  }
  at.add("c", "M40 50H60L57 60H43z");
  at.add("l", "M46 50H54L50 60z");
  const arm = mono ? 1 + at.next(2) : at.next(hero ? 3 : 2);
  at.both("b", "M25 42H35V60L30 64 25 60z");
  at.both("c", "M26 58h8v7h-8z");
  at.both(
    "a",
    [
      "M19 26H37V43H19z",
      "M18 40C17 26 26 21 38 25V42z",
      "M20 28L13 19 27 23 39 25V43H21z",
    ][arm],
  );
  at.both("b", arm === 0 ? "M22 29H34V33H22z" : "");
  const chest = at.next(3);
  at.add("a", ["M36 25H64L60 52H40z", "M34 26L50 22 66 26 62 46 50 53 38 46z", "M37 24H63V44L58 53H42L37 44z"][chest]);
  at.both("b", at.pick("M39 30H47V37H40z", "M38 28L48 32V40L41 37z", "M40 29H46V43L41 41z"));
  at.add(at.pick("l", "c"), at.pick("M47 32H53V46H47z", "M46 38L50 33 54 38 50 47z", "M45 44H55V47H45z"));
  // The head.
  at.add("c", "M44 22H56V27H44z");
  at.add("a", at.pick("M40 24V16Q41 7 50 7T60 16V24L54 27H46z", "M41 23L40 12 45 7H55L60 12 59 23 50 27z", "M39 24Q38 8 50 8T61 24z"));
  const face = mono ? 0 : hero ? 1 : 2 * at.next(2);
  if (face === 0) {
    at.add("d", "M41 15Q50 12 59 15V20Q50 17 41 20z");
    at.dot("l", 46 + at.next(9), 17, 2.3);
    const crest = at.next(3);
    if (crest === 0) at.add("b", "M47 9L50-2 53 9z");
    if (crest === 1) at.both("b", "M41 12L33 6 40 18z");
    at.both("c", "M43 23q-5 1-5 8l3 0q0-5 4-6z");
  } else if (face === 1) {
    at.add("f", "M43 15H57V22L50 26 43 22z");
    at.both("d", "M43 16L49 18V20L43 19z");
    at.both("l", at.pick("M50 12L34-1 47 14z", "M50 11L30 4 47 14z", "M49 12L38-1 46 12z"));
    at.add("b", "M48 6H52V14H48z");
  } else {
    at.add("d", "M42 14H58V20H42z");
    at.add("b", "M44 15.5H56V18H44z");
    at.add("c", at.pick("M48 2H52V8H48z", "M38 9H41V18H38zM59 4h2v12h-2z", "M44 7L50 3 56 7z"));
  }
  // What it holds.
  const hold = mono ? 2 * at.next(2) : hero ? 1 + at.next(5) : [0, 3, 4][at.next(3)];
  if (hold === 0) at.add("d", "M66 60V55H96V58H84V64H80V59H74V66H69V60z");
  if (hold === 1) {
    at.add("l", "M71 58L95 14 98 16 75 61z");
    at.add("d", "M67 62l6-6 4 3-5 7z");
  }
  if (hold === 2) at.add("d", "M71 72L75 26H78L75 72zM74 28Q90 22 92 40 84 40 75 42z");
  if (hold === 3 || (hero && hold === 4)) {
    at.add("b", "M6 32H26V58L16 72 6 58z");
    at.add("c", "M11 37H21V55L16 64 11 55z");
  }
  if (hold !== 3 && at.says(/cannon|tank/)) at.both("d", "M32 28V6h5v22z");
}

/** @param {Sketch} at @param {string} element */
function creature(at, element) {
  const wide = 22 + at.next(9),
    tall = 24 + at.next(6),
    cy = 45,
    big = element === "psychic";
  const left = 50 - wide,
    right = 50 + wide,
    top = cy - tall,
    low = cy + tall;
  // Behind: a tail, wings or leaves.
  if (element === "fire") {
    at.add("b", "M66 66C86 68 90 54 84 44 96 50 98 74 74 76z");
    at.add("l", "M84 46C78 38 84 32 86 24 94 32 96 42 90 48z");
  } else if (element === "lightning") at.add("b", "M68 66L84 56 78 52 92 36 88 48 97 50 80 66 74 74z");
  else if (element === "water") at.add("b", "M66 62L90 48 86 62 94 74 68 72z");
  else if (element === "grass") at.both("b", "M50 26C34 26 22 18 20 4 38 4 50 12 50 26z");
  else if (element === "colorless") at.both("b", "M34 40L4 22 8 38 4 42 12 50 10 56 34 56z");
  else at.add("c", at.pick("M66 66Q90 70 90 50 98 66 86 76 74 78 66 74z", "", "M68 62L92 54 84 68 92 76 68 74z"));
  // Ears, horns and fins.
  const ears = at.next(4);
  if (element === "lightning") at.both("a", `M${left + 8} ${top + 14}L${left - 2} 1 ${left + 24} ${top + 4}z`);
  else if (element === "water") at.both("b", `M${left + 3} ${cy - 6}L${left - 15} ${cy - 18} ${left - 9} ${cy - 4} ${left - 15} ${cy + 8}z`);
  else if (ears === 0) at.both("c", `M${left + 8} ${top + 12}L${left + 2} ${top - 12} ${left + 22} ${top + 4}z`);
  else if (ears === 1) at.both("c", `M${left + 11} ${top - 1}a8 9 0 1 0 .1 0z`);
  else if (ears === 2) at.both("c", `M${left + 7} ${top + 10}C${left - 8} ${top + 4} ${left - 4} ${top - 10} ${left + 6} ${top - 12} ${left + 2} ${top - 4} ${left + 10} ${top} ${left + 18} ${top + 3}z`);
  else at.add("c", `M46 ${top + 3}L50 ${top - 12} 54 ${top + 3}z`);
  // Arms, feet and body.
  const arms = element === "fighting" ? 1 : at.next(3);
  if (arms === 0) at.both("c", `M${left + 5} ${cy + 4}L${left - 9} ${cy + 16} ${left - 4} ${cy + 20} ${left + 6} ${cy + 14}z`);
  if (arms === 1) at.both("b", `M${left + 6} ${cy - 4}C${left - 16} ${cy - 2} ${left - 18} ${cy + 24} ${left - 4} ${cy + 24}S${left + 2} ${cy + 14} ${left + 8} ${cy + 12}z`);
  at.both("c", `M${left + 6} ${Math.min(80, low + 5)}q0-9 9-9t9 9z`);
  const brow = big ? 8 : 0;
  at.add(
    "a",
    `M50 ${top - brow}C${right - 2} ${top - brow} ${right + brow / 2} ${cy - 10} ${right} ${cy + 10}C${right} ${low - 2} ${50 + wide * 0.6} ${low} 50 ${low}S${left} ${low - 2} ${left} ${cy + 10}C${left - brow / 2} ${cy - 10} ${left + 2} ${top - brow} 50 ${top - brow}z`,
  );
  at.dot("b", 50, low - tall * 0.5, wide * 0.62, tall * 0.42);
  const marks = at.next(3);
  if (marks === 0) at.both("c", `M${left + 1} ${cy + 6}l9 3-9 4zM${left + 2} ${cy + 15}l8 2-7 4z`);
  if (marks === 1) at.both("c", `M${left + 8} ${top + 12}a4 5 0 1 0 .1 0z`);
  if (element === "psychic") at.add("l", `M50 ${top - 5}l2.5 6 6 2-6 2-2.5 6-2.5-6-6-2 6-2z`);
  if (element === "fighting") at.add("l", `M${left + 4} ${cy - 16}Q50 ${cy - 24} ${right - 4} ${cy - 16}V${cy - 11}Q50 ${cy - 19} ${left + 4} ${cy - 11}z`);
  if (element === "fire") at.add("b", `M42 ${top + 4}Q44 ${top - 12} 50 ${top - 16} 58 ${top - 8} 58 ${top + 4}z`);
  const size = 4.5 + at.next(3);
  at.eyes(8 + at.next(4), cy - 6, size);
  at.add(
    "stroke",
    at.pick(`M43 ${cy + 6}q7 7 14 0`, `M44 ${cy + 7}q3 3 6 0 3 3 6 0`, `M45 ${cy + 7}h10`),
  );
  if (at.next(2)) at.both("l", `M44 ${cy + 8}l2 5 2-4z`);
}

/** @param {Sketch} at */
function slime(at) {
  const large = at.says(/\(l\)|boss/) ? 6 : at.says(/\(s\)/) ? -8 : 0;
  const top = 26 - large * 2;
  if (at.says(/spike/))
    at.both("c", `M34 40L18 ${top + 2} 44 ${top + 12}zM26 56L6 44 30 50zM46 ${top + 10}L48 ${top - 10} 56 ${top + 8}z`);
  at.add("a", `M50 ${top}C${74 + large} ${top} 78 50 ${88 + large} 64 94 78 82 78 78 73 74 80 66 80 62 74 58 80 48 80 44 74 40 80 30 80 26 73 20 79 6 78 ${12 - large} 64 22 50 ${26 - large} ${top} 50 ${top}z`);
  at.add("b", `M36 ${top + 10}Q44 ${top + 3} 52 ${top + 5} 42 ${top + 8} 36 ${top + 20} 32 ${top + 18} 36 ${top + 10}z`);
  for (let count = 0; count < 4; count++) at.dot("b", 22 + at.next(56), 58 + at.next(12), 2 + at.next(3));
  if (large > 0) at.add("l", `M36 ${top + 2}L34 ${top - 10} 43 ${top - 4} 50 ${top - 13} 57 ${top - 4} 66 ${top - 10} 64 ${top + 2}z`);
  at.eyes(10 + at.next(4), 48, 6 + at.next(2));
  at.add("d", at.pick("M40 60q10 10 20 0-10 3-20 0z", "M41 60h18l-4 6h-10z", "M44 64a6 4 0 1 0 .1-6z"));
}

/** @param {Sketch} at */
function insect(at) {
  for (const [y, reach] of [[42, 20], [54, 22], [64, 20]])
    at.both("leg", `M34 ${y}L${34 - reach} ${y - 8 + at.next(5)} ${30 - reach} ${y + 14}`);
  at.dot("c", 50, 56, 30, 22);
  at.dot("a", 50, 52, 29, 22);
  at.add("c", "M22 50Q50 34 78 50L77 55Q50 40 23 55zM24 62Q50 48 76 62L73 66Q50 54 27 66z");
  at.dot("b", 50, 30, 18, 15);
  at.both("leg", at.pick("M42 18Q38 6 28 6", "M42 18L34 4", "M43 18Q44 6 34 2"));
  at.eyes(8, 28, 4.5);
  if (at.next(2)) at.eyes(15, 25, 2.5);
  at.both("d", "M46 38L38 42 44 48 48 42z");
}

/** @param {Sketch} at */
function golem(at) {
  if (at.says(/sentry/)) {
    at.add("c", "M30 78H70L64 66H36z");
    at.add("a", "M50 4L76 30 66 70H34L24 30z");
    at.add("b", "M50 4L24 30 50 36z");
    at.add("c", "M50 36L76 30 66 70H50z");
    at.dot("d", 50, 40, 13);
    at.dot("l", 50, 40, 9);
    at.dot("a", 50, 40, 4.5);
    return;
  }
  at.both("c", "M30 34L10 38 4 62 14 74 26 68 30 52z");
  at.both("a", "M30 26L14 22 6 34 14 46 32 44z");
  at.both("c", "M48 64H30L26 80H47z");
  at.add("a", "M30 22L50 16 70 22 76 46 64 68H36L24 46z");
  at.add("b", "M36 27L50 22 64 27 60 38H40z");
  at.add("c", "M40 8H60L64 22 50 27 36 22z");
  at.both("l", "M42 15L48 17V20L42 19z");
  at.dot("d", 50, 51, 10);
  at.dot("l", 50, 51, 5 + at.next(3));
}

/** @param {Sketch} at */
function ghost(at) {
  for (let turn = 0; turn < 6; turn++) {
    const angle = (turn * Math.PI) / 3,
      x = 50 + 38 * Math.cos(angle),
      y = 42 + 30 * Math.sin(angle);
    at.add("b", `M${x} ${y - 9}C${x + 8} ${y} ${x + 6} ${y + 6} ${x} ${y + 6}S${x - 8} ${y} ${x} ${y - 9}z`);
  }
  at.add("a", "M50 14C70 14 74 34 72 52L76 70 66 62 60 74 50 64 40 74 34 62 24 70 28 52C26 34 30 14 50 14z");
  at.add("c", "M50 20C64 20 66 36 64 46 56 54 44 54 36 46 34 36 36 20 50 20z");
  at.both("l", "M46 34L37 30 39 39z");
  at.add("l", "M42 45h16l-3 3-3-2-2 2-2-2-3 2z");
}

/** @param {Sketch} at */
function plant(at) {
  for (const [x, y, r] of [[24, 62, 12], [78, 60, 14], [66, 72, 10]]) {
    at.add("f", `M${x - 3} ${y}h6v${80 - y}h-6z`);
    at.add("b", `M${x - r} ${y}Q${x} ${y - r * 1.6} ${x + r} ${y}z`);
  }
  at.add("f", "M36 46H64C68 58 70 70 70 80H30C30 70 32 58 36 46z");
  at.add("a", "M14 46C14 10 86 10 86 46 70 52 30 52 14 46z");
  for (const [x, y, r] of [[34, 30, 5], [56, 22, 6], [70, 38, 4.5]]) at.dot("l", x, y, r);
  at.eyes(8, 58, 4.5);
  at.add("stroke", "M43 69l3.5-3 3.5 3 3.5-3 3.5 3");
}

/** @param {Sketch} at */
function beast(at) {
  const spikes = at.next(2);
  at.add("c", "M72 56C88 52 92 40 94 30 100 50 94 70 74 70z");
  at.add("a", "M12 54C12 30 34 14 58 18 82 22 88 44 82 62 78 74 70 78 60 78H26C16 76 12 66 12 54z");
  for (const x of [36, 50, 64]) at.add("c", spikes ? `M${x - 6} 22L${x + 3} 6 ${x + 8} 22z` : `M${x - 6} 22q6-12 14 0z`);
  at.add("b", "M12 52C16 36 34 30 48 34 44 50 28 58 12 58z");
  // The jaw.
  at.add("d", "M10 50C24 62 44 58 52 44L56 58C48 74 22 76 12 62z");
  at.add("l", "M15 54l3 8 4-6 4 7 4-7 5 6 3-8 5 5 2-9z");
  at.add("l", "M16 67l3-6 4 7 4-7 5 7 3-7 5 5 2-6 4 1Q40 72 28 72 20 71 16 67z");
  at.add("c", "M8 62C14 80 44 82 58 60L62 66C52 84 16 86 6 68z");
  at.dot("l", 40, 36, 5);
  at.dot("d", 38.5, 37, 2.5);
  at.add("stroke", "M32 31l12-2");
  at.add("c", "M56 66h14l6 14H54zM24 72h12l2 8H22z");
}

/** Somebody armed: masked, hooded or with bare teeth. @param {Sketch} at */
function raider(at) {
  const gremlin = at.says(/gremlin|imp|goblin/),
    cultist = at.says(/cultist|priest/);
  const broad = at.says(/nob|fat|boss/) ? 7 : at.says(/sneaky|mad/) ? -3 : 0;
  at.both("c", "M49 62H36L32 80H48z");
  const arms = at.next(2);
  at.add("a", `M${32 - broad} 38H${68 + broad}L${72 + broad} 70H${28 - broad}z`);
  at.add("b", at.pick("M38 38L62 38 50 70z", "M30 56H70V62H30z", "M44 38H56V70H44z"));
  at.both("c", `M${34 - broad} 38L${22 - broad} 44 ${18 - broad} 62 ${26 - broad} 66 ${34 - broad} 52z`);
  if (at.says(/shield/)) {
    at.add("b", "M4 36H34V58L19 74 4 58z");
    at.add("l", "M17 42H21V64H17zM10 50H28V54H10z");
  } else if (at.says(/wizard/)) {
    at.add("d", "M80 22H83V78H80z");
    at.dot("l", 81.5, 18, 6);
  } else if (arms || at.says(/slaver/)) at.add("d", "M78 76L84 20H87L83 76zM80 24L86 6 91 24z");
  else at.add("d", "M76 66L78 40Q80 26 92 18 90 32 84 42L81 68z");
  if (cultist) {
    at.add("c", "M50 4C70 6 74 30 70 46H30C26 30 30 6 50 4z");
    at.add("l", "M38 24H62L54 46 50 50 46 46z");
    at.both("d", "M42 28a4 4 0 1 0 5 5z");
    at.add("b", "M50 36L46 54 50 60 54 54z");
    at.both("b", "M36 14L18 4 32 26zM40 8L30-4 48 4z");
    return;
  }
  if (gremlin) at.both("a", "M36 24L8 12 22 32 38 36z");
  at.dot(gremlin ? "a" : "f", 50, 26, 17 + broad / 3, 17);
  if (at.says(/wizard/)) at.add("c", "M28 20Q46 14 52-4 62 10 72 20 50 12 28 20z");
  else if (gremlin) at.add("c", at.pick("M34 18Q50 4 66 18 50 12 34 18z", "M46 10L50-2 54 10z", ""));
  else {
    at.add("c", "M32 26C28 2 72 2 68 26 60 18 40 18 32 26z");
    at.add("c", "M33 31H67V37Q50 53 33 37z");
  }
  at.both("l", "M47 25L38 21Q37 29 45 29z");
  at.both("d", "M44.5 24a1.8 1.8 0 1 0 .1 0z");
  if (gremlin) at.add("l", "M40 34H60L58 39 55 36 52 40 49 36 46 40 43 36 41 39z");
}

/** Chips in stacks, as many as the name says. @param {Sketch} at */
function chips(at) {
  const count = Math.min(30, Number.parseInt(at.name, 10) || 1),
    stacks = Math.ceil(count / 5);
  for (let one = 0; one < count; one++) {
    const stack = Math.floor(one / 5),
      x = 50 + (stack - (stacks - 1) / 2) * (stacks > 4 ? 16 : 23),
      y = 66 - (one % 5) * 9,
      shade = one % 2 ? "b" : "a";
    at.add("c", `M${x - 11} ${y}v6a11 6 0 0 0 22 0v-6z`);
    at.dot(shade, x, y, 11, 6);
    at.dot("f", x, y, 6, 3);
  }
}

/** Somebody with a cape and a sword, ready to fight. @param {Sketch} at */
function hero(at) {
  at.add("c", "M34 30C22 44 18 62 14 76L44 70 48 34z");
  at.add("d", "M40 58L36 80H48L50 64zM54 58L58 80H70L62 58z");
  at.add("c", "M35 74L33 80H48L48 74zM57 74L58 80H73L69 74z");
  at.add("a", "M36 32L50 28 64 32 66 62H34z");
  at.add("b", "M42 34H58L54 48H46z");
  at.add("l", "M34 54H66V59H34z");
  at.dot("c", 50, 56.5, 3.5);
  at.both("a", "M40 28C26 26 24 38 28 44L38 42z");
  at.add("f", "M66 40L78 44 80 49 66 50z");
  at.add("l", "M76 50L92 4 96 2 96 8 81 52z");
  at.add("d", "M72 47L86 52 84 56 71 51zM74 52l4 2-4 9-4-2z");
  at.add("f", "M38 14a12 13 0 1 0 24 0z");
  at.add("c", "M36 18C34 0 66 0 64 18L60 30 58 18H42L40 30z");
  at.add("l", "M46-3L50-9 54-3 53 6H47z");
  at.add("d", "M43 17h14v3H43z");
  at.add("b", "M46 17.5h3v2h-3zM52 17.5h3v2h-3z");
}

/** A small craft from above. @param {Sketch} at */
function drone(at) {
  const wing = at.next(5),
    long = 8 + at.next(5);
  at.both("glow", `M44 ${66 + at.next(4)}L40 80 48 72z`);
  at.both(
    "c",
    [
      "M46 30L8 58 10 66 46 58z",
      "M46 22L14 14 8 40 20 44 46 54z",
      "M46 40L12 34V70L22 62 46 62z",
      "M46 28L22 24 6 72 28 58 46 60z",
      "M46 36L20 52 18 70 30 66 46 66z",
    ][wing],
  );
  at.both("b", ["M42 40L16 58 42 54z", "M42 28L20 22 16 36 42 46z", "M42 46L18 42V56L42 56z", "M42 34L26 32 16 58 42 50z", "M42 46L26 56 26 62 42 60z"][wing]);
  if (at.says(/heavy|guardian|shield/)) at.both("a", "M40 32L26 36V62L40 60z");
  if (at.says(/heavy|standard|fighter|sniper|bomber/) || at.next(3) === 0)
    at.both("d", `M${24 + at.next(8)} 50V26h4V50z`);
  at.add("a", `M50 ${long - 4}L${58 + at.next(4)} 36 60 62 54 70H46L40 62 ${42 - at.next(4)} 36z`);
  at.add("d", at.pick("M50 24L54 36 50 44 46 36z", "M46 30H54V42H46z", "M50 26a5 8 0 1 0 .1 0z"));
  at.add("l", "M50 28L52 35 50 38 48 35z");
  if (at.says(/repair/)) at.add("l", "M48 48H52V53H57V57H52V62H48V57H43V53H48z");
  if (at.says(/scout/)) at.add("b", "M42 14Q50 2 58 14L56 18Q50 8 44 18z");
}

/** A large craft from above. @param {Sketch} at */
function ship(at) {
  at.both("glow", "M36 70L32 80 42 76zM47 72L44 80 50 76z");
  at.both("c", at.pick("M44 24L22 34 10 66 24 62 44 70z", "M44 30L14 30V62L28 58 44 70z", "M44 18L30 22 6 50 12 70 44 70z"));
  at.both("b", at.pick("M40 36L26 42 20 58 40 58z", "M40 38H20V52L40 56z", "M40 30L18 52 40 60z"));
  at.add("a", at.pick("M50 0L60 22 62 58 56 74H44L38 58 40 22z", "M44 2H56L62 30 58 74H42L38 30z", "M50 0L66 40 58 74H42L34 40z"));
  at.add("c", "M46 44H54V70H46z");
  for (const y of [28, 36]) at.add("l", `M45 ${y}H55V${y + 3}H45z`);
  at.add("d", "M50 8L54 20H46z");
}

/** @type {Record<string, (at: Sketch, trait: string) => void>} */
const KINDS = { creature, person, mech, slime, insect, golem, ghost, plant, beast, raider, hero, chips, drone, ship };

/** Layers of drawings that are always the same. @type {Record<string, [string, string][]>} */
const GOODS = {
  diamond: [
    ["a", "M30 12H70L90 34 50 76 10 34z"],
    ["b", "M30 12L38 34H10zM70 12L62 34H90z"],
    ["f", "M30 12H70L62 34H38z"],
    ["c", "M38 34L50 76 10 34zM62 34H90L50 76z"],
    ["a", "M38 34H62L50 76z"],
    ["l", "M40 17H52L48 28H42z"],
  ],
  gold: [
    ["c", "M4 72L12 50H44L52 72z"],
    ["a", "M4 72L10 55H46L52 72z"],
    ["f", "M12 50H44L48 56H9z"],
    ["c", "M48 72L56 50H88L96 72z"],
    ["a", "M48 72L54 55H90L96 72z"],
    ["f", "M56 50H88L92 56H53z"],
    ["a", "M25 46L33 24H67L75 46z"],
    ["f", "M33 24H67L70 31H30z"],
    ["b", "M40 36H60L62 42H38z"],
    ["l", "M78 14l2 6 6 2-6 2-2 6-2-6-6-2 6-2z"],
  ],
  silver: [
    ["c", "M28 14C12 14 14 38 38 40L37 34C24 32 22 20 30 20zM72 14C88 14 86 38 62 40L63 34C76 32 78 20 70 20z"],
    ["a", "M26 8H74C74 32 66 44 55 48V62H68V72H32V62H45V48C34 44 26 32 26 8z"],
    ["c", "M60 8H74C74 32 66 44 55 48V62H68V72H54V48C60 40 62 26 60 8z"],
    ["f", "M33 13H41C41 26 43 36 48 42 38 38 33 28 33 13z"],
    ["b", "M26 8H74V13H26zM32 66H68V72H32z"],
  ],
  cloth: [
    ["c", "M22 56H84V74H22zM30 18H76V36H30z"],
    ["a", "M22 54H84V66H22zM16 36H90V50H16zM30 16H76V28H30z"],
    ["c", "M16 50H90V55H16z"],
    ["b", "M40 54H52V74H40zM60 36H70V55H60zM44 16H54V36H44z"],
    ["f", "M54 54H57V74H54zM72 36H75V55H72zM56 16H59V36H56z"],
    ["b", "M20 54a10 10 0 1 0 .1 0zM16 35a10 10 0 1 0 .1 0zM30 16a10 10 0 1 0 .1 0z"],
    ["c", "M20 58a6 6 0 1 0 .1 0zM16 39a6 6 0 1 0 .1 0zM30 20a6 6 0 1 0 .1 0z"],
    ["f", "M20 61a3 3 0 1 0 .1 0zM16 42a3 3 0 1 0 .1 0zM30 23a3 3 0 1 0 .1 0z"],
    ["a", "M78 20C92 20 90 44 94 72L82 70C80 48 80 34 74 28z"],
  ],
  spice: [
    ["b", "M20 46C30 12 70 12 80 46z"],
    ["f", "M38 30a3 3 0 1 0 .1 0zM52 24a3 3 0 1 0 .1 0zM62 34a3 3 0 1 0 .1 0zM48 37a3 3 0 1 0 .1 0z"],
    ["a", "M10 42H90C90 62 74 72 62 74H38C26 72 10 62 10 42z"],
    ["c", "M10 42H90L89 50H11zM36 72H64V78H36z"],
    ["l", "M26 58l5-4 5 4-5 4zM45 60l5-4 5 4-5 4zM64 58l5-4 5 4-5 4z"],
    ["c", "M66 20C74 6 88 6 94 2 96 18 84 26 70 24z"],
  ],
  leather: [
    ["c", "M26 6C40 16 60 16 74 6L90 16 80 34C84 46 84 54 94 66L78 78C66 68 34 68 22 78L6 66C16 54 16 46 20 34L10 16z"],
    ["a", "M29 13C42 21 58 21 71 13L82 20 74 34C78 48 78 54 86 66L76 71C64 61 36 61 24 71L14 66C22 54 22 48 26 34L18 20z"],
    ["b", "M38 28C46 32 54 32 62 28 66 40 66 46 68 54 56 50 44 50 32 54 34 46 34 40 38 28z"],
    ["dash", "M31 17C43 25 57 25 69 17M25 67C37 57 63 57 75 67"],
  ],
  camel: [
    ["c", "M20 46L14 64 18 66 26 50zM60 54L62 78H67L68 54zM32 54L28 78H33L38 54z"],
    ["a", "M18 46C20 30 30 26 38 34 40 18 56 14 62 34L70 40C72 30 72 20 76 14 80 8 86 8 90 12L97 17 96 23 86 23C83 32 84 48 76 54 72 58 68 58 66 58L60 78H55L55 58H40L40 78H35L31 57C22 58 17 54 18 46z"],
    ["b", "M39 32C44 18 56 18 60 32L62 50H38z"],
    ["f", "M38 44H62V50H38zM44 30h12v4H44z"],
    ["c", "M38 50h3v5h-3zM44 50h3v5h-3zM50 50h3v5h-3zM56 50h3v5h-3z"],
    ["d", "M86 14a1.6 1.6 0 1 0 .1 0z"],
    ["stroke", "M78 20L90 19"],
  ],
};

/** What has a drawing besides its symbol. @param {string | undefined} symbol @returns {symbol is string} */
export const isDrawn = (symbol) =>
  !!symbol && (Object.hasOwn(KINDS, symbol) || Object.hasOwn(GOODS, symbol));

/**
 * @param {string} symbol one that `isDrawn`
 * @param {string} name what it grows from
 * @param {string} [trait] the element of a creature
 */
export function drawing(symbol, name, trait = "") {
  const at = new Sketch(name, symbol);
  if (Object.hasOwn(GOODS, symbol)) for (const [shade, d] of GOODS[symbol]) at.add(shade, d);
  else KINDS[symbol](at, trait);
  return at.box;
}
