// GET /v1/{partner|delivery}/events
import { listEvents } from "@/lib/api/operations/events";

export const GET = listEvents.route;
export {
  serveApi as DELETE,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as POST,
  serveApi as PUT,
} from "@/lib/api/serve";
