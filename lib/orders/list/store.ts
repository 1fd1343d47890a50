import type { AccountScope } from "@/lib/accounts/scope";
import { beginsWith } from "@/lib/db/begins-with";
import type { Queryable } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import type { ListedOrder } from "@/lib/orders/list/listed-order";
import type { ExportedOrder } from "@/lib/orders/list/order-csv";
import type { ListView, OrderConditions } from "@/lib/orders/list/order-filter";
import type { OrderStatus } from "@/lib/orders/order";
import type { OrderSearch } from "@/lib/orders/search";
import { fromRubles, toDecimalString, toRubles } from "@/lib/pricing/money";

/**
 * An order's number, which stands for its place in the list. Its moment stays in the database, which knows it more
 * finely than a Date does: orders of one instant stand by their numbers.
 */
export type ListPlace = bigint;

/** A stretch of the list: so many of the newest, or of those right before or after a place. */
export interface Stretch {
  readonly limit: number;
  readonly before?: ListPlace;
  readonly after?: ListPlace;
}

/** The rows of a scope. Every statement of this file that names orders carries it. */
function within(scope: AccountScope): Prisma.Sql {
  return Prisma.sql`o.account_id = ${scope.accountId}::uuid AND o.mode = ${scope.mode}::mode`;
}

const inStatus = (status: OrderStatus) => Prisma.sql`o.status = ${status}::order_status`;

// Each part of a view is in the index's order by itself. Asked for at once, they would have to be sorted, or
// everything that is newer would be read and left out.
const PARTS: Readonly<Record<ListView, readonly Prisma.Sql[]>> = {
  all: [Prisma.sql`TRUE`],
  active: [inStatus("new"), inStatus("assigned"), inStatus("in_progress")],
  no_courier: [inStatus("new"), Prisma.sql`${inStatus("assigned")} AND o.courier_id IS NULL`],
  new: [inStatus("new")],
  assigned: [inStatus("assigned")],
  in_progress: [inStatus("in_progress")],
  delivered: [inStatus("delivered")],
  cancelled: [inStatus("cancelled")],
};

/** The numbers and moments of the orders in a stretch of the list, which are all that deciding needs. */
function stretchOf(scope: AccountScope, conditions: OrderConditions, stretch: Stretch): Prisma.Sql {
  const { view, from, until, search } = conditions;
  const { limit, before, after } = stretch;
  const rest = [
    within(scope),
    ...(from === null ? [] : [Prisma.sql`o.created_at >= ${from}::timestamptz`]),
    ...(until === null ? [] : [Prisma.sql`o.created_at < ${until}::timestamptz`]),
    ...(before === undefined ? [] : [Prisma.sql`(o.created_at, o.id) < ${rowOf(before)}`]),
    ...(after === undefined ? [] : [Prisma.sql`(o.created_at, o.id) > ${rowOf(after)}`]),
  ];
  const order =
    after === undefined
      ? Prisma.sql`ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`
      : Prisma.sql`ORDER BY o.created_at, o.id LIMIT ${limit}`;
  const part = (source: Prisma.Sql, wanted: readonly Prisma.Sql[]) =>
    Prisma.sql`(SELECT o.id, o.created_at FROM ${source}
                WHERE ${Prisma.join([...rest, ...wanted], " AND ")} ${order})`;
  const ofParts = (parts: readonly Prisma.Sql[]) =>
    Prisma.sql`SELECT o.id, o.created_at FROM (${Prisma.join(parts, " UNION ALL ")}) AS o ${order}`;
  if (search === null) {
    return ofParts(PARTS[view].map((wanted) => part(Prisma.sql`orders o`, [wanted])));
  }
  // Of a few matches each is looked at. Many of them are everywhere, and soon met by going through the list.
  const areFew = Prisma.sql`(SELECT count(*) FROM found) <= ${MOST_MATCHES}`;
  const inView = Prisma.join([...PARTS[view]], ") OR (", "((", "))");
  const byMatch = part(Prisma.sql`found CROSS JOIN ${ORDER_OF_NUMBER}`, [areFew, inView]);
  const byList = PARTS[view].map((wanted) =>
    part(Prisma.sql`orders o ${stopsMeantBy(search)}`, [
      Prisma.sql`NOT ${areFew}`,
      wanted,
      isMeantBy(search),
    ]),
  );
  return Prisma.sql`
    WITH found AS MATERIALIZED (${matchesOf(scope, search)}) ${ofParts([byMatch, ...byList])}`;
}

