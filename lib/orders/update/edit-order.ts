import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { findRouteConflict } from "@/lib/couriers/check-route";
import { canCarry, type TransportType } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { applyChange, applyLockedChange, type Change, withLockedOrder } from "@/lib/orders/apply-change";
import { isSameWindow, listDriveSeconds } from "@/lib/orders/delivery-window";
import { promiseJobs, WITHOUT_PROMISE } from "@/lib/orders/fulfillment/record-promise";
import { courierRouteJobs } from "@/lib/orders/fulfillment/route-courier";
import { unassignCourier } from "@/lib/orders/fulfillment/unassign-courier";
import { areLegsEqual, judgeTrip } from "@/lib/orders/held-order";
import { requireQuotedPrice, toEarliestDeparture } from "@/lib/orders/judge-order";
import { getOrder, type Order } from "@/lib/orders/load-order";
import {
  expectPickup,
  findOrderWindow,
  isEditable,
  isPickupMoved,
  listWindows,
  type OrderRequest,
  toOrderTimes,
  toTrip,
} from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { requestHash } from "@/lib/orders/request-hash";
import { visibleTrip } from "@/lib/orders/resource";
import { type PricedRequest, type StopTokens, stopsToJson } from "@/lib/orders/rows";
import { detailsSet } from "@/lib/orders/store";
import { toDispatchTime } from "@/lib/orders/to-dispatch-time";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import {
  findMissedWindowIssues,
  findTripIssues,
  type StoredTrip,
  toSentWindows,
} from "@/lib/orders/trip-issues";
import { carryOverTokens } from "@/lib/orders/update/carry-over-tokens";
import {
  type CourierMatchInput,
  haveSameTimes,
  isCourierStillSuitable,
} from "@/lib/orders/update/courier-match";
import { runExclusive } from "@/lib/orders/update/run-exclusive";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { PricedInput } from "@/lib/pricing/price-trip";
import { priceOrder, type QuotedPrice } from "@/lib/pricing/quotes/price-order";
import { tripKey } from "@/lib/pricing/quotes/quote";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import type { ServiceArea } from "@/lib/service-area/service-area";
import { getTripCheck, type TripCheck } from "@/lib/service-area/trip-check";

/** Maximum duration of an edit, including the wait for its turn. */
const MAX_EDIT_MS = 30_000;

export interface EditOptions {
  /** The expected `detailsVersion`; another version rejects the edit. */
  readonly seenVersion?: string;
  /** If false, an expired quote is replaced by the current price. */
  readonly isQuoteBinding?: boolean;
  /** If true, only an order for which no courier is searched yet can be edited. */
  readonly isBeforeDispatch?: boolean;
}

/** Settings and times by which an edit is judged. */
interface EditRules {
  readonly context: Context;
  readonly scope: AccountScope;
  /** Lower bound of future times, regardless of the wait. */
  readonly askedAt: Date;
  readonly area: ServiceArea;
  readonly check: TripCheck;
}

interface Edit extends EditRules {
  readonly externalOrderId: string;
  readonly change: (stored: OrderRequest) => OrderRequest;
  readonly quoteId: string | undefined;
  readonly terms: EditOptions;
}

/** An order as it was read, and what the edit makes of it. */
interface EditSnapshot {
  readonly order: Order<"request">;
  readonly details: OrderRequest;
  readonly trip: PricedInput;
  /** Whether its price stays. */
  readonly isTripSame: boolean;
}

/** Null for the stored trip, whose price stays. */
interface EditPlan {
  readonly input: PricedInput;
  readonly price: QuotedPrice | null;
}

/**
 * Edits an order while it is new or assigned (spec, STA-6). `change` runs again after a concurrent edit, so both
 * survive. Only changed coordinates, sizes or mode need a route, found outside any transaction, and a new price.
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_EDITABLE, INVALID_PAYLOAD; by the terms ORDER_CHANGED,
 * QUOTE_EXPIRED; SERVICE_UNAVAILABLE when the trip keeps changing for `MAX_EDIT_MS`
 */
export async function editOrder(
  context: Context,
  scope: AccountScope,
  input: Pick<Edit, "externalOrderId" | "change" | "quoteId"> & { readonly terms?: EditOptions },
): Promise<Order> {
  const edit: Edit = { terms: {}, ...input, ...(await getEditRules(context, scope)) };
  const until = performance.now() + MAX_EDIT_MS;
  const seen = await read(edit);
  if (seen.isTripSame) {
    const edited = await writeUnlocked(edit, seen, { input: seen.trip, price: null });
    if (edited !== null) return edited;
  }
  return runExclusive(String(seen.order.id), async () => {
    // Only another process can change the trip now.
    do {
      const current = await read(edit);
      const prepared = await prepare(edit, current);
      const edited = (await writeUnlocked(edit, current, prepared)) ?? (await writeLocked(edit, prepared));
      if (edited !== null) return edited;
    } while (performance.now() < until);
    throw new DomainError("SERVICE_UNAVAILABLE");
  });
}

