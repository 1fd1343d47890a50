import * as z from "zod";
import type { AccountScope } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { courierPositions, couriers, orderStops, orders, plannedOrders } from "@/lib/db/generated/columns";
import { jsonRows } from "@/lib/db/json-rows";
import { bool, int4, json, numeric, pick, type RowOf, text, timestamptz } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";
import { toPickupTime } from "@/lib/dispatch/order-plan";
import { joinPlan } from "@/lib/dispatch/planned-order";
import { CHARGE_TYPES } from "@/lib/orders/charge";
import { toWindowText, windowFromRow } from "@/lib/orders/delivery-window";
import { DUE_AT } from "@/lib/orders/due-at-sql";
import { ENDED_ORDERS_SQL } from "@/lib/orders/ended-orders-sql";
import { ERASED_TEXT } from "@/lib/orders/erased";
import type { Conditions } from "@/lib/orders/list/conditions";
import type { OrderListItem } from "@/lib/orders/list/order-list-item";
import { MAX_MATCHES, matchesSearch, ORDER_OF_NUMBER, searchList } from "@/lib/orders/list/search-sql";
import { inScope, TOTAL } from "@/lib/orders/load-order";
import { storedMetadata } from "@/lib/orders/metadata";
import type { OrderStatus } from "@/lib/orders/order";
import { STOP_METADATA } from "@/lib/orders/order-parts";
import { scopeToAccount } from "@/lib/orders/search";
import { fromRubles, toDecimalString, toRubles } from "@/lib/pricing/money";

/** An order's row id: exact, unlike its instant as a Date. */
export type ListCursor = bigint;

export interface ListRange {
  readonly limit: number;
  readonly before?: ListCursor;
  readonly after?: ListCursor;
}

// The subquery hides the status from the planner, which would otherwise combine the partial indexes of all accounts'
// open orders, and read those of others, instead of the account's own orders by status.
const inStatus = (status: OrderStatus) => sql`o.status = (SELECT ${status}::order_status)`;

const COURIER_WANTED = sql`o.courier_id IS NULL`;

/** Returns the disjoint parts of a view, each in index order; one combined condition would be sorted. */
export function buildQueryParts({ view, today, now }: Conditions): readonly Sql[] {
  const open = [inStatus("new"), inStatus("assigned"), inStatus("in_progress")];
  const isToday = sql`o.created_at >= ${today}::timestamptz`;
  switch (view) {
    case "all":
      return [sql`TRUE`];
    case "today":
      return [isToday, ...open.map((one) => sql`${one} AND o.created_at < ${today}::timestamptz`)];
    case "active":
      return open;
    case "moving":
      return [sql`${inStatus("assigned")} AND o.courier_id IS NOT NULL`, inStatus("in_progress")];
    case "searching":
      return [
        sql`${inStatus("new")} AND o.dispatch_at <= ${now}::timestamptz`,
        sql`${inStatus("assigned")} AND ${COURIER_WANTED} AND o.dispatch_at <= ${now}::timestamptz`,
      ];
    case "scheduled":
      // Here the planner has to see the statuses: the partial index by dispatch time reads scheduled orders alone.
      return [
        sql`o.status IN ('new', 'assigned') AND ${COURIER_WANTED} AND o.dispatch_at > ${now}::timestamptz`,
      ];
    case "late":
      return open.map((one) => sql`${one} AND ${DUE_AT} < ${now}::timestamptz AND ${IS_NOT_RETURNING}`);
    case "finished":
      return [inStatus("delivered"), inStatus("cancelled")].map((one) => sql`${one} AND ${isToday}`);
    default:
      return [inStatus(view)];
  }
}

// An order being returned is no longer late.
const IS_NOT_RETURNING = sql`o.return_state IS DISTINCT FROM 'on_the_way'`;

const SCHEDULED_FOR = sql`coalesce(o.window_from, o.delivery_time, o.dispatch_at)`;

