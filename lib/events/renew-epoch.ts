import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/**
 * Begins a new epoch of the journal when the database has moved to another cluster, as after restoring a backup:
 * transaction ids start anew there, and later events must still come after earlier ones.
 *
 * @returns whether a new epoch began
 */
export async function renewEpoch(db: Queryable): Promise<boolean> {
  const renewed = await execute(db)`
    UPDATE journal SET epoch = epoch + 1, system_identifier = cluster.system_identifier
    FROM pg_control_system() AS cluster
    WHERE journal.system_identifier <> cluster.system_identifier`;
  return renewed === 1;
}
