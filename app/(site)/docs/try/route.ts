// POST calls the API in test mode for a signed-in user. GET returns how far their account setup has progressed.

import { tryCall, tryRequest } from "@/app/(site)/docs/try-call";
import { currentStaff, extendSession } from "@/app/session";
import { isUnavailable } from "@/lib/db/pg-errors";
import { getQuickStart } from "@/lib/docs/get-quick-start";
import { DomainError } from "@/lib/domain-error";
import { ERRORS } from "@/lib/http/errors";
import { fromFetchRequest } from "@/lib/http/fetch-adapter";
import { isOwnOrigin } from "@/lib/http/is-own-origin";
import { MAX_BODY_BYTES, readJson } from "@/lib/http/request-body";
import { runtime } from "@/lib/process/runtime";

export const dynamic = "force-dynamic";

/** The body of the call is a text in JSON, whose quotes are escaped. */
const LIMITS = { maxBytes: 2 * MAX_BODY_BYTES };

const answer = (body: object, status = 200): Response =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store" } });

const refuse = (refusal: string, status: number): Response => answer({ refusal }, status);

/** Rejects requests from other sites, which could use the user's session. */
function isOurs({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  return (
    (site === null || site === "same-origin") &&
    headers.get("content-type") === "application/json" &&
    isOwnOrigin(headers.get("origin"), {
      forwarded: headers.get("x-forwarded-host"),
      host: headers.get("host"),
    })
  );
}

export async function GET(): Promise<Response> {
  const staff = await currentStaff("account.view");
  return staff === null ? refuse("signed_out", 401) : answer(await getQuickStart(runtime(), staff));
}

export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request)) return refuse("foreign", 403);
  try {
    const staff = await currentStaff("account.use_sandbox");
    if (staff === null) return refuse("signed_out", 401);
    await extendSession();
    const requested = tryRequest.safeParse(await readJson(fromFetchRequest(request), LIMITS));
    if (!requested.success) return refuse("unknown", 400);
    const came = await tryCall(runtime(), staff, requested.data);
    if (came === "no_key") return refuse(came, 409);
    return came === "unknown" ? refuse(came, 404) : answer(came);
  } catch (error) {
    if (isUnavailable(error)) return refuse("away", 503);
    if (error instanceof DomainError) return refuse("unknown", ERRORS[error.code].status);
    throw error;
  }
}
