import type { Queryable } from "@/lib/db/client";
import { numeric, oneOf, timestamptz, uuid } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import { type CancellationTerms, cancellationTerms } from "@/lib/orders/cancellation-terms";
import type { NewCharge } from "@/lib/orders/charge";
import { ORDER_STATUSES, RETURN_STATES } from "@/lib/orders/order";
import type { OrderRow } from "@/lib/orders/order-row";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";

const FACTS = {
  status: oneOf(ORDER_STATUSES),
  courierId: uuid.orNull,
  arrivedAt: timestamptz.orNull,
  returnState: oneOf(RETURN_STATES).orNull,
  returnPrice: numeric,
  dispatchAt: timestamptz,
  cancellationFeeAssigned: numeric,
  cancellationFeeArrived: numeric,
};

/** What cancelling an order would cost at an instant, by the order's own tariff, as its row is now. */
export async function findCancellationTerms(
  db: Queryable,
  { id: orderId }: OrderRow,
  at: Date,
): Promise<CancellationTerms> {
  const [row] = await query(db, FACTS)`
    SELECT o.status, o.courier_id, o.arrived_at, o.return_state, o.return_price, o.dispatch_at,
           t.cancellation_fee_assigned, t.cancellation_fee_arrived
    FROM orders o JOIN tariffs t ON t.id = o.tariff_id WHERE o.id = ${orderId}`;
  if (row === undefined) throw new Error("An order that was read has a row and a tariff.");
  const { returnPrice, cancellationFeeAssigned, cancellationFeeArrived, ...facts } = row;
  const amounts = {
    returnPrice: fromRubles(returnPrice),
    cancellationFeeAssigned: fromRubles(cancellationFeeAssigned),
    cancellationFeeArrived: fromRubles(cancellationFeeArrived),
  };
  return cancellationTerms({ ...facts, ...amounts }, at);
}

/**
 * The charges that cancelling an order brings. Without a courier there are none, and nothing is read. Whoever writes
 * them writes them on the version of the order that was read before: a courier who has come meanwhile has changed it.
 *
 * @param maxFee the most that they may come to; undefined for whatever it is
 * @throws DomainError CANCELLATION_FEE_EXCEEDED when they come to more
 */
export async function cancellationCharges(
  db: Queryable,
  order: OrderRow & { readonly courierId: string | null },
  { at, maxFee }: { at: Date; maxFee: Kopecks | undefined },
): Promise<readonly NewCharge[]> {
  if (order.courierId === null) return [];
  const terms = await findCancellationTerms(db, order, at);
  if (maxFee !== undefined && terms.fee > maxFee) throw new DomainError("CANCELLATION_FEE_EXCEEDED");
  return terms.charges;
}
