import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { canCarry, type TransportType } from "@/lib/couriers/vehicle";
import type { Transaction } from "@/lib/db/client";
import { dispatchTime } from "@/lib/dispatch/schedule";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { isStillTheirs, type Occasion } from "@/lib/orders/courier-match";
import { checkedDeliveryTime, checkQuoteHeld } from "@/lib/orders/create-order";
import { detailsVersion } from "@/lib/orders/details-version";
import { keptTokens } from "@/lib/orders/kept-tokens";
import {
  EDITABLE_STATUSES,
  effectiveCargoSize,
  isEditable,
  isMoved,
  type OrderDetails,
  tripOf,
} from "@/lib/orders/order";
import { recordChange } from "@/lib/orders/record-change";
import { releaseOrder } from "@/lib/orders/release-order";
import type { StopTokens } from "@/lib/orders/rows";
import {
  findOrder,
  lockOrder,
  type StoredDetails,
  type StoredOrder,
  selectDetails,
  updateDetails,
} from "@/lib/orders/store";
import type { PricedInput } from "@/lib/pricing/price-trip";
import { findHonouredPrice, type OrderPrice, priceOrder } from "@/lib/quotes/price-order";
import { tripKey } from "@/lib/quotes/quote";
import { farDropoffs, lengthIssues } from "@/lib/routing/trip-length";
import { generateTrackingToken } from "@/lib/tracking/token";

const MAX_ROUNDS = 5;

/** What whoever edits insists on, because they have seen the order and its price. */
export interface EditTerms {
  /** The `detailsVersion` that the edit was made from; when the details are others by now, nothing is changed. */
  readonly seenVersion?: string;
  /** Whether a new trip gets the quoted price or is not made; otherwise a lapsed quote gives today's price. */
  readonly isQuoteBinding?: boolean;
}

/**
 * Edits an order while it is new or assigned (spec, PUT and PATCH). `change` makes the new details from the
 * stored ones; it is asked again under the lock, so edits that come at once all survive.
 *
 * A route is asked for outside any transaction, and only when coordinates, sizes or mode differ from what is
 * stored; otherwise the route and the price stay, unless a quote that still stands holds another price.
 *
 * @throws DomainError ORDER_NOT_FOUND, ORDER_NOT_EDITABLE, INVALID_PAYLOAD; by the terms ORDER_CHANGED, QUOTE_EXPIRED
 */
