import type { Context } from "@/lib/context";
import { writeShift } from "@/lib/couriers/store";
import { announceCourier } from "@/lib/live/announce";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

/**
 * Begins or ends a courier's shift. Off shift they are offered nothing; an order that they carry stays theirs until
 * they deliver it or hand it back.
 */
export async function setShift(context: Context, courierId: string, isOn: boolean): Promise<void> {
  await context.db.transaction(async (tx) => {
    const mode = await writeShift(tx, courierId, isOn ? context.clock.now() : null);
    if (mode === null) return;
    if (isOn) await wakeDispatch(tx);
    await announceCourier(tx, courierId);
  });
}
