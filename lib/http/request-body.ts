import { DomainError } from "@/lib/domain-error";

/** Largest request body in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;

/**
 * The JSON value of a request; undefined when the body is empty.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE past 256 KiB, whatever Content-Length says; INVALID_PAYLOAD on field `""` when
 *   the body is not JSON in UTF-8
 */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson(request.headers, await readBytes(request));
}

/**
 * Parses bytes as JSON; undefined when there are none.
 *
 * @throws DomainError INVALID_PAYLOAD on field `""`
 */
export function parseJson(headers: Headers, bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  checkMediaType(headers);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid("must be JSON in UTF-8");
  }
}

/**
 * The text of a request, of any media type.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE
 */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request));
}

function checkMediaType(headers: Headers): void {
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") throw invalid("must not be compressed");
  const type = headers.get("content-type");
  if (type === null) return;
  const [media = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (media !== "application/json" || !isUtf8) throw invalid("must be sent as application/json in UTF-8");
}

/**
 * The whole body of a request.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE; INVALID_PAYLOAD on field `""` when the upload breaks off
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES)
    throw new DomainError("PAYLOAD_TOO_LARGE");
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    // Nobody reads this answer: the client broke off and left. It only tells this from a failure of ours.
    const { done, value } = await reader.read().catch(() => {
      throw invalid("must arrive in full");
    });
    if (done) break;
    size += value.length;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel().catch(() => {});
      throw new DomainError("PAYLOAD_TOO_LARGE");
    }
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

function invalid(message: string): DomainError {
  return new DomainError("INVALID_PAYLOAD", [{ field: "", message }]);
}
