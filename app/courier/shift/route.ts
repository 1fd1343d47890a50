// POST /courier/shift: the courier begins or ends their shift
import { serveDeed } from "@/lib/api/serve-courier";
import { setShift } from "@/lib/couriers/set-shift";
import { shiftInput } from "@/lib/phone/schema";

export const POST = (request: Request) =>
  serveDeed(request, shiftInput, (context, courier, { on }) => setShift(context, courier.id, on));
