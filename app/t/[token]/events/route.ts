// GET /t/{token}/events: the state of a tracking page, as server-sent events
import { describeTracking, stateId } from "@/components/tracking/describe-tracking";
import { runtime } from "@/lib/api/runtime";
import { eventStream } from "@/lib/live/event-stream";
import { chooseLocale } from "@/lib/locale/locale";
import { getTracking } from "@/lib/tracking/get-tracking";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const locale = chooseLocale({ query: new URL(request.url).searchParams.get("lang") });
  const first = await getTracking(runtime(), token);
  if (first.kind === "unknown") return new Response(null, { status: 404 });
  if (first.kind === "gone") return new Response(null, { status: 410 });
  return eventStream(request, [`order:${first.orderId}`], async () => {
    const tracking = await getTracking(runtime(), token);
    if (tracking.kind !== "open") return null;
    const state = describeTracking(tracking.view, tracking.place, locale, runtime().clock.now());
    return { id: stateId(state), data: JSON.stringify(state), isFinal: state.isFinal };
  });
}
