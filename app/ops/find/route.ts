// GET /ops/find: orders of every account in a mode that a text may mean
import { isOperator } from "@/app/session";
import { searchAnyOrders } from "@/lib/orders/list/list-any-orders";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!(await isOperator())) return Response.json(null, { status: 404, headers });
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await searchAnyOrders(runtime().db, modeOf(request), text), { headers });
}
