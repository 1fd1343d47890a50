import { currentStaff } from "@/app/session";
import { isOverload } from "@/lib/domain-error";
import { ERRORS, retryHeaders } from "@/lib/http/errors";
import { pageOf } from "@/lib/http/page-of";
import { modeOf } from "@/lib/pages/mode";
import { contextOf, runtime } from "@/lib/process/runtime";
import { createQuote } from "@/lib/quotes/create-quote";
import { toQuoteResource } from "@/lib/quotes/resource";
import { collectedAt, pricedInputFromBody, quoteBody } from "@/lib/quotes/schema";
import { TripTooLong } from "@/lib/routing/trip-length";
import { TripRefused } from "@/lib/service-area/service-area";

// Enough for several people typing, not for a script.
const QUOTES_PER_MINUTE = 120;

/** Stops count from 0, the pickup. */
function refusalOf(error: unknown): object {
  if (error instanceof TripRefused && error.problems.outside.length > 0) {
    const unserved = error.problems.outside.map((one) => ({
      stop: one.stop,
      opens_at: one.reason === "closed" ? (one.opensAt?.toISOString() ?? null) : null,
      reason: one.reason,
    }));
    return { unserved };
  }
  if (error instanceof TripRefused) return tooFar(error.problems);
  if (error instanceof TripTooLong) return tooFar(error);
  throw error;
}

function tooFar({ far, maxMeters }: Pick<TripTooLong, "far" | "maxMeters">): object {
  const first = far[0] ?? { index: 0, meters: maxMeters };
  return { dropoff: first.index + 1, distance: first.meters, limit: maxMeters };
}

export async function POST(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  if (staff === null) return new Response("null", { status: 404, headers });
  const served = runtime();
  if (pageOf(request, served.publicUrl) !== "own") return new Response("null", { status: 403, headers });
  const limit = await served.rateLimiter.take(`dashboard-quotes:${staff.accountId}`, QUOTES_PER_MINUTE);
  if (!limit.isAllowed) {
    const retryAfter = String(limit.nextSeconds);
    return new Response("null", { status: 429, headers: { ...headers, "Retry-After": retryAfter } });
  }
  const body = quoteBody.safeParse(await request.json().catch(() => null));
  if (!body.success) return new Response("null", { status: 400, headers });
  const mode = modeOf(request);
  const context = contextOf(served, { type: "user", id: staff.userId });
  try {
    const input = pricedInputFromBody(body.data);
    const quote = await createQuote(context, staff.scope(mode), input, collectedAt(body.data));
    // The device's clock may be wrong, so it gets the remaining time.
    const livesMs = quote.expiresAt.getTime() - served.clock.now().getTime();
    const lines = quote.trip.legs.map(({ geometry }) => geometry);
    return Response.json({ ...toQuoteResource(quote), lives_ms: livesMs, lines }, { headers });
  } catch (error) {
    if (isOverload(error)) {
      const retry = retryHeaders(ERRORS.SERVICE_OVERLOADED);
      return new Response("null", { status: 503, headers: { ...headers, ...retry } });
    }
    return Response.json(refusalOf(error), { status: 422, headers });
  }
}
