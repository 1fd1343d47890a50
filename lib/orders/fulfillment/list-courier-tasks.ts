import { getAccount } from "@/lib/accounts/get-account";
import { toShopBranding } from "@/lib/accounts/shop-identity";
import { DEFAULT_DISPATCH, type DispatchSettings } from "@/lib/config";
import type { Queryable } from "@/lib/db/client";
import { toWindowText } from "@/lib/orders/delivery-window";
import type { CourierTakeover, CourierTask, CourierTaskLeg } from "@/lib/orders/fulfillment/courier-task";
import { findOffer } from "@/lib/orders/fulfillment/find-offer";
import { findTakeover, type TakeoverSource } from "@/lib/orders/fulfillment/find-takeover";
import { selectEndedOrders, selectLeftAt, selectStopStates } from "@/lib/orders/fulfillment/store";
import { loadOrdersOfCourier, type Order } from "@/lib/orders/load-order";
import {
  effectiveCargoSize,
  effectivePayment,
  effectiveProof,
  type OrderRequest,
  type Pickup,
  type ProofDefaults,
} from "@/lib/orders/order";
import { MAX_CODE_ATTEMPTS, NOT_STARTED } from "@/lib/orders/progress";
import { routedDropoffs } from "@/lib/orders/rows";
import { ADDRESS_FIELDS, CONTACT_FIELDS, DROPOFF_FIELDS, visibleFields } from "@/lib/orders/stop-fields";
import { storedMessages } from "@/lib/orders/stop-message";
import { courierPay } from "@/lib/pricing/courier-pay";
import { getTariffVersion } from "@/lib/pricing/get-tariff";
import { toRubles } from "@/lib/pricing/money";
import type { PricedLeg } from "@/lib/pricing/price-trip";
import { legToPickup, type RouteLeg, routeLegs } from "@/lib/routing/driven-legs";
import { encodePolyline } from "@/lib/routing/polyline";
import { simplifyPath } from "@/lib/routing/simplify-path";

/** Lists the orders that a courier has, in the sequence of their next stops. */
export async function listCourierTasks(
  db: Queryable,
  courierId: string,
  { acceptWithinSeconds }: Pick<DispatchSettings, "acceptWithinSeconds"> = DEFAULT_DISPATCH,
): Promise<CourierTask[]> {
  const orders = await loadOrdersOfCourier(db, courierId, ["request", "progress", "route"]);
  return Promise.all(orders.map((order) => toCourierTask(db, order, { courierId, acceptWithinSeconds })));
}

async function toCourierTask(
  db: Queryable,
  order: Order<"request" | "progress" | "route">,
  { courierId, acceptWithinSeconds }: { courierId: string; acceptWithinSeconds: number },
): Promise<CourierTask> {
  const { status, details, trip, progress } = order;
  if (status === "new") throw new Error("A courier has no order of this status.");
  const [account, states, tariff, takeover] = await Promise.all([
    getAccount(db, order.scope.accountId),
    selectStopStates(db, order),
    getTariffVersion(db, trip.tariffId),
    findTakeover(db, order),
  ]);
  const isOffered = status === "assigned" && progress.acceptedAt === null;
  const pay = courierPay(tariff.courierPercent, trip.price);
  return {
    orderId: String(order.id),
    orderCode: order.orderCode,
    shop: { name: toShopBranding(account).name },
    payRubles: pay === null ? null : toRubles(pay),
    offer: isOffered ? await findOffer(db, order, { courierId, acceptWithinSeconds }) : null,
    status,
    deliveryTime: details.deliveryTime?.toISOString() ?? null,
    readyAt: details.readyAt?.toISOString() ?? null,
    comment: details.comment,
    acceptedAt: progress.acceptedAt?.toISOString() ?? null,
    arrivedAt: progress.arrivedAt?.toISOString() ?? null,
    pickup: { ...toTaskStop(details.pickup, account), ...toCodeState(states[0]) },
    dropoffs: details.dropoffs.map((dropoff, index) => ({
      ...toTaskStop(dropoff, account),
      ...visibleFields(DROPOFF_FIELDS, "courier", dropoff),
      cargoSize: effectiveCargoSize(details, dropoff),
      deliveryWindow: toWindowText(dropoff.deliveryWindow),
      payment: findPayment(details, index),
      ...getPricedLeg(trip.legs, index),
      ...toDropoffProgress(progress.dropoffs[index], states[index + 1]),
      ...toCodeState(states[index + 1]),
      note: states[index + 1]?.recipientNote ?? null,
      messages: storedMessages.parse(states[index + 1]?.messages ?? []),
      request: states[index + 1]?.recipientRequest ?? null,
      isDecided: states[index + 1]?.recipientDecided ?? false,
    })),
    ifUndeliverable: details.ifUndeliverable,
    waitingMinutes: account.waitingMinutes,
    returnState: progress.returnState,
    returnArrivedAt: progress.returnArrivedAt?.toISOString() ?? null,
    way: listRemainingLegs(order),
    takeover: takeover && toCourierTakeover(takeover),
  };
}

