import { createHash } from "node:crypto";
import type { OrderDetails } from "@/lib/orders/order";
import { detailsFromBody, type OrderBody } from "@/lib/orders/schema";

/** A text that is equal exactly when everything that the client decides about an order is equal. */
export function detailsVersion(details: OrderDetails): string {
  return digest(details).toString("base64url");
}

/** A digest of what a create asks for; equal requests have equal ones, whatever their layout. */
export function fingerprintOf(body: OrderBody): Uint8Array<ArrayBuffer> {
  return new Uint8Array(digest({ ...detailsFromBody(body), quoteId: body.quote_id ?? null }));
}

function digest(asked: OrderDetails): Buffer {
  return createHash("sha256").update(JSON.stringify(asked)).digest();
}
