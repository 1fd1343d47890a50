import type { Mode } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Whether some account has this endpoint in a mode. */
export async function hasEndpoint(db: Queryable, mode: Mode, endpointId: string): Promise<boolean> {
  const rows = await query(db, { id: uuid })`
    SELECT id FROM webhook_endpoints
    WHERE id::text = ${endpointId} AND mode = ${mode}::mode AND deleted_at IS NULL`;
  return rows.length > 0;
}
