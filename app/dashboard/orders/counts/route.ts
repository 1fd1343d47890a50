import { staffRoute } from "@/app/dashboard/staff-route";
import { getAccount } from "@/lib/accounts/get-account";
import { requestMode } from "@/lib/http/mode";
import { countViews } from "@/lib/orders/list/count-orders";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view", async (staff, request) => {
  const { db, clock } = runtime();
  const { timeZone } = await getAccount(db, staff.accountId);
  return countViews(db, staff.scope(requestMode(request)), { timeZone, now: clock.now() });
});
