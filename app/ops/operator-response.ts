import { isOperator } from "@/app/session";

/** Responds to operators with JSON; 404 to everyone else, and if there is nothing. */
export async function operatorResponse(load: () => Promise<unknown>): Promise<Response> {
  const found = (await isOperator()) ? await load() : null;
  const headers = { "Cache-Control": "no-store" };
  return Response.json(found, { status: found === null ? 404 : 200, headers });
}
