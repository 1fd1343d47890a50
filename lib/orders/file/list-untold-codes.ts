import type { Queryable } from "@/lib/db/client";
import { bool, int4, type RowOf, text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { MOST_CODE_TRIES } from "@/lib/orders/carrying/progress";
import type { OrderRow } from "@/lib/orders/order-row";

const UNTOLD = { position: int4, isOverridden: bool, reason: text };

/**
 * A stop whose code the courier was not told: wrong codes have blocked it, or an operator has let them go on without it,
 * and why. The pickup is stop 0.
 */
export type UntoldCode = RowOf<typeof UNTOLD>;

/** The stops of an order whose code is blocked, or was not needed in the end. */
export function listUntoldCodes(db: Queryable, { id: orderId, scope }: OrderRow): Promise<UntoldCode[]> {
  return query(db, UNTOLD)`
    SELECT position::int AS position, code_check IS NOT NULL AS is_overridden,
           coalesce(code_override_reason, '') AS reason
    FROM order_stops
    WHERE order_id = ${orderId} AND account_id = ${scope.accountId}::uuid
      AND (code_check = 'overridden' OR (code_check IS NULL AND code_tries >= ${MOST_CODE_TRIES}))
    ORDER BY position`;
}
