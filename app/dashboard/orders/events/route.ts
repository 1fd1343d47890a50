// GET /dashboard/orders/events: the orders a page shows, and every change to them, as server-sent events
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { stillStaff } from "@/app/session";
import { eventStream } from "@/lib/live/event-stream";

export async function GET(request: Request): Promise<Response> {
  const asked = await readListRequest(request);
  if (asked === null) return new Response(null, { status: 404 });
  const { accountId, mode } = asked.scope;
  return eventStream(request, {
    key: `orders ${accountId} ${new URL(request.url).search}`,
    topics: [`account:${accountId}:${mode}`],
    read: () => listSnapshot(asked),
    reader: asked.staff.userId,
    isAllowed: await stillStaff(asked.staff),
  });
}
