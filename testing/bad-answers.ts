import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Responder = (response: ServerResponse, request: IncomingMessage) => void;

/** Outcome of one call as a client library reports it. */
export interface Outcome {
  readonly status: number;
  /** Null for a success. */
  readonly id: string | null;
  readonly excerpt: string;
}

interface BadAnswer {
  /** The responses to the attempts of one call; the last repeats. */
  readonly responders: readonly Responder[];
  readonly attempts: number;
  readonly outcome: Outcome;
  /** The call; `ping` by default. */
  readonly call?: "stepOrder" | "cancelled";
  readonly timeoutMs?: number;
  readonly deadlineMs?: number;
  /** The least and the most time that the call takes. */
  readonly minMs?: number;
  readonly maxMs?: number;
}

const HTML = "<html><body>502 Bad Gateway</body></html>";
const SUCCESS: Outcome = { status: 200, id: null, excerpt: "" };
const NO_RESPONSE: Outcome = { status: 0, id: "client.no_response", excerpt: "" };

const send =
  (status: number, body: string, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, { "X-Request-Id": "request-1", ...headers }).end(body);
  };

const refuse = (status: number, id: string, headers?: Record<string, string>, details = "[]"): Responder =>
  send(status, JSON.stringify({ success: false, error: { id, code: "X", message: "No", details } }), headers);

const succeed = send(200, JSON.stringify({ success: true, data: { ok: true } }));
const reset: Responder = (_, { socket }) => socket.resetAndDestroy();
const hang: Responder = () => {};

/** Closes the connection in the middle of a body. */
const cut: Responder = (response, { socket }) => {
  response.writeHead(200, { "Content-Length": "1000" });
  response.write('{"success":true,"data":{', () => socket.destroy());
};

const unreadable = (status: number, excerpt: string): Outcome => ({
  status,
  id: "client.unreadable_response",
  excerpt,
});

const rateLimited = (headers?: Record<string, string>): Responder =>
  refuse(429, "rate_limit.exceeded", headers);

/** Rounded down to a second, so the wait is one to two seconds. */
const retryAtDate: Responder = (response, request) =>
  rateLimited({ "Retry-After": new Date(Date.now() + 2000).toUTCString() })(response, request);

