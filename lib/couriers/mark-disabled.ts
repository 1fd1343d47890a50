import { COURIER, COURIER_COLUMNS, type Courier } from "@/lib/couriers/courier";
import type { Transaction } from "@/lib/db/client";
import { query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";

/**
 * Records since when a courier is disabled, which ends their shift, or that they are not.
 *
 * @throws DomainError COURIER_NOT_FOUND
 */
export async function markDisabled(tx: Transaction, courierId: string, at: Date | null): Promise<Courier> {
  const [courier] = await query(tx, COURIER)`
    UPDATE couriers SET
      disabled_at = ${at}::timestamptz,
      on_shift_since = CASE WHEN ${at}::timestamptz IS NULL THEN on_shift_since END
    WHERE id = ${courierId}::uuid RETURNING ${COURIER_COLUMNS}`;
  if (courier === undefined) throw new DomainError("COURIER_NOT_FOUND");
  return courier;
}
