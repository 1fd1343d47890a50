import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import { lockRecipientStop } from "@/lib/orders/feedback/lock-recipient-stop";
import { listDecisions, listRequests } from "@/lib/orders/feedback/request";
import { resolveUndeliverableStop } from "@/lib/orders/fulfillment/resolve-undeliverable";
import { RECIPIENT_REQUESTS, type RecipientRequest } from "@/lib/orders/order";
import { updateStop } from "@/lib/orders/store";
import { notifyOrderChanged } from "@/lib/streams/announce";

type RequestContext = Omit<Context, "actor">;

/**
 * Replaces the recipient's request after a failed attempt, or records their decision; idempotent.
 * @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD, STEP_NOT_POSSIBLE once decided or for an unavailable request
 */
export async function requestResolution(
  context: RequestContext,
  token: string,
  { value, isDecision = false }: { readonly value: string; readonly isDecision?: boolean },
): Promise<void> {
  const request = RECIPIENT_REQUESTS.find((one) => one === value);
  if (request === undefined) {
    const message = `must be one of ${RECIPIENT_REQUESTS.join(", ")}`;
    throw new DomainError("INVALID_PAYLOAD", [{ field: "value", message }]);
  }
  await context.db.transaction(async (tx) => {
    const own = await lockRecipientStop(tx, token);
    if (isDecision) return decide(context, tx, own, request);
    const { order, stop } = own;
    const isOpen = order.status === "in_progress" && listRequests(stop).includes(request);
    if (!isOpen) throw new DomainError("STEP_NOT_POSSIBLE");
    await updateStop(tx, order, stop.position, toRequestColumns(request, false, context.clock.now()));
    await notifyOrderChanged(tx, order, order.courierId);
  });
}

const toRequestColumns = (request: RecipientRequest, isDecision: boolean, at: Date) => ({
  recipientRequest: request,
  recipientRequestAt: at,
  recipientDecided: isDecision,
});

async function decide(
  context: RequestContext,
  tx: Transaction,
  { order, stop }: Awaited<ReturnType<typeof lockRecipientStop>>,
  request: RecipientRequest,
): Promise<void> {
  const { position, resolution } = stop;
  const action = request === "leave" ? "leave" : "retry";
  const isRepeated = stop.decision === request && resolution === (action === "leave" ? "leave" : null);
  if (isRepeated) return;
  const { dropoffs } = order.progress;
  const isOpen = order.status === "in_progress" && listDecisions(stop, dropoffs).includes(request);
  if (!isOpen) throw new DomainError("STEP_NOT_POSSIBLE");
  await updateStop(tx, order, position, toRequestColumns(request, true, context.clock.now()));
  const recipient = { ...context, actor: { type: "recipient", id: String(position) } } as const;
  await resolveUndeliverableStop(recipient, tx, order, { position, action, dropoffs });
}
