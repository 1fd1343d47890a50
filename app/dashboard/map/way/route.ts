import { staffRoute } from "@/app/dashboard/staff-route";
import { getDrivenPath } from "@/lib/orders/detail/get-driven-path";
import { loadOrder } from "@/lib/orders/load-order";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view", async (staff, { url }) => {
  const code = new URL(url).searchParams.get("code") ?? "";
  const order = await loadOrder(runtime().db, { member: staff, code }, ["request", "route"]);
  return order && getDrivenPath(order);
});