export async function editOrder(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
  change: (stored: OrderDetails) => OrderDetails,
  quoteId: string | undefined,
  terms: EditTerms = {},
): Promise<StoredOrder> {
  let prepared = await preparePrice(context, scope, externalOrderId, change, quoteId);
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const { input, price } = prepared;
    const edited = await context.db.$transaction(async (tx) => {
      const order = await lockOrder(tx, scope, externalOrderId);
      if (order === null) throw new DomainError("ORDER_NOT_FOUND");
      const stored = await selectDetails(tx, order.id);
      const details = changedDetails(context, order, stored, change);
      // Under the lock: nobody can change the details between this look and the write.
      if (isStale(terms, stored.details)) throw new DomainError("ORDER_CHANGED");
      const key = tripKey(tripOf(details));
      const isSameTrip = key === tripKey(tripOf(stored.details));
      // A rival may have moved the trip since the route was asked for; then it is asked for again.
      if (key !== tripKey(input) || (!isSameTrip && price === null)) return null;
      if (terms.isQuoteBinding && !isSameTrip && price !== null) checkQuoteHeld(price, quoteId);
      const isQuoted = price !== null && price.quoteId !== null;
      const next = price === null || (isSameTrip && !isQuoted) ? stored : price;
      if (isSame(stored, { ...next, details })) return order;
      const at = context.clock.now();
      const tokens = editedTokens(order, stored.details, details);
      const before = occasionOf(context, order, stored);
      const after = occasionOf(context, order, { details, trip: next.trip });
      const isWritten = await updateDetails(tx, scope, order.id, {
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
      await findCourierAnew(context, tx, scope, order, details, isTheirs, at);
      return recordChange(context, tx, scope, order, { type: "order.updated", at });
    });
    if (edited !== null) return edited;
    prepared = await preparePrice(context, scope, externalOrderId, change, quoteId);
  }
  throw new DomainError("SERVICE_UNAVAILABLE");
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
 * An order without a courier is looked at again, since its time may have come nearer; one that is not its courier's
 * any more, or too large for their vehicle, is for somebody else, once its time has come.
 */
async function findCourierAnew(
  context: Context,
  tx: Transaction,
  scope: AccountScope,
  order: StoredOrder,
  details: OrderDetails,
  isTheirs: boolean,
  at: Date,
): Promise<void> {
  const { courierId } = order;
  const transport = order.driver?.transport.type as TransportType | undefined;
  if (courierId === null || transport === undefined) {
    await enqueueJob(tx, "dispatch_order", String(order.id));
    return;
  }
  const sizes = details.dropoffs.map((dropoff) => effectiveCargoSize(details, dropoff));
  if (isTheirs && canCarry(transport, sizes)) return;
  await releaseOrder(context, tx, { ...order, scope, courierId }, null, at);
}

/** The trip that the edit leads to, and its price where the stored one does not simply stay. */
async function preparePrice(
  context: Context,
  scope: AccountScope,
  externalOrderId: string,
  change: (stored: OrderDetails) => OrderDetails,
  quoteId: string | undefined,
): Promise<{ input: PricedInput; price: OrderPrice | null }> {
  const order = await findOrder(context.db, scope, externalOrderId);
  if (order === null) throw new DomainError("ORDER_NOT_FOUND");
  const stored = await selectDetails(context.db, order.id);
  const input = tripOf(changedDetails(context, order, stored, change));
  const isSameTrip = tripKey(input) === tripKey(tripOf(stored.details));
  const price = isSameTrip
    ? await findHonouredPrice(context, scope, input, quoteId)
    : await priceOrder(context, scope, input, quoteId);
  return { input, price };
}

function changedDetails(
  context: Context,
  order: StoredOrder,
  stored: StoredDetails,
  change: (stored: OrderDetails) => OrderDetails,
): OrderDetails {
  const details = change(stored.details);
  const issues = changedTripIssues(context, stored.details, details);
  // A time that was set when it lay ahead may be sent back unchanged after it has come.
  if (details.deliveryTime?.getTime() !== stored.details.deliveryTime?.getTime()) {
    issues.push(...checkedDeliveryTime(details.deliveryTime, context.clock.now()));
  }
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", issues);
  if (!isEditable(order.status)) throw new DomainError("ORDER_NOT_EDITABLE");
  return details;
}

/** What is wrong with another trip than the stored one, which may be older than the present limit. */
function changedTripIssues(context: Context, stored: OrderDetails, details: OrderDetails): FieldIssue[] {
  const trip = tripOf(details);
  const { maxTripMeters } = context.dispatch;
  if (tripKey(trip) === tripKey(tripOf(stored))) return [];
  return lengthIssues(farDropoffs(trip, maxTripMeters), maxTripMeters, "address.");
}

function isStale({ seenVersion }: EditTerms, stored: OrderDetails): boolean {
  return seenVersion !== undefined && seenVersion !== detailsVersion(stored);
}

function isSame(stored: StoredDetails, next: StoredDetails): boolean {
  return (
    JSON.stringify(stored.details) === JSON.stringify(next.details) &&
    stored.trip.price === next.trip.price &&
    stored.quoteId === next.quoteId
  );
}

/** Links stay with their recipients; with one dropoff there is no need of a new one beside the order's own. */
function editedTokens(order: StoredOrder, before: OrderDetails, after: OrderDetails): StopTokens {
  const kept = keptTokens(before.dropoffs, order.dropoffTokens, after.dropoffs);
  const lacksLinks = order.trackingToken === null || kept.length === 1;
  return {
    order: order.trackingToken,
    dropoffs: lacksLinks ? kept : kept.map((token) => token ?? generateTrackingToken()),
  };
}
