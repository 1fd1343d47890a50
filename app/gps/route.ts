// Positions in the OsmAnd protocol.
import { serveGps } from "@/lib/courier-app/serve-gps";
import { fromFetchRequest, toFetchResponse } from "@/lib/http/fetch-adapter";

const serve = async (request: Request) =>
  toFetchResponse(await serveGps(fromFetchRequest(request)), request.method);

export { serve as GET, serve as POST };
