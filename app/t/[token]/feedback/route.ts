import { takeWords, textIn } from "@/app/t/take-words";
import { giveFeedback } from "@/lib/orders/recipient/give-feedback";

export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return takeWords(request, token, (served, values) =>
    giveFeedback(served, token, { value: textIn(values, "value"), text: textIn(values, "text") }),
  );
}
