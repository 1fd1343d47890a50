import { randomBytes } from "node:crypto";
import { NextResponse } from "next/server";
import { isDoc } from "@/app/(site)/docs/docs";
import { LOCALE_HEADER } from "@/app/i18n";
import { clientInfo, readSession, sessionCookie, writeSession } from "@/app/session-cookie";
import { findRoute } from "@/app/v1/operations";
import { serveApi } from "@/app/v1/serve";
import { findEmailLink } from "@/lib/accounts/find-email-link";
import { touchSession } from "@/lib/accounts/touch-session";
import { execute } from "@/lib/db/sql";
import { PREFIX_COOKIE, parsePrefix } from "@/lib/http/api-prefix";
import { checkActionArguments } from "@/lib/http/check-action-arguments";
import { isDecodable, isMultipart } from "@/lib/http/classify-request";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { pagePolicy } from "@/lib/http/page-policy";
import { readCookie } from "@/lib/http/read-cookie";
import { staticPage } from "@/lib/http/static-page";
import { withUnavailableResponse } from "@/lib/http/with-unavailable-response";
import { LOCALE_COOKIE, regionalTag } from "@/lib/locale/locale";
import { getRequestLocale } from "@/lib/process/get-request-locale";
import { limitBadLinks } from "@/lib/process/limit-bad-links";
import { runtime } from "@/lib/process/runtime";
import { resolveTrackingLink } from "@/lib/tracking/get-tracking";
import { type FoundUrl, findUrl, isConsole, type Url } from "@/lib/urls";
import { MESSAGES } from "@/messages/messages";

const NOT_KEPT = { "Cache-Control": "no-store" };

export function proxy(request: Request): Promise<Response> {
  return withUnavailableResponse(
    () => answer(request),
    (headers) => {
      const locale = getRequestLocale(request);
      return staticPage(503, { locale, ...MESSAGES[locale].common.away }, headers);
    },
  );
}

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = findUrl(pathname);
  const { url } = found;
  if (url.handler === "api") {
    // Next would send HTML for an unknown path, a bare 405 for an unknown method and 500 for a malformed path.
    const isKnown = findRoute(pathname)?.operations.has(request.method) === true;
    return isKnown && isDecodable(pathname) ? NextResponse.next() : serveApi(request);
  }
  if (await isMalformedForm(request)) return new Response(null, { status: 400, headers: NOT_KEPT });
  // A path below /t without a page is a dead link.
  if (url.link === "tracking") return serveTracking(request, found);
  // A form on such a page is handled by its action, within the page.
  if (url.link === undefined || request.method === "POST") return servePage(request, found);
  return servePersonal(request, found, url.link);
}

/** Whether Next would respond with 500 to the body of a form, or spend long on the arguments of its action. */
async function isMalformedForm(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  const isForm = isMultipart(request.headers.get("content-type"));
  if (!isForm && !request.headers.has("next-action")) return false;
  try {
    checkActionArguments(isForm ? await request.clone().formData() : await request.clone().text());
    return false;
  } catch {
    return true;
  }
}

/** Responds to dead links with their status, and rate-limits clients that try many of them. */
async function serveTracking(request: Request, found: FoundUrl): Promise<Response> {
  const { db, clock, rendering } = runtime();
  // The server has checked the link of a page that it keeps.
  if (rendering.getStore() !== undefined) return servePage(request, found);
  const { kind } = await resolveTrackingLink({ db, clock }, found.params.token ?? "");
  if (kind === "open") return servePage(request, found);
  const locale = getRequestLocale(request);
  const words = MESSAGES[locale].tracking;
  if (kind === "gone") return staticPage(410, { locale, ...words.gone });
  return serveMiss(request, "tracking", words);
}

/** Does the same for invitation and reset links: unknown, used and expired ones look alike. */
async function servePersonal(
  request: Request,
  found: FoundUrl,
  kind: "invitation" | "password_reset",
): Promise<Response> {
  const secret = found.params.path?.split("/")[0] ?? "";
  if ((await findEmailLink(runtime(), kind, secret)) !== null) return servePage(request, found);
  const { dead, limited } = MESSAGES[getRequestLocale(request)].auth;
  return serveMiss(request, "link", { unknown: dead, limited });
}

