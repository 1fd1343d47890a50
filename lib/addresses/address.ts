import type { Door } from "@/lib/orders/order";

export const MAX_SAVED_ADDRESSES = 200;

export interface SavedAddress extends Door {
  readonly id: string;
  readonly name: string;
}
