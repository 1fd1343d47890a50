import { serveState } from "@/lib/courier-app/serve-courier";

export const GET = (request: Request) => serveState(request);
