import * as z from "zod";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { json } from "@/lib/db/row";
import { execute, query, Sql, sql } from "@/lib/db/sql";
import { packBody, readBody } from "@/lib/events/event-body";
import { enqueueJobs } from "@/lib/jobs/enqueue-job";
import { storedMetadata } from "@/lib/orders/metadata";
import { searchWords } from "@/lib/orders/search";
import { eraseEventBody, POSITIONS } from "@/lib/privacy/erase-event-body";
import { PERSONAL_DATA } from "@/lib/privacy/personal-data";

export interface ErasedStops {
  readonly id: bigint;
  /** Null for all stops. */
  readonly positions: readonly number[] | null;
}

/** Tables whose rows are found by a phone in them. */
export const FOUND_TABLES = ["saved_addresses", "order_templates", "imports", "courier_messages"] as const;

const isFoundTable = (table: string): boolean => (FOUND_TABLES as readonly string[]).includes(table);

export interface FoundRow {
  readonly table: (typeof FOUND_TABLES)[number];
  readonly id: string;
}

export interface People {
  readonly orders: readonly ErasedStops[];
  readonly rows: readonly FoundRow[];
}

/** The relations that PERSONAL_DATA refers to. */
function peopleSql({ orders, rows }: People): Sql {
  const stops = orders.flatMap(({ id, positions }) =>
    (positions ?? POSITIONS).map((position) => ({ id, position })),
  );
  return sql`
    WITH stops AS (
      SELECT * FROM unnest(${stops.map(({ id }) => id)}::bigint[],
                           ${stops.map(({ position }) => position)}::smallint[]) AS s(order_id, position)
    ), found AS (
      SELECT * FROM unnest(${rows.map(({ table }) => table)}::text[], ${rows.map(({ id }) => id)}::text[])
        AS f(table_name, id)
    )`;
}

/** An order whose courier still brings goods back is not over. */
export const IS_OVER = {
  status: { in: ["delivered", "cancelled"] },
  OR: [{ returnState: null }, { returnState: { not: "on_the_way" } }],
} satisfies Prisma.OrderWhereInput;

/**
 * Erases recipients everywhere, except in orders that are active or on legal hold.
 * @returns the ids of these orders
 */
export async function erasePeople(tx: Transaction, people: People): Promise<ReadonlySet<bigint>> {
  const ids = people.orders.map(({ id }) => id);
  // Locks them: until the transaction ends, none is changed or put on hold.
  const locked = await tx.models.order.updateManyAndReturn({
    where: { id: { in: ids }, legalHold: null, ...IS_OVER },
    data: { eventSequence: { increment: 0 } },
    select: { id: true, accountId: true },
  });
  const over = new Set(locked.map(({ id }) => id));
  // A hold may have been placed while this waited for the lock.
  const holds = await tx.models.legalHold.findMany({ where: { orderId: { in: [...over] } } });
  for (const { orderId } of holds) over.delete(orderId);
  const orders = people.orders.filter(({ id }) => over.has(id));
  await takeFromSenders(
    tx,
    locked.filter(({ id }) => over.has(id)),
  );
  if (orders.length > 0 || people.rows.length > 0) await erase(tx, { ...people, orders });
  return new Set(ids.filter((id) => !over.has(id)));
}

/** A receiver may echo the body, so the response to a delivery in flight is not recorded: it is sent again. */
async function takeFromSenders(
  tx: Transaction,
  orders: readonly { readonly id: bigint; readonly accountId: string }[],
): Promise<void> {
  const accountId = { in: [...new Set(orders.map((order) => order.accountId))] };
  const endpoints = await tx.models.webhookEndpoint.findMany({ where: { accountId }, select: { id: true } });
  if (endpoints.length === 0) return;
  const orderId = { in: orders.map(({ id }) => id) };
  const events = await tx.models.event.findMany({ where: { orderId }, select: { id: true } });
  // All pending ones, since a claim may be uncommitted. By the index of endpoint and event: there is none by order.
  await tx.models.webhookDelivery.updateMany({
    where: {
      endpointId: { in: endpoints.map(({ id }) => id) },
      eventId: { in: events.map(({ id }) => id) },
      state: "pending",
    },
    data: { claim: { increment: 1 } },
  });
}

