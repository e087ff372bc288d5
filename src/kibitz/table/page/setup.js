// A new match with options: a form made from what the game says about itself.

import { describeGame, Refused } from "./api.js";
import { el } from "./dom.js";
import { begin } from "./home.js";
import { settings } from "./keep.js";
import { setTop } from "./shell.js";
import { toneOf } from "./looks.js";
import { hasText, t } from "./words.js";

/** Words of people for the name of an option. @param {string} name */
const title = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/**
 * One option as a field of a form.
 * @param {string} name @param {any} option @param {string[]} [suggestions]
 * @returns {{row: HTMLElement, value: () => any}} `value` is undefined for the default
 */
function field(name, option, suggestions = []) {
  const id = `option-${name}-${Math.random().toString(36).slice(2, 7)}`,
    first = option.default;
  const help = option.help
    ? el("span", { class: "help", id: `${id}-help`, text: option.help })
    : null;
  const about = help ? { "aria-describedby": `${id}-help` } : {};
  /** @param {HTMLElement} input @param {() => any} value */
  const made = (input, value) => ({
    row: el(
      "div",
      { class: "field-row" },
      el("label", { for: id, text: title(name) }),
      input,
      help,
    ),
    value,
  });
  if (option.kind === "switch") {
    const input = /** @type {HTMLInputElement} */ (
      el("input", { type: "checkbox", id, checked: !!first, ...about })
    );
    return {
      row: el(
        "div",
        { class: "field-row switch-field" },
        input,
        el("label", { for: id, text: title(name) }),
        help,
      ),
      value: () => (input.checked === !!first ? undefined : input.checked),
    };
  }
  if (option.kind === "choice" && option.choices) {
    const input = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { id, ...about },
        ...option.choices.map((/** @type {any} */ each) =>
          el("option", { value: String(each), text: String(each), selected: each === first }),
        ),
      )
    );
    return made(input, () => {
      const found = option.choices.find((/** @type {any} */ each) => String(each) === input.value);
      return found === first ? undefined : found;
    });
  }
  if (option.kind === "whole" || option.kind === "number") {
    const input = /** @type {HTMLInputElement} */ (
      el("input", {
        type: "number",
        id,
        value: first ?? "",
        min: option.least,
        max: option.most,
        step: option.kind === "whole" ? 1 : "any",
        placeholder: option.optional ? t("setup.none") : null,
        ...about,
      })
    );
    return made(input, () =>
      input.value === "" || Number(input.value) === first ? undefined : Number(input.value),
    );
  }
  const shown = Array.isArray(first) ? first.join(option.separator ?? ", ") : (first ?? "");
  const input = /** @type {HTMLInputElement} */ (
    el("input", {
      type: "text",
      id,
      value: shown,
      list: suggestions.length ? `${id}-list` : null,
      ...about,
    })
  );
  const list = suggestions.length
    ? el(
        "datalist",
        { id: `${id}-list` },
        ...suggestions.slice(0, 300).map((each) => el("option", { value: each })),
      )
    : null;
  const found = made(input, () => (input.value === String(shown) ? undefined : input.value));
  if (list) found.row.append(list);
  return found;
}

/** Names from a list such as `zap: 4 pikachu, …`. @param {any} lists @param {string} name */
function suggest(lists, name) {
  const found = lists?.[name] ?? lists?.[`${name}s`] ?? [];
  return found.map((/** @type {string} */ each) => each.split(":")[0]);
}

/** Seats are counted in words here, because the games count them from 0. @param {number} at */
const seatName = (at) =>
  hasText(`seat.n${at + 1}`) ? t(`seat.n${at + 1}`) : t("seat.n", { n: at });

class Setup extends HTMLElement {
  constructor() {
    super();
    this.ident = "";
    /** @type {{kind: () => string, set: (kind: string) => void, agent: () => string}[]} */
    this.seats = [];
  }

