import { countActiveOrders } from "@/app/dashboard/open-counts";
import { staffRoute } from "@/app/dashboard/staff-route";

export const GET = staffRoute(countActiveOrders);
