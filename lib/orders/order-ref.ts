import type { AccountScope } from "@/lib/account-scope";
import type { OrderStatus } from "@/lib/orders/order";

declare const read: unique symbol;
declare const locked: unique symbol;

/** Proves that the order was read from the database with its own scope, so a query cannot take an arbitrary id. */
export interface OrderRef {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  readonly [read]: true;
}

/** An order locked until the transaction ends, which every write requires. */
export interface LockedOrder extends OrderRef {
  readonly status: OrderStatus;
  readonly courierId: string | null;
  readonly [locked]: true;
}

/** Only for a row just read; the structure test lists the callers. */
export function brandOrderRef<Row extends Omit<OrderRef, typeof read>>(row: Row): Row & OrderRef {
  return row as Row & OrderRef;
}

/** Only for a row just locked; the structure test lists the callers. */
export function brandLockedOrder<Row extends Omit<LockedOrder, typeof read | typeof locked>>(
  row: Row,
): Row & LockedOrder {
  return row as Row & LockedOrder;
}
