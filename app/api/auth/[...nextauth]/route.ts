// GET and POST /api/auth/…: the addresses of next-auth
import NextAuth from "next-auth";
import { authOptions, TOO_SOON, UNAVAILABLE, WRONG } from "@/app/auth";
import { sessionCookie } from "@/app/session-cookie";
import { config } from "@/lib/config";
import { pageOf } from "@/lib/http/page-of";

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

const handle = (request: Request, context: RouteContext): Promise<Response> =>
  NextAuth(authOptions())(request, context);

// Nothing needs next-auth's other endpoints: one reads and renews a session, one ends it in a single browser.
const READ = ["csrf", "callback"];
const SENT = ["signin", "callback"];

const nothing = () => new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });

/** Finishes an OpenID sign-in. Anyone it refuses is told so on the page, without the cause in the URL. */
export async function GET(request: Request, context: RouteContext): Promise<Response> {
  const [what = ""] = (await context.params).nextauth;
  if (!READ.includes(what)) return nothing();
  const response = await handle(request, context);
  if (what === "csrf" || isSignedIn(response)) return response;
  const headers = cookiesOf(response);
  headers.set("Location", `${config().publicUrl}/sign-in?refused`);
  return new Response(null, { status: 303, headers });
}

/**
 * Answers a sign-in by status alone, since next-auth would put the cause into a URL: 204, 401 for wrong credentials,
 * 429 for a try that has to wait, 503. Retry-After gives the seconds until the next try, if it has to wait.
 */
export async function POST(request: Request, context: RouteContext): Promise<Response> {
  if (pageOf(request, config().publicUrl) === "foreign") return new Response(null, { status: 403 });
  const [what = ""] = (await context.params).nextauth;
  if (!SENT.includes(what)) return nothing();
  const response = await handle(request, context);
  if (what !== "callback") return response;
  const headers = cookiesOf(response);
  if (isSignedIn(response)) return new Response(null, { status: 204, headers });
  // A form submitted before its script loaded.
  if (!(request.headers.get("Accept") ?? "").includes("application/json")) {
    headers.set("Location", `${config().publicUrl}/sign-in`);
    return new Response(null, { status: 303, headers });
  }
  const said = `${response.headers.get("Location")} ${await response.text()}`;
  const refusal = new RegExp(`error=(${WRONG}|${TOO_SOON})(\\d+)`).exec(said);
  if (refusal !== null && refusal[2] !== "0") headers.set("Retry-After", String(refusal[2]));
  const isUnavailable = response.status >= 500 || said.includes(`error=${UNAVAILABLE}`);
  const status = isUnavailable ? 503 : refusal?.[1] === TOO_SOON ? 429 : 401;
  return new Response(null, { status, headers });
}

function cookiesOf(response: Response): Headers {
  const headers = new Headers({ "Cache-Control": "no-store" });
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}

function isSignedIn(response: Response): boolean {
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(`${sessionCookie().name}=`));
}
