import type { Context } from "@/lib/context";
import { findShownArrivals } from "@/lib/tracking/arrivals/find-shown-arrivals";
import { reconcileArrivals } from "@/lib/tracking/estimate-arrival";
import { findCourierPhase } from "@/lib/tracking/notify-recipients";
import { listTrackedByCodes } from "@/lib/tracking/store";

export interface DropoffProgress {
  readonly isCourierNear: boolean;
  /** The end of the shown window; null without a recent position. */
  readonly until: Date | null;
}

/** Returns the dropoffs of each carried order, by its code. */
export async function listProgress(
  { db, clock, dispatch }: Pick<Context, "db" | "clock" | "dispatch">,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly DropoffProgress[]>> {
  const tracked = await listTrackedByCodes(db, "any", codes, dispatch.simulatorSpeed);
  const now = clock.now();
  return new Map(
    tracked.map((order) => {
      const arrivals = findShownArrivals(order, now);
      const reconciled = reconcileArrivals(order, now);
      const dropoffs = reconciled.dropoffs.map((stop, index) => ({
        isCourierNear: findCourierPhase(reconciled, stop, now) === "near",
        until: arrivals?.[index]?.shown.to ?? null,
      }));
      return [order.orderCode, dropoffs] as const;
    }),
  );
}
