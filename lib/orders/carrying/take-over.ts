import type { Transaction } from "@/lib/db/client";
import { announceCourier } from "@/lib/live/announce";
import { findTakeoverOf } from "@/lib/orders/carrying/find-takeover";
import { writeTakenOver } from "@/lib/orders/carrying/store";
import type { LockedOrder } from "@/lib/orders/order-ref";

/** A locked order's courier takes its goods from the former one, in the caller's transaction. */
export async function takeOver(tx: Transaction, order: LockedOrder): Promise<void> {
  const takeover = await findTakeoverOf(tx, order);
  await writeTakenOver(tx, order);
  if (takeover !== null) await announceCourier(tx, takeover.fromId);
}
