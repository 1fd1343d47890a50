import { textIn, wordsRoute } from "@/app/t/handle-recipient-form";
import { giveFeedback } from "@/lib/orders/feedback/give-feedback";

export const POST = wordsRoute((served, token, values) =>
  giveFeedback(served, token, { value: textIn(values, "value"), text: textIn(values, "text") }),
);