function buildRangeQuery(scope: AccountScope, conditions: Conditions, stretch: ListRange): Sql {
  const { from, until, search, courier } = conditions;
  const { limit, before, after } = stretch;
  const day = conditions.view === "scheduled" ? SCHEDULED_FOR : sql`o.created_at`;
  const rest = [
    inScope(scope),
    ...(from === null ? [] : [sql`${day} >= ${from}::timestamptz`]),
    ...(until === null ? [] : [sql`${day} < ${until}::timestamptz`]),
    ...(courier === null ? [] : [sql`o.courier_id = ${courier}::uuid`]),
    ...(before === undefined ? [] : [sql`(o.created_at, o.id) < ${buildRowQuery(before)}`]),
    ...(after === undefined ? [] : [sql`(o.created_at, o.id) > ${buildRowQuery(after)}`]),
  ];
  const page = (most: number) =>
    after === undefined
      ? sql`ORDER BY o.created_at DESC, o.id DESC LIMIT ${most}`
      : sql`ORDER BY o.created_at, o.id LIMIT ${most}`;
  const part = (source: Sql, wanted: readonly Sql[], most = limit) =>
    sql`(SELECT o.id, o.created_at FROM ${source}
                WHERE ${join([...rest, ...wanted], " AND ")} ${page(most)})`;
  const parts = buildQueryParts(conditions);
  const byList = (more: readonly Sql[], most = limit) =>
    sql`SELECT o.id, o.created_at FROM (${join(
      parts.map((wanted) => part(sql`orders o`, [...more, wanted], most)),
      " UNION ALL ",
    )}) AS o ${page(most)}`;
  const ofFound = (more: readonly Sql[]) =>
    part(sql`found CROSS JOIN ${ORDER_OF_NUMBER}`, [...more, sql`((${join(parts, ") OR (")}))`]);
  const few = buildSmallSet(scope, conditions);
  if (few !== null) {
    return sql`
    WITH found AS MATERIALIZED (${few}) ${ofFound(search === null ? [] : [matchesSearch(search)])}`;
  }
  if (search === null) return byList([]);
  return searchList({
    search: scopeToAccount(search, scope.accountId),
    first: (most) => byList([], most),
    ofFound: (condition) => ofFound([condition]),
    byList: (condition) => byList([condition, matchesSearch(search)]),
    page: page(limit),
    limit,
  });
}

/** Selects by index the few orders of a courier or with a problem; null without either condition. */
function buildSmallSet({ accountId }: AccountScope, { courier, hasProblem }: Conditions): Sql | null {
  const own = sql`s.account_id = ${accountId}::uuid`;
  if (hasProblem) {
    return sql`
      SELECT s.order_id AS id FROM order_stops s WHERE ${own} AND s.resolution = 'ask'
      UNION
      SELECT s.order_id FROM order_stops s
      WHERE ${own} AND s.feedback = 'problem' AND s.feedback_settled_at IS NULL`;
  }
  if (courier === null) return null;
  return sql`
      SELECT o.id FROM orders o
      WHERE o.courier_id = ${courier}::uuid
        AND (o.status IN ('assigned', 'in_progress') OR o.return_state = 'on_the_way')
      UNION
      (SELECT o.id FROM ${ENDED_ORDERS_SQL} WHERE l.courier_id = ${courier}::uuid
       ORDER BY l.changed_at DESC LIMIT ${MAX_MATCHES})`;
}

const buildRowQuery = (id: ListCursor) =>
  sql`((SELECT e.created_at FROM orders e WHERE e.id = ${id}::bigint), ${id}::bigint)`;

const LISTED = {
  ...pick(orders, "externalOrderId status createdAt deliveryTime windowFrom windowTo dispatchAt erasedAt"),
  code: orders.orderCode,
  courierName: couriers.name.orNull,
  heardAt: courierPositions.receivedAt.orNull,
  recipient: orderStops.contactName,
  dueAt: timestamptz.orNull,
  endedAt: timestamptz.orNull,
  total: numeric,
  dropoffs: int4,
  handedOver: int4,
  isAsked: bool,
  isHeld: bool,
  arrivesAt: plannedOrders.arrivesAt,
  destination: text,
};