/** Simplification tolerance at which a path still follows the streets on a phone's map. */
const OFF_STREET_METERS = 6;

/** Returns the remaining legs, which a phone stores. */
function listRemainingLegs(order: Order<"request" | "progress" | "route">): (CourierTaskLeg | null)[] {
  const { status, details, progress, route } = order;
  const { address: pickup } = details.pickup;
  const places = routedDropoffs(order);
  const approach = status === "assigned" ? legToPickup(pickup, places, route) : null;
  const legs = routeLegs(pickup, places, details.routingMode, route).map((leg, index) =>
    (progress.dropoffs[index]?.deliveredAt ?? null) === null ? leg : null,
  );
  return [approach, ...legs].map((leg) => leg && toTaskLeg(leg));
}

const toTaskLeg = ({ path, durationSeconds }: RouteLeg): CourierTaskLeg => ({
  geometry: encodePolyline(simplifyPath(path, OFF_STREET_METERS)),
  durationSeconds,
});

function toCourierTakeover({ fromId: _, since, ...from }: TakeoverSource): CourierTakeover {
  return { ...from, since: since.toISOString() };
}

type StopState = Awaited<ReturnType<typeof selectStopStates>>[number] | undefined;

function toDropoffProgress(progress = NOT_STARTED, state: StopState) {
  return {
    arrivedAt: progress.arrivedAt?.toISOString() ?? null,
    deliveredAt: progress.deliveredAt?.toISOString() ?? null,
    failedAt: progress.failedAt?.toISOString() ?? null,
    failureCode: state?.failureCode ?? null,
    attempts: progress.attempts,
    resolution: progress.resolution,
    answerUntil: state?.answerUntil?.toISOString() ?? null,
  };
}

function toCodeState(state: StopState) {
  return {
    codeTriesLeft: Math.max(0, MAX_CODE_ATTEMPTS - (state?.codeTries ?? 0)),
    isCodeOverridden: state?.codeCheck === "overridden",
  };
}

function toTaskStop({ address, contact, proof }: Pickup, account: ProofDefaults) {
  return {
    proof: effectiveProof(proof, account),
    address: visibleFields(ADDRESS_FIELDS, "courier", address),
    contact: visibleFields(CONTACT_FIELDS, "courier", contact),
  };
}

function findPayment(details: OrderRequest, index: number) {
  const { type, amount } = effectivePayment(details, index);
  return amount === null ? null : { type, rubles: toRubles(amount) };
}

function getPricedLeg(legs: readonly PricedLeg[], index: number) {
  const leg = legs[index];
  if (leg === undefined) throw new Error("stored trip lacks the leg of a dropoff");
  return { distanceMeters: leg.distanceMeters, durationSeconds: leg.durationSeconds };
}

export interface CancelledTask {
  readonly orderId: string;
  readonly orderCode: string;
  readonly reason: string | null;
}

/** An order that ended by the decision to leave the goods at these doors. */
export interface LeaveAtDoorTask {
  readonly orderId: string;
  readonly orderCode: string;
  /** Dropoffs count from 0. */
  readonly doors: readonly {
    readonly dropoff: number;
    readonly street: string;
    readonly building: string;
    readonly isDecided: boolean;
  }[];
}

export interface EndedTask {
  /** ISO 8601. */
  readonly at: string;
  readonly cancelled: CancelledTask | null;
  readonly toLeave: LeaveAtDoorTask | null;
}

/** Finds the courier's latest order since an instant, if another actor ended it. */
export async function findEndedTask(
  db: Queryable,
  courierId: string,
  since: Date,
): Promise<EndedTask | null> {
  const order = await selectEndedOrders(db, courierId, since);
  if (order === null) return null;
  const { id, orderCode, reason, updatedAt } = order;
  const ended = { orderId: String(id), orderCode };
  const at = updatedAt.toISOString();
  if (order.status === "cancelled") return { at, cancelled: { ...ended, reason }, toLeave: null };
  const doors = (await selectLeftAt(db, id)).map(({ position, street, building, recipientDecided }) => ({
    dropoff: position - 1,
    street,
    building,
    isDecided: recipientDecided,
  }));
  return { at, cancelled: null, toLeave: { ...ended, doors } };
}
