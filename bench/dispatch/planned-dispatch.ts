import type { Instance, InstanceOrder } from "@/bench/dispatch/instance";
import type { DayView, Dispatcher, Instruction } from "@/bench/dispatch/simulate-day";
import type { TravelTable } from "@/bench/dispatch/travel-table";
import { moveIdleCouriers } from "@/lib/dispatch/move-idle-couriers";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type {
  ExpectedPickup,
  Plan,
  PlanCourier,
  PlanOrder,
  PlanSnapshot,
} from "@/lib/dispatch/plan-snapshot";

const MINUTE = 60;
/** All couriers have the same vehicle. */
const VEHICLE = 0;

/** The settings of the service, except for what the rules of the instances fix. */
export const DAY_SETTINGS: PlanSettings = {
  ...DEFAULT_PLAN_SETTINGS,
  tickSeconds: MINUTE,
  acceptanceSeconds: 0,
  // Only the collection must be within the shift.
  maxOvertimeSeconds: Number.POSITIVE_INFINITY,
};

const MOVE_EVERY_MINUTES = 10;

/** Plans each minute from the previous plan and follows what is due. Idle couriers stay unless `areMoved`. */
export function createPlannedDispatch(settings: PlanSettings = DAY_SETTINGS, areMoved = false): Dispatcher {
  let previous: Plan | null = null;
  const placed = new Set<InstanceOrder>();
  return (view) => {
    for (const order of view.waiting) placed.add(order);
    const snapshot = toSnapshot(view, placed);
    const plan = planRoutes(snapshot, settings, previous);
    previous = plan;
    const orders = new Map(view.waiting.map((order) => [order.id, order]));
    const couriers = new Map(view.couriers.map(({ courier }) => [courier.id, courier]));
    const assigned = plan.due.flatMap(({ orderId, courierId }): Instruction[] => {
      const [order, courier] = [orders.get(orderId), couriers.get(courierId)];
      return order === undefined || courier === undefined ? [] : [{ order, courier }];
    });
    if (!areMoved || view.now % MOVE_EVERY_MINUTES !== 0) return assigned;
    const moves = moveIdleCouriers(snapshot, plan).flatMap(({ courierId, toPoint }): Instruction[] => {
      const courier = couriers.get(courierId);
      return courier === undefined ? [] : [{ courier, place: toPoint }];
    });
    return [...assigned, ...moves];
  };
}

/** `placed` are the orders of the day so far: more are expected from the same restaurants. */
export function toSnapshot(
  { now, instance, knowledge, waiting, couriers }: DayView,
  placed: ReadonlySet<InstanceOrder>,
): PlanSnapshot {
  const { travel } = knowledge;
  return {
    now: now * MINUTE,
    couriers: couriers
      .filter(({ courier }) => courier.offAt > now)
      .map(({ courier, place, freeAt }): PlanCourier => {
        return {
          id: courier.id,
          vehicle: VEHICLE,
          capacity: 1,
          point: place,
          freeAt: freeAt * MINUTE,
          shiftStartsAt: courier.onAt > now ? courier.onAt * MINUTE : null,
          shiftEndsAt: courier.offAt * MINUTE,
          committed: [],
        };
      }),
    orders: waiting.map((order) => toPlanOrder(instance, order, view(order))),
    expectedPickups: countPickups(placed, travel),
    travelSeconds: (from, to) => travel.minutes(from, to) * MINUTE,
  };

  function view(order: InstanceOrder) {
    const readyAt = knowledge.readyAt.get(order.id) ?? order.placedAt;
    const { deviation } = knowledge;
    return { readyAt, deviation, restaurant: travel.indexOf(order.restaurant), door: travel.indexOf(order) };
  }
}

const MIN_EXPECTED = 10;

function countPickups(placed: ReadonlySet<InstanceOrder>, travel: TravelTable): ExpectedPickup[] {
  if (placed.size < MIN_EXPECTED) return [];
  const weights = new Map<number, number>();
  for (const { restaurant } of placed) {
    const point = travel.indexOf(restaurant);
    weights.set(point, (weights.get(point) ?? 0) + 1);
  }
  return [...weights].map(([point, weight]) => ({ point, weight }));
}

function toPlanOrder(
  { pickupMinutes, dropoffMinutes, targetMinutes }: Instance,
  { id, placedAt }: InstanceOrder,
  known: {
    readonly readyAt: number;
    readonly deviation: number;
    readonly restaurant: number;
    readonly door: number;
  },
): PlanOrder {
  const halfPickup = (pickupMinutes / 2) * MINUTE;
  const halfDropoff = (dropoffMinutes / 2) * MINUTE;
  return {
    id,
    placedAt: placedAt * MINUTE,
    readyAt: known.readyAt * MINUTE,
    readyDeviationSeconds: known.deviation * Math.max(0, known.readyAt - placedAt) * MINUTE,
    pickup: { point: known.restaurant, beforeSeconds: halfPickup, afterSeconds: halfPickup },
    dropoffs: [
      {
        point: known.door,
        beforeSeconds: halfDropoff,
        afterSeconds: halfDropoff,
        opensAt: null,
        promisedAt: (placedAt + targetMinutes) * MINUTE,
        load: 1,
      },
    ],
    isSequenceFree: false,
    vehicles: [VEHICLE],
    excludedCouriers: [],
  };
}
