import { boardSnapshot } from "@/app/ops/open-events";
import { isOperator } from "@/app/session";
import { requestMode } from "@/lib/web/mode";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  if (!(await isOperator())) return new Response("null", { status: 404, headers });
  return new Response((await boardSnapshot(requestMode(request))).data, { headers });
}
