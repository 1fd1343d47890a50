import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { LOCALE_HEADER } from "@/app/i18n";
import { serveApi } from "@/lib/api/serve";
import { chooseLocale, LOCALE_COOKIE } from "@/lib/locale/locale";
import { pagePolicy } from "@/lib/pages/policy";

/** Runs before Next's own routing. */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/v1/")) {
    // Next would answer a malformed address with a plain 500 before any route file sees it.
    return isDecodable(pathname) ? NextResponse.next() : serveApi(request);
  }
  return servePage(request);
}

/** Gives a page its language and its policy, whose nonce Next puts on its own scripts. */
async function servePage(request: NextRequest): Promise<Response> {
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
  const response = NextResponse.next({ request: { headers } });
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
