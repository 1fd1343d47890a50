// GET /ops/events: a world's open orders and couriers, and every change of them, as server-sent events
import { boardSnapshot, modeOf } from "@/app/ops/live-state";
import { currentUser, sessionClaims } from "@/app/session";
import { checkSession } from "@/lib/accounts/check-session";
import { runtime } from "@/lib/api/runtime";
import { eventStream } from "@/lib/live/event-stream";

export async function GET(request: Request): Promise<Response> {
  if ((await currentUser())?.role !== "operator") return new Response(null, { status: 404 });
  const claims = await sessionClaims();
  const mode = modeOf(request);
  return eventStream(request, ["everything"], async () => {
    // A stream may outlive what its reader was allowed when it began.
    const user = await checkSession(runtime().db, claims);
    return user?.role === "operator" ? boardSnapshot(mode) : null;
  });
}
