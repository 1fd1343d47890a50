import { openOrder } from "@/app/dashboard/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  return streamResponse(() => openOrder(request, code));
}
