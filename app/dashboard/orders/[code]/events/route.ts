// GET /dashboard/orders/{code}/events: an order and every change to it, as server-sent events; ends when nothing more
// can change
import { loadOrder } from "@/app/dashboard/orders/[code]/live-state";
import { currentStaff, stillStaff } from "@/app/session";
import { isSettled } from "@/components/order/order-state";
import { eventStream } from "@/lib/live/event-stream";
import { snapshotOf } from "@/lib/live/snapshot";
import { findAccountOrder } from "@/lib/orders/find-account-order";
import { runtime } from "@/lib/process/runtime";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ code: string }> },
): Promise<Response> {
  const { code } = await params;
  const staff = await currentStaff();
  const order = staff && (await findAccountOrder(runtime().db, staff, code));
  if (staff === null || order === null) return new Response(null, { status: 404 });
  const read = async () => {
    const loaded = await loadOrder(staff, code);
    return loaded && snapshotOf(loaded.state, isSettled(loaded.state));
  };
  const { id } = order;
  return eventStream(request, {
    key: `order ${id}`,
    topics: [`order:${id}`, `webhooks:${id}`],
    read,
    reader: staff.userId,
    isAllowed: await stillStaff(staff),
  });
}
