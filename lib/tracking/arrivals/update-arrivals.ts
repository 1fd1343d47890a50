import type { Context } from "@/lib/context";
import { STALE_AFTER_MS } from "@/lib/couriers/freshness";
import { showArrivals } from "@/lib/tracking/arrivals/show-arrivals";
import { listTrackedByCourier } from "@/lib/tracking/store";

/** Orders between two turns of the event loop. */
const ORDERS_PER_PAGE = 50;
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Moves the shown windows of all orders whose courier has a recent position. @throws the first failure, after all orders */
export async function updateArrivals(
  context: Pick<Context, "db" | "clock" | "dispatch">,
  mayGoOn: () => Promise<boolean> = async () => true,
): Promise<void> {
  const { db, clock, dispatch } = context;
  const since = new Date(clock.now().getTime() - STALE_AFTER_MS);
  const failures: unknown[] = [];
  for (let after: string | null = NO_ID; after !== null && (await mayGoOn()); ) {
    const page = { after, limit: ORDERS_PER_PAGE, since };
    const orders = await listTrackedByCourier(db, page, dispatch.simulatorSpeed);
    for (const order of orders) {
      await showArrivals(context, order).catch((error: unknown) => failures.push(error));
    }
    after = orders.length < ORDERS_PER_PAGE ? null : (orders.at(-1)?.courierId ?? null);
  }
  if (failures.length > 0) throw failures[0];
}
