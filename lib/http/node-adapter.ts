import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "@/lib/http/envelope";
import { type HttpRequest, readTarget, type Target } from "@/lib/http/http-request";
import { readNodeBody } from "@/lib/http/request-body";

// Node keeps only the first of these headers; a second one must be detected.
const KEPT_ONCE: ReadonlySet<string> = new Set(["authorization", "content-type"]);

// Data that a client sends after its response is discarded for this long, so that the client can read the response.
const DRAIN_WITHIN_MS = 500;

export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly target: Target;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
    this.method = message.method ?? "GET";
    this.target = readTarget(message.url ?? "/");
  }

  header(name: string): string | null {
    const value = this.#message.headers[name];
    if (value === undefined) return null;
    if (Array.isArray(value)) return value.join(", ");
    return KEPT_ONCE.has(name) ? this.#joined(name) : value;
  }

  readBody(maxBytes?: number): Promise<Uint8Array> {
    return readNodeBody(this.#message, maxBytes);
  }

  #joined(name: string): string {
    const { rawHeaders } = this.#message;
    let value: string | undefined;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const sent = rawHeaders[index] ?? "";
      if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
      value = value === undefined ? rawHeaders[index + 1] : `${value}, ${rawHeaders[index + 1]}`;
    }
    return value ?? "";
  }
}

export type CommonHeaders = readonly (readonly [name: string, value: string])[];

export function writeReply(
  message: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: Reply,
  common: CommonHeaders,
): void {
  const lines: string[] = [];
  for (const [name, value] of common) if (headers[name] === undefined) lines.push(name, value);
  for (const name in headers) lines.push(name, headers[name] ?? "");
  lines.push("Content-Length", String(Buffer.byteLength(body)));
  response.writeHead(status, lines);
  response.end(body);
  if (!message.complete) drain(message);
}

function drain(message: IncomingMessage): void {
  const timer = setTimeout(() => message.socket.destroySoon(), DRAIN_WITHIN_MS);
  timer.unref();
  message.on("error", () => {});
  message.on("close", () => clearTimeout(timer));
  message.resume();
}
