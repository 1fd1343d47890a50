import type { AccountScope } from "@/lib/accounts/scope";
import type { LockedOrder } from "@/lib/orders/order-row";
import type { CargoSize } from "@/lib/pricing/cargo-size";
import type { Point } from "@/lib/routing/geo";

/** The criteria of the search for an order's courier. */
export interface Search {
  readonly id: bigint;
  readonly scope: AccountScope;
  readonly status: "new" | "assigned";
  /** Whether its courier has accepted it. */
  readonly isAccepted: boolean;
  readonly dispatchAt: Date;
  /** When the current search began: when its time came, or its last courier left it. */
  readonly searchedSince: Date;
  /** Whether this search has been reported as unsuccessful. */
  readonly isNotFoundTold: boolean;
  readonly pickup: Point;
  /** The cargo size of each dropoff; a vehicle must carry all of it at once. */
  readonly cargoSizes: readonly CargoSize[];
  /** Seconds of the whole trip. */
  readonly durationSeconds: number;
}

/** An order that may be given to a courier or taken from one: new or assigned. */
export interface WaitingOrder extends Search, LockedOrder {
  readonly status: "new" | "assigned";
}
