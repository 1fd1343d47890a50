import type { WatchedItem } from "@/lib/console/exceptions";

/** An order that a courier carries, as in the console, with default values unless changed. */
export function makeTrackedOrder(
  given: Partial<WatchedItem> & Pick<WatchedItem, "code" | "waitingSince">,
): WatchedItem {
  return {
    accountId: "polyn",
    externalOrderId: given.code,
    accountName: "Polyn Flowers",
    status: "in_progress",
    courierId: "anna",
    courierName: "Anna Petrova",
    isCourierNotFound: false,
    offeredSince: null,
    deliveryTime: null,
    deliveryWindow: null,
    answerUntil: null,
    askedAt: null,
    atDoorSince: null,
    returnState: null,
    returnStartedAt: null,
    promisedUntil: null,
    arrivesAt: null,
    arrival: null,
    held: null,
    plan: null,
    isHeld: false,
    stops: [],
    ...given,
  };
}