async function selectListed(db: Queryable, numbers: Sql, now: Date): Promise<OrderListItem[]> {
  const rows = await query(db, LISTED)`
    WITH listed AS MATERIALIZED (${numbers})
    SELECT o.order_code AS code, o.external_order_id, o.status, o.created_at, o.delivery_time, o.window_from, o.window_to, o.dispatch_at, o.erased_at,
           o.held_reason IS NOT NULL AS is_held, plan.arrives_at,
           ${TOTAL} AS total,
           CASE WHEN o.status IN ('new', 'assigned', 'in_progress') AND ${IS_NOT_RETURNING} THEN ${DUE_AT} END AS due_at,
           coalesce(o.delivered_at, CASE WHEN o.status = 'cancelled' THEN
             (SELECT h.changed_at FROM order_status_changes h WHERE h.order_id = o.id AND h.status = 'cancelled')
           END) AS ended_at,
           c.name AS courier_name, stops.*,
           CASE WHEN o.status IN ('assigned', 'in_progress') THEN p.received_at END AS heard_at
    FROM listed
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = o.courier_id
    ${joinPlan(now)}
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.position > 0)::int AS dropoffs, count(s.delivered_at)::int AS handed_over,
             coalesce(bool_or(s.resolution = 'ask'), false) AS is_asked,
             min(s.street || ', ' || s.building) FILTER (WHERE s.position = 1) AS destination,
             min(s.contact_name) FILTER (WHERE s.position = 1) AS recipient
      FROM order_stops s WHERE s.order_id = listed.id) AS stops
    ORDER BY o.created_at DESC, o.id DESC`;
  return rows.map(({ arrivesAt, windowFrom, windowTo, ...row }) => ({
    ...row,
    deliveryWindow: toWindowText(windowFromRow({ windowFrom, windowTo })),
    pickupAt: arrivesAt && toPickupTime(arrivesAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
    deliveryTime: row.deliveryTime?.toISOString() ?? null,
    dispatchAt: row.dispatchAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    total: toRubles(fromRubles(row.total)),
    heardAt: row.heardAt?.toISOString() ?? null,
    erasedAt: row.destination.startsWith(ERASED_TEXT) ? (row.erasedAt?.toISOString() ?? null) : null,
  }));
}

export function selectRange(
  db: Queryable,
  scope: AccountScope,
  conditions: Conditions,
  stretch: ListRange,
): Promise<OrderListItem[]> {
  return selectListed(db, buildRangeQuery(scope, conditions, stretch), conditions.now);
}

export function selectByCodes(
  db: Queryable,
  scope: AccountScope,
  codes: readonly string[],
  now: Date,
): Promise<OrderListItem[]> {
  const numbers = sql`
    SELECT o.id FROM orders o WHERE ${inScope(scope)} AND o.order_code = ANY(${[...codes]}::text[])`;
  return selectListed(db, numbers, now);
}

/** Counts the orders of a range without these codes. */
export async function countOthers(
  db: Queryable,
  scope: AccountScope,
  conditions: Conditions,
  stretch: ListRange,
  codes: readonly string[],
): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    WITH listed AS MATERIALIZED (${buildRangeQuery(scope, conditions, stretch)})
    SELECT count(*)::int AS count
    FROM listed CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o
    WHERE o.order_code <> ALL(${[...codes]}::text[])`;
  return row?.count ?? 0;
}

/** The number and the total in RUB of the matching orders, of at most `limit`. */
export async function sumRange(
  db: Queryable,
  scope: AccountScope,
  conditions: Conditions,
  limit: number,
): Promise<{ count: number; total: number }> {
  const [row] = await query(db, { count: int4, total: numeric })`
    WITH listed AS MATERIALIZED (${buildRangeQuery(scope, conditions, { limit })})
    SELECT count(*)::int AS count, coalesce(sum(${TOTAL}), 0)::numeric(20, 2) AS total
    FROM listed CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o`;
  return { count: row?.count ?? 0, total: toRubles(fromRubles(row?.total ?? "0")) };
}

export async function findCursor(
  db: Queryable,
  scope: AccountScope,
  orderCode: string,
): Promise<ListCursor | null> {
  const where = { orderCode, accountId: scope.accountId, mode: scope.mode };
  return (await db.models.order.findFirst({ where, select: { id: true } }))?.id ?? null;
}

const EXPORTED_STOPS = jsonRows(
  "s",
  "s.position",
  {
    ...pick(orderStops, "area street building apartment contactName windowFrom windowTo"),
    contact: orderStops.contactValue,
    metadata: json(storedMetadata),
  },
  { contact: sql`s.contact_value`, metadata: STOP_METADATA },
);

const EXPORTED = {
  ...pick(orders, "id externalOrderId status createdAt deliveredAt price"),
  code: orders.orderCode,
  courierName: couriers.name.orNull,
  total: numeric.orNull,
  charges: json(z.partialRecord(z.enum(CHARGE_TYPES), z.string())),
  stops: EXPORTED_STOPS.column,
  metadata: json(storedMetadata),
};

export type ExportedStop = RowOf<typeof EXPORTED>["stops"][number];

/** Amounts, also by charge type, are in RUB with two decimals. */
export type ExportedRow = Readonly<Omit<RowOf<typeof EXPORTED>, "id" | "stops">> & {
  readonly pickup: ExportedStop;
  readonly dropoffs: readonly ExportedStop[];
};

export async function selectExported(
  db: Queryable,
  scope: AccountScope,
  conditions: Conditions,
  stretch: ListRange,
): Promise<{ orders: ExportedRow[]; end: ListCursor | null }> {
  const rows = await query(db, EXPORTED)`
    WITH listed AS MATERIALIZED (${buildRangeQuery(scope, conditions, stretch)})
    SELECT o.id, o.order_code AS code, o.external_order_id, o.status, o.created_at, o.delivered_at, o.price, o.metadata,
           ${TOTAL} AS total, charged.charges, c.name AS courier_name, stops.stops
    FROM listed
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    CROSS JOIN LATERAL (
      SELECT ${EXPORTED_STOPS.gathered} AS stops
      FROM order_stops s WHERE s.order_id = listed.id) AS stops
    CROSS JOIN LATERAL (
      SELECT coalesce(json_object_agg(sums.type, sums.amount::text), '{}'::json) AS charges
      FROM (SELECT c.type, sum(c.amount) AS amount FROM order_charges c
            WHERE c.order_id = listed.id GROUP BY c.type) AS sums) AS charged
    ORDER BY o.created_at DESC, o.id DESC`;
  const orders = rows.map(({ id: _, stops: [pickup, ...dropoffs], ...row }): ExportedRow => {
    if (pickup === undefined) throw new Error("order has no pickup");
    const amount = (text: string | null) => (text === null ? null : toDecimalString(fromRubles(text)));
    return { ...row, price: amount(row.price), total: amount(row.total), pickup, dropoffs };
  });
  return { orders, end: rows.at(-1)?.id ?? null };
}
