import { stepInput } from "@/lib/courier-app/schema";
import { serveDeed } from "@/lib/courier-app/serve-courier";
import { takeStep } from "@/lib/orders/carrying/take-step";

export const POST = (request: Request) =>
  serveDeed(request, stepInput, (context, courier, { orderId, step, at, report, tapId }) =>
    takeStep(context, courier.id, { orderId, step, report, tapId, happenedAt: at }),
  );
