import * as z from "zod";
import { emptyResponse } from "@/app/dashboard/staff-route";
import { currentStaff } from "@/app/session";
import { getLanguage } from "@/components/ui/get-language";
import type { AccountMember } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope } from "@/lib/accounts/scope";
import type { Context } from "@/lib/context";
import { DomainError, isOverload } from "@/lib/domain-error";
import { latitude, longitude } from "@/lib/field";
import { ERRORS, retryHeaders } from "@/lib/http/errors";
import { readFetchSite } from "@/lib/http/fetch-site";
import type { CheckTerms } from "@/lib/imports/check-rows";
import { IMPORT_FIELDS } from "@/lib/imports/column";
import { USUAL_PICKUP } from "@/lib/imports/rows";
import { listRecentStops } from "@/lib/orders/form/list-recent-stops";
import type { Stop } from "@/lib/orders/order";
import { createContext, runtime } from "@/lib/process/runtime";
import { listAddresses } from "@/lib/saved-addresses/list-addresses";
import { requestMode } from "@/lib/web/mode";

/** A file of 5,000 rows is checked in 50 requests. */
const REQUESTS_PER_MINUTE = 600;

const cells = z.array(z.string()).max(100);

export const importInput = z.object({
  columns: z.array(z.enum(IMPORT_FIELDS).nullable()).max(100),
  /** A saved address's id, or USUAL_PICKUP. */
  pickup: z.string().nullable(),
  groups: z.array(z.array(cells).min(1)).min(1),
  places: z.record(
    z.string(),
    z.object({
      latitude,
      longitude,
      area: z.string(),
      street: z.string(),
      building: z.string(),
      isApproximate: z.boolean(),
    }),
  ),
});

interface ImportCall<Input> {
  readonly staff: AccountMember;
  readonly scope: AccountScope;
  readonly context: Context;
  readonly input: Input;
  readonly terms: CheckTerms;
}

/** Returns a POST handler for an import by an account's staff. */
export function importRoute<Input extends z.infer<typeof importInput>>(
  schema: z.ZodType<Input>,
  work: (call: ImportCall<Input>) => Promise<unknown>,
) {
  return async (request: Request): Promise<Response> => {
    const staff = await currentStaff();
    if (staff === null) return emptyResponse(404);
    const served = runtime();
    if (readFetchSite(request, served.publicUrl) !== "own") return emptyResponse(403);
    const limit = await served.rateLimiter.take(`dashboard-import:${staff.accountId}`, REQUESTS_PER_MINUTE);
    if (!limit.isAllowed) return emptyResponse(429, { "Retry-After": String(limit.nextSeconds) });
    const parsed = schema.safeParse(await request.json().catch(() => null));
    if (!parsed.success) return emptyResponse(400);
    const scope = staff.scope(requestMode(request));
    const { timeZone, phoneCountry } = await getAccount(served.db, staff.accountId);
    const terms = {
      timeZone,
      phoneCountry,
      pickup: await findPickup(staff, scope, parsed.data.pickup),
      geocoder: served.geocoder,
      language: await getLanguage(),
    };
    const context = createContext(served, { type: "user", id: staff.userId });
    try {
      const result = await work({ staff, scope, context, input: parsed.data, terms });
      return Response.json(result, { headers: { "Cache-Control": "no-store" } });
    } catch (error) {
      if (isOverload(error)) return emptyResponse(503, retryHeaders(ERRORS.SERVICE_OVERLOADED));
      if (!(error instanceof DomainError)) throw error;
      return Response.json(
        { refusal: error.code },
        { status: 422, headers: { "Cache-Control": "no-store" } },
      );
    }
  };
}

async function findPickup(
  staff: AccountMember,
  scope: AccountScope,
  chosen: string | null,
): Promise<Stop | null> {
  const { db } = runtime();
  if (chosen === null) return null;
  if (chosen === USUAL_PICKUP) return (await listRecentStops(db, scope)).pickup;
  return (await listAddresses(db, staff)).find(({ id }) => id === chosen) ?? null;
}
