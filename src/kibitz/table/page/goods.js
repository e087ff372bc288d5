// Drawings: goods, which always look the same, and chips.

/** @typedef {import("./drawings.js").Sketch} Sketch */

/** A drawing of layers. @param {[string, string][]} parts @returns {(at: Sketch) => void} */
const layers = (parts) => (at) => {
  for (const [shade, d] of parts) at.add(shade, d);
};

export const diamond = layers([
  ["a", "M30 12H70L90 34 50 76 10 34z"],
  ["b", "M30 12L38 34H10zM70 12L62 34H90z"],
  ["f", "M30 12H70L62 34H38z"],
  ["c", "M38 34L50 76 10 34zM62 34H90L50 76z"],
  ["a", "M38 34H62L50 76z"],
  ["l", "M40 17H52L48 28H42z"],
]);

export const gold = layers([
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
]);

export const silver = layers([
  ["c", "M28 14C12 14 14 38 38 40L37 34C24 32 22 20 30 20zM72 14C88 14 86 38 62 40L63 34C76 32 78 20 70 20z"],
  ["a", "M26 8H74C74 32 66 44 55 48V62H68V72H32V62H45V48C34 44 26 32 26 8z"],
  ["c", "M60 8H74C74 32 66 44 55 48V62H68V72H54V48C60 40 62 26 60 8z"],
  ["f", "M33 13H41C41 26 43 36 48 42 38 38 33 28 33 13z"],
  ["b", "M26 8H74V13H26zM32 66H68V72H32z"],
]);

export const cloth = layers([
  ["c", "M22 56H84V74H22zM30 18H76V36H30z"],
  ["a", "M22 54H84V66H22zM16 36H90V50H16zM30 16H76V28H30z"],
  ["c", "M16 50H90V55H16z"],
  ["b", "M40 54H52V74H40zM60 36H70V55H60zM44 16H54V36H44z"],
  ["f", "M54 54H57V74H54zM72 36H75V55H72zM56 16H59V36H56z"],
  ["b", "M20 54a10 10 0 1 0 .1 0zM16 35a10 10 0 1 0 .1 0zM30 16a10 10 0 1 0 .1 0z"],
  ["c", "M20 58a6 6 0 1 0 .1 0zM16 39a6 6 0 1 0 .1 0zM30 20a6 6 0 1 0 .1 0z"],
  ["f", "M20 61a3 3 0 1 0 .1 0zM16 42a3 3 0 1 0 .1 0zM30 23a3 3 0 1 0 .1 0z"],
  ["a", "M78 20C92 20 90 44 94 72L82 70C80 48 80 34 74 28z"],
]);

export const spice = layers([
  ["b", "M20 46C30 12 70 12 80 46z"],
  ["f", "M38 30a3 3 0 1 0 .1 0zM52 24a3 3 0 1 0 .1 0zM62 34a3 3 0 1 0 .1 0zM48 37a3 3 0 1 0 .1 0z"],
  ["a", "M10 42H90C90 62 74 72 62 74H38C26 72 10 62 10 42z"],
  ["c", "M10 42H90L89 50H11zM36 72H64V78H36z"],
  ["l", "M26 58l5-4 5 4-5 4zM45 60l5-4 5 4-5 4zM64 58l5-4 5 4-5 4z"],
  ["c", "M66 20C74 6 88 6 94 2 96 18 84 26 70 24z"],
]);

export const leather = layers([
  ["c", "M26 6C40 16 60 16 74 6L90 16 80 34C84 46 84 54 94 66L78 78C66 68 34 68 22 78L6 66C16 54 16 46 20 34L10 16z"],
  ["a", "M29 13C42 21 58 21 71 13L82 20 74 34C78 48 78 54 86 66L76 71C64 61 36 61 24 71L14 66C22 54 22 48 26 34L18 20z"],
  ["b", "M38 28C46 32 54 32 62 28 66 40 66 46 68 54 56 50 44 50 32 54 34 46 34 40 38 28z"],
  ["dash", "M31 17C43 25 57 25 69 17M25 67C37 57 63 57 75 67"],
]);

export const camel = layers([
  ["c", "M20 46L14 64 18 66 26 50zM60 54L62 78H67L68 54zM32 54L28 78H33L38 54z"],
  ["a", "M18 46C20 30 30 26 38 34 40 18 56 14 62 34L70 40C72 30 72 20 76 14 80 8 86 8 90 12L97 17 96 23 86 23C83 32 84 48 76 54 72 58 68 58 66 58L60 78H55L55 58H40L40 78H35L31 57C22 58 17 54 18 46z"],
  ["b", "M39 32C44 18 56 18 60 32L62 50H38z"],
  ["f", "M38 44H62V50H38zM44 30h12v4H44z"],
  ["c", "M38 50h3v5h-3zM44 50h3v5h-3zM50 50h3v5h-3zM56 50h3v5h-3z"],
  ["d", "M86 14a1.6 1.6 0 1 0 .1 0z"],
  ["stroke", "M78 20L90 19"],
]);

/** Chips in stacks, as many as the name says. @param {Sketch} at */
export function chips(at) {
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
