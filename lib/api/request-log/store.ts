import type { Pool } from "pg";
import { type AccountScope, MODES } from "@/lib/account-scope";
import type { LoggedCall } from "@/lib/api/request-log/logged-request";
import type { Cursor, RequestFilter } from "@/lib/api/request-log/schema";
import type { Queryable } from "@/lib/db/client";
import { copyRows, copyValue } from "@/lib/db/copy";
import { sqlState } from "@/lib/db/pg-errors";
import { enumColumn, float8, int4, int8, type RowOf, text, timestamptz, uuid } from "@/lib/db/row";
import { join, query, type Sql, sql } from "@/lib/db/sql";

const NO_PARTITION = "23514";

export async function insertRequests(pool: Pool, calls: readonly LoggedCall[]): Promise<void> {
  const rows = calls.map(toRow).join("");
  try {
    await copyRows(pool, TARGET, rows);
  } catch (error) {
    if (sqlState(error) !== NO_PARTITION) throw error;
    for (const day of new Set(calls.map(({ requestedAt }) => requestedAt.slice(0, DAY_LENGTH)))) {
      await pool.query("SELECT make_logged_requests_day($1::date)", [day]);
    }
    await copyRows(pool, TARGET, rows);
  }
}

const DAY_LENGTH = "2026-11-22".length;

const TARGET = `logged_requests (account_id, mode, key_id, request_id, requested_at, method, path, route, status,
  duration_ms, error_id, external_order_id, request_headers, request_body, response_body,
  client_address)`;

function toRow(call: LoggedCall): string {
  const { accountId, mode, keyId, requestId, requestedAt, method, path, route, status, durationMs } = call;
  const { errorId, externalOrderId, requestHeaders, requestBody, responseBody, clientAddress } = call;
  // Ids, instants and operation names need no escaping.
  return `${accountId}\t${mode}\t${keyId}\t${copyValue(requestId)}\t${requestedAt}\t${copyValue(method)}\t${copyValue(path)}\t${route}\t${status}\t${durationMs}\t${copyValue(errorId)}\t${copyValue(externalOrderId)}\t${json(requestHeaders)}\t${json(requestBody)}\t${json(responseBody)}\t${copyValue(clientAddress)}\n`;
}

/** JSON needs no other escaping, and a search for one character is many times faster. */
function json(text: string | null): string {
  return text?.includes("\\") === false ? text : copyValue(text);
}

const LINE = {
  id: int8,
  keyId: uuid,
  requestId: text,
  requestedAt: timestamptz,
  method: text,
  path: text,
  route: text,
  status: int4,
  durationMs: float8,
  errorId: text.orNull,
  externalOrderId: text.orNull,
};

export type RequestLogItem = RowOf<typeof LINE>;

// Literals, so that the planner can use the index of failures.
const FAMILIES = {
  "2xx": sql`status BETWEEN 200 AND 299`,
  "4xx": sql`status BETWEEN 400 AND 499`,
  "5xx": sql`status >= 500`,
} as const;

function buildConditions(filter: Partial<RequestFilter>): Sql {
  const { status, keyId = null, externalOrderId = null, requestId = null } = filter;
  const { method = null, from = null, to = null } = filter;
  const conditions = [
    ...(typeof status === "string" ? [FAMILIES[status]] : []),
    ...(typeof status === "number" && status >= 400 ? [sql`status >= 400`] : []),
    ...(typeof status === "number" ? [sql`status = ${status}`] : []),
    ...(keyId === null ? [] : [sql`key_id = ${keyId}::uuid`]),
    ...(externalOrderId === null ? [] : [sql`external_order_id = ${externalOrderId}`]),
    ...(requestId === null ? [] : [sql`request_id = ${requestId}`]),
    ...(method === null ? [] : [sql`method = ${method}`]),
    ...(from === null ? [] : [sql`requested_at >= ${from}::timestamptz`]),
    ...(to === null ? [] : [sql`requested_at < ${to}::timestamptz`]),
  ];
  return join([sql`true`, ...conditions], " AND ");
}

