import type { Context } from "@/lib/context";
import { notifyCourierChanged } from "@/lib/streams/announce";

/** Idempotent. A later suggestion stays. */
export async function dismissSuggestion(
  { db, clock }: Context,
  courierId: string,
  suggestedAt: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { count } = await tx.models.idleSuggestion.updateMany({
      where: { courierId, suggestedAt, endedAt: null },
      data: { endedAt: clock.now() },
    });
    if (count > 0) await notifyCourierChanged(tx, courierId);
  });
}
