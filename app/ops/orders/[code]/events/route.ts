// GET /ops/orders/{code}/events: any order and every change to it, as server-sent events, for operators
import { openAnyOrder } from "@/app/ops/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  return streamResponse(() => openAnyOrder(request, code));
}
