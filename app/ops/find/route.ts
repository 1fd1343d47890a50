import { operatorResponse } from "@/app/ops/operator-response";
import { findOrdersAnywhere } from "@/lib/orders/list/find-orders-anywhere";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export function GET(request: Request): Promise<Response> {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return operatorResponse(() => findOrdersAnywhere(runtime().db, modeOf(request), text));
}
