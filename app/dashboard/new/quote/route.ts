import { emptyResponse } from "@/app/dashboard/staff-route";
import { currentStaff } from "@/app/session";
import { isOverload } from "@/lib/domain-error";
import { ERRORS, retryHeaders } from "@/lib/http/errors";
import { readFetchSite } from "@/lib/http/fetch-site";
import { createContext, runtime } from "@/lib/process/runtime";
import { createQuote } from "@/lib/quotes/create-quote";
import { toQuoteResource } from "@/lib/quotes/resource";
import { pricedInputFromBody, quoteBody, requestedPickupTime } from "@/lib/quotes/schema";
import { TripTooLongError } from "@/lib/routing/trip-length";
import { TripRejectedError } from "@/lib/service-area/service-area";
import { requestMode } from "@/lib/web/mode";

// Enough for several users typing, but not for a script.
const QUOTES_PER_MINUTE = 120;

/** Stops are counted from 0, which is the pickup. */
function getRefusal(error: unknown): object {
  if (error instanceof TripRejectedError && error.problems.outside.length > 0) {
    const unserved = error.problems.outside.map((one) => ({
      stop: one.stop,
      opens_at: one.reason === "closed" ? (one.opensAt?.toISOString() ?? null) : null,
      reason: one.reason,
    }));
    return { unserved };
  }
  if (error instanceof TripRejectedError) return tooFar(error.problems);
  if (error instanceof TripTooLongError) return tooFar(error);
  throw error;
}

function tooFar({ far, maxMeters }: Pick<TripTooLongError, "far" | "maxMeters">): object {
  const first = far[0] ?? { index: 0, meters: maxMeters };
  return { dropoff: first.index + 1, distance: first.meters, limit: maxMeters };
}

export async function POST(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  if (staff === null) return emptyResponse(404);
  const served = runtime();
  if (readFetchSite(request, served.publicUrl) !== "own") return emptyResponse(403);
  const limit = await served.rateLimiter.take(`dashboard-quotes:${staff.accountId}`, QUOTES_PER_MINUTE);
  if (!limit.isAllowed) return emptyResponse(429, { "Retry-After": String(limit.nextSeconds) });
  const body = quoteBody.safeParse(await request.json().catch(() => null));
  if (!body.success) return emptyResponse(400);
  const mode = requestMode(request);
  const context = createContext(served, { type: "user", id: staff.userId });
  try {
    const input = pricedInputFromBody(body.data);
    const quote = await createQuote(context, staff.scope(mode), input, requestedPickupTime(body.data));
    // The device's clock may be wrong, so the response contains the remaining time.
    const livesMs = quote.expiresAt.getTime() - served.clock.now().getTime();
    const lines = quote.trip.legs.map(({ geometry }) => geometry);
    return Response.json({ ...toQuoteResource(quote), lives_ms: livesMs, lines }, { headers });
  } catch (error) {
    if (isOverload(error)) return emptyResponse(503, retryHeaders(ERRORS.SERVICE_OVERLOADED));
    return Response.json(getRefusal(error), { status: 422, headers });
  }
}
