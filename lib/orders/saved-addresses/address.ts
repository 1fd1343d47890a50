import type { Stop } from "@/lib/orders/order";

export const MAX_SAVED_ADDRESSES = 200;

export interface SavedAddress extends Stop {
  readonly id: string;
  readonly name: string;
}
