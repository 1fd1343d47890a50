import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { OsrmClient } from "@/lib/routing/osrm";
import { RoutingFailure, type RoutingFailureReason } from "@/lib/routing/routing-failure";
import { PATIENCE_MS } from "@/testing/patience.mjs";

type Responder = (socket: Socket, request: string) => void;

/** Long enough for an answer on a busy machine. */
const BUDGET_MS = PATIENCE_MS;
const SHORT_BUDGET_MS = 1_000;
const BODY = '{"code":"Ok","data_version":"é1"}';
const LENGTH = Buffer.byteLength(BODY);

let server: Server | undefined;
let sockets: Socket[] = [];
let requests: string[] = [];

/** Starts a server that answers requests with these in turn, and the rest with the last. */
async function openClient(path: string, ...responders: [Responder, ...Responder[]]): Promise<OsrmClient> {
  [sockets, requests] = [[], []];
  const opened = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    let text = "";
    socket.setEncoding("latin1").on("data", (piece: string) => {
      text += piece;
      if (!text.endsWith("\r\n\r\n")) return;
      requests.push(text);
      const answer = responders[Math.min(requests.length, responders.length) - 1] ?? responders[0];
      answer(socket, text);
      text = "";
    });
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve));
  return new OsrmClient(`http://127.0.0.1:${(opened.address() as AddressInfo).port}${path}`, 1);
}

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

const probe = (client: OsrmClient, budgetMs = BUDGET_MS): Promise<string | undefined> =>
  client.probe(budgetMs).catch((error: unknown) => {
    if (error instanceof RoutingFailure) return error.reason;
    throw error;
  });

const respond =
  (...parts: string[]): Responder =>
  (socket) => {
    socket.write(parts.join("\r\n"));
  };
const respondWell = respond("HTTP/1.1 200 OK", `Content-Length: ${LENGTH}`, "", BODY);
/** Ends the connection after this. */
const respondLast =
  (...parts: string[]): Responder =>
  (socket) => {
    socket.end(parts.join("\r\n"));
  };
const CHUNKED = [
  "HTTP/1.1 200 OK",
  "Transfer-Encoding: chunked",
  "",
  "5;name=value",
  BODY.slice(0, 5),
  (LENGTH - 5).toString(16),
  BODY.slice(5),
  "0",
  "Trailer: value",
  "",
  "",
];

/** Writes a text byte by byte, each in a separate packet. */
const respondSlowly =
  (text: string): Responder =>
  (socket) => {
    const bytes = [...Buffer.from(text)];
    socket.setNoDelay(true);
    const writeNext = () => {
      const byte = bytes.shift();
      if (byte !== undefined) socket.write(Buffer.of(byte), () => setImmediate(writeNext));
    };
    writeNext();
  };

const GOOD: readonly [string, Responder][] = [
  ["of the stated length", respondWell],
  ["in chunks", respond(...CHUNKED)],
  ["in chunks, byte by byte", respondSlowly(CHUNKED.join("\r\n"))],
  ["after an informational one", respond("HTTP/1.1 103 Early Hints", "Link: </x>", "", CHUNKED.join("\r\n"))],
  ["of HTTP/1.0, which ends with its connection", respondLast("HTTP/1.0 200 OK", "", BODY)],
  ["without a length, which ends with its connection", respondLast("HTTP/1.1 200 OK", "", BODY)],
  ["with status 400", respond("HTTP/1.1 400 Bad Request", `Content-Length: ${LENGTH}`, "", BODY)],
];

it.each(GOOD)("a response %s is read, twice in a row", async (_, answer) => {
  const client = await openClient("", answer);
  expect([await probe(client), await probe(client)]).toEqual(["é1", "é1"]);
  expect(requests).toHaveLength(2);
});

const GZIP = ["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 3", "", "\u001f\u000b\u0008"];

