import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { RefusalReason } from "@/lib/db/generated/client";
import { announceCourier } from "@/lib/live/announce";
import { lockOrderOf } from "@/lib/orders/carrying/lock-order";
import { writeCourier } from "@/lib/orders/carrying/store";
import type { LockedOrder } from "@/lib/orders/order-row";
import { recordChange } from "@/lib/orders/record-change";
import { refuseOrder } from "@/lib/waiting/refuse-order";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

/**
 * Takes a locked, assigned order from its courier and starts a new search, in the caller's transaction. The order stays
 * assigned, as the table of transitions has it, with no driver until another courier takes it; the event
 * order.driver_changed tells the shop both times.
 *
 * @param reason why this courier is not offered it again; null when they may be
 */
export async function releaseOrder(
  context: Context,
  tx: Transaction,
  order: LockedOrder & { courierId: string },
  { reason, at }: { reason: RefusalReason | null; at: Date },
): Promise<void> {
  if (reason !== null)
    await refuseOrder(tx, { orderId: order.id, courierId: order.courierId, reason, refusedAt: at });
  await writeCourier(tx, order, null, at);
  await announceCourier(tx, order.courierId);
  await recordChange(context, tx, order, { type: "order.driver_changed", at });
  await wakeDispatch(tx);
}

/** The same for an order assigned to a courier but not yet picked up; a picked-up one stays theirs. */
export async function releaseOrderOf(
  context: Context,
  tx: Transaction,
  { courierId, reason }: { courierId: string; reason: RefusalReason },
): Promise<void> {
  const order = await lockOrderOf(tx, courierId);
  if (order === null || order.status !== "assigned") return;
  await releaseOrder(context, tx, { ...order, courierId }, { reason, at: context.clock.now() });
}
