// The frame around every page: the header, the settings, light and dark.

import { button, byId, el } from "./dom.js";
import { change, settings } from "./keep.js";
import { symbol } from "./symbols.js";
import { LANGUAGES, t } from "./words.js";

/**
 * Fills the header.
 * @param {{title?: string, status?: string, tone?: string, tools?: HTMLElement[], home?: boolean}} what
 */
export function setTop({ title = "", status = "", tone = "", tools = [], home = false }) {
  byId("top").replaceChildren(
    el(
      "a",
      { class: "brand", href: "#/", "aria-label": t("top.brand") },
      mark(),
      home ? el("span", { class: "brand-name", text: "Kibitz" }) : null,
    ),
    title ? el("h1", { class: "title", text: title }) : el("h1", { class: "away", text: "Kibitz" }),
    el("p", { class: "status", id: "status", text: status }),
    el("nav", { class: "tools", "aria-label": t("top.tools") }, ...tools, settingsButton()),
  );
  document.title = title ? `${title} – Kibitz` : "Kibitz";
  setTone(tone);
}

/** @param {string} text */
export function setStatus(text) {
  const found = document.getElementById("status");
  if (found && found.textContent !== text) found.textContent = text;
}

/** The table takes a little of the tone of its game. @param {string} tone */
export function setTone(tone) {
  const wanted = `ground-tone tone-${tone || "slate"}`;
  if (document.body.className !== wanted) document.body.className = wanted;
}

function mark() {
  return el("span", { class: "mark", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
}

function settingsButton() {
  const box = el("div", {
    class: "popover menu",
    id: "settings",
    popover: true,
    "aria-label": t("settings.title"),
  });
  box.addEventListener("beforetoggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "open") fillSettings(box);
  });
  return el(
    "div",
    { class: "popped" },
    el(
      "button",
      {
        class: "tool round",
        type: "button",
        popovertarget: "settings",
        "aria-label": t("settings.title"),
        title: t("settings.title"),
      },
      symbol("menu"),
    ),
    box,
  );
}

/** @param {HTMLElement} box */
function fillSettings(box) {
  /** @param {string} label @param {string} name @param {[string, string][]} choices */
  const choice = (label, name, choices) =>
    el(
      "fieldset",
      { class: "choice-row" },
      el("legend", { text: label }),
      ...choices.map(([value, text]) => {
        const now = String(/** @type {any} */ (settings)[name]);
        const input = el("input", {
          type: "radio",
          name: `set-${name}`,
          value,
          checked: now === value,
        });
        input.addEventListener("change", () => {
          change({ [name]: value });
          applyTheme();
          if (name === "language") location.reload();
        });
        return el("label", { class: "pill" }, input, el("span", { text }));
      }),
    );
  const confirm = /** @type {HTMLInputElement} */ (
    el("input", { type: "checkbox", checked: settings.confirm })
  );
  confirm.addEventListener("change", () => change({ confirm: confirm.checked }));
  const name = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "text",
      value: settings.name,
      maxlength: 40,
      placeholder: t("settings.name.hint"),
      autocomplete: "nickname",
    })
  );
  name.addEventListener("change", () => change({ name: name.value.trim() }));
  box.replaceChildren(
    el("h2", { text: t("settings.title") }),
    el("label", { class: "field-row" }, el("span", { text: t("settings.name") }), name),
    choice(t("settings.theme"), "theme", [
      ["auto", t("auto")],
      ["light", t("theme.light")],
      ["dark", t("theme.dark")],
    ]),
    choice(t("settings.motion"), "motion", [
      ["auto", t("auto")],
      ["on", t("on")],
      ["off", t("off")],
    ]),
    choice(t("settings.language"), "language", [["auto", t("auto")], ...Object.entries(LANGUAGES)]),
    el("label", { class: "switch-row" }, confirm, el("span", { text: t("settings.confirm") })),
    el("h2", { text: t("keys.title") }),
    el(
      "dl",
      { class: "keys" },
      ...["arrows", "enter", "play", "escape", "read", "ask", "type"].flatMap((key) => [
        el("dt", {}, el("kbd", { text: t(`keys.${key}.key`) })),
        el("dd", { text: t(`keys.${key}`) }),
      ]),
    ),
  );
}

/**
 * Asks a question; true for yes.
 * @param {string} question @param {string} yes @param {string} [detail]
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, detail = "") {
  const box = /** @type {HTMLDialogElement} */ (
    el("dialog", { class: "dialog", "aria-label": question })
  );
  return new Promise((done) => {
    let answer = false;
    box.append(
      el("p", { class: "dialog-title", text: question }),
      detail ? el("p", { class: "dim", text: detail }) : "",
      el(
        "div",
        { class: "dialog-row" },
        button(t("cancel"), () => box.close(), { class: "plain" }),
        button(
          yes,
          () => {
            answer = true;
            box.close();
          },
          { class: "primary" },
        ),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      done(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}
