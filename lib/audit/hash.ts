import { createHash } from "node:crypto";
import { auditDetails, auditRecords } from "@/lib/db/generated/columns";
import { pick, type RowOf, text } from "@/lib/db/row";
import { sql } from "@/lib/db/sql";

export const HASHED_ROW = {
  ...pick(
    auditRecords,
    "id callId accountId at actorType actorId sessionId action objectType objectId requestId",
  ),
  salt: auditDetails.salt.orNull,
  ...pick(auditDetails, "network agent label"),
  changes: text.orNull,
};

/** The columns of HASHED_ROW, of records `r` and details `d`. */
export const HASHED_COLUMNS = sql`
      r.id, r.call_id, r.account_id, r.at, r.actor_type, r.actor_id, r.session_id, r.action, r.object_type,
      r.object_id, r.request_id, d.salt, d.network, d.agent, d.label, d.changes::text AS changes`;

export type HashedRow = RowOf<typeof HASHED_ROW>;

const sha256 = (...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** Null once the details are erased. */
export function hashDetails({
  salt,
  network,
  agent,
  label,
  changes,
}: HashedRow): Uint8Array<ArrayBuffer> | null {
  return salt === null ? null : sha256(JSON.stringify([salt, network, agent, label, changes]));
}

export function hashRecord(
  row: HashedRow,
  chained: { position: bigint; previous: Uint8Array; details: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const { callId, accountId, at, actorType, actorId, sessionId, action, objectType, objectId, requestId } =
    row;
  const who = [actorType, actorId, sessionId, requestId];
  const record = [String(row.id), String(chained.position), callId, accountId, at.toISOString(), ...who];
  return sha256(chained.previous, JSON.stringify([...record, action, objectType, objectId]), chained.details);
}

/** The previous hash of an account's first record. */
export const FIRST_HASH = new Uint8Array(32);
