import { FIRST_HASH, HASHED_COLUMNS, HASHED_ROW, hashDetails, hashRecord } from "@/lib/audit/hash";
import type { Database } from "@/lib/db/client";
import { bytea, int8, uuid } from "@/lib/db/row";
import { execute, query } from "@/lib/db/sql";
import { DONE, type JobHandler } from "@/lib/jobs/job";

const BATCH = 500;

/** An action of several transactions has ended by then. */
const MIN_AGE_MS = 10_000;

export const chainAudit: JobHandler = async ({ db, clock }) => {
  const count = await chainRecords(db, new Date(clock.now().getTime() - MIN_AGE_MS));
  return count === BATCH ? { type: "again", afterMs: 0 } : DONE;
};

/** Appends finished records to their accounts' chains. A concurrent run fails on the unique position. */
export function chainRecords(db: Database, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await query(tx, HASHED_ROW)`
      SELECT ${HASHED_COLUMNS}
      FROM audit_records r LEFT JOIN audit_details d ON d.record_id = r.id
      WHERE r.position IS NULL AND r.refusal IS NULL AND r.at < ${before}::timestamptz
      ORDER BY r.id LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED`;
    const accountIds = [...new Set(rows.map(({ accountId }) => accountId))];
    const ends = await query(tx, { accountId: uuid, position: int8, hash: bytea })`
      SELECT a.id AS account_id, coalesce(r.position, 0) AS position, coalesce(r.hash, '') AS hash
      FROM unnest(${accountIds}::uuid[]) a(id), LATERAL (
        SELECT position, hash FROM audit_records
        WHERE account_id = a.id AND position IS NOT NULL ORDER BY position DESC LIMIT 1) r`;
    const last = new Map(ends.map(({ accountId, ...end }) => [accountId, end]));
    const chained = rows.map((row) => {
      const end = last.get(row.accountId) ?? { position: 0n, hash: FIRST_HASH };
      const position = end.position + 1n;
      const details = hashDetails(row) ?? FIRST_HASH;
      const hash = hashRecord(row, { position, previous: end.hash, details });
      last.set(row.accountId, { position, hash });
      return { id: row.id, position, details, hash };
    });
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
    await execute(tx)`
      UPDATE audit_records r
      SET position = c.position, details_hash = decode(c.details, 'hex'), hash = decode(c.hash, 'hex')
      FROM unnest(${chained.map(({ id }) => String(id))}::bigint[],
                  ${chained.map(({ position }) => String(position))}::bigint[],
                  ${chained.map(({ details }) => hex(details))}::text[],
                  ${chained.map(({ hash }) => hex(hash))}::text[]) AS c(id, position, details, hash)
      WHERE r.id = c.id`;
    return rows.length;
  });
}
