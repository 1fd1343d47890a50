// POST, GET /v1/{partner|delivery}/orders
import { createOrder, listOrders } from "@/lib/api/operations/orders";

export const POST = createOrder.route;
export const GET = listOrders.route;
export {
  serveApi as DELETE,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as PUT,
} from "@/lib/api/serve";
