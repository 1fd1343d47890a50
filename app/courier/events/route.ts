// GET /courier/events: the state of the courier app, as server-sent events
import { serveStateEvents } from "@/lib/courier-app/serve-courier";

export const GET = (request: Request) => serveStateEvents(request);
