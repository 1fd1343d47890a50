import type { Context } from "@/lib/context";
import { arrangeRoute } from "@/lib/couriers/arrange-route";
import type { RouteStop } from "@/lib/couriers/list-route";
import { transportsFor } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { isCheckViolation, isUnavailable, isUniqueViolation } from "@/lib/db/pg-errors";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { findPlannedOrder } from "@/lib/dispatch/planned-order";
import { recordDecline } from "@/lib/dispatch/record-decline";
import { areRoutesShared, getStackingSettings } from "@/lib/dispatch/stacking-settings";
import {
  isDrivingForOthers,
  listBusyCouriers,
  lockAvailableCouriers,
  type WantedCourier,
} from "@/lib/dispatch/store";
import { observeDispatch } from "@/lib/metrics";
import {
  type LockedSearch,
  lockAllWaiting,
  lockWaiting,
  reportNotFound,
  setOrderCourier,
  writeOrderCourier,
} from "@/lib/orders/fulfillment/set-order-courier";
import { unassignCourier } from "@/lib/orders/fulfillment/unassign-courier";
import { type ShownCourier, selectCouriers } from "@/lib/orders/load-order";
import { getOrCreateTestCourier } from "@/lib/sandbox/get-or-create-test-courier";
import { type ScenarioRun, toScenarioMs } from "@/lib/sandbox/scenario";

/** An order and the courier chosen for it. */
export interface Assignment {
  readonly orderId: bigint;
  readonly courierId: string;
  /** The courier's stops in their planned sequence; null if they have no other order. */
  readonly route?: readonly RouteStop[] | null;
}

/**
 * Assigns orders in one transaction, which rechecks orders and couriers under their locks. An assignment is left out if
 * order or courier has changed since it was chosen, or is locked by another transaction.
 * @returns the assigned orders
 * @throws the first error of an assignment that fails alone too, after the others
 */
export async function assignOrders(context: Context, chosen: readonly Assignment[]): Promise<bigint[]> {
  try {
    return await assignTogether(context, chosen);
  } catch (error) {
    if (chosen.length > 1) return assignOneByOne(context, chosen);
    if (isCourierTaken(error)) return [];
    throw error;
  }
}

async function assignOneByOne(context: Context, chosen: readonly Assignment[]): Promise<bigint[]> {
  const assigned: bigint[] = [];
  const failures: unknown[] = [];
  for (const assignment of chosen) {
    try {
      assigned.push(...(await assignOrders(context, [assignment])));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return assigned;
}

async function assignTogether(context: Context, chosen: readonly Assignment[]): Promise<bigint[]> {
  // Before the transaction, which must not wait for another connection.
  const isStacked = areRoutesShared(await getStackingSettings(context.db));
  const assigned = await context.db.transaction(async (tx) => {
    const couriersOf = new Map(chosen.map(({ orderId, courierId }) => [orderId, courierId]));
    const locked = await lockAllWaiting(tx, [...couriersOf.keys()]);
    const orders = locked.filter((order) => isDue(context, order) && order.heldReason === null);
    const requests = orders.map(({ id, cargoSizes }) => {
      return { orderId: id, courierId: couriersOf.get(id) ?? "", transports: transportsFor(cargoSizes) };
    });
    const couriers = await lockCouriers(context, tx, requests, isStacked);
    const assignedOrders: LockedSearch[] = [];
    for (const order of orders) {
      const courier = couriers.get(order.id);
      if (courier === undefined) continue;
      // Read the clock under the locks, so that assignments of one courier never overlap.
      await writeOrderCourier(context, tx, order, { courier, at: context.clock.now() });
      assignedOrders.push(order);
    }
    const assignedIds = new Set(assignedOrders.map(({ id }) => id));
    const routes = new Map(
      chosen.flatMap(({ orderId, courierId, route = null }) =>
        route === null || !assignedIds.has(orderId) ? [] : [[courierId, route]],
      ),
    );
    for (const [courierId, route] of routes) await arrangeRoute(tx, courierId, route);
    return assignedOrders;
  });
  const now = context.clock.now().getTime();
  for (const { searchedSince } of assigned) observeDispatch(now - searchedSince.getTime());
  return assigned.map(({ id }) => id);
}

/** Returns false at the limit of test couriers, or if the order no longer waits. */
export function assignTestOrder(context: Context, orderId: bigint): Promise<boolean> {
  return unlessCourierTaken(context, async (tx) => {
    const order = await lockDue(context, tx, orderId);
    if (order === null || order.heldReason !== null) return false;
    const courierId = await getOrCreateTestCourier(context, tx, order);
    if (courierId === null) return false;
    await setOrderCourier(context, tx, order, { courierId, at: context.clock.now() });
    return true;
  });
}

/** Excludes `from` from further offers. Returns false if the order was accepted or `to` is no longer available. */
export async function replaceCourier(
  context: Context,
  orderId: bigint,
  couriers: { from: string; to: string },
): Promise<boolean> {
  // Before the transaction, which must not wait for another connection.
  const isStacked = areRoutesShared(await getStackingSettings(context.db));
  return unlessCourierTaken(context, async (tx) => {
    const order = await lockWaiting(tx, orderId);
    if (order === null || order.courierId !== couriers.from || order.isAccepted) return false;
    const transports = transportsFor(order.cargoSizes);
    const request = { orderId, courierId: couriers.to, transports };
    const to = (await lockCouriers(context, tx, [request], isStacked)).get(orderId);
    if (to === undefined) return false;
    const at = context.clock.now();
    const refusal = { orderId, courierId: couriers.from, reason: "not_accepted", refusedAt: at } as const;
    await recordDecline(tx, refusal);
    await writeOrderCourier(context, tx, order, { courier: to, at });
    return true;
  });
}

/** Starts a new search for an order that was offered to a courier who is driving to a stop of their other orders. */
export function withdrawHiddenOffer(context: Context, orderId: bigint, courierId: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const order = await lockWaiting(tx, orderId);
    if (order === null || order.courierId !== courierId || order.isAccepted) return false;
    if (!(await isDrivingForOthers(tx, courierId))) return false;
    await unassignCourier(context, tx, { ...order, courierId }, { reason: null, at: context.clock.now() });
    return true;
  });
}

