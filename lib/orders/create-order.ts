import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { isRowLockTimeout, isUniqueViolation } from "@/lib/db/pg-errors";
import { dispatchTime } from "@/lib/dispatch-queue/schedule";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { firstOfEachField } from "@/lib/http/issues";
import { metrics } from "@/lib/metrics";
import { createFingerprint } from "@/lib/orders/details-version";
import { composeEvent } from "@/lib/orders/event";
import { judgeTrip, type TripJudgment } from "@/lib/orders/held-order";
import { loadOrder, type Order } from "@/lib/orders/load-order";
import { type OrderRequest, toTrip } from "@/lib/orders/order";
import { generateOrderCode } from "@/lib/orders/order-code";
import { type ResponseSource, toOrderResource, visibleTrip } from "@/lib/orders/resource";
import { type CreateOrderBody, detailsFromBody, orderBody } from "@/lib/orders/schema";
import { type Insertion, insertOrder } from "@/lib/orders/store";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import { kopecks } from "@/lib/pricing/money";
import { priceOrder, type QuotedPrice } from "@/lib/quotes/price-order";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { tripIssues, tripProblems } from "@/lib/service-area/service-area";
import { getTripCheck } from "@/lib/service-area/trip-check";

const CODE_TRIES = 3;

export interface CreationResult {
  readonly order: ResponseSource;
  readonly isReplay: boolean;
  readonly isMismatch: boolean;
}

/** The price of a new order, and what the check of its trip has found. */
export interface NewOrderPrice extends QuotedPrice, Pick<TripJudgment, "unusual" | "heldReason"> {}

export interface CreationOptions {
  /** If false, an expired quote gives today's price. */
  readonly isQuoteBinding?: boolean;
  /** When the order was sent, by which `delivery_time` is judged; now by default. */
  readonly sentAt?: Date;
  /** Additional writes in the same statement; skipped for a repeated request. */
  readonly along?: Insertion["along"];
}

/**
 * Creates an order, or returns the one with the same identifier (spec, POST /orders); safe under concurrency.
 * @throws DomainError INVALID_PAYLOAD, QUOTE_EXPIRED by the terms, ORDER_CREATION_IN_PROGRESS after a lock timeout
 */
export async function createOrder(
  context: Context,
  scope: AccountScope,
  { body, ...terms }: { body: CreateOrderBody } & CreationOptions,
): Promise<CreationResult> {
  const details = detailsFromBody(body);
  const fingerprint = createFingerprint(details, body);
  const original = () => loadOrder(context.db, { scope, externalOrderId: body.external_order_id });
  let price: NewOrderPrice;
  try {
    price = await priceNewOrder(context, scope, { body, details, ...terms });
  } catch (refusal) {
    // A repeat succeeds even if its time has passed or its place has left the area.
    const repeated = await original();
    if (repeated === null) throw refusal;
    return replay(repeated, fingerprint);
  }
  const values = { externalOrderId: body.external_order_id, details, fingerprint, along: terms.along };
  const order = await writeOrder(context, scope, values, price);
  if (order !== null) {
    metrics().pricedOrders.inc({ mode: scope.mode, source: price.trip.routing ?? "unknown" });
    return { order, isReplay: false, isMismatch: false };
  }
  const taken = await original();
  if (taken === null) throw new DomainError("ORDER_CREATION_IN_PROGRESS");
  return replay(taken, fingerprint);
}

/** Finds the order of a repeated create that was refused. An invalid body counts as a mismatch. */
export async function findRepeated(
  context: Context,
  scope: AccountScope,
  body: unknown,
): Promise<CreationResult | null> {
  const { data } = orderBody.pick({ external_order_id: true }).safeParse(body);
  const externalOrderId = data?.external_order_id;
  const order =
    externalOrderId === undefined ? null : await loadOrder(context.db, { scope, externalOrderId });
  if (order === null) return null;
  const valid = orderBody.safeParse(body).data;
  if (valid === undefined) return { order, isReplay: true, isMismatch: true };
  return replay(order, createFingerprint(detailsFromBody(valid), valid));
}

