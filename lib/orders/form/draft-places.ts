import {
  addressText,
  type OrderDraft,
  PICKUP_KEY,
  parsePoint,
  type StopDraft,
  withConfirmedPin,
} from "@/lib/orders/form/draft";
import type { DraftProblem } from "@/lib/orders/form/draft-problems";
import { isSamePoint } from "@/lib/point";

/** Whether the address of a stop has changed but its point has not: the user must confirm the point. */
export function isPinOutdated(stop: StopDraft): boolean {
  const place = parsePoint(stop);
  if (stop.settled === null || place === null || !isSamePoint(stop.settled, place)) return false;
  return addressText(stop) !== stop.settled.text;
}

/** Accepts the current address and point of a stop as one place. */
export function confirmPin(draft: OrderDraft, key: string): OrderDraft {
  if (key === PICKUP_KEY) return { ...draft, pickup: withConfirmedPin(draft.pickup) };
  return { ...draft, dropoffs: draft.dropoffs.map((one) => (one.key === key ? withConfirmedPin(one) : one)) };
}

/** Applies when the user leaves the fields of a stop's place. */
export function confirmPinOnBlur(draft: OrderDraft, key: string): OrderDraft {
  const stop = [draft.pickup, ...draft.dropoffs].find((one) => one.key === key);
  return stop === undefined || isPinOutdated(stop) ? draft : confirmPin(draft, key);
}

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

/** Returns the previous stop of the leg (0 is the pickup) if it has the same point; else null. */
export function toSharedPoint(draft: OrderDraft, index: number): number | null {
  const from = draft.routing_mode === "parallel" ? 0 : index;
  const [here, there] = [draft.dropoffs[index], [draft.pickup, ...draft.dropoffs][from]].map((stop) =>
    stop === undefined ? null : parsePoint(stop),
  );
  return here != null && there != null && isSamePoint(here, there) ? from : null;
}
