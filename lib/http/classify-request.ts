import type { IncomingMessage } from "node:http";
import { isOwnOrigin } from "@/lib/http/is-own-origin";
import { MAX_FORM_BYTES } from "@/lib/http/max-form-bytes";
import { findUrl, type Url } from "@/lib/urls";

/** First classification of a request, before any query: its row in URLS, and the reason for a refusal. */
export interface RequestClass {
  readonly url: Url;
  readonly refusal?: "bad-host" | "no-such-address" | "foreign-form" | "large-form";
}

// RFC 9112, 3.2: a malformed Host, or more than one, gets a 400.
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Reads a request's target and Host (RFC 9112, 3.2); rewrites an absolute target as path and Host. */
export function classifyRequest(
  request: Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders">,
): RequestClass {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "");
  if (absolute !== null) {
    request.headers.host = absolute[1];
    request.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2] ?? ""}`;
  }
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  // WHATWG URLs read a backslash as a slash, and Next redirects repeated slashes.
  const { url } = findUrl(path.replaceAll("\\", "/").replace(/^\/{2,}/, "/"));
  const { host } = request.headers;
  if ((host !== undefined && !HOST.test(host)) || hasTwoHosts(request)) return { url, refusal: "bad-host" };
  if (!path.startsWith("/") || path.includes("\\") || url.handler === "none")
    return { url, refusal: "no-such-address" };
  if (url.handler !== "pages") return path.startsWith("//") ? { url, refusal: "no-such-address" } : { url };
  // Next would respond with 500; proxy.ts handles dead links itself.
  if (url.link === undefined && !isDecodable(path)) return { url, refusal: "no-such-address" };
  // Next would read a form of its page for unknown URLs, which proxy.ts does not check.
  if (url.policy === "site" && isActionForm(request)) return { url, refusal: "no-such-address" };
  if (isForeignForm(request)) return { url, refusal: "foreign-form" };
  // Next responds with 500 after reading this many bytes.
  const isLarge = !url.isUpload && Number(request.headers["content-length"] ?? 0) > MAX_FORM_BYTES;
  return isLarge ? { url, refusal: "large-form" } : { url };
}

function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === "host").length > 1;
}

/** Whether a page of another site posts a form to an action, by the headers for which Next would respond with 500. */
function isForeignForm({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (!isActionForm({ method, headers }) || headers.origin === undefined) return false;
  const forwarded = [headers["x-forwarded-host"]].flat()[0];
  return !isOwnOrigin(headers.origin, { forwarded, host: headers.host });
}

/** Whether Next would read the body as the arguments of a server action. */
function isActionForm({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (method !== "POST") return false;
  return headers["next-action"] !== undefined || isMultipart(headers["content-type"]);
}

/** Media types are compared without regard to case (RFC 9110, 8.3.1). */
export const isMultipart = (contentType: string | null | undefined): boolean =>
  /^multipart\/form-data/i.test(contentType ?? "");

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