/** Writes nothing. @throws DomainError INVALID_PAYLOAD, QUOTE_EXPIRED by the terms, SERVICE_OVERLOADED */
export async function priceNewOrder(
  context: Context,
  scope: AccountScope,
  {
    body,
    details,
    isQuoteBinding,
    sentAt,
  }: { body: CreateOrderBody; details: OrderRequest } & CreationOptions,
): Promise<NewOrderPrice> {
  const [area, check] = await Promise.all([getServiceArea(context), getTripCheck(context.db)]);
  const trip = toTrip(details);
  const { unusual, heldReason, issues: unusualIssues } = judgeTrip(check, scope.mode, trip);
  const now = context.clock.now();
  const issues = [
    ...tripIssues(tripProblems(area, trip, details.deliveryTime ?? now), "address."),
    ...unusualIssues,
    ...checkDeliveryTime(details.deliveryTime, sentAt ?? now),
  ];
  if (issues.length > 0) throw new DomainError("INVALID_PAYLOAD", firstOfEachField(issues));
  const price = await priceOrder(context, scope, {
    input: trip,
    quoteId: body.quote_id,
    pickupAt: details.deliveryTime,
    maxTripMeters: area.maxTripMeters,
  });
  if (isQuoteBinding) requireQuotedPrice(price, body.quote_id);
  return { ...price, unusual, heldReason };
}

type CreateInput = Pick<Insertion, "externalOrderId" | "details" | "fingerprint" | "along">;

/** Returns null when the identifier is or may be taken. */
async function writeOrder(
  context: Context,
  scope: AccountScope,
  given: CreateInput,
  price: NewOrderPrice,
): Promise<ResponseSource | null> {
  for (let tries = 1; ; tries += 1) {
    const { view, row } = composeOrder(context, scope, given, price);
    try {
      return (await insertOrder(context.db, scope, row)) ? view : null;
    } catch (error) {
      // A concurrent request may be writing it. Reading a locked table would wait again.
      if (isRowLockTimeout(error)) return null;
      if (tries === CODE_TRIES || !isUniqueViolation(error, "one_order_per_code")) throw error;
    }
  }
}

export function checkDeliveryTime(deliveryTime: Date | null, now: Date): FieldIssue[] {
  if (deliveryTime === null || deliveryTime > now) return [];
  return [{ field: "delivery_time", message: "must be in the future; omit it for immediate delivery" }];
}

/** @throws DomainError QUOTE_EXPIRED unless the price comes from this quote */
export function requireQuotedPrice(price: QuotedPrice, quoteId: string | undefined): void {
  if (quoteId !== undefined && price.quoteId === null) throw new DomainError("QUOTE_EXPIRED");
}

function replay(order: Order, fingerprint: Uint8Array): CreationResult {
  return { order, isReplay: true, isMismatch: Buffer.compare(order.fingerprint, fingerprint) !== 0 };
}

function composeOrder(
  context: Context,
  scope: AccountScope,
  given: CreateInput,
  price: NewOrderPrice,
): { view: ResponseSource; row: Insertion } {
  const { externalOrderId, details } = given;
  const createdAt = context.clock.now();
  const orderCode = generateOrderCode();
  const isSingle = details.dropoffs.length === 1;
  const tokens = {
    order: generateTrackingToken(),
    dropoffs: details.dropoffs.map(() => (isSingle ? null : generateTrackingToken())),
  };
  const view: ResponseSource = {
    externalOrderId,
    orderCode,
    status: "new",
    price: price.trip.price,
    chargesTotal: kopecks(0),
    trackingToken: tokens.order,
    dropoffTokens: tokens.dropoffs,
    deliveredAt: null,
    returnState: null,
    returnStartedAt: null,
    ...visibleTrip(price.trip),
    driver: null,
    position: null,
    metadata: details.metadata,
    heldReason: price.heldReason,
  };
  const event = composeEvent({
    id: randomUUID(),
    type: "order.created",
    mode: scope.mode,
    sequence: 1,
    createdAt,
    order: toOrderResource(view, { now: createdAt, publicUrl: context.publicUrl }),
    cancellation: null,
  });
  const { trip, quoteId, heldReason } = price;
  const { actor } = context;
  const { deliveryTime } = details;
  const timing = { deliveryTime, durationSeconds: trip.durationSeconds };
  const dispatchAt = dispatchTime(timing, context.dispatch.marginSeconds, createdAt);
  return {
    view,
    row: { ...given, orderCode, trip, quoteId, heldReason, tokens, actor, createdAt, dispatchAt, event },
  };
}
