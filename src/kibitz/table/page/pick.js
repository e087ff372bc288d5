// Which moves a selection can still become. The only logic of the game that the page has.

/**
 * A move touches just these pieces; with `least` and `most` it stands for every choice of so many
 * of them, such as any part of a hand.
 * @typedef {{kind: string, text?: string, words?: string, verb: string, touches: [string, number][], least?: number, most?: number}} Move
 */

export class Pick {
  /** @param {Move[]} moves */
  constructor(moves) {
    this.moves = moves;
    this.maps = moves.map((move) => new Map(move.touches));
    /** Where a person would begin: the first group of each move. Only these glow at rest. */
    this.starts = new Set(
      moves.flatMap((move) => (move.touches.length ? [move.touches[0][0]] : [])),
    );
    /** Groups in click order; a group stands once for each piece that is selected. */
    /** @type {string[]} */
    this.order = [];
    /** Every group that some move touches. */
    this.touched = new Set(moves.flatMap((move) => move.touches.map(([group]) => group)));
  }

  /** @param {string} group */
  count(group) {
    return this.order.filter((each) => each === group).length;
  }

  get counts() {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const group of this.order) found.set(group, (found.get(group) ?? 0) + 1);
    return found;
  }

  /** Moves that touch all that is selected, as numbers. */
  fitting(counts = this.counts) {
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    return this.maps.flatMap((map, at) =>
      total <= (this.moves[at].most ?? Infinity) &&
      [...counts].every(([group, n]) => (map.get(group) ?? 0) >= n)
        ? [at]
        : [],
    );
  }

  /** Moves that touch just what is selected; those in click order first. */
  complete() {
    const counts = this.counts;
    if (!counts.size) return [];
    const exact = this.fitting(counts).filter((at) =>
      this.moves[at].most !== undefined
        ? this.order.length >= (this.moves[at].least ?? 0)
        : this.maps[at].size === counts.size &&
          [...this.maps[at]].every(([group, n]) => counts.get(group) === n),
    );
    const clicked = [...counts.keys()].join("\n");
    /** @param {number} at */
    const agrees = (at) => [...this.maps[at].keys()].join("\n") === clicked;
    return exact.sort((a, b) => Number(agrees(b)) - Number(agrees(a)));
  }

  /** How many of a group can be added next: the least that some fitting move wants. 0 for none. @param {string} group */
  step(group, counts = this.counts) {
    const now = counts.get(group) ?? 0;
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    const wanted = this.fitting(counts).flatMap((at) => {
      const n = this.maps[at].get(group) ?? 0,
        most = this.moves[at].most;
      return n <= now || total >= (most ?? Infinity) ? [] : [most === undefined ? n : now + 1];
    });
    return wanted.length ? Math.min(...wanted) - now : 0;
  }

  /** Adds a piece of a group. What does not go with it is dropped, the oldest first. @param {string} group */
  add(group) {
    const kept = [...this.order];
    for (;;) {
      const counts = new Map();
      for (const each of kept) counts.set(each, (counts.get(each) ?? 0) + 1);
      const step = this.step(group, counts);
      if (step) {
        this.order = [...kept, ...Array(step).fill(group)];
        return true;
      }
      if (!kept.length) return false;
      kept.shift();
    }
  }

  /** @param {string} group */
  remove(group) {
    const now = this.count(group);
    this.order = this.order.filter((each) => each !== group);
    const counts = this.counts;
    const fits = this.fitting(counts)
      .map((at) => this.maps[at].get(group) ?? 0)
      .filter((n) => n < now);
    const back = Math.max(0, ...fits);
    for (let n = 0; n < back; n++) this.order.push(group);
  }

  clear() {
    this.order = [];
  }

  /** The one move that a selection means without a doubt: it is complete and nothing goes on. */
  sure() {
    const found = this.complete();
    return found.length === 1 &&
      this.fitting().length === 1 &&
      this.moves[found[0]].most === undefined
      ? found[0]
      : -1;
  }

  /** Moves that touch nothing, by verb: buttons, and menus where a verb has several. */
  buttons() {
    /** @type {Map<string, number[]>} */
    const found = new Map();
    this.moves.forEach((move, at) => {
      // A range that takes no piece as well has a button for that.
      if (!move.touches.length || (move.most !== undefined && move.least === 0))
        found.set(move.verb, [...(found.get(move.verb) ?? []), at]);
    });
    return found;
  }
}
