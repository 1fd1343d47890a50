// GET and POST /gps: positions from couriers' phones, in the OsmAnd protocol
import { serveGps } from "@/lib/courier-app/serve-gps";

export const GET = (request: Request) => serveGps(request);
export const POST = (request: Request) => serveGps(request);
