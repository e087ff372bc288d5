// Drawings: creatures with an element.

/** @typedef {import("./drawings.js").Sketch} Sketch */

/** @param {Sketch} at @param {string} element */
export function creature(at, element) {
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
