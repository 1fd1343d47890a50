import type { TargetPolicy } from "@/lib/http/target";
import type { PushContext } from "@/lib/push/push-context";
import { putCourierSubscription } from "@/lib/push/store";
import { readSubscription } from "@/lib/push/subscription";

const MAX_BROWSERS = 5;

/** Subscribes a courier's browser. @throws DomainError INVALID_PAYLOAD */
export async function subscribeCourier(
  { db, clock, policy }: Pick<PushContext, "db" | "clock"> & { readonly policy: TargetPolicy },
  courierId: string,
  input: unknown,
): Promise<void> {
  const subscription = readSubscription(input, policy);
  await putCourierSubscription(db, courierId, { ...subscription, at: clock.now() }, MAX_BROWSERS);
}
