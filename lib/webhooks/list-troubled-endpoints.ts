import type { Mode } from "@/lib/account-scope";
import type { Queryable } from "@/lib/db/client";
import { accounts, webhookEndpoints } from "@/lib/db/generated/columns";
import { pick, text, timestamptz } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const MOST = 50;

const TROUBLED = {
  ...pick(webhookEndpoints, "id accountId"),
  email: accounts.email,
  accountName: accounts.name,
  phone: accounts.contactPhone,
  host: text,
  since: timestamptz,
  /** The latest failed attempt; null once attempts are deleted. */
  error: text.orNull,
};

/** Endpoints that fail, or were disabled for failing after an instant; at most 50. */
export function listTroubledEndpoints(db: Queryable, mode: Mode, disabledAfter: Date) {
  return query(db, TROUBLED)`
    SELECT e.id, e.account_id, a.name AS account_name, a.email, a.contact_phone AS phone,
           split_part(split_part(e.url, '/', 3), '@', -1) AS host,
           coalesce(e.failing_since, e.disabled_at) AS since, l.error
    FROM webhook_endpoints e JOIN accounts a ON a.id = e.account_id
    LEFT JOIN LATERAL (
      SELECT coalesce('HTTP ' || t.status, t.detail, t.failure) AS error FROM webhook_attempts t
      WHERE t.endpoint_id = e.id AND t.failure IS NOT NULL
      ORDER BY t.attempted_at DESC LIMIT 1) AS l ON true
    WHERE e.mode = ${mode}::mode AND e.deleted_at IS NULL AND a.disabled_at IS NULL
      AND (e.disabled_at IS NULL AND e.failing_since IS NOT NULL
           OR e.disabled_at > ${disabledAfter}::timestamptz AND e.disabled_reason IN ('gone', 'failing'))
    ORDER BY since LIMIT ${MOST}`;
}
