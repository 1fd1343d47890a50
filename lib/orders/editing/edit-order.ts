import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { canCarry, type TransportType } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { releaseOrder } from "@/lib/orders/carrying/release-order";
import { askForWay } from "@/lib/orders/carrying/route-courier";
import { checkedDeliveryTime, checkQuoteHeld } from "@/lib/orders/create-order";
import { detailsVersion } from "@/lib/orders/details-version";
import { isStillTheirs, type Occasion } from "@/lib/orders/editing/courier-match";
import { inTurn } from "@/lib/orders/editing/in-turn";
import { keptTokens } from "@/lib/orders/editing/kept-tokens";
import { EDITABLE_STATUSES, isEditable, isMoved, type OrderDetails, tripOf } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-row";
import { recordChange } from "@/lib/orders/record-change";
import type { StopTokens, StoredDetails } from "@/lib/orders/rows";
import { selectDetails, updateDetails } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { findOrder, lockOrder } from "@/lib/orders/stored-order";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import type { PricedInput } from "@/lib/pricing/price-trip";
import { type OrderPrice, priceOrder } from "@/lib/quotes/price-order";
import { tripKey } from "@/lib/quotes/quote";
import type { Point } from "@/lib/routing/geo";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { type ServiceArea, tripIssues, tripProblems } from "@/lib/service-area/service-area";
import { dispatchTime } from "@/lib/waiting/schedule";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

/** How long an edit keeps trying while other processes change the trip first, including the wait for its turn. */
const LONGEST_EDIT_MS = 30_000;

/** The caller's conditions, based on the order and price they have seen. */
export interface EditTerms {
  /** The `detailsVersion` that the edit was made from; if the details have changed since, the edit fails. */
  readonly seenVersion?: string;
  /** Whether a new trip must get the quoted price; otherwise an expired quote gives today's price. */
  readonly isQuoteBinding?: boolean;
}

/** An edit as requested. */
interface Edit {
  readonly context: Context;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  readonly change: (stored: OrderDetails) => OrderDetails;
  readonly quoteId: string | undefined;
  readonly terms: EditTerms;
  /** Future times must be after this, however long the edit waits for its turn. */
  readonly askedAt: Date;
  readonly area: ServiceArea;
}

/** The trip after an edit and its price; null for the stored trip, whose price stays. */
interface Prepared {
  readonly input: PricedInput;
  readonly price: OrderPrice | null;
}

/**
 * Edits an order while it is new or assigned (spec, STA-6). `change` makes the new details from the stored
 * ones; it runs again under the lock, so simultaneous edits all survive.
 *
 * Asks for a route outside any transaction, and only when coordinates, sizes or mode differ from what is stored;
 * otherwise the route and the price stay, whatever quote is named. Edits that ask for a route take turns.
 *
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_EDITABLE, INVALID_PAYLOAD; by the terms ORDER_CHANGED,
 *   QUOTE_EXPIRED; SERVICE_UNAVAILABLE when others changed the trip for as long as `LONGEST_EDIT_MS`
 */
export async function editOrder(
  context: Context,
  scope: AccountScope,
  {
    externalOrderId,
    change,
    quoteId,
    terms = {},
  }: {
    externalOrderId: string;
    change: (stored: OrderDetails) => OrderDetails;
    quoteId: string | undefined;
    terms?: EditTerms;
  },
): Promise<StoredOrder> {
  const askedAt = context.clock.now();
  const area = await getServiceArea(context);
  const edit: Edit = { context, scope, externalOrderId, change, quoteId, terms, askedAt, area };
  const until = performance.now() + LONGEST_EDIT_MS;
  const { order, stored } = await read(edit);
  const input = tripOf(changedDetails(edit, order, stored));
  if (isSameTrip(input, stored)) {
    const edited = await write(edit, { input, price: null });
    if (edited !== null) return edited;
  }
  return inTurn(String(order.id), async () => {
    // Within this process nobody else changes the trip meanwhile; another process may.
    do {
      const edited = await write(edit, await prepare(edit));
      if (edited !== null) return edited;
    } while (performance.now() < until);
    throw new DomainError("SERVICE_UNAVAILABLE");
  });
}

async function read(edit: Edit): Promise<{ order: StoredOrder; stored: StoredDetails }> {
  const { context, scope, externalOrderId } = edit;
  const order = await findOrder(context.db, scope, externalOrderId);
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  return { order, stored: await selectDetails(context.db, order) };
}

async function prepare(edit: Edit): Promise<Prepared> {
  const { context, scope, quoteId, area } = edit;
  const { maxTripMeters } = area;
  const { order, stored } = await read(edit);
  const details = changedDetails(edit, order, stored);
  const input = tripOf(details);
  if (isSameTrip(input, stored)) return { input, price: null };
  const asked = { input, quoteId, pickupAt: details.deliveryTime, maxTripMeters };
  return { input, price: await priceOrder(context, scope, asked) };
}

function isSameTrip(input: PricedInput, stored: StoredDetails): boolean {
  return tripKey(input) === tripKey(tripOf(stored.details));
}

