import { FIRST_HASH, HASHED_COLUMNS, HASHED_ROW, hashDetails, hashRecord } from "@/lib/audit/hash";
import { SERVICE_LOG } from "@/lib/audit/record-refusal";
import type { Queryable } from "@/lib/db/client";
import { bytea, int8 } from "@/lib/db/row";
import { query } from "@/lib/db/sql";

const BATCH = 1_000;

const CHAINED_ROW = {
  ...HASHED_ROW,
  position: int8,
  detailsHash: bytea,
  hash: bytea,
};

export interface ChainReport {
  readonly records: number;
  /** Records without their personal part. */
  readonly erased: number;
  /** The first record that does not follow from those before it. */
  readonly broken: { readonly id: string; readonly accountId: string; readonly reason: string } | null;
}

export async function verifyChains(db: Queryable): Promise<ChainReport> {
  let [records, erased] = [0, 0];
  let end = { accountId: SERVICE_LOG, position: 0n, hash: FIRST_HASH };
  for (;;) {
    const rows = await query(db, CHAINED_ROW)`
      SELECT ${HASHED_COLUMNS},
             coalesce(r.position, 0) AS position, coalesce(r.details_hash, '') AS details_hash,
             coalesce(r.hash, '') AS hash
      FROM audit_records r LEFT JOIN audit_details d ON d.record_id = r.id
      WHERE r.position IS NOT NULL
        AND (r.account_id, r.position) > (${end.accountId}::uuid, ${end.position})
      ORDER BY r.account_id, r.position LIMIT ${BATCH}`;
    for (const row of rows) {
      const { accountId, position, detailsHash } = row;
      const previous = accountId === end.accountId ? end : { position: 0n, hash: FIRST_HASH };
      const found = hashDetails(row);
      const expected = hashRecord(row, { position, previous: previous.hash, details: detailsHash });
      const reason =
        position !== previous.position + 1n
          ? "the record before it is missing"
          : found !== null && !isEqual(found, detailsHash)
            ? "its details were changed"
            : isEqual(expected, row.hash)
              ? null
              : "it was changed";
      if (reason !== null) return { records, erased, broken: { id: String(row.id), accountId, reason } };
      records += 1;
      if (found === null) erased += 1;
      end = { accountId, position, hash: row.hash };
    }
    if (rows.length < BATCH) return { records, erased, broken: null };
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
