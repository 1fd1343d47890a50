import type { Context } from "@/lib/context";
import { markRead } from "@/lib/couriers/message-store";
import { announceCourier } from "@/lib/live/announce";

/** Notes that a courier has read their own messages up to one of them. Repeating it changes nothing. */
export async function readMessages(context: Context, courierId: string, upTo: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const isNews = await markRead(tx, courierId, { upTo, at: context.clock.now() });
    if (isNews) await announceCourier(tx, courierId);
  });
}
