import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { currentStaff } from "@/app/session";

export async function GET(request: Request): Promise<Response> {
  const staff = await currentStaff();
  if (staff === null) return new Response(null, { status: 404 });
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  return new Response((await listSnapshot(await readListRequest(request, staff))).data, { headers });
}
