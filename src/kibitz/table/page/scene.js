// Lays a scene out: the others above, what is shared in the middle, one's own below.

import { art, badge, bar, draw, hitFor } from "./card.js";
import { el } from "./dom.js";
import { redraw } from "./redraw.js";
import { symbol } from "./symbols.js";
import { t } from "./words.js";

/**
 * @typedef {import("./card.js").Piece} Piece
 * @typedef {import("./card.js").Hooks} Hooks
 * @typedef {{id: string, label: string, owner?: number, layout?: string, role?: string, pieces?: Piece[],
 *   group?: string, column?: number, size?: number, note?: string, text?: string}} Area
 * @typedef {{name: string, value: number | string, symbol?: string, most?: number}} Counter
 * @typedef {{seat: number, name: string, counters?: Counter[], bars?: import("./card.js").Bar[],
 *   badges?: import("./card.js").Badge[], symbol?: string, tone?: string, group?: string}} Side
 * @typedef {{status: string, question?: string, sides?: Side[], areas?: Area[], viewer?: number, turn?: number,
 *   over?: boolean, tone?: string, look?: string}} Scene
 * @typedef {{name: string, kind: string, note: string, free: boolean, take?: (() => void) | null}} Seated
 */

/** @param {Area} area @param {Piece} piece @param {boolean} own */
function sizeOf(area, piece, own) {
  if (area.role === "offer") return "";
  if (area.role === "side" && piece.kind !== "track") return "mini";
  if (area.role === "hand") return own ? "" : "tiny";
  if (area.layout === "lane") return "small";
  if (piece.kind === "unit") {
    if ((area.owner ?? -1) < 0) return "big";
    return piece.lines?.some((each) => each.symbols?.length) ? "tall" : "mid";
  }
  return area.layout === "pile" || area.layout === "grid" ? "mini" : "";
}

/** How many empty places are shown. @param {Area} area @param {number} shown */
function gaps(area, shown) {
  const left = Math.max(0, Math.min(area.size ?? 0, 6) - shown);
  if (area.role === "hand") return 0;
  if (area.layout === "grid") return left;
  if (area.layout === "pile" || !shown) return Math.min(left, 1);
  return (area.layout ?? "row") === "row" ? Math.min(left, 5) : 0;
}

/** @param {Area} area @param {boolean} own @param {Hooks | null} hooks */
function drawArea(area, own, hooks) {
  const shown = area.pieces ?? [],
    { group } = area;
  const whose = own
    ? t("area.yours", { label: area.label })
    : (area.owner ?? -1) >= 0
      ? t("area.seat", { label: area.label, seat: area.owner ?? 0 })
      : area.label;
  const box = el("div", {
    class: `area ${area.layout ?? "row"} role-${area.role ?? "play"} ${shown.length ? "" : "bare"}`,
    "data-area": area.id,
    role: "group",
    "aria-label": whose,
  });
  const counts =
    area.role === "hand" && shown.length > 1
      ? ` ${shown.reduce((sum, each) => sum + (each.count ?? 1), 0)}`
      : "";
  const row = el("div", { class: "pieces" });
  const empty = gaps(area, shown.length);
  row.style.setProperty("--n", String(Math.max(1, shown.length + empty)));
  if (area.layout === "text")
    row.append(el("pre", { class: "drawing", text: area.text, tabindex: "0" }));
  const bases = el("div", { class: "bases" });
  // Piles lie on each other; those that a move can touch are spread out, the others are pictures.
  // The cards in the hands of others are too close to each other for fingers, so the same goes.
  const pile = area.role === "side" && area.layout !== "track",
    aside = (pile || (area.role === "hand" && !own)) && hooks?.wanted;
  const wanted = aside && shown.some((piece) => aside(piece.group ?? ""));
  if (wanted && pile) box.classList.add("spread");
  for (const piece of shown) {
    // A lane has a row of its own for what stands at its edge.
    const at = area.layout === "lane" && piece.marks?.includes("base") ? bases : row;
    at.append(draw(piece, aside && !wanted ? null : hooks, sizeOf(area, piece, own)));
  }
  // Backs lie on each other: their number is easier to read.
  const backs = !own && area.role === "hand" && shown.length > 1 ? counts.trim() : "";
  if (backs) row.append(el("span", { class: "count", "aria-hidden": "true", text: backs }));
  for (let at = empty; at > 0; at--)
    row.append(el("i", { class: `slot ${area.role === "side" ? "mini" : ""}` }));
  box.append(
    el(
      "p",
      { class: "area-label", text: area.label, title: area.note },
      counts ? el("span", { class: "dim", text: counts }) : null,
    ),
    row,
    ...(bases.childElementCount ? [bases] : []),
  );
  if (group) box.dataset.group = group;
  if (group && hooks) box.prepend(hitFor(hooks, whose, "hit place"));
  return box;
}

