import { operatorResponse } from "@/app/ops/operator-response";
import { getBoard } from "@/lib/console/get-board";
import { requestMode } from "@/lib/http/mode";
import { runtime } from "@/lib/process/runtime";

export function GET(request: Request): Promise<Response> {
  return operatorResponse("service.view", () => getBoard(runtime(), requestMode(request)));
}
