import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

/** When a dropoff was handed over, or failed for good. */
export function ownEnd(stop: TrackedStop | undefined): Date | null {
  if (stop === undefined) return null;
  return stop.deliveredAt ?? (stop.resolution === "ask" ? null : stop.failedAt);
}

/** What has become of a dropoff: `asked`: nobody knows yet. */
type Fate = "open" | "done" | "asked" | "left" | "back";

const FATES = { ask: "asked", leave: "left", return: "back" } as const;

/** What has become of a dropoff by now. */
export function fateOf({ deliveredAt, resolution }: TrackedStop): Fate {
  if (deliveredAt !== null) return "done";
  return resolution === null ? "open" : FATES[resolution];
}

/** The dropoff that the reader waits at: that of the link, or the only one. */
export function ownStop(order: TrackedOrder): TrackedStop | undefined {
  return order.dropoffs[order.dropoff ?? (order.dropoffs.length === 1 ? 0 : -1)];
}

/** Whether goods of the order still go back. */
export function isReturning({ returnState }: TrackedOrder): boolean {
  return returnState !== null && returnState !== "returned";
}
