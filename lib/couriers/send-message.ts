import type { Mode } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { messageText } from "@/lib/couriers/schema";
import { uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { enqueueCourierPush } from "@/lib/notify/enqueue-push";
import { notifyCourierChanged } from "@/lib/streams/announce";

/**
 * Sends to all named couriers or none, else to all on shift; disabled and simulated ones count as unknown.
 * @throws DomainError INVALID_PAYLOAD, COURIER_NOT_FOUND
 */
export async function sendMessage(
  context: Context,
  { courierIds, mode, text }: { courierIds: readonly string[] | "on_shift"; mode: Mode; text: string },
): Promise<number> {
  const parsed = messageText.safeParse(text);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new DomainError("INVALID_PAYLOAD", [{ field: "text", message: issue?.message ?? "" }]);
  }
  const { actor, clock } = context;
  const sentById = actor.type === "operator" ? actor.id : null;
  const named = courierIds === "on_shift" ? [] : [...courierIds];
  return context.db.transaction(async (tx) => {
    const notified = await query(tx, { courierId: uuid })`
      INSERT INTO courier_messages (courier_id, text, sent_by_id, sent_at)
      SELECT c.id, ${parsed.data}, ${sentById}::uuid, ${clock.now()}::timestamptz FROM couriers c
      WHERE c.mode = ${mode}::mode AND c.disabled_at IS NULL AND NOT c.is_simulated
        AND CASE WHEN ${courierIds === "on_shift"} THEN c.on_shift_since IS NOT NULL
                 ELSE c.id = ANY(${named}::uuid[]) END
      ORDER BY c.id
      RETURNING courier_id`;
    if (courierIds !== "on_shift" && notified.length < new Set(courierIds).size) {
      throw new DomainError("COURIER_NOT_FOUND");
    }
    for (const { courierId } of notified) {
      await notifyCourierChanged(tx, courierId);
      await enqueueCourierPush(tx, { courierId, kind: "message" });
    }
    return notified.length;
  });
}
