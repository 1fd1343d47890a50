// GET /t/{token}/events: the state of a tracking page, as server-sent events
import { askedLocale, loadState, noState } from "@/app/t/load-state";
import { eventStream, snapshotOf } from "@/lib/live/event-stream";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const locale = askedLocale(request);
  const first = await loadState(token, locale);
  if (first.kind !== "open") return noState(first.kind);
  return eventStream(request, [`order:${first.orderId}`], async () => {
    const loaded = await loadState(token, locale);
    return loaded.kind === "open" ? snapshotOf(loaded.state, loaded.state.isFinal) : null;
  });
}
