import { handBackInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { DomainError } from "@/lib/domain-error";
import { unassignSelf } from "@/lib/orders/fulfillment/record-step";

export const POST = (request: Request) =>
  handleCourierAction(request, handBackInput, (context, courier, { orderId, ...handBack }) =>
    unassignSelf(context, courier.id, orderId, handBack).catch((error) => {
      // A phone that missed the response repeats the request after the order has left the courier.
      if (!(error instanceof DomainError && error.code === "ORDER_NOT_FOUND")) throw error;
    }),
  );
