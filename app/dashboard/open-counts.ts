import type { Staff } from "@/lib/accounts/check-session";
import { countOpenOrders, type OpenCounts } from "@/lib/orders/list/count-orders";
import { runtime } from "@/lib/process/runtime";

export async function openCounts(staff: Staff): Promise<OpenCounts> {
  const { db } = runtime();
  const [live, test] = await Promise.all([
    countOpenOrders(db, staff.scope("live")),
    countOpenOrders(db, staff.scope("test")),
  ]);
  return { live, test };
}
