import type { OpsPageView } from "@/components/console/order/ops-page-view";
import { describeOrder } from "@/components/orders/detail/describe-order";
import { getAccount } from "@/lib/accounts/get-account";
import { findOperatorPlan } from "@/lib/console/find-operator-plan";
import { findOrderPlan } from "@/lib/dispatch/find-order-plan";
import { cancellationTerms } from "@/lib/orders/cancellation-terms";
import { findDeliveryRecord, listCodeOverrides } from "@/lib/orders/detail/find-delivery-record";
import { findHeldOrder } from "@/lib/orders/find-held-order";
import { findTakeover } from "@/lib/orders/fulfillment/find-takeover";
import { runtime } from "@/lib/process/runtime";
import { findArrivals } from "@/lib/tracking/list-arrivals";

export async function loadOperatorOrderState(code: string): Promise<OpsPageView | null> {
  const served = runtime();
  const { db, publicUrl } = served;
  const whole = await findDeliveryRecord(db, { code });
  if (whole === null) return null;
  const { order } = whole;
  const now = served.clock.now();
  const [arrivals, plan, account, takeover, overriders, held] = await Promise.all([
    findArrivals(served, order),
    findOrderPlan(served, order),
    getAccount(db, order.scope.accountId),
    findTakeover(db, order),
    listCodeOverrides(db, order),
    findHeldOrder(db, order),
  ]);
  const terms = cancellationTerms(order, now);
  // Operators do not see webhook deliveries, which belong to the account.
  const webhooks = { deliveries: [], isCut: false };
  return {
    ...describeOrder(
      whole,
      { arrivals, plan, messages: [], webhooks, calls: [], conduct: null, terms },
      { now, publicUrl },
    ),
    account: { id: account.id, name: account.name },
    courierId: order.courierId,
    takeover: takeover && { name: takeover.fromName, phone: takeover.fromPhone },
    overriders,
    held,
    operatorPlan: await findOperatorPlan(db, plan),
  };
}
