import type { Queryable } from "@/lib/db/client";
import { enumColumn, float8, int4, int8, text, timestamptz, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import type { Client } from "@/testing/shop";

const LOGGED = {
  id: int8,
  accountId: uuid,
  mode: enumColumn(["live", "test"]),
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
  requestHeaders: text.orNull,
  requestBody: text.orNull,
  responseBody: text.orNull,
  clientAddress: text.orNull,
};

/** Lists logged calls in order: of one request, of one account, or all. */
export function loggedCalls(
  db: Queryable,
  { requestId, accountId }: { requestId?: string; accountId?: string } = {},
) {
  return query(db, LOGGED)`
    SELECT id, account_id, mode, key_id, request_id, requested_at, method, path, route, status, duration_ms, error_id,
           external_order_id, request_headers, request_body, response_body, client_address
    FROM logged_requests
    WHERE request_id = coalesce(${requestId ?? null}, request_id)
      AND account_id = coalesce(${accountId ?? null}::uuid, account_id)
    ORDER BY id`;
}

/** Deletes the logged calls of one key, or of all keys. */
export async function clearLog(db: Queryable, keyId?: string): Promise<void> {
  await execute(db)`DELETE FROM logged_requests WHERE key_id = coalesce(${keyId ?? null}::uuid, key_id)`;
}

/** A call as a test writes it. */
export interface WrittenCall {
  readonly requestId?: string;
  readonly requestedAt?: Date;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly externalOrderId?: string | null;
  readonly clientAddress?: string;
}

/** Writes calls, and creates the partitions of their days. */
export async function writeCalls(
  db: Queryable,
  { accountId, keyId, scope: { mode } }: Client,
  calls: readonly WrittenCall[],
): Promise<void> {
  for (const call of calls) {
    const { requestId = "r", requestedAt = new Date(), method = "GET", status = 200 } = call;
    await execute(
      db,
    )`SELECT make_logged_requests_day((${requestedAt}::timestamptz AT TIME ZONE 'UTC')::date)`;
    await execute(db)`
      INSERT INTO logged_requests (account_id, mode, key_id, request_id, requested_at, method, path, route, status,
                                   duration_ms, external_order_id, client_address)
      VALUES (${accountId}::uuid, ${mode}::mode, ${keyId}::uuid, ${requestId}, ${requestedAt}::timestamptz, ${method},
              ${call.path ?? "/"}, ${call.path ?? "/"}, ${status}, 1, ${call.externalOrderId ?? null}, ${call.clientAddress ?? null})`;
  }
}

/** The days that the log has partitions for, in order, as `20261122`. */
export async function loggedDays(db: Queryable): Promise<string[]> {
  const days = await query(db, { day: text })`
    SELECT right(inhrelid::regclass::text, 8) AS day FROM pg_inherits
    WHERE inhparent = 'logged_requests'::regclass ORDER BY 1`;
  return days.map(({ day }) => day);
}
