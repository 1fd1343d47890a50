import type { Database } from "@/lib/db/client";
import { describeHeldTrip, type HeldTrip } from "@/lib/orders/held-trip";
import type { Order } from "@/lib/orders/load-order";
import { toTrip } from "@/lib/orders/order";
import { requestHash } from "@/lib/orders/request-hash";
import { toRubles } from "@/lib/pricing/money";
import { getTripCheck } from "@/lib/service-area/trip-check";

/** Null unless the order is held. `version` is what `confirmHeldOrder` takes. */
export async function findHeldOrder(
  db: Database,
  order: Order<"request">,
): Promise<(HeldTrip & { readonly version: string }) | null> {
  const { heldReason, details, price } = order;
  if (heldReason === null) return null;
  const { maxLegMeters } = await getTripCheck(db);
  const trip = describeHeldTrip(toTrip(details), price === null ? 0 : toRubles(price), maxLegMeters);
  return { ...trip, version: requestHash(details) };
}
