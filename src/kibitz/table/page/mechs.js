// Drawings: mechs.

/** @typedef {import("./drawings.js").Sketch} Sketch */

/** @param {Sketch} at */
export function mech(at) {
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
