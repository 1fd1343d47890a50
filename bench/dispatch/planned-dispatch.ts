import type { Instance, InstanceOrder } from "@/bench/dispatch/instance";
import type { DayView, Dispatcher, Instruction } from "@/bench/dispatch/simulate-day";
import type { TravelTable } from "@/bench/dispatch/travel-table";
import { moveIdleCouriers } from "@/lib/dispatch/move-idle-couriers";
import { planRoutes } from "@/lib/dispatch/plan-routes";
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from "@/lib/dispatch/plan-settings";
import type {
  CommittedOrder,
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

interface DispatchOptions {
  readonly settings?: PlanSettings;
  /** Orders that a courier may collect together. */
  readonly maxInHand?: number;
  /** Whether idle couriers move to expected pickups. */
  readonly areMoved?: boolean;
}

/** Plans each minute from the previous plan and follows what is due. */
export function createPlannedDispatch({
  settings = DAY_SETTINGS,
  maxInHand = 1,
  areMoved = false,
}: DispatchOptions = {}): Dispatcher {
  let previous: Plan | null = null;
  const placed = new Set<InstanceOrder>();
  return (view) => {
    for (const order of view.waiting) placed.add(order);
    const snapshot = toSnapshot(view, placed, maxInHand);
    const plan = planRoutes(snapshot, settings, previous);
    previous = plan;
    const couriers = new Map(view.couriers.map(({ courier }) => [courier.id, courier]));
    const assigned = listCollections(view, plan);
    if (!areMoved || view.now % MOVE_EVERY_MINUTES !== 0) return assigned;
    const moves = moveIdleCouriers(snapshot, plan).flatMap(({ courierId, toPoint }): Instruction[] => {
      const courier = couriers.get(courierId);
      return courier === undefined ? [] : [{ courier, place: toPoint }];
    });
    return [...assigned, ...moves];
  };
}

/** The due orders of each courier with those already assigned, in the sequence of the planned handovers. */
function listCollections({ waiting, couriers }: DayView, plan: Plan): Instruction[] {
  const orders = new Map(waiting.map((order) => [order.id, order]));
  return couriers.flatMap(({ courier, collecting }): Instruction[] => {
    const due = plan.due.flatMap(({ orderId, courierId }) =>
      courierId === courier.id ? (orders.get(orderId) ?? []) : [],
    );
    if (due.length === 0) return [];
    const stops = plan.routes.find(({ courierId }) => courierId === courier.id)?.stops ?? [];
    const getPlace = ({ id }: InstanceOrder) =>
      stops.findIndex(({ orderId, dropoff }) => orderId === id && dropoff !== null);
    return [{ courier, orders: [...collecting, ...due].toSorted((a, b) => getPlace(a) - getPlace(b)) }];
  });
}

/** `placed` are the orders of the day so far: more are expected from the same restaurants. */
export function toSnapshot(
  { now, instance, knowledge, waiting, couriers }: DayView,
  placed: ReadonlySet<InstanceOrder>,
  maxInHand: number,
): PlanSnapshot {
  const { travel } = knowledge;
  return {
    now: now * MINUTE,
    couriers: couriers
      .filter(({ courier, collecting }) => courier.offAt > now || collecting.length > 0)
      .map(({ courier, place, freeAt, collecting }): PlanCourier => {
        return {
          id: courier.id,
          vehicle: VEHICLE,
          capacity: maxInHand,
          maxInHand,
          point: place,
          freeAt: freeAt * MINUTE,
          shiftStartsAt: courier.onAt > now ? courier.onAt * MINUTE : null,
          shiftEndsAt: courier.offAt * MINUTE,
          committed: collecting.map((order) => toCommitted(order, freeAt)),
          stops: [null, 0].flatMap((dropoff) => collecting.map(({ id }) => ({ orderId: id, dropoff }))),
          isAtStop: true,
        };
      }),
    orders: waiting.map((order) => toPlanOrder(instance, order, view(order))),
    expectedPickups: countPickups(placed, travel),
    travelSeconds: (from, to) => travel.minutes(from, to) * MINUTE,
  };

  function toCommitted(order: InstanceOrder, arrivesAt: number): CommittedOrder {
    const planned = toPlanOrder(instance, order, view(order));
    const { pickup } = planned;
    const doneSeconds = Math.max(0, now - arrivesAt) * MINUTE;
    const beforeSeconds = Math.max(0, pickup.beforeSeconds - doneSeconds);
    return { ...planned, pickup: { ...pickup, beforeSeconds } };
  }

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
    group: "all",
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
