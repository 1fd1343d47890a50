import { countActiveOrders } from "@/app/dashboard/count-active-orders";
import { staffRoute } from "@/app/dashboard/staff-route";

export const GET = staffRoute("account.view", countActiveOrders);
