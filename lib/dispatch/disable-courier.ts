import type { Context } from "@/lib/context";
import { markDisabled } from "@/lib/couriers/mark-disabled";
import type { Courier } from "@/lib/db/generated/client";
import { announceCourier } from "@/lib/live/announce";
import { releaseOrderOf } from "@/lib/orders/carrying/release-order";

/**
 * Disables or enables a courier. A disabled one is off shift, their link and tracker stop working at once, and an order
 * that they have not picked up goes to another courier.
 *
 * @throws DomainError COURIER_NOT_FOUND
 */
export function disableCourier(context: Context, courierId: string, isDisabled: boolean): Promise<Courier> {
  return context.db.transaction(async (tx) => {
    const courier = await markDisabled(tx, courierId, isDisabled ? context.clock.now() : null);
    if (isDisabled) await releaseOrderOf(context, tx, { courierId, reason: "handed_back" });
    await announceCourier(tx, courierId);
    return courier;
  });
}
