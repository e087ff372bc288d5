// A move with too many possibilities to list: one question after the other.

import { post, Refused } from "./api.js";
import { button, el } from "./dom.js";
import { t } from "./words.js";

/**
 * Asks for the parts of a move; returns it as text, or an empty text if the player gave up.
 * @param {string} match @param {string} token @param {string} kind
 * @returns {Promise<string>}
 */
export function askSteps(match, token, kind) {
  const title = kind.replaceAll("_", " ");
  const box = /** @type {HTMLDialogElement} */ (
    el("dialog", { class: "dialog steps", "aria-label": title })
  );
  const body = el("div", { class: "steps-body" });
  box.append(el("p", { class: "dialog-title cap", text: title }), body);
  return new Promise((done) => {
    let found = "";
    /** @type {(number | number[])[]} */
    const chosen = [];
    const next = async () => {
      try {
        const asked = await post(`/matches/${match}/choices`, { kind, chosen }, token);
        if (asked.complete) {
          found = asked.text;
          box.close();
          return;
        }
        body.replaceChildren(question(asked));
        /** @type {HTMLElement | null} */ (body.querySelector("button, input"))?.focus();
      } catch (error) {
        body.replaceChildren(
          el("p", {
            class: "refusal",
            text: error instanceof Refused ? error.message : t("problem.offline"),
          }),
          el(
            "div",
            { class: "dialog-row" },
            button(t("close"), () => box.close(), { class: "plain" }),
          ),
        );
      }
    };
    /** @param {any} asked */
    const question = (asked) => {
      const name = el("p", { class: "dim cap", text: asked.field.replaceAll("_", " ") });
      const row = el(
        "div",
        { class: "dialog-row" },
        button(t("cancel"), () => box.close(), { class: "plain" }),
        chosen.length
          ? button(
              t("step.back"),
              () => {
                chosen.pop();
                next();
              },
              { class: "plain" },
            )
          : null,
      );
      if (!asked.many) {
        return el(
          "div",
          {},
          name,
          el(
            "div",
            { class: "step-options" },
            ...asked.options.map((/** @type {string} */ text, /** @type {number} */ at) =>
              button(
                text,
                () => {
                  chosen.push(at);
                  next();
                },
                { class: "plain cap" },
              ),
            ),
          ),
          row,
        );
      }
      const inputs = asked.options.map(
        () => /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" })),
      );
      const send = /** @type {HTMLButtonElement} */ (
        button(
          t("step.next"),
          () => {
            chosen.push(
              inputs.flatMap((/** @type {HTMLInputElement} */ input, /** @type {number} */ at) =>
                input.checked ? [at] : [],
              ),
            );
            next();
          },
          { class: "primary" },
        )
      );
      const check = () => {
        const n = inputs.filter((/** @type {HTMLInputElement} */ input) => input.checked).length;
        send.disabled = n < asked.least || n > asked.most;
      };
      inputs.forEach((/** @type {HTMLInputElement} */ input) =>
        input.addEventListener("change", check),
      );
      check();
      row.append(send);
      return el(
        "div",
        {},
        name,
        el("p", {
          class: "fine dim",
          text: t("step.many", { least: asked.least, most: asked.most }),
        }),
        el(
          "div",
          { class: "step-options" },
          ...asked.options.map((/** @type {string} */ text, /** @type {number} */ at) =>
            el("label", { class: "pill" }, inputs[at], el("span", { text })),
          ),
        ),
        row,
      );
    };
    box.addEventListener("close", () => {
      box.remove();
      done(found);
    });
    document.body.append(box);
    box.showModal();
    next();
  });
}
