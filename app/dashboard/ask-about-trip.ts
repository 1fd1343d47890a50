import { findServedBounds } from "@/app/served-bounds";
import type { PricedTripQuestion } from "@/components/order-form/trip-question-dialog";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { findTripQuestion } from "@/lib/orders/form/trip-question";
import { judgeTrip } from "@/lib/orders/held-order";
import { toTrip } from "@/lib/orders/order";
import { type CreateOrderBody, detailsFromBody } from "@/lib/orders/schema";
import { toRubles } from "@/lib/pricing/money";
import { priceOrder } from "@/lib/quotes/price-order";
import { getTripCheck } from "@/lib/service-area/trip-check";

/**
 * Null for a usual trip inside the served city, and for the confirmed one. A trip that is refused anyway is not asked about.
 * @param confirmed the key of the question that the user has confirmed
 */
export async function askAboutTrip(
  context: Context,
  scope: AccountScope,
  body: CreateOrderBody,
  confirmed: string | undefined,
): Promise<PricedTripQuestion | null> {
  const details = detailsFromBody(body);
  const trip = toTrip(details);
  const { unusual, issues } = judgeTrip(await getTripCheck(context.db), scope.mode, trip);
  const question = issues.length > 0 ? null : findTripQuestion(trip, unusual, findServedBounds());
  if (question === null || question.key === confirmed) return null;
  const { trip: priced } = await priceOrder(context, scope, {
    input: trip,
    quoteId: body.quote_id,
    pickupAt: details.deliveryTime,
    maxTripMeters: Number.POSITIVE_INFINITY,
  });
  return { ...question, price: toRubles(priced.price) };
}
