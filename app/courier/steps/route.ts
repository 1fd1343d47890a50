import { stepInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { recordStep } from "@/lib/orders/fulfillment/record-step";

export const POST = (request: Request) =>
  handleCourierAction(request, stepInput, (context, courier, { orderId, step, at, report, tapId }) =>
    recordStep(context, courier.id, { orderId, step, report, tapId, happenedAt: at }),
  );
