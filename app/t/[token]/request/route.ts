// POST /t/{token}/request: what the recipient asks for after a failed delivery attempt
import { takeWords, textIn } from "@/app/t/take-words";
import { requestResolution } from "@/lib/orders/recipient/request-resolution";

export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return takeWords(request, token, (served, values) =>
    requestResolution(served, token, textIn(values, "value")),
  );
}
