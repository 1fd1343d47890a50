import { type Sql, sql } from "@/lib/db/sql";

/** Newest orders to scan before the index, which is slow for frequent words. */
const RECENT = 1_000;
/** Matches beyond this are found by scanning the list. */
export const MAX_MATCHES = 5_000;

/** OFFSET 0 forces a lookup by id for each match, regardless of the row estimate. */
export const ORDER_OF_NUMBER = sql`LATERAL (SELECT * FROM orders o WHERE o.id = found.id OFFSET 0) AS o`;

export function matchesSearch(search: string): Sql {
  return sql`(SELECT s.search_words @@ ${search}::tsquery FROM order_stops s WHERE s.order_id = o.id AND s.position = 0)`;
}

/** Each statement selects `id` and `created_at` of orders `o`. */
export interface SearchedList {
  readonly search: string;
  /** Selects the first orders of the list or of a superset. */
  first(limit: number): Sql;
  readonly isListed?: Sql;
  /** Selects the listed orders among the ids `found.id`, under a condition. */
  ofFound(condition: Sql): Sql;
  /** Selects the list's matching orders by scanning the list. */
  byList(condition: Sql): Sql;
  readonly page: Sql;
  readonly limit: number;
}

/** Finds a list's first matches: frequent words in the newest orders, rare ones by the index, else by a scan. */
export function searchList(list: SearchedList): Sql {
  const { search, first, isListed, ofFound, byList, page, limit } = list;
  const newest =
    isListed === undefined
      ? sql`recent AS o WHERE`
      : sql`recent AS found CROSS JOIN ${ORDER_OF_NUMBER} WHERE ${isListed} AND`;
  const isDone = sql`((SELECT count(*) FROM fresh) >= ${limit} OR (SELECT count(*) FROM recent) < ${RECENT})`;
  const areFew = sql`(SELECT count(*) FROM found) <= ${MAX_MATCHES}`;
  // The planner plans a MATERIALIZED part for all rows, so it chooses the index, but reads only up to the limit.
  return sql`
    WITH recent AS MATERIALIZED (${first(RECENT)}),
    fresh AS MATERIALIZED (
      SELECT o.id, o.created_at FROM ${newest} ${matchesSearch(search)} ${page}),
    meant AS MATERIALIZED (
      SELECT s.order_id AS id FROM order_stops s WHERE s.position = 0 AND s.search_words @@ ${search}::tsquery),
    found AS MATERIALIZED (SELECT id FROM meant LIMIT ${MAX_MATCHES + 1})
    SELECT o.id, o.created_at FROM (
      SELECT * FROM fresh WHERE ${isDone}
      UNION ALL (${ofFound(sql`NOT ${isDone} AND ${areFew}`)})
      UNION ALL (${byList(sql`NOT ${isDone} AND NOT ${areFew}`)})) AS o ${page}`;
}
