import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { findHandedStop, writeOverride } from "@/lib/orders/carrying/store";
import { recordChange } from "@/lib/orders/record-change";
import { toStopResource } from "@/lib/orders/resource";
import { listStops, lockOrder, type StoredOrder } from "@/lib/orders/stored-order";

/**
 * An operator lets the courier go on at a stop without the recipient's code. Repeating it changes nothing.
 *
 * @param input.position 0 for the pickup, n for dropoff n
 * @param input.reason why, for whoever asks later; must not be empty
 * @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE when the stop is not to come, or the order has ended
 */
export function overrideCode(
  context: Context,
  scope: AccountScope,
  { externalOrderId, position, reason }: { externalOrderId: string; position: number; reason: string },
): Promise<StoredOrder> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, scope, externalOrderId);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const stop = await findHandedStop(tx, order, position);
    if (stop?.codeCheck === "overridden") return order;
    const isUnderWay = order.status === "assigned" || order.status === "in_progress";
    const [state] = (await listStops(tx, order)).filter(({ index }) => index === position);
    if (stop === null || !isUnderWay || state?.outcome === "done") throw new DomainError("STEP_NOT_POSSIBLE");
    await writeOverride(tx, order, position, { by: context.actor.id, reason });
    const now = (await listStops(tx, order))[position];
    if (now === undefined) throw new Error("A stop that was written is there.");
    const at = context.clock.now();
    return recordChange(context, tx, order, { type: "order.updated", stop: toStopResource(now, null), at });
  });
}
