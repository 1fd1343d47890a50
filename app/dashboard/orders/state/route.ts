// GET /dashboard/orders/state: one snapshot of what /dashboard/orders/events streams
import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";

export async function GET(request: Request): Promise<Response> {
  const asked = await readListRequest(request);
  if (asked === null) return new Response(null, { status: 404 });
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  return new Response((await listSnapshot(asked)).data, { headers });
}
