import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { LOCALE_HEADER } from "@/app/i18n";
import { CLIENT_ADDRESS_HEADER } from "@/lib/api/client-address";
import { runtime } from "@/lib/api/runtime";
import { serveApi } from "@/lib/api/serve";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/locale/locale";
import { pagePolicy } from "@/lib/pages/policy";
import { statusOfLink } from "@/lib/tracking/get-tracking";

const MISSES_PER_MINUTE = 30;

/** Runs before Next's own routing. */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/v1/")) {
    // Next would answer a malformed address with a plain 500 before any route file sees it.
    return isDecodable(pathname) ? NextResponse.next() : serveApi(request);
  }
  const tracking = /^\/t\/([^/]+)/.exec(pathname);
  return tracking === null ? servePage(request, 200) : serveTracking(request, tracking[1] ?? "");
}

/** Links that nobody gave out are told as such, and who tries many of them is held up. */
async function serveTracking(request: NextRequest, token: string): Promise<Response> {
  const { db, clock, rateLimiter } = runtime();
  const status = await statusOfLink({ db, clock }, token);
  if (status !== "unknown") return servePage(request, status === "gone" ? 410 : 200);
  const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const { isAllowed, retryAfterSeconds } = await rateLimiter.take(`tracking:${address}`, MISSES_PER_MINUTE);
  if (isAllowed) return servePage(request, 404);
  return new Response("Too many attempts. Wait a minute.\n", {
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds), "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** Gives a page its language and its policy, whose nonce Next puts on its own scripts. */
async function servePage(request: NextRequest, status: number): Promise<Response> {
  const { searchParams } = request.nextUrl;
  const headers = new Headers(request.headers);
  const policy = pagePolicy(randomBytes(16).toString("base64"));
  headers.set("Content-Security-Policy", policy);
  const locale = chooseLocale({
    query: searchParams.get("lang"),
    cookie: request.cookies.get(LOCALE_COOKIE)?.value,
    acceptLanguage: request.headers.get("accept-language"),
  });
  headers.set(LOCALE_HEADER, locale);
  // A rewrite to itself is how a page gets another status than 200.
  const response =
    status === 200
      ? NextResponse.next({ request: { headers } })
      : NextResponse.rewrite(request.nextUrl, { status, request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.append("Vary", "Accept-Language, Cookie");
  if (searchParams.has("lang")) {
    response.cookies.set(LOCALE_COOKIE, locale, { path: "/", sameSite: "lax", maxAge: 31_536_000 });
  }
  return response;
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

export const config = {
  matcher: ["/v1/:path*", "/t/:path*", "/courier/:path*", "/ops/:path*", "/sign-in"],
};
