import { operatorResponse } from "@/app/ops/operator-response";
import { findConsoleFacts } from "@/lib/console/find-console-facts";
import { runtime } from "@/lib/process/runtime";

export function GET(request: Request): Promise<Response> {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  return operatorResponse("service.view", () => findConsoleFacts(runtime(), code));
}
