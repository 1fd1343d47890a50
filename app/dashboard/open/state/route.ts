import { openCounts } from "@/app/dashboard/open-counts";
import { currentStaff } from "@/app/session";

export async function GET(): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const staff = await currentStaff();
  if (staff === null) return Response.json(null, { status: 404, headers });
  return Response.json(await openCounts(staff), { headers });
}
