import { type FailureCode, RECIPIENT_REQUESTS, type RecipientRequest } from "@/lib/orders/order";
import {
  type DropoffProgress,
  MAX_DELIVERY_ATTEMPTS,
  nextDropoff,
  REASONS_REQUIRING_WAIT,
} from "@/lib/orders/progress";

interface FailedStop {
  readonly resolution: string | null;
  readonly attempts: number;
}

/** Lists the recipient's possible requests: none unless the shop's decision is open. */
export function listRequests(stop: FailedStop): readonly RecipientRequest[] {
  if (stop.resolution !== "ask") return [];
  return stop.attempts < MAX_DELIVERY_ATTEMPTS ? RECIPIENT_REQUESTS : ["leave"];
}

/** @param stop.isInPerson whether the handover needs a code, a signature or a payment (TRK-12) */
export function listDecisions(
  stop: FailedStop & {
    readonly failureCode: FailureCode | null;
    readonly mayDecide: boolean;
    readonly isInPerson: boolean;
  },
  dropoffs: readonly DropoffProgress[],
): readonly RecipientRequest[] {
  if (!stop.mayDecide || !REASONS_REQUIRING_WAIT.some((code) => code === stop.failureCode)) return [];
  const isPossible = {
    come_again: true,
    leave: !stop.isInPerson,
    // Without another dropoff the courier would return at once.
    later: nextDropoff({ dropoffs }) !== null,
  };
  return listRequests(stop).filter((request) => isPossible[request]);
}