const rowOf = (id: ListPlace) =>
  Prisma.sql`((SELECT e.created_at FROM orders e WHERE e.id = ${id}::bigint), ${id}::bigint)`;

// OFFSET 0 holds the planner to one look by number for each, however many it expects.
const ORDER_OF_NUMBER = Prisma.sql`LATERAL (SELECT * FROM orders o WHERE o.id = found.id OFFSET 0) AS o`;

const MOST_MATCHES = 5_000;

/** The numbers of the orders that a search may mean, each by an index, and of each kind one more than are few. */
function matchesOf(scope: AccountScope, search: OrderSearch): Prisma.Sql {
  // In the index's own order the planner has no reason to read the table instead.
  const byStop = (column: Prisma.Sql, key: string) => Prisma.sql`
    (SELECT s.order_id AS id FROM order_stops s
     WHERE s.account_id = ${scope.accountId}::uuid AND ${beginsWith(column, key)}
     ORDER BY ${column}, s.order_id LIMIT ${MOST_MATCHES + 1})`;
  const meanings = [
    Prisma.sql`
    (SELECT o.id FROM orders o
     WHERE ${within(scope)} AND ${beginsWith(Prisma.sql`o.external_order_id`, search.externalOrderId)}
     ORDER BY o.external_order_id LIMIT ${MOST_MATCHES + 1})`,
    ...(search.orderCode === null
      ? []
      : [
          Prisma.sql`(SELECT o.id FROM orders o WHERE ${within(scope)} AND o.order_code = ${search.orderCode})`,
        ]),
    ...(search.street === null ? [] : [byStop(Prisma.sql`s.search_street`, search.street)]),
    ...(search.phone === null ? [] : [byStop(Prisma.sql`s.search_phone`, search.phone)]),
  ];
  return Prisma.join(meanings, " UNION ");
}

/** Whether one of the order's stops is meant by a search, as a table beside the orders. */
function stopsMeantBy({ street, phone }: OrderSearch): Prisma.Sql {
  const meanings = [
    ...(street === null ? [] : [beginsWith(Prisma.sql`s.search_street`, street)]),
    ...(phone === null ? [] : [beginsWith(Prisma.sql`s.search_phone`, phone)]),
  ];
  if (meanings.length === 0) return Prisma.empty;
  return Prisma.sql`
    CROSS JOIN LATERAL (SELECT bool_or((${Prisma.join(meanings, ") OR (")})) AS are_meant
                        FROM order_stops s WHERE s.order_id = o.id) AS stops`;
}

/** Whether an order is meant by a search, with `stopsMeantBy` beside it. */
function isMeantBy({ externalOrderId, orderCode, street, phone }: OrderSearch): Prisma.Sql {
  const meanings = [
    beginsWith(Prisma.sql`o.external_order_id`, externalOrderId),
    ...(orderCode === null ? [] : [Prisma.sql`o.order_code = ${orderCode}`]),
    ...(street === null && phone === null ? [] : [Prisma.sql`stops.are_meant`]),
  ];
  return Prisma.join(meanings, ") OR (", "((", "))");
}

interface ListedRow {
  order_code: string;
  external_order_id: string;
  status: OrderStatus;
  created_at: Date;
  delivery_time: Date | null;
  price: Prisma.Decimal | null;
  courier_name: string | null;
  received_at: Date | null;
  dropoffs: bigint;
  handed_over: bigint;
  street: string;
  building: string;
}

/** The rows of the list of the orders whose numbers a statement answers, newest first. */
async function selectListed(db: Queryable, numbers: Prisma.Sql): Promise<ListedOrder[]> {
  const rows = await db.$queryRaw<ListedRow[]>`
    WITH listed AS MATERIALIZED (${numbers})
    SELECT o.order_code, o.external_order_id, o.status::text AS status, o.created_at, o.delivery_time, o.price,
           c.name AS courier_name, stops.*,
           CASE WHEN o.status IN ('assigned', 'in_progress') THEN p.received_at END AS received_at
    FROM listed
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    LEFT JOIN courier_positions p ON p.courier_id = o.courier_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE s.position > 0) AS dropoffs, count(s.delivered_at) AS handed_over,
             min(s.street) FILTER (WHERE s.position = 1) AS street,
             min(s.building) FILTER (WHERE s.position = 1) AS building
      FROM order_stops s WHERE s.order_id = listed.id) AS stops
    ORDER BY o.created_at DESC, o.id DESC`;
  return rows.map((row) => ({
    code: row.order_code,
    externalOrderId: row.external_order_id,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    deliveryTime: row.delivery_time?.toISOString() ?? null,
    price: row.price === null ? null : toRubles(fromRubles(row.price.toFixed(2))),
    courierName: row.courier_name,
    heardAt: row.received_at?.toISOString() ?? null,
    dropoffs: Number(row.dropoffs),
    handedOver: Number(row.handed_over),
    destination: `${row.street}, ${row.building}`,
  }));
}

