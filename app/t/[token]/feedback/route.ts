import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { giveFeedback } from "@/lib/orders/feedback/give-feedback";

export const POST = recipientFormRoute((served, token, values) =>
  giveFeedback(served, token, { value: getText(values, "value"), text: getText(values, "text") }),
);
