import { operatorResponse } from "@/app/ops/operator-response";
import { getBoard } from "@/lib/monitoring/get-board";
import { runtime } from "@/lib/process/runtime";
import { requestMode } from "@/lib/web/mode";

export function GET(request: Request): Promise<Response> {
  return operatorResponse(() => getBoard(runtime(), requestMode(request)));
}