/** A stretch of the scope's list, newest first. */
export function selectStretch(
  db: Queryable,
  scope: AccountScope,
  conditions: OrderConditions,
  stretch: Stretch,
): Promise<ListedOrder[]> {
  return selectListed(db, stretchOf(scope, conditions, stretch));
}

/** The scope's orders with these codes, newest first. */
export function selectByCodes(
  db: Queryable,
  scope: AccountScope,
  codes: readonly string[],
): Promise<ListedOrder[]> {
  return selectListed(
    db,
    Prisma.sql`SELECT o.id FROM orders o WHERE ${within(scope)} AND o.order_code = ANY(${[...codes]}::text[])`,
  );
}

/** How many orders of a stretch of the scope's list have none of these codes. */
export async function countOthers(
  db: Queryable,
  scope: AccountScope,
  conditions: OrderConditions,
  stretch: Stretch,
  codes: readonly string[],
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    WITH listed AS MATERIALIZED (${stretchOf(scope, conditions, stretch)})
    SELECT count(*)::int AS count
    FROM listed CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o
    WHERE o.order_code <> ALL(${[...codes]}::text[])`;
  return row?.count ?? 0;
}

/** Where the scope's order with this code stands; null when there is none. */
export async function findPlace(
  db: Queryable,
  scope: AccountScope,
  orderCode: string,
): Promise<ListPlace | null> {
  const order = await db.order.findUnique({
    where: { orderCode, accountId: scope.accountId, mode: scope.mode },
    select: { id: true },
  });
  return order?.id ?? null;
}

/** Whether the scope has an order at all. */
interface ExportedRow {
  id: bigint;
  order_code: string;
  external_order_id: string;
  status: OrderStatus;
  created_at: Date;
  delivered_at: Date | null;
  price: Prisma.Decimal | null;
  courier_name: string | null;
  stops: ExportedOrder["dropoffs"];
}

/** A stretch of the scope's list with all that is exported of each order, and the place where it ends. */
export async function selectExported(
  db: Queryable,
  scope: AccountScope,
  conditions: OrderConditions,
  stretch: Stretch,
): Promise<{ orders: ExportedOrder[]; end: ListPlace | null }> {
  const rows = await db.$queryRaw<ExportedRow[]>`
    WITH listed AS MATERIALIZED (${stretchOf(scope, conditions, stretch)})
    SELECT o.id, o.order_code, o.external_order_id, o.status::text AS status, o.created_at, o.delivered_at,
           o.price, c.name AS courier_name, stops.stops
    FROM listed
    CROSS JOIN LATERAL (SELECT * FROM orders o WHERE o.id = listed.id OFFSET 0) AS o
    LEFT JOIN couriers c ON c.id = o.courier_id
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('area', s.area, 'street', s.street, 'building', s.building,
                                        'apartment', s.apartment, 'contactName', s.contact_name,
                                        'contact', s.contact_value) ORDER BY s.position) AS stops
      FROM order_stops s WHERE s.order_id = listed.id) AS stops
    ORDER BY o.created_at DESC, o.id DESC`;
  const orders = rows.map(({ stops: [pickup, ...dropoffs], ...row }): ExportedOrder => {
    if (pickup === undefined) throw new Error("An order has a pickup.");
    return {
      code: row.order_code,
      externalOrderId: row.external_order_id,
      status: row.status,
      createdAt: row.created_at,
      deliveredAt: row.delivered_at,
      price: row.price === null ? null : toDecimalString(fromRubles(row.price.toFixed(2))),
      courierName: row.courier_name,
      pickup,
      dropoffs,
    };
  });
  return { orders, end: rows.at(-1)?.id ?? null };
}
