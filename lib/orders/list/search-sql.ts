import { type Sql, sql } from "@/lib/db/sql";

/** A search looks at so many of the newest orders before it asks the index, which a frequent word has much of. */
const RECENT = 1_000;
/** So many matches are looked at one by one; of more, the list is gone through until a page is full. */
export const MAX_MATCHES = 5_000;

/** OFFSET 0 holds the planner to one look by number for each, however many it expects. */
export const ORDER_OF_NUMBER = sql`LATERAL (SELECT * FROM orders o WHERE o.id = found.id OFFSET 0) AS o`;

export function isMeant(search: string): Sql {
  return sql`(SELECT s.search_words @@ ${search}::tsquery FROM order_stops s WHERE s.order_id = o.id AND s.position = 0)`;
}

/** How a list is searched. Each part of a statement selects `id` and `created_at` of orders `o`. */
export interface SearchedList {
  readonly search: string;
  /** The first orders, at most so many, of the list or of one that it is a part of. */
  first(limit: number): Sql;
  readonly isListed?: Sql;
  /** The first of the orders with the numbers `found.id` that are in the list, under a condition. */
  ofFound(condition: Sql): Sql;
  /** The first of the list's orders that are meant, under a condition. */
  byList(condition: Sql): Sql;
  readonly page: Sql;
  readonly limit: number;
}

/**
 * Finds a list's first matches: frequent words among the newest, rare ones by the index, else through the
 * list.
 */
export function searchList(list: SearchedList): Sql {
  const { search, first, isListed, ofFound, byList, page, limit } = list;
  const newest =
    isListed === undefined
      ? sql`recent AS o WHERE`
      : sql`recent AS found CROSS JOIN ${ORDER_OF_NUMBER} WHERE ${isListed} AND`;
  const isDone = sql`((SELECT count(*) FROM fresh) >= ${limit} OR (SELECT count(*) FROM recent) < ${RECENT})`;
  const areFew = sql`(SELECT count(*) FROM found) <= ${MAX_MATCHES}`;
  // What is materialized is planned for all its rows, and so by the index, but read no further than it is asked for.
  return sql`
    WITH recent AS MATERIALIZED (${first(RECENT)}),
    fresh AS MATERIALIZED (
      SELECT o.id, o.created_at FROM ${newest} ${isMeant(search)} ${page}),
    meant AS MATERIALIZED (
      SELECT s.order_id AS id FROM order_stops s WHERE s.position = 0 AND s.search_words @@ ${search}::tsquery),
    found AS MATERIALIZED (SELECT id FROM meant LIMIT ${MAX_MATCHES + 1})
    SELECT o.id, o.created_at FROM (
      SELECT * FROM fresh WHERE ${isDone}
      UNION ALL (${ofFound(sql`NOT ${isDone} AND ${areFew}`)})
      UNION ALL (${byList(sql`NOT ${isDone} AND NOT ${areFew}`)})) AS o ${page}`;
}
