import type { Queryable } from "@/lib/db/client";
import { Remembered } from "@/lib/db/remembered";

const remembered = new Remembered<boolean>({ table: "tariffs", most: 1 });

/**
 * Whether any version of the tariff charges for waiting; of an order whose tariff cannot, nothing more need be read.
 *
 * @param db whose tariffs are remembered
 * @param reader reads them if they are not: the caller's transaction, so that it needs no second connection
 */
export function isWaitingEverCharged(db: Queryable, reader: Queryable): Promise<boolean> {
  return remembered.get(db, "ever", async () => {
    const where = { waitingPerMinute: { gt: 0 } };
    return (await reader.models.tariff.findFirst({ where, select: { id: true } })) !== null;
  });
}
