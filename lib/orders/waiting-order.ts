import type { AccountScope } from "@/lib/accounts/scope";
import type { Transaction } from "@/lib/db/client";
import { lockForDispatch } from "@/lib/orders/courier-store";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { Point } from "@/lib/routing/geo";

/** An order that may be given to a courier, or taken from one: new or assigned. */
export interface WaitingOrder {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly externalOrderId: string;
  readonly status: "new" | "assigned";
  readonly courierId: string | null;
  /** Whether its courier has said that they come. */
  readonly isAccepted: boolean;
  readonly dispatchAt: Date;
  readonly pickup: Point;
  /** The size of each dropoff's cargo; a vehicle must carry all of it at once. */
  readonly cargoSizes: readonly CargoSize[];
  /** Seconds of the whole trip. */
  readonly durationSeconds: number;
}

/** Locks an order for dispatch; null when it is past the point where a courier could change. */
export function lockOrderForDispatch(tx: Transaction, orderId: bigint): Promise<WaitingOrder | null> {
  return lockForDispatch(tx, orderId);
}
