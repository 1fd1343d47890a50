import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError, type ErrorCode } from "@/lib/domain-error";
import type { Cancellation, OrderEventType } from "@/lib/orders/event";
import { TRANSITIONS, type Transition } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-row";
import { recordChange } from "@/lib/orders/record-change";
import { insertStatusChange, type StatusColumns, updateStatus } from "@/lib/orders/store";
import type { StoredOrder } from "@/lib/orders/stored-order";
import { wakeDispatch } from "@/lib/waiting/wake-dispatch";

const REFUSALS = {
  assign: "ORDER_NOT_ASSIGNABLE",
  start: "ORDER_NOT_STARTABLE",
  deliver: "ORDER_NOT_DELIVERABLE",
  cancel: "ORDER_NOT_CANCELLABLE",
} as const satisfies Record<Transition, ErrorCode>;

const EVENTS = {
  assign: "order.assigned",
  start: "order.in_progress",
  deliver: "order.delivered",
  cancel: "order.cancelled",
} as const satisfies Record<Transition, OrderEventType>;

/**
 * The only place that changes a status. Moves the order by the table of transitions and writes its history and event in
 * the caller's transaction. When an order ends, its courier becomes free.
 *
 * @throws DomainError ORDER_NOT_ASSIGNABLE, ORDER_NOT_STARTABLE, ORDER_NOT_DELIVERABLE or ORDER_NOT_CANCELLABLE when
 *   the transition does not start from the order's status; nothing has changed then
 */
export async function applyTransition(
  context: Context,
  tx: Transaction,
  order: LockedOrder,
  {
    transition,
    ...change
  }: { transition: Transition } & { columns?: StatusColumns; cancellation?: Cancellation; at: Date },
): Promise<StoredOrder> {
  const { from, to } = TRANSITIONS[transition];
  const { at } = change;
  const moved = await updateStatus(tx, order, { from, to, columns: change.columns ?? {}, at });
  if (!moved) throw new DomainError(REFUSALS[transition]);
  await insertStatusChange(tx, order, { status: to, changedAt: at, actor: context.actor });
  const isOver = transition === "deliver" || transition === "cancel";
  if (isOver) await wakeDispatch(tx);
  return recordChange(context, tx, order, {
    type: EVENTS[transition],
    at,
    ...(change.cancellation === undefined ? {} : { cancellation: change.cancellation }),
  });
}
