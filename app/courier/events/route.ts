import { openStateEvents } from "@/lib/courier-app/serve-courier";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openStateEvents(request));
