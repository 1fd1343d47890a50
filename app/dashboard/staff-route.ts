import { currentStaff } from "@/app/session";
import type { AccountMember } from "@/lib/accounts/check-session";

/** A response without data: its body is JSON `null`. */
export const emptyResponse = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response("null", { status, headers: { "Cache-Control": "no-store", ...headers } });

/** Returns a GET handler for an account's staff; 404 for other users and when `read` returns null. */
export function staffRoute<Params = object>(
  read: (staff: AccountMember, request: Request, params: Params) => Promise<unknown>,
) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const staff = await currentStaff();
    const found = staff && (await read(staff, request, await params));
    const status = found === null ? 404 : 200;
    return Response.json(found, { status, headers: { "Cache-Control": "no-store" } });
  };
}
