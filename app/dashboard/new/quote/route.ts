// POST /dashboard/new/quote?mode=: the price of a trip for an account's staff, held for five minutes

import { currentStaff } from "@/app/session";
import { pageOf } from "@/lib/http/page-of";
import { modeOf } from "@/lib/pages/mode";
import { contextOf, runtime } from "@/lib/process/runtime";
import { createQuote } from "@/lib/quotes/create-quote";
import { toQuoteResource } from "@/lib/quotes/resource";
import { pricedInputFromBody, quoteBody } from "@/lib/quotes/schema";
import { TripTooLong } from "@/lib/routing/trip-length";

// A form asks again each time somebody stops typing. This allows several people at once, but no script.
const QUOTES_PER_MINUTE = 120;

function tooLong(error: unknown): TripTooLong {
  if (error instanceof TripTooLong) return error;
  throw error;
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
  const quote = await createQuote(context, staff.scope(mode), pricedInputFromBody(body.data)).catch(tooLong);
  if (quote instanceof TripTooLong) {
    const { far, maxMeters } = quote;
    const first = far[0] ?? { index: 0, meters: maxMeters };
    const told = { dropoff: first.index + 1, distance: first.meters, limit: maxMeters };
    return Response.json(told, { status: 422, headers });
  }
  // A device's clock may be wrong, so it learns how long the price is held from now.
  const livesMs = quote.expiresAt.getTime() - served.clock.now().getTime();
  return Response.json({ ...toQuoteResource(quote), lives_ms: livesMs }, { headers });
}
