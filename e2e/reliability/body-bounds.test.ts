import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type IncomingMessage, request as openRequest } from "node:http";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "@/app/v1/operations";
import { ACTIONS } from "@/e2e/reliability/action-table";
import { MAX_PROOF_BYTES } from "@/lib/courier-app/serve-proof";
import { issueCourierLink } from "@/lib/couriers/issue-courier-link";
import { MAX_JSON_LEVELS, MAX_JSON_VALUES } from "@/lib/http/bounded-json";
import { MAX_FORM_BYTES } from "@/lib/http/max-form-bytes";
import { MAX_BODY_BYTES } from "@/lib/http/request-body";
import { MAX_CHECK_BYTES, MAX_FILE_BYTES, MAX_FILE_VALUES } from "@/lib/imports/limits";
import { MAX_ZONE_FILE_VALUES } from "@/lib/service-area/zone-file";
import { URLS } from "@/lib/urls";
import { type AccountFixture, type Member, makeAccountFixture, makeMember } from "@/testing/account-fixture";
import { builtActions, type ServerAction } from "@/testing/actions";
import { isLongRun } from "@/testing/amount";
import { COSTLY_JSON, type CostlyKind } from "@/testing/costly-json";
import { AUTH } from "@/testing/sign-in";
import { startTestServer, type TestServer } from "@/testing/stage";

const TOO_MUCH = 12 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** What a stream may have read when a limit stops it. */
const SLACK_BYTES = 4 * CHUNK_BYTES;

/** In place of a status. */
const RESET = 499;

/** Only JSON with this text is counted, as the process also parses its own. */
const MARK = "counted-by-test";

const KINDS = Object.keys(COSTLY_JSON) as CostlyKind[];

const bodies = new Map<string, Buffer>();

/** Builds a body once for all doors, since that takes longer than most calls. */
function keepBody(key: string, build: () => string): Buffer {
  const body = bodies.get(key) ?? Buffer.from(build());
  bodies.set(key, body);
  return body;
}

const fill = (kind: CostlyKind, bytes: number): string => COSTLY_JSON[kind](bytes, MARK);

interface Limits {
  readonly maxBytes: number;
  readonly maxValues: number;
}

/** A URL that reads a body, with its limits. */
interface Door extends Limits {
  readonly path: string;
  readonly method?: string;
  readonly who: "key" | "courier" | "staff" | "recipient" | "visitor";
  readonly contentType?: string;
}

interface Work {
  readonly bytes: number;
  readonly largestJson: number;
  readonly values: number;
  readonly levels: number;
}

const USUAL: Limits = { maxBytes: MAX_BODY_BYTES, maxValues: MAX_JSON_VALUES };
const FORM: Limits = { maxBytes: 16 * 1024, maxValues: MAX_JSON_VALUES };
const URL_ENCODED = "application/x-www-form-urlencoded";

/** Every route outside the API that reads a body, by the URL of its file. */
const ROUTES: Readonly<Record<string, Door>> = {
  "/gps": { path: "/gps", who: "visitor", ...USUAL },
  "/mcp": { path: "/mcp", who: "key", ...USUAL },
  "/docs/try": { path: "/docs/try", who: "staff", ...USUAL, maxBytes: 2 * MAX_BODY_BYTES },
  "/api/auth/[...nextauth]": {
    path: "/api/auth/signin/oidc",
    who: "visitor",
    contentType: URL_ENCODED,
    ...FORM,
  },
  "/sign-in/passkey": { path: "/sign-in/passkey", who: "visitor", ...FORM, maxBytes: MAX_FORM_BYTES },
  ...Object.fromEntries(
    [
      "break",
      "dismissals",
      "hand-back",
      "messages",
      "positions",
      "push",
      "recipient-messages",
      "replies",
      "shift",
      "steps",
    ]
      .map((name) => `/courier/${name}`)
      .map((path) => [path, { path, who: "courier", ...USUAL } as const]),
  ),
  "/courier/proofs": {
    path: "/courier/proofs",
    who: "courier",
    contentType: "image/webp",
    ...USUAL,
    maxBytes: MAX_PROOF_BYTES,
  },
  "/dashboard/new/quote": { path: "/dashboard/new/quote", who: "staff", ...USUAL },
  "/dashboard/import/check": {
    path: "/dashboard/import/check",
    who: "staff",
    ...USUAL,
    maxBytes: MAX_CHECK_BYTES,
  },
  "/dashboard/import/orders": {
    path: "/dashboard/import/orders",
    who: "staff",
    maxBytes: MAX_FILE_BYTES,
    maxValues: MAX_FILE_VALUES,
  },
  ...Object.fromEntries(
    ["feedback", "note", "opt-out", "push", "reply", "request", "window"].map((name) => [
      `/t/[token]/${name}`,
      { path: `/t/TOKEN/${name}`, who: "recipient", ...FORM } as const,
    ]),
  ),
};

