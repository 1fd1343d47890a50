// POST /v1/{partner|delivery}/quotes
import { createQuote } from "@/lib/api/operations/quotes";

export const POST = createQuote.route;
export {
  serveApi as DELETE,
  serveApi as GET,
  serveApi as HEAD,
  serveApi as OPTIONS,
  serveApi as PATCH,
  serveApi as PUT,
} from "@/lib/api/serve";
