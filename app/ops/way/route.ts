// GET /ops/way: any order's route along the streets, for operators
import { isOperator } from "@/app/session";
import { getOrderWay } from "@/lib/orders/file/get-order-way";
import { findOrderByCode } from "@/lib/orders/find-order-by-code";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const { db } = runtime();
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const order = (await isOperator()) ? await findOrderByCode(db, code) : null;
  const way = order === null ? null : await getOrderWay(db, order);
  return Response.json(way, { status: way === null ? 404 : 200, headers });
}
