// GET /dashboard/orders/counts: how many orders each tab of the list has
import { currentStaff } from "@/app/session";
import { getAccount } from "@/lib/accounts/get-account";
import { countViews } from "@/lib/orders/list/count-orders";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  if (staff === null) return Response.json(null, { status: 404, headers });
  const { db, clock } = runtime();
  const { timeZone } = await getAccount(db, staff.accountId);
  const counts = await countViews(db, staff.scope(modeOf(request)), { timeZone, now: clock.now() });
  return Response.json(counts, { headers });
}
