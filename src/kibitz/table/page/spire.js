// Slay the Spire beside the game: what the client on the server's machine sees and plays, live.

import { drawAdvice } from "./advice.js";
import { call } from "./api.js";
import { pieceOf } from "./card.js";
import { el, pause, refill, say } from "./dom.js";
import { Kibitzer } from "./kibitzer.js";
import { settle, snapshot } from "./motion.js";
import { drawScene } from "./scene.js";
import { setStatus, setTop } from "./shell.js";
import { symbol } from "./symbols.js";
import { t } from "./words.js";

/**
 * @typedef {[string, number][]} Touches
 * @typedef {import("./kibitzer.js").Advice} Advice
 * @typedef {{command: string, by: string, why: string, text: string, touches: Touches, seconds: number,
 *   follows: boolean, advice: Advice | null}} Decision
 * @typedef {{character: string, ascension: number, act: number, floor: number, room: string, screen: string,
 *   fight: boolean, turn: number | null, hp: number, max_hp: number, gold: number, deck: number, boss: string}} Run
 * @typedef {{state: "off" | "waiting" | "live" | "ended" | "damaged", number: number, message?: string,
 *   session?: {agent: string, advise: boolean} | null, run?: Run | null, scene?: import("./scene.js").Scene | null, note?: string,
 *   decision?: Decision | null, told?: {command: string, why: string, floor: number, instead?: string}[]}} Standing
 */

/** Seconds that a request waits for news, and milliseconds before the next one if none gets through. */
const WAIT = 20;
const RETRY = 1500;
const GUIDE = "docs/games/spire-client.md";
const TRY = "kibitz spire --demo --pace 1";

/** Draws advice that is there already: nobody has to ask. */
class Adviser extends Kibitzer {
  draw() {
    const advice = this.answer?.advice;
    refill(this, ...(this.answer && advice ? [drawAdvice(this, this.answer, advice)] : []));
  }
}
customElements.define("kibitz-adviser", Adviser);

class Beside extends HTMLElement {
  constructor() {
    super();
    /** @type {Standing | null} */
    this.now = null;
    this.closing = new AbortController();
    /** What is drawn, as text: only what has changed is drawn again. */
    this.drawn = { scene: "", advice: "", lead: "" };
  }

  async connectedCallback() {
    this.className = "beside";
    setTop({ title: "Slay the Spire", status: t("spire.beside"), tone: "slate" });
    while (this.isConnected) {
      try {
        const now = await call("GET", `/spire/live?after=${this.now?.number ?? 0}&wait=${WAIT}`, {
          signal: this.closing.signal,
        });
        if (now.number !== this.now?.number || !this.childElementCount) this.show(now);
        if (now.state === "off") return;
        this.classList.remove("lost");
      } catch {
        if (!this.isConnected) return;
        this.classList.add("lost");
        setStatus(t("table.offline"));
        await pause(RETRY);
      }
    }
  }

  disconnectedCallback() {
    this.closing.abort();
  }

  /** @param {Standing} now */
  show(now) {
    this.now = now;
    this.dataset.state = now.state;
    if (!now.run || !now.scene) {
      this.drawn = { scene: "", advice: "", lead: "" };
      setStatus(t("spire.beside"));
      this.replaceChildren(this.waiting(now));
      return;
    }
    if (!this.querySelector(".beside-now")) this.build();
    setStatus(this.place(now.run));
    this.drawRun(now, now.run);
    this.drawFight(now.scene, now);
    this.drawDecision(now, now.run);
  }