/** Writes the edit; null when a rival was quicker and it now leads to another trip than the priced one. */
function write(edit: Edit, { input, price }: Prepared): Promise<StoredOrder | null> {
  const { context, scope, externalOrderId, quoteId, terms } = edit;
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, scope, externalOrderId);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    const stored = await selectDetails(tx, order);
    const details = changedDetails(edit, order, stored);
    // Under the lock: nobody can change the details between this check and the write.
    if (isStale(terms, stored.details)) throw new DomainError("ORDER_CHANGED");
    if (JSON.stringify(stored.details) === JSON.stringify(details)) return order;
    const trip = tripOf(details);
    const isSame = isSameTrip(trip, stored);
    if (!isSame && (price === null || tripKey(trip) !== tripKey(input))) return null;
    const next = isSame || price === null ? stored : price;
    if (terms.isQuoteBinding && !isSame) checkQuoteHeld(next, quoteId);
    const at = context.clock.now();
    const tokens = editedTokens(order, stored.details, details);
    const before = occasionOf(context, order, stored);
    const after = occasionOf(context, order, { details, trip: next.trip });
    const isWritten = await updateDetails(tx, order, {
      ...next,
      details,
      tokens,
      editable: EDITABLE_STATUSES,
      at,
      dispatchAt: after.dispatchAt,
      isPickupMoved: isMoved(stored.details, details),
    });
    if (!isWritten) throw new DomainError("ORDER_NOT_EDITABLE");
    const isTheirs = isStillTheirs(before, after, at);
    await findCourierAnew(context, tx, order, { details, isTheirs, at });
    return recordChange(context, tx, order, { type: "order.updated", at });
  });
}

/** What the order's courier is chosen by. */
function occasionOf(
  context: Context,
  order: StoredOrder,
  { details, trip }: Pick<StoredDetails, "details" | "trip">,
): Occasion {
  const { deliveryTime, pickup } = details;
  const timing = { deliveryTime, durationSeconds: trip.durationSeconds };
  const dispatchAt = dispatchTime(timing, context.dispatch.marginSeconds, order.createdAt);
  return { pickup: pickup.address, deliveryTime, dispatchAt };
}

/**
 * Checks an order without a courier again, since its time may have moved closer; moves one that no longer fits its
 * courier or their vehicle to another, once its time has come.
 */
async function findCourierAnew(
  context: Context,
  tx: Transaction,
  order: StoredOrder & LockedOrder,
  { details, isTheirs, at }: { details: OrderDetails; isTheirs: boolean; at: Date },
): Promise<void> {
  const { courierId } = order;
  const transport = order.driver?.transport.type as TransportType | undefined;
  if (courierId === null || transport === undefined) {
    await wakeDispatch(tx);
    return;
  }
  if (isTheirs && canCarry(transport, tripOf(details).cargoSizes)) {
    await askForWay(context, tx, order.id);
    return;
  }
  await releaseOrder(context, tx, { ...order, courierId }, { reason: null, at });
}

function changedDetails(edit: Edit, order: StoredOrder, stored: StoredDetails): OrderDetails {
  const { change, askedAt } = edit;
  const details = change(stored.details);
  const issues = changedTripIssues(edit, stored.details, details);
  // An unchanged time may be sent back even after it has come.
  if (details.deliveryTime?.getTime() !== stored.details.deliveryTime?.getTime()) {
    issues.push(...checkedDeliveryTime(details.deliveryTime, askedAt));
  }
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  if (!isEditable(order.status)) throw new DomainError("ORDER_NOT_EDITABLE");
  return details;
}

/**
 * Finds the problems of a changed trip: its length, the stops that moved, and at another time all stops. Unchanged
 * parts may predate today's limit and area.
 */
function changedTripIssues(
  { area, askedAt }: Edit,
  stored: OrderDetails,
  details: OrderDetails,
): FieldIssue[] {
  const [trip, before] = [tripOf(details), tripOf(stored)];
  const isSameTime = details.deliveryTime?.getTime() === stored.deliveryTime?.getTime();
  const isNew = (place: Point, stop: number) =>
    !(stop === 0 ? [before.pickup] : before.dropoffs).some((one) => isSamePlace(one, place));
  const problems = tripProblems(
    area,
    trip,
    details.deliveryTime ?? askedAt,
    (place, stop) => !isSameTime || isNew(place, stop),
  );
  const far = tripKey(trip) === tripKey(before) ? [] : problems.far;
  return tripIssues({ ...problems, far }, "address.");
}

// Compares to six decimals, as prices do.
const isSamePlace = (one: Point, other: Point): boolean =>
  Math.round(one.latitude * 1e6) === Math.round(other.latitude * 1e6) &&
  Math.round(one.longitude * 1e6) === Math.round(other.longitude * 1e6);

function isStale({ seenVersion }: EditTerms, stored: OrderDetails): boolean {
  return seenVersion !== undefined && seenVersion !== detailsVersion(stored);
}

/** Links stay with their recipients; a single dropoff needs no new one beside the order's own. */
function editedTokens(order: StoredOrder, before: OrderDetails, after: OrderDetails): StopTokens {
  const kept = keptTokens(before.dropoffs, order.dropoffTokens, after.dropoffs);
  const lacksLinks = order.trackingToken === null || kept.length === 1;
  return {
    order: order.trackingToken,
    dropoffs: lacksLinks ? kept : kept.map((token) => token ?? generateTrackingToken()),
  };
}
