import { loadOrderPage } from "@/app/dashboard/orders/[code]/load-order-page";
import { staffRoute } from "@/app/dashboard/staff-route";

export const GET = staffRoute<{ code: string }>(
  "account.view",
  async (staff, _, { code }) => (await loadOrderPage(staff, code))?.state ?? null,
);
