import type { IncomingMessage, ServerResponse } from "node:http";
import { PREFIXES } from "@/lib/http/errors";
import { type HttpRequest, readTarget, type StreamOutput, type Target } from "@/lib/http/http-request";
import { errorReply, type Reply } from "@/lib/http/reply";
import { readNodeBody } from "@/lib/http/request-body";
import { logFailure } from "@/lib/log";

// Node keeps only the first of these headers; a second one must be detected.
const KEPT_ONCE: ReadonlySet<string> = new Set(["authorization", "content-type"]);

// Data that a client sends after its response is discarded for this long, so that the client can read the response.
const DRAIN_WITHIN_MS = 500;

class NodeRequest implements HttpRequest {
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

export const fromNodeRequest = (message: IncomingMessage): HttpRequest => new NodeRequest(message);

export type CommonHeaders = readonly (readonly [name: string, value: string])[];

/** A listener of Node's server. The common headers are part of a reply, unless it has its own. */
export type NodeListener = (
  message: IncomingMessage,
  response: ServerResponse,
  common: CommonHeaders,
) => void;

/** Runs a handler that returns a complete reply, such as the API's. */
export function listenForReply(serve: (request: HttpRequest) => Promise<Reply>): NodeListener {
  return (message, response, common) => {
    serve(fromNodeRequest(message))
      .catch((error: unknown) => {
        logFailure("request failed", error);
        return errorReply("INTERNAL_ERROR", PREFIXES[0], {});
      })
      .then((reply) => writeReply(message, response, reply, common));
  };
}

/** Runs a handler that writes a stream. */
export function listenForStream(
  serve: (request: HttpRequest, output: StreamOutput) => Promise<void>,
): NodeListener {
  return (message, response) => {
    void serve(fromNodeRequest(message), {
      isClosed: () => response.destroyed,
      begin: ({ status, headers }) => response.writeHead(status, headers),
    });
  };
}

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

/** A handler of Node's requests, such as Next.js. */
export type NodeHandler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;