const API: readonly Door[] = OPERATIONS.filter(({ body }) => body !== undefined).map((operation) => ({
  path: `/v1/partner${operation.path.replace(/\{\w+\}/g, "none")}`,
  method: operation.method,
  who: "key",
  maxBytes: operation.maxBodyBytes ?? MAX_BODY_BYTES,
  maxValues: operation.maxBodyValues ?? MAX_JSON_VALUES,
}));

/** Before it passes a request to a route, Next reads as much of the body as server.ts allows a page. */
function withReadBytes(door: Door): Door & { readonly maxReadBytes: number } {
  const isDirect = /^\/(v1|mcp|gps)\b/.test(door.path);
  return { ...door, maxReadBytes: isDirect ? door.maxBytes : Math.max(door.maxBytes, MAX_FORM_BYTES) };
}

/** Actions that read a file of zones. */
const ZONE_ACTIONS: readonly string[] = ["importZones", "saveZone"];

/** URLs of the route files, parameters in brackets, that handle more than reading. */
function listWritingRoutes(): string[] {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith("/route.ts") && !file.startsWith("v1/"))
    .filter((file) => /\b(POST|PUT|PATCH|DELETE)\b/.test(readFileSync(join("app", file), "utf8")))
    .map((file) => `/${file.replace(/\/route\.ts$/, "").replace(/\([^)]+\)\//g, "")}`);
}

/** Fields in which actions take JSON, and others of their forms. */
const FIELDS = [
  ...new Set([
    ...ACTIONS.flatMap(({ form }) => Object.keys(getForm(form))),
    ...["file", "shape", "response", "passkey", "email", "password", "codes", "name"],
  ]),
];

function getForm(form: (typeof ACTIONS)[number]["form"]): Record<string, string> {
  // Forms refer to an account's rows, whose values do not matter here.
  const anything: unknown = new Proxy(() => "", { get: () => anything, apply: () => anything });
  try {
    return form(anything as AccountFixture, "http://localhost");
  } catch {
    return {};
  }
}

const BOUNDARY = "----boundary";
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart = (...parts: readonly string[]) => `${parts.join("")}--${BOUNDARY}--\r\n`;

/** Forms of about this many bytes, as React's client sends them. */
const FORMS: Readonly<Record<string, (bytes: number) => string>> = {
  "elements as an argument": (bytes) => multipart(part("0", fill("elements", bytes))),
  "levels as an argument": (bytes) => multipart(part("0", fill("levels", bytes))),
  "levels in each field": (bytes) =>
    multipart(
      ...FIELDS.map((name) => part(`_1_${name}`, fill("levels", bytes / FIELDS.length))),
      part("0", '[{},"$K1"]'),
    ),
  "elements in each field": (bytes) =>
    multipart(
      ...FIELDS.map((name) => part(`_1_${name}`, fill("elements", bytes / FIELDS.length))),
      part("0", '[{},"$K1"]'),
    ),
  "long text in a field": (bytes) => multipart(part("_1_name", fill("text", bytes)), part("0", '[{},"$K1"]')),
  "many fields": (bytes) =>
    multipart(
      Array.from({ length: bytes / 80 }, (_, index) => part(`_1_f${index}`, "1")).join(""),
      part("0", '[{},"$K1"]'),
    ),
};

