import { type NextRequest, NextResponse } from "next/server";
import { serveApi } from "@/lib/api/serve";

/** Runs before Next's own routing. */
export function proxy(request: NextRequest): Promise<Response> | Response {
  const { pathname } = new URL(request.url);
  // Next would answer such an address with a plain 500 before any route file sees it.
  if (pathname.startsWith("/v1/") && !isDecodable(pathname)) return serveApi(request);
  return NextResponse.next();
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

export const config = { matcher: ["/v1/:path*"] };