/** Reports an unsuccessful search once, at the pace of the scenario run. Time with a planned courier does not count. */
export async function reportNoCourierFound(
  context: Context,
  orderId: bigint,
  run?: Pick<ScenarioRun, "speed">,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const order = await lockDue(context, tx, orderId);
    if (order === null || order.isNotFoundTold) return;
    const now = context.clock.now();
    const plan = await findPlannedOrder(tx, orderId, now);
    if (plan !== null && plan.courierId !== null) return;
    const since = Math.max(order.searchedSince.getTime(), plan?.unplannedSince?.getTime() ?? 0);
    const searchedMs = now.getTime() - since;
    const vainAfterMs = context.dispatch.notFoundAfterSeconds * 1000;
    if (searchedMs < (run === undefined ? vainAfterMs : toScenarioMs(vainAfterMs, run))) return;
    await reportNotFound(context, tx, order, now);
  });
}

async function lockDue(context: Context, tx: Transaction, orderId: bigint): Promise<LockedSearch | null> {
  const order = await lockWaiting(tx, orderId);
  return order !== null && isDue(context, order) ? order : null;
}

const isDue = ({ clock }: Context, { courierId, dispatchAt }: LockedSearch): boolean =>
  courierId === null && dispatchAt <= clock.now();

/** Locks the couriers who are available for their orders, and returns them by order. */
async function lockCouriers(
  context: Context,
  tx: Transaction,
  wanted: readonly WantedCourier[],
  isStacked: boolean,
): Promise<Map<bigint, ShownCourier>> {
  const locked = await lockAvailableCouriers(tx, wanted, { ...availabilityCriteria(context), isStacked });
  if (locked.length === 0) return new Map();
  const courierIds = [...new Set(locked.map(({ courierId }) => courierId))];
  const busy = new Set(await listBusyCouriers(tx, courierIds, isStacked));
  const couriers = new Map(
    (await selectCouriers(tx, courierIds)).map((courier) => [courier.courierId, courier]),
  );
  return new Map(
    locked.flatMap(({ orderId, courierId }) => {
      const courier = busy.has(courierId) ? undefined : couriers.get(courierId);
      return courier === undefined ? [] : [[orderId, courier]];
    }),
  );
}

async function unlessCourierTaken(
  { db }: Context,
  work: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (isCourierTaken(error)) return false;
    throw error;
  }
}

/** An operator gave the courier an order between the check and the write. */
const isCourierTaken = (error: unknown): boolean =>
  isUniqueViolation(error, "one_active_order_per_courier") ||
  isCheckViolation(error, "orders_may_share_route");