describe("a request body", () => {
  let stage: TestServer;
  let own: AccountFixture;
  let operator: Member;
  /** Signs out. */
  let leaving: Member;
  let courierCookie: string;

  beforeAll(async () => {
    const preload = pathToFileURL(resolve("testing/count-work.mjs")).href;
    stage = await startTestServer({
      pages: true,
      env: { ...AUTH, NODE_OPTIONS: `--import=${preload}`, COUNTED_MARK: MARK },
    });
    own = await makeAccountFixture(stage.db, stage.couriers);
    operator = await makeMember(stage.db, null, "owner");
    leaving = await makeMember(stage.db, own.accountId, "owner");
    const { link } = await issueCourierLink(
      stage.db,
      await stage.couriers.makeCourier(),
      stage.server.baseUrl,
    );
    courierCookie = `courier=${link.slice(link.lastIndexOf("/") + 1)}`;
  });
  afterAll(() => stage?.close());

  const takeWork = async (): Promise<Work> =>
    (await (await fetch(`${stage.server.baseUrl}/testing/work`)).json()) as Work;

  const headersOf = ({ who, contentType = "application/json" }: Door): Record<string, string> => ({
    "Content-Type": contentType,
    Origin: stage.server.baseUrl,
    "Sec-Fetch-Site": "same-origin",
    ...(who === "key" ? { Authorization: `Bearer ${stage.shop.key}` } : {}),
    ...(who === "courier" ? { Cookie: courierCookie } : {}),
    ...(who === "staff" ? { Cookie: own.staff.cookie } : {}),
  });

  /** Sends a body in chunks, without its length, until the response arrives. */
  async function send(
    path: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
  ): Promise<number> {
    const call = openRequest(stage.server.baseUrl + path, { method, headers, agent: false });
    const chunks = Array.from({ length: Math.ceil(body.length / CHUNK_BYTES) }, (_, index) =>
      body.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
    );
    const source = Readable.from(chunks);
    source.pipe(call);
    // A server that has responded to a part of the body resets the rest, maybe before its response is read.
    const reset = once(call, "error").then(() => null);
    const response = await Promise.race([
      once(call, "response").then(([first]) => first as IncomingMessage),
      reset,
    ]);
    source.unpipe(call);
    call.on("error", () => {});
    response?.resume();
    call.destroy();
    return response?.statusCode ?? RESET;
  }

  async function expectBounded(
    { maxBytes, maxReadBytes = maxBytes, maxValues }: Limits & { readonly maxReadBytes?: number },
    call: () => Promise<number>,
    isTooMuch: boolean,
  ): Promise<void> {
    let status: number;
    do {
      await takeWork();
      status = await call();
      // A busy machine refuses a body unread.
    } while (status === 503);
    const work = await takeWork();
    const problems = [
      status >= 500 && `status ${status}`,
      isTooMuch && status < 400 && `status ${status}`,
      work.bytes > maxReadBytes + SLACK_BYTES && `${work.bytes} bytes read`,
      work.largestJson > maxBytes && `${work.largestJson} characters parsed at once`,
      work.values > maxValues && `${work.values} values parsed at once`,
      work.levels > MAX_JSON_LEVELS && `${work.levels} levels parsed`,
    ].filter(Boolean);
    expect(problems.join(", ")).toBe("");
  }

  it("is read only by routes in the test table, and by uploads that the URL table names", () => {
    expect(Object.keys(ROUTES).sort()).toEqual(listWritingRoutes().sort());
    const uploads = URLS.filter((url) => "isUpload" in url).map(({ pattern }) => pattern);
    const large = Object.values(ROUTES).filter(({ maxBytes }) => maxBytes > MAX_FORM_BYTES);
    expect(large.map(({ path }) => path).sort()).toEqual(uploads.sort());
  });

  const built = builtActions();
  const forms = Object.keys(FORMS);
  const actions = built.flatMap((action: ServerAction, index) =>
    forms
      .filter((_, place) => isLongRun || place === index % forms.length)
      .map((kind) => ({
        name: `${action.file} ${action.name}`,
        kind,
        action,
        sizes: [
          // Fields are read in the same way for every action, so only the first ones get as many as fit.
          isLongRun || kind !== "many fields" || index < forms.length
            ? MAX_FORM_BYTES - CHUNK_BYTES
            : MAX_FORM_BYTES / 16,
          // A larger form is refused by its URL, before the service knows the action.
          ...(isLongRun || built.findIndex(({ page }) => page === action.page) === index ? [TOO_MUCH] : []),
        ],
      })),
  );

  it.each(actions)("with $kind to $name costs at most its limits", async ({ kind, action, sizes }) => {
    const staff = action.name === "signOut" ? leaving : own.owner;
    const who = action.file.startsWith("app/ops/") ? operator : staff;
    const headers = {
      Accept: "text/x-component",
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      Cookie: who.cookie,
      "Next-Action": action.id,
      Origin: stage.server.baseUrl,
    };
    const form = FORMS[kind] ?? (() => "");
    for (const bytes of sizes)
      await expectBounded(
        {
          maxBytes: MAX_FORM_BYTES,
          maxValues: ZONE_ACTIONS.includes(action.name) ? MAX_ZONE_FILE_VALUES : MAX_JSON_VALUES,
        },
        () =>
          send(
            action.page,
            "POST",
            headers,
            keepBody(`${kind} ${bytes}`, () => form(bytes)),
          ),
        bytes === TOO_MUCH,
      );
  });

  const doors = [...API, ...Object.values(ROUTES)];
  const cases = doors.flatMap((door, index) =>
    KINDS.filter((_, place) => isLongRun || (index + place) % 2 === 0).map((kind) => ({
      name: `${door.method ?? "POST"} ${door.path}`,
      kind,
      door,
    })),
  );

  it.each(cases)("with $kind to $name costs at most its limits", async ({ kind, door }) => {
    const path = door.path.replace("TOKEN", own.order.trackingToken);
    const headers = headersOf(door);
    for (const bytes of [door.maxBytes - 1_024, TOO_MUCH])
      await expectBounded(
        withReadBytes(door),
        () =>
          send(
            path,
            door.method ?? "POST",
            headers,
            keepBody(`${kind} ${bytes}`, () => fill(kind, bytes)),
          ),
        bytes === TOO_MUCH,
      );
  });
});
