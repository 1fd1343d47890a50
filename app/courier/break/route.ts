import { shiftInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { setBreak } from "@/lib/couriers/set-shift";

export const POST = (request: Request) =>
  handleCourierAction(request, shiftInput, (context, courier, { on }) => setBreak(context, courier.id, on));
