// POST /courier/hand-back: the courier gives an order back before they have picked it up

import { handBackInput } from "@/lib/courier-app/schema";
import { serveDeed } from "@/lib/courier-app/serve-courier";
import { DomainError } from "@/lib/domain-error";
import { handBackOrder } from "@/lib/orders/carrying/take-step";

export const POST = (request: Request) =>
  serveDeed(request, handBackInput, (context, courier, { orderId }) =>
    handBackOrder(context, courier.id, orderId).catch((error) => {
      // A phone that has lost the answer sends it again; the order not being theirs is what it wanted.
      if (!(error instanceof DomainError && error.code === "ORDER_NOT_FOUND")) throw error;
    }),
  );
