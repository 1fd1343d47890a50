import { operatorResponse } from "@/app/ops/operator-response";
import { loadOperatorOrderState } from "@/app/ops/orders/[code]/load-operator-order-state";

export function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  return operatorResponse("service.view", async () => loadOperatorOrderState((await params).code));
}
