import { createHash } from "node:crypto";
import type { OrderDetails } from "@/lib/orders/order";

/** A text that is equal exactly when everything that the client decides about an order is equal. */
export function detailsVersion(details: OrderDetails): string {
  return createHash("sha256").update(JSON.stringify(details)).digest("base64url");
}
