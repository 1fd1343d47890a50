import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { staffRoute } from "@/app/dashboard/staff-route";

export const GET = staffRoute(async (staff, request) => {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  return new Response((await listSnapshot(await readListRequest(request, staff))).data, { headers });
});
