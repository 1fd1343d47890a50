import type { Queryable } from "@/lib/db/client";
import { getReader } from "@/lib/db/get-reader";
import { readBody } from "@/lib/events/event-body";
import { runOnPeople, type StoredRow } from "@/lib/privacy/erase-people";
import { findMentions } from "@/lib/privacy/find-mentions";
import { PERSONAL_DATA } from "@/lib/privacy/personal-data";

/** Rows by table. */
export type PhoneExport = Readonly<Record<string, readonly StoredRow[]>>;

// Search words and the hash of the request repeat other columns.
const COLUMNS = "to_jsonb(t) - '{search_words,fingerprint}'::text[]";

/** Every row that an erasure of the phone would change or delete. @param phone in E.164 */
export async function exportPhone(db: Queryable, phone: string): Promise<PhoneExport> {
  const people = await findMentions(db, phone);
  const tables: [string, StoredRow[]][] = [];
  for (const [table, { rows }] of Object.entries(PERSONAL_DATA)) {
    if (rows === undefined) continue;
    const found = await runOnPeople(db, people, { verb: `SELECT ${COLUMNS} AS row FROM ${table} t`, rows });
    if (found.length > 0) tables.push([table, table === "events" ? found.map(unpackRow) : found]);
  }
  return Object.fromEntries(tables);
}

function unpackRow({ packed, ...row }: StoredRow): StoredRow {
  if (typeof packed !== "string") return row;
  return { ...row, body: readBody({ body: null, packed: getReader("bytea")(packed) as Uint8Array }) };
}
