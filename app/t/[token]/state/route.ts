// GET /t/{token}/state: the state of a tracking page, for readers whose stream does not stand
import { describeTracking, stateId } from "@/components/tracking/describe-tracking";
import { runtime } from "@/lib/api/runtime";
import { chooseLocale } from "@/lib/locale/locale";
import { getTracking } from "@/lib/tracking/get-tracking";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const locale = chooseLocale({ query: new URL(request.url).searchParams.get("lang") });
  const tracking = await getTracking(runtime(), token);
  if (tracking.kind === "unknown") return new Response(null, { status: 404 });
  if (tracking.kind === "gone") return new Response(null, { status: 410 });
  const state = describeTracking(tracking.view, tracking.place, locale, runtime().clock.now());
  const headers = { ETag: `"${stateId(state)}"`, "Cache-Control": "private, no-cache" };
  if (request.headers.get("if-none-match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  return Response.json(state, { headers });
}
