// Playing on from a replay: as which seat and against whom, and then a new match from that move on.

import { describeGame, post, Refused } from "./api.js";
import { button, el } from "./dom.js";
import { enter } from "./home.js";
import { settings } from "./keep.js";
import { t } from "./words.js";

/**
 * Asks who plays, and begins the match.
 * @param {any} info the match that is played on, as the server describes it
 * @param {string} token @param {number} ply @param {number} turn the seat that must decide
 * @param {string[]} names the players of the match, by seat
 */
export async function askPlayOn(info, token, ply, turn, names) {
  const game = await describeGame(info.game),
    title = t("playon.title");
  const box = /** @type {HTMLDialogElement} */ (
    el("dialog", { class: "dialog", "aria-label": title })
  );
  const opponent = String(game.opponent).split(":")[0],
    agents = Object.entries(game.agents).filter(([, each]) => /** @type {any} */ (each).plays);
  const seat = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { id: "playon-seat" },
      ...names.map((name, at) => el("option", { value: at, text: name, selected: at === turn })),
    )
  );
  const against = /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { id: "playon-against" },
      el("option", { value: "", text: t("setup.default", { agent: opponent }) }),
      ...agents
        .filter(([each]) => each !== opponent)
        .map(([each]) => el("option", { value: each, text: each })),
    )
  );
  const problem = el("p", { class: "refusal", role: "alert" });
  const go = async () => {
    const seats = names.map((_, at) =>
      at === Number(seat.value)
        ? { kind: "person", join: true, name: settings.name }
        : { kind: "agent", agent: against.value },
    );
    try {
      const path = `/matches/${info.match}/plies/${ply}/match`;
      enter(await post(path, { seats }, token), game);
      box.close();
    } catch (error) {
      problem.textContent =
        error instanceof Refused && error.code !== "OFFLINE" ? error.message : t("problem.offline");
      if (!(error instanceof Refused)) throw error;
    }
  };
  /** @param {string} label @param {HTMLElement} input */
  const row = (label, input) =>
    el("div", { class: "field-row" }, el("label", { for: input.id, text: label }), input);
  box.append(
    el("p", { class: "dialog-title", text: title }),
    el("p", { class: "dim small", text: t("playon.same") }),
    ...(names.length > 1
      ? [
          el(
            "div",
            { class: "field-grid" },
            row(t("playon.seat"), seat),
            row(t("playon.against"), against),
          ),
        ]
      : []),
    problem,
    el(
      "div",
      { class: "dialog-row" },
      button(t("cancel"), () => box.close(), { class: "plain" }),
      button(t("playon.go"), go, { class: "primary" }),
    ),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
