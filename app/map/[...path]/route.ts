// GET /map/…: tiles, styles and pictures of maps
import { serveMap } from "@/lib/map/serve-map";

export const dynamic = "force-dynamic";

export const GET = (request: Request) => serveMap(request);
export const HEAD = (request: Request) => serveMap(request);
