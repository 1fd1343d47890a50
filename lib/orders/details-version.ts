import { createHash } from "node:crypto";
import type { OrderDetails } from "@/lib/orders/order";

/** A text that is equal exactly when all client-given details of an order are equal. */
export function detailsVersion(details: OrderDetails): string {
  return createHash("sha256").update(JSON.stringify(details)).digest("base64url");
}
