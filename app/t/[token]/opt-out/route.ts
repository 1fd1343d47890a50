import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { stopMessages } from "@/lib/orders/feedback/stop-messages";

export const POST = recipientFormRoute((served, token, values) =>
  stopMessages(served, token, getText(values, "value")),
);
