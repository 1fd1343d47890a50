import type { OperationResult } from "@/lib/api/operation";
import type { Context } from "@/lib/context";
import type { CreationResult } from "@/lib/orders/create-order";
import { orderResource, type ResponseSource, toOrderResource } from "@/lib/orders/resource";

export const orderResponse = (description: string, russian: string, example: object) => ({
  description,
  russian,
  data: orderResource,
  example,
});

export function toOrderResponse({ clock, publicUrl }: Context, order: ResponseSource) {
  return toOrderResource(order, { now: clock.now(), publicUrl });
}

export function toCreationResponse(
  context: Context,
  { order, isReplay, isMismatch }: CreationResult,
): OperationResult {
  const headers: Record<string, string> = {};
  if (isReplay) headers["Idempotent-Replayed"] = "true";
  if (isMismatch) headers["Idempotent-Mismatch"] = "true";
  return { status: isReplay ? 200 : 201, data: toOrderResponse(context, order), headers };
}
