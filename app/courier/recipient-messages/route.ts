import { messageInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { writeMessage } from "@/lib/orders/feedback/write-message";

export const POST = (request: Request) =>
  handleCourierAction(request, messageInput, (context, courier, { dropoff, ...message }) =>
    writeMessage(context, courier.id, { ...message, position: dropoff + 1 }),
  );
