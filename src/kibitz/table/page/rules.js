// The rules of a game: Markdown, drawn by a small renderer that makes elements, never markup.

import { call, listGames } from "./api.js";
import { el } from "./dom.js";
import { setTop } from "./shell.js";
import { t } from "./words.js";

/** Code, strong and emphasised words; links as their text. @param {string} text @returns {Node[]} */
function inline(text) {
  /** @type {Node[]} */
  const found = [];
  const parts = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;
  let last = 0;
  for (const match of text.matchAll(parts)) {
    found.push(document.createTextNode(text.slice(last, match.index)));
    const [whole, code, strong, weak, link] = match;
    found.push(
      code !== undefined
        ? el("code", { text: code })
        : strong !== undefined
          ? el("strong", {}, ...inline(strong))
          : weak !== undefined
            ? el("em", {}, ...inline(weak))
            : document.createTextNode(link),
    );
    last = match.index + whole.length;
  }
  found.push(document.createTextNode(text.slice(last)));
  return found;
}

/** @param {string} row */
const cells = (row) =>
  row
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((each) => each.trim());

/** Draws Markdown: headings, paragraphs, lists, code, tables. @param {string} source @returns {DocumentFragment} */
export function markdown(source) {
  const made = document.createDocumentFragment(),
    lines = source.replaceAll("\r", "").split("\n");
  let at = 0;
  const until = (/** @type {RegExp} */ end) => {
    const found = [];
    while (at < lines.length && lines[at].trim() && !end.test(lines[at]))
      found.push(lines[at++].trim());
    return found.join(" ");
  };
  const block = /^(#{1,6} |\s*[-*] |\s*\d+\. |```|\|)/;
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6}) (.*)/.exec(line),
      item = /^(\s*)([-*]|\d+\.) (.*)/.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      made.append(el(`h${Math.min(6, heading[1].length + 1)}`, {}, ...inline(heading[2])));
      at++;
    } else if (line.startsWith("```")) {
      const code = [];
      for (at++; at < lines.length && !lines[at].startsWith("```"); at++) code.push(lines[at]);
      at++;
      made.append(el("pre", { text: code.join("\n"), tabindex: "0" }));
    } else if (line.startsWith("|")) {
      const rows = [];
      while (at < lines.length && lines[at].startsWith("|")) rows.push(lines[at++]);
      const [head, ...body] = rows.filter((row) => !/^\|[\s:|-]+\|?$/.test(row)).map(cells);
      made.append(
        el(
          "div",
          { class: "tree-scroll", tabindex: "0" },
          el(
            "table",
            {},
            el("thead", {}, el("tr", {}, ...head.map((each) => el("th", {}, ...inline(each))))),
            el(
              "tbody",
              {},
              ...body.map((row) =>
                el("tr", {}, ...row.map((each) => el("td", {}, ...inline(each)))),
              ),
            ),
          ),
        ),
      );
    } else if (item) {
      const list = el(/\d/.test(item[2]) ? "ol" : "ul");
      while (at < lines.length) {
        const next = /^(\s*)([-*]|\d+\.) (.*)/.exec(lines[at]);
        if (!next) break;
        at++;
        const rest = until(block);
        list.append(el("li", {}, ...inline(next[3] + (rest ? ` ${rest}` : ""))));
        while (
          at < lines.length &&
          !lines[at].trim() &&
          /^\s*([-*]|\d+\.) /.test(lines[at + 1] ?? "")
        )
          at++;
      }
      made.append(list);
    } else {
      const text = until(block);
      made.append(el("p", {}, ...inline(text || lines[at++])));
    }
  }
  return made;
}

class Rules extends HTMLElement {
  constructor() {
    super();
    this.ident = "";
    this.inline = false;
  }

  async connectedCallback() {
    this.className = this.inline ? "rules" : "rules alone";
    // It scrolls, so the keyboard must get there.
    if (!this.inline) this.tabIndex = 0;
    try {
      const [text, games] = await Promise.all([
        call("GET", `/games/${encodeURIComponent(this.ident)}/rules`, { text: true }),
        listGames(),
      ]);
      const game = games.find((each) => each.id === this.ident),
        title = game?.title ?? this.ident;
      if (!this.inline)
        setTop({
          title,
          status: t("rules"),
          tone: game?.tone,
          tools: [el("a", { class: "tool", href: `#/new/${this.ident}`, text: t("play") })],
        });
      this.replaceChildren(
        el("h2", { class: "rules-title", text: title }),
        text.trim() ? markdown(text) : el("p", { class: "dim", text: t("rules.none") }),
      );
    } catch {
      this.replaceChildren(el("p", { class: "refusal", text: t("problem.offline") }));
    }
  }
}
customElements.define("kibitz-rules", Rules);
