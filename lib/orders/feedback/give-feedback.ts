import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import { canGiveFeedback, FEEDBACK_VALUES, findArrival } from "@/lib/orders/feedback/feedback";
import { FEEDBACK_LENGTH } from "@/lib/orders/feedback/limits";
import { lockRecipientStop } from "@/lib/orders/feedback/lock-recipient-stop";
import { sanitizeText } from "@/lib/orders/feedback/note";
import { writeFeedback } from "@/lib/orders/feedback/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Replaces the recipient's feedback; `text` is only stored with a problem.
 * @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD, STEP_NOT_POSSIBLE outside the 24 hours after delivery
 */
export async function giveFeedback(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
  input: { readonly value: string; readonly text: string },
): Promise<void> {
  const value = FEEDBACK_VALUES.find((one) => one === input.value);
  if (value === undefined) {
    const message = `must be one of ${FEEDBACK_VALUES.join(", ")}`;
    throw new DomainError("INVALID_PAYLOAD", [{ field: "value", message }]);
  }
  const text = value === "problem" ? sanitizeText(input.text, FEEDBACK_LENGTH) : null;
  await db.transaction(async (tx) => {
    const { order, stop } = await lockRecipientStop(tx, token);
    const at = clock.now();
    if (!canGiveFeedback(findArrival(stop), at)) throw new DomainError("STEP_NOT_POSSIBLE");
    if (!(await writeFeedback(tx, order, stop.position, { value, text, at }))) return;
    await notifyOrderChanged(tx, order, order.courierId);
  });
}
