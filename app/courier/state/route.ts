// GET /courier/state: what the phone app shows
import { serveState } from "@/lib/api/serve-courier";

export const GET = (request: Request) => serveState(request);
