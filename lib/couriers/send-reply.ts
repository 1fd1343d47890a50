import type { Context } from "@/lib/context";
import { lockCourier } from "@/lib/couriers/check-courier";
import { DomainError } from "@/lib/domain-error";
import { HOUR_MS } from "@/lib/duration";
import { notifyCourierChanged } from "@/lib/streams/announce";

const MAX_PER_HOUR = 30;

/**
 * Stores a courier's message to operators; one with the same time is a repetition.
 * @throws DomainError STEP_NOT_POSSIBLE above the hourly limit
 */
export async function sendReply(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
  { text, at }: { text: string; at: Date },
): Promise<void> {
  const now = clock.now();
  const sentAt = at > now ? now : at;
  await db.transaction(async (tx) => {
    await lockCourier(tx, courierId);
    const { courierMessage } = tx.models;
    const own = { courierId, isFromCourier: true };
    if ((await courierMessage.count({ where: { ...own, sentAt } })) > 0) return;
    const since = new Date(sentAt.getTime() - HOUR_MS);
    // 429 would make the phone repeat it before all later steps.
    if ((await courierMessage.count({ where: { ...own, sentAt: { gt: since } } })) >= MAX_PER_HOUR)
      throw new DomainError("STEP_NOT_POSSIBLE");
    await courierMessage.create({ data: { ...own, text, sentAt } });
    await notifyCourierChanged(tx, courierId);
  });
}
