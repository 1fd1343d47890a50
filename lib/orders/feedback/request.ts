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

/** Lists what the recipient of a dropoff may ask for now: something only while the shop decides. */
export function listRequests(stop: FailedStop): readonly RecipientRequest[] {
  if (stop.resolution !== "ask") return [];
  return stop.attempts < MAX_DELIVERY_ATTEMPTS ? RECIPIENT_REQUESTS : ["leave"];
}

/**
 * Lists what the recipient of a dropoff may decide now (TRK-12), which is part of what they may ask for.
 *
 * @param stop.mayDecide whether the account lets recipients decide
 * @param stop.isInPerson whether goods change hands there against a code, a signature or a payment
 * @param dropoffs all dropoffs of the order
 */
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
    // With no other dropoff to go to, the courier would come back at once.
    later: nextDropoff({ dropoffs }) !== null,
  };
  return listRequests(stop).filter((request) => isPossible[request]);
}
