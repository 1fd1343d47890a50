import { currentStaff } from "@/app/session";
import { listOrderMarks } from "@/lib/overview/get-account-board";
import { modeOf } from "@/lib/pages/mode";
import { runtime } from "@/lib/process/runtime";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  if (staff === null) return Response.json(null, { status: 404, headers });
  return Response.json(await listOrderMarks(runtime(), staff.scope(modeOf(request))), { headers });
}
