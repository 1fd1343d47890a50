import type { Context } from "@/lib/context";
import { execute } from "@/lib/db/sql";
import { notifyCourierChanged } from "@/lib/streams/announce";

export async function readMessages(context: Context, courierId: string, upTo: bigint): Promise<void> {
  await context.db.transaction(async (tx) => {
    const read = await execute(tx)`
      UPDATE courier_messages SET read_at = greatest(sent_at, ${context.clock.now()}::timestamptz)
      WHERE courier_id = ${courierId}::uuid AND id <= ${upTo} AND read_at IS NULL`;
    if (read > 0) await notifyCourierChanged(tx, courierId);
  });
}
