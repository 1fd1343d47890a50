import { staffRoute } from "@/app/dashboard/staff-route";
import { getOrderWay } from "@/lib/orders/file/get-order-way";
import { findAccountOrder } from "@/lib/orders/find-account-order";
import { runtime } from "@/lib/process/runtime";

export const GET = staffRoute(async (staff, { url }) => {
  const { db } = runtime();
  const order = await findAccountOrder(db, staff, new URL(url).searchParams.get("code") ?? "");
  return order && getOrderWay(db, order);
});
