import type { AccountScope } from "@/lib/accounts/scope";
import type { Queryable } from "@/lib/db/client";
import { orders, tariffs } from "@/lib/db/generated/columns";
import { pick } from "@/lib/db/row";
import { query } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import {
  type CancellationFacts,
  type CancellationTerms,
  cancellationTerms,
} from "@/lib/orders/cancellation-terms";
import type { NewCharge } from "@/lib/orders/charge";
import type { OrderRow } from "@/lib/orders/order-row";
import {
  type StoredOrder,
  VIEW_COLUMNS,
  VIEW_COURIER,
  VIEW_ROW,
  viewFromRow,
  within,
} from "@/lib/orders/stored-order";
import { fromRubles, type Kopecks } from "@/lib/pricing/money";

const FACTS = {
  ...pick(orders, "arrivedAt dispatchAt"),
  ...pick(tariffs, "cancellationFeeAssigned cancellationFeeArrived"),
};

/** An order with what decides the price of its cancellation, by its own tariff. */
export interface CancellableOrder {
  readonly order: StoredOrder;
  readonly facts: CancellationFacts;
}

const CANCELLABLE = { ...VIEW_ROW, ...FACTS };

/** The scope's order with this identifier and what decides the price of its cancellation, as they are at one instant. */
export async function findCancellable(
  db: Queryable,
  scope: AccountScope,
  externalOrderId: string,
): Promise<CancellableOrder | null> {
  const [row] = await query(db, CANCELLABLE)`
    SELECT ${VIEW_COLUMNS}, o.arrived_at, o.dispatch_at, t.cancellation_fee_assigned, t.cancellation_fee_arrived
    FROM orders o JOIN tariffs t ON t.id = o.tariff_id ${VIEW_COURIER}
    WHERE ${within(scope)} AND o.external_order_id = ${externalOrderId}`;
  if (row === undefined) return null;
  const { arrivedAt, dispatchAt, cancellationFeeAssigned, cancellationFeeArrived, ...view } = row;
  const order = viewFromRow(scope, view);
  const facts = {
    ...order,
    arrivedAt,
    dispatchAt,
    cancellationFeeAssigned: fromRubles(cancellationFeeAssigned),
    cancellationFeeArrived: fromRubles(cancellationFeeArrived),
  };
  return { order, facts };
}

/** The same of an order that was read before. */
export async function getCancellable(
  db: Queryable,
  { scope, externalOrderId }: OrderRow,
): Promise<CancellableOrder> {
  const found = await findCancellable(db, scope, externalOrderId);
  if (found === null) throw new Error("An order that was read has a row and a tariff.");
  return found;
}

/** What cancelling an order would cost at an instant, as its row is now. */
export async function findCancellationTerms(
  db: Queryable,
  order: OrderRow,
  at: Date,
): Promise<CancellationTerms> {
  return cancellationTerms((await getCancellable(db, order)).facts, at);
}

/**
 * The charges that cancelling an order brings. Whoever writes them writes them on the version of the order that they
 * were read with: a courier who has come meanwhile has changed it.
 *
 * @param maxFee the most that they may come to; undefined for whatever it is
 * @throws DomainError CANCELLATION_FEE_EXCEEDED when they come to more
 */
export function cancellationCharges(
  facts: CancellationFacts,
  { at, maxFee }: { at: Date; maxFee: Kopecks | undefined },
): readonly NewCharge[] {
  const terms = cancellationTerms(facts, at);
  if (maxFee !== undefined && terms.fee > maxFee) throw new DomainError("CANCELLATION_FEE_EXCEEDED");
  return terms.charges;
}
