// POST /v1/{partner|delivery}/orders/{external_order_id}/tracking_link
import { issueTrackingLink } from "@/lib/api/operations/orders";

export const POST = issueTrackingLink.route;
export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as PUT,
} from "@/lib/api/serve";
