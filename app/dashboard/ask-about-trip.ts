import { findServedBounds } from "@/app/find-served-bounds";
import { findTripQuestion, type TripQuestion } from "@/lib/orders/form/trip-question";
import type { PricedInput } from "@/lib/pricing/price-trip";
import type { UnusualTrip } from "@/lib/routing/unusual-trip";

/**
 * Null for a usual trip inside the served city, and for the confirmed one.
 * @param confirmed the key of the question that the user has confirmed
 */
export function askAboutTrip(
  trip: PricedInput,
  unusual: UnusualTrip | null,
  confirmed: string | undefined,
): TripQuestion | null {
  const question = findTripQuestion(trip, unusual, findServedBounds());
  return question?.key === confirmed ? null : question;
}