export async function getEditRules(context: Context, scope: AccountScope): Promise<EditRules> {
  const askedAt = context.clock.now();
  const [area, check] = await Promise.all([getServiceArea(context), getTripCheck(context.db)]);
  return { context, scope, askedAt, area, check };
}

async function read(edit: Edit): Promise<EditSnapshot> {
  const { context, scope, externalOrderId } = edit;
  return toSnapshot(edit, await getOrder(context.db, { scope, externalOrderId }, ["request"]));
}

function toSnapshot(edit: Edit, order: Order<"request">): EditSnapshot {
  const details = changedDetails(edit, order);
  const trip = toTrip(details);
  return { order, details, trip, isTripSame: tripKey(trip) === tripKey(toTrip(order.details)) };
}

async function prepare(edit: Edit, seen: EditSnapshot): Promise<EditPlan> {
  const { context, scope, quoteId, area } = edit;
  const { maxTripMeters } = area;
  const { details, trip: input } = seen;
  if (seen.isTripSame) return { input, price: null };
  const pickupAt = expectPickup(toOrderTimes(details), context.clock.now());
  const requested = { input, quoteId, pickupAt, maxTripMeters };
  return { input, price: await priceOrder(context, scope, requested) };
}

/** Returns null after a concurrent write, or when the edit needs several statements. */
async function writeUnlocked(edit: Edit, seen: EditSnapshot, prepared: EditPlan): Promise<Order | null> {
  const plan = buildPlan(edit, seen, prepared);
  if (plan === null || plan.isReleased) return null;
  if (plan.change === null) return seen.order;
  // It may no longer fit with its courier's other orders.
  if (seen.order.courierId !== null) return null;
  return applyChange(edit.context, edit.context.db, seen.order, plan.change);
}

/** Returns null when the locked order needs another trip than the priced one. */
function writeLocked(edit: Edit, prepared: EditPlan): Promise<Order | null> {
  const { context, scope, externalOrderId } = edit;
  return withLockedOrder(context, { scope, externalOrderId }, ["request"], async (tx, order) => {
    const plan = buildPlan(edit, toSnapshot(edit, order), prepared);
    if (plan === null) return null;
    const { change, isReleased } = plan;
    if (change === null) return order;
    if (!isReleased || order.courierId === null) {
      const edited = await applyLockedChange(context, tx, order, change);
      return releaseFromRoute(context, tx, edited);
    }
    const { type, at, ...edited } = change;
    const theirs = { ...order, courierId: order.courierId };
    const released = await unassignCourier(context, tx, theirs, { reason: null, at, edited });
    return applyLockedChange(context, tx, released, { type, at });
  });
}

/** Releases an order that no longer fits with the courier's others. */
async function releaseFromRoute(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
): Promise<Order> {
  const { courierId } = order;
  const conflict = courierId === null ? null : await findRouteConflict(tx, courierId);
  if (courierId === null || (conflict !== "load" && conflict !== "direct")) return order;
  return unassignCourier(context, tx, { ...order, courierId }, { reason: null, at: context.clock.now() });
}

