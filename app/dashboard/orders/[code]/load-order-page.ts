import { describeOrder } from "@/components/orders/detail/describe-order";
import type { AccountMember } from "@/lib/accounts/check-session";
import { listOrderCalls } from "@/lib/api/request-log/search-requests";
import { findOrderPlan } from "@/lib/dispatch/find-order-plan";
import { cancellationTerms } from "@/lib/orders/cancellation-terms";
import { findDeliveryRecord } from "@/lib/orders/detail/find-delivery-record";
import { runtime } from "@/lib/process/runtime";
import { getSimulationSettings } from "@/lib/sandbox/simulation-settings";
import { findArrivals } from "@/lib/tracking/list-arrivals";
import { listOrderMessages } from "@/lib/tracking/messages/list-messages";
import { listOrderDeliveries } from "@/lib/webhooks/list-deliveries";

export async function loadOrderPage(staff: AccountMember, code: string) {
  const served = runtime();
  const whole = await findDeliveryRecord(served.db, { member: staff, code });
  if (whole === null) return null;
  const now = served.clock.now();
  const { scope, externalOrderId } = whole.order;
  const [arrivals, plan, messages, webhooks, calls, conduct] = await Promise.all([
    findArrivals(served, whole.order),
    findOrderPlan(served, whole.order),
    listOrderMessages(served.db, whole.order),
    listOrderDeliveries(served.db, whole.order),
    listOrderCalls(served.db, scope, { externalOrderId, now }),
    scope.mode === "test" ? getSimulationSettings(served.db, whole.order.id) : null,
  ]);
  const terms = cancellationTerms(whole.order, now);
  const viewpoint = { now, publicUrl: served.publicUrl };
  const related = { arrivals, plan, messages, webhooks, calls, conduct, terms };
  return { whole, state: describeOrder(whole, related, viewpoint) };
}
