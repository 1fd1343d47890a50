import { currentOperator } from "@/app/session";
import type { ServicePermission } from "@/lib/accounts/permissions";

/** Responds with JSON to operators who have the permission. Responds with 404 to other users and when `load` returns null. */
export async function operatorResponse(
  permission: ServicePermission,
  load: () => Promise<unknown>,
): Promise<Response> {
  const found = (await currentOperator(permission)) === null ? null : await load();
  const headers = { "Cache-Control": "no-store" };
  return Response.json(found, { status: found === null ? 404 : 200, headers });
}
