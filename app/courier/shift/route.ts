import { shiftInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { setShift } from "@/lib/couriers/set-shift";

export const POST = (request: Request) =>
  handleCourierAction(request, shiftInput, (context, courier, { on }) => setShift(context, courier.id, on));
