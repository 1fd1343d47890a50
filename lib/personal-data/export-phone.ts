import * as z from "zod";
import type { Queryable } from "@/lib/db/client";
import { json } from "@/lib/db/row";
import { query, Sql } from "@/lib/db/sql";
import { peopleSql } from "@/lib/personal-data/erase-people";
import { findMentions } from "@/lib/personal-data/find-people";
import { PERSONAL_DATA } from "@/lib/personal-data/personal-data";

const storedRow = z.record(z.string(), z.unknown());

/** Rows by table. */
export type PhoneExport = Readonly<Record<string, readonly z.infer<typeof storedRow>[]>>;

/** Everything that an erasure of the phone would change or delete. @param phone in E.164 */
export async function exportPhone(db: Queryable, phone: string): Promise<PhoneExport> {
  const people = await findMentions(db, phone);
  const tables: [string, z.infer<typeof storedRow>[]][] = [];
  for (const [table, { rows }] of Object.entries(PERSONAL_DATA)) {
    if (rows === undefined) continue;
    // Search words and the hash of the request repeat other columns.
    const found = await query(db, { row: json(storedRow) })`
      ${peopleSql(people)}
      SELECT to_jsonb(t) - '{search_words,fingerprint}'::text[] AS row FROM ${new Sql([table], [])} t WHERE ${rows}`;
    if (found.length > 0) tables.push([table, found.map(({ row }) => row)]);
  }
  return Object.fromEntries(tables);
}
