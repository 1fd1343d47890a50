import { textIn, wordsRoute } from "@/app/t/handle-recipient-form";
import { requestResolution } from "@/lib/orders/feedback/request-resolution";

export const POST = wordsRoute((served, token, values) => {
  const decision = textIn(values, "decision");
  const isDecision = decision !== "";
  return requestResolution(served, token, { isDecision, value: decision || textIn(values, "value") });
});
