import type { Context } from "@/lib/context";
import { hasUnseenNote, writeNoteSeen } from "@/lib/orders/feedback/store";
import { lockOrder } from "@/lib/orders/load-order";
import { announceOrder } from "@/lib/streams/announce";

/**
 * Notes that the courier's app has these notes of the order that they carry, each once. One that has been replaced
 * meanwhile has not been seen.
 *
 * @param notes by dropoff, counted from 1
 */
export async function markNotesSeen(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
  orderId: bigint,
  notes: readonly { readonly position: number; readonly text: string }[],
): Promise<void> {
  // The state is read for every fix: what is known already takes no lock.
  if (!(await hasUnseenNote(db, orderId))) return;
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { orderId });
    if (order === null || order.courierId !== courierId) return;
    let isNew = false;
    for (const { position, text } of notes) {
      isNew = (await writeNoteSeen(tx, order, position, text, clock.now())) || isNew;
    }
    if (isNew) await announceOrder(tx, order, courierId);
  });
}
