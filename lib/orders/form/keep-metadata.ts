import { findDraftedDropoff, type OrderDraft } from "@/lib/orders/form/draft";
import type { OrderRequest } from "@/lib/orders/order";
import type { CreateOrderBody } from "@/lib/orders/schema";

/** The form does not edit metadata: an edited order and its remaining dropoffs keep theirs. */
export function keepMetadata(
  body: CreateOrderBody,
  { dropoffs }: OrderDraft,
  stored: OrderRequest,
): CreateOrderBody {
  return {
    ...body,
    metadata: stored.metadata,
    dropoffs: body.dropoffs.map((dropoff, index) => {
      const { metadata = {} } = findDraftedDropoff(stored, dropoffs[index]) ?? {};
      return { ...dropoff, metadata };
    }),
  };
}
