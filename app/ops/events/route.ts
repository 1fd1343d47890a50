// GET /ops/events: a mode's open orders and couriers, and every change of them, as server-sent events
import { openBoard } from "@/app/ops/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openBoard(request));
