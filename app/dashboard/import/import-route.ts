import { type StaffCall, type StaffPost, staffPost } from "@/app/dashboard/staff-route";
import { findServedBounds } from "@/app/find-served-bounds";
import { getLanguage } from "@/components/ui/get-language";
import type { AccountScope } from "@/lib/account-scope";
import type { AccountMember } from "@/lib/accounts/check-session";
import { getAccount } from "@/lib/accounts/get-account";
import { DomainError, isOverload } from "@/lib/domain-error";
import type { CheckTerms } from "@/lib/imports/check-rows";
import type { DateOrder } from "@/lib/imports/delivery-time";
import { USUAL_PICKUP } from "@/lib/imports/rows";
import { listRecentStops } from "@/lib/orders/form/list-recent-stops";
import type { Stop } from "@/lib/orders/order";
import { listAddresses } from "@/lib/orders/saved-addresses/list-addresses";
import { runtime } from "@/lib/process/runtime";

interface ImportCall<Input> extends StaffCall<Input> {
  readonly terms: CheckTerms;
}

interface ImportSettingsInput {
  readonly pickup: string | null;
  readonly dateOrder: DateOrder;
}

/** Returns a POST handler for an import by an account's staff. */
export const importRoute = <Input extends ImportSettingsInput>(
  post: StaffPost<Input>,
  work: (call: ImportCall<Input>) => Promise<unknown>,
) =>
  staffPost(post, async (call) => {
    const { staff, scope, input } = call;
    const { db, geocoder } = runtime();
    const { timeZone, phoneCountry } = await getAccount(db, staff.accountId);
    const pickup = await findPickup(staff, scope, input.pickup);
    const terms = {
      timeZone,
      phoneCountry,
      pickup,
      dateOrder: input.dateOrder,
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
