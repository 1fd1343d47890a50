import type { Context } from "@/lib/context";
import { lastSeenCutoff } from "@/lib/couriers/record-position";
import type { AvailabilityCriteria } from "@/lib/dispatch/store";

export function availabilityCriteria({ clock, dispatch }: Context): AvailabilityCriteria {
  return {
    since: lastSeenCutoff(clock.now()),
    allowSimulated: dispatch.simulateLive,
  };
}
