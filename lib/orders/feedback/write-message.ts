import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { enqueueCourierPush } from "@/lib/notify/enqueue-push";
import { NOTE_LENGTH } from "@/lib/orders/feedback/limits";
import { lockRecipientStop } from "@/lib/orders/feedback/lock-recipient-stop";
import { sanitizeText } from "@/lib/orders/feedback/note";
import { lockOrder, type Order } from "@/lib/orders/load-order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { addMessage, type StopMessage } from "@/lib/orders/stop-message";
import { updateStop } from "@/lib/orders/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

/**
 * Stores a courier's message to the recipient of a carried dropoff; one with a known id is a repetition.
 * @throws DomainError ORDER_NOT_FOUND, STEP_NOT_POSSIBLE
 */
export async function writeMessage(
  { db, clock }: Pick<Context, "db" | "clock">,
  courierId: string,
  {
    orderId,
    position,
    ...message
  }: Omit<StopMessage, "at" | "isFromCourier"> & {
    readonly orderId: bigint;
    readonly position: number;
    readonly at: Date;
  },
): Promise<void> {
  const at = new Date(Math.min(message.at.getTime(), clock.now().getTime())).toISOString();
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, { orderId }, ["progress"]);
    if (order === null || order.courierId !== courierId) throw new DomainError("ORDER_NOT_FOUND");
    await write(tx, order, position, { ...message, at, isFromCourier: true });
  });
}

/**
 * Stores a recipient's reply to the courier's messages; the last one sent again is a repetition.
 * @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD, STEP_NOT_POSSIBLE
 */
export async function writeReply(
  { db, clock }: Pick<Context, "db" | "clock">,
  token: string,
  input: string,
): Promise<void> {
  const text = sanitizeText(input, NOTE_LENGTH);
  if (text === null) throw new DomainError("INVALID_PAYLOAD", [{ field: "text", message: "is required" }]);
  await db.transaction(async (tx) => {
    const { order, stop } = await lockRecipientStop(tx, token);
    const at = clock.now().toISOString();
    await write(tx, order, stop.position, {
      id: crypto.randomUUID(),
      at,
      isFromCourier: false,
      code: null,
      text,
    });
  });
}

async function write(
  tx: Transaction,
  order: Order<"progress"> & LockedOrder,
  position: number,
  message: StopMessage,
): Promise<void> {
  const { deliveredAt, resolution } = order.progress.dropoffs[position - 1] ?? {};
  if (order.status !== "in_progress" || deliveredAt !== null || resolution !== null)
    throw new DomainError("STEP_NOT_POSSIBLE");
  const where = { orderId: order.id, position };
  const { messages } = await tx.models.orderStop.findFirstOrThrow({ where, select: { messages: true } });
  const added = addMessage(messages, message);
  if (added === null) return;
  await updateStop(tx, order, position, { messages: added });
  await notifyOrderChanged(tx, order, order.courierId);
  if (message.isFromCourier) await enqueueJob(tx, { kind: "push_message", key: `${order.id} ${message.id}` });
  else if (order.courierId !== null)
    await enqueueCourierPush(tx, { courierId: order.courierId, kind: "reply", orderId: order.id });
}
