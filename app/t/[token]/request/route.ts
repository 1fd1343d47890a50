import { takeWords, textIn } from "@/app/t/take-words";
import { requestResolution } from "@/lib/orders/recipient/request-resolution";

export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return takeWords(request, token, (served, values) => {
    const decision = textIn(values, "decision");
    const isDecision = decision !== "";
    return requestResolution(served, token, {
      isDecision,
      value: isDecision ? decision : textIn(values, "value"),
    });
  });
}
