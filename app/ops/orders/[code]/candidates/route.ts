import { operatorResponse } from "@/app/ops/operator-response";
import { findReassignment } from "@/lib/console/find-reassignment";
import { runtime } from "@/lib/process/runtime";

export function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  return operatorResponse("service.view", async () => findReassignment(runtime(), (await params).code));
}
