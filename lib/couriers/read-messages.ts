import type { Context } from "@/lib/context";
import { markRead } from "@/lib/couriers/message-store";
import { announceCourier } from "@/lib/live/announce";

/** Marks messages as read up to one. Idempotent. */
export async function readMessages(context: Context, courierId: string, upTo: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const isNews = await markRead(tx, courierId, { upTo, at: context.clock.now() });
    if (isNews) await announceCourier(tx, courierId);
  });
}
