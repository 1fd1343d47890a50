import NextAuth from "next-auth";
import { authOptions } from "@/app/auth";
import { sessionCookie } from "@/app/session-cookie";
import { config } from "@/lib/config";
import { readFetchSite } from "@/lib/http/fetch-site";

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
  return what === "signin" ? handle(request, context) : nothing();
}
