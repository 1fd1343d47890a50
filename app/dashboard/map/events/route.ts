// GET /dashboard/map/events: an account's open orders and their couriers, and every change of them, as server-sent events
import { accountSnapshot, modeOf } from "@/app/dashboard/map/live-state";
import { currentStaff, sessionClaims } from "@/app/session";
import { asStaff, checkSession } from "@/lib/accounts/check-session";
import { runtime } from "@/lib/api/runtime";
import { eventStream } from "@/lib/live/event-stream";

export async function GET(request: Request): Promise<Response> {
  const reader = await currentStaff();
  if (reader === null) return new Response(null, { status: 404 });
  const claims = await sessionClaims();
  const mode = modeOf(request);
  return eventStream(request, [`account:${reader.accountId}:${mode}`], async () => {
    // A stream may outlive what its reader was allowed when it began.
    const staff = asStaff(await checkSession(runtime().db, claims));
    return staff === null || staff.accountId !== reader.accountId ? null : accountSnapshot(staff, mode);
  });
}
