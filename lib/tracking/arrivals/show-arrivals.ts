import type { Context } from "@/lib/context";
import { LATE_TOLERANCE_MS } from "@/lib/orders/due-at";
import { lockPromise, recordPromise } from "@/lib/orders/fulfillment/record-promise";
import { listSituations } from "@/lib/tracking/arrivals/list-situations";
import { listMovedArrivals, type ShownArrival } from "@/lib/tracking/arrivals/shown-arrival";
import { selectArrivals, writeArrivals } from "@/lib/tracking/arrivals/store";
import { remainingDropoffs } from "@/lib/tracking/estimate-arrival";
import type { TrackedOrder } from "@/lib/tracking/tracked-order";

type Arrivals = ReadonlyMap<number, ShownArrival>;

/**
 * Writes the windows of an order that have moved, the first ones as its promise, and notifies its pages. Only this
 * function writes them, under the order's lock and by the rows it finds there, so that concurrent callers write each
 * move once. Returns whether it has written.
 */
export async function showArrivals(
  { db, clock }: Pick<Context, "db" | "clock">,
  order: TrackedOrder,
): Promise<boolean> {
  const now = clock.now();
  const situations = listSituations(order, now);
  if (listMovedArrivals(order.arrivals, situations, now).size === 0) return false;
  const { id } = order;
  return db.transaction(async (tx) => {
    const promise = await lockPromise(tx, order);
    if (promise === null) return false;
    const stored = await selectArrivals(tx, id, promise.promisedUntil);
    const moved = listMovedArrivals(stored, situations, now);
    if (moved.size === 0) return false;
    const promisedUntil = promise.promisedUntil ?? toPromise(moved, order);
    const isAdopted = promise.promisedUntil !== null && stored.size === 0;
    const last = remainingDropoffs(order).at(-1);
    await recordPromise(tx, id, promisedUntil);
    await writeArrivals(
      tx,
      { orderId: id, promisedUntil },
      isAdopted && last !== undefined ? keepPromise(moved, last, promisedUntil) : moved,
    );
    return true;
  });
}

/** The end of the last first window, and not before a scheduled delivery is late. */
function toPromise(arrivals: Arrivals, { deliveryTime, dropoffs }: TrackedOrder): Date {
  const ends = [...arrivals].map(([dropoff, { first }]) =>
    (dropoffs[dropoff]?.deliveryWindow?.to ?? first.to).getTime(),
  );
  if (deliveryTime !== null) ends.push(deliveryTime.getTime() + LATE_TOLERANCE_MS);
  return new Date(Math.max(...ends));
}

/** A process of the former release has promised only the end of the last window. */
function keepPromise(arrivals: Arrivals, last: number, promisedUntil: Date): Arrivals {
  const arrival = arrivals.get(last);
  if (arrival === undefined) return arrivals;
  const { from, to } = arrival.first;
  const start = Math.min(from.getTime(), promisedUntil.getTime() - (to.getTime() - from.getTime()));
  return new Map(arrivals).set(last, { ...arrival, first: { from: new Date(start), to: promisedUntil } });
}
