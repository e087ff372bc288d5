// Our own symbols, as paths in a box of 24.

import { svg } from "./dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  diamond: "M6 4h12l4 6-10 11L2 10zM2 10h20M9 10l3 11 3-11-3-6z",
  gold: "M4 17l2.5-6h5L14 17zM12 17l2.5-6h3L20 17zM8 10l2.2-5h4L16.500 10z",
  silver: "M7 3h10v5a5 5 0 0 1-4 4.900V18h3v3H8v-3h3v-5.100A5 5 0 0 1 7 8z",
  cloth: "M3 7c3-3 6-3 9 0s6 3 9 0v10c-3 3-6 3-9 0s-6-3-9 0z",
  spice: "M12 21V10M12 14c-5 0-7-3-7-7 5 0 7 3 7 7zm0-3c0-4 2-7 7-7 0 5-2 7-7 7z",
  leather: "M5 3l4 3h6l4-3 1 6-2 4 2 5-4 3-4-2-4 2-4-3 2-5-2-4z",
  camel:
    "M2 20v-6c0-3 2-4 3-4 1-4 4-4 5 0 1-3 4-3 5 0l2 1V6l2-2 3 2v2h-3v6l-2 2v4h-2v-4H8v4H6v-5l-2 1v4z",
  coin: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
  seal: "M12 2l2.400 2.200 3.200-.4.700 3.200 2.700 1.800L19.600 12l1.400 3.200-2.700 1.800-.7 3.200-3.200-.4L12 22l-2.400-2.200-3.200.4-.7-3.200L3 15.200 4.400 12 3 8.800 5.700 7l.7-3.200 3.200.4z",
  crown: "M3 18V7l5 4 4-7 4 7 5-4v11z",
  sword: "M20 3l1 5-9.500 9.500-2-2L17 8zM4 14l6 6-2 1-2-2-3 3-1-1 3-3-2-2z",
  shield: "M12 2l8 3v6c0 5-3.500 9-8 11-4.500-2-8-6-8-11V5z",
  star: "M12 2l3 6.800 7.200.7-5.500 4.800L18.400 22 12 18l-6.400 4 1.700-7.700L1.800 9.500 9 8.800z",
  dot: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
  skull:
    "M12 2c5.500 0 9 3.700 9 8.500 0 3-1.500 5-3.500 6V21h-11v-4.500C4.500 15.500 3 13.500 3 10.500 3 5.700 6.500 2 12 2zM8.500 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  flask: "M9 2h6v2h-1v5l5 9c1 2 0 4-2.500 4h-9C5 22 4 20 5 18l5-9V4H9z",
  energy: "M13 2L4 14h6l-1 8 9-12h-6z",
  hero: "M12 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM3 22c0-6 4-9 9-9s9 3 9 9z",
  grass: "M4 20C3 10 9 4 21 3c0 12-6 18-15 16l4-7-6 8z",
  fire: "M13 2c1 5 6 7 6 13a7 7 0 0 1-14 0c0-3 2-5 3-7 1 1 1 2 2 3 1-3 1-6 3-9z",
  water: "M12 2c4 5 7 9 7 13a7 7 0 0 1-14 0c0-4 3-8 7-13z",
  psychic:
    "M12 5c5 0 9 4 10 7-1 3-5 7-10 7S3 15 2 12c1-3 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  fighting:
    "M5 9a2 2 0 0 1 4 0V6a2 2 0 0 1 4 0 2 2 0 0 1 4 0v2a2 2 0 0 1 3 2v5c0 4-3 7-7 7-5 0-8-3-8-8z",
  colorless: "M12 2l3 7 7 3-7 3-3 7-3-7-7-3 7-3z",
  trainer: "M6 3h12a2 2 0 0 1 2 2v16H4V5a2 2 0 0 1 2-2zm2 4v2h8V7zm0 4v2h8v-2zm0 4v2h5v-2z",
  prize: "M4 3h7v8H4zM13 3h7v8h-7zM4 13h7v8H4zM13 13h7v8h-7z",
  hand: "M4 6l8-3 8 3-3 15H7z",
  drone: "M12 8l3 3 6-3-2 6-4 1-3 5-3-5-4-1-2-6 6 3z",
  ship: "M12 1l4 7v6l5 4v3l-6-2-3 4-3-4-6 2v-3l5-4V8z",
  up: "M12 3l8 9h-5v9H9v-9H4z",
  heart: "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1.500A5 5 0 0 1 22 8c0 4-3 7-10 13z",
  spade: "M12 2c6 5 9 8 9 12a5 5 0 0 1-8 3.500L14.500 22h-5L11 17.500A5 5 0 0 1 3 14c0-4 3-7 9-12z",
  speed: "M4 4l8 8-8 8h5l8-8-8-8zM12 4l8 8-8 8",
  debuff: "M12 21l-8-9h5V3h6v9h5z",
  sleep: "M4 4h10v3l-6 7h6v3H4v-3l6-7H4zM15 12h6v2l-3 4h3v2h-6v-2l3-4h-3z",
  escape: "M3 10h10V5l8 7-8 7v-5H3z",
  mana: "M12 2l8 10-8 10-8-10z",
  ink: "M12 2c2 5 8 8 8 14a8 6 0 0 1-16 0c0-6 6-9 8-14zM9 15a3 3 0 0 0 3 4v-2a2 2 0 0 1-1.500-2z",
  lore: "M12 1l3.500 8.500L12 23 8.500 9.500zM3 12l6-2v4zM21 12l-6-2v4z",
  song: "M9 3l11-2v14a3.500 3 0 1 1-2-2.700V6L11 7.300V19a3.500 3 0 1 1-2-2.700z",
  item: "M9 2h6v3h3l2 4v13H4V9l2-4h3zM7 11v8h10v-8z",
  place:
    "M12 2a7 7 0 0 1 7 7c0 5-7 13-7 13S5 14 5 9a7 7 0 0 1 7-7zm0 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  mech: "M9 2h6v2l3 2v4h4v8h-3v-4h-1l1 8h-5l-2-6-2 6H5l1-8H5v4H2v-8h4V6l3-2zM9 6v2h6V6z",
  eye: "M12 5c5 0 9 4 10 7-1 3-5 7-10 7S3 15 2 12c1-3 5-7 10-7zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  people:
    "M8 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm8.500 1.500a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM1 20c0-4 3-6.500 7-6.500s7 2.500 7 6.500zm15.500 0c0-2.500-.8-4.500-2-6 4-1 8.500.7 8.500 6z",
  robot:
    "M11 2h2v3h5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm8 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7 20h10v2H7z",
  back: "M9 4v5c8 0 12 4 13 11-3-4-7-6-13-6v5l-8-8z",
  flag: "M5 2h2v1h13l-3 5 3 5H7v9H5z",
  menu: "M5 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm7 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  book: "M3 4c3-1 6-1 9 1 3-2 6-2 9-1v15c-3-1-6-1-9 1-3-2-6-2-9-1zM11 7C9 6 7 5.700 5 6v10.500c2-.3 4 0 6 1zm2 10.500c2-1 4-1.300 6-1V6c-2-.3-4 0-6 1z",
  link: "M10 7H7a5 5 0 0 0 0 10h3v-2H7a3 3 0 0 1 0-6h3zm4 0h3a5 5 0 0 1 0 10h-3v-2h3a3 3 0 0 0 0-6h-3zM8 11h8v2H8z",
  close: "M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z",
  play: "M6 3l15 9-15 9z",
  pause: "M5 3h5v18H5zM14 3h5v18h-5z",
  down: "M11 2h2v10h4l-5 6-5-6h4zM4 19h16v3H4z",
  bulb: "M12 2a7 7 0 0 1 4 12.700V17H8v-2.300A7 7 0 0 1 12 2zM8 18.500h8V20H8zm1.500 2.500h5v1.500h-5z",
};
/** @type {Record<string, string>} */
const SAME = {
  lightning: "energy",
  bolt: "energy",
  attack: "sword",
  health: "heart",
  life: "heart",
  block: "shield",
  buff: "up",
  strength: "sword",
  willpower: "shield",
  ap: "sword",
  hp: "heart",
};
for (const [name, as] of Object.entries(SAME)) PATHS[name] = PATHS[as];

/** @param {string | undefined} name @returns {name is string} */
export const hasSymbol = (name) => !!name && Object.hasOwn(PATHS, name);

/** A symbol by its name; an empty box for an unknown one. @param {string} name @param {string} [className] */
export function symbol(name, className = "symbol") {
  const box = svg("svg", { viewBox: "0 0 24 24", class: className, "aria-hidden": "true" });
  if (hasSymbol(name)) box.append(svg("path", { d: PATHS[name] }));
  return box;
}
