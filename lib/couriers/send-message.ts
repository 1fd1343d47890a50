import type { Mode } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { insertMessages } from "@/lib/couriers/message-store";
import { messageText } from "@/lib/couriers/schema";
import { DomainError } from "@/lib/domain-error";
import { enqueueCourierPush } from "@/lib/push/enqueue-push";
import { notifyCourierChanged } from "@/lib/streams/announce";

/** Sends to all named couriers or none. @throws DomainError INVALID_PAYLOAD, COURIER_NOT_FOUND */
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
  return context.db.transaction(async (tx) => {
    const notified = await insertMessages(tx, {
      courierIds,
      mode,
      text: parsed.data,
      sentById,
      at: clock.now(),
    });
    if (courierIds !== "on_shift" && notified.length < new Set(courierIds).size) {
      throw new DomainError("COURIER_NOT_FOUND");
    }
    for (const courierId of notified) {
      await notifyCourierChanged(tx, courierId);
      await enqueueCourierPush(tx, { courierId, kind: "message" });
    }
    return notified.length;
  });
}
