// A whole card to read, beside the one on the table: hover, a long press, or the key `i`.

import { art, badge, bar, line, pieceOf, pip } from "./card.js";
import { el, say } from "./dom.js";
import { t } from "./words.js";

/** Milliseconds that a pointer rests, or a finger presses. */
const REST = 450,
  PRESS = 480;
/** Pixels that a finger may tremble. */
const STILL = 9;
const GAP = 10;

/** @typedef {import("./card.js").Piece} Piece */

/** Whether a piece has more to say than what is always seen. @param {HTMLElement} node @param {Piece} piece */
function worth(node, piece) {
  const name = node.querySelector(".name");
  return (
    !!(piece.detail || piece.lines?.length || piece.badges?.length || piece.symbols?.length) ||
    !name?.getClientRects().length ||
    name.scrollHeight > name.clientHeight + 1
  );
}

/** @param {Piece} piece */
function fill(piece) {
  const figures = piece.figures ?? [],
    marks = (piece.marks ?? []).filter((mark) => mark !== "base");
  return [
    el(
      "header",
      {},
      el("b", { class: "read-name", text: piece.name }),
      piece.emblem ? pip(piece.emblem) : null,
      (piece.count ?? 1) > 1 ? el("span", { class: "dim", text: `× ${piece.count}` }) : null,
    ),
    el("div", { class: "read-art" }, art(piece)),
    figures.length
      ? el(
          "dl",
          { class: "read-figures" },
          ...figures.map((each) =>
            el(
              "div",
              { class: (each.trend ?? 0) > 0 ? "more" : (each.trend ?? 0) < 0 ? "less" : "" },
              el("dt", { text: each.role }),
              el("dd", { text: each.value }),
            ),
          ),
        )
      : null,
    ...(piece.bars ?? []).map((each) =>
      el("div", { class: "read-bar" }, el("span", { text: each.role }), bar(each)),
    ),
    piece.symbols?.length ? el("div", { class: "pips" }, ...piece.symbols.map(pip)) : null,
    piece.lines?.length
      ? el("div", { class: "lines" }, ...piece.lines.map((each) => line(each, null)))
      : null,
    piece.detail ? el("p", { class: "read-detail", text: piece.detail }) : null,
    ...(piece.badges ?? []).map((each) =>
      el("p", { class: "read-badge" }, badge(each), el("span", { text: each.detail })),
    ),
    marks.length
      ? el("p", { class: "dim", text: marks.map((mark) => t(`mark.${mark}`)).join(", ") })
      : null,
  ].filter((each) => each !== null);
}

