// GET /t/{token}/events: the state of a tracking page, as server-sent events
import { serveTrackingEvents } from "@/app/t/serve-events";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  return serveTrackingEvents(request, (await params).token);
}
