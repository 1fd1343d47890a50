// Positions in the OsmAnd protocol.
import { serveGps } from "@/lib/courier-app/serve-gps";
import { fromWeb, toWeb } from "@/lib/http/web-lane";

const serve = async (request: Request) => toWeb(await serveGps(fromWeb(request)), request.method);

export { serve as GET, serve as POST };
