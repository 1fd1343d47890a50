import { openTracking } from "@/app/t/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return streamResponse(() => openTracking(request, token));
}
