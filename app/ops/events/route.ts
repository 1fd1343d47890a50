// GET /ops/events: a mode's open orders and couriers, and every change of them, as server-sent events

import { boardSnapshot } from "@/app/ops/live-state";
import { currentUser, stillOperator } from "@/app/session";
import { eventStream } from "@/lib/live/event-stream";
import { modeOf } from "@/lib/pages/mode";

export async function GET(request: Request): Promise<Response> {
  const user = await currentUser();
  if (user?.role !== "operator") return new Response(null, { status: 404 });
  const mode = modeOf(request);
  return eventStream(request, {
    key: `ops ${mode}`,
    topics: ["everything"],
    read: () => boardSnapshot(mode),
    reader: user.userId,
    isAllowed: await stillOperator(),
  });
}
