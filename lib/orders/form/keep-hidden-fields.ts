import { findDraftedDropoff, type OrderDraft } from "@/lib/orders/form/draft";
import type { OrderRequest } from "@/lib/orders/order";
import type { CreateOrderBody } from "@/lib/orders/schema";

/** An edited order keeps what the form does not show, and its remaining dropoffs keep their metadata. */
export function keepHiddenFields(
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
