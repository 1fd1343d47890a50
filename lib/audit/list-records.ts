import { SERVICE_LOG } from "@/lib/audit/record-refusal";
import type { Queryable } from "@/lib/db/client";
import { contains } from "@/lib/db/contains";
import { auditDetails, auditRecords, users } from "@/lib/db/generated/columns";
import { pick, type RowOf, text } from "@/lib/db/row";
import { inlineInteger, join, query, type Sql, sql } from "@/lib/db/sql";

export const PAGE_SIZE = 50;

export interface AuditFilter {
  /** Part of a name or email, or an id. */
  readonly actor: string;
  /** An action such as `key.revoke`, or all of `key`. */
  readonly action: string;
  /** Part of the object's name, or its id. */
  readonly object: string;
  readonly isRefused: boolean;
  readonly from: Date | null;
  readonly to: Date | null;
}

const LISTED_ROW = {
  ...pick(
    auditRecords,
    "id accountId at actorType actorId sessionId action objectType objectId requestId refusal",
  ),
  ...pick(auditDetails, "network agent label"),
  changes: text.orNull,
  actorName: text.orNull,
  actorEmail: users.email.orNull,
  accountName: text.orNull,
};

export type ListedRecord = RowOf<typeof LISTED_ROW>;

/** One changed row; secrets are fingerprints. */
export interface AuditChange {
  readonly object: string;
  readonly id: string | null;
  readonly label: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export const readChanges = ({ changes }: ListedRecord): AuditChange[] => JSON.parse(changes ?? "[]");

/** Newest first. `accountId` is null for operators, who see all accounts. */
export async function listRecords(
  db: Queryable,
  accountId: string | null,
  { filter, before, limit = PAGE_SIZE }: { filter: AuditFilter; before: bigint | null; limit?: number },
): Promise<{ records: ListedRecord[]; hasOlder: boolean }> {
  const { actor, action, object, isRefused, from, to } = filter;
  const conditions: Sql[] = [
    ...(accountId === null ? [] : [sql`r.account_id = ${accountId}::uuid`]),
    ...(before === null ? [] : [sql`r.id < ${before}`]),
    ...(action === "" ? [] : [sql`(r.action = ${action} OR split_part(r.action, '.', 1) = ${action})`]),
    ...(isRefused ? [sql`r.refusal IS NOT NULL`] : []),
    ...(from === null ? [] : [sql`r.at >= ${from}::timestamptz`]),
    ...(to === null ? [] : [sql`r.at < ${to}::timestamptz`]),
    ...(object === "" ? [] : [sql`(r.object_id = ${object} OR ${contains(sql`d.label`, object)})`]),
    ...(actor === ""
      ? []
      : [sql`(r.actor_id = ${actor} OR ${contains(sql`concat_ws(' ', u.name, u.email, k.name)`, actor)})`]),
  ];
  const records = await query(db, LISTED_ROW)`
    SELECT r.id, r.account_id, r.at, r.actor_type, r.actor_id, r.session_id, r.action, r.object_type, r.object_id,
           r.request_id, r.refusal, d.network, d.agent, d.label, d.changes::text AS changes,
           coalesce(u.name, k.name) AS actor_name, u.email AS actor_email, a.name AS account_name
    FROM audit_records r
    LEFT JOIN audit_details d ON d.record_id = r.id
    LEFT JOIN users u ON u.id = CASE WHEN r.actor_type IN ('user', 'operator') THEN r.actor_id::uuid END
    LEFT JOIN api_keys k ON k.id = CASE WHEN r.actor_type = 'key' THEN r.actor_id::uuid END
    LEFT JOIN accounts a ON a.id = nullif(r.account_id, ${SERVICE_LOG}::uuid)
    WHERE ${conditions.length === 0 ? sql`true` : join(conditions, " AND ")}
    ORDER BY r.id DESC LIMIT ${inlineInteger(limit + 1)}`;
  return { records: records.slice(0, limit), hasOlder: records.length > limit };
}
