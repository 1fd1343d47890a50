import type { IncomingMessage } from "node:http";
import { DomainError } from "@/lib/domain-error";
import { JsonLimitError, parseBoundedJson } from "@/lib/http/bounded-json";
import type { HttpRequest } from "@/lib/http/http-request";

export const MAX_BODY_BYTES = 256 * 1024;

/** What a body may cost; by default the limits of all bodies (spec, LIM-13, REQ-9). */
export interface BodyLimits {
  readonly maxBytes?: number | undefined;
  readonly maxValues?: number | undefined;
}

/** The request's JSON value; undefined for an empty body. @throws DomainError PAYLOAD_TOO_LARGE or INVALID_PAYLOAD */
export async function readJson(
  request: HttpRequest,
  { maxBytes, maxValues }: BodyLimits = {},
): Promise<unknown> {
  return parseJson(request, await request.readBody(maxBytes), maxValues);
}

/** Undefined for an empty body. @throws DomainError INVALID_PAYLOAD on field `""`, also beyond the limits of REQ-9 */
export function parseJson(
  request: Pick<HttpRequest, "header">,
  bytes: Uint8Array,
  maxValues?: number,
): unknown {
  if (bytes.length === 0) return undefined;
  checkMediaType(request);
  try {
    return parseBoundedJson(bytes, maxValues);
  } catch (error) {
    throw invalid(error instanceof JsonLimitError ? error.message : "must be JSON in UTF-8");
  }
}

function checkMediaType(request: Pick<HttpRequest, "header">): void {
  const encoding = request.header("content-encoding");
  if (encoding !== null && encoding !== "identity") throw invalid("must not be compressed");
  const type = request.header("content-type");
  if (type === null || type === "application/json") return;
  const [media = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isInUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (media !== "application/json" || !isInUtf8) throw invalid("must be sent as application/json in UTF-8");
}

class Body {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(readonly maxBytes: number) {}

  add(chunk: Uint8Array): boolean {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    return this.#size <= this.maxBytes;
  }

  whole(): Uint8Array {
    const [first, ...others] = this.#chunks;
    if (first === undefined) return new Uint8Array();
    return others.length === 0 ? first : Buffer.concat(this.#chunks);
  }
}

export async function readNodeBody(message: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  checkLength(message.headers["content-length"] ?? null, maxBytes);
  return new Promise((resolve, reject) => {
    const body = new Body(maxBytes);
    const stop = (): void => {
      message.off("data", add).off("end", finish).off("error", breakOff).off("close", breakOff);
    };
    const add = (chunk: Uint8Array): void => {
      if (body.add(chunk)) return;
      stop();
      message.pause();
      reject(tooLarge());
    };
    const finish = (): void => {
      stop();
      resolve(body.whole());
    };
    const breakOff = (): void => {
      stop();
      reject(brokenOff());
    };
    message.on("data", add).on("end", finish).on("error", breakOff).on("close", breakOff);
    // Streams do not repeat "end" and "close" for a late listener.
    if (message.readableEnded) finish();
    else if (message.destroyed) breakOff();
  });
}

/** The whole body of a web Request; see HttpRequest. @param maxBytes where it may be larger than the API's */
export async function readWebBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  checkLength(request.headers.get("content-length"), maxBytes);
  const body = new Body(maxBytes);
  const reader = request.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(() => {
      throw brokenOff();
    });
    if (done) break;
    if (body.add(value)) continue;
    await reader.cancel().catch(() => {});
    throw tooLarge();
  }
  return body.whole();
}

function checkLength(declared: string | null, maxBytes: number): void {
  if (Number(declared) > maxBytes) throw tooLarge();
}

function tooLarge(): DomainError {
  return new DomainError("PAYLOAD_TOO_LARGE");
}

/** The client has disconnected and gets no response; the error only distinguishes this from a server failure. */
function brokenOff(): DomainError {
  return invalid("request body ended prematurely");
}

function invalid(message: string): DomainError {
  return new DomainError("INVALID_PAYLOAD", [{ field: "", message }]);
}
