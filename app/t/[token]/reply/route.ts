import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { writeReply } from "@/lib/orders/feedback/write-message";

export const POST = recipientFormRoute((served, token, values) =>
  writeReply(served, token, getText(values, "text")),
);
