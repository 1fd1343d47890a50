import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { EMPTY_SQL, inlineInteger, join, type Sql, sql } from "@/lib/db/sql";
import { inScope, loadOrders } from "@/lib/orders/load-order";
import type { Metadata } from "@/lib/orders/metadata";
import type { OrderStatus } from "@/lib/orders/order";
import type { ResponseSource } from "@/lib/orders/resource";

/** Conditions on the listed orders; all must hold. */
export interface ListConditions {
  readonly statuses?: readonly OrderStatus[] | undefined;
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdTo?: Date | undefined;
  /** Sorts by the last change, oldest first. */
  readonly updatedSince?: Date | undefined;
  readonly externalOrderIdPrefix?: string | undefined;
  /** Only digits. */
  readonly phone?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

/** The last order of a page: when it was created or changed, and its id. */
export interface ListPosition {
  readonly sort: "created" | "updated";
  readonly at: Date;
  readonly id: bigint;
}

const CURSOR = /^(c|u)(\d{1,14})-(\d{1,18})$/;

export function encodeListCursor({ sort, at, id }: ListPosition): string {
  return `${sort.charAt(0)}${at.getTime()}-${id}`;
}

/** Returns null for a malformed cursor. */
export function decodeListCursor(cursor: string): ListPosition | null {
  const [, sort, at, id] = CURSOR.exec(cursor) ?? [];
  if (at === undefined || id === undefined) return null;
  return { sort: sort === "c" ? "created" : "updated", at: new Date(Number(at)), id: BigInt(id) };
}

interface ListQuery {
  readonly conditions?: ListConditions;
  readonly limit: number;
  readonly offset?: number;
  readonly after?: ListPosition | null;
}

/** Newest first, or by the last change with `updatedSince` (spec, GET /orders). Never creates a tracking link. */
export async function listForApi(
  db: Queryable,
  scope: AccountScope,
  list: ListQuery,
): Promise<{ orders: ResponseSource[]; nextCursor: string | null }> {
  const { conditions = {}, limit } = list;
  const sort = conditions.updatedSince === undefined ? "created" : "updated";
  const found = await loadOrders(db, { page: selectPage(scope, conditions, list), ...SORTS[sort] });
  const orders = found.slice(0, limit);
  const last = orders.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return {
    orders: orders.map(({ order }) => order),
    nextCursor: hasMore ? encodeListCursor({ sort, at: last.sortedAt, id: last.id }) : null,
  };
}

const SORTS = {
  created: { sortedAt: sql`o.created_at`, order: sql`o.created_at DESC, o.id DESC` },
  updated: { sortedAt: sql`o.updated_at`, order: sql`o.updated_at, o.id` },
} as const;

const NEWEST_FIRST = SORTS.created.order;

/** The expression of the index `orders_by_recipient_phone`. */
const DIGITS = (stop: Sql) => sql`left(regexp_replace(${stop}.contact_value, '[^0-9]', '', 'g'), 21)`;

/** Literals, because PostgreSQL plans a statement with a status as its parameter at every call. */
const IN_STATUS = {
  new: sql`o.status = 'new'`,
  assigned: sql`o.status = 'assigned'`,
  in_progress: sql`o.status = 'in_progress'`,
  delivered: sql`o.status = 'delivered'`,
  cancelled: sql`o.status = 'cancelled'`,
} as const satisfies Record<OrderStatus, Sql>;

const ORDER = sql`o`;

/** OFFSET 0 forces one lookup by id for each order. */
const ORDER_BY_ID = (id: Sql) => sql`LATERAL (SELECT * FROM orders o WHERE o.id = ${id} OFFSET 0) AS o`;

/** Reads the rows of a page only, not those that are skipped. */
const selectByIds = (ids: Sql): Sql => sql`WITH page AS MATERIALIZED (${ids})
    SELECT o.* FROM page CROSS JOIN ${ORDER_BY_ID(sql`page.id`)}`;

/** Selects the orders of a page and one more, through the index of the most selective condition. */
function selectPage(
  scope: AccountScope,
  conditions: ListConditions,
  { limit, offset = 0, after = null }: ListQuery,
): Sql {
  const { statuses = [], updatedSince, phone, metadata = {}, externalOrderIdPrefix: prefix } = conditions;
  const all = (listed: ListConditions) => join(listConditions(scope, listed), " AND ");
  // The additional order shows whether another page follows.
  const most = limit + 1;
  const page = offset === 0 ? sql`LIMIT ${inlineInteger(most)}` : sql`LIMIT ${most} OFFSET ${offset}::bigint`;
  if (updatedSince !== undefined) {
    return selectByIds(sql`SELECT o.id FROM order_last_changes l CROSS JOIN ${ORDER_BY_ID(sql`l.order_id`)}
      WHERE l.account_id = ${scope.accountId}::uuid AND l.mode = ${scope.mode}::mode
        AND l.changed_at >= ${updatedSince}::timestamptz AND o.updated_at = l.changed_at
        ${after === null ? EMPTY_SQL : sql`AND (l.changed_at, l.order_id) > (${after.at}::timestamptz, ${after.id}::bigint)`}
        AND ${all(conditions)}
      ORDER BY l.changed_at, l.order_id ${page}`);
  }
  const [entry, ...others] = Object.entries(metadata);
  if (entry !== undefined && phone === undefined) {
    const [key, value] = entry;
    return selectByIds(sql`SELECT o.id FROM order_metadata m CROSS JOIN ${ORDER_BY_ID(sql`m.order_id`)}
      WHERE m.account_id = ${scope.accountId}::uuid AND m.mode = ${scope.mode}::mode AND m.key = ${key} AND m.value = ${value}
        ${after === null ? EMPTY_SQL : sql`AND (m.created_at, m.order_id) < (${after.at}::timestamptz, ${after.id}::bigint)`}
        AND ${join([...createdConditions(conditions, sql`m`), ...listConditions(scope, { ...conditions, metadata: Object.fromEntries(others) })], " AND ")}
      ORDER BY m.created_at DESC, m.order_id DESC ${page}`);
  }
  const range = [
    inScope(scope),
    ...createdConditions(conditions),
    ...(after === null ? [] : [sql`(o.created_at, o.id) < (${after.at}::timestamptz, ${after.id}::bigint)`]),
  ];
  const inRange = join(range, " AND ");
  const first = offset === 0 ? inlineInteger(most) : sql`${BigInt(offset) + BigInt(most)}::bigint`;
  if (phone !== undefined) {
    const found = findByPhone(scope, { ...conditions, phone, inRange, first, after });
    return selectByIds(sql`${found} ORDER BY ${NEWEST_FIRST} ${page}`);
  }
  if (prefix !== undefined) {
    const found = findByPrefix(scope, { prefix, inRange, isListed: all(conditions), first });
    return selectByIds(sql`${found} ORDER BY ${NEWEST_FIRST} ${page}`);
  }
  const parts = [...new Set(statuses)].map(
    (status) => sql`(SELECT o.id, o.created_at FROM orders o
      WHERE ${inRange} AND ${IN_STATUS[status]} ORDER BY ${NEWEST_FIRST} LIMIT ${first})`,
  );
  if (parts.length > 0) {
    return selectByIds(
      sql`SELECT o.id FROM (${join(parts, " UNION ALL ")}) AS o ORDER BY ${NEWEST_FIRST} ${page}`,
    );
  }
  const newest = sql`FROM orders o WHERE ${inRange} ORDER BY ${NEWEST_FIRST} ${page}`;
  return offset === 0 ? sql`SELECT * ${newest}` : selectByIds(sql`SELECT o.id ${newest}`);
}

function listConditions(scope: AccountScope, conditions: ListConditions): Sql[] {
  const { statuses = [], phone, metadata = {}, externalOrderIdPrefix: prefix } = conditions;
  return [
    inScope(scope),
    ...createdConditions(conditions),
    ...(statuses.length === 0 ? [] : [sql`o.status = ANY(${[...statuses]}::order_status[])`]),
    ...(prefix === undefined ? [] : [sql`left(o.external_order_id, ${[...prefix].length}::int) = ${prefix}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [sql`o.metadata @> ${JSON.stringify(metadata)}::jsonb`]),
    ...(phone === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM order_stops p
            WHERE p.order_id = o.id AND p.position > 0 AND ${DIGITS(sql`p`)} = ${phone})`,
        ]),
  ];
}

function createdConditions({ createdFrom, createdTo }: ListConditions, row = ORDER): Sql[] {
  return [
    ...(createdFrom === undefined ? [] : [sql`${row}.created_at >= ${createdFrom}::timestamptz`]),
    ...(createdTo === undefined ? [] : [sql`${row}.created_at < ${createdTo}::timestamptz`]),
  ];
}

/** Orders that may be written between two orders of one instant. */
const MAX_SKEW = 10_000;
/** Orders of one phone among them. */
const MAX_PHONE_SKEW = 100;

/**
 * An index of phones cannot have the order's instant, but ids grow with it, except among orders that are created at the
 * same time. So the newest by id, and some more, contain the newest.
 */
function findByPhone(
  scope: AccountScope,
  {
    inRange,
    first,
    after,
    phone,
    ...conditions
  }: ListConditions & { phone: string; inRange: Sql; first: Sql; after: ListPosition | null },
): Sql {
  // The first of an order's dropoffs with the phone stands for it.
  return sql`SELECT o.id FROM (
    SELECT o.id, o.created_at FROM order_stops s CROSS JOIN ${ORDER_BY_ID(sql`s.order_id`)}
    WHERE s.account_id = ${scope.accountId}::uuid AND s.position > 0 AND ${DIGITS(sql`s`)} = ${phone}
      ${after === null ? EMPTY_SQL : sql`AND s.order_id < ${after.id + BigInt(MAX_SKEW)}::bigint`}
      AND NOT EXISTS (SELECT FROM order_stops p WHERE p.order_id = s.order_id AND p.position > 0
                        AND p.position < s.position AND ${DIGITS(sql`p`)} = ${phone} OFFSET 0)
      AND ${inRange} AND ${join(listConditions(scope, conditions), " AND ")}
    ORDER BY s.order_id DESC LIMIT ${first} + ${inlineInteger(MAX_PHONE_SKEW)}) AS o`;
}

const LAST_POINT = 0x10ffff;
const SURROGATES = { first: 0xd800, last: 0xdfff };

/** The first text after all with this prefix, by code points; null if the prefix has only U+10FFFF. */
function findPrefixEnd(prefix: string): string | null {
  const points = [...prefix].map((point) => point.codePointAt(0) ?? 0);
  const at = points.findLastIndex((point) => point < LAST_POINT);
  if (at === -1) return null;
  const next = (points[at] ?? 0) + 1;
  const isSurrogate = next >= SURROGATES.first && next <= SURROGATES.last;
  return String.fromCodePoint(...points.slice(0, at), isSurrogate ? SURROGATES.last + 1 : next);
}

/** Newest orders to scan for a frequent prefix before the index of identifiers. */
const RECENT = 200;
/** Matches beyond this are found by scanning the list. */
const MAX_MATCHES = 5_000;

/** No index has both the prefix and the instant, so the statement chooses how to search by the number of matches. */
function findByPrefix(
  scope: AccountScope,
  { prefix, inRange, isListed, first }: { prefix: string; inRange: Sql; isListed: Sql; first: Sql },
): Sql {
  const end = findPrefixEnd(prefix);
  const newest = sql`ORDER BY ${NEWEST_FIRST} LIMIT ${first}`;
  const isDone = sql`(SELECT count(*) FROM fresh) >= ${first}`;
  const areFew = sql`(SELECT count(*) FROM found) <= ${MAX_MATCHES}`;
  return sql`
    WITH fresh AS MATERIALIZED (
      SELECT o.id, o.created_at FROM (
        SELECT * FROM orders o WHERE ${inRange} ORDER BY ${NEWEST_FIRST} LIMIT ${RECENT}) AS o
      WHERE ${isListed} ${newest}),
    found AS MATERIALIZED (
      SELECT o.id FROM orders o
      WHERE ${inScope(scope)} AND o.external_order_id >= ${prefix}
        ${end === null ? EMPTY_SQL : sql`AND o.external_order_id < ${end}`}
      ORDER BY o.external_order_id LIMIT ${MAX_MATCHES + 1})
    SELECT o.id FROM (
      SELECT * FROM fresh WHERE ${isDone}
      UNION ALL (SELECT o.id, o.created_at FROM found CROSS JOIN ${ORDER_BY_ID(sql`found.id`)}
        WHERE NOT ${isDone} AND ${areFew} AND ${inRange} AND ${isListed} ${newest})
      UNION ALL (SELECT o.id, o.created_at FROM (
        SELECT * FROM orders o WHERE ${inRange} ORDER BY ${NEWEST_FIRST} OFFSET 0) AS o
        WHERE NOT ${isDone} AND NOT ${areFew} AND ${isListed} ${newest})) AS o`;
}
