import type { Context } from "@/lib/context";
import { markDisabled } from "@/lib/couriers/mark-disabled";
import type { Courier } from "@/lib/db/generated/client";
import { unassignBeforePickup } from "@/lib/orders/fulfillment/unassign-courier";
import { lockOrdersOfCourier } from "@/lib/orders/load-order";
import { notifyCourierChanged } from "@/lib/streams/announce";

/** Disabling releases the orders that are not yet picked up. @throws DomainError COURIER_NOT_FOUND */
export function disableCourier(context: Context, courierId: string, isDisabled: boolean): Promise<Courier> {
  return context.db.transaction(async (tx) => {
    // Before the first write: the event log lists an order's events by transaction.
    if (isDisabled) await lockOrdersOfCourier(tx, courierId);
    const courier = await markDisabled(tx, courierId, isDisabled ? context.clock.now() : null);
    if (isDisabled) await unassignBeforePickup(context, tx, { courierId, reason: "handed_back" });
    await notifyCourierChanged(tx, courierId);
    return courier;
  });
}
