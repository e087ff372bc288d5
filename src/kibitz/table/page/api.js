// Talks to the server: requests, and the WebSocket of a match.

import { cache, cached } from "./keep.js";

/** A request that the server refused, or that did not reach it (code `OFFLINE`). */
export class Refused extends Error {
  /** @param {string} code @param {string} message @param {any} [facts] */
  constructor(code, message, facts = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }
}

/**
 * @param {string} method @param {string} path
 * @param {{body?: unknown, token?: string, key?: string, text?: boolean, type?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<any>}
 */
export async function call(method, path, { body, token, key, text, type, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = type ?? "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      signal,
      body:
        body === undefined ? undefined : type ? /** @type {string} */ (body) : JSON.stringify(body),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused("OFFLINE", String(error));
  }
  if (answer.ok) return text ? answer.text() : answer.json();
  let problem = { code: "FAILED", message: answer.statusText };
  try {
    problem = (await answer.json()).error;
  } catch {
    // Something in between answered.
  }
  throw new Refused(problem.code, problem.message, problem);
}

/** @param {string} path @param {string} [token] */
export const get = (path, token) => call("GET", path, { token });
/** @param {string} path @param {unknown} body @param {string} [token] */
export const post = (path, body, token) => call("POST", path, { body, token });

/** A key that makes it safe to send a request again. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (each) =>
    each.toString(16).padStart(2, "0"),
  ).join("");

/** @type {Promise<any[]> | null} */
let games = null;

/** The installed games; those of the last visit at once, with `fresh` called when they changed. @param {(games: any[]) => void} [fresh] @returns {Promise<any[]>} */
export function listGames(fresh) {
  games ??= get("/games")
    .then((answer) => {
      cache("games", answer.games);
      return answer.games;
    })
    .catch((error) => {
      games = null;
      throw error;
    });
  const old = cached("games");
  if (!old) return games;
  games.then((now) => JSON.stringify(now) !== JSON.stringify(old) && fresh?.(now)).catch(() => {});
  return Promise.resolve(old);
}

/** @type {Map<string, Promise<any>>} */
const described = new Map();

/** A game with its options, agents and lists. @param {string} game @returns {Promise<any>} */
export function describeGame(game) {
  let found = described.get(game);
  if (!found) {
    found = get(`/games/${game}`);
    found.catch(() => described.delete(game));
    described.set(game, found);
  }
  return found;
}

/** The WebSocket of a match; connects again when the connection is lost, and misses nothing. */
export class Live {
  /**
   * @param {string} match @param {string} token
   * @param {{message: (message: any) => void, status: (status: "on" | "off" | "refused", problem?: any) => void}} hooks
   */
  constructor(match, token, hooks) {
    this.match = match;
    this.token = token;
    this.hooks = hooks;
    /** The last event that was seen. @type {number | null} */
    this.seq = null;
    this.tries = 0;
    this.done = false;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.again = () => {
      if (!this.done && this.socket === null) this.open();
    };
    addEventListener("online", this.again);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/matches/${this.match}/live`,
    );
    this.socket = socket;
    socket.addEventListener("open", () =>
      socket.send(
        JSON.stringify(
          this.seq === null ? { token: this.token } : { token: this.token, after: this.seq },
        ),
      ),
    );
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "refusal") {
        this.problem = message.error;
        return;
      }
      if (this.tries >= 0) this.hooks.status("on");
      this.tries = 0;
      if (typeof message.seq === "number") this.seq = Math.max(this.seq ?? 0, message.seq);
      this.hooks.message(message);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket === socket) this.socket = null;
      if (this.done) return;
      if (event.code >= 4400 && event.code < 4500 && event.code !== 4429) {
        this.done = true;
        this.hooks.status("refused", this.problem);
        return;
      }
      this.hooks.status("off");
      this.timer = setTimeout(this.again, Math.min(4000, 250 * 2 ** this.tries++));
    });
  }

  close() {
    this.done = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.again);
    this.socket?.close();
  }
}
