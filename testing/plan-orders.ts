import type { UnplannedReason } from "@/lib/db/generated/enums";
import { type PlannedOrder, writePlan } from "@/lib/dispatch/planned-order";
import type { LocalApi } from "@/testing/local-api";

/** An order by its code, with the courier whose arrival is planned, or the reason why there is none. */
export type PlanEntry = { readonly code: string } & (
  | { readonly courierId: string; readonly arrivesAt: Date }
  | { readonly reason: UnplannedReason }
);

/** Publishes the plan of the service, in which a courier's orders follow each other as listed. */
export async function planOrders(
  { db, clock }: Pick<LocalApi, "db" | "clock">,
  ...entries: readonly PlanEntry[]
): Promise<void> {
  const orderCode = { in: entries.map(({ code }) => code) };
  const orders = await db.models.order.findMany({
    where: { orderCode },
    select: { id: true, orderCode: true },
  });
  const ids = new Map(orders.map((order) => [order.orderCode, order.id]));
  const positions = new Map<string, number>();
  const plan = entries.map((entry): PlannedOrder => {
    const orderId = ids.get(entry.code);
    if (orderId === undefined) throw new Error(`There is no order ${entry.code}.`);
    if ("reason" in entry) return { orderId, courierId: null, reason: entry.reason };
    const { courierId, arrivesAt } = entry;
    const position = (positions.get(courierId) ?? 0) + 1;
    positions.set(courierId, position);
    return {
      orderId,
      courierId,
      position,
      arrivesAt,
      collectedAt: arrivesAt,
      deliveredAt: arrivesAt,
      reason: null,
    };
  });
  await writePlan(db, plan, clock.now());
}
