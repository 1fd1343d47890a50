// GET /dashboard/map/events: an account's open orders and their couriers, and every change to them, as server-sent
// events

import { accountSnapshot } from "@/app/dashboard/map/live-state";
import { currentStaff, stillStaff } from "@/app/session";
import { eventStream } from "@/lib/live/event-stream";
import { modeOf } from "@/lib/pages/mode";

export async function GET(request: Request): Promise<Response> {
  const staff = await currentStaff();
  if (staff === null) return new Response(null, { status: 404 });
  const mode = modeOf(request);
  return eventStream(request, {
    key: `map ${staff.accountId} ${mode}`,
    topics: [`account:${staff.accountId}:${mode}`],
    read: () => accountSnapshot(staff, mode),
    reader: staff.userId,
    isAllowed: await stillStaff(staff),
  });
}
