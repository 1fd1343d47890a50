import { askedLocale, loadState, noState } from "@/app/t/load-state";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import { orUnavailable } from "@/lib/http/unavailable";
import { eventStream } from "@/lib/live/event-stream";
import { snapshotOf } from "@/lib/live/snapshot";
import type { Locale } from "@/lib/locale/locale";
import { countMiss } from "@/lib/process/count-miss";

/**
 * Streams the state of a tracking page as server-sent events. Readers with the same link and language share its reads.
 *
 * @returns 404 or 410 for a dead link, 429 for a client that tries many of them, 503 when the link or the process has
 * too many streams, or the database is down
 */
export function serveTrackingEvents(request: Request, token: string): Promise<Response> {
  return orUnavailable(() => serve(request, token));
}

// Lookups in progress: streams that open together, as after a restart, share one.
const looks = new Map<string, ReturnType<typeof loadState>>();

function look(key: string, token: string, locale: Locale): ReturnType<typeof loadState> {
  const asked = looks.get(key) ?? loadState(token, locale).finally(() => looks.delete(key));
  looks.set(key, asked);
  return asked;
}

async function serve(request: Request, token: string): Promise<Response> {
  const locale = askedLocale(request);
  const key = `track ${locale} ${token}`;
  const first = await look(key, token, locale);
  if (first.kind !== "open") {
    const seconds = first.kind === "unknown" ? await countMiss(request, "tracking") : null;
    if (seconds === null) return noState(first.kind);
    return new Response(null, { status: 429, headers: { "Retry-After": String(seconds) } });
  }
  return eventStream(request, {
    key,
    topics: [`order:${first.orderId}`],
    read: async () => {
      const loaded = await loadState(token, locale);
      return loaded.kind === "open" ? snapshotOf(loaded.state, loaded.state.isFinal) : null;
    },
    reader: `${token} ${request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown"}`,
  });
}
