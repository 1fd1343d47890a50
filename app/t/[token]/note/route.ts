import { takeWords, textIn } from "@/app/t/take-words";
import { writeNote } from "@/lib/orders/recipient/write-note";

export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return takeWords(request, token, (served, values) => writeNote(served, token, textIn(values, "text")));
}
