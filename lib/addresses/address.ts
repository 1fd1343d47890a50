import type { Door } from "@/lib/orders/order";

/** Most saved addresses of one account: a list that people can still look through. */
export const MAX_SAVED_ADDRESSES = 200;

/** A stop that an account has saved under a name for later orders. */
export interface SavedAddress extends Door {
  readonly id: string;
  readonly name: string;
}
