// GET /dashboard/orders/events: the orders that a page shows, and every change of them, as server-sent events
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { sessionClaims } from "@/app/session";
import { asStaff, checkSession } from "@/lib/accounts/check-session";
import { runtime } from "@/lib/api/runtime";
import { eventStream } from "@/lib/live/event-stream";

export async function GET(request: Request): Promise<Response> {
  const asked = await readListRequest(request);
  if (asked === null) return new Response(null, { status: 404 });
  const { accountId, mode } = asked.scope;
  const claims = await sessionClaims();
  return eventStream(request, [`account:${accountId}:${mode}`], async () => {
    // A stream may outlive what its reader was allowed when it began.
    const staff = asStaff(await checkSession(runtime().db, claims));
    return staff?.accountId === accountId ? listSnapshot(asked) : null;
  });
}
