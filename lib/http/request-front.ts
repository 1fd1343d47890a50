import type { IncomingMessage } from "node:http";
import { MAX_FORM_BYTES } from "@/lib/http/form-body";
import { isOwnOrigin } from "@/lib/http/own-origin";

/** The part of the process that answers an address. */
export type Lane = "api" | "mcp" | "gps" | "health" | "map" | "events" | "pages";

/**
 * The first decision on a request, before any look-up: its lane, or a refusal of what no honest client sends.
 */
export type Front =
  | { readonly lane: Lane }
  | { readonly lane: Lane; readonly refusal: "bad-host" | "no-such-address" | "foreign-form" | "large-form" };

/** Photos are larger; their route bounds them itself. */
const PHOTOS = "/courier/proofs";

// RFC 9112, 3.2: a malformed Host, or more than one, gets a 400.
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

// Next's internal pages, which answer 500 when requested by name.
const INTERNAL_PAGES = /^\/(?:_global-error|_error|500)(?:\/|$)/;

const EVENTS = /^\/(?:t\/[^/]+|courier|ops|dashboard\/(?:map|open|orders|orders\/[\w-]+))\/events$/;

/** The lane of a path. */
export function laneOf(path: string): Lane {
  if (path === "/v1" || path.startsWith("/v1/") || path.startsWith("/v1\\")) return "api";
  if (path === "/mcp") return "mcp";
  if (path === "/gps") return "gps";
  if (/^\/(healthz|livez|readyz|metrics)$/.test(path)) return "health";
  if (path.startsWith("/map/")) return "map";
  return EVENTS.test(path) ? "events" : "pages";
}

/**
 * Reads a request's target and Host (RFC 9112, 3.2). Rewrites a target that names its host, as for a proxy, as the path
 * alone, with its host as Host.
 */
export function frontOf(request: Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">): Front {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "");
  if (absolute !== null) {
    request.headers.host = absolute[1];
    request.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2] ?? ""}`;
  }
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const lane = laneOf(path);
  const { host } = request.headers;
  if ((host !== undefined && !HOST.test(host)) || hasTwoHosts(request)) return { lane, refusal: "bad-host" };
  // WHATWG URLs read a backslash as a slash, and so another address than the checked one.
  if (!path.startsWith("/") || path.includes("\\")) return { lane, refusal: "no-such-address" };
  if (lane !== "pages") return { lane };
  // Next answers both with a 500, except for dead links, which proxy.ts answers in its own words.
  const isLink = /^\/(?:t|join|reset)\//.test(path);
  if (INTERNAL_PAGES.test(path) || !(isLink || isDecodable(path)))
    return { lane, refusal: "no-such-address" };
  if (isForeignForm(request)) return { lane, refusal: "foreign-form" };
  // Next answers with a 500 once it has read that much.
  const isLarge = hasFormLimit(request) && Number(request.headers["content-length"] ?? 0) > MAX_FORM_BYTES;
  return isLarge ? { lane, refusal: "large-form" } : { lane };
}

/** Whether a request of the pages may have a body of at most MAX_FORM_BYTES. */
export function hasFormLimit({ url = "/" }: Pick<IncomingMessage, "url">): boolean {
  return url.split("?", 1)[0] !== PHOTOS;
}

/** Node keeps the first of several. */
function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length > 1;
}

/** Whether another site's page sends a form to an action: by the signs on which Next would answer 500. */
function isForeignForm({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (method !== "POST" || headers.origin === undefined) return false;
  const isAction =
    headers["next-action"] !== undefined ||
    headers["content-type"]?.startsWith("multipart/form-data") === true;
  const forwarded = [headers["x-forwarded-host"]].flat()[0];
  return isAction && !isOwnOrigin(headers.origin, { forwarded, host: headers.host });
}

/** Whether a path's percent-encoding is UTF-8 throughout. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
