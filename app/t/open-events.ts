import { deadLinkStatus, getRequestedLanguageTag, loadState } from "@/app/t/load-state";
import { CLIENT_ADDRESS_HEADER } from "@/lib/http/client-address";
import type { Reply } from "@/lib/http/envelope";
import type { RequestLike } from "@/lib/http/request-like";
import { limitBadLinks } from "@/lib/process/count-miss";
import { runtime } from "@/lib/process/runtime";
import type { StreamRequest } from "@/lib/streams/event-stream";
import { buildSnapshot } from "@/lib/streams/snapshot";
import { type LinkTarget, resolveTrackingLink } from "@/lib/tracking/get-tracking";

// Lookups in progress, shared by streams that open at the same time, such as after a restart.
const pendingLookups = new Map<string, Promise<LinkTarget>>();

function lookUp(token: string): Promise<LinkTarget> {
  const lookup =
    pendingLookups.get(token) ??
    resolveTrackingLink(runtime(), token).finally(() => pendingLookups.delete(token));
  pendingLookups.set(token, lookup);
  return lookup;
}

/** @returns 404 or 410 for an unknown or ended link, 429 for a client that tries many of them */
export async function openTracking(request: RequestLike, token: string): Promise<StreamRequest | Reply> {
  const link = await lookUp(token);
  if (link.kind !== "open") {
    const seconds = link.kind === "unknown" ? await limitBadLinks(request, "tracking") : null;
    if (seconds === null) return { status: deadLinkStatus(link.kind), headers: {}, body: "" };
    return { status: 429, headers: { "Retry-After": String(seconds) }, body: "" };
  }
  const tag = getRequestedLanguageTag(request);
  return {
    key: `track ${tag} ${token}`,
    topics: [`order:${link.orderId}`],
    read: async () => {
      const loaded = await loadState(token, tag);
      if (loaded.kind !== "open") return null;
      return buildSnapshot(loaded.state, { isFinal: loaded.state.isFinal, lastsMs: loaded.lastsMs });
    },
    role: "recipient",
    reader: `${token} ${request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown"}`,
    lastEventId: request.headers.get("last-event-id"),
  };
}