  async connectedCallback() {
    this.className = "setup";
    try {
      this.game = await describeGame(this.ident);
    } catch (error) {
      this.append(
        el("p", {
          class: "refusal",
          text: error instanceof Refused ? error.message : t("problem.offline"),
        }),
      );
      return;
    }
    const { game } = this;
    setTop({
      title: game.title,
      status: t("setup.status"),
      tone: toneOf(game),
      tools: [el("a", { class: "tool", href: `#/rules/${game.id}`, text: t("rules") })],
    });
    const fields = Object.entries(game.options).map(([name, option]) => ({
      name,
      ...field(name, option, suggest(game.lists, name)),
    }));
    const seatBox = el("div", { class: "seat-list" });
    const counted = fields.find((each) => each.name === "seats");
    const fill = () => this.fillSeats(seatBox, counted?.value() ?? game.seats);
    counted?.row.addEventListener("change", fill);
    fill();
    const shown = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox", id: "public" }));
    const seed = /** @type {HTMLInputElement} */ (
      el("input", { type: "text", id: "seed", maxlength: 100, placeholder: t("setup.seed.none") })
    );
    const problem = el("p", { class: "refusal", role: "alert" });
    const form = el(
      "form",
      { class: "setup-form" },
      el("section", { class: "card-box" }, el("h2", { text: t("setup.seats") }), seatBox),
      fields.length
        ? el(
            "section",
            { class: "card-box" },
            el("h2", { text: t("setup.options") }),
            el("div", { class: "field-grid" }, ...fields.map((each) => each.row)),
          )
        : null,
      el(
        "section",
        { class: "card-box" },
        el("h2", { text: t("setup.more") }),
        el(
          "div",
          { class: "field-grid" },
          el(
            "div",
            { class: "field-row switch-field" },
            shown,
            el("label", { for: "public", text: t("setup.public") }),
            el("span", { class: "help", text: t("setup.public.help") }),
          ),
          el(
            "div",
            { class: "field-row" },
            el("label", { for: "seed", text: t("setup.seed") }),
            seed,
            el("span", { class: "help", text: t("setup.seed.help") }),
          ),
        ),
      ),
      el(
        "div",
        { class: "setup-row" },
        problem,
        el("button", { class: "primary", type: "submit", text: t("setup.go") }),
      ),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.textContent = "";
      const options = Object.fromEntries(
        fields.flatMap((each) => (each.value() === undefined ? [] : [[each.name, each.value()]])),
      );
      const seats = this.seats.map((each) => {
        const kind = each.kind();
        return kind === "you"
          ? { kind: "person", join: true, name: settings.name }
          : kind === "person"
            ? { kind: "person" }
            : { kind: "agent", agent: each.agent() };
      });
      try {
        await begin(
          {
            game: game.id,
            options,
            seats,
            public: shown.checked,
            ...(seed.value.trim() ? { seed: seed.value.trim() } : {}),
          },
          game,
        );
      } catch (error) {
        problem.textContent =
          error instanceof Refused && error.code !== "OFFLINE"
            ? error.message
            : t("problem.offline");
        if (!(error instanceof Refused)) throw error;
      }
    });
    this.append(form);
  }

  /** @param {HTMLElement} box @param {number} count */
  fillSeats(box, count) {
    this.seats = [];
    box.replaceChildren(...Array.from({ length: count }, (_, at) => this.seat(at)));
  }

  /** @param {number} at */
  seat(at) {
    const { game } = this,
      agents = Object.entries(game.agents).filter(([, each]) => /** @type {any} */ (each).plays);
    const kinds = [
      ["you", t("you")],
      ["agent", t("setup.agent")],
      ...(game.seats > 1 ? [["person", t("setup.person")]] : []),
    ];
    const name = `seat-${at}-${Math.random().toString(36).slice(2, 7)}`;
    let kind = at === 0 ? "you" : "agent";
    const opponent = String(game.opponent).split(":")[0];
    const who = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { "aria-label": t("setup.which") },
        el("option", { value: "", text: t("setup.default", { agent: opponent }) }),
        ...agents
          .filter(([each]) => each !== opponent || game.opponent.includes(":"))
          .map(([each]) => el("option", { value: each, text: each })),
      )
    );
    const more = el("details", { class: "agent-options" }),
      detail = el("div", { class: "agent-box" }, who, more);
    /** @type {{name: string, row: HTMLElement, value: () => any}[]} */
    let fields = [];
    const fill = () => {
      const found = /** @type {any} */ (game.agents)[who.value || opponent],
        options = who.value ? Object.entries(found?.options ?? {}) : [];
      fields = options.map(([option, about]) => ({ name: option, ...field(option, about) }));
      more.hidden = !fields.length;
      more.replaceChildren(
        el("summary", { text: t("setup.agent.options") }),
        el("div", { class: "field-grid" }, ...fields.map((each) => each.row)),
      );
    };
    who.addEventListener("change", fill);
    fill();
    const note = el("p", { class: "help", text: t("setup.person.help") });
    const update = () => {
      detail.hidden = kind !== "agent";
      note.hidden = kind !== "person";
    };
    const pills = el(
      "div",
      { class: "pills", role: "radiogroup", "aria-label": seatName(at) },
      ...kinds.map(([value, text]) => {
        const input = el("input", { type: "radio", name, value, checked: value === kind });
        input.addEventListener("change", () => {
          // One browser sits at one seat.
          if (value === "you")
            this.seats.forEach(
              (each, other) => other !== at && each.kind() === "you" && each.set("agent"),
            );
          kind = value;
          update();
        });
        return el("label", { class: "pill" }, input, el("span", { text }));
      }),
    );
    update();
    this.seats.push({
      kind: () => kind,
      set: (wanted) => {
        kind = wanted;
        const input = /** @type {HTMLInputElement | null} */ (
          pills.querySelector(`[value="${wanted}"]`)
        );
        if (input) input.checked = true;
        update();
      },
      agent: () => {
        const set = fields.flatMap((each) =>
          each.value() === undefined ? [] : [`${each.name}=${each.value()}`],
        );
        return who.value + (set.length ? `:${set.join(",")}` : "");
      },
    });
    return el(
      "div",
      { class: "seat-row" },
      el("b", { text: seatName(at) }),
      el("div", { class: "seat-choice" }, pills, detail, note),
    );
  }
}
customElements.define("kibitz-setup", Setup);
