import type { AccountScope } from "@/lib/account-scope";
import type { Context } from "@/lib/context";
import { DomainError, type FieldIssue } from "@/lib/domain-error";
import { firstOfEachField, parseFields } from "@/lib/http/issues";
import { listDriveSeconds } from "@/lib/orders/delivery-window";
import { type HeldReason, judgeTrip } from "@/lib/orders/held-order";
import { loadOrder, type Order } from "@/lib/orders/load-order";
import { expectPickup, listWindows, type OrderRequest, toOrderTimes, toTrip } from "@/lib/orders/order";
import { createFingerprint } from "@/lib/orders/request-hash";
import { type CreateOrderBody, detailsFromBody, orderBody } from "@/lib/orders/schema";
import {
  findMissedWindowIssues,
  findTripIssues,
  readTrip,
  type SentTrip,
  toSentWindows,
} from "@/lib/orders/trip-issues";
import type { PricedInput } from "@/lib/pricing/price-trip";
import { priceOrder, type QuotedPrice } from "@/lib/pricing/quotes/price-order";
import type { UnusualTrip } from "@/lib/routing/unusual-trip";
import { getServiceArea } from "@/lib/service-area/get-service-area";
import { getTripCheck } from "@/lib/service-area/trip-check";

/** An order that can be created at this price. */
export interface NewOrder extends QuotedPrice {
  readonly type: "new";
  readonly externalOrderId: string;
  readonly details: OrderRequest;
  /** The trip that the price is for. */
  readonly input: PricedInput;
  readonly fingerprint: Uint8Array<ArrayBuffer>;
  /** Null for a usual trip. */
  readonly unusual: UnusualTrip | null;
  readonly heldReason: HeldReason | null;
}

/** The order that has the identifier already. */
export interface EarlierOrder {
  readonly type: "earlier";
  readonly order: Order;
  /** Whether its create request had another body. An invalid body counts as another. */
  readonly isMismatch: boolean;
  /** As sent now; null if invalid. */
  readonly details: OrderRequest | null;
}

export type OrderJudgment = NewOrder | EarlierOrder | { type: "invalid"; issues: readonly FieldIssue[] };

export interface JudgeOptions {
  /** Problems of the request outside its body. */
  readonly issues?: readonly FieldIssue[];
  /** When the order was sent, by which `delivery_time` is judged; now by default. */
  readonly sentAt?: Date;
  /** If false, an expired quote gives today's price. */
  readonly isQuoteBinding?: boolean;
  /** Changes a valid body before it is judged. */
  readonly amend?: (body: CreateOrderBody) => CreateOrderBody;
}

/**
 * Judges the body of an order as POST /orders does: its price, every problem, or the order that it repeats (spec, CRE-2).
 * A repeat is found even if its time has passed or its place has left the area. Writes nothing.
 * @param sent of any shape
 * @throws DomainError QUOTE_EXPIRED by the options, SERVICE_OVERLOADED
 */
export async function judgeOrder(
  context: Context,
  scope: AccountScope,
  sent: unknown,
  options: JudgeOptions = {},
): Promise<OrderJudgment> {
  const { data, issues } = parseFields(orderBody, sent);
  const request = data === undefined ? null : toRequest(options.amend?.(data) ?? data);
  const [area, check] = await Promise.all([getServiceArea(context), getTripCheck(context.db)]);
  const now = context.clock.now();
  const rules = { area, check, mode: scope.mode, now, sentAt: options.sentAt ?? now };
  const read = request?.sent ?? readTrip(sent, "address.");
  const all = firstOfEachField([
    ...(options.issues ?? []),
    ...issues,
    ...(read === null ? [] : findTripIssues(read, rules)),
  ]);
  const findEarlier = () => findEarlierOrder(context, scope, sent, request);
  if (request === null || all.length > 0) return (await findEarlier()) ?? { type: "invalid", issues: all };
  const { body, details, input, fingerprint } = request;
  try {
    const price = await priceOrder(context, scope, {
      input,
      quoteId: body.quote_id,
      pickupAt: expectPickup(toOrderTimes(details), now),
      maxTripMeters: area.maxTripMeters,
    });
    if (options.isQuoteBinding) requireQuotedPrice(price, body.quote_id);
    const missed = findMissedWindowIssues(
      request.sent.windows,
      listDriveSeconds(input, price.trip.legs),
      toEarliestDeparture(context, details, rules.sentAt),
    );
    if (missed.length > 0) return (await findEarlier()) ?? { type: "invalid", issues: missed };
    const { unusual, heldReason } = judgeTrip(check, scope.mode, input);
    const externalOrderId = body.external_order_id;
    return { type: "new", externalOrderId, details, input, fingerprint, ...price, unusual, heldReason };
  } catch (error) {
    const earlier = await findEarlier();
    if (earlier !== null) return earlier;
    if (!(error instanceof DomainError) || error.code !== "INVALID_PAYLOAD") throw error;
    return { type: "invalid", issues: error.issues };
  }
}

/** When goods can leave the pickup: a courier has to be found, and the goods have to be ready. */
export const toEarliestDeparture = (
  { dispatch }: Pick<Context, "dispatch">,
  { readyAt }: Pick<OrderRequest, "readyAt">,
  sentAt: Date,
): Date => new Date(Math.max(sentAt.getTime() + dispatch.marginSeconds * 1_000, readyAt?.getTime() ?? 0));

function toRequest(body: CreateOrderBody) {
  const details = detailsFromBody(body);
  const input = toTrip(details);
  const { deliveryTime, readyAt } = details;
  const isOwn = (dropoff: number) => body.dropoffs[dropoff]?.delivery_window !== undefined;
  const windows = toSentWindows(listWindows(details)).map((one, dropoff) =>
    isOwn(dropoff) ? one : { ...one, field: "delivery_window" },
  );
  const sent: SentTrip = { trip: input, isRead: () => true, deliveryTime, readyAt, windows };
  return { body, details, input, sent, fingerprint: createFingerprint(details, body) };
}

/** Finds the order with the identifier of a body of any shape. @param request null for an invalid body */
async function findEarlierOrder(
  context: Context,
  scope: AccountScope,
  sent: unknown,
  request: Pick<NewOrder, "details" | "fingerprint"> | null,
): Promise<EarlierOrder | null> {
  const externalOrderId = orderBody.pick({ external_order_id: true }).safeParse(sent).data?.external_order_id;
  if (externalOrderId === undefined) return null;
  const order = await loadOrder(context.db, { scope, externalOrderId });
  if (order === null) return null;
  const isMismatch = request === null || Buffer.compare(order.fingerprint, request.fingerprint) !== 0;
  return { type: "earlier", order, isMismatch, details: request?.details ?? null };
}

/** @throws DomainError QUOTE_EXPIRED unless the price comes from this quote */
export function requireQuotedPrice(price: QuotedPrice, quoteId: string | undefined): void {
  if (quoteId !== undefined && price.quoteId === null) throw new DomainError("QUOTE_EXPIRED");
}
