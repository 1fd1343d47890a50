import { exportAudit } from "@/app/audit-query";
import { currentOperator } from "@/app/session";
import { readHome } from "@/lib/accounts/home";
import { config } from "@/lib/config";

export async function GET(request: Request): Promise<Response> {
  if (!(await currentOperator("service.view_audit"))) return new Response(null, { status: 404 });
  return exportAudit(request, null, readHome(config().dataDir).timeZone);
}
