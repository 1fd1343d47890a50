import { openAnyOrder } from "@/app/ops/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export async function GET(request: Request, { params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  return streamResponse(() => openAnyOrder(request, code));
}
