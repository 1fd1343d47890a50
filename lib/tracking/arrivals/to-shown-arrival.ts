import type { shownArrivals } from "@/lib/db/generated/columns";
import type { RowOf } from "@/lib/db/row";
import type { ShownArrival } from "@/lib/tracking/arrivals/shown-arrival";

type ShownArrivalRow = Omit<RowOf<typeof shownArrivals>, "orderId" | "position" | "promisedUntil">;

export function toShownArrival(row: ShownArrivalRow): ShownArrival {
  const { firstFrom, firstTo, firstAt, shownFrom, shownTo, courierId, attempts, movedAt } = row;
  const { formerFrom, formerTo, cause } = row;
  return {
    first: { from: firstFrom, to: firstTo },
    firstAt,
    shown: { from: shownFrom, to: shownTo },
    courierId,
    attempts,
    former:
      formerFrom === null || formerTo === null || cause === null
        ? null
        : { from: formerFrom, to: formerTo, cause },
    movedAt,
  };
}
