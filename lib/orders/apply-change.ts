import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/context";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import { DomainError } from "@/lib/domain-error";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { type NewCharge, sumCharges } from "@/lib/orders/charge";
import { type Cancellation, composeEvent, type OrderEventType } from "@/lib/orders/event";
import { lockOrder, type Order, type Selector } from "@/lib/orders/load-order";
import type { Include } from "@/lib/orders/order-parts";
import type { LockedOrder } from "@/lib/orders/order-ref";
import { type ResponseSource, type StopResource, toOrderResource } from "@/lib/orders/resource";
import { writeChange } from "@/lib/orders/store";
import { kopecks } from "@/lib/pricing/money";

export interface Change {
  readonly type: OrderEventType;
  readonly at: Date;
  readonly cancellation?: Cancellation;
  readonly stop?: StopResource;
  readonly shown?: Partial<Omit<ResponseSource, "externalOrderId" | "orderCode">> & {
    courierId?: string | null;
  };
  readonly columns?: readonly Sql[];
  readonly stops?: string | null;
  readonly charges?: readonly NewCharge[];
  readonly jobs?: readonly NewJob[];
  /** Whether an order waits or a courier becomes free. */
  readonly wakesDispatch?: boolean;
}

/**
 * Writes a change and its event in one statement, without a lock.
 * @returns null, with nothing written, when the order has changed since it was read
 */
export async function applyChange(
  context: Context,
  db: Queryable,
  order: Order,
  change: Change,
): Promise<Order | null> {
  const {
    type,
    at,
    cancellation = null,
    stop = null,
    charges = [],
    columns = [],
    stops = null,
    jobs = [],
    wakesDispatch = false,
  } = change;
  const sequence = order.eventSequence + 1;
  const changed = {
    ...order,
    ...change.shown,
    chargesTotal: kopecks(order.chargesTotal + sumCharges(charges)),
    eventSequence: sequence,
  };
  const event = composeEvent({
    id: randomUUID(),
    type,
    mode: order.scope.mode,
    sequence,
    createdAt: at,
    order: toOrderResource(changed, { now: at, publicUrl: context.publicUrl }),
    cancellation,
    stop,
  });
  const { actor } = context;
  const written = { ...changed, charges, columns, stops, event, actor, jobs, wakesDispatch };
  const version = await writeChange(db, order, written);
  return version === null ? null : { ...changed, version };
}

/** The same for an order that the transaction has locked. */
export async function applyLockedChange(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  change: Change,
): Promise<Order & LockedOrder> {
  const changed = await applyChange(context, tx, order, change);
  if (changed === null) throw new Error("A locked order was changed after it was read.");
  return { ...order, ...changed };
}

/** Runs `work` with the locked order in a transaction. @throws DomainError ORDER_NOT_FOUND */
export function withLockedOrder<Result, const I extends Include = never>(
  { db }: Pick<Context, "db">,
  selector: Selector,
  include: readonly I[],
  work: (tx: Transaction, order: Order<I> & LockedOrder) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, selector, include);
    if (order === null) throw new DomainError("ORDER_NOT_FOUND");
    return work(tx, order);
  });
}
