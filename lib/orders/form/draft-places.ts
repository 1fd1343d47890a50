import {
  addressText,
  type OrderDraft,
  PICKUP_KEY,
  parsePoint,
  type StopDraft,
  withConfirmedPin,
} from "@/lib/orders/form/draft";
import type { DraftProblem } from "@/lib/orders/form/draft-problems";

type DraftPin = NonNullable<ReturnType<typeof parsePoint>>;

const isSame = (one: DraftPin, other: DraftPin): boolean =>
  one.latitude === other.latitude && one.longitude === other.longitude;

/**
 * Whether a stop's address has changed and its point has not. Couriers go to the point, so the user must
 * confirm it.
 */
export function isPinOutdated(stop: StopDraft): boolean {
  const place = parsePoint(stop);
  if (stop.settled === null || place === null || !isSame(stop.settled, place)) return false;
  return addressText(stop) !== stop.settled.text;
}

/** The draft with the address and the point of one of its stops, as they stand, taken for one place. */
export function confirmPin(draft: OrderDraft, key: string): OrderDraft {
  if (key === PICKUP_KEY) return { ...draft, pickup: withConfirmedPin(draft.pickup) };
  return { ...draft, dropoffs: draft.dropoffs.map((one) => (one.key === key ? withConfirmedPin(one) : one)) };
}

/** The draft once its writer has turned from a stop's place to something else. */
export function confirmPinOnBlur(draft: OrderDraft, key: string): OrderDraft {
  const stop = [draft.pickup, ...draft.dropoffs].find((one) => one.key === key);
  return stop === undefined || isPinOutdated(stop) ? draft : confirmPin(draft, key);
}

/** The points that are still to be moved or kept, as problems of the form. */
export function outdatedPins(draft: OrderDraft): DraftProblem[] {
  return [draft.pickup, ...draft.dropoffs].flatMap((stop, index) =>
    isPinOutdated(stop)
      ? [
          {
            field: `${index === 0 ? PICKUP_KEY : `dropoffs.${index - 1}`}.address.latitude`,
            code: "point_left",
          },
        ]
      : [],
  );
}

/** The number of the stop that a dropoff's leg comes from, 0 for the pickup, when it is at the very same point; else null. */
export function toSharedPoint(draft: OrderDraft, index: number): number | null {
  const from = draft.routing_mode === "parallel" ? 0 : index;
  const [here, there] = [draft.dropoffs[index], [draft.pickup, ...draft.dropoffs][from]].map((stop) =>
    stop === undefined ? null : parsePoint(stop),
  );
  return here != null && there != null && isSame(here, there) ? from : null;
}
