import type { Context } from "@/lib/context";
import { ROUTE_CONFLICT_CODES, type RouteConflict } from "@/lib/couriers/check-route";
import type { RouteStop } from "@/lib/couriers/list-route";
import { MAX_ORDERS_IN_HAND } from "@/lib/couriers/max-orders-in-hand";
import { canCarry, TRANSPORT_TYPES } from "@/lib/couriers/vehicle";
import { toPlanSettings, toTimedSnapshot } from "@/lib/dispatch/make-plan";
import { buildPlanRequest } from "@/lib/dispatch/plan-request";
import type { Plan } from "@/lib/dispatch/plan-snapshot";
import { buildPlanState } from "@/lib/dispatch/plan-state";
import {
  type CourierOnDuty,
  listAssignedOrders,
  listOrdersToPlan,
  listPlacedCouriers,
  type WaitingOrder,
} from "@/lib/dispatch/plan-store";
import type { PlanRequest } from "@/lib/dispatch/planner";
import { RoadTimes } from "@/lib/dispatch/road-times";
import type { CourierState } from "@/lib/dispatch/route";
import { getStackingSettings, type StackingSettings } from "@/lib/dispatch/stacking-settings";
import { toRouteStop } from "@/lib/dispatch/to-route-stop";
import type { ErrorCode } from "@/lib/http/errors";

/** The outcome of adding orders to a courier's route. Instants are seconds since 1970. */
export interface Addition {
  /** The courier's stops, those of the added orders included. Null if these come after all others. */
  readonly route: readonly RouteStop[] | null;
  readonly orders: ReadonlyMap<bigint, AddedOrder>;
  /** The reason for each order that the courier cannot have. */
  readonly refusals: ReadonlyMap<bigint, ErrorCode>;
  /** The route ends this much later. */
  readonly addedSeconds: number;
}

export interface AddedOrder {
  readonly arrivesAt: number;
  readonly collectedAt: number;
  /** Arrival at each dropoff. */
  readonly doorsAt: readonly number[];
}

const NO_ADDITION: Addition = {
  route: null,
  orders: new Map(),
  refusals: new Map(),
  addedSeconds: 0,
};

/** Bounds the search in a long route: an iteration walks it for each of its stops. */
const MAX_WALKED_STOPS = 200_000;

type AdditionContext = Pick<Context, "db" | "clock" | "router" | "planner">;

interface AdditionInput {
  readonly orderIds: readonly bigint[];
  readonly courierIds: readonly string[];
  /** Whether the goods are in transit: they are taken over after the courier's other stops. */
  readonly areTakenOver?: boolean;
}

/**
 * Plans orders into the present route of each courier: at the cheapest place that breaks no promise, otherwise at the end. The rules of `checkRoute` apply, and are checked again when the orders are assigned.
 * @returns by courier, without those who have no position; orders that a courier already has are not in their addition
 */
export async function planAdditions(
  context: AdditionContext,
  { orderIds, courierIds, areTakenOver = false }: AdditionInput,
): Promise<Map<string, Addition>> {
  const { db } = context;
  if (courierIds.length === 0) return new Map();
  const [couriers, assigned, orders] = await Promise.all([
    listPlacedCouriers(db, courierIds),
    listAssignedOrders(db, courierIds),
    listOrdersToPlan(db, orderIds),
  ]);
  const stacking = await getStackingSettings(db);
  const roadTimes = new RoadTimes();
  const additions = couriers.map(async (courier): Promise<[string, Addition]> => {
    const present = assigned.filter(({ courierId }) => courierId === courier.id);
    const added = orders.filter(({ id }) => present.every((order) => order.id !== id));
    const conflicts = findConflicts(stacking, courier, present, added);
    const allowed = added.filter(({ id }) => !conflicts.has(id));
    const addition =
      areTakenOver || allowed.length === 0
        ? NO_ADDITION
        : await planAddition(context, roadTimes, allowed, courier);
    const refusals = [...conflicts].map(([id, conflict]) => [id, ROUTE_CONFLICT_CODES[conflict]] as const);
    return [courier.id, { ...addition, refusals: new Map([...refusals, ...addition.refusals]) }];
  });
  return new Map(await Promise.all(additions));
}

