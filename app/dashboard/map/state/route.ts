import { accountSnapshot } from "@/app/dashboard/map/live-state";
import { currentStaff } from "@/app/session";
import { modeOf } from "@/lib/pages/mode";

export async function GET(request: Request): Promise<Response> {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  const staff = await currentStaff();
  if (staff === null) return new Response("null", { status: 404, headers });
  return new Response((await accountSnapshot(staff, modeOf(request))).data, { headers });
}
