// GET /dashboard/orders/{code}/events: an order and every change of it, as server-sent events; ends with the order
import { loadOrder } from "@/app/dashboard/orders/[code]/live-state";
import { currentStaff, sessionClaims } from "@/app/session";
import { asStaff, checkSession } from "@/lib/accounts/check-session";
import { runtime } from "@/lib/api/runtime";
import { eventStream, snapshotOf } from "@/lib/live/event-stream";
import { findAccountOrder } from "@/lib/orders/find-account-order";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ code: string }> },
): Promise<Response> {
  const { db } = runtime();
  const { code } = await params;
  const reader = await currentStaff();
  const found = reader && (await findAccountOrder(db, reader, code));
  if (found === null) return new Response(null, { status: 404 });
  const claims = await sessionClaims();
  return eventStream(request, [`order:${found.order.id}`], async () => {
    // A stream may outlive what its reader was allowed when it began.
    const staff = asStaff(await checkSession(db, claims));
    const loaded = staff && (await loadOrder(staff, code));
    return loaded && snapshotOf(loaded.state, loaded.state.isOver);
  });
}
