import { describeOrder } from "@/components/order/describe-order";
import type { OrderPageView } from "@/components/order/order-state";
import type { Staff } from "@/lib/accounts/check-session";
import { cancellationTerms } from "@/lib/orders/cancellation-terms";
import { type DeliveryRecord, findDeliveryRecord } from "@/lib/orders/file/find-delivery-record";
import { runtime } from "@/lib/process/runtime";
import { listOrderCalls } from "@/lib/requests/list-order-calls";
import { findConduct } from "@/lib/sandbox/conduct";
import { getArrivals } from "@/lib/tracking/get-arrivals";
import { listOrderDeliveries } from "@/lib/webhooks/list-order-deliveries";

/** Returns the account's order with this code and what its page shows now; null for another account's order too. */
export async function loadOrderPage(
  staff: Staff,
  code: string,
): Promise<{ whole: DeliveryRecord; state: OrderPageView } | null> {
  const served = runtime();
  const whole = await findDeliveryRecord(served.db, { member: staff, code });
  if (whole === null) return null;
  const now = served.clock.now();
  const { scope, externalOrderId } = whole.order;
  const [arrivals, webhooks, calls, conduct] = await Promise.all([
    getArrivals(served, whole.order),
    listOrderDeliveries(served.db, whole.order),
    listOrderCalls(served.db, scope, { externalOrderId, now }),
    scope.mode === "test" ? findConduct(served.db, whole.order.id) : null,
  ]);
  const terms = cancellationTerms(whole.order, now);
  const viewpoint = { now, publicUrl: served.publicUrl };
  return { whole, state: describeOrder(whole, { arrivals, webhooks, calls, conduct, terms }, viewpoint) };
}
