// GET /courier/events: the same, as it changes
import { serveStateEvents } from "@/lib/courier-app/serve-courier";

export const GET = (request: Request) => serveStateEvents(request);
