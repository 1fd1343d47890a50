import type { Queryable } from "@/lib/db/client";
import { execute, sql } from "@/lib/db/sql";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { LIVE_CHANNEL } from "@/lib/streams/announce";

export function promiseJobs(orderId: bigint): NewJob[] {
  return [{ kind: "promise_arrival", key: String(orderId) }];
}

export const WITHOUT_PROMISE = sql`promised_until = NULL`;

/** Stores the promised end of arrival at the last dropoff, unless one is stored. */
export async function recordPromise(db: Queryable, orderId: bigint, until: Date): Promise<void> {
  await execute(db)`
    WITH promised AS (
      UPDATE orders SET promised_until = ${until}::timestamptz
      WHERE id = ${orderId} AND promised_until IS NULL AND accepted_at IS NOT NULL
        AND status IN ('assigned', 'in_progress')
      RETURNING id, account_id, mode, courier_id
    )
    SELECT pg_notify(${LIVE_CHANNEL}, concat_ws(' ', 'order', id, account_id, mode, courier_id)) FROM promised`;
}
