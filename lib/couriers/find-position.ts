import type { KnownPosition } from "@/lib/couriers/fix";
import { findKnownPositions } from "@/lib/couriers/store";
import type { Queryable } from "@/lib/db/client";

export async function findPosition(db: Queryable, courierId: string): Promise<KnownPosition | null> {
  return (await findKnownPositions(db, [courierId])).get(courierId) ?? null;
}