  /** @param {Run} run */
  place(run) {
    return [
      run.act ? t("spire.act", { n: run.act }) : "",
      t("spire.floor", { n: run.floor }),
      run.turn === null ? run.room : t("spire.turn", { n: run.turn }),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** What to do when there is nothing to see. @param {Standing} now */
  waiting(now) {
    const { state } = now;
    if (state === "off")
      return el(
        "section",
        { class: "beside-wait" },
        el("h2", { text: t("spire.off") }),
        el("p", { text: t("spire.off.why") }),
        el("p", {}, t("spire.off.how"), " ", el("code", { text: 'spire = "always"' })),
      );
    const begun = state === "live" || state === "ended";
    return el(
      "section",
      { class: "beside-wait" },
      el("p", { class: "beside-pulse", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
      el("h2", { text: t(begun ? "spire.begun" : "spire.waiting") }),
      now.message ? el("p", { class: "refusal", text: now.message }) : null,
      el("p", { class: "dim", text: t("spire.waiting.help") }),
      el(
        "dl",
        { class: "beside-ways" },
        el("dt", { text: t("spire.waiting.try") }),
        el("dd", {}, el("code", { text: TRY })),
        el("dt", { text: t("spire.waiting.game") }),
        el("dd", {}, t("spire.waiting.guide"), " ", el("code", { text: GUIDE })),
      ),
    );
  }

  build() {
    this.run = el("section", { class: "beside-run", "aria-label": t("spire.run") });
    this.said = el("section", { class: "beside-now", "aria-label": t("spire.now") });
    this.felt = el("section", { class: "felt", "aria-label": t("table.label"), tabindex: "0" });
    this.hand = el("section", { class: "hand", "aria-label": t("hand.label") });
    this.adviser = new Adviser();
    Object.assign(this.adviser, {
      game: "spire",
      hooks: {
        legal: () => [],
        allowed: () => "",
        point: (/** @type {import("./pointing.js").Pointed} */ { steps }) =>
          this.point(steps[0]?.text ?? ""),
        hints: false,
        ready: async () => {},
        play: null,
        where: () => ({}),
      },
    });
    this.told = el("ol", { class: "beside-told" });
    this.replaceChildren(
      this.run,
      el("div", { class: "beside-table" }, this.felt, this.hand),
      el(
        "div",
        { class: "beside-side" },
        this.said,
        el(
          "section",
          { class: "beside-panel", "aria-label": t("spire.options"), tabindex: "0" },
          this.adviser,
          el("h2", { class: "beside-title", text: t("log.label") }),
          this.told,
        ),
      ),
    );
  }

  /** @param {Standing} now @param {Run} run */
  drawRun(now, run) {
    const share = Math.max(0, Math.min(1, run.hp / Math.max(1, run.max_hp)));
    const life = el("span", { class: `beside-life ${share <= 0.34 ? "low" : ""}` }, el("i"));
    life.style.setProperty("--share", String(share));
    /** @param {string} icon @param {string} name @param {string | number} value */
    const fact = (icon, name, value) =>
      el(
        "li",
        { title: name },
        symbol(icon),
        el("span", { class: "away", text: `${name} ` }),
        el("b", { text: value }),
      );
    this.run?.replaceChildren(
      el("span", { class: `beside-dot ${now.state}`, "aria-hidden": "true" }),
      el(
        "p",
        { class: "beside-who" },
        el("b", { class: "cap", text: run.character }),
        el("span", {
          class: "dim fine",
          text: [
            t(`spire.${now.state}`),
            run.ascension ? t("spire.ascension", { n: run.ascension }) : "",
            now.session?.agent ?? "",
          ]
            .filter(Boolean)
            .join(" · "),
        }),
      ),
      el(
        "ul",
        { class: "beside-facts" },
        el(
          "li",
          { class: "beside-hp", title: t("spire.hp") },
          symbol("health"),
          el("span", { class: "away", text: `${t("spire.hp")} ` }),
          el("b", { text: `${run.hp}/${run.max_hp}` }),
          life,
        ),
        fact("coin", t("spire.gold"), run.gold),
        fact("up", t("spire.floor.name"), run.floor),
        fact("hand", t("spire.deck"), run.deck),
        run.boss ? fact("crown", t("spire.boss"), run.boss) : null,
      ),
    );
  }

  /** @param {import("./scene.js").Scene} scene @param {Standing} now */
  drawFight(scene, now) {
    const { felt, hand } = this,
      text = JSON.stringify(scene);
    if (!felt || !hand) return;
    if (text !== this.drawn.scene) {
      this.drawn.scene = text;
      const before = snapshot(this);
      drawScene(scene, felt, hand, null);
      settle(before, this);
    }
    this.point(now.decision?.text ?? "");
  }

  /** @param {Standing} now @param {Run} run */
  drawDecision(now, run) {
    const { decision } = now;
    this.classList.toggle("thinking-on", now.state === "live" && !decision);
    if (now.state !== "live")
      this.said?.replaceChildren(
        el("p", { class: "beside-verb", text: t(`spire.${now.state}`) }),
        el("p", { class: "beside-play cap", text: now.message || t("spire.ended.none") }),
      );
    // While the client thinks, the last command stays: it is gone in a moment.
    else if (decision) this.drawCommand(decision, run, now.note ?? "");
    else if (!this.said?.childElementCount)
      this.said?.replaceChildren(el("p", { class: "beside-verb", text: t("ask.thinking") }));
    if (decision) this.drawOptions(decision);
    this.told?.replaceChildren(
      ...[...(now.told ?? [])]
        .reverse()
        .slice(0, 8)
        .map((each) =>
          el(
            "li",
            {},
            el("span", { class: "beside-floor", text: each.floor, title: t("spire.floor.name") }),
            el("span", {
              class: "cap",
              text: each.instead ? `${each.why} · ${t("spire.instead")} ${each.instead}` : each.why,
            }),
          ),
        ),
    );
  }

  /** What is played, and why. @param {Decision} decision @param {Run} run @param {string} note */
  drawCommand(decision, run, note) {
    const { advice } = decision;
    const lead = advice?.explanation ?? [],
      own = decision.follows || decision.text === advice?.text,
      verb = this.now?.session?.advise
        ? "spire.advises"
        : run.fight
          ? "spire.plays"
          : "spire.chooses";
    this.said?.replaceChildren(
      el("p", { class: "beside-verb", text: t(verb) }),
      el("p", { class: "beside-play cap", text: decision.why }),
      ...(own ? lead.slice(0, 2).map((text) => el("p", { class: "beside-lead", text })) : []),
      el(
        "p",
        { class: "dim fine" },
        el("code", { text: decision.command }),
        ` · ${decision.by}`,
        note ? ` · ${note}` : "",
      ),
    );
    if (own && lead[0] && lead[0] !== this.drawn.lead) say(lead[0]);
    this.drawn.lead = lead[0] ?? "";
  }

  /** All options, best first. @param {Decision} decision */
  drawOptions(decision) {
    const { advice } = decision,
      text = JSON.stringify([advice, decision.follows ? "" : decision.text]);
    if (text === this.drawn.advice || !this.adviser) return;
    this.drawn.advice = text;
    this.adviser.hidden = !advice;
    if (!advice) return;
    this.adviser.answer = {
      id: "",
      state: "done",
      ply: 0,
      agent: decision.by,
      seconds: decision.seconds,
      // What it says first is beside the table already.
      advice: { ...advice, explanation: advice.explanation.slice(2) },
    };
    this.adviser.picked = decision.text;
    this.adviser.open = 0;
    this.adviser.draw();
  }

  /** Marks the pieces of a move; of the one that is played if it is not an option. @param {string} text */
  point(text) {
    for (const node of this.querySelectorAll(".hint")) node.classList.remove("hint");
    const decision = this.now?.decision;
    if (!decision || this.now?.state !== "live") return;
    const option = /** @type {any} */ (decision.advice?.options.find((each) => each.text === text));
    const touches = /** @type {Touches} */ (
      text === decision.text || !option?.touches?.length ? decision.touches : option.touches
    );
    for (const [group, count] of touches) {
      let left = count;
      for (const node of /** @type {NodeListOf<HTMLElement>} */ (
        this.querySelectorAll(".felt [data-group], .hand [data-group]")
      )) {
        if (left <= 0) break;
        if (node.dataset.group !== group) continue;
        node.classList.add("hint");
        left -= pieceOf.get(node)?.count ?? 1;
      }
    }
  }
}
customElements.define("kibitz-spire", Beside);
