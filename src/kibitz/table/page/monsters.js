// Drawings: monsters, and who fights them.

/** @typedef {import("./drawings.js").Sketch} Sketch */

/** @param {Sketch} at */
export function slime(at) {
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
export function insect(at) {
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
export function golem(at) {
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
export function ghost(at) {
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
export function plant(at) {
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
export function beast(at) {
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
export function raider(at) {
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

/** Somebody with a cape and a sword, ready to fight. @param {Sketch} at */
export function hero(at) {
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
