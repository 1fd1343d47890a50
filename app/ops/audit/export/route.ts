import { exportAudit } from "@/app/audit-query";
import { isOperator } from "@/app/session";
import { readHome } from "@/lib/accounts/home";
import { config } from "@/lib/config";

export async function GET(request: Request): Promise<Response> {
  if (!(await isOperator())) return new Response(null, { status: 404 });
  return exportAudit(request, null, readHome(config().dataDir).timeZone);
}
