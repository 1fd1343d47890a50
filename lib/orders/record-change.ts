import { randomUUID } from "node:crypto";
import type { Context } from "@/lib/context";
import type { Queryable, Transaction } from "@/lib/db/client";
import type { Sql } from "@/lib/db/sql";
import type { NewJob } from "@/lib/jobs/enqueue-job";
import { type NewCharge, sumCharges } from "@/lib/orders/charge";
import { type Cancellation, composeEvent, type OrderEventType } from "@/lib/orders/event";
import type { Order } from "@/lib/orders/load-order";
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
  /** Columns of the order's row that it sets besides status, courier and time of delivery. */
  readonly columns?: readonly Sql[];
  /** The stops that take the place of the old ones, as `stopsToJson` makes them. */
  readonly stops?: string | null;
  readonly charges?: readonly NewCharge[];
  readonly jobs?: readonly NewJob[];
  /** Whether it leaves an order waiting or a courier free, which dispatch is told. */
  readonly wakesDispatch?: boolean;
}

/**
 * Writes a change with its event in one statement, and returns the order as it is now. The statement needs no
 * lock: it writes nothing when the order is no longer as it was read, by whatever rival.
 *
 * @returns null when nothing was written
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
  const { status, courierId, deliveredAt, returnState, returnStartedAt } = changed;
  const { actor } = context;
  const shown = { status, courierId, deliveredAt, returnState, returnStartedAt };
  const written = { ...shown, charges, columns, stops, event, actor, jobs, wakesDispatch };
  const version = await writeChange(db, order, written);
  return version === null ? null : { ...changed, version };
}

/** The same in the transaction that has locked the order and read it since, where there are no rivals. */
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
