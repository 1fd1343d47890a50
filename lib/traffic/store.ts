import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { text } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

/** Those of these identifiers that already have their order. */
export async function selectPlaced(
  db: Queryable,
  { accountId, mode }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query(db, { id: text })`
    SELECT external_order_id AS id FROM orders
    WHERE account_id = ${accountId}::uuid AND mode = ${mode}::mode AND external_order_id = ANY(${[...ids]}::text[])`;
  return new Set(rows.map(({ id }) => id));
}
