import { operatorResponse } from "@/app/ops/operator-response";
import { searchAnyOrders } from "@/lib/orders/list/list-orders-for-operators";
import { runtime } from "@/lib/process/runtime";
import { requestMode } from "@/lib/web/mode";

export function GET(request: Request): Promise<Response> {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  const { db, clock } = runtime();
  return operatorResponse(() => searchAnyOrders(db, requestMode(request), text, clock.now()));
}
