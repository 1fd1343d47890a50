import { cookies } from "next/headers";
import { clientInfo, writeChallenge } from "@/app/session-cookie";
import { passkeySite } from "@/lib/accounts/passkey";
import { startPasskeySignIn } from "@/lib/accounts/start-passkey";
import { config } from "@/lib/config";
import { readFetchSite } from "@/lib/http/read-fetch-site";
import { runtime } from "@/lib/process/runtime";

const CHALLENGES_A_MINUTE = 30;
const HEADERS = { "Cache-Control": "no-store" };

const refuse = (status: number) => new Response(null, { status, headers: HEADERS });

/** Returns a challenge for a passkey, which the cookie binds to the browser. */
export async function POST(request: Request): Promise<Response> {
  const { authSecret, publicUrl } = config();
  const site = passkeySite(publicUrl);
  const isOwn = readFetchSite(request, publicUrl) === "own";
  if (site === null || authSecret === null || !isOwn) return refuse(403);
  const { rateLimiter, clock } = runtime();
  const { network } = clientInfo(request.headers);
  const rate = await rateLimiter.take(`passkey:${network}`, CHALLENGES_A_MINUTE);
  if (!rate.isAllowed) return refuse(429);
  const options = await startPasskeySignIn(site);
  (await cookies()).set(writeChallenge("sign-in", options.challenge, clock.now()));
  return Response.json(options, { headers: HEADERS });
}
