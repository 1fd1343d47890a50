import { loadAnyOrder } from "@/app/ops/orders/[code]/live-state";
import { isOperator } from "@/app/session";

export async function GET(_: Request, { params }: { params: Promise<{ code: string }> }): Promise<Response> {
  const state = (await isOperator()) ? await loadAnyOrder((await params).code) : null;
  return Response.json(state, {
    status: state === null ? 404 : 200,
    headers: { "Cache-Control": "no-store" },
  });
}
