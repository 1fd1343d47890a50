// GET /ops/state: what the stream of /ops/events would send, once
import { isOperator, modeOf, snapshotOf } from "@/app/ops/live-state";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  if (!(await isOperator())) return new Response("null", { status: 404, headers });
  return new Response((await snapshotOf(modeOf(request))).data, { headers });
}
