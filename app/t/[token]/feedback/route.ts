import { textIn, wordsRoute } from "@/app/t/take-words";
import { giveFeedback } from "@/lib/orders/recipient/give-feedback";

export const POST = wordsRoute((served, token, values) =>
  giveFeedback(served, token, { value: textIn(values, "value"), text: textIn(values, "text") }),
);
