import type { Context } from "@/lib/context";
import { findCourier, writeDisabled } from "@/lib/couriers/store";
import type { Courier } from "@/lib/db/generated/client";
import { DomainError } from "@/lib/domain-error";
import { announceCourier } from "@/lib/live/announce";
import { releaseOrderOf } from "@/lib/orders/carrying/release-order";

/**
 * Ends or resumes the work with a courier. One who is disabled is off shift, their link and tracker stop working
 * at once, and an order that they have not picked up goes to somebody else.
 *
 * @throws DomainError COURIER_NOT_FOUND
 */
export function disableCourier(context: Context, courierId: string, isDisabled: boolean): Promise<Courier> {
  return context.db.$transaction(async (tx) => {
    const at = context.clock.now();
    if (!(await writeDisabled(tx, courierId, isDisabled ? at : null))) {
      throw new DomainError("COURIER_NOT_FOUND");
    }
    if (isDisabled) await releaseOrderOf(context, tx, { courierId, reason: "handed_back" });
    await announceCourier(tx, courierId);
    const courier = await findCourier(tx, courierId);
    if (courier === null) throw new DomainError("COURIER_NOT_FOUND");
    return courier;
  });
}