type RouteMember = Pick<WaitingOrder, "id" | "accountId" | "isDirect">;

/** Lists the orders that the courier may not have in addition to the present ones and the others before. */
function findConflicts(
  { scope, maxOrders }: StackingSettings,
  { transportType }: CourierOnDuty,
  present: readonly RouteMember[],
  orders: readonly RouteMember[],
): Map<bigint, RouteConflict> {
  const together = [...present];
  const conflicts = new Map<bigint, RouteConflict>();
  for (const order of orders) {
    const conflict = findConflict(order);
    if (conflict === null) together.push(order);
    else conflicts.set(order.id, conflict);
  }
  return conflicts;

  function findConflict(order: RouteMember): RouteConflict | null {
    if (together.length === 0) return null;
    if (scope === "none") return "none";
    if ([order, ...together].some(({ isDirect }) => isDirect)) return "direct";
    const isOfOther = together.some(({ accountId }) => accountId !== order.accountId);
    if (scope === "own_account" && isOfOther) return "account";
    return together.length >= maxOrders[transportType] ? "orders" : null;
  }
}

async function planAddition(
  context: AdditionContext,
  roadTimes: RoadTimes,
  orders: readonly WaitingOrder[],
  courier: CourierOnDuty,
): Promise<Addition> {
  const request = await buildPlanRequest(context, roadTimes, {
    orders,
    couriers: [courier],
    recentPickups: [],
    areAllRoutesOpen: true,
  });
  const [state] = buildPlanState(toTimedSnapshot(request), toPlanSettings(request)).couriers;
  const plan = await context.planner.plan(withoutExclusions(request), null);
  const refusals = plan.unplanned.map(({ orderId }): [bigint, ErrorCode] => {
    const id = BigInt(orderId);
    const sizes = orders.find((order) => order.id === id)?.cargoSizes ?? [];
    return [id, canCarry(courier.transportType, sizes) ? "COURIER_FULL" : "VEHICLE_TOO_SMALL"];
  });
  return { ...toAddition(plan, state, courier), refusals: new Map(refusals) };
}

/** An operator may choose a courier who has declined, or whose vehicle is too small, and give them more than dispatch. */
function withoutExclusions(request: PlanRequest): PlanRequest {
  const { snapshot } = request;
  const vehicles = TRANSPORT_TYPES.map((_, vehicle) => vehicle);
  const orders = snapshot.orders.map((order) => ({ ...order, vehicles, excludedCouriers: [] }));
  const planned = orders.reduce((sum, { dropoffs }) => sum + 1 + dropoffs.length, 0);
  const stops = snapshot.couriers.reduce((sum, courier) => sum + courier.stops.length, planned);
  const most = Math.ceil(MAX_WALKED_STOPS / Math.max(1, stops) ** 2);
  const { iterationsPerPlan } = toPlanSettings(request);
  const settings = {
    maxPlanned: MAX_ORDERS_IN_HAND,
    iterationsPerPlan: Math.min(iterationsPerPlan, most),
    iterationsPerNewOrder: 0,
  };
  return { ...request, snapshot: { ...snapshot, orders }, settings };
}

function toAddition(
  plan: Plan,
  state: CourierState | undefined,
  { hasOrder }: CourierOnDuty,
): Omit<Addition, "refusals"> {
  const present = state?.base.visits ?? [];
  const [route] = plan.routes;
  const stops = route?.stops ?? [];
  const endsAt = present.at(-1)?.handledAt ?? state?.startsAt ?? 0;
  const orders = (route?.orders ?? []).map(({ orderId, arrivesAt, collectedAt }): [bigint, AddedOrder] => {
    const doors = stops.filter((stop) => stop.orderId === orderId && stop.dropoff !== null);
    return [BigInt(orderId), { arrivesAt, collectedAt, doorsAt: doors.map((stop) => stop.arrivesAt) }];
  });
  return {
    route: hasOrder && present.length === 0 ? null : stops.map(toRouteStop),
    orders: new Map(orders),
    addedSeconds: Math.max(0, (stops.at(-1)?.handledAt ?? endsAt) - endsAt),
  };
}
