import { operatorResponse } from "@/app/ops/operator-response";
import { requestMode } from "@/lib/http/mode";
import { searchAnyOrders } from "@/lib/orders/list/list-orders-for-operators";
import { runtime } from "@/lib/process/runtime";

export function GET(request: Request): Promise<Response> {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  const { db, clock } = runtime();
  return operatorResponse("service.view", () => searchAnyOrders(db, requestMode(request), text, clock.now()));
}
