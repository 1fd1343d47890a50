import type { Pool } from "pg";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Database, Queryable } from "@/lib/db/client";
import type { LoggedRequest } from "@/lib/db/generated/client";
import { float8, int4, int8, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, join, query, type Sql, sql } from "@/lib/db/sql";
import type { LoggedCall } from "@/lib/requests/logged-request";
import type { Cursor, RequestFilter } from "@/lib/requests/schema";

/** Writes many calls in one statement. */
export async function insertRequests(pool: Pool, calls: readonly LoggedCall[]): Promise<void> {
  // Past Prisma, which spends several times as long on so long a text as on everything else here.
  await pool.query(
    `INSERT INTO logged_requests (account_id, mode, key_id, request_id, requested_at, method, path, route, status,
                                 duration_ms, error_id, external_order_id, request_body, response_body)
    SELECT * FROM json_to_recordset($1::json) AS call(
      "accountId" uuid, "mode" mode, "keyId" uuid, "requestId" text, "requestedAt" timestamptz, "method" text,
      "path" text, "route" text, "status" smallint, "durationMs" float8, "errorId" text, "externalOrderId" text,
      "requestBody" text, "responseBody" text)`,
    [JSON.stringify(calls)],
  );
}

const LINE = {
  id: int8,
  keyId: uuid,
  requestId: text,
  requestedAt: timestamptz,
  method: text,
  path: text,
  status: int4,
  durationMs: float8,
  errorId: text.orNull,
  externalOrderId: text.orNull,
};

/** A call as a list shows it. */
export type RequestLine = RowOf<typeof LINE>;

// Written out, so that the planner knows these rows to be among those of the index of failures.
const FAMILIES = {
  "2xx": sql`status BETWEEN 200 AND 299`,
  "4xx": sql`status BETWEEN 400 AND 499`,
  "5xx": sql`status >= 500`,
} as const;

function conditionsOf(filter: RequestFilter): Sql {
  const { status, keyId, externalOrderId, requestId, method } = filter;
  const conditions = [
    ...(typeof status === "string" ? [FAMILIES[status]] : []),
    ...(typeof status === "number" && status >= 400 ? [sql`status >= 400`] : []),
    ...(typeof status === "number" ? [sql`status = ${status}`] : []),
    ...(keyId === null ? [] : [sql`key_id = ${keyId}::uuid`]),
    ...(externalOrderId === null ? [] : [sql`external_order_id = ${externalOrderId}`]),
    ...(requestId === null ? [] : [sql`request_id = ${requestId}`]),
    ...(method === null ? [] : [sql`method = ${method}`]),
  ];
  return join([sql`true`, ...conditions], " AND ");
}

/** Calls before or after a place: those nearest to it, in whichever direction; without a place, the newest. */
export function selectRequests(
  db: Queryable,
  scope: AccountScope,
  filter: RequestFilter,
  cursor: Cursor | null,
  limit: number,
): Promise<RequestLine[]> {
  const place =
    cursor === null ? sql`true` : cursor.side === "before" ? sql`id < ${cursor.id}` : sql`id > ${cursor.id}`;
  const order = cursor?.side === "after" ? sql`id` : sql`id DESC`;
  return query(db, LINE)`
    SELECT id, key_id, request_id, requested_at, method, path, status, duration_ms, error_id, external_order_id
    FROM logged_requests
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND ${place} AND ${conditionsOf(filter)}
    ORDER BY ${order} LIMIT ${limit}`;
}

export function findRequest(db: Database, scope: AccountScope, id: bigint): Promise<LoggedRequest | null> {
  return db.models.loggedRequest.findFirst({ where: { id, accountId: scope.accountId, mode: scope.mode } });
}

const CALL_COUNT = { keyId: uuid, part: int4, calls: int4 };

/** How many calls a key has had between two neighbouring borders, counted from 1. */
export type CallCount = RowOf<typeof CALL_COUNT>;

/**
 * How many calls each key has had since the first of the borders, in the parts of time between them. Identifiers grow
 * with time, so a border in time is one in identifiers, and the index of each key's calls answers by itself.
 */
export function countByKey(
  db: Queryable,
  scope: AccountScope,
  borders: readonly Date[],
): Promise<CallCount[]> {
  const times = borders.map((border) => border.toISOString());
  return query(db, CALL_COUNT)`
    WITH borders AS (
      SELECT array_agg(coalesce((SELECT id FROM logged_requests WHERE requested_at >= border
                                 ORDER BY requested_at LIMIT 1), 9223372036854775807) ORDER BY border) AS ids
      FROM unnest(${times}::timestamptz[]) AS border)
    SELECT key_id, width_bucket(id, (SELECT ids FROM borders)) AS part, count(*)::int AS calls
    FROM logged_requests
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND id >= (SELECT ids[1] FROM borders)
    GROUP BY 1, 2`;
}

/** Deletes the oldest calls from before an instant, at most so many. @returns how many */
export function deleteOldest(db: Queryable, before: Date, limit: number): Promise<number> {
  return execute(db)`
    DELETE FROM logged_requests WHERE id IN (
      SELECT id FROM logged_requests WHERE requested_at < ${before}::timestamptz
      ORDER BY requested_at LIMIT ${limit})`;
}
