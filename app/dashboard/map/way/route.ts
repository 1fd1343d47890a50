import { currentStaff } from "@/app/session";
import { getOrderWay } from "@/lib/orders/file/get-order-way";
import { findAccountOrder } from "@/lib/orders/find-account-order";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const { db } = runtime();
  const order = staff === null ? null : await findAccountOrder(db, staff, code);
  const way = order === null ? null : await getOrderWay(db, order);
  return Response.json(way, { status: way === null ? 404 : 200, headers });
}
