import type { Context } from "@/lib/context";
import { arrangeWholeRoute } from "@/lib/couriers/arrange-route";
import { checkCourier } from "@/lib/couriers/check-courier";
import { checkRoute } from "@/lib/couriers/check-route";
import { pinRoute } from "@/lib/couriers/pin-route";
import { availabilityCriteria } from "@/lib/dispatch/availability-criteria";
import { type Addition, planAdditions } from "@/lib/dispatch/plan-additions";
import { listCouriersOnDuty } from "@/lib/dispatch/plan-store";
import { DomainError } from "@/lib/domain-error";
import type { ErrorCode } from "@/lib/http/errors";
import { lockAllWaiting, setOrderCourier } from "@/lib/orders/fulfillment/set-order-courier";
import type { Order } from "@/lib/orders/load-order";
import { isEditable, toTrip } from "@/lib/orders/order";
import { greatCircleMeters } from "@/lib/routing/geo";

export interface RouteAssignment {
  /** Null if no order was assigned. */
  readonly courierName: string | null;
  /** The reason for each order that was not assigned. */
  readonly refusals: ReadonlyMap<bigint, ErrorCode>;
}

interface RouteInput {
  readonly orders: readonly Order<"request">[];
  /** Null for the courier who can take most of them, and needs the least time for them. */
  readonly courierId: string | null;
}

/** Couriers whose routes are compared, with and without orders: those nearest to the first pickup. */
const MAX_COMPARED = 5;
/** The plan of a long route takes seconds, so fewer are compared. */
const MAX_COMPARED_STOPS = 200;

/**
 * Gives several orders to one courier in one transaction: those that fit, in the sequence that costs least, together with
 * the courier's others. The route is pinned.
 */
export async function assignRoute(context: Context, input: RouteInput): Promise<RouteAssignment> {
  const refusals = new Map(input.orders.flatMap((order) => listRefusals(order)));
  const orders = input.orders.filter(({ id }) => !refusals.has(id));
  const refuse = (ids: Iterable<bigint>, code: ErrorCode) => {
    for (const id of ids) refusals.set(id, code);
  };
  const ids = orders.map(({ id }) => id);
  const [first] = orders;
  if (first === undefined) return { courierName: null, refusals };
  const chosen = await chooseCourier(context, orders, input.courierId);
  if (chosen === null) {
    refuse(ids, "COURIER_NOT_FOUND");
    return { courierName: null, refusals };
  }
  const { courierId, addition } = chosen;
  for (const [id, code] of addition.refusals) refusals.set(id, code);
  const fitting = [...addition.orders.keys()];
  try {
    const { name, changed } = await giveOrders(context, fitting, {
      courierId,
      addition,
      mode: first.scope.mode,
    });
    refuse(changed, "ORDER_CHANGED");
    return { courierName: name, refusals };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    refuse(fitting, error.code);
    return { courierName: null, refusals };
  }
}

function listRefusals({ id, status, heldReason }: Order): [bigint, ErrorCode][] {
  if (!isEditable(status)) return [[id, "ORDER_NOT_ASSIGNABLE"]];
  return heldReason === null ? [] : [[id, "ORDER_HELD"]];
}

async function chooseCourier(
  context: Context,
  orders: readonly Order<"request">[],
  courierId: string | null,
): Promise<{ courierId: string; addition: Addition } | null> {
  const courierIds = courierId === null ? await listNearest(context, orders) : [courierId];
  const additions = await planAdditions(context, { orderIds: orders.map(({ id }) => id), courierIds });
  const ranked = [...additions].toSorted(
    ([, a], [, b]) => a.refusals.size - b.refusals.size || a.addedSeconds - b.addedSeconds,
  );
  const [best] = ranked;
  if (best === undefined || (courierId === null && best[1].refusals.size === orders.length)) return null;
  return { courierId: best[0], addition: best[1] };
}

async function listNearest(context: Context, orders: readonly Order<"request">[]): Promise<string[]> {
  const [first] = orders;
  if (first === undefined || first.scope.mode !== "live") return [];
  const { pickup } = toTrip(first.details);
  const stops = orders.reduce((sum, { details }) => sum + 1 + details.dropoffs.length, 0);
  const most = Math.min(MAX_COMPARED, Math.ceil(MAX_COMPARED_STOPS / stops));
  const couriers = await listCouriersOnDuty(context.db, availabilityCriteria(context));
  const nearest = couriers.toSorted((a, b) => greatCircleMeters(a, pickup) - greatCircleMeters(b, pickup));
  return [true, false].flatMap((isBusy) => {
    const alike = nearest.filter(({ hasOrder }) => hasOrder === isBusy);
    return alike.slice(0, most).map(({ id }) => id);
  });
}

/** @returns the courier's name, and orders that another transaction has changed or holds */
async function giveOrders(
  context: Context,
  orderIds: readonly bigint[],
  { courierId, addition, mode }: { courierId: string; addition: Addition; mode: Order["scope"]["mode"] },
): Promise<{ name: string | null; changed: bigint[] }> {
  return context.db.transaction(async (tx) => {
    const orders = (await lockAllWaiting(tx, orderIds)).filter(({ heldReason }) => heldReason === null);
    await checkCourier(tx, courierId, mode);
    const at = context.clock.now();
    let name: string | null = null;
    for (const order of orders) {
      if (order.scope.mode !== mode) throw new DomainError("COURIER_NOT_FOUND");
      const isTheirs = order.courierId === courierId;
      const assigned = isTheirs ? order : await setOrderCourier(context, tx, order, { courierId, at });
      name = assigned.driver?.name ?? null;
    }
    if (addition.route !== null) await arrangeWholeRoute(tx, courierId, addition.route);
    await checkRoute(tx, courierId);
    await pinRoute(tx, courierId, at);
    const locked = new Set(orders.map(({ id }) => id));
    return { name, changed: orderIds.filter((id) => !locked.has(id)) };
  });
}
