import type { Context } from "@/lib/context";
import { DomainError } from "@/lib/domain-error";
import type { TargetPolicy } from "@/lib/http/target";
import { subscribeRecipient } from "@/lib/notify/subscribe";
import { getTracking } from "@/lib/tracking/get-tracking";

/** Subscribes a recipient's browser. @throws DomainError LINK_NOT_FOUND, INVALID_PAYLOAD, STEP_NOT_POSSIBLE */
export async function subscribeRecipientPush(
  context: Pick<Context, "db" | "clock" | "dispatch"> & { readonly policy: TargetPolicy },
  token: string,
  input: unknown,
): Promise<void> {
  const tracking = await getTracking(context, token);
  if (tracking.kind !== "open") throw new DomainError("LINK_NOT_FOUND");
  const { orderId, view } = tracking;
  if (!view.canSubscribe) throw new DomainError("STEP_NOT_POSSIBLE");
  const isUnderWay = view.history.some(({ status }) => status === "in_progress");
  await subscribeRecipient(context, { orderId, token, isUnderWay }, input);
}
