import { currentStaff } from "@/app/session";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  if (staff === null) return Response.json(null, { status: 404, headers });
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await suggestOrders(runtime().db, staff, text), { headers });
}
