import { replyInput } from "@/lib/courier-app/schema";
import { handleCourierAction } from "@/lib/courier-app/serve-courier";
import { sendReply } from "@/lib/couriers/send-reply";

export const POST = (request: Request) =>
  handleCourierAction(request, replyInput, (context, courier, reply) =>
    sendReply(context, courier.id, reply),
  );
