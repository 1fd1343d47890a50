// GET /ops/events: a world's open orders and couriers, and every change of them, as server-sent events
import { boardSnapshot, isOperator, modeOf } from "@/app/ops/live-state";
import { stillOperator } from "@/app/session";
import { eventStream } from "@/lib/live/event-stream";

export async function GET(request: Request): Promise<Response> {
  if (!(await isOperator())) return new Response(null, { status: 404 });
  const mode = modeOf(request);
  return eventStream(request, ["everything"], () => boardSnapshot(mode), {
    isAllowed: await stillOperator(),
  });
}
