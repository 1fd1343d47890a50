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
  /** Why the other orders were not assigned. */
  readonly refusals: ReadonlyMap<bigint, ErrorCode>;
}

interface RouteInput {
  readonly orders: readonly Order<"request">[];
  /** Null for the free courier who can take most of them, and ends first. */
  readonly courierId: string | null;
}

/** Free couriers whose routes are compared: those nearest to the first pickup. */
const MAX_COMPARED = 5;

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
  const chosen = await chooseCourier(context, ids, input.courierId, first);
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
  orderIds: readonly bigint[],
  courierId: string | null,
  first: Order<"request">,
): Promise<{ courierId: string; addition: Addition } | null> {
  const courierIds = courierId === null ? await listNearestFree(context, first) : [courierId];
  const additions = await planAdditions(context, { orderIds, courierIds });
  const ranked = [...additions].toSorted(
    ([, a], [, b]) => b.orders.size - a.orders.size || a.addedSeconds - b.addedSeconds,
  );
  const [best] = ranked;
  if (best === undefined || (courierId === null && best[1].orders.size === 0)) return null;
  return { courierId: best[0], addition: best[1] };
}

async function listNearestFree(context: Context, { details, scope }: Order<"request">): Promise<string[]> {
  if (scope.mode !== "live") return [];
  const { pickup } = toTrip(details);
  const couriers = await listCouriersOnDuty(context.db, availabilityCriteria(context));
  const free = couriers.filter(({ hasOrder }) => !hasOrder);
  const nearest = free.toSorted((a, b) => greatCircleMeters(a, pickup) - greatCircleMeters(b, pickup));
  return nearest.slice(0, MAX_COMPARED).map(({ id }) => id);
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
