import type { PlanSettings } from "@/lib/dispatch/plan-settings";
import type { PlanState } from "@/lib/dispatch/plan-state";
import {
  areCollectedTogether,
  type CourierState,
  type OrderState,
  type Route,
  type Visit,
} from "@/lib/dispatch/route";

/** Standard deviations before the stated readiness at which a courier is there: earlier than 14 of 15 orders are ready. */
const EARLY_DEVIATIONS = 1.5;

/**
 * The latest instant at which a courier can be asked without delaying an order: the departure, plus what the courier
 * would wait for the goods or the delivery window, less the expected time of acceptance. Until then the order can still
 * be given to another courier. If the readiness is uncertain, the courier comes earlier. A courier
 * who can stack orders, and whose recipients have all chosen a window, leaves as late as the promises allow.
 */
export function getCommitAt(
  { acceptanceSeconds, windowReserveSeconds, collectsOnTheWay }: PlanSettings,
  courier: CourierState,
  index: number,
): number {
  const { visits } = courier.route;
  const pickup = visits[index];
  if (pickup === undefined) throw new Error("The route has no such stop.");
  // The courier would leave with the goods of the order before.
  if (isCollectedWithPrevious(courier.route, index)) return pickup.arrivesAt - acceptanceSeconds;
  const before = visits[index - 1];
  // After a handover the courier goes on to the stop that is known then.
  const departsAt = (collectsOnTheWay ? before?.handledAt : before?.leavesAt) ?? courier.startsAt;
  // Goods that would be carried to a closed window can stay at the pickup.
  const dropoff = visits.findIndex(({ stop }, later) => later > index && stop.dropoff !== null);
  const spareBeforeDropoff = visits
    .slice(index + 1, dropoff + 1)
    .reduce((sum, visit) => sum + getSpareSeconds(visit), 0);
  const { earliestAt, order } = pickup.stop;
  const wantedAt = earliestAt - EARLY_DEVIATIONS * order.readyDeviationSeconds;
  const spareAtPickup = Math.max(0, wantedAt - pickup.arrivesAt - pickup.stop.beforeSeconds);
  const spare = Math.max(
    spareAtPickup + spareBeforeDropoff,
    courier.maxInHand > 1 ? getSpareInWindows(courier, index) - windowReserveSeconds : 0,
  );
  return departsAt + spare - acceptanceSeconds;
}

/**
 * Seconds by which the courier can leave later for this pickup and still keep all promises. Until then more orders can
 * be stacked. 0 if a recipient waits for the courier without a window.
 */
function getSpareInWindows({ route, shiftEndsAt }: CourierState, index: number): number {
  let waiting = 0;
  let spare = Number.POSITIVE_INFINITY;
  for (const visit of route.visits.slice(index)) {
    const { stop, handledAt, leavesAt } = visit;
    waiting += getSpareSeconds(visit);
    if (stop.isAwaited && stop.dropoff !== null) return 0;
    const latestAt = stop.dropoff === null ? Number.POSITIVE_INFINITY : stop.promisedAt;
    spare = Math.min(spare, latestAt - handledAt + waiting, shiftEndsAt - leavesAt + waiting);
  }
  return spare === Number.POSITIVE_INFINITY ? 0 : spare;
}

/** Seconds that the courier waits before the handover can begin. */
const getSpareSeconds = ({ stop, arrivesAt, handledAt }: Visit): number =>
  Math.max(0, handledAt - arrivesAt - stop.beforeSeconds);

/** Lists the courier's planned orders that must be committed now, because the next plan would be too late. */
export function listDue({ snapshot, settings }: PlanState, courier: CourierState): OrderState[] {
  const due: OrderState[] = [];
  for (const [index, { stop }] of courier.route.visits.entries()) {
    if (stop.dropoff !== null || stop.order.request === null) continue;
    const isCollectedTogether = isCollectedWithPrevious(courier.route, index);
    const mayJoin =
      canJoin(courier, due, stop.order) && (isCollectedTogether || (settings.collectsOnTheWay && index > 0));
    const isFirst = due.length === 0 && courier.canStartNow;
    if (!mayJoin && !isFirst) break;
    const isOfferedTogether = settings.offersTogether && isCollectedTogether && due.length > 0;
    if (!isOfferedTogether && getCommitAt(settings, courier, index) >= snapshot.now + settings.tickSeconds)
      break;
    due.push(stop.order);
  }
  return due;
}

/** Whether the courier can have the order in addition to those that are assigned or due now. */
function canJoin(
  { committed, maxInHand, isAtStop, canStartNow }: CourierState,
  due: readonly OrderState[],
  { group }: OrderState,
): boolean {
  const together = [...committed, ...due];
  return (
    (isAtStop || canStartNow) &&
    together.length < maxInHand &&
    together.every((other) => other.group !== null && other.group === group)
  );
}

/** Whether the courier is at this pickup for the order before it. */
function isCollectedWithPrevious({ visits }: Route, index: number): boolean {
  const stop = visits[index]?.stop;
  return stop !== undefined && areCollectedTogether(visits[index - 1]?.stop, stop);
}

export function findFirstPlanned({ route }: CourierState): number | null {
  const index = route.visits.findIndex(({ stop }) => stop.dropoff === null && stop.order.request !== null);
  return index === -1 ? null : index;
}
