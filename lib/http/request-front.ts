import type { IncomingMessage } from "node:http";

/** Which part of the process answers an address. */
export type Lane = "api" | "gps" | "health" | "tracking-events" | "pages";

/**
 * What becomes of a request before anything is looked up: the lane that answers it, or a refusal of what no client
 * of good faith sends.
 */
export type Front =
  | { readonly lane: Lane }
  | { readonly lane: Lane; readonly refusal: "bad-host" | "no-such-address" | "foreign-form" };

// RFC 9112, 3.2: whoever gets a malformed Host answers 400.
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

// Pages that Next has for itself and that answer 500 when they are asked for by name.
const INTERNAL_PAGES = /^\/(?:_global-error|_error|500)(?:\/|$)/;

/** Whether a path belongs to the direct lane, and to which part of it. */
export function laneOf(path: string): Lane {
  if (path === "/v1" || path.startsWith("/v1/") || path.startsWith("/v1\\")) return "api";
  if (path === "/gps") return "gps";
  if (/^\/(healthz|livez|readyz|metrics)$/.test(path)) return "health";
  return /^\/t\/[^/]+\/events$/.test(path) ? "tracking-events" : "pages";
}

/**
 * Reads a request's target and Host (RFC 9112, 3.2). A target that names its host, as for a proxy, is put down as the
 * path alone, and its host as Host.
 */
export function frontOf(request: Pick<IncomingMessage, "method" | "url" | "headers">): Front {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "");
  if (absolute !== null) {
    request.headers.host = absolute[1];
    request.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2] ?? ""}`;
  }
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const lane = laneOf(path);
  const { host } = request.headers;
  if (host !== undefined && !HOST.test(host)) return { lane, refusal: "bad-host" };
  // A URL of WHATWG reads a backslash as a slash, and so another address than was checked.
  if (!path.startsWith("/") || path.includes("\\")) return { lane, refusal: "no-such-address" };
  if (lane !== "pages") return { lane };
  // Next answers both by a 500, but for dead links, which proxy.ts answers in their own words.
  const isLink = /^\/(?:t|join|reset)\//.test(path);
  if (INTERNAL_PAGES.test(path) || !(isLink || isDecodable(path)))
    return { lane, refusal: "no-such-address" };
  return isForeignForm(request) ? { lane, refusal: "foreign-form" } : { lane };
}

/** Whether a page of another site sends a form to an action: by the same signs Next would answer it with a 500. */
function isForeignForm({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (method !== "POST" || headers.origin === undefined) return false;
  const isAction =
    headers["next-action"] !== undefined ||
    headers["content-type"]?.startsWith("multipart/form-data") === true;
  const forwarded = [headers["x-forwarded-host"]].flat()[0]?.split(",", 1)[0]?.trim();
  const sender = URL.canParse(headers.origin) ? new URL(headers.origin).host : headers.origin;
  return isAction && sender !== (forwarded || headers.host);
}

/** Whether a path's percent-encoding is of UTF-8 throughout. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
