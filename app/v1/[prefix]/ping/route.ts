// GET /v1/{partner|delivery}/ping
import { ping } from "@/lib/api/operations/ping";

export const GET = ping.route;
export {
  serveApi as DELETE,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
} from "@/lib/api/serve";
