import type { Pickup } from "@/lib/orders/order";

/** Most saved addresses of one account: as many as a list can be looked through. */
export const MAX_SAVED_ADDRESSES = 200;

/** A stop that an account has kept under a name, for orders to come. */
export interface SavedAddress extends Pickup {
  readonly id: string;
  readonly name: string;
}
