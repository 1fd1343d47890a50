import type { Queryable } from "@/lib/db/client";
import type { OrderRef } from "@/lib/orders/order-ref";
import { storedMessages } from "@/lib/orders/stop-message";

/** Lists recipients' feedback in dropoff order, without empty entries. Dropoffs count from 1. */
export async function listRecipientFeedback(db: Queryable, { id: orderId, scope }: OrderRef) {
  const stops = await db.models.orderStop.findMany({
    where: { orderId, accountId: scope.accountId },
    select: {
      position: true,
      recipientNote: true,
      recipientNoteAt: true,
      recipientNoteSeenAt: true,
      messages: true,
      recipientRequest: true,
      recipientRequestAt: true,
      recipientDecided: true,
      feedback: true,
      feedbackText: true,
      feedbackAt: true,
      feedbackSettledAt: true,
    },
    orderBy: { position: "asc" },
  });
  const entries = stops.filter(
    ({ recipientNote, messages, recipientRequest, feedback }) =>
      recipientNote !== null || messages !== null || recipientRequest !== null || feedback !== null,
  );
  return entries.map((stop) => ({
    position: stop.position,
    note: stop.recipientNote,
    noteAt: stop.recipientNoteAt,
    isNoteSeen: stop.recipientNoteSeenAt !== null,
    messages: storedMessages.parse(stop.messages ?? []),
    request: stop.recipientRequest,
    requestAt: stop.recipientRequestAt,
    isDecided: stop.recipientDecided,
    feedback: stop.feedback,
    feedbackText: stop.feedbackText,
    feedbackAt: stop.feedbackAt,
    isSettled: stop.feedbackSettledAt !== null,
  }));
}
