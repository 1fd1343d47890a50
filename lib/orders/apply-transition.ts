import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/domain-error";
import type { ErrorCode } from "@/lib/http/errors";
import { applyLockedChange, type Change } from "@/lib/orders/apply-change";
import type { OrderEventType } from "@/lib/orders/event";
import type { Order } from "@/lib/orders/load-order";
import { isAllowed, TRANSITIONS, type Transition } from "@/lib/orders/order";
import type { LockedOrder } from "@/lib/orders/order-ref";

const OUTCOMES = {
  assign: { event: "order.assigned", error: "ORDER_NOT_ASSIGNABLE" },
  start: { event: "order.in_progress", error: "ORDER_NOT_STARTABLE" },
  deliver: { event: "order.delivered", error: "ORDER_NOT_DELIVERABLE" },
  cancel: { event: "order.cancelled", error: "ORDER_NOT_CANCELLABLE" },
} as const satisfies Record<Transition, { event: OrderEventType; error: ErrorCode }>;

/** Returns the change of a transition; only this function changes a status. @throws DomainError by the status */
export function buildTransition(order: Order, transition: Transition, change: Omit<Change, "type">): Change {
  if (!isAllowed(transition, order.status)) throw new DomainError(OUTCOMES[transition].error);
  const { returnState } = order;
  const isCancelled = transition === "cancel";
  const shown = {
    returnState,
    ...change.shown,
    status: TRANSITIONS[transition].to,
    heldReason: isCancelled ? null : order.heldReason,
  };
  const isOver = transition === "deliver" || isCancelled;
  // A courier who returns goods stays busy.
  const isFreed = isOver && order.courierId !== null && shown.returnState !== "on_the_way";
  return { ...change, type: OUTCOMES[transition].event, shown, wakesDispatch: isFreed };
}

/** Applies a transition to a locked order in the caller's transaction. @throws DomainError as `buildTransition` */
export function applyTransition(
  context: Context,
  tx: Transaction,
  order: Order & LockedOrder,
  { transition, ...change }: { transition: Transition } & Omit<Change, "type">,
): Promise<Order & LockedOrder> {
  return applyLockedChange(context, tx, order, buildTransition(order, transition, change));
}
