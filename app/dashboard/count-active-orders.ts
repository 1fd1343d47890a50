import type { AccountMember } from "@/lib/accounts/check-session";
import { type ActiveBadge, countOpenOrders } from "@/lib/orders/list/count-orders";
import { runtime } from "@/lib/process/runtime";

export async function countActiveOrders(staff: AccountMember): Promise<ActiveBadge> {
  const { db } = runtime();
  const [live, test] = await Promise.all([
    countOpenOrders(db, staff.scope("live")),
    countOpenOrders(db, staff.scope("test")),
  ]);
  return { live, test };
}
