import { staffRoute } from "@/app/dashboard/staff-route";
import { requestMode } from "@/lib/http/mode";
import { listOrderCouriers } from "@/lib/orders/list/list-order-couriers";
import { readFilter } from "@/lib/orders/list/order-filter";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute("account.view", (staff, request) => {
  const { searchParams } = new URL(request.url);
  const { courier } = readFilter((name) => searchParams.get(name) ?? "");
  return listOrderCouriers(runtime().db, staff.scope(requestMode(request)), courier);
});
