import type { Context } from "@/lib/context";
import { hasUnseenNote, writeNoteSeen } from "@/lib/orders/feedback/store";
import { lockOrder } from "@/lib/orders/load-order";
import { notifyOrderChanged } from "@/lib/streams/announce";

/** Records shown notes, by dropoff from 1; a note that was replaced since stays unseen. */
export async function markNotesSeen(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
  orderId: bigint,
  notes: readonly { readonly position: number; readonly text: string }[],
): Promise<void> {
  // Runs for every position: without an unseen note it takes no lock.
  if (!(await hasUnseenNote(db, orderId))) return;
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { orderId });
    if (order === null || order.courierId !== courierId) return;
    let isNew = false;
    for (const { position, text } of notes) {
      isNew = (await writeNoteSeen(tx, order, position, text, clock.now())) || isNew;
    }
    if (isNew) await notifyOrderChanged(tx, order, courierId);
  });
}
