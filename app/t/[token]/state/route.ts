import { askedTag, loadState, noState } from "@/app/t/load-state";
import { orUnavailable } from "@/lib/http/unavailable";
import { snapshotOf } from "@/lib/live/snapshot";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return orUnavailable(() => answer(request, token));
}

async function answer(request: Request, token: string): Promise<Response> {
  const loaded = await loadState(token, askedTag(request));
  if (loaded.kind !== "open") return noState(loaded.kind);
  const headers = { ETag: `"${snapshotOf(loaded.state).id}"`, "Cache-Control": "private, no-cache" };
  if (request.headers.get("if-none-match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  return Response.json(loaded.state, { headers });
}
