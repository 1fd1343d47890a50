// GET /dashboard/orders/{code}/state: one snapshot of what …/events streams
import { loadOrderPage } from "@/app/dashboard/orders/[code]/live-state";
import { currentStaff } from "@/app/session";

export async function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  const loaded = staff && (await loadOrderPage(staff, (await params).code));
  if (loaded === null) return Response.json(null, { status: 404, headers });
  return Response.json(loaded.state, { headers });
}
