// Drawings: people and animals in clothes.

/** @typedef {import("./drawings.js").Sketch} Sketch */

/** @param {Sketch} at */
export function person(at) {
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
