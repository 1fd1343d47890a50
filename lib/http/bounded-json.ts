import { isUtf8 } from "node:buffer";

/** Arrays and objects within each other; the outermost counts. */
export const MAX_JSON_LEVELS = 32;

/** Values of a body that is not a list of orders: an order of ten dropoffs has about 400. */
export const MAX_JSON_VALUES = 20_000;

/** Thrown for JSON that would cost too much to parse; the message is an issue's. */
export class JsonLimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JsonLimitError";
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses JSON that others have sent: the only place that does. Brackets and commas outside strings are counted first,
 * because each array or object costs a hundred times as much as a byte, and more the deeper it is.
 *
 * @param maxValues largest number of values, arrays and objects included
 * @throws JsonLimitError beyond MAX_JSON_LEVELS or maxValues, before anything is parsed
 * @throws SyntaxError for text that is not JSON in UTF-8
 */
export function parseBoundedJson(sent: Uint8Array | string, maxValues: number = MAX_JSON_VALUES): unknown {
  const bytes = typeof sent === "string" ? Buffer.from(sent) : sent;
  checkJsonLimits(bytes, maxValues);
  if (!isUtf8(bytes)) throw new SyntaxError("JSON must be in UTF-8");
  return JSON.parse(toText(bytes));
}

/** UTF-8 without a byte order mark. */
export function toText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/**
 * For JSON that a library parses. An empty container in a list counts twice.
 *
 * @throws JsonLimitError beyond MAX_JSON_LEVELS or maxValues
 */
export function checkJsonLimits(bytes: Uint8Array, maxValues: number = MAX_JSON_VALUES): void {
  let levels = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = findEndOfString(bytes, at);
        break;
      case COMMA:
        values += 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        levels += 1;
        values += 1;
        if (levels > MAX_JSON_LEVELS)
          throw new JsonLimitError(`must not be nested more than ${MAX_JSON_LEVELS} levels deep`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        levels -= 1;
        break;
      default:
    }
    if (values > maxValues) throw new JsonLimitError(`must contain at most ${maxValues} values`);
  }
}

/** The position of the closing quote, or the end of the bytes. Bytes of longer characters are never quotes. */
function findEndOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] === BACKSLASH) at += 1;
  }
  return bytes.length;
}
