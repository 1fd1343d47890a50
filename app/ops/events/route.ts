import { openBoard } from "@/app/ops/open-events";
import { streamResponse } from "@/lib/live/serve-stream";

export const GET = (request: Request) => streamResponse(() => openBoard(request));
