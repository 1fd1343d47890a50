import type { Context } from "@/lib/context";
import { listCouriers } from "@/lib/couriers/list-couriers";
import { setShift } from "@/lib/couriers/set-shift";
import { ignoreRefusal } from "@/lib/domain-error";
import { endOrder } from "@/lib/drills/end-order";
import { drillScope } from "@/lib/drills/scopes";
import { DONE, type JobOutcome } from "@/lib/jobs/job";
import { listAccountActiveOrders } from "@/lib/orders/list/list-active-orders";
import { listEndpoints } from "@/lib/webhooks/list-endpoints";
import { deleteEndpoint } from "@/lib/webhooks/update-endpoint";

const AT_ONCE = 20;
const AGAIN_MS = 500;

export async function cleanUpDrill(context: Context, accountId: string): Promise<JobOutcome> {
  const scope = drillScope(accountId);
  const open = await listAccountActiveOrders(context.db, scope);
  for (const order of open.slice(0, AT_ONCE)) {
    const evening = { ...context, actor: { type: "simulator", id: "evening" } } as const;
    // If its courier changed it first, the next run ends it.
    await endOrder(evening, scope, order, "evening_over").catch(ignoreRefusal);
  }
  if (open.length > 0) return { type: "again", afterMs: AGAIN_MS };
  for (const { id, onShiftSince } of await listCouriers(context.db, "test")) {
    if (onShiftSince !== null) await setShift(context, id, false);
  }
  for (const { id } of await listEndpoints(context, scope)) await deleteEndpoint(context, scope, id);
  return DONE;
}
