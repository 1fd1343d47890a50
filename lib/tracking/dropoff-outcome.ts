import type { TrackedOrder, TrackedStop } from "@/lib/tracking/tracked-order";

export function dropoffEndedAt(stop: TrackedStop | undefined): Date | null {
  if (stop === undefined) return null;
  return stop.deliveredAt ?? (stop.resolution === "ask" ? null : stop.failedAt);
}

/** `asked`: undecided. */
type DropoffOutcome = "open" | "done" | "asked" | "left" | "back";

const FATES = { ask: "asked", leave: "left", return: "back" } as const;

export function dropoffOutcome({ deliveredAt, resolution }: TrackedStop): DropoffOutcome {
  if (deliveredAt !== null) return "done";
  return resolution === null ? "open" : FATES[resolution];
}

export function viewerDropoff(order: TrackedOrder): TrackedStop | undefined {
  return order.dropoffs[order.dropoff ?? (order.dropoffs.length === 1 ? 0 : -1)];
}

export function isReturning({ returnState }: TrackedOrder): boolean {
  return returnState !== null && returnState !== "returned";
}