/** What is counted of a player. @param {Side} side @param {number} [most] */
export function counters(side, most = Infinity) {
  return el(
    "ul",
    { class: "counters" },
    ...(side.counters ?? [])
      .slice(0, most)
      .map((each) =>
        el(
          "li",
          { class: `counter c-${each.symbol ?? "none"}`, title: each.name },
          symbol(each.symbol || "dot"),
          el("b", { text: each.most ? `${each.value}/${each.most}` : each.value }),
          el("span", { class: "counter-name", text: each.name }),
        ),
      ),
  );
}

/** @param {Side} side @param {Scene} scene @param {Hooks | null} hooks @param {Seated | undefined} seated */
function plate(side, scene, hooks, seated) {
  const turn = scene.turn === side.seat && !scene.over,
    { group } = side;
  const name = seated?.name ?? side.name;
  const box = el("div", {
    role: "group",
    class: `plate ${turn ? "turn" : ""}`,
    "data-group": group || null,
    "aria-label": name,
    "data-seat": side.seat,
  });
  if (group && hooks) box.append(hitFor(hooks, name));
  if (side.symbol)
    box.append(el("span", { class: `portrait tone-${side.tone || "slate"}` }, symbol(side.symbol)));
  const facts = el(
    "div",
    { class: "facts" },
    el(
      "p",
      { class: "who" },
      el("span", { class: "who-name", text: name }),
      seated?.note ? el("span", { class: "who-note", text: seated.note }) : null,
      turn
        ? el("span", { class: "thinking", "aria-hidden": "true" }, el("i"), el("i"), el("i"))
        : null,
    ),
  );
  facts.append(counters(side), ...(side.bars ?? []).map(bar));
  if (side.badges?.length) facts.append(el("div", { class: "badges" }, ...side.badges.map(badge)));
  if (seated?.take)
    facts.append(
      el("button", {
        class: "primary take",
        type: "button",
        text: t("seat.take"),
        onclick: seated.take,
      }),
    );
  box.append(facts);
  return box;
}

/** What a player has in play, side by side. @param {Area[]} areas @param {HTMLElement[]} drawn */
function fieldOf(areas, drawn) {
  const box = el("div", { class: "field" }, ...drawn);
  const wide = areas.some((area) =>
    area.pieces?.some((piece) => piece.lines?.some((each) => each.symbols?.length)),
  );
  // So many stand in one row, and share its width; a wide unit has a row of its own.
  box.classList.toggle("wide", wide);
  // One place of its own, such as a base, stands at the same edge on both sides.
  box.classList.toggle(
    "edged",
    !wide && areas.length === 2 && (areas[0].size ?? 0) > 1 && areas[1].size === 1,
  );
  if (!wide) {
    const all = areas.reduce((sum, area) => sum + Math.max(1, area.pieces?.length ?? 0), 0);
    box.style.setProperty("--of", String(all));
  }
  return box;
}

