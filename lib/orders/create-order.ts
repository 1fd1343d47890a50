import { randomUUID } from "node:crypto";
import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { isRowLockTimeout, isUniqueViolation } from "@/lib/db/pg-errors";
import { DomainError } from "@/lib/domain-error";
import { metrics } from "@/lib/metrics";
import { composeEvent } from "@/lib/orders/event";
import { generateOrderCode } from "@/lib/orders/generate-order-code";
import { type JudgeOptions, judgeOrder, type NewOrder, type OrderJudgment } from "@/lib/orders/judge-order";
import { loadOrder } from "@/lib/orders/load-order";
import { findOrderWindow } from "@/lib/orders/order";
import { type ResponseSource, toOrderResource, visibleTrip } from "@/lib/orders/resource";
import { type Insertion, insertOrder } from "@/lib/orders/store";
import { toDispatchTime } from "@/lib/orders/to-dispatch-time";
import { generateTrackingToken } from "@/lib/orders/tracking-token";
import { kopecks } from "@/lib/pricing/money";

const CODE_TRIES = 3;

export interface CreationResult {
  readonly order: ResponseSource;
  readonly isReplay: boolean;
  readonly isMismatch: boolean;
}

/** Additional writes in the same statement; skipped for a repeated request. */
export type AdditionalWrites = Pick<Insertion, "along">;

export interface CreationOptions extends JudgeOptions, AdditionalWrites {}

/**
 * Creates an order, or returns the one with the same identifier (spec, POST /orders); safe under concurrency.
 * @param body of any shape
 * @throws DomainError INVALID_PAYLOAD with every invalid field, QUOTE_EXPIRED by the options, ORDER_CREATION_IN_PROGRESS
 * after a lock timeout, SERVICE_OVERLOADED
 */
export async function createOrder(
  context: Context,
  scope: AccountScope,
  { body, along, ...options }: { readonly body: unknown } & CreationOptions,
): Promise<CreationResult> {
  return createJudgedOrder(context, scope, await judgeOrder(context, scope, body, options), { along });
}

/** As `createOrder`, for a body that has been judged. */
export async function createJudgedOrder(
  context: Context,
  scope: AccountScope,
  judgment: OrderJudgment,
  { along }: AdditionalWrites = {},
): Promise<CreationResult> {
  if (judgment.type === "invalid") throw new DomainError("INVALID_PAYLOAD", judgment.issues);
  if (judgment.type === "earlier") {
    const { order, isMismatch } = judgment;
    return { order, isReplay: true, isMismatch };
  }
  const order = await writeOrder(context, scope, judgment, along);
  if (order !== null) {
    metrics().pricedOrders.inc({ mode: scope.mode, source: judgment.trip.routing ?? "unknown" });
    return { order, isReplay: false, isMismatch: false };
  }
  const { externalOrderId, fingerprint } = judgment;
  const taken = await loadOrder(context.db, { scope, externalOrderId });
  if (taken === null) throw new DomainError("ORDER_CREATION_IN_PROGRESS");
  const isMismatch = Buffer.compare(taken.fingerprint, fingerprint) !== 0;
  return { order: taken, isReplay: true, isMismatch };
}

/** Returns null when the identifier is or may be taken. */
async function writeOrder(
  context: Context,
  scope: AccountScope,
  judged: NewOrder,
  along: Insertion["along"],
): Promise<ResponseSource | null> {
  for (let tries = 1; ; tries += 1) {
    const { view, row } = composeOrder(context, scope, judged);
    try {
      return (await insertOrder(context.db, scope, { ...row, along })) ? view : null;
    } catch (error) {
      // A concurrent request may be writing it. Reading a locked table would wait again.
      if (isRowLockTimeout(error)) return null;
      if (tries === CODE_TRIES || !isUniqueViolation(error, "one_order_per_code")) throw error;
    }
  }
}

function composeOrder(
  context: Context,
  scope: AccountScope,
  { externalOrderId, details, fingerprint, trip, quoteId, heldReason }: NewOrder,
): { view: ResponseSource; row: Omit<Insertion, "along"> } {
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
    price: trip.price,
    chargesTotal: kopecks(0),
    trackingToken: tokens.order,
    dropoffTokens: tokens.dropoffs,
    deliveredAt: null,
    returnState: null,
    returnStartedAt: null,
    ...visibleTrip(trip),
    driver: null,
    position: null,
    isPositionShown: false,
    metadata: details.metadata,
    heldReason,
    readyAt: details.readyAt,
    deliveryMode: details.deliveryMode,
    deliveryWindow: findOrderWindow(details),
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
  const { actor } = context;
  const dispatchAt = toDispatchTime({ details, trip }, context.dispatch.marginSeconds, createdAt);
  return {
    view,
    row: {
      externalOrderId,
      details,
      fingerprint,
      orderCode,
      trip,
      quoteId,
      heldReason,
      tokens,
      actor,
      createdAt,
      dispatchAt,
      event,
    },
  };
}
