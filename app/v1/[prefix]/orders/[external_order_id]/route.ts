// GET, PUT, PATCH /v1/{partner|delivery}/orders/{external_order_id}
import { getOrder, patchOrder, replaceOrder } from "@/lib/api/operations/orders";

export const GET = getOrder.route;
export const PUT = replaceOrder.route;
export const PATCH = patchOrder.route;
export { serveApi as DELETE, serveApi as HEAD, serveApi as OPTIONS, serveApi as POST } from "@/lib/api/serve";
