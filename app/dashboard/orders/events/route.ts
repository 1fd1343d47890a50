import { openOrders } from "@/app/dashboard/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openOrders(request));
