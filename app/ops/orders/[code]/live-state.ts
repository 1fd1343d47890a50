import type { OpsOrderState } from "@/components/ops/order/ops-order-page";
import { describeOrder } from "@/components/order/describe-order";
import { getAccount } from "@/lib/accounts/get-account";
import { findCancellationTerms } from "@/lib/orders/cancellation-charges";
import { findTakeoverOf } from "@/lib/orders/carrying/find-takeover";
import { findAnyWholeOrder } from "@/lib/orders/file/find-whole-order";
import { listOverriders } from "@/lib/orders/file/list-overriders";
import { runtime } from "@/lib/process/runtime";
import { getArrivals } from "@/lib/tracking/get-arrivals";

export async function loadAnyOrder(code: string): Promise<OpsOrderState | null> {
  const served = runtime();
  const { db, publicUrl } = served;
  const whole = await findAnyWholeOrder(db, code);
  if (whole === null) return null;
  const { order } = whole;
  const now = served.clock.now();
  const [arrivals, terms, account, takeover, overriders] = await Promise.all([
    getArrivals(served, order),
    findCancellationTerms(db, order, now),
    getAccount(db, order.scope.accountId),
    findTakeoverOf(db, order),
    listOverriders(db, order),
  ]);
  // Deliveries of webhooks are the account's own business.
  const webhooks = { deliveries: [], isCut: false };
  return {
    ...describeOrder(whole, { arrivals, webhooks, calls: [], conduct: null, terms }, { now, publicUrl }),
    account: { id: account.id, name: account.name },
    courierId: order.courierId,
    takeover: takeover && { name: takeover.fromName, phone: takeover.fromPhone },
    overriders,
  };
}
