import { isOperator } from "@/app/session";

/** Responds with JSON to operators. Responds with 404 to other users and when `load` returns null. */
export async function operatorResponse(load: () => Promise<unknown>): Promise<Response> {
  const found = (await isOperator()) ? await load() : null;
  const headers = { "Cache-Control": "no-store" };
  return Response.json(found, { status: found === null ? 404 : 200, headers });
}
