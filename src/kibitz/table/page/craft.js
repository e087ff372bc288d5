// Drawings: craft from above.

/** @typedef {import("./drawings.js").Sketch} Sketch */

/** A small craft from above. @param {Sketch} at */
export function drone(at) {
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
export function ship(at) {
  at.both("glow", "M36 70L32 80 42 76zM47 72L44 80 50 76z");
  at.both("c", at.pick("M44 24L22 34 10 66 24 62 44 70z", "M44 30L14 30V62L28 58 44 70z", "M44 18L30 22 6 50 12 70 44 70z"));
  at.both("b", at.pick("M40 36L26 42 20 58 40 58z", "M40 38H20V52L40 56z", "M40 30L18 52 40 60z"));
  at.add("a", at.pick("M50 0L60 22 62 58 56 74H44L38 58 40 22z", "M44 2H56L62 30 58 74H42L38 30z", "M50 0L66 40 58 74H42L34 40z"));
  at.add("c", "M46 44H54V70H46z");
  for (const y of [28, 36]) at.add("l", `M45 ${y}H55V${y + 3}H45z`);
  at.add("d", "M50 8L54 20H46z");
}
