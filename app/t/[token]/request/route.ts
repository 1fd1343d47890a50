import { getText, recipientFormRoute } from "@/app/t/handle-recipient-form";
import { requestResolution } from "@/lib/orders/feedback/request-resolution";

export const POST = recipientFormRoute((served, token, values) => {
  const decision = getText(values, "decision");
  const isDecision = decision !== "";
  return requestResolution(served, token, { isDecision, value: decision || getText(values, "value") });
});
