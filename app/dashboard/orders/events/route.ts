// GET /dashboard/orders/events: the orders a page shows, and every change to them, as server-sent events
import { openOrders } from "@/app/dashboard/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openOrders(request));
