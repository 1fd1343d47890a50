import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { lockForDispatch, writeNotFound } from "@/lib/orders/carrying/store";
import { recordChange } from "@/lib/orders/record-change";
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
  /** Since when a courier is looked for: when its time came, or its last courier left it. */
  readonly searchedSince: Date;
  /** Whether it was told of this search that nobody is found. */
  readonly isNotFoundTold: boolean;
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

/** Tells once per search that nobody has been found for a locked order; the event goes with it. */
export async function reportNotFound(
  context: Context,
  tx: Transaction,
  order: WaitingOrder,
  at: Date,
): Promise<void> {
  await writeNotFound(tx, order.id, at);
  await recordChange(context, tx, order.scope, order, { type: "order.courier_not_found", at });
}
