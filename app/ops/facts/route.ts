import { findOrderFacts } from "@/app/ops/order-facts";
import { isOperator } from "@/app/session";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const facts = (await isOperator()) ? await findOrderFacts(code) : null;
  return Response.json(facts, { status: facts === null ? 404 : 200, headers });
}
