// GET /v1/delivery/pricing
import { getPricing } from "@/lib/api/operations/pricing";

export const GET = getPricing.route;
export {
  serveApi as DELETE,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
} from "@/lib/api/serve";