/** @param {Scene} scene @param {number} viewer @param {Hooks | null} hooks */
function lanes(scene, viewer, hooks) {
  const found = (scene.areas ?? []).filter((area) => area.layout === "lane");
  const box = el("div", { class: "lanes" });
  const columns = [...new Set(found.map((area) => area.column))];
  // A lane that holds more is wider.
  const shares = columns.map((column) =>
    Math.max(
      4,
      ...found
        .filter((each) => each.column === column)
        .map((each) => Math.min(6.6, (each.pieces?.length ?? 0) + 1)),
    ),
  );
  box.style.setProperty("--lanes", String(columns.length));
  box.style.setProperty(
    "--columns",
    shares.map((share) => `minmax(0, ${share}fr)`).join(" "),
  );
  for (const column of columns) {
    const lane = el("div", { class: "lane-pair" });
    for (const own of [false, true]) {
      for (const area of found.filter(
        (each) => each.column === column && (each.owner === viewer) === own,
      )) {
        const made = drawArea(area, own, hooks);
        made.classList.add(own ? "mine" : "theirs");
        lane.append(made);
      }
    }
    box.append(lane);
  }
  return box;
}

/**
 * Draws a scene into the table and the hand strip. A spectator sits where seat 0 does.
 * @param {Scene} scene @param {HTMLElement} table @param {HTMLElement} hand
 * @param {Hooks | null} hooks @param {Seated[]} [seats]
 */
export function drawScene(scene, table, hand, hooks, seats = []) {
  const areas = scene.areas ?? [],
    sides = scene.sides ?? [];
  const seen = scene.viewer ?? -1,
    viewer = seen < 0 ? (sides[0]?.seat ?? 0) : seen;
  /** @param {number} owner @param {string} role */
  const of = (owner, role) =>
    areas.filter(
      (area) =>
        area.layout !== "lane" && (area.owner ?? -1) === owner && (area.role ?? "play") === role,
    );
  /** @param {Area[]} list @param {boolean} own */
  const make = (list, own) => list.map((area) => drawArea(area, own, hooks));
  const foes = sides.filter((each) => each.seat !== viewer),
    laned = areas.some((area) => area.layout === "lane");
  // The others in the order of play, beginning at the left of the viewer.
  foes.sort(
    (a, b) =>
      ((a.seat - viewer + sides.length) % sides.length) -
      ((b.seat - viewer + sides.length) % sides.length),
  );
  for (const each of [table, hand]) each.dataset.look = scene.look || "plain";
  table.className = `felt ${sides.length < 2 ? "solo" : ""} ${laned ? "has-lanes" : ""} foes-${foes.length}`;
  const above = el("div", { class: "foes" });
  for (const side of foes) {
    // Listed from the middle of the table outwards, so the others' areas are mirrored.
    const field = make(of(side.seat, "play"), false);
    above.append(
      el(
        "section",
        { class: "side foe", "aria-label": seats[side.seat]?.name ?? side.name },
        el(
          "div",
          { class: "strip" },
          plate(side, scene, hooks, seats[side.seat]),
          ...make(of(side.seat, "hand"), false),
          el("div", { class: "piles" }, ...make(of(side.seat, "side"), false)),
        ),
        field.length ? fieldOf(of(side.seat, "play"), field) : null,
      ),
    );
  }
  const shared = el("section", { class: "middle" });
  if (laned) shared.append(lanes(scene, viewer, hooks));
  const [alone] = sides.length === 1 ? sides : [];
  if (alone?.symbol)
    shared.append(
      el("div", { class: `hero tone-${alone.tone || "slate"}`, "aria-hidden": "true" }, art(alone)),
    );
  shared.append(...make(of(-1, "play"), false));
  const aside = make(of(-1, "side"), false);
  if (aside.length) shared.append(el("div", { class: "aside" }, ...aside));
  const offers = make([...of(-1, "offer"), ...of(viewer, "offer")], true);
  if (offers.length) shared.append(el("div", { class: "offers" }, ...offers));
  const fields = make(of(viewer, "play"), true),
    me = sides.find((side) => side.seat === viewer);
  redraw(
    table,
    ...(foes.length ? [above] : []),
    shared,
    ...(fields.length
      ? [el("section", { class: "side own" }, fieldOf(of(viewer, "play"), fields))]
      : []),
  );
  redraw(
    hand,
    el(
      "div",
      { class: "me" },
      me ? plate(me, scene, hooks, seats[viewer]) : null,
      el("div", { class: "piles" }, ...make(of(viewer, "side"), true)),
    ),
    el("div", { class: "cards" }, ...make(of(viewer, "hand"), true)),
  );
}
