import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { NOTE_LENGTH } from "@/lib/orders/feedback/limits";
import { lockRecipientStop } from "@/lib/orders/feedback/lock-recipient-stop";
import { canNote, sanitizeText } from "@/lib/orders/feedback/note";
import { writeStopNote } from "@/lib/orders/feedback/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Replaces the recipient's note for the courier; an empty one removes it. The API does not expose notes.
 * @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD, STEP_NOT_POSSIBLE once it cannot help
 */
export async function writeNote(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
  text: string,
): Promise<void> {
  const note = sanitizeText(text, NOTE_LENGTH);
  await db.transaction(async (tx) => {
    const { order, stop } = await lockRecipientStop(tx, token);
    const isOpen = stop.deliveredAt === null && stop.resolution === null;
    if (!canNote({ status: order.status, isOpen })) throw new DomainError("STEP_NOT_POSSIBLE");
    if (!(await writeStopNote(tx, order, stop.position, note, clock.now()))) return;
    await notifyOrderChanged(tx, order, order.courierId);
  });
}
