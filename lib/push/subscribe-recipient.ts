import type { TargetPolicy } from "@/lib/http/target";
import type { PushContext } from "@/lib/push/push-context";
import { putRecipientSubscription } from "@/lib/push/store";
import { readSubscription } from "@/lib/push/subscription";

/** As many browsers as a household may have. */
const MOST_BROWSERS = 5;

/** What a recipient follows, and whether they know already that the courier is on the way. */
export interface FollowedLink {
  readonly orderId: bigint;
  readonly token: string;
  readonly isUnderWay: boolean;
}

/**
 * Has a recipient's browser told once when the courier is on the way and once when they are almost there.
 *
 * @param input endpoint, p256dh, auth and locale
 * @throws DomainError INVALID_PAYLOAD
 */
export async function subscribeRecipient(
  { db, clock, policy }: Pick<PushContext, "db" | "clock"> & { readonly policy: TargetPolicy },
  link: FollowedLink,
  input: unknown,
): Promise<void> {
  const subscription = readSubscription(input, policy);
  await putRecipientSubscription(db, link, { ...subscription, at: clock.now() }, MOST_BROWSERS);
}
