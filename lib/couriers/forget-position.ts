import type { Queryable } from "@/lib/db/client";
import { execute } from "@/lib/db/sql";

/** Forgets where a courier is, until they are heard of again. */
export async function forgetPosition(db: Queryable, courierId: string): Promise<void> {
  await execute(db)`DELETE FROM courier_positions WHERE courier_id = ${courierId}::uuid`;
}
