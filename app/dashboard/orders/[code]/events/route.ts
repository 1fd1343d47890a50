// GET /dashboard/orders/{code}/events: an order and every change to it, as server-sent events; ends when nothing more
// can change
import { openOrder } from "@/app/dashboard/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  return streamResponse(() => openOrder(request, code));
}
