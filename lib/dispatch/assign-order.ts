import type { Context } from "@/lib/context";
import { transportsFor } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/pg-errors";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { findPlannedOrder } from "@/lib/dispatch/planned-order";
import { recordDecline } from "@/lib/dispatch/record-decline";
import { hasActiveOrder, lockAvailableCourier } from "@/lib/dispatch/store";
import { observeDispatch } from "@/lib/metrics";
import {
  type LockedSearch,
  lockWaiting,
  reportNotFound,
  setOrderCourier,
} from "@/lib/orders/fulfillment/set-order-courier";
import { getOrCreateTestCourier } from "@/lib/sandbox/get-or-create-test-courier";
import { type ScenarioRun, toScenarioMs } from "@/lib/sandbox/scenario";

/** Rechecks order and courier under their locks. Returns false if either has since been assigned. */
export async function assignOrder(context: Context, orderId: bigint, courierId: string): Promise<boolean> {
  let searchedSince = context.clock.now();
  const isAssigned = await assignLocked(context, orderId, (tx, order) => {
    searchedSince = order.searchedSince;
    return lockChosen(context, tx, order, courierId);
  });
  if (isAssigned) observeDispatch(context.clock.now().getTime() - searchedSince.getTime());
  return isAssigned;
}

/** Returns false at the limit of test couriers, or if the order no longer waits. */
export function assignTestOrder(context: Context, orderId: bigint): Promise<boolean> {
  return assignLocked(context, orderId, (tx, order) => getOrCreateTestCourier(context, tx, order));
}

/** Excludes `from` from further offers. Returns false if the order was accepted or `to` is no longer available. */
export function replaceCourier(
  context: Context,
  orderId: bigint,
  couriers: { from: string; to: string },
): Promise<boolean> {
  return unlessCourierBusy(context, async (tx) => {
    const order = await lockWaiting(tx, orderId);
    if (order === null || order.courierId !== couriers.from || order.isAccepted) return false;
    if ((await lockChosen(context, tx, order, couriers.to)) === null) return false;
    const at = context.clock.now();
    const refusal = { orderId, courierId: couriers.from, reason: "not_accepted", refusedAt: at } as const;
    await recordDecline(tx, refusal);
    await setOrderCourier(context, tx, order, { courierId: couriers.to, at });
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

function assignLocked(
  context: Context,
  orderId: bigint,
  lockCourier: (tx: Transaction, order: LockedSearch) => Promise<string | null>,
): Promise<boolean> {
  return unlessCourierBusy(context, async (tx) => {
    const order = await lockDue(context, tx, orderId);
    if (order === null || order.heldReason !== null) return false;
    const courierId = await lockCourier(tx, order);
    if (courierId === null) return false;
    // Read the clock under the locks, so that assignments of one courier never overlap.
    await setOrderCourier(context, tx, order, { courierId, at: context.clock.now() });
    return true;
  });
}

async function lockDue(context: Context, tx: Transaction, orderId: bigint): Promise<LockedSearch | null> {
  const order = await lockWaiting(tx, orderId);
  const isDue = order !== null && order.courierId === null && order.dispatchAt <= context.clock.now();
  return isDue ? order : null;
}

async function lockChosen(
  context: Context,
  tx: Transaction,
  order: LockedSearch,
  courierId: string,
): Promise<string | null> {
  const transports = transportsFor(order.cargoSizes);
  const search = { ...availabilityCriteria(context), orderId: order.id, transports };
  if (!(await lockAvailableCourier(tx, courierId, search))) return null;
  return (await hasActiveOrder(tx, courierId)) ? null : courierId;
}

async function unlessCourierBusy(
  { db }: Context,
  work: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await db.transaction(work);
  } catch (error) {
    // An operator gave the courier an order between the check and the write.
    if (isUniqueViolation(error, "one_active_order_per_courier")) return false;
    throw error;
  }
}
