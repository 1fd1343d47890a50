// GET /dashboard/open/events: how many of an account's orders are open in each mode, and every change to that, as
// server-sent events
import { openOpenCounts } from "@/app/dashboard/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openOpenCounts(request));
