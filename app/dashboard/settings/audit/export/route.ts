import { exportAudit } from "@/app/audit-query";
import { currentStaff } from "@/app/session";
import { getAccount } from "@/lib/accounts/get-account";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const staff = await currentStaff();
  if (staff?.role !== "owner") return new Response(null, { status: 404 });
  const { timeZone } = await getAccount(runtime().db, staff.accountId);
  return exportAudit(request, staff.accountId, timeZone);
}
