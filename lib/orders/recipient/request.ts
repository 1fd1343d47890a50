import { MOST_TRIES } from "@/lib/orders/carrying/progress";
import { RECIPIENT_REQUESTS, type RecipientRequest } from "@/lib/orders/order";

/** Lists what the recipient of a dropoff may ask for now: something only while the shop decides. */
export function listRequests(stop: {
  readonly resolution: string | null;
  readonly attempts: number;
}): readonly RecipientRequest[] {
  if (stop.resolution !== "ask") return [];
  return stop.attempts < MOST_TRIES ? RECIPIENT_REQUESTS : ["leave"];
}
