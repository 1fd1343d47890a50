export interface PastedHeaders {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
}

/** Accepts HTTP names and HTTP_WEBHOOK_ID. Our values contain a comma only after v1. */
const HEADER = /webhook[-_](id|timestamp|signature)["']?[ \t]*[:=][ \t]*["'[]*((?:v1,|[^"'\]},\r\n])*)/gi;

/** Reads log lines or an object of headers. The first of each counts. */
export function readPastedHeaders(pasted: string): PastedHeaders {
  const found = new Map<string, string>();
  // JSON may escape slashes.
  for (const [, name = "", value = ""] of pasted.replaceAll("\\/", "/").matchAll(HEADER)) {
    const key = name.toLowerCase();
    const text = value.trim();
    if (text !== "" && !found.has(key)) found.set(key, text);
  }
  const of = (name: keyof PastedHeaders) => found.get(name) ?? null;
  return { id: of("id"), timestamp: of("timestamp"), signature: of("signature") };
}