/** Title and text of a page for a dead link. */
interface MissText {
  readonly title: string;
  readonly text: string;
}

/** Responds with 404, or 429 once the client's IP address has tried too often. */
async function serveMiss(
  request: Request,
  what: "tracking" | "link",
  words: { unknown: MissText; limited: MissText },
): Promise<Response> {
  const locale = getRequestLocale(request);
  const seconds = await limitBadLinks(request.headers.get(CLIENT_ADDRESS_HEADER), what);
  if (seconds === null) return staticPage(404, { locale, ...words.unknown });
  return staticPage(429, { locale, ...words.limited }, { "Retry-After": String(seconds) });
}

/** Sets a page's language and its content policy, whose nonce Next puts on its own scripts. */
async function servePage(request: Request, { url, params }: FoundUrl): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const headers = new Headers(request.headers);
  const policy = pagePolicy(randomBytes(16).toString("base64"), url.isFramed === true);
  headers.set("Content-Security-Policy", policy);
  const locale = getRequestLocale(request);
  headers.set(LOCALE_HEADER, pageTag(request));
  const isRead = ["GET", "HEAD"].includes(request.method);
  // A page cannot respond with 503, so the database is checked here, before it renders.
  const needsDatabase = url.showsTariff || readSessionCookie(request) !== undefined;
  if (isRead && needsDatabase) await execute(runtime().db)`SELECT 1`;
  // A page that calls Next's notFound is empty without scripts; this page renders the message in its HTML.
  const isMissing = params.doc !== undefined && !params.doc.endsWith(".md") && !isDoc(params.doc);
  const status = isMissing ? 404 : 200;
  const response = NextResponse.next({ request: { headers }, status });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.append("Vary", "Accept-Language, Cookie");
  if (searchParams.has("lang")) {
    response.cookies.set(LOCALE_COOKIE, locale, { path: "/", sameSite: "lax", maxAge: 31_536_000 });
  }
  const prefix = parsePrefix(searchParams.get("prefix"));
  if (prefix !== undefined) {
    response.cookies.set(PREFIX_COOKIE, prefix, { path: "/docs", sameSite: "lax", maxAge: 31_536_000 });
  }
  if (isUse(request, url)) await renewSession(request, response);
  return response;
}

/** Whether the request is user activity: it opens another page, whereas the current page refreshes itself. */
function isUse({ method, headers, url: requested }: Request, url: Url): boolean {
  if (method !== "GET" || !isConsole(url)) return false;
  const { pathname, search } = new URL(requested);
  // A page without a working stream polls `state` instead.
  if (findUrl(pathname.replace(/\/state$/, "/events")).url.handler === "events") return false;
  const from = headers.get("referer") ?? "";
  if (!URL.canParse(from)) return true;
  const page = new URL(from);
  return page.pathname + page.search !== pathname + search;
}

const readSessionCookie = ({ headers }: Request): string | undefined =>
  readCookie(headers.get("cookie"), sessionCookie().name);

async function renewSession(request: Request, response: NextResponse): Promise<void> {
  const session = await readSession(readSessionCookie(request));
  const next = session === null ? null : await touchSession(runtime(), session, clientInfo(request.headers));
  if (next !== null) response.cookies.set(await writeSession(next));
}

/** Language tag for the dates on the page, such as en-GB. */
const pageTag = (request: Request): string =>
  regionalTag(getRequestLocale(request), request.headers.get("accept-language"));

export const config = {
  matcher: [
    "/v1/:path*",
    "/t/:path*",
    // Not `/courier/proofs`: behind a proxy Next truncates bodies at 2 MB, and photos are larger.
    "/courier",
    "/courier/((?!proofs$).*)",
    "/ops/:path*",
    // Not `/dashboard/import/orders`, which receives a whole file.
    "/dashboard",
    "/dashboard/((?!import/orders$).*)",
    "/sign-in",
    "/sign-in/passkey",
    "/sign-up",
    "/join/:path*",
    "/reset/:path*",
    "/forgot",
    "/",
    "/docs/:path*",
    "/changelog",
    "/pricing",
  ],
};
