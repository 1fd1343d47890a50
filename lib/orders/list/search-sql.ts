import { type Sql, sql } from "@/lib/db/sql";

/** So many matches are looked at one by one; of more, the list is gone through until a page is full. */
export const MOST_MATCHES = 5_000;

// OFFSET 0 holds the planner to one look by number for each, however many it expects.
export const ORDER_OF_NUMBER = sql`LATERAL (SELECT * FROM orders o WHERE o.id = found.id OFFSET 0) AS o`;

/**
 * The tables `found`, the numbers of the orders that a search of `parseSearch` means, one more than MOST_MATCHES at most,
 * and `meant`. The latter is planned for all that there are, and so by the index, but read no further.
 */
export function matches(search: string): Sql {
  return sql`meant AS MATERIALIZED (
      SELECT s.order_id AS id FROM order_stops s WHERE s.position = 0 AND s.search_words @@ ${search}::tsquery
    ), found AS MATERIALIZED (SELECT id FROM meant LIMIT ${MOST_MATCHES + 1})`;
}

/** Whether a search means the order `o`. */
export function isMeant(search: string): Sql {
  return sql`(SELECT s.search_words @@ ${search}::tsquery FROM order_stops s WHERE s.order_id = o.id AND s.position = 0)`;
}
