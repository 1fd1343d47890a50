import type { Context } from "@/lib/context";
import { notifyDispatch } from "@/lib/dispatch-queue/wake-dispatch";
import { notifyCourierChanged } from "@/lib/streams/announce";

export async function setShift(context: Context, courierId: string, isOn: boolean): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.models.courier.updateMany({
      where: { id: courierId, disabledAt: null, onShiftSince: isOn ? null : { not: null } },
      data: { onShiftSince: isOn ? context.clock.now() : null },
    });
    if (count === 0) return;
    if (isOn) await notifyDispatch(tx);
    await notifyCourierChanged(tx, courierId);
  });
}
