/** The three headers of a message; null where there is none. */
export interface PastedHeaders {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
}

/**
 * Names as in HTTP, and as frameworks write them: HTTP_WEBHOOK_ID. A value ends with its line, or with the quote or
 * bracket around it; no value of ours has a brace, and a comma only after v1.
 */
const HEADER = /webhook[-_](id|timestamp|signature)["']?[ \t]*[:=][ \t]*["'[]*((?:v1,|[^"'\]},\r\n])*)/gi;

/** Finds the headers in pasted text: lines of a log, or an object of headers. The first of each counts. */
export function readPastedHeaders(pasted: string): PastedHeaders {
  const found = new Map<string, string>();
  // JSON may escape the slashes of a signature.
  for (const [, name = "", value = ""] of pasted.replaceAll("\\/", "/").matchAll(HEADER)) {
    const key = name.toLowerCase();
    const text = value.trim();
    if (text !== "" && !found.has(key)) found.set(key, text);
  }
  const of = (name: keyof PastedHeaders) => found.get(name) ?? null;
  return { id: of("id"), timestamp: of("timestamp"), signature: of("signature") };
}
