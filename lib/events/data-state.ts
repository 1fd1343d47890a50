import type { Queryable } from "@/lib/db/client";
import { journal } from "@/lib/db/generated/columns";
import { pick, type RowOf } from "@/lib/db/row";
import { RowCache } from "@/lib/db/row-cache";
import { query } from "@/lib/db/sql";

/** `dataUntil`: at the newest restore, every change up to this instant was kept and later ones were lost. */
const STATE = pick(journal, "epoch dataUntil restoredAt quarantinedAt");

export type DataState = Readonly<RowOf<typeof STATE>>;

export const TABLE = "journal";

const current = new RowCache<DataState>({ table: TABLE, most: 1 });

/** Cached; a change applies on every process within a second. @throws Error without the journal's row */
export function getDataState(db: Queryable): Promise<DataState> {
  return current.get(db, "current", () => readDataState(db));
}

export async function readDataState(db: Queryable): Promise<DataState> {
  const [row] = await query(db, STATE)`
    SELECT epoch, data_until, restored_at, quarantined_at FROM journal`;
  if (row === undefined) throw new Error("The journal table is empty.");
  return row;
}

/** While a restored database is quarantined, the service sends nothing out. */
export async function isQuarantined(db: Queryable): Promise<boolean> {
  return (await getDataState(db)).quarantinedAt !== null;
}
