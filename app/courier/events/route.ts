// GET /courier/events: the same, as it changes
import { serveStateEvents } from "@/lib/api/serve-courier";

export const GET = (request: Request) => serveStateEvents(request);
