// GET /dashboard/map/events: an account's open orders and their couriers, and every change to them, as server-sent
// events
import { openMap } from "@/app/dashboard/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openMap(request));
