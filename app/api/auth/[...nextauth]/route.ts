// GET and POST /api/auth/…: the addresses of next-auth
import NextAuth from "next-auth";
import { authOptions, sessionCookie, UNAVAILABLE } from "@/app/auth";
import { pageOf } from "@/lib/api/page-of";
import { config } from "@/lib/config";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

const handle = (request: Request, context: RouteContext): Promise<Response> =>
  NextAuth(authOptions())(request, context);

/** Whoever comes back from OpenID and is not let in reads so on the page, without the cause in its address. */
export async function GET(request: Request, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  const response = await handle(request, context);
  if (nextauth[0] !== "callback" || isSignedIn(response)) return response;
  const headers = cookiesOf(response);
  headers.set("Location", `${config().publicUrl}/sign-in?refused`);
  return new Response(null, { status: 303, headers });
}

/** Answers a sign-in by its status alone: next-auth would put what went wrong into an address. */
export async function POST(request: Request, context: RouteContext): Promise<Response> {
  if (pageOf(request, config().publicUrl) === "foreign") return new Response(null, { status: 403 });
  const { nextauth } = await context.params;
  const response = await handle(request, context);
  if (nextauth[0] !== "callback") return response;
  const headers = cookiesOf(response);
  if (isSignedIn(response)) return new Response(null, { status: 204, headers });
  const said = `${response.headers.get("Location")} ${await response.text()}`;
  const isUnavailable = response.status >= 500 || said.includes(`error=${UNAVAILABLE}`);
  // A form that was sent before its script had come.
  if (!(request.headers.get("Accept") ?? "").includes("application/json")) {
    headers.set("Location", `${config().publicUrl}/sign-in`);
    return new Response(null, { status: 303, headers });
  }
  return new Response(null, { status: isUnavailable ? 503 : 401, headers });
}

function cookiesOf(response: Response): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}

function isSignedIn(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie().name}=`));
}
