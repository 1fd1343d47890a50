import type { Context } from "@/lib/context";
import { writeShift } from "@/lib/couriers/store";
import { announceCourier } from "@/lib/live/announce";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

/** A courier who ends the shift keeps the order that they carry. */
export async function setShift(context: Context, courierId: string, isOn: boolean): Promise<void> {
  await context.db.transaction(async (tx) => {
    const mode = await writeShift(tx, courierId, isOn ? context.clock.now() : null);
    if (mode === null) return;
    if (isOn) await wakeDispatch(tx);
    await announceCourier(tx, courierId);
  });
}
