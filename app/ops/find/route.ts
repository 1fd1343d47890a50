import { isOperator } from "@/app/session";
import { findOrdersAnywhere } from "@/lib/orders/list/find-orders-anywhere";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  if (!(await isOperator())) return Response.json(null, { status: 404, headers });
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await findOrdersAnywhere(runtime().db, modeOf(request), text), { headers });
}