export class Reader {
  /** @param {HTMLElement} root @param {() => void} [pressed] called when a long press begins to read */
  constructor(root, pressed) {
    this.root = root;
    this.pressed = pressed;
    this.timer = 0;
    /** @type {{x: number, y: number} | null} */
    this.finger = null;
    /** Whether the next click ends a long press. */
    this.swallow = false;
    /** What is read. @type {HTMLElement | null} */
    this.node = null;
    /** Whether it was asked for with a key, and so follows the focus. */
    this.asked = false;
    this.box = el("div", { class: "reader", popover: "manual", id: "reader", role: "tooltip" });
    root.append(this.box);
    root.addEventListener("pointerover", (event) => this.over(event));
    // A finger leaves when it is lifted, and then the card is read.
    root.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.hide();
    });
    root.addEventListener("pointerdown", (event) => this.down(event), true);
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"])
      root.addEventListener(end, () => {
        this.finger = null;
        clearTimeout(this.timer);
      });
    root.addEventListener("click", (event) => this.click(event), true);
    root.addEventListener("contextmenu", (event) => {
      if (this.swallow) event.preventDefault();
    });
    root.addEventListener("focusin", (event) => {
      if (!this.asked) return;
      const found = this.find(event.target);
      if (found) this.show(found, true);
      else this.hide();
    });
    // What was asked for stays beside its piece; the rest goes.
    root.addEventListener(
      "scroll",
      (event) => {
        const { node } = this;
        // The log scrolls by itself.
        if (!node || !(/** @type {Node} */ (event.target).contains(node))) return;
        if (this.asked && node.isConnected) this.place(node);
        else this.hide();
      },
      true,
    );
  }

  /** The piece at a node, unless it is hidden. @param {EventTarget | null} target @returns {HTMLElement | null} */
  find(target) {
    if (!(target instanceof Element)) return null;
    const node = /** @type {HTMLElement | null} */ (target.closest(".piece")),
      piece = node && pieceOf.get(node);
    return !piece || piece.kind === "track" || piece.marks?.includes("hidden") ? null : node;
  }

  /** @param {PointerEvent} event */
  over(event) {
    if (event.pointerType === "touch" || event.buttons) return;
    const found = this.find(event.target);
    if (found === this.node && found) return;
    clearTimeout(this.timer);
    if (!this.asked) this.hide();
    const piece = found && pieceOf.get(found);
    if (found && piece && worth(found, piece))
      this.timer = setTimeout(() => this.show(found, false), REST);
  }

  /** @param {PointerEvent} event */
  down(event) {
    clearTimeout(this.timer);
    this.swallow = false;
    if (this.node) this.hide();
    if (event.pointerType !== "touch") return;
    const found = this.find(event.target);
    if (!found) return;
    this.finger = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => {
      if (!this.finger) return;
      this.swallow = true;
      this.pressed?.();
      this.show(found, false);
    }, PRESS);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { finger } = this;
    if (!finger || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) < STILL) return;
    this.finger = null;
    clearTimeout(this.timer);
  }

  /** A finger that has read a card does not touch it. @param {Event} event */
  click(event) {
    if (!this.swallow) return;
    this.swallow = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** Shows what has the focus, or hides it again; false if there is nothing to read. */
  toggle() {
    if (this.node) {
      this.hide();
      return true;
    }
    const found = this.find(document.activeElement);
    if (found) this.show(found, true);
    return !!found;
  }

  /** @param {HTMLElement} node @param {boolean} asked */
  show(node, asked) {
    if (!node.isConnected) return;
    this.asked = asked;
    this.draw(node);
    if (asked) say(this.box.innerText.replace(/\s*\n\s*/g, ", "));
  }

  /** @param {HTMLElement} node */
  draw(node) {
    const { box } = this,
      piece = /** @type {Piece} */ (pieceOf.get(node));
    this.node = node;
    box.className = `reader tone-${piece.tone || "slate"} ${piece.kind ?? "card"}`;
    box.replaceChildren(...fill(piece));
    if (!box.matches(":popover-open")) box.showPopover();
    this.place(node);
  }

  /** The table was drawn again: goes on with the same card, if it still lies there. */
  redrawn() {
    const { node } = this;
    if (!node) return;
    // What was drawn before is in no document any more, but still in its area.
    const area = /** @type {HTMLElement | null} */ (node.closest("[data-area]"))?.dataset.area ?? "",
      name = pieceOf.get(node)?.name;
    const found = /** @type {HTMLElement[]} */ ([
      ...this.root.querySelectorAll(`[data-area="${CSS.escape(area)}"] .piece`),
    ]).find((each) => this.find(each) && pieceOf.get(each)?.name === name);
    if (found) this.draw(found);
    else this.hide();
  }

  /**
   * At the foot of the panel, where it covers nothing of the table. Without a panel beside the table,
   * it is beside the piece, and above or below it where the window is too narrow for that.
   * @param {HTMLElement} node
   */
  place(node) {
    const panel = this.root.querySelector(".panel")?.getBoundingClientRect();
    if (panel && innerWidth > 1000) {
      this.box.style.left = `${panel.right - this.box.offsetWidth - GAP}px`;
      this.box.style.top = `${panel.bottom - this.box.offsetHeight - GAP}px`;
      return;
    }
    const { box } = this,
      at = node.getBoundingClientRect(),
      { width, height } = box.getBoundingClientRect();
    const right = at.right + GAP,
      left = at.left - GAP - width;
    const fits = right + width <= innerWidth - 4,
      beside = fits || left >= 4;
    const x = fits ? right : left >= 4 ? left : at.left + at.width / 2 - width / 2;
    const above = at.top - GAP - height;
    const y = beside ? at.top + at.height / 2 - height / 2 : above >= 4 ? above : at.bottom + GAP;
    box.style.left = `${Math.max(4, Math.min(innerWidth - width - 4, x))}px`;
    box.style.top = `${Math.max(4, Math.min(innerHeight - height - 4, y))}px`;
  }

  /** Hides what is read; whether something was. */
  hide() {
    clearTimeout(this.timer);
    const { node } = this;
    this.node = null;
    this.asked = false;
    if (this.box.matches(":popover-open")) this.box.hidePopover();
    return !!node;
  }
}
