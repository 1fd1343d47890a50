import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { applyLockedChange, type Change } from "@/lib/orders/apply-change";
import { applyTransition } from "@/lib/orders/apply-transition";
import { type NewCharge, returnCharges } from "@/lib/orders/charge";
import { type Order, reloadLockedOrder } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { type DropoffProgress, remainingWork } from "@/lib/orders/progress";
import { type StopResource, toStopResource } from "@/lib/orders/resource";

export interface StopResult {
  /** Counted from 1. */
  readonly position: number;
  readonly type: "order.stop_completed" | "order.stop_failed" | "order.updated";
  readonly dropoffs: readonly DropoffProgress[];
  readonly at: Date;
  readonly charges?: readonly NewCharge[];
  readonly jobs?: readonly NewJob[];
}

export async function reloadStop(
  tx: Transaction,
  order: LockedOrder,
  position: number,
): Promise<StopResource> {
  const stop = (await reloadLockedOrder(tx, order, ["stops"])).stops[position];
  if (stop === undefined) throw new Error("order lacks its written stop");
  return toStopResource(stop, null);
}

/**
 * Emits a written dropoff's events and advances its order in the caller's transaction. The last handover and an
 * answer emit only the order's event.
 */
export async function advanceOrder(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { position, type, dropoffs, at, charges = [], jobs = [] }: StopResult,
): Promise<Order> {
  const remainder = remainingWork(dropoffs);
  const owesGoods = dropoffs.some(({ resolution }) => resolution === "return");
  const ends: Change["shown"] = { deliveredAt: at };
  const isToldByEnd =
    type === "order.updated" || (type === "order.stop_completed" && remainder === "nothing");
  const notified = async (): Promise<Order & LockedOrder> => {
    const shown = owesGoods ? { returnState: "pending" as const } : {};
    return applyLockedChange(context, tx, order, {
      type,
      stop: await reloadStop(tx, order, position),
      shown: remainder === "return" ? {} : shown,
      charges,
      jobs,
      at,
    });
  };
  if (remainder === "stops" || remainder === "answer") return notified();
  const now = isToldByEnd ? order : await notified();
  const owed = isToldByEnd ? charges : [];
  if (remainder === "nothing") {
    return applyTransition(context, tx, now, { transition: "deliver", shown: ends, charges: owed, at });
  }
  return applyLockedChange(context, tx, now, {
    type: "order.return_started",
    shown: { returnState: "on_the_way", returnStartedAt: at },
    charges: [...owed, ...returnCharges(order)],
    at,
  });
}
