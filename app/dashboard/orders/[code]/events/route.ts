// GET /dashboard/orders/{code}/events: an order and every change of it, as server-sent events; ends with the order
import { loadOrder } from "@/app/dashboard/orders/[code]/live-state";
import { currentStaff, stillStaff } from "@/app/session";
import { runtime } from "@/lib/api/runtime";
import { eventStream, snapshotOf } from "@/lib/live/event-stream";
import { findAccountOrder } from "@/lib/orders/find-account-order";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ code: string }> },
): Promise<Response> {
  const { code } = await params;
  const staff = await currentStaff();
  const found = staff && (await findAccountOrder(runtime().db, staff, code));
  if (staff === null || found === null) return new Response(null, { status: 404 });
  const read = async () => {
    const loaded = await loadOrder(staff, code);
    return loaded && snapshotOf(loaded.state, loaded.state.isOver);
  };
  return eventStream(request, [`order:${found.order.id}`], read, { isAllowed: await stillStaff(staff) });
}
