import type { TargetPolicy } from "@/lib/http/target";
import type { PushContext } from "@/lib/push/push-context";
import { putRecipientSubscription } from "@/lib/push/store";
import { readSubscription } from "@/lib/push/subscription";

const MAX_BROWSERS = 5;

export interface TrackingLink {
  readonly orderId: bigint;
  readonly token: string;
  readonly isUnderWay: boolean;
}

/** Subscribes a recipient's browser. @throws DomainError INVALID_PAYLOAD */
export async function subscribeRecipient(
  { db, clock, policy }: Pick<PushContext, "db" | "clock"> & { readonly policy: TargetPolicy },
  link: TrackingLink,
  input: unknown,
): Promise<void> {
  const subscription = readSubscription(input, policy);
  await putRecipientSubscription(db, link, { ...subscription, at: clock.now() }, MAX_BROWSERS);
}
