import { deadLinkStatus, getRequestedLanguageTag, loadState } from "@/app/t/load-state";
import { withUnavailableResponse } from "@/lib/http/with-unavailable-response";
import { buildSnapshot } from "@/lib/streams/snapshot";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return withUnavailableResponse(async () => {
    const loaded = await loadState(token, getRequestedLanguageTag(new URL(request.url).searchParams));
    if (loaded.kind !== "open") return new Response(null, { status: deadLinkStatus(loaded.kind) });
    const headers = { ETag: `"${buildSnapshot(loaded.state).id}"`, "Cache-Control": "private, no-cache" };
    if (request.headers.get("if-none-match") === headers.ETag)
      return new Response(null, { status: 304, headers });
    return Response.json(loaded.state, { headers });
  });
}
