import type { Transaction } from "@/lib/db/client";
import { orders } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { execute, query, sql } from "@/lib/db/sql";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { LIVE_CHANNEL } from "@/lib/streams/announce";

export function promiseJobs(orderId: bigint): NewJob[] {
  return [{ kind: "promise_arrival", key: String(orderId) }];
}

export const WITHOUT_PROMISE = sql`promised_until = NULL`;

/** Locks an order whose courier is on the way. Returns null if it has changed since that version. */
export async function lockPromise(
  tx: Transaction,
  { id, version }: { readonly id: bigint; readonly version: number },
): Promise<{ readonly promisedUntil: Date | null } | null> {
  const [order = null] = await query(tx, pick(orders, "promisedUntil"))`
    SELECT promised_until FROM orders
    WHERE id = ${id} AND version = ${version} AND courier_id IS NOT NULL
      AND (status = 'in_progress' OR status = 'assigned' AND accepted_at IS NOT NULL)
    FOR NO KEY UPDATE`;
  return order;
}

/** Stores the promise of a locked order unless one is stored, and notifies its pages of the moved windows. */
export async function recordPromise(tx: Transaction, orderId: bigint, until: Date): Promise<void> {
  await execute(tx)`
    WITH promised AS (
      UPDATE orders SET promised_until = ${until}::timestamptz WHERE id = ${orderId} AND promised_until IS NULL
    )
    SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', id, account_id, mode, courier_id))
    FROM orders WHERE id = ${orderId}`;
}
