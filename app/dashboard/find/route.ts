import { staffRoute } from "@/app/dashboard/staff-route";
import { suggestOrders } from "@/lib/orders/list/suggest-orders";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view", (staff, { url }) => {
  const { db, clock } = runtime();
  return suggestOrders(db, staff, new URL(url).searchParams.get("q") ?? "", clock.now());
});
