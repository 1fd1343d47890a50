import { readFileSync } from "node:fs";
import { INITIAL_FORM_STATE } from "@/components/ui/form-state";

/** A server action of the build. */
export interface ServerAction {
  readonly id: string;
  /** The file that declares it, relative to the project root. */
  readonly file: string;
  readonly name: string;
  /** The URL of a page that uses it. */
  readonly page: string;
}

interface Manifest {
  readonly node: Readonly<
    Record<string, { filename: string; exportedName: string; workers: Readonly<Record<string, unknown>> }>
  >;
}

/** Returns every server action in the build, on all pages. */
export function builtActions(): ServerAction[] {
  const manifest = readJson<Manifest>("server-reference-manifest.json");
  return Object.entries(manifest.node).map(([id, { filename, exportedName, workers }]) => ({
    id,
    file: filename,
    name: exportedName,
    page: buildPage(Object.keys(workers).sort((a, b) => a.length - b.length)[0] ?? ""),
  }));
}

/** Signs in with the form's request. If the response sets no session cookie, its value has the reason. */
export function callSignIn(
  baseUrl: string,
  form: { email: string; password: string },
  call: { cookie?: string; origin?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<ActionAnswer> {
  const action = builtActions().find(({ name }) => name === "signInByForm");
  if (action === undefined) throw new Error("The build has no action signInByForm.");
  return callAction(baseUrl, action, { form, ...call });
}

/** Returns the URLs of the build's route handlers, with parameters in brackets. */
export function builtRoutes(): string[] {
  return builtPaths("/route");
}

/** Returns the URLs of the build's pages, with parameters in brackets. */
export function builtPages(): string[] {
  return builtPaths("/page");
}

function builtPaths(ending: string): string[] {
  return Object.keys(readJson<Record<string, string>>("app-paths-manifest.json"))
    .filter((key) => key.endsWith(ending))
    .map((key) => key.slice(0, -ending.length).replace(/\/\([^)]+\)/g, ""));
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(`.next/server/${name}`, "utf8")) as T;
}

/** Returns a page's URL: `/docs` for `app/(site)/docs/page`. Parameters become `none`. */
function buildPage(worker: string): string {
  const path = worker
    .replace(/^app/, "")
    .replace(/\/page$/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\[+[^\]]+\]+/g, "none");
  return path === "" ? "/" : path;
}

/** The outcome of a call. */
export interface ActionAnswer {
  readonly status: number;
  /** URL of the redirect; null without one. */
  readonly redirect: string | null;
  /** The action's return value, if it ran: for a form, its new state. */
  readonly value: {
    isDone?: boolean;
    refusal?: string | null;
    problems?: unknown[];
    result?: unknown;
    /** Reason that a sign-in failed. */
    why?: string;
    waitSeconds?: number;
  } | null;
  readonly headers: Headers;
  /** The whole response, with the page if it was rendered again. */
  readonly text: string;
}

/** Calls an action as a page's script does. Any client can do so, even if no page would. */
export async function callAction(
  baseUrl: string,
  action: ServerAction,
  call: {
    /** The form's fields; without them the action is called with no argument. */
    form?: Readonly<Record<string, string | File>>;
    /** Further headers. */
    headers?: Readonly<Record<string, string>>;
    cookie?: string;
    origin?: string;
    /** The page that the form is on, which browsers send as the referrer. */
    from?: string;
    page?: string;
  },
): Promise<ActionAnswer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(call.form ?? {})) body.append(`_1_${name}`, value);
  // React sends the form's previous state and the form itself; the reference points to the fields above.
  body.append("0", JSON.stringify(call.form === undefined ? [] : [INITIAL_FORM_STATE, "$K1"]));
  const response = await fetch(baseUrl + (call.page ?? action.page), {
    method: "POST",
    headers: {
      Accept: "text/x-component",
      "Next-Action": action.id,
      Origin: call.origin ?? baseUrl,
      ...(call.from === undefined ? {} : { Referer: call.from }),
      ...(call.cookie === undefined ? {} : { Cookie: call.cookie }),
      ...call.headers,
    },
    body,
    redirect: "manual",
  });
  const text = await response.text();
  const target = response.headers.get("x-action-redirect") ?? response.headers.get("Location");
  return {
    status: response.status,
    redirect: target === null ? null : (target.split(";")[0] ?? ""),
    value: parseAnswer(text),
    headers: response.headers,
    text,
  };
}

/** Reads the action's result from React's stream: the first row names the row that holds it. */
function parseAnswer(text: string): ActionAnswer["value"] {
  const rows = toRows(Buffer.from(text));
  const at = /"a":"\$@(\w+)"/.exec(rows.get("0") ?? "")?.[1];
  const row = at === undefined ? undefined : rows.get(at);
  return row?.startsWith("{") ? (JSON.parse(row) as ActionAnswer["value"]) : null;
}

/** The rows of React's stream by their ids, without those that hold a long text alone. */
function toRows(stream: Buffer): Map<string, string> {
  const rows = new Map<string, string>();
  for (let at = 0; at < stream.length; ) {
    const colon = stream.indexOf(":", at);
    if (colon === -1) break;
    // A long text comes after its length in bytes, and no line ends after it.
    const [prefix, length] = /^T([0-9a-f]+),/.exec(stream.toString("latin1", colon + 1, colon + 12)) ?? [];
    if (prefix !== undefined && length !== undefined) {
      at = colon + 1 + prefix.length + Number.parseInt(length, 16);
      continue;
    }
    const newline = stream.indexOf("\n", colon);
    const end = newline === -1 ? stream.length : newline;
    rows.set(stream.toString("utf8", at, colon), stream.toString("utf8", colon + 1, end));
    at = end + 1;
  }
  return rows;
}
