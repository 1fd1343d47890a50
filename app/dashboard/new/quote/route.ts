import { staffPost } from "@/app/dashboard/staff-route";
import { isOverload } from "@/lib/domain-error";
import { createQuote } from "@/lib/pricing/quotes/create-quote";
import { toQuoteResource } from "@/lib/pricing/quotes/resource";
import { pricedInputFromBody, quoteBody, requestedTimes } from "@/lib/pricing/quotes/schema";
import { TripTooLongError } from "@/lib/routing/trip-length";
import { TripRejectedError } from "@/lib/service-area/service-area";

// Enough for several users typing, but not for a script.
const QUOTES_PER_MINUTE = 120;

/** Stops are counted from 0, which is the pickup. */
function getRefusal(error: unknown): object {
  if (error instanceof TripRejectedError && error.problems.outside.length > 0) {
    const unserved = error.problems.outside.map((one) => ({
      stop: one.stop,
      opens_at: one.reason === "outside" ? null : (one.opensAt?.toISOString() ?? null),
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

export const POST = staffPost(
  {
    permission: "account.manage_orders",
    name: "dashboard-quotes",
    perMinute: QUOTES_PER_MINUTE,
    schema: quoteBody,
  },
  async ({ scope, context, input }) => {
    const headers = { "Cache-Control": "no-store" };
    try {
      const quote = await createQuote(context, scope, pricedInputFromBody(input), requestedTimes(input));
      // The device's clock may be wrong, so the response contains the remaining time.
      const livesMs = quote.expiresAt.getTime() - context.clock.now().getTime();
      const lines = quote.trip.legs.map(({ geometry }) => geometry);
      return Response.json({ ...toQuoteResource(quote), lives_ms: livesMs, lines }, { headers });
    } catch (error) {
      if (isOverload(error)) throw error;
      return Response.json(getRefusal(error), { status: 422, headers });
    }
  },
);
