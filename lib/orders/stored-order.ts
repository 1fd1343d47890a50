import type { OrderRow } from "@/lib/orders/order-row";
import type { OrderView } from "@/lib/orders/resource";

/** An order as the API returns it, with what the verbs need besides. */
export interface StoredOrder extends OrderView, OrderRow {
  readonly courierId: string | null;
  readonly createdAt: Date;
  readonly eventSequence: number;
  readonly fingerprint: Uint8Array;
}
