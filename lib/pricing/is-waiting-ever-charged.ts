import type { Queryable } from "@/lib/db/client";
import { RowCache } from "@/lib/db/row-cache";

const remembered = new RowCache<boolean>({ table: "tariffs", most: 1 });

/** @param reader the caller's transaction, so that no second connection is needed */
export function isWaitingEverCharged(db: Queryable, reader: Queryable): Promise<boolean> {
  return remembered.get(db, "ever", async () => {
    const where = { waitingPerMinute: { gt: 0 } };
    return (await reader.models.tariff.findFirst({ where, select: { id: true } })) !== null;
  });
}