export const BAD_ANSWERS: Readonly<Record<string, BadAnswer>> = {
  "HTML 502": { responders: [send(502, HTML)], attempts: 3, outcome: unreadable(502, HTML) },
  "504 then 200": { responders: [send(504, HTML), succeed], attempts: 2, outcome: SUCCESS },
  "503 then 200": {
    responders: [refuse(503, "service.overloaded"), succeed],
    attempts: 2,
    outcome: SUCCESS,
  },
  "429 then 200": { responders: [rateLimited(), succeed], attempts: 2, outcome: SUCCESS },
  "429 throughout": {
    responders: [rateLimited()],
    attempts: 3,
    outcome: { status: 429, id: "rate_limit.exceeded", excerpt: "" },
  },
  "Retry-After in seconds": {
    responders: [rateLimited({ "Retry-After": "1" }), succeed],
    attempts: 2,
    outcome: SUCCESS,
    minMs: 1000,
  },
  "Retry-After as a date": {
    responders: [retryAtDate, succeed],
    attempts: 2,
    outcome: SUCCESS,
    minMs: 900,
  },
  "Retry-After that cannot be read": {
    responders: [rateLimited({ "Retry-After": "soon" }), succeed],
    attempts: 2,
    outcome: SUCCESS,
  },
  "Retry-After beyond the deadline": {
    responders: [refuse(503, "service.overloaded", { "Retry-After": "30" })],
    attempts: 1,
    outcome: { status: 503, id: "service.overloaded", excerpt: "" },
    deadlineMs: 15_000,
    maxMs: 14_000,
  },
  "409 with Retry-After then 200": {
    responders: [refuse(409, "order.creation_in_progress", { "Retry-After": "0" }), succeed],
    attempts: 2,
    outcome: SUCCESS,
  },
  "409 without Retry-After": {
    responders: [refuse(409, "order.not_editable")],
    attempts: 1,
    outcome: { status: 409, id: "order.not_editable", excerpt: "" },
  },
  "empty body": { responders: [send(200, "")], attempts: 1, outcome: unreadable(200, "") },
  "not JSON": { responders: [send(200, "It works!")], attempts: 1, outcome: unreadable(200, "It works!") },
  "JSON of another kind": { responders: [send(200, "[1]")], attempts: 1, outcome: unreadable(200, "[1]") },
  "success without data": {
    responders: [send(200, '{"success":true}')],
    attempts: 1,
    outcome: unreadable(200, '{"success":true}'),
  },
  "a long page": {
    responders: [send(404, "é".repeat(300))],
    attempts: 1,
    outcome: unreadable(404, "é".repeat(200)),
  },
  "a redirect": {
    responders: [send(302, "", { Location: "/elsewhere" })],
    attempts: 1,
    outcome: unreadable(302, ""),
  },
  "unknown error code": {
    responders: [refuse(418, "kettle.only", {}, "not a list")],
    attempts: 1,
    outcome: { status: 418, id: "kettle.only", excerpt: "" },
  },
  "cut body then 200": { responders: [cut, succeed], attempts: 2, outcome: SUCCESS },
  "cut body throughout": { responders: [cut], attempts: 3, outcome: NO_RESPONSE },
  "timeout then 200": { responders: [hang, succeed], attempts: 2, outcome: SUCCESS, timeoutMs: 2000 },
  "deadline within an attempt": {
    responders: [hang],
    attempts: 1,
    outcome: NO_RESPONSE,
    deadlineMs: 1000,
    maxMs: 9000,
  },
  "connection reset then 200": { responders: [reset, succeed], attempts: 2, outcome: SUCCESS },
  "503 for what must not be repeated": {
    responders: [refuse(503, "service.unavailable")],
    attempts: 1,
    outcome: { status: 503, id: "service.unavailable", excerpt: "" },
    call: "stepOrder",
  },
  "cancelled during a wait": {
    responders: [refuse(503, "service.unavailable", { "Retry-After": "20" })],
    attempts: 1,
    outcome: { status: 0, id: "cancelled", excerpt: "" },
    call: "cancelled",
    maxMs: 15_000,
  },
};

/** A request that a client library sent for one of its methods. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  readonly hasBody: boolean;
  readonly attempts: number;
}

interface BadServer {
  readonly url: string;
  /** A client's attempts so far, per bad response. */
  attempts(client: string): Readonly<Record<string, number>>;
  /** The requests below `/CLIENT/calls`; each call gets a 503, then a success. */
  calls(client: string): readonly RecordedCall[];
  close(): Promise<void>;
}

/** Serves bad response N of the table above at `/CLIENT/N`, and records calls below `/CLIENT/calls`. */
export async function startBadServer(): Promise<BadServer> {
  const attempts = new Map<string, Record<string, number>>();
  const calls = new Map<string, Map<string, RecordedCall>>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const [, client = "", place = "", ...path] = url.pathname.split("/");
    // An unread body would keep the connection from being reused.
    request.resume();
    if (place === "calls") {
      const own = calls.get(client) ?? new Map<string, RecordedCall>();
      calls.set(client, own);
      const key = `${request.method} ${url.pathname}`;
      own.set(key, {
        method: request.method ?? "",
        path: `/${path.map(decodeURIComponent).join("/")}`,
        query: [...url.searchParams.keys()].sort(),
        headers: Object.keys(request.headers)
          .filter((name) => name.startsWith("x-"))
          .sort(),
        hasBody: request.headers["content-type"] === "application/json",
        attempts: (own.get(key)?.attempts ?? 0) + 1,
      });
      const isFirst = own.get(key)?.attempts === 1;
      return (isFirst ? refuse(503, "service.unavailable") : send(200, '{"success":true,"data":{}}'))(
        response,
        request,
      );
    }
    const [name = "", answer] = Object.entries(BAD_ANSWERS)[Number(place)] ?? [];
    if (answer === undefined) return send(404, "Unknown path")(response, request);
    const counts = attempts.get(client) ?? {};
    attempts.set(client, counts);
    counts[name] = (counts[name] ?? 0) + 1;
    const { responders } = answer;
    responders[Math.min(counts[name], responders.length) - 1]?.(response, request);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attempts: (client) => attempts.get(client) ?? {},
    calls: (client) => [...(calls.get(client)?.values() ?? [])],
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
