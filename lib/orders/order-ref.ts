import type { AccountScope } from "@/lib/accounts/scope";
import type { OrderStatus } from "@/lib/orders/order";

declare const read: unique symbol;
declare const locked: unique symbol;

/**
 * Proves that an order's row was read. It carries the row's own scope, so no query can run with an invented
 * id.
 */
export interface OrderRef {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  readonly [read]: true;
}

/** An order that nobody else can change until the transaction ends. Every write to an order takes one. */
export interface LockedOrder extends OrderRef {
  readonly status: OrderStatus;
  readonly courierId: string | null;
  readonly [locked]: true;
}

/** Called where an order's row has just been read; the structure test lists the places. */
export function brandOrderRef<Row extends Omit<OrderRef, typeof read>>(row: Row): Row & OrderRef {
  return row as Row & OrderRef;
}

/** Called where an order's row has just been locked; the structure test lists the places. */
export function brandLockedOrder<Row extends Omit<LockedOrder, typeof read | typeof locked>>(
  row: Row,
): Row & LockedOrder {
  return row as Row & LockedOrder;
}
