// POST /courier/steps: a step of the order that the courier carries
import { serveDeed } from "@/lib/api/serve-courier";
import { takeStep } from "@/lib/orders/take-step";
import { stepInput } from "@/lib/phone/schema";

export const POST = (request: Request) =>
  serveDeed(request, stepInput, (context, courier, { orderId, step, at }) =>
    takeStep(context, courier.id, orderId, step, at),
  );
