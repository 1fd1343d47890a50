import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type { PlanState } from "@/lib/dispatch/plan-state";
import type { CourierState, Visit } from "@/lib/dispatch/route";

/** Standard deviations before the stated readiness at which a courier is there: earlier than 14 of 15 orders are ready. */
const EARLY_DEVIATIONS = 1.5;

/**
 * The latest instant at which a courier can be asked without delaying an order: the departure, plus what the courier
 * would wait for the goods or the delivery window, less the expected time of acceptance. Until then the order can still
 * be given to another courier. If the readiness is uncertain, the courier comes earlier.
 */
export function getCommitAt(
  { acceptanceSeconds }: PlanSettings,
  courier: CourierState,
  index: number,
): number {
  const { visits } = courier.route;
  const pickup = visits[index];
  if (pickup === undefined) throw new Error("The route has no such stop.");
  const departsAt = visits[index - 1]?.leavesAt ?? courier.startsAt;
  const next = visits[index + 1];
  // Goods that would be carried to a closed window can stay at the pickup.
  const spareAtDropoff = next?.stop.order === pickup.stop.order ? getSpareSeconds(next) : 0;
  const { earliestAt, order } = pickup.stop;
  const wantedAt = earliestAt - EARLY_DEVIATIONS * order.readyDeviationSeconds;
  const spareAtPickup = Math.max(0, wantedAt - pickup.arrivesAt - pickup.stop.beforeSeconds);
  return departsAt + spareAtPickup + spareAtDropoff - acceptanceSeconds;
}

/** Seconds that the courier waits before the handover can begin. */
const getSpareSeconds = ({ stop, arrivesAt, handledAt }: Visit): number =>
  handledAt - arrivesAt - stop.beforeSeconds;

/** Whether the courier's next planned order must be committed now, because the next plan would be too late. */
export function isDue({ snapshot, settings }: PlanState, courier: CourierState): boolean {
  const index = findFirstPlanned(courier);
  if (index === null || !courier.canStartNow) return false;
  return getCommitAt(settings, courier, index) < snapshot.now + settings.tickSeconds;
}

export function findFirstPlanned({ route }: CourierState): number | null {
  const index = route.visits.findIndex(({ stop }) => stop.dropoff === null && stop.order.request !== null);
  return index === -1 ? null : index;
}