export function selectRequests(
  db: Queryable,
  scope: AccountScope,
  filter: Partial<RequestFilter>,
  cursor: Cursor | null,
  { since, limit }: { since: Date; limit: number },
): Promise<RequestLogItem[]> {
  const place =
    cursor === null ? sql`true` : cursor.side === "before" ? sql`id < ${cursor.id}` : sql`id > ${cursor.id}`;
  const order = cursor?.side === "after" ? sql`id` : sql`id DESC`;
  return query(db, LINE)`
    SELECT id, key_id, request_id, requested_at, method, path, route, status, duration_ms, error_id, external_order_id
    FROM logged_requests
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND requested_at >= ${since}::timestamptz AND ${place} AND ${buildConditions(filter)}
    ORDER BY ${order} LIMIT ${limit}`;
}

const REQUEST = {
  ...LINE,
  mode: enumColumn(MODES),
  requestHeaders: text.orNull,
  requestBody: text.orNull,
  responseBody: text.orNull,
  clientAddress: text.orNull,
};

export type LoggedRequest = RowOf<typeof REQUEST>;

export async function findRequest(
  db: Queryable,
  scope: AccountScope,
  id: bigint,
  since: Date,
): Promise<LoggedRequest | null> {
  const [found] = await query(db, REQUEST)`
    SELECT id, mode, key_id, request_id, requested_at, method, path, route, status, duration_ms, error_id,
           external_order_id, request_headers, request_body, response_body, client_address
    FROM logged_requests
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode AND id = ${id}
      AND requested_at >= ${since}::timestamptz`;
  return found ?? null;
}

/** Addresses of accepted calls, of one key or of all. */
export function selectAddresses(
  db: Queryable,
  scope: AccountScope,
  { keyId, since }: { keyId: string | null; since: Date },
) {
  return query(db, { address: text })`
    SELECT DISTINCT client_address AS address FROM logged_requests
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND requested_at >= ${since}::timestamptz AND key_id = coalesce(${keyId}::uuid, key_id)
      AND status <> 401 AND client_address IS NOT NULL`;
}

const CALL_COUNT = { keyId: uuid, part: int4, calls: int4 };

export function countByKey(db: Queryable, scope: AccountScope, borders: readonly Date[]) {
  const times = borders.map((border) => border.toISOString());
  return query(db, CALL_COUNT)`
    SELECT key_id, width_bucket(requested_at, (SELECT ${times}::text[]::timestamptz[])) AS part,
           count(*)::int AS calls
    FROM logged_requests
    WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
      AND requested_at >= ${times[0] ?? ""}::timestamptz
    GROUP BY 1, 2`;
}

const TIME_COUNT = { part: int4, calls: int4, refused: int4, failed: int4 };

export function countByTime(
  db: Queryable,
  scope: AccountScope,
  filter: Partial<RequestFilter>,
  borders: readonly Date[],
) {
  const times = borders.map((border) => border.toISOString());
  return query(db, TIME_COUNT)`
    SELECT part, count(*)::int AS calls, count(*) FILTER (WHERE status BETWEEN 400 AND 499)::int AS refused,
           count(*) FILTER (WHERE status >= 500)::int AS failed
    FROM (SELECT width_bucket(requested_at, (SELECT ${times}::text[]::timestamptz[])) AS part, status
          FROM logged_requests
          WHERE account_id = ${scope.accountId}::uuid AND mode = ${scope.mode}::mode
            AND requested_at >= ${times[0] ?? ""}::timestamptz AND requested_at < ${times.at(-1) ?? ""}::timestamptz
            AND ${buildConditions(filter)}
          -- Otherwise the planner takes the parts for as many as the calls, and sorts a million of them.
          OFFSET 0) AS placed
    GROUP BY part`;
}
