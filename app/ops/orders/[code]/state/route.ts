import { operatorResponse } from "@/app/ops/operator-response";
import { loadAnyOrder } from "@/app/ops/orders/[code]/live-state";

export function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  return operatorResponse(async () => loadAnyOrder((await params).code));
}
