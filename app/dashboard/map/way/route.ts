// GET /dashboard/map/way: the route of one of the account's orders along the streets
import { currentStaff } from "@/app/session";
import { getDrivenPath } from "@/lib/orders/file/get-driven-path";
import { loadOrder } from "@/lib/orders/load-order";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const { db } = runtime();
  const order = staff === null ? null : await loadOrder(db, { member: staff, code }, ["request", "route"]);
  const way = order && getDrivenPath(order);
  return Response.json(way, { status: way === null ? 404 : 200, headers });
}
