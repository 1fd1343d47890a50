import type { Staff } from "@/lib/accounts/check-session";
import type { Mode } from "@/lib/accounts/scope";
import { beginsWith } from "@/lib/db/begins-with";
import type { Queryable } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { OrderStatus } from "@/lib/orders/order";
import type { OrderSearch } from "@/lib/orders/search";

/** An order that a search has found, as a line names it. */
export interface FoundOrder {
  readonly code: string;
  readonly externalOrderId: string;
  readonly mode: Mode;
  readonly status: OrderStatus;
  readonly hasCourier: boolean;
  /** Where it goes in the end. */
  readonly street: string;
  readonly building: string;
}

// What begins with two letters may be a hundred thousand streets; nobody picks from those.
const MOST_CANDIDATES = 500;

/**
 * The newest orders of an account, in both modes, that a search may mean. Of more than 500 that one of its meanings
 * fits, the first by that meaning are looked at.
 */
export function selectFound(
  db: Queryable,
  { accountId }: Pick<Staff, "accountId">,
  search: OrderSearch,
  limit: number,
): Promise<FoundOrder[]> {
  const own = Prisma.sql`account_id = ${accountId}::uuid`;
  const mostOf = Prisma.sql`LIMIT ${MOST_CANDIDATES}`;
  const meanings = (["live", "test"] as const).map(
    (mode) => Prisma.sql`(SELECT id FROM orders WHERE ${own} AND mode = ${mode}::mode
      AND ${beginsWith(Prisma.sql`external_order_id`, search.externalOrderId)} ORDER BY external_order_id ${mostOf})`,
  );
  if (search.orderCode !== null) {
    meanings.push(Prisma.sql`(SELECT id FROM orders WHERE ${own} AND order_code = ${search.orderCode})`);
  }
  for (const [column, text] of [
    [Prisma.sql`search_phone`, search.phone],
    [Prisma.sql`search_street`, search.street],
  ] as const) {
    if (text === null) continue;
    meanings.push(Prisma.sql`(SELECT order_id FROM order_stops WHERE ${own} AND ${beginsWith(column, text)}
      ORDER BY ${column}, order_id DESC ${mostOf})`);
  }
  return db.$queryRaw<FoundOrder[]>`
    SELECT o.order_code AS code, o.external_order_id AS "externalOrderId", o.mode::text AS mode,
           o.status::text AS status, o.courier_id IS NOT NULL AS "hasCourier", s.street, s.building
    FROM (${Prisma.join(meanings, " UNION ")}) AS found
    JOIN orders o ON o.id = found.id AND o.account_id = ${accountId}::uuid
    CROSS JOIN LATERAL (SELECT street, building FROM order_stops
                        WHERE order_id = o.id ORDER BY position DESC LIMIT 1) s
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`;
}
