// GET /v1/{partner|delivery}/addresses/reverse
import { findNearestAddress } from "@/lib/api/operations/addresses";

export const GET = findNearestAddress.route;
export {
  serveApi as DELETE,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
} from "@/lib/api/serve";
