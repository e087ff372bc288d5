// Dragging: a card that is dropped on a target is the same as touching both.

/** Pixels that a pointer moves before it drags. */
const FAR = 9;

/** @typedef {import("./table.js").Table} Table */

export class Drag {
  /** @param {HTMLElement} root @param {Table} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    /** Whether a drag has just ended, so that the click that follows does not count. */
    this.justDropped = false;
    /** @type {{node: HTMLElement, group: string, x: number, y: number, id: number, ghost: HTMLElement | null, over: Element | null} | null} */
    this.now = null;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.end());
    // A picture or a link would start a drag of the browser's own.
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  down(event) {
    const node = /** @type {HTMLElement | null} */ (
      /** @type {Element} */ (event.target).closest(".piece[data-group]")
    );
    if (!node || event.button !== 0 || !this.table.open) return;
    // A finger scrolls the table, and drags only what lies in the hand.
    if (event.pointerType === "touch" && !node.closest(".hand")) return;
    this.now = {
      node,
      group: node.dataset.group ?? "",
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      ghost: null,
      over: null,
    };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { now, table } = this;
    if (!now || event.pointerId !== now.id) return;
    if (!now.ghost) {
      if (Math.hypot(event.clientX - now.x, event.clientY - now.y) < FAR) return;
      if (!table.chosen.includes(now.node)) {
        if (!table.pick.add(now.group)) {
          table.why(now.group, now.node);
          this.now = null;
          return;
        }
        table.mark(now.node);
      }
      const box = now.node.getBoundingClientRect();
      now.ghost = /** @type {HTMLElement} */ (now.node.cloneNode(true));
      now.ghost.classList.add("ghost", "dragged");
      now.ghost.classList.remove("selected", "hint");
      Object.assign(now.ghost.style, {
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      });
      now.node.classList.add("lifted");
      document.body.append(now.ghost);
      // Also outside of the window.
      this.root.setPointerCapture(now.id);
    }
    now.ghost.style.translate = `${event.clientX - now.x}px ${event.clientY - now.y}px`;
    const over = this.under(event);
    if (over !== now.over) {
      now.over?.classList.remove("drop-on");
      over?.classList.add("drop-on");
      now.over = over;
    }
  }

  /** The target under the pointer. @param {PointerEvent} event @returns {HTMLElement | null} */
  under(event) {
    for (const each of document.elementsFromPoint(event.clientX, event.clientY)) {
      const node = /** @type {HTMLElement | null} */ (each.closest("[data-group]"));
      if (
        node &&
        node !== this.now?.node &&
        !node.classList.contains("ghost") &&
        this.table.pick.step(node.dataset.group ?? "") > 0
      )
        return node;
    }
    return null;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { now, table } = this;
    if (!now || event.pointerId !== now.id) return;
    if (!now.ghost) {
      this.now = null;
      return;
    }
    const over = this.under(event),
      onTable = !!document.elementFromPoint(event.clientX, event.clientY)?.closest(".felt");
    const box = now.node.getBoundingClientRect();
    const away =
      event.clientX < box.left ||
      event.clientX > box.right ||
      event.clientY < box.top ||
      event.clientY > box.bottom;
    this.end();
    this.justDropped = true;
    setTimeout(() => {
      this.justDropped = false;
    });
    if (over) {
      this.justDropped = false;
      table.touch(over.dataset.group ?? "", over);
      this.justDropped = true;
    } else if (away && onTable) table.playIfSure();
    // A hand that trembles has selected the piece, and no more.
    else if (away) table.clear();
  }

  end() {
    const { now } = this;
    this.now = null;
    now?.ghost?.remove();
    now?.over?.classList.remove("drop-on");
    now?.node.classList.remove("lifted");
  }
}