async function erase(tx: Transaction, people: People): Promise<void> {
  const positionsByOrder = new Map(people.orders.map(({ id, positions }) => [id, positions]));
  const isErased = (orderId: bigint, position: number): boolean =>
    positionsByOrder.get(orderId)?.includes(position) ?? true;
  const orderId = { in: [...positionsByOrder.keys()] };
  const listFiles = () => tx.models.proofFile.findMany({ where: { orderId }, select: { objectKey: true } });
  const files = await listFiles();
  // A sender that has claimed one of them must not write the phone again.
  const unsent = people.orders.map(({ id, positions }) => ({
    orderId: id,
    ...(positions === null ? {} : { position: { in: [...positions] } }),
  }));
  await tx.models.recipientMessage.updateMany({
    where: { state: "pending", OR: unsent },
    data: { state: "dropped", reason: "no_phone", leasedUntil: null, finishedAt: new Date() },
  });
  for (const [table, { rows, replaced, deleted }] of Object.entries(PERSONAL_DATA)) {
    if (rows === undefined || (replaced ?? deleted) === undefined) continue;
    // Their conditions scan the whole table.
    if (isFoundTable(table) && !people.rows.some((row) => row.table === table)) continue;
    const change = replaced === undefined ? "DELETE FROM" : "UPDATE";
    const values = Object.entries(replaced ?? {}).map(([column, value]) => `${column} = ${value}`);
    const set = values.length === 0 ? "" : ` SET ${values.join(", ")}`;
    await runOnPeople(tx, people, {
      verb: `${change} ${table} t${set}`,
      rows,
      end: "RETURNING '{}'::jsonb AS row",
    });
  }
  const remaining = new Set((await listFiles()).map(({ objectKey }) => objectKey));
  const discarded = files.filter(({ objectKey }) => !remaining.has(objectKey));
  await enqueueJobs(
    tx,
    discarded.map(({ objectKey }) => ({ kind: "erase_file", key: objectKey })),
  );
  await rewriteEvents(tx, orderId, isErased);
  await rewriteStops(tx, orderId);
}

const storedRow = z.record(z.string(), z.unknown());
export type StoredRow = z.infer<typeof storedRow>;

/** Runs a statement on one table's rows about people. @returns its column `row` */
export async function runOnPeople(
  db: Queryable,
  people: People,
  { verb, rows, end = "" }: { readonly verb: string; readonly rows: Sql; readonly end?: string },
): Promise<StoredRow[]> {
  const found = await query(db, { row: json(storedRow) })`
    ${peopleSql(people)} ${getText(verb)} WHERE ${rows} ${getText(end)}`;
  return found.map(({ row }) => row);
}

const texts = new Map<string, Sql>();

/** Equal for equal texts, since statements are cached by their parts. */
function getText(text: string): Sql {
  const known = texts.get(text) ?? new Sql([text], []);
  texts.set(text, known);
  return known;
}

type IdFilter = { readonly in: bigint[] };

async function rewriteEvents(
  tx: Transaction,
  orderId: IdFilter,
  isErased: (orderId: bigint, position: number) => boolean,
): Promise<void> {
  const events = await tx.models.event.findMany({
    where: { orderId },
    select: { id: true, orderId: true, body: true, packed: true },
  });
  const written = events.map((event) => {
    const body = eraseEventBody(readBody(event), (position) => isErased(event.orderId, position));
    return event.packed === null ? { body, packed: null } : { body: null, packed: packBody(body) };
  });
  await execute(tx)`
    UPDATE events t SET body = written.body, packed = written.packed
    FROM unnest(${events.map(({ id }) => id)}::uuid[], ${written.map(({ body }) => body)}::text[],
                ${written.map(({ packed }) => packed)}::bytea[]) AS written(id, body, packed)
    WHERE t.id = written.id`;
}

/** Removes the routes to the doors, and keeps the search words of stops that were not erased. */
async function rewriteStops(tx: Transaction, orderId: IdFilter): Promise<void> {
  await tx.models.orderStop.updateMany({ where: { orderId, position: { gt: 0 } }, data: { geometry: "" } });
  const orders = await tx.models.order.findMany({
    where: { id: orderId },
    select: {
      id: true,
      accountId: true,
      orderCode: true,
      externalOrderId: true,
      metadata: true,
      stops: {
        orderBy: { position: "asc" },
        select: { street: true, building: true, contactName: true, contactValue: true, metadata: true },
      },
    },
  });
  const words = orders.map(({ id, metadata, stops, accountId, ...name }): [bigint, string] => {
    const [pickup, ...dropoffs] = stops.map((stop) => ({
      address: stop,
      contact: { name: stop.contactName, value: stop.contactValue },
      metadata: storedMetadata.parse(stop.metadata),
    }));
    if (pickup === undefined) throw new Error("order lacks a pickup");
    const details = { pickup, dropoffs, metadata: storedMetadata.parse(metadata) };
    return [id, searchWords({ scope: { accountId }, ...name }, details)];
  });
  await execute(tx)`
    UPDATE order_stops t SET search_words = written.words::tsvector
    FROM unnest(${words.map(([id]) => id)}::bigint[], ${words.map(([, text]) => text)}::text[])
      AS written(order_id, words)
    WHERE t.order_id = written.order_id AND t.position = 0`;
}
