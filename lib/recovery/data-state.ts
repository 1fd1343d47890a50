import type { Queryable } from "@/lib/db/client";
import { RowCache } from "@/lib/db/row-cache";

/** What is known of the database's last restore. */
export interface DataState {
  /** Grows with each restore, and when the database moves to another server. */
  readonly epoch: number;
  /** At the newest restore, every change up to this instant was kept and later ones were lost. */
  readonly dataUntil: Date | null;
  readonly restoredAt: Date | null;
  readonly quarantinedAt: Date | null;
}

export const TABLE = "journal";

const current = new RowCache<DataState>({ table: TABLE, most: 1 });

/** Cached; a change applies on every process within a second. @throws Error without the journal's row */
export function getDataState(db: Queryable): Promise<DataState> {
  return current.get(db, "current", () => readDataState(db));
}

export async function readDataState(db: Queryable): Promise<DataState> {
  const row = await db.models.journal.findFirst({
    select: { epoch: true, dataUntil: true, restoredAt: true, quarantinedAt: true },
  });
  if (row === null) throw new Error("The journal table is empty.");
  return row;
}

/** While a restored database is quarantined, the service sends nothing out. */
export async function isQuarantined(db: Queryable): Promise<boolean> {
  return (await getDataState(db)).quarantinedAt !== null;
}
