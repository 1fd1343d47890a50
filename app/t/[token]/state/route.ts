import { deadLinkResponse, getRequestedETag, loadState } from "@/app/t/load-state";
import { withUnavailableResponse } from "@/lib/http/unavailable-response";
import { buildSnapshot } from "@/lib/streams/snapshot";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(() => answer(request, token));
}

async function answer(request: Request, token: string): Promise<Response> {
  const loaded = await loadState(token, getRequestedETag(request));
  if (loaded.kind !== "open") return deadLinkResponse(loaded.kind);
  const headers = { ETag: `"${buildSnapshot(loaded.state).id}"`, "Cache-Control": "private, no-cache" };
  if (request.headers.get("if-none-match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  return Response.json(loaded.state, { headers });
}
