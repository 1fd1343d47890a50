import type * as z from "zod";
import { currentStaff } from "@/app/session";
import type { AccountScope } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import type { AccountPermission } from "@/lib/accounts/permissions";
import type { Context } from "@/lib/context";
import { DomainError, isOverload } from "@/lib/domain-error";
import { ERRORS, retryHeaders } from "@/lib/http/errors";
import { fromFetchRequest } from "@/lib/http/fetch-adapter";
import { requestMode } from "@/lib/http/mode";
import { readFetchSite } from "@/lib/http/read-fetch-site";
import { type BodyLimits, readJson } from "@/lib/http/request-body";
import { createContext, runtime } from "@/lib/process/runtime";

/** A response without data: its body is JSON `null`. */
export const emptyResponse = (status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response("null", { status, headers: { "Cache-Control": "no-store", ...headers } });

/**
 * Returns a GET handler for people of an account who have the permission; 404 for other users and when `read` returns
 * null. Anything but a response is sent as JSON.
 */
export function staffRoute<Params = object>(
  permission: AccountPermission,
  read: (staff: AccountMember, request: Request, params: Params) => Promise<unknown>,
) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    const staff = await currentStaff(permission);
    const found = staff && (await read(staff, request, await params));
    if (found instanceof Response) return found;
    const status = found === null ? 404 : 200;
    return Response.json(found, { status, headers: { "Cache-Control": "no-store" } });
  };
}

export interface StaffCall<Input> {
  readonly staff: AccountMember;
  readonly scope: AccountScope;
  readonly context: Context;
  readonly input: Input;
}

export interface StaffPost<Input> extends BodyLimits {
  readonly permission: AccountPermission;
  readonly name: string;
  readonly perMinute: number;
  readonly schema: z.ZodType<Input>;
}

/**
 * Returns a POST handler for JSON that a page of the dashboard sends: 404 for users without the permission, 403 from
 * other sites, 429 above the account's calls per minute, 413 and 400 for a body that is too large or invalid, 503 under
 * overload.
 */
export function staffPost<Input>(
  { permission, name, perMinute, schema, ...limits }: StaffPost<Input>,
  work: (call: StaffCall<Input>) => Promise<Response>,
) {
  return async (request: Request): Promise<Response> => {
    const staff = await currentStaff(permission);
    if (staff === null) return emptyResponse(404);
    const served = runtime();
    if (readFetchSite(request, served.publicUrl) !== "own") return emptyResponse(403);
    const limit = await served.rateLimiter.take(`${name}:${staff.accountId}`, perMinute);
    if (!limit.isAllowed) return emptyResponse(429, { "Retry-After": String(limit.nextSeconds) });
    const scope = staff.scope(requestMode(request));
    const context = createContext(served, { type: "user", id: staff.userId });
    try {
      const sent = await readSent(request, limits);
      if (sent instanceof Response) return sent;
      const parsed = schema.safeParse(sent);
      if (!parsed.success) return emptyResponse(400);
      return await work({ staff, scope, context, input: parsed.data });
    } catch (error) {
      if (isOverload(error)) return emptyResponse(503, retryHeaders(ERRORS.SERVICE_OVERLOADED));
      throw error;
    }
  };
}

/** The JSON of a body, or the response that refuses it. */
async function readSent(request: Request, limits: BodyLimits): Promise<unknown> {
  try {
    return await readJson(fromFetchRequest(request), limits);
  } catch (error) {
    if (error instanceof DomainError) return emptyResponse(ERRORS[error.code].status);
    throw error;
  }
}
