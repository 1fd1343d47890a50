import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { checkCourier } from "@/lib/couriers/check-courier";
import { violates } from "@/lib/db/failure";
import { DomainError } from "@/lib/domain-error";
import { applyTransition } from "@/lib/orders/apply-transition";
import { recordChange } from "@/lib/orders/record-change";
import { lockOrder, replaceCourier, type StoredOrder } from "@/lib/orders/store";

/**
 * Gives an order to a courier. A new order becomes assigned; an assigned one changes hands and stays assigned.
 * A courier has at most one order on hand, which the database holds as well.
 *
 * @throws DomainError ORDER_NOT_FOUND, COURIER_NOT_FOUND, COURIER_BUSY, ORDER_NOT_ASSIGNABLE
 */
export async function assignCourier(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
  courierId: string,
): Promise<StoredOrder> {
  try {
    return await context.db.$transaction(async (tx) => {
      const order = await lockOrder(tx, scope, externalOrderId);
      if (order === null) throw new DomainError("ORDER_NOT_FOUND");
      await checkCourier(tx, courierId);
      const at = context.clock.now();
      if (order.status !== "assigned") {
        return applyTransition(context, tx, scope, order, "assign", { columns: { courierId }, at });
      }
      if (order.courierId === courierId) return order;
      await replaceCourier(tx, scope, order.id, courierId, at);
      return recordChange(context, tx, scope, order, { type: "order.driver_changed", at });
    });
  } catch (error) {
    if (violates(error, "one_active_order_per_courier")) throw new DomainError("COURIER_BUSY");
    throw error;
  }
}
