import type { Queryable } from "@/lib/db/client";
import { bool, float8, oneOf } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { SCENARIOS, type StoredRehearsal } from "@/lib/sandbox/scenario";

const REHEARSAL = { scenario: oneOf(SCENARIOS), speed: float8.orNull, isManual: bool };

/** How an order of test mode goes; null when nobody has said. */
export async function findRehearsal(db: Queryable, orderId: bigint): Promise<StoredRehearsal | null> {
  const [row] = await query(db, REHEARSAL)`
    SELECT scenario, speed, is_manual FROM rehearsals WHERE order_id = ${orderId}`;
  return row ?? null;
}
