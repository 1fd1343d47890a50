import { readInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { readMessages } from "@/lib/couriers/list-messages";

export const POST = (request: Request) =>
  handleCourierAction(request, readInput, (context, courier, { upTo }) =>
    readMessages(context, courier.id, upTo),
  );
