// GET /dashboard/map/way: the route of one of the account's orders along the streets
import { currentStaff } from "@/app/session";
import { findOrderWay } from "@/lib/orders/file/find-order-way";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const way = staff === null ? null : await findOrderWay(runtime().db, staff, code);
  return Response.json(way, { status: way === null ? 404 : 200, headers });
}
