import { exportAudit } from "@/app/audit-query";
import { staffRoute } from "@/app/dashboard/staff-route";
import { getAccount } from "@/lib/accounts/get-account";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view_audit", async (staff, request) => {
  const { timeZone } = await getAccount(runtime().db, staff.accountId);
  return exportAudit(request, staff.accountId, timeZone);
});
