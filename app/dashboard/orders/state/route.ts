import { listSnapshot, readListRequest } from "@/app/dashboard/orders/list-request";
import { staffRoute } from "@/app/dashboard/staff-route";

export const GET = staffRoute("account.view", async (staff, request) => {
  const headers = { "Cache-Control": "no-store", "Content-Type": "application/json" };
  const list = await readListRequest(new URL(request.url).searchParams, staff);
  return new Response((await listSnapshot(list)).data, { headers });
});
