import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/auth";
import { sessionCookie } from "@/app/session-cookie";
import { config } from "@/lib/config";
import { DomainError } from "@/lib/domain-error";
import { ERRORS } from "@/lib/http/errors";
import { readFetchSite } from "@/lib/http/read-fetch-site";
import { readWebBody } from "@/lib/http/request-body";

/** Its fields are two URLs and a token. */
const MAX_FORM_BYTES = 16 * 1024;

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

const handle = (request: Request, context: RouteContext): Promise<Response> =>
  NextAuth(authOptions())(request, context);

// The other next-auth actions would renew a session, or end it in one browser only.
const READ = ["csrf", "callback"];

const nothing = () => new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });

/** Shows a refused sign-in on the sign-in page, without its cause in the URL. */
export async function GET(request: Request, context: RouteContext): Promise<Response> {
  const [what = ""] = (await context.params).nextauth;
  if (!READ.includes(what)) return nothing();
  const response = await handle(request, context);
  const cookies = response.headers.getSetCookie();
  if (what === "csrf" || cookies.some((cookie) => cookie.startsWith(`${sessionCookie().name}=`)))
    return response;
  const headers = new Headers({
    "Cache-Control": "no-store",
    Location: `${config().publicUrl}/sign-in?refused`,
  });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

export async function POST(request: Request, context: RouteContext): Promise<Response> {
  if (readFetchSite(request, config().publicUrl) === "foreign") return new Response(null, { status: 403 });
  const [what = ""] = (await context.params).nextauth;
  if (what !== "signin") return nothing();
  const form = await readForm(request);
  return form instanceof Response ? form : handle(form, context);
}

/** The request with a bounded form, since next-auth would parse any JSON; or the response that refuses it. */
async function readForm(request: Request): Promise<Request | Response> {
  const refuse = (status: number) => new Response(null, { status, headers: { "Cache-Control": "no-store" } });
  const type = request.headers.get("content-type") ?? "";
  if (!type.toLowerCase().startsWith("application/x-www-form-urlencoded")) return refuse(400);
  try {
    const body = await readWebBody(request, MAX_FORM_BYTES);
    return new NextRequest(request.url, {
      method: "POST",
      headers: request.headers,
      body: Buffer.from(body),
    });
  } catch (error) {
    if (error instanceof DomainError) return refuse(ERRORS[error.code].status);
    throw error;
  }
}
