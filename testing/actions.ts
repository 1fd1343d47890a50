import { readFileSync } from "node:fs";

/** A server action of the build. */
export interface BuiltAction {
  readonly id: string;
  /** The file that declares it, from the root of the project. */
  readonly file: string;
  readonly name: string;
  /** The address of a page that has it. */
  readonly page: string;
}

interface Manifest {
  readonly node: Readonly<
    Record<string, { filename: string; exportedName: string; workers: Readonly<Record<string, unknown>> }>
  >;
}

/** Every server action that the build answers, whichever pages have it. */
export function builtActions(): BuiltAction[] {
  const manifest = readJson<Manifest>("server-reference-manifest.json");
  return Object.entries(manifest.node).map(([id, { filename, exportedName, workers }]) => ({
    id,
    file: filename,
    name: exportedName,
    page: pageOf(Object.keys(workers).sort((a, b) => a.length - b.length)[0] ?? ""),
  }));
}

/** The addresses of the build's route handlers, with their parameters in brackets. */
export function builtRoutes(): string[] {
  return builtPaths("/route");
}

/** The addresses of the build's pages, likewise. */
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

/** `app/(site)/docs/page` is the page of `/docs`; what stands for a parameter is not asked for. */
function pageOf(worker: string): string {
  const path = worker
    .replace(/^app/, "")
    .replace(/\/page$/, "")
    .replace(/\/\([^)]+\)/g, "")
    .replace(/\[+[^\]]+\]+/g, "none");
  return path === "" ? "/" : path;
}

/** What came of a call. */
export interface ActionAnswer {
  readonly status: number;
  /** Where the reader is sent; null when they stay. */
  readonly redirect: string | null;
  /** What the action answered, when it ran: for a form its new state. */
  readonly value: {
    isDone?: boolean;
    refusal?: string | null;
    problems?: unknown[];
    result?: unknown;
  } | null;
  readonly headers: Headers;
}

/** Calls an action as a page's script does, whether or not any page would: it is an address like any other. */
export async function callAction(
  baseUrl: string,
  action: BuiltAction,
  call: {
    /** What the form sends; without it the action is called with no argument. */
    form?: Readonly<Record<string, string>>;
    cookie?: string;
    origin?: string;
    /** The page that the form stands in, as a browser tells it. */
    from?: string;
    page?: string;
  },
): Promise<ActionAnswer> {
  const body = new FormData();
  for (const [name, value] of Object.entries(call.form ?? {})) body.append(`_1_${name}`, value);
  // React sends the former state of the form and the form itself; the reference is to the fields above.
  const former = { isDone: false, refusal: null, problems: [], values: {}, result: null, subject: "" };
  body.append("0", JSON.stringify(call.form === undefined ? [] : [former, "$K1"]));
  const response = await fetch(baseUrl + (call.page ?? action.page), {
    method: "POST",
    headers: {
      Accept: "text/x-component",
      "Next-Action": action.id,
      Origin: call.origin ?? baseUrl,
      ...(call.from === undefined ? {} : { Referer: call.from }),
      ...(call.cookie === undefined ? {} : { Cookie: call.cookie }),
    },
    body,
    redirect: "manual",
  });
  const text = await response.text();
  const target = response.headers.get("x-action-redirect") ?? response.headers.get("Location");
  return {
    status: response.status,
    redirect: target === null ? null : (target.split(";")[0] ?? ""),
    value: answerOf(text),
    headers: response.headers,
  };
}

/** The action's answer within React's stream: the first row names the row that holds it. */
function answerOf(text: string): ActionAnswer["value"] {
  const rows = new Map(
    text.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  const at = /"a":"\$@(\w+)"/.exec(rows.get("0") ?? "")?.[1];
  const row = at === undefined ? undefined : rows.get(at);
  return row?.startsWith("{") ? (JSON.parse(row) as ActionAnswer["value"]) : null;
}