const BAD: readonly [string, RoutingFailureReason, Responder, number][] = [
  [
    "shorter than its stated length",
    "unreachable",
    respondLast("HTTP/1.1 200 OK", `Content-Length: ${LENGTH + 1}`, "", BODY),
    2,
  ],
  [
    "longer than its stated length",
    "malformed",
    respondLast("HTTP/1.1 200 OK", `Content-Length: ${LENGTH - 1}`, "", BODY),
    1,
  ],
  ["cut off in a chunk", "unreachable", respondLast(...CHUNKED.slice(0, 5)), 2],
  ["with a chunk of no length", "unreachable", respond(...CHUNKED.with(3, "five")), 2],
  ["cut off in its head", "unreachable", respondLast("HTTP/1.1 200 OK", "Content-"), 2],
  ["that is no HTTP", "unreachable", respond("SSH-2.0-OpenSSH_9.2", ""), 2],
  [
    "with a head without an end",
    "unreachable",
    respond("HTTP/1.1 200 OK", ...Array.from({ length: 3_000 }, (__, index) => `X-${index}: value`)),
    2,
  ],
  [
    "that changes the protocol",
    "unreachable",
    respond("HTTP/1.1 101 Switching Protocols", "Upgrade: x", "", ""),
    2,
  ],
  ["in a compression that was not asked for", "malformed", respond(...GZIP), 1],
  [
    "larger than 8 MiB by its stated length",
    "too_large",
    respond("HTTP/1.1 200 OK", `Content-Length: ${9 * 1024 * 1024}`, "", " ".repeat(9 * 1024 * 1024)),
    1,
  ],
  ["of a failing server", "status", respond("HTTP/1.1 500 Oops", `Content-Length: ${LENGTH}`, "", BODY), 2],
  [
    "of a failing server that breaks off",
    "status",
    respondLast("HTTP/1.1 500 Oops", `Content-Length: ${LENGTH + 1}`, "", BODY),
    2,
  ],
  [
    "of an overloaded server",
    "overloaded",
    respond("HTTP/1.1 429 Too Many Requests", `Content-Length: ${LENGTH}`, "", BODY),
    1,
  ],
];

it.each(BAD)("a response %s fails as %s, and the next request succeeds", async (_, reason, answer, tries) => {
  const responders: [Responder, ...Responder[]] = [
    answer,
    ...Array.from({ length: tries - 1 }, () => answer),
    respondWell,
  ];
  const client = await openClient("", ...responders);
  expect([await probe(client), await probe(client)]).toEqual([reason, "é1"]);
  expect(requests).toHaveLength(tries + 1);
});

it.each([
  ["before its head", respond("HTTP/1.1 200 OK", "")],
  ["within its body", respond("HTTP/1.1 200 OK", `Content-Length: ${LENGTH + 1}`, "", BODY)],
  [
    "within the body of a failing server",
    respond("HTTP/1.1 500 Oops", `Content-Length: ${LENGTH + 1}`, "", BODY),
  ],
])("a response that stops %s ends with the time limit, and its connection with it", async (_, answer) => {
  const client = await openClient("", answer, respondWell);
  expect(await probe(client, SHORT_BUDGET_MS)).toBe("timeout");
  // The only connection is free again.
  expect(await probe(client)).toBe("é1");
  expect(sockets).toHaveLength(2);
});

it("a request that waits for a free connection ends with its own time limit and is not sent later", async () => {
  let answer = () => {};
  const client = await openClient("", (socket, request) => {
    answer = () => respondWell(socket, request);
  });
  const first = probe(client);
  expect(await probe(client, SHORT_BUDGET_MS)).toBe("timeout");
  answer();
  expect(await first).toBe("é1");
  const next = probe(client);
  await expect.poll(() => requests.length).toBe(2);
  answer();
  expect(await next).toBe("é1");
});

it("a connection is used again, also after a failing response that is complete", async () => {
  const failing = respond("HTTP/1.1 503 Busy", "Content-Length: 4", "", "busy");
  const client = await openClient("", failing, respondWell);
  expect([await probe(client), await probe(client)]).toEqual(["é1", "é1"]);
  expect([sockets.length, requests.length]).toEqual([1, 3]);
});

it("a connection that the server closes while it is kept alive costs one retry on a new one", async () => {
  const client = await openClient("", respondWell, (socket) => socket.resetAndDestroy(), respondWell);
  expect([await probe(client), await probe(client)]).toEqual(["é1", "é1"]);
  expect([sockets.length, requests.length]).toEqual([2, 3]);
});

it("the path of the URL precedes the request's, which states what it accepts", async () => {
  const client = await openClient("/maps/osrm", respondWell);
  expect(await probe(client)).toBe("é1");
  const [head] = requests;
  expect(head).toMatch(/^GET \/maps\/osrm\/nearest\/v1\/driving\/0,0 HTTP\/1\.1\r\n/);
  expect(head).toMatch(/\r\naccept: application\/json\r\n/i);
  expect(head).not.toMatch(/accept-encoding/i);
});
