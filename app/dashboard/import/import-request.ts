import * as z from "zod";
import { type StaffCall, staffPost } from "@/app/dashboard/staff-route";
import { findServedBounds } from "@/app/served-bounds";
import { getLanguage } from "@/components/ui/get-language";
import type { AccountMember } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import type { AccountScope } from "@/lib/accounts/scope";
import { DomainError, isOverload } from "@/lib/domain-error";
import { latitude, longitude } from "@/lib/field";
import type { CheckTerms } from "@/lib/imports/check-rows";
import { IMPORT_FIELDS } from "@/lib/imports/column";
import { USUAL_PICKUP } from "@/lib/imports/rows";
import { listRecentStops } from "@/lib/orders/form/list-recent-stops";
import type { Stop } from "@/lib/orders/order";
import { runtime } from "@/lib/process/runtime";
import { listAddresses } from "@/lib/saved-addresses/list-addresses";

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

interface ImportCall<Input> extends StaffCall<Input> {
  readonly terms: CheckTerms;
}

/** Returns a POST handler for an import by an account's staff. */
export const importRoute = <Input extends z.infer<typeof importInput>>(
  schema: z.ZodType<Input>,
  work: (call: ImportCall<Input>) => Promise<unknown>,
) =>
  staffPost({ name: "dashboard-import", perMinute: REQUESTS_PER_MINUTE, schema }, async (call) => {
    const { staff, scope, input } = call;
    const { db, geocoder } = runtime();
    const { timeZone, phoneCountry } = await getAccount(db, staff.accountId);
    const pickup = await findPickup(staff, scope, input.pickup);
    const terms = {
      timeZone,
      phoneCountry,
      pickup,
      geocoder,
      language: await getLanguage(),
      bounds: findServedBounds(),
    };
    const headers = { "Cache-Control": "no-store" };
    try {
      return Response.json(await work({ ...call, terms }), { headers });
    } catch (error) {
      if (!(error instanceof DomainError) || isOverload(error)) throw error;
      return Response.json({ refusal: error.code }, { status: 422, headers });
    }
  });

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