/** Returns null when the edit leads to another trip than the priced one. */
function buildPlan(edit: Edit, seen: EditSnapshot, { input, price }: EditPlan) {
  const { context, terms, quoteId } = edit;
  const { order, details, trip, isTripSame } = seen;
  const { seenVersion } = terms;
  if (seenVersion !== undefined && seenVersion !== requestHash(order.details)) {
    throw new DomainError("ORDER_CHANGED");
  }
  if (JSON.stringify(order.details) === JSON.stringify(details)) return { change: null, isReleased: false };
  if (!isTripSame && (price === null || tripKey(trip) !== tripKey(input))) return null;
  const priced = isTripSame || price === null ? order : price;
  if (terms.isQuoteBinding && !isTripSame) requireQuotedPrice(priced, quoteId);
  const next = { trip: priced.trip, quoteId: priced.quoteId, details };
  const missed = findNewMissedWindows(edit, order.details, next);
  if (missed.length > 0) throw new DomainError("INVALID_PAYLOAD", missed);
  const at = context.clock.now();
  const before = toMatchInput(context, order, order);
  if (terms.isBeforeDispatch && (order.courierId !== null || before.dispatchAt <= at))
    throw new DomainError("ORDER_NOT_EDITABLE");
  const after = toMatchInput(context, order, next);
  const isTheirs = isCourierStillSuitable(before, after, at) && isCarried(order, trip.cargoSizes);
  const heldReason =
    isTripSame || areLegsEqual(trip, toTrip(order.details))
      ? order.heldReason
      : judgeTrip(edit.check, edit.scope.mode, trip).heldReason;
  const isReleased = order.courierId !== null && (!isTheirs || heldReason !== null);
  const tokens = editedTokens(order, order.details, details);
  const known = { order: order.trackingToken, dropoffs: order.dropoffTokens };
  const areStopsSame = isTripSame && toStopsKey(order.details, known) === toStopsKey(details, tokens);
  const areTimesSame = haveSameTimes(before, after);
  const change: Change = {
    type: "order.updated",
    at,
    shown: {
      price: next.trip.price,
      ...visibleTrip(next.trip),
      trackingToken: tokens.order,
      dropoffTokens: tokens.dropoffs,
      metadata: details.metadata,
      heldReason,
      readyAt: details.readyAt,
      deliveryMode: details.deliveryMode,
      deliveryWindow: findOrderWindow(details),
    },
    columns: [
      detailsSet(next, after.dispatchAt, { isTripSame, areTimesSame }),
      // An arrival at the old pickup does not apply to a moved one; releasing the order clears it anyway.
      ...(isPickupMoved(order.details, details) && !isReleased ? [sql`arrived_at = NULL`] : []),
      ...(isTripSame && areTimesSame ? [] : [WITHOUT_PROMISE]),
    ],
    stops: areStopsSame ? null : stopsToJson(order, next, tokens),
    jobs: order.courierId === null ? [] : [...courierRouteJobs(context, order.id), ...promiseJobs(order.id)],
    // The search may start earlier.
    wakesDispatch: order.courierId === null,
  };
  return { change, isReleased };
}

/** The parts of an order that the rows of its stops are made of, except the legs of its trip. */
function toStopsKey({ pickup, dropoffs, metadata }: OrderRequest, tokens: StopTokens): string {
  return JSON.stringify([pickup, dropoffs, metadata, tokens]);
}

/** Windows of an edit that no courier can keep. An order can keep the windows that it has. */
export function findNewMissedWindows(
  { context, askedAt }: Pick<EditRules, "context" | "askedAt">,
  before: OrderRequest,
  { details, trip }: Pick<PricedRequest, "details" | "trip">,
): readonly FieldIssue[] {
  const [old, windows] = [listWindows(before), listWindows(details)];
  if (windows.every((one, index) => isSameWindow(one, old[index]))) return [];
  return findMissedWindowIssues(
    toSentWindows(windows),
    listDriveSeconds(toTrip(details), trip.legs),
    toEarliestDeparture(context, details, askedAt),
  );
}

function isCarried({ driver }: Order, cargoSizes: readonly CargoSize[]): boolean {
  const transport = driver?.transport.type as TransportType | undefined;
  return transport === undefined || canCarry(transport, cargoSizes);
}

function toMatchInput(
  context: Context,
  order: Order,
  { details, trip }: Pick<PricedRequest, "details" | "trip">,
): CourierMatchInput {
  const { deliveryTime, readyAt, pickup } = details;
  const dispatchAt = toDispatchTime({ details, trip }, context.dispatch.marginSeconds, order.createdAt);
  return { pickup: pickup.address, deliveryTime, readyAt, windows: listWindows(details), dispatchAt };
}

function changedDetails(edit: Edit, order: Order<"request">): OrderRequest {
  const details = edit.change(order.details);
  const issues = findEditIssues(edit, order.details, details);
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  if (!isEditable(order.status)) throw new DomainError("ORDER_NOT_EDITABLE");
  return details;
}

/** Every problem of an edit that is known without a route. */
export function findEditIssues(
  { area, check, scope, askedAt }: EditRules,
  before: OrderRequest,
  details: OrderRequest,
): FieldIssue[] {
  const { deliveryTime, readyAt } = details;
  const windows = toSentWindows(listWindows(details));
  const sent = { trip: toTrip(details), isRead: () => true, deliveryTime, readyAt, windows };
  const rules = { area, check, mode: scope.mode, now: askedAt, sentAt: askedAt };
  return findTripIssues(sent, rules, toStoredTrip(before));
}

export const toStoredTrip = (details: OrderRequest): StoredTrip => ({
  trip: toTrip(details),
  deliveryTime: details.deliveryTime,
  readyAt: details.readyAt,
  windows: listWindows(details),
});

/** Links stay with their recipients; a single dropoff uses the order's link. */
function editedTokens(order: Order, before: OrderRequest, after: OrderRequest): StopTokens {
  const saved = carryOverTokens(before.dropoffs, order.dropoffTokens, after.dropoffs);
  const lacksLinks = order.trackingToken === null || saved.length === 1;
  return {
    order: order.trackingToken,
    dropoffs: lacksLinks ? saved : saved.map((token) => token ?? generateTrackingToken()),
  };
}
